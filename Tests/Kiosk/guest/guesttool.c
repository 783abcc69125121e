// What the tests do inside the guest and busybox cannot.
//
//   guesttool console [TTY]                  prints the mode of a virtual terminal: text or graphics
//   guesttool framebuffer [DEVICE]           prints the size, depth and row length of a framebuffer
//   guesttool vfb W H VW BITS [DEVICE]       sets a mode of the virtual framebuffer driver
//   guesttool touch X0 X1 Y0 Y1              a touchscreen with those ranges; reads commands from standard input:
//                                            "down SLOT X Y", "move SLOT X Y", "up SLOT", "wait MILLISECONDS"
//   guesttool notify WATCHDOG PROGRAM …      runs a program as systemd does, with a watchdog of that many milliseconds;
//                                            prints what it tells and when, and how it ended
#include <fcntl.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/uinput.h>
#include <linux/vt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int fail(const char *what) {
  perror(what);
  return 1;
}

static int console(const char *path) {
  int file = open(path, O_RDWR | O_NOCTTY), display = -1, keyboard = -1;
  struct vt_mode mode = {0};
  struct vt_stat state = {0};
  if (file < 0) return fail(path);
  if (ioctl(file, KDGETMODE, &display) || ioctl(file, KDGKBMODE, &keyboard) || ioctl(file, VT_GETMODE, &mode) ||
      ioctl(file, VT_GETSTATE, &state))
    return fail("ioctl");
  printf("front=%d display=%s keyboard=%s switching=%s\n", state.v_active, display == KD_TEXT ? "text" : "graphics",
         keyboard == K_OFF ? "off" : "on", mode.mode == VT_PROCESS ? "asks" : "free");
  return 0;
}

static int framebuffer(const char *path, char **mode) {
  struct fb_var_screeninfo variable;
  struct fb_fix_screeninfo fixed;
  int file = open(path, O_RDWR);
  if (file < 0) return fail(path);
  if (ioctl(file, FBIOGET_VSCREENINFO, &variable)) return fail("FBIOGET_VSCREENINFO");
  if (mode) {
    variable.xres = atoi(mode[0]);
    variable.yres = variable.yres_virtual = atoi(mode[1]);
    variable.xres_virtual = atoi(mode[2]);
    variable.bits_per_pixel = atoi(mode[3]);
    variable.activate = FB_ACTIVATE_NOW;
    if (ioctl(file, FBIOPUT_VSCREENINFO, &variable)) return fail("FBIOPUT_VSCREENINFO");
  }
  if (ioctl(file, FBIOGET_VSCREENINFO, &variable) || ioctl(file, FBIOGET_FSCREENINFO, &fixed)) return fail("ioctl");
  printf("width=%u height=%u bits=%u line=%u red=%u:%u green=%u:%u blue=%u:%u visual=%u\n", variable.xres,
         variable.yres, variable.bits_per_pixel, fixed.line_length, variable.red.offset, variable.red.length,
         variable.green.offset, variable.green.length, variable.blue.offset, variable.blue.length, fixed.visual);
  return 0;
}

static int device;

static void emit(int type, int code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  if (write(device, &event, sizeof event) < 0) perror("uinput");
}

static void axis(int code, int minimum, int maximum) {
  struct uinput_abs_setup setup = {.code = code, .absinfo = {.minimum = minimum, .maximum = maximum}};
  ioctl(device, UI_ABS_SETUP, &setup);
}

