#define _GNU_SOURCE
#include "mapping_guard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// A signal's action belongs to the process, so this table has to as well. Everything the
// handler touches is an atomic word or was written before the handler was installed.
enum { SLOT_COUNT = 64 };

struct slot {
  _Atomic(uintptr_t) start;  // 0: free; 1: taken, not yet guarding
  _Atomic(uintptr_t) end;
  _Atomic(bool) tripped;
};

static struct slot slots[SLOT_COUNT];
static struct sigaction previous;
static uintptr_t page_mask;
static bool is_installed;

static bool replace_missing_pages(uintptr_t address) {
  for (int index = 0; index < SLOT_COUNT; index++) {
    uintptr_t start = atomic_load(&slots[index].start);
    uintptr_t end = atomic_load(&slots[index].end);
    if (start <= 1 || address < start || address >= end) continue;
    uintptr_t page = address & page_mask;
    void *zeros = mmap((void *)page, end - page, PROT_READ,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
    if (zeros == MAP_FAILED) return false;
    atomic_store(&slots[index].tripped, true);
    return true;
  }
  return false;
}

static void on_bus_error(int number, siginfo_t *info, void *context) {
  int saved = errno;
  bool is_fault = info->si_code > 0;
  bool is_handled = is_fault && replace_missing_pages((uintptr_t)info->si_addr);
  errno = saved;
  if (is_handled) return;
  if ((previous.sa_flags & SA_SIGINFO) && previous.sa_sigaction) {
    previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(number);
  } else {
    // Not ours: end as if nobody had caught it, at the same instruction or at once.
    signal(SIGBUS, SIG_DFL);
    if (!is_fault) raise(SIGBUS);
  }
}

static void install(void) {
  page_mask = ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
  struct sigaction action = {0};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  is_installed = sigaction(SIGBUS, &action, &previous) == 0;
}

int mapping_guard_add(const void *start, size_t length) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  if (!is_installed) return -1;
  for (int index = 0; index < SLOT_COUNT; index++) {
    uintptr_t expected = 0;
    if (!atomic_compare_exchange_strong(&slots[index].start, &expected, 1)) continue;
    atomic_store(&slots[index].tripped, false);
    atomic_store(&slots[index].end, (uintptr_t)start + length);
    atomic_store(&slots[index].start, (uintptr_t)start);
    return index;
  }
  return -1;
}

bool mapping_guard_tripped(int slot) {
  return slot >= 0 && slot < SLOT_COUNT && atomic_load(&slots[slot].tripped);
}

void mapping_guard_remove(int slot) {
  if (slot >= 0 && slot < SLOT_COUNT) atomic_store(&slots[slot].start, 0);
}
