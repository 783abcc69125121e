"""A throw-away virtual machine with a real framebuffer, graphics card and input devices."""
import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import time

from initramfs import Archive
from kernel import kernel
from picture import Picture

EMULATOR = "qemu-system-x86_64"
# RDRAND: Debian's machines have it; without it the first reader of random numbers waits for entropy.
PROCESSOR = "qemu64,+ssse3,+sse4.1,+sse4.2,+popcnt"
KERNEL_OPTIONS = "console=ttyS0 quiet panic=-1 tsc=unstable no_timer_check mitigations=off"
MODULES = ["evdev", "virtio_pci", "virtio_input", "uinput", "9pnet_virtio", "9p"]

# name: (modules, the emulator's device, kernel options)
DISPLAYS = {
    "bochs": (["bochs"], "VGA,vgamem_mb=128,edid=on,xres={width},yres={height}", ""),
    "virtio": (["virtio_gpu"], "virtio-vga,edid=on,xres={width},yres={height}", ""),
    "cirrus": (["cirrus"], "cirrus-vga,vgamem_mb=16", "video={width}x{height}"),
    "vesa": ([], "VGA,vgamem_mb=64", "vga={mode}"),
    "vfb": (["vfb"], None, "fbcon=map:9"),
    "none": ([], None, ""),
}

START = r"""#!/bin/busybox sh
/bin/busybox mount -t devtmpfs none /dev
/bin/busybox --install -s /bin
export PATH=/bin HOME=/tmp
mkdir -p /dev/pts /proc /sys /tmp /run /share /etc
mount -t proc none /proc; mount -t sysfs none /sys; mount -t tmpfs none /tmp; mount -t devpts none /dev/pts
for module in $(cat /modules/order); do insmod /modules/$module.ko $(cat /modules/$module.options 2>/dev/null); done
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144 share /share
stty -F /dev/ttyS1 raw -echo
exec 3<>/dev/ttyS1
echo "<<up $(cut -d' ' -f1 /proc/uptime)>>" >&3
serve() {
  while read -r line <&3; do
    eval "$(echo "$line" | base64 -d)" >/tmp/answer 2>&1 </dev/null
    status=$?
    cat /tmp/answer >&3
    echo "<<status $status>>" >&3
  done
  poweroff -f
}
"""
SERVE = "serve\n"
# The service manager as process 1, its own way of starting things, and us beside it.
SERVE_BESIDE = "serve &\nexec 3>&-\nexec /lib/systemd/systemd\n"


