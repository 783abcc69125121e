"""What the cases share: machines with the program in them, histories to show, and the questions they ask."""
import datetime
import os
import re
import subprocess
import time

from machine import Machine
from picture import Picture

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FOLDER = os.path.join(ROOT, ".build/kiosk")
PROGRAM = os.environ.get("SCOREVIEW_KIOSK_PROGRAM") or os.path.join(ROOT, ".build/release/scoreview")
LIBRARIES = "/usr/lib/x86_64-linux-gnu/"
# Opened while the program runs: it and what it is linked to must be in the guest. Pango and Cairo, for titles in
# other scripts, are not: Debian's Cairo is linked to client libraries of X.
TEXT_LIBRARIES = ["libharfbuzz.so.0"]
FONTS = "/usr/share/fonts/opentype/inter"
# The kiosk must run without them.
FORBIDDEN = re.compile(r"lib(SDL|GL|EGL|gbm|drm|udev|input|wayland|X11|Xext|Xrender|xcb|cairo|pango)[-.\d]|/dri/|udevd|Xorg")

FIRST_DAY = datetime.date(2024, 1, 1)
# Where dates lie, in points: a column, and what the value axis of a score from 0 to 100 takes at the right.
COLUMN = 42
AXIS = 56

_tool = None


def day(index):
    """The date of a history's score, oldest first."""
    return (FIRST_DAY + datetime.timedelta(days=index)).isoformat()


