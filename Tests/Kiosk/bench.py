"""What the cases share: machines with the program in them, and the questions they ask it."""
import os
import re
import subprocess
import time

from machine import Machine
from picture import Picture

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAM = os.environ.get("SCOREVIEW_KIOSK_PROGRAM") or os.path.join(ROOT, ".build/release/kioskdemo")
LIBRARIES = "/usr/lib/x86_64-linux-gnu/"
# Opened while the program runs: they and what they are linked to must be in the guest.
TEXT_LIBRARIES = ["libpangocairo-1.0.so.0", "libpangoft2-1.0.so.0", "libfontconfig.so.1"]
FONTS = ["/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/opentype/inter"]
# The kiosk must run without them. (Debian's cairo is linked to client libraries of X: those come with it.)
FORBIDDEN = re.compile(r"lib(SDL|GL|EGL|gbm|drm|udev|input|wayland)[-.\d]|/dri/|udevd|Xorg")

_tool = None


def guest_tool():
    global _tool
    if _tool is None:
        folder = os.path.join(ROOT, ".build/kiosk")
        os.makedirs(folder, exist_ok=True)
        _tool = os.path.join(folder, "guesttool")
        subprocess.run(["gcc", "-O2", "-static", "-o", _tool, os.path.join(HERE, "guest/guesttool.c")], check=True)
    return _tool


class Kiosk(Machine):
    """A machine with the program installed."""

    def __init__(self, display="bochs", **options):
        fonts = [folder for folder in FONTS if os.path.isdir(folder)]
        files = {"bin/kioskdemo": PROGRAM, "bin/guesttool": guest_tool()}
        for name in TEXT_LIBRARIES:
            files[LIBRARIES + name] = LIBRARIES + name
        super().__init__(display, files=files, folders=fonts, **options)
        self.check("mkfifo /tmp/control")
        self._dumps = 0

    def launch(self, options="", name="program", before="", wait=True):
        """Starts the program on a console of its own choosing and waits for its first picture; its number."""
        number = self.start("kioskdemo --no-shift --control /tmp/control %s" % options, name, before)
        if wait:
            self.wait_for_log("FRAME", name)
        return number

    def painted(self):
        """The picture that the painter paints now, without any display."""
        self._dumps += 1
        path = "painted-%d.ppm" % self._dumps
        self.check("echo dump /share/%s >/tmp/control" % path)
        end = time.monotonic() + 20
        while not os.path.exists(os.path.join(self.share, path)):
            assert time.monotonic() < end, "the program does not answer: " + self.log()[-1000:]
            time.sleep(0.05)
        return Picture.read(os.path.join(self.share, path))

    def shows_painted(self, turned=0, seconds=15):
        """Waits until the screen shows exactly what the painter paints; returns the screendump.

        The painter is asked each time: what moves by itself is another picture a moment later.
        """
        def is_painted(screen):
            wanted = self.painted()
            return screen.difference(wanted.turned(turned) if turned else wanted) == 0
        return self.wait_for_screen(is_painted, seconds)

    def console(self):
        return self.check("guesttool console")

    def end(self, seconds=10):
        """Ends the program as a service manager does, and waits until it is gone."""
        self.run("kill $(cat /tmp/number 2>/dev/null) 2>/dev/null; killall kioskdemo")
        self.wait_for_output("pidof kioskdemo || echo gone", "gone", seconds)

    def shell_on_console(self):
        """A shell that reads the first console, as a login has it."""
        self.check("sh -c 'while read -r line; do eval \"$line\"; done' </dev/tty1 >/dev/tty1 2>&1 &")

    def typed_keys_reach_shell(self):
        self.run("rm -f /tmp/typed")
        self.type(["ret", "t", "o", "u", "c", "h", "spc", "slash", "t", "m", "p", "slash", "t", "y", "p", "e", "d", "ret"])
        time.sleep(0.6)
        return self.run("test -e /tmp/typed")[0] == 0

    def processor_milliseconds(self, number):
        """What a process has used, in ticks of 10 ms."""
        fields = self.check("cat /proc/%d/stat" % number).rpartition(")")[2].split()
        return 10 * (int(fields[11]) + int(fields[12]))
