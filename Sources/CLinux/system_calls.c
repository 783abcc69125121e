#define _GNU_SOURCE
#include "system_calls.h"

#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

void *resize_mapping(void *start, size_t size, size_t new_size) {
  return mremap(start, size, new_size, MREMAP_MAYMOVE);
}

int64_t modification_time(const struct stat *status) {
  // Unsigned, so that a nonsensical time of a damaged file system wraps instead of being undefined.
  return (int64_t)((uint64_t)status->st_mtim.tv_sec * 1000000000u + (uint64_t)status->st_mtim.tv_nsec);
}

int new_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void signal_event(int descriptor) {
  uint64_t one = 1;
  // Fails only if the counter is full, and then the descriptor is readable anyway.
  ssize_t written = write(descriptor, &one, sizeof one);
  (void)written;
}

void clear_event(int descriptor) {
  uint64_t count;
  ssize_t got = read(descriptor, &count, sizeof count);
  (void)got;
}

bool is_on_remote_file_system(const char *path) {
  struct statfs status;
  if (statfs(path, &status) != 0) return true;
  // Numbers of linux/magic.h and, where it lacks them, of statfs(2).
  switch ((uint32_t)status.f_type) {
    case 0x6969:      // nfs
    case 0x517B:      // smb
    case 0xFF534D42:  // cifs
    case 0xFE534D42:  // smb2 and later
    case 0x65735546:  // fuse
    case 0x01021997:  // 9p
    case 0x5346414F:  // openafs
    case 0x6B414653:  // kafs
    case 0x73757245:  // coda
    case 0x00C36400:  // ceph
    case 0x564C:      // ncp
    case 0x47504653:  // gpfs
    case 0x0BD00BD0:  // lustre
    case 0x786F4256:  // virtualbox shared folder
    case 0x01161970:  // gfs2
      return true;
    default:
      return false;
  }
}