static int touch(char **range) {
  int x0 = atoi(range[0]), x1 = atoi(range[1]), y0 = atoi(range[2]), y1 = atoi(range[3]);
  struct uinput_setup setup = {.id = {.bustype = BUS_VIRTUAL, .vendor = 1, .product = 1}, .name = "test touchscreen"};
  device = open("/dev/uinput", O_WRONLY);
  if (device < 0) return fail("/dev/uinput");
  ioctl(device, UI_SET_EVBIT, EV_KEY);
  ioctl(device, UI_SET_KEYBIT, BTN_TOUCH);
  ioctl(device, UI_SET_EVBIT, EV_ABS);
  ioctl(device, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  axis(ABS_X, x0, x1);
  axis(ABS_Y, y0, y1);
  axis(ABS_MT_POSITION_X, x0, x1);
  axis(ABS_MT_POSITION_Y, y0, y1);
  axis(ABS_MT_SLOT, 0, 4);
  axis(ABS_MT_TRACKING_ID, 0, 65535);
  ioctl(device, UI_DEV_SETUP, &setup);
  if (ioctl(device, UI_DEV_CREATE)) return fail("UI_DEV_CREATE");
  puts("READY");
  fflush(stdout);
  char word[16], line[100];
  int touches = 0, id = 100, slot, x, y;
  while (fgets(line, sizeof line, stdin)) {
    slot = x = y = 0;
    if (sscanf(line, "%15s %d %d %d", word, &slot, &x, &y) < 2) continue;
    if (strcmp(word, "wait") == 0) {
      usleep(slot * 1000);
      continue;
    }
    int isDown = strcmp(word, "down") == 0, isUp = strcmp(word, "up") == 0;
    emit(EV_ABS, ABS_MT_SLOT, slot);
    if (isDown || isUp) emit(EV_ABS, ABS_MT_TRACKING_ID, isDown ? id++ : -1);
    if (!isUp) {
      emit(EV_ABS, ABS_MT_POSITION_X, x);
      emit(EV_ABS, ABS_MT_POSITION_Y, y);
    }
    touches += isDown - isUp;
    if (isDown && touches == 1) emit(EV_KEY, BTN_TOUCH, 1);
    if (isUp && touches == 0) emit(EV_KEY, BTN_TOUCH, 0);
    emit(EV_SYN, SYN_REPORT, 0);
  }
  ioctl(device, UI_DEV_DESTROY);
  return 0;
}

static long elapsed(const struct timespec *start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (now.tv_sec - start->tv_sec) * 1000 + (now.tv_nsec - start->tv_nsec) / 1000000;
}

static int notify(const char *watchdog, char **program) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/tmp/notify"};
  struct timeval patience = {.tv_usec = 100000};
  struct timespec start;
  char text[4096];
  int messages = socket(AF_UNIX, SOCK_DGRAM, 0);
  unlink(address.sun_path);
  if (bind(messages, (struct sockaddr *)&address, sizeof address)) return fail(address.sun_path);
  setsockopt(messages, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  snprintf(text, sizeof text, "%s000", watchdog);
  setenv("NOTIFY_SOCKET", address.sun_path, 1);
  setenv("WATCHDOG_USEC", text, 1);
  clock_gettime(CLOCK_MONOTONIC, &start);
  pid_t child = fork();
  if (child == 0) {
    execvp(program[0], program);
    _exit(127);
  }
  printf("process %d\n", child);
  int status, ended = 0;
  while (!ended) {
    ended = waitpid(child, &status, WNOHANG) == child;
    ssize_t length = recv(messages, text, sizeof text - 1, ended ? MSG_DONTWAIT : 0);
    for (; length > 0; length = recv(messages, text, sizeof text - 1, MSG_DONTWAIT)) {
      text[length] = 0;
      printf("%ld ms: %s\n", elapsed(&start), text);
    }
    fflush(stdout);
  }
  printf("%ld ms: ended with %d\n", elapsed(&start), WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}

int main(int count, char **words) {
  if (count > 1 && strcmp(words[1], "console") == 0) return console(count > 2 ? words[2] : "/dev/tty0");
  if (count > 1 && strcmp(words[1], "framebuffer") == 0) return framebuffer(count > 2 ? words[2] : "/dev/fb0", 0);
  if (count > 5 && strcmp(words[1], "vfb") == 0) return framebuffer(count > 6 ? words[6] : "/dev/fb0", words + 2);
  if (count > 5 && strcmp(words[1], "touch") == 0) return touch(words + 2);
  if (count > 3 && strcmp(words[1], "notify") == 0) return notify(words[2], words + 3);
  fprintf(stderr, "guesttool: console, framebuffer, vfb, touch or notify?\n");
  return 2;
}
