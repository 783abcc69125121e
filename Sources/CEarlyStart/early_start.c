#include "early_start.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

// Swift seeds its hash tables before `main` and waits for the kernel's entropy to do so: a second or more, early
// in a boot on a machine without a random number generator. There, the program starts itself anew with a fixed
// seed, which is as good for one file of scores. (Setting the variable in place would move the environment, by
// whose place Swift finds the arguments.) The priority puts this before the initializers of the Swift runtime,
// when that is linked statically.
__attribute__((constructor(101))) static void start_without_entropy(int count, char **arguments, char **environment) {
  static char fixed_seed[] = "SWIFT_DETERMINISTIC_HASHING=1";
  unsigned char byte;
  if (getrandom(&byte, 1, GRND_NONBLOCK) >= 0 || errno != EAGAIN || count < 1) return;
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

int scoreview_early_start(void) { return 1; }
