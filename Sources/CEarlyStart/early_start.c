#include "early_start.h"

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static int is_entropy_missing(void) {
  unsigned char byte;
  return getrandom(&byte, 1, GRND_NONBLOCK) < 0 && errno == EAGAIN;
}

// Swift seeds its hash tables before `main` and waits for the kernel's entropy to do so: a second or more, early
// in a boot on a machine without a random number generator. There, the program starts itself anew with a fixed
// seed, which is as good for one file of scores. (Setting the variable in place would move the environment, by
// whose place Swift finds the arguments.) The priority puts this before the initializers of the Swift runtime,
// when that is linked statically.
__attribute__((constructor(101))) static void start_without_entropy(int count, char **arguments, char **environment) {
  static char fixed_seed[] = "SWIFT_DETERMINISTIC_HASHING=1";
  if (!is_entropy_missing() || count < 1) return;
  size_t size = 0;
  for (; environment[size] != NULL; size++)
    if (strncmp(environment[size], fixed_seed, strlen("SWIFT_DETERMINISTIC_HASHING=")) == 0) return;
  char **extended = malloc((size + 2) * sizeof *extended);
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (extended == NULL || length <= 0) return;
  path[length] = 0;
  memcpy(extended, environment, size * sizeof *extended);
  extended[size] = fixed_seed;
  extended[size + 1] = NULL;
  execve(path, arguments, extended);
  free(extended);
}

// Takes the place of the C library's, which waits as well. Of what this program opens only libexpat calls it, to salt
// the hash table of the font folders' names: nothing that has to be a secret. Everybody else gets the real one as soon
// as the kernel has entropy, and OpenSSL has a generator of its own.
void arc4random_buf(void *bytes, size_t size) {
  static void (*real)(void *, size_t);
  if (is_entropy_missing()) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t state = (uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 32 ^ (uint64_t)(uintptr_t)&now;
    for (size_t i = 0; i < size; i++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      ((unsigned char *)bytes)[i] = (unsigned char)(state >> 56);
    }
    return;
  }
  if (real == NULL) real = (void (*)(void *, size_t))dlsym(RTLD_NEXT, "arc4random_buf");
  if (real != NULL) {
    real(bytes, size);
    return;
  }
  // An older C library.
  for (unsigned char *next = bytes, *end = next + size; next < end;) {
    size_t rest = (size_t)(end - next);
    ssize_t got = getrandom(next, rest < 256 ? rest : 256, 0);
    if (got > 0) next += got;
    else if (errno != EINTR) abort();
  }
}

int scoreview_early_start(void) { return 1; }
