#ifndef SCOREVIEW_CLINUXDISPLAY_SHIM_H
#define SCOREVIEW_CLINUXDISPLAY_SHIM_H

#include <drm.h>
#include <drm_mode.h>
#include <linux/fb.h>
#include <linux/input.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/vt.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// Request numbers that the headers build with function-like macros, which Swift does not import.
enum {
  SCOREVIEW_MAXIMUM_KEY_BYTES = (KEY_MAX + 8) / 8,
  SCOREVIEW_MAXIMUM_ABS_BYTES = (ABS_MAX + 8) / 8,
};

#define SCOREVIEW_REQUEST(name, value) static const unsigned long SCOREVIEW_##name = (value)

SCOREVIEW_REQUEST(DRM_VERSION, DRM_IOCTL_VERSION);
SCOREVIEW_REQUEST(DRM_GET_CAP, DRM_IOCTL_GET_CAP);
SCOREVIEW_REQUEST(DRM_SET_MASTER, DRM_IOCTL_SET_MASTER);
SCOREVIEW_REQUEST(DRM_DROP_MASTER, DRM_IOCTL_DROP_MASTER);
SCOREVIEW_REQUEST(DRM_GET_RESOURCES, DRM_IOCTL_MODE_GETRESOURCES);
SCOREVIEW_REQUEST(DRM_GET_CONNECTOR, DRM_IOCTL_MODE_GETCONNECTOR);
SCOREVIEW_REQUEST(DRM_GET_ENCODER, DRM_IOCTL_MODE_GETENCODER);
SCOREVIEW_REQUEST(DRM_GET_PROPERTY, DRM_IOCTL_MODE_GETPROPERTY);
SCOREVIEW_REQUEST(DRM_SET_PROPERTY, DRM_IOCTL_MODE_SETPROPERTY);
SCOREVIEW_REQUEST(DRM_SET_CRTC, DRM_IOCTL_MODE_SETCRTC);
SCOREVIEW_REQUEST(DRM_SET_CURSOR, DRM_IOCTL_MODE_CURSOR);
SCOREVIEW_REQUEST(DRM_ADD_FRAMEBUFFER, DRM_IOCTL_MODE_ADDFB);
SCOREVIEW_REQUEST(DRM_REMOVE_FRAMEBUFFER, DRM_IOCTL_MODE_RMFB);
SCOREVIEW_REQUEST(DRM_PAGE_FLIP, DRM_IOCTL_MODE_PAGE_FLIP);
SCOREVIEW_REQUEST(DRM_DIRTY_FRAMEBUFFER, DRM_IOCTL_MODE_DIRTYFB);
SCOREVIEW_REQUEST(DRM_CREATE_DUMB, DRM_IOCTL_MODE_CREATE_DUMB);
SCOREVIEW_REQUEST(DRM_MAP_DUMB, DRM_IOCTL_MODE_MAP_DUMB);
SCOREVIEW_REQUEST(DRM_DESTROY_DUMB, DRM_IOCTL_MODE_DESTROY_DUMB);

SCOREVIEW_REQUEST(EVDEV_NAME, EVIOCGNAME(128));
SCOREVIEW_REQUEST(EVDEV_PROPERTIES, EVIOCGPROP(4));
SCOREVIEW_REQUEST(EVDEV_TYPES, EVIOCGBIT(0, 4));
SCOREVIEW_REQUEST(EVDEV_KEYS, EVIOCGBIT(EV_KEY, SCOREVIEW_MAXIMUM_KEY_BYTES));
SCOREVIEW_REQUEST(EVDEV_RELATIVE, EVIOCGBIT(EV_REL, 4));
SCOREVIEW_REQUEST(EVDEV_ABSOLUTE, EVIOCGBIT(EV_ABS, SCOREVIEW_MAXIMUM_ABS_BYTES));
SCOREVIEW_REQUEST(EVDEV_GRAB, EVIOCGRAB);
SCOREVIEW_REQUEST(EVDEV_SET_CLOCK, EVIOCSCLOCKID);

static inline unsigned long scoreview_evdev_axis(unsigned axis) { return EVIOCGABS(axis); }
static inline unsigned long scoreview_evdev_slots(unsigned size) { return EVIOCGMTSLOTS(size); }

// A console that was left in graphics mode shows no text. Nothing in a process can be relied on to put it
// back once that process is killed or has crashed, so a second one waits for the first one's end.
typedef struct {
  pid_t process;
  int pipe;
} scoreview_guardian;

/// Shows or hides the cursor of a console: one that blinks would be drawn over a plain framebuffer.
static inline void scoreview_console_cursor(int tty, int is_visible) {
  ssize_t written = write(tty, is_visible ? "\033[?25h" : "\033[?25l", 6);
  (void)written;
}

/// Text mode, and switching without asking.
static inline void scoreview_console_restore(int tty) {
  struct vt_mode automatic = {.mode = VT_AUTO};
  ioctl(tty, VT_SETMODE, &automatic);
  ioctl(tty, KDSETMODE, KD_TEXT);
  scoreview_console_cursor(tty, 1);
}

/// Starts the process that restores `tty` when this one ends without `scoreview_guard_dismiss`; it keeps no other
/// descriptor open and calls nothing that is unsafe after a fork.
static inline scoreview_guardian scoreview_guard_console(int tty) {
  scoreview_guardian guardian = {-1, -1};
  int ends[2];
  if (pipe(ends) != 0) return guardian;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  pid_t child = fork();
  if (child == 0) {
    // By another name, so that killing the program by its name leaves somebody to tidy up.
    prctl(PR_SET_NAME, "console-guard");
    const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2};
    for (unsigned i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
    // The descriptors below 3 may be the ones that are needed: move those out of the way first.
    int source = fcntl(ends[0], F_DUPFD, 10), console = fcntl(tty, F_DUPFD, 10);
    dup2(source, 0);
    dup2(console, 1);
    syscall(SYS_close_range, 2u, ~0u, 0u);
    char byte;
    ssize_t count;
    do count = read(0, &byte, 1);
    while (count < 0 && errno == EINTR);
    if (count == 0) scoreview_console_restore(1);
    _exit(0);
  }
  close(ends[0]);
  if (child < 0) {
    close(ends[1]);
    return guardian;
  }
  guardian.process = child;
  guardian.pipe = ends[1];
  return guardian;
}

/// Ends the guard: the console has been restored.
static inline void scoreview_guard_dismiss(scoreview_guardian guardian) {
  if (guardian.process <= 0) return;
  char byte = 1;
  ssize_t written = write(guardian.pipe, &byte, 1);
  (void)written;
  close(guardian.pipe);
  while (waitpid(guardian.process, 0, 0) < 0 && errno == EINTR) continue;
}

#endif