class Machine:
    """Starts at once; use it in a `with` statement.

    display   one of DISPLAYS; `mode` is the VESA mode for "vesa"
    files     {path in the guest: path on the host}; programs bring the libraries they are linked to
    folders   folders of the host that the guest has at the same place
    texts     {path in the guest: contents}
    init      what the guest does at last: SERVE or SERVE_BESIDE
    """

    def __init__(self, display="bochs", size=(960, 540), mode=0x317, files=None, folders=(), options="",
                 module_options=None, has_random=True, can_resize=False, memory=384, input_devices=("mouse", "keyboard"),
                 texts=None, init=SERVE):
        started = time.monotonic()
        self.folder = tempfile.mkdtemp(prefix="kiosk.")
        self.share = os.path.join(self.folder, "share")
        os.mkdir(self.share)
        linux = kernel()
        modules, device, needed = DISPLAYS[display]
        values = {"width": size[0], "height": size[1], "mode": mode}
        archive = self._file_system(linux, MODULES + modules, files or {}, folders, module_options or {})
        texts = dict(texts or {}, init=START + init)
        for path, text in texts.items():
            archive.file(path, text.encode())
        archive.write(self._path("initramfs"))
        self.guest_files = archive.names()
        image = linux.image if display == "vesa" else linux.elf
        command = [
            EMULATOR, "-nodefaults", "-no-reboot", "-accel", "tcg", "-m", str(memory),
            "-cpu", PROCESSOR + (",+rdrand" if has_random else ""), "-kernel", image,
            "-initrd", self._path("initramfs"), "-display", "vnc=unix:" + self._path("vnc") if can_resize else "none",
            "-append", " ".join([KERNEL_OPTIONS, needed.format(**values), options]),
            "-serial", "file:" + self._path("console.log"),
            "-chardev", "socket,id=shell,server=on,wait=off,path=" + self._path("shell"), "-serial", "chardev:shell",
            "-chardev", "socket,id=qmp,server=on,wait=off,path=" + self._path("qmp"), "-mon", "chardev=qmp,mode=control",
            "-virtfs", "local,path=%s,mount_tag=share,security_model=none" % self.share]
        if device:
            command += ["-device", device.format(**values)]
        for name in input_devices:
            command += ["-device", "virtio-%s-pci" % name]
        self._log = open(self._path("qemu.log"), "w+")
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log)
        try:
            self._shell = self._connected("shell")
            self._monitor = self._connected("qmp").makefile("rw")
            self._monitor.readline()
            self.monitor("qmp_capabilities")
            self._received = b""
            self.guest_seconds = float(self._wait_for(rb"<<up ([\d.]+)>>\r?\n", 120).group(1))
        except BaseException:
            print(self.console_log()[-3000:])
            self.close()
            raise
        self.boot_seconds = time.monotonic() - started

    def _path(self, name):
        return os.path.join(self.folder, name)

    def _file_system(self, linux, modules, files, folders, module_options):
        archive = Archive()
        archive.console_device()
        archive.copy("/bin/busybox", "bin/busybox")
        loaded = linux.module_list(modules)
        for name, contents in loaded:
            archive.file("modules/%s.ko" % name, contents)
        archive.file("modules/order", " ".join(name for name, _ in loaded).encode())
        for name, text in module_options.items():
            archive.file("modules/%s.options" % name, text.encode())
        for path, source in files.items():
            archive.copy(source, path)
        for folder in folders:
            for parent, _, names in os.walk(folder):
                for name in names:
                    archive.copy(os.path.join(parent, name))
        return archive

    # Talking to the guest

    def _connected(self, name):
        connection = socket.socket(socket.AF_UNIX)
        for _ in range(400):
            try:
                connection.connect(self._path(name))
                return connection
            except OSError:
                if self._process.poll() is not None:
                    break
                time.sleep(0.02)
        self._log.seek(0)
        raise RuntimeError("the emulator did not start: " + self._log.read())

    def _wait_for(self, pattern, seconds):
        end = time.monotonic() + seconds
        while True:
            match = re.search(pattern, self._received)
            if match:
                self._before, self._received = self._received[:match.start()], self._received[match.end():]
                return match
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError("the guest said only: %r" % self._received[-800:])
            self._shell.settimeout(left)
            try:
                data = self._shell.recv(65536)
            except socket.timeout:
                continue
            if not data:
                raise RuntimeError("the guest ended: " + self.console_log()[-2000:])
            self._received += data

    def run(self, command, seconds=60):
        """Runs a shell command: (status, what it printed)."""
        self._shell.sendall(base64.b64encode(command.encode()) + b"\n")
        status = int(self._wait_for(rb"<<status (\d+)>>\r?\n", seconds).group(1))
        return status, self._before.decode("utf-8", "replace").replace("\r\n", "\n")

    def check(self, command, seconds=60):
        """Runs a shell command that must succeed; what it printed."""
        status, text = self.run(command, seconds)
        assert status == 0, "%s: status %d: %s" % (command, status, text)
        return text

    def start(self, command, name="program", before=""):
        """Starts a program in the background; its number. Its output is read with `log`."""
        text = self.check("%s ( exec %s ) >/tmp/%s.log 2>&1 </dev/null & echo $!" % (before, command, name))
        return int(text.split()[-1])

    def log(self, name="program"):
        return self.run("cat /tmp/%s.log" % name)[1]

    def wait_for_log(self, pattern, name="program", seconds=30, count=1):
        end = time.monotonic() + seconds
        while True:
            text = self.log(name)
            if len(re.findall(pattern, text)) >= count:
                return text
            if time.monotonic() > end:
                raise AssertionError("no %r in:\n%s" % (pattern, text[-3000:]))
            time.sleep(0.1)

    def console_log(self):
        try:
            with open(self._path("console.log"), errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def monitor(self, command, **arguments):
        self._monitor.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._monitor.flush()
        while True:
            answer = json.loads(self._monitor.readline())
            if "error" in answer:
                raise RuntimeError("%s: %s" % (command, answer["error"]["desc"]))
            if "return" in answer:
                return answer["return"]

    # Looking

    def screen(self, frozen=False):
        """What the display shows; frozen: at one instant, for torn pictures."""
        if frozen:
            self.monitor("stop")
        self.monitor("screendump", filename=self._path("screen.ppm"))
        if frozen:
            self.monitor("cont")
        return Picture.read(self._path("screen.ppm"))

    def wait_for_screen(self, check, seconds=15):
        """Takes screendumps until `check` is true of one, and returns that; drivers copy up to 100 ms later."""
        end = time.monotonic() + seconds
        while True:
            picture = self.screen()
            if check(picture):
                return picture
            if time.monotonic() > end:
                failed = os.path.join(tempfile.gettempdir(), "kiosk-failed-%d.png" % time.monotonic())
                picture.write_png(failed)
                raise AssertionError("the screen never showed it; the last one is " + failed)
            time.sleep(0.1)

    def wait_for_output(self, command, pattern, seconds=15):
        end = time.monotonic() + seconds
        while True:
            text = self.run(command)[1]
            if re.search(pattern, text):
                return text
            if time.monotonic() > end:
                raise AssertionError("%s never printed %r but: %s" % (command, pattern, text))
            time.sleep(0.1)

    # Input

    def _send(self, *events):
        self.monitor("input-send-event", events=list(events))

    def press(self, *keys):
        """Presses keys together and lets go, by QEMU's names."""
        for isDown in (True, False):
            for key in keys if isDown else reversed(keys):
                self._send({"type": "key", "data": {"down": isDown, "key": {"type": "qcode", "data": key}}})
            time.sleep(0.04)

    def type(self, keys):
        for key in keys:
            self.press(key)

    def hold(self, key, isDown=True):
        self._send({"type": "key", "data": {"down": isDown, "key": {"type": "qcode", "data": key}}})

    def move(self, dx, dy):
        self._send({"type": "rel", "data": {"axis": "x", "value": dx}}, {"type": "rel", "data": {"axis": "y", "value": dy}})
        time.sleep(0.03)

    def button(self, isDown, name="left"):
        self._send({"type": "btn", "data": {"down": isDown, "button": name}})
        time.sleep(0.03)

    def wheel(self, notches):
        for _ in range(abs(notches)):
            for isDown in (True, False):
                self.button(isDown, "wheel-up" if notches > 0 else "wheel-down")

    def drag(self, dx, dy, steps=10, rest=0):
        """Drags the mouse; without a rest before the button goes up, what is held flies on."""
        self.button(True)
        for step in range(steps):
            self.move(dx * (step + 1) // steps - dx * step // steps, dy * (step + 1) // steps - dy * step // steps)
        time.sleep(rest)
        self.button(False)

    def plug(self, device, name):
        self.monitor("device_add", driver="virtio-%s-pci" % device, id=name)

    def unplug(self, name):
        self.monitor("device_del", id=name)

    # Displays that come and go

    def set_connected(self, isConnected, connector="card0-Virtual-1"):
        self.check("echo %s >/sys/class/drm/%s/status; echo change >/sys/class/drm/card0/uevent" % (
            "detect" if isConnected else "off", connector))

    def swap_display(self, width, height):
        """Another display size on "virtio" with `can_resize`: asks for it as a VNC viewer does."""
        viewer = socket.socket(socket.AF_UNIX)
        viewer.connect(self._path("vnc"))

        def read(count):
            data = b""
            while len(data) < count:
                data += viewer.recv(count - len(data))
            return data
        read(12)
        viewer.sendall(b"RFB 003.008\n")
        read(read(1)[0])
        viewer.sendall(b"\x01")
        read(4)
        viewer.sendall(b"\x01")
        read(struct.unpack(">20xI", read(24))[0])
        viewer.sendall(struct.pack(">BxHi", 2, 1, -308))
        viewer.sendall(struct.pack(">BxHHBxIHHHHI", 251, width, height, 1, 0, 0, 0, width, height, 0))
        time.sleep(0.5)
        viewer.close()

    # The end

    def close(self):
        if self._process.poll() is None:
            try:
                self.monitor("quit")
                self._process.wait(5)
            except Exception:
                self._process.kill()
                self._process.wait()
        self._log.close()
        if "SCOREVIEW_KIOSK_KEEP" not in os.environ:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
