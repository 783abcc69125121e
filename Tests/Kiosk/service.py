"""The kiosk as a service: a machine whose first process is systemd, and the unit that is installed with the program."""
import os
import re
import time

from bench import ROOT, Kiosk
from machine import SERVE_BESIDE

UNIT = "scoreview-kiosk.service"
FOLDER = "/lib/systemd/"
PROGRAMS = [FOLDER + "systemd", FOLDER + "systemd-executor", "/bin/systemctl"]
# What a system boots through; no udev, no journal, no bus.
UNITS = ["basic.target", "sysinit.target", "local-fs.target", "swap.target", "paths.target", "slices.target",
         "sockets.target", "timers.target", "multi-user.target", "shutdown.target", "umount.target"]
# A file and a log that the test can reach, and a watchdog that bites soon.
CHANGES = """[Service]
ExecStart=
ExecStart=/bin/scoreview --kiosk --verbose --ticker=off --pixel-shift=off /data/scores.csv
StandardOutput=append:/tmp/program.log
StandardError=append:/tmp/program.log
WatchdogSec=4
PrivateTmp=no
"""


def service():
    """The unit: ready with the first picture, started anew when it is killed or hangs, and the console back at the end."""
    with ServiceKiosk() as kiosk:
        kiosk.wait_for_state("active")
        kiosk.wait_for_log("showing on DRM")
        kiosk.shows(seconds=1)
        assert "display=graphics" in kiosk.console(), kiosk.console()
        unit = kiosk.show("StatusText", "MainPID", "NRestarts")
        assert unit["StatusText"].startswith("DRM /dev/dri/card0"), unit
        # It keeps on telling that it is alive though nothing happens.
        time.sleep(6)
        assert kiosk.show("NRestarts")["NRestarts"] == "0", kiosk.log()
        restarts = 0
        for signal in ("KILL", "SEGV", "STOP"):
            kiosk.check("kill -%s %s" % (signal, kiosk.show("MainPID")["MainPID"]))
            restarts += 1
            kiosk.wait_for_output("systemctl show -p NRestarts " + UNIT, "NRestarts=%d" % restarts, 30)
            kiosk.wait_for_state("active")
            kiosk.shows(seconds=2)
        # Nobody switches it off with a key either.
        kiosk.press("q")
        kiosk.wait_for_output("systemctl show -p NRestarts " + UNIT, "NRestarts=%d" % (restarts + 1), 30)
        kiosk.wait_for_state("active")
        kiosk.shows(seconds=2)
        kiosk.press("left")
        kiosk.shows(*kiosk.at(-2))
        kiosk.check("systemctl stop " + UNIT)
        assert "display=text keyboard=on switching=free" in kiosk.console(), kiosk.console()
        # Another user, in the groups of the devices: the console is that user's, too.
        kiosk.check("chgrp video /dev/dri/card0; chgrp input /dev/input/event*; chmod 660 /dev/dri/card0 /dev/input/event*")
        kiosk.change("$ a User=kiosk")
        kiosk.check("chmod 666 /tmp/program.log; systemctl start " + UNIT)
        kiosk.wait_for_state("active")
        kiosk.shows(seconds=2)
        assert "display=graphics" in kiosk.console() and "no console" not in kiosk.log(), kiosk.log()
        kiosk.press("left")
        kiosk.shows(*kiosk.at(-2))
        kiosk.check("systemctl stop " + UNIT)
        assert "display=text keyboard=on switching=free" in kiosk.console(), kiosk.console()
        # A wrong command line stays wrong: no loop of restarts.
        kiosk.change("s/--verbose/--nonsense/")
        kiosk.run("systemctl start " + UNIT)
        kiosk.wait_for_state("failed")
        time.sleep(3)
        assert kiosk.show("NRestarts")["NRestarts"] == "0"
        return unit["StatusText"]


class ServiceKiosk(Kiosk):
    def __init__(self):
        assert os.path.exists(PROGRAMS[0]), "there is no %s: install the package systemd" % PROGRAMS[0]
        files = {path.lstrip("/"): path for path in PROGRAMS if os.path.exists(path)}
        files.update({FOLDER.lstrip("/") + "system/" + name: FOLDER + "system/" + name for name in UNITS})
        with open(os.path.join(ROOT, "assets", UNIT)) as file:
            unit = file.read()
        texts = {
            "etc/systemd/system/" + UNIT: unit,
            "etc/systemd/system/%s.d/test.conf" % UNIT: CHANGES,
            "etc/systemd/system/multi-user.target.d/kiosk.conf": "[Unit]\nWants=%s\n" % UNIT,
            "etc/passwd": "root:x:0:0::/:/bin/sh\nkiosk:x:1000:1000::/tmp:/bin/sh\n",
            "etc/group": "root:x:0:\nvideo:x:44:\ninput:x:104:\nkiosk:x:1000:\n",
            "etc/os-release": "ID=test\n"}
        super().__init__(files=files, texts=texts, init=SERVE_BESIDE, options="systemd.unit=multi-user.target")

    def show(self, *properties):
        text = self.check("systemctl show %s %s" % (" ".join("-p " + name for name in properties), UNIT))
        return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)

    def change(self, edit):
        self.check("sed -i '%s' /etc/systemd/system/%s.d/test.conf; systemctl daemon-reload" % (edit, UNIT))

    def wait_for_state(self, state):
        self.wait_for_output("systemctl is-active " + UNIT, r"(^|\n)%s\n" % re.escape(state), 30)