def history(count, folder=FOLDER):
    """A file of scores that wander up and down, the same every time: its path."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "scores-%d.csv" % count)
    state, level, lines = 7, 60.0, ["date,score"]
    for index in range(count):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        level = min(max(level + (78 - level) / 8 + (state >> 16 & 31) - 15.5, 8), 100)
        lines.append("%s,%d" % (day(index), round(level)))
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    return path


def guest_tool():
    global _tool
    if _tool is None:
        os.makedirs(FOLDER, exist_ok=True)
        _tool = os.path.join(FOLDER, "guesttool")
        subprocess.run(["gcc", "-O2", "-static", "-o", _tool, os.path.join(HERE, "guest/guesttool.c")], check=True)
    return _tool


def automatic_scale(width, height):
    """Pixels a point that the kiosk takes for type that is read from afar."""
    return min(max(round(min(width, height) / 432 * 4) / 4, 1), 16)


_pictures = {}


def exported(scores, width, height, scale, turned=0, options=()):
    """The PNG that the program writes of a history, in pixels as a panel of that size shows it."""
    key = (scores, width, height, scale, turned, options)
    if key not in _pictures:
        wide, high = (height, width) if turned in (90, 270) else (width, height)
        size = "--size=%gx%g" % (wide / scale, high / scale)
        if wide / scale % 1 or high / scale % 1:
            # Not a display that a case asked for: the console, before the program has set its mode.
            return Picture(0, 0, b"")
        command = [PROGRAM, history(scores), "--format=png", size, "--scale=%g" % scale]
        # What comes later wins.
        png = subprocess.run(command + ["--theme=dark", *options], stdout=subprocess.PIPE, check=True).stdout
        _pictures[key] = Picture.of_png(png).turned(turned)
    return _pictures[key]


class Kiosk(Machine):
    """A machine with the program installed, and a history in /data/scores.csv that shall be shown."""

    def __init__(self, display="bochs", scores=60, scale=None, files=None, **options):
        files = dict(files or {})
        files.update({"bin/scoreview": PROGRAM, "bin/guesttool": guest_tool(), "data/scores.csv": history(scores)})
        for name in TEXT_LIBRARIES:
            files[LIBRARIES + name] = LIBRARIES + name
        self.scores, self.scale, self.turned = scores, scale, 0
        super().__init__(display, files=files, folders=[FONTS], **options)

    def launch(self, options="", name="program", before="", wait=True, scale=None,
               file="/data/scores.csv"):
        """Starts the program on a console of its own choosing and waits for its first picture; its number.

        Nothing moves by itself unless `options` say so.
        """
        self.scale = scale or self.scale
        turned = re.search(r"--rotate (\d+)", options)
        self.turned = int(turned.group(1)) if turned else 0
        if self.scale:
            options += " --scale %g" % self.scale
        number = self.start(
            "scoreview --kiosk --verbose --ticker off --pixel-shift off %s %s" % (options, file), name, before)
        if wait:
            self.wait_for_log("showing on", name)
        return number

    def picture(self, screen, *options):
        """What the screen ought to show."""
        scale = self.scale or automatic_scale(screen.width, screen.height)
        return exported(self.scores, screen.width, screen.height, scale, self.turned, options)

    def at(self, index, *options):
        """The options of a picture that was scrolled to a score: negative ones count from the newest."""
        return ("--at=" + day(index % self.scores), "--select=none", *options)

    def shows(self, *options, seconds=15):
        """Waits until the screen shows exactly what the program exports with these options; the screendump."""
        return self.wait_for_screen(lambda screen: screen.difference(self.picture(screen, *options)) == 0, seconds)

    def shows_nearly(self, step, white=255, seconds=15):
        """The same for fewer bits: no pixel is further off than a step; the mean difference of 8 × 8 blocks."""
        def wanted(screen):
            return self.picture(screen).scaled(white)
        screen = self.wait_for_screen(lambda screen: screen.difference(wanted(screen), tolerance=step) == 0, seconds)
        return screen.mean_difference(wanted(screen))

    def shows_beneath_pointer(self, *options, seconds=15):
        """The same, where the mouse pointer covers a little of it: the screendump."""
        def is_right(screen):
            scale = self.scale or automatic_scale(screen.width, screen.height)
            wanted = self.picture(screen, *options)
            if (wanted.width, wanted.height) != (screen.width, screen.height):
                return False
            box = screen.changed_box(wanted)
            return box is None or box[2] - box[0] <= 18 * scale and box[3] - box[1] <= 26 * scale
        return self.wait_for_screen(is_right, seconds)

    def column(self, back, width, scale=None):
        """Where a column is, in pixels from the left: `back` columns before the one at the value axis."""
        scale = scale or self.scale or 1
        return width - (AXIS + COLUMN * back) * scale

    def console(self):
        return self.check("guesttool console")

    def end(self, seconds=10):
        """Ends the program as a service manager does, and waits until it is gone."""
        self.run("killall scoreview")
        self.wait_until_gone(seconds)

    def wait_until_gone(self, seconds=10):
        self.wait_for_output("pidof scoreview || echo gone", "gone", seconds)

    def shell_on_console(self):
        """A shell that reads the first console, as a login has it."""
        self.check("sh -c 'while read -r line; do eval \"$line\"; done' </dev/tty1 >/dev/tty1 2>&1 &")

    def typed_keys_reach_shell(self):
        self.run("rm -f /tmp/typed")
        self.type(["ret", "t", "o", "u", "c", "h", "spc", "slash", "t", "m", "p", "slash", "t", "y", "p", "e", "d", "ret"])
        time.sleep(0.6)
        return self.run("test -e /tmp/typed")[0] == 0

    def fingers(self, ranges):
        """A touchscreen with these ranges of its axes; `touch` moves fingers on it."""
        self.check("mkfifo /tmp/fingers")
        self.start("sh -c 'guesttool touch %s </tmp/fingers'" % ranges, "touch")
        self.check("exec 4>/tmp/fingers")
        self.wait_for_log("READY", "touch")

    def touch(self, *commands):
        """All at once: a finger that rests for a quarter of a second starts something else."""
        self.check("printf '%s\\n' >&4" % "\\n".join(commands))

    def uptime(self):
        return float(self.check("cut -d' ' -f1 /proc/uptime"))

    def processor_milliseconds(self, number):
        """What a process has used, in ticks of 10 ms."""
        fields = self.check("cat /proc/%d/stat" % number).rpartition(")")[2].split()
        return 10 * (int(fields[11]) + int(fields[12]))
