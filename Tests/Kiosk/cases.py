"""The kiosk's promises, one case each; `run.py` runs them. A case returns what is worth printing."""
import os
import re
import time

from bench import FORBIDDEN, PROGRAM, Kiosk
from picture import Picture


def padded_rows():
    """1: rows that are longer than the picture do not shear, at 16, 24 and 32 bits, channels in BGR order."""
    with Kiosk("vfb", module_options={"vfb": "vfb_enable=1 videomemorysize=8388608"}) as kiosk:
        for width, height, row, bits in ((800, 480, 1000, 16), (801, 333, 803, 24), (640, 400, 700, 32)):
            mode = kiosk.check("guesttool vfb %d %d %d %d" % (width, height, row, bits))
            line = int(re.search(r"line=(\d+)", mode).group(1))
            assert line > width * bits // 8, mode
            kiosk.launch("--backend fbdev", wait=False)
            kiosk.wait_for_log("FRAME fbdev /dev/fb0 %dx%d, %d bits" % (width, height, bits))
            shown = framebuffer_contents(kiosk, mode)
            painted = kiosk.painted()
            if bits == 16:
                assert shown.difference(painted, tolerance=9) == 0, "colours or rows are wrong at 16 bits"
            else:
                assert shown.difference(painted) == 0, "colours or rows are wrong at %d bits" % bits
            kiosk.end()


def framebuffer_contents(kiosk, mode):
    """What the memory of a framebuffer shows, for one that no screendump reaches."""
    number = {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)\b(?!:)", mode)}
    fields = [tuple(map(int, re.search(name + r"=(\d+):(\d+)", mode).groups())) for name in ("red", "green", "blue")]
    kiosk.check("cat /dev/fb0 >/share/memory")
    with open(os.path.join(kiosk.share, "memory"), "rb") as file:
        memory = file.read()
    size = number["bits"] // 8
    pixels = bytearray()
    for y in range(number["height"]):
        for x in range(number["width"]):
            at = y * number["line"] + x * size
            value = int.from_bytes(memory[at:at + size], "little")
            for offset, length in fields:
                most = (1 << length) - 1
                pixels.append((value >> offset & most) * 255 // most)
    return Picture(number["width"], number["height"], bytes(pixels))


# VESA mode, bits, how far a pixel may be off, the emulator's white: it shows 5 bits of 15 without repeating them.
DEPTHS = ((0x314, 16, 9, 255), (0x310, 16, 9, 248), (0x315, 24, 0, 255), (0x343, 32, 0, 255), (0x301, 8, 52, 255))


def depths(modes=DEPTHS):
    """2: vesa framebuffers at 565, 555, 24 bits, 32 with an alpha field, and a palette show right colours."""
    notes = []
    for mode, bits, step, white in modes:
        with Kiosk("vesa", mode=mode) as kiosk:
            kiosk.launch()
            assert "FRAME fbdev" in kiosk.log() and "%d bits" % bits in kiosk.log(), kiosk.log()
            assert "may tear" in kiosk.log()
            painted = kiosk.painted().scaled(white)
            kiosk.wait_for_screen(lambda screen: screen.difference(painted, tolerance=step) == 0)
            mean = kiosk.screen().mean_difference(painted)
            assert mean < (1.0 if bits > 8 else 3.0), "mean difference %.2f at %d bits" % (mean, bits)
            notes.append("%#x: %.2f" % (mode, mean))
    return "mean difference of 8 × 8 blocks " + ", ".join(notes)


def one_vesa_depth():
    """2, shortened: one framebuffer of 16 bits."""
    return depths(DEPTHS[:1])


def card_with_16_bits():
    """2: a card whose console has 16 bits."""
    with Kiosk("cirrus", size=(800, 480)) as kiosk:
        kiosk.launch()
        painted = kiosk.painted()
        kiosk.wait_for_screen(lambda screen: screen.difference(painted, tolerance=9) == 0)
        return re.search("FRAME (.*)", kiosk.log()).group(1)


def nothing_over_the_chart():
    """3: no cursor, kernel text or prompt over the chart; typed keys reach no shell."""
    for display, options in (("bochs", ""), ("bochs", "--backend fbdev")):
        with Kiosk(display) as kiosk:
            kiosk.shell_on_console()
            assert kiosk.typed_keys_reach_shell(), "the test itself does not type"
            kiosk.launch(options)
            kiosk.shows_painted()
            kiosk.check("echo a line of text >/dev/tty1; echo '<1>a message of the kernel' >/dev/kmsg")
            time.sleep(1)
            kiosk.shows_painted(seconds=1)
            assert not kiosk.typed_keys_reach_shell(), "typed keys reached the shell"


def killed():
    """4: after SIGTERM, SIGSEGV and SIGKILL the keyboard works and the console is text."""
    for display, options in (("bochs", ""), ("virtio", ""), ("bochs", "--backend fbdev")):
        with Kiosk(display) as kiosk:
            kiosk.shell_on_console()
            kiosk.check("printf '\\033[41m\\033[2J' >/dev/tty1")
            kiosk.wait_for_screen(lambda screen: screen.pixel(1000, 500)[1:] == (0, 0))
            for signal in ("TERM", "SEGV", "KILL"):
                number = kiosk.launch(options, name="program-" + signal)
                kiosk.wait_for_screen(lambda screen: screen.pixel(2, 2) == (255, 255, 255))
                assert "display=graphics" in kiosk.console()
                kiosk.check("kill -%s %d" % (signal, number))
                kiosk.wait_for_output("pidof kioskdemo || echo gone", "gone")
                kiosk.wait_for_output("guesttool console", "display=text keyboard=on switching=free", 3)
                kiosk.check("printf '\\033[41m\\033[2J' >/dev/tty1")
                kiosk.wait_for_screen(lambda screen: screen.pixel(1000, 500)[1:] == (0, 0))
                assert kiosk.typed_keys_reach_shell(), "the keyboard is dead after SIG" + signal


def console_switching(displays=("virtio", "bochs")):
    """5: Ctrl-Alt-F2 shows that console, and back shows the chart, twenty times in a row."""
    for display in displays:
        with Kiosk(display) as kiosk:
            kiosk.check("printf '\\033[44m\\033[2Jthe other console\\n' >/dev/tty2")
            number = kiosk.launch()
            kiosk.shows_painted()
            for round in range(20):
                kiosk.press("ctrl", "alt", "f2")
                kiosk.wait_for_output("guesttool console", "front=2 display=text", 5)
                if round % 5 == 0:
                    kiosk.wait_for_screen(lambda screen: screen.pixel(1000, 300)[0] == 0, 5)
                    # What is typed there is not for the chart.
                    kiosk.press("q")
                kiosk.press("ctrl", "alt", "f1")
                kiosk.wait_for_output("guesttool console /dev/tty1", "front=1 display=graphics", 5)
            kiosk.shows_painted(seconds=5)
            kiosk.press("left")
            kiosk.shows_painted(seconds=5)
            kiosk.check("kill -0 %d" % number)


def without_console():
    """6: started with no console it runs, stays on DRM and does not spin."""
    with Kiosk("bochs") as kiosk:
        make_user(kiosk)
        kiosk.check("chgrp video /dev/dri/card0; chgrp input /dev/input/event*; chmod 660 /dev/dri/card0 /dev/input/event*")
        kiosk.check("chmod 600 /dev/tty*; chmod 666 /tmp/control; chmod 777 /share; chmod 666 /dev/null")
        kiosk.start("su kiosk -c 'kioskdemo --no-shift --control /tmp/control'")
        text = kiosk.wait_for_log("FRAME DRM")
        assert "NOTE no console of our own" in text, text
        kiosk.shows_painted()
        number = int(kiosk.check("pidof kioskdemo").split()[0])
        before = kiosk.processor_milliseconds(number)
        time.sleep(5)
        used = kiosk.processor_milliseconds(number) - before
        assert used <= 50, "%d ms of processor time in 5 s of doing nothing" % used
        kiosk.press("left")
        kiosk.wait_for_log(r"EVENT key\(ScoreDrawing.Key.left")
        return "%d ms of processor time in 5 idle seconds" % used


def make_user(kiosk):
    kiosk.check("printf 'root:x:0:0::/:/bin/sh\\nkiosk:x:1000:1000::/tmp:/bin/sh\\n' >/etc/passwd")
    kiosk.check("printf 'root:x:0:\\nvideo:x:44:kiosk\\ninput:x:104:kiosk\\nkiosk:x:1000:\\n' >/etc/group")


def displays_come_and_go():
    """7: pulled and plugged again, off at boot, swapped for another size: comes back, native, still turned."""
    with Kiosk("virtio", can_resize=True) as kiosk:
        number = kiosk.launch("--rotate 90")
        kiosk.shows_painted(turned=90)
        for width, height in ((800, 480), (1280, 720)):
            kiosk.swap_display(width, height)
            kiosk.wait_for_log("FRAME .* %dx%d@" % (width, height))
            screen = kiosk.shows_painted(turned=90)
            assert (screen.width, screen.height) == (width, height)
        kiosk.set_connected(False)
        time.sleep(1)
        kiosk.press("left")
        kiosk.set_connected(True)
        kiosk.shows_painted(turned=90)
        kiosk.check("kill -0 %d" % number)
    with Kiosk("bochs", size=(800, 480), options="video=Virtual-1:d") as kiosk:
        kiosk.launch("--rotate 180")
        assert "no display is plugged in" in kiosk.log()
        kiosk.set_connected(True)
        kiosk.wait_for_log("FRAME .* 800x480@")
        kiosk.shows_painted(turned=180)


def every_change_is_shown(displays=("virtio", "bochs")):
    """8: every change reaches the screen, and it is the painter's picture to the last pixel."""
    for display in displays:
        with Kiosk(display) as kiosk:
            kiosk.launch()
            kiosk.shows_painted()
            for key in ("left", "pgup", "right", "t", "home", "end", "t", "left", "left", "y"):
                kiosk.press(key)
                kiosk.shows_painted(seconds=5)
            kiosk.wheel(2)
            kiosk.wait_for_log("EVENT wheel", count=2)
            # The pointer is shown with the first motion; the corner it goes to is outside what is compared.
            before = kiosk.painted()
            kiosk.drag(200, 0)
            kiosk.wait_for_log("EVENT pointerUp")
            assert kiosk.painted().difference(before) > 1000, "dragging moved nothing"


def no_torn_pictures():
    """9: none of 40 screendumps, each of one instant, shows parts of two pictures."""
    notes = []
    for display in ("bochs", "virtio"):
        with Kiosk(display) as kiosk:
            kiosk.launch("--flash")
            time.sleep(0.5)
            torn, seen = 0, set()
            for _ in range(40):
                colors = kiosk.screen(frozen=True).colors()
                torn += len(colors) > 1
                seen |= colors
            assert torn == 0, "%d of 40 torn on %s" % (torn, display)
            assert len(seen) > 3, "nothing moved"
            kiosk.end()
            notes.append(display + " " + re.search("BYE (.*)", kiosk.log()).group(1))
    return ", ".join(notes)


def touch():
    """10: touch lands where it shows at all four rotations, with ranges that are not the panel's pixels."""
    with Kiosk("bochs", size=(800, 480)) as kiosk:
        kiosk.check("mkfifo /tmp/fingers")
        kiosk.start("sh -c 'guesttool touch -1000 3095 100 1123 </tmp/fingers'", "touch")
        kiosk.check("exec 4>/tmp/fingers")
        kiosk.wait_for_log("READY", "touch")
        for rotation in (0, 90, 180, 270):
            name = "touch-%d" % rotation
            kiosk.launch("--rotate %d --scale 1" % rotation, name)
            kiosk.shows_painted(turned=rotation)
            # A quarter from the panel's left, an eighth from its top.
            kiosk.check("printf 'down 0 24 228\\nup 0\\n' >&4")
            text = kiosk.wait_for_log(r"pointerDown", name)
            x, y = map(float, re.search(r"pointerDown\(ScoreDrawing.ViewPoint\(x: ([\d.]+), y: ([\d.]+)\)", text).groups())
            assert "PointerDevice.touch" in text
            wanted = {0: (200, 60), 90: (60, 600), 180: (600, 420), 270: (420, 200)}[rotation]
            assert abs(x - wanted[0]) < 1.5 and abs(y - wanted[1]) < 1.5, (rotation, x, y)
            before = kiosk.painted()
            # To the right in the picture: back in time.
            steps = range(8) if rotation < 180 else range(8, 0, -1)
            places = ["0 %d %d" % (1000 + step * 60, 400 + step * 60) for step in steps]
            # All at once: a finger that rests for a quarter of a second starts something else.
            script = "down %s\\n%sup 0\\n" % (places[0], "".join("move %s\\nwait 16\\n" % place for place in places))
            kiosk.check("printf '%s' >&4" % script)
            kiosk.wait_for_log("pointerUp", name, count=2)
            assert kiosk.painted().difference(before) > 500, "dragging moved nothing"
            kiosk.shows_painted(turned=rotation)
            kiosk.end()


def devices_come_later():
    """11: a keyboard, a mouse and a touchscreen that are plugged in later work; a key held while unplugging does not stick."""
    with Kiosk("bochs", input_devices=()) as kiosk:
        kiosk.launch()
        kiosk.plug("keyboard", "keys")
        kiosk.plug("mouse", "mouse")
        kiosk.wait_for_output("ls /dev/input", "event1")
        time.sleep(0.5)
        kiosk.press("left")
        kiosk.wait_for_log(r"EVENT key\(ScoreDrawing.Key.left")
        kiosk.move(10, 10)
        kiosk.wait_for_log("EVENT pointerMoved")
        kiosk.check("mkfifo /tmp/fingers")
        kiosk.start("sh -c 'guesttool touch 0 799 0 479 </tmp/fingers'", "touch")
        kiosk.check("exec 4>/tmp/fingers")
        kiosk.wait_for_log("READY", "touch")
        time.sleep(0.5)
        kiosk.check("printf 'down 0 24 228\\nup 0\\n' >&4")
        kiosk.wait_for_log("PointerDevice.touch")
        kiosk.hold("right")
        kiosk.wait_for_log(r"Key.right.*isRepeat: true")
        kiosk.unplug("keys")
        time.sleep(2)
        repeats = len(re.findall("isRepeat: true", kiosk.log()))
        time.sleep(1)
        assert len(re.findall("isRepeat: true", kiosk.log())) == repeats, "a key that is not there repeats"


def blanking():
    """12: lights up on a blanked console, is not blanked by consoleblank; sleep powers off and input wakes."""
    for options in ("", "--backend fbdev"):
        with Kiosk("bochs", options="consoleblank=2") as kiosk:
            kiosk.check("printf '\\033[41m\\033[2J' >/dev/tty1")
            kiosk.wait_for_screen(lambda screen: screen.is_black())
            kiosk.launch(options)
            kiosk.shows_painted()
            time.sleep(5)
            kiosk.shows_painted(seconds=1)
            kiosk.end()
    with Kiosk("bochs") as kiosk:
        kiosk.launch("--sleep 00:00-23:59")
        kiosk.wait_for_output("cat /sys/class/drm/card0-Virtual-1/dpms", "Off")
        # The emulator shows a display that is off as a small one with a remark.
        kiosk.wait_for_screen(lambda screen: (screen.width, screen.height) == (640, 480))
        kiosk.press("left")
        kiosk.shows_painted()
        assert "On" in kiosk.check("cat /sys/class/drm/card0-Virtual-1/dpms")
        assert "Key.left" in kiosk.log()


def errors():
    """13: one line and status 3: no display device, no permission, another program holds the screen."""
    with Kiosk("none") as kiosk:
        status, text = kiosk.run("kioskdemo")
        assert status == 3 and "no display" in text and text.count("\n") == 1, text
    with Kiosk("bochs") as kiosk:
        status, text = kiosk.run("kioskdemo --mode 641x480")
        assert status == 3 and "has no mode 641x480; it has 1024x600@" in text, text
        status, text = kiosk.run("kioskdemo --connector DP-9")
        assert status == 3 and "there is no connector DP-9; there is Virtual-1" in text, text
        make_user(kiosk)
        for device, group in (("/dev/dri/card0", "video"), ("/dev/fb0", "video")):
            status, text = kiosk.run("su kiosk -c 'kioskdemo --device %s' 2>&1 >/dev/null" % device)
            assert status == 3 and "group %s" % group in text and device in text, text
        kiosk.launch()
        status, text = kiosk.run("kioskdemo")
        assert status == 3 and "another program holds the screen" in text, text
        kiosk.shows_painted()
        assert "display=graphics" in kiosk.console(), "the second one took the console away"
        kiosk.end()
        kiosk.launch("--backend fbdev", name="framebuffer")
        status, text = kiosk.run("kioskdemo --backend fbdev")
        assert status == 3 and "another program holds the screen" in text, text
        assert "display=graphics" in kiosk.console(), "the second one took the console away"


def start_up():
    """14: the first frame does not wait for entropy; size of the program, what is in the guest, times and memory."""
    for hasRandom in (True, False):
        with Kiosk("bochs", size=(1920, 1080), has_random=hasRandom) as kiosk:
            bad = [name for name in kiosk.guest_files if FORBIDDEN.search(name)]
            assert not bad, "the guest has " + ", ".join(bad)
            # The kernel gathers entropy once somebody waits for it, which Swift's hash seed must not do.
            # (What reads the font folders' names, libexpat, does: up to a second where there is no random number
            # generator at all.)
            kiosk.run("kioskdemo --nonsense")
            assert hasRandom or "crng init done" not in kiosk.check("dmesg"), "the program waited for entropy"
            before = float(kiosk.check("cut -d' ' -f1 /proc/uptime"))
            number = kiosk.launch("--scores 1000")
            kiosk.wait_for_screen(lambda screen: screen.pixel(2, 2) == (255, 255, 255))
            seconds = float(kiosk.check("cut -d' ' -f1 /proc/uptime")) - before
            kiosk.shows_painted()
            status = kiosk.check("cat /proc/%d/status" % number)
            resident = int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) // 1024
            used = kiosk.processor_milliseconds(number)
            time.sleep(5)
            idle = kiosk.processor_milliseconds(number) - used
            assert idle <= 50, "%d ms in 5 idle seconds" % idle
            if hasRandom:
                first, memory = seconds, resident
    return "program %.1f MB; start to picture %.1f s emulated (%.1f without random numbers); %d MB resident; idle %d ms in 5 s" % (
        os.path.getsize(PROGRAM) / 1e6, first, seconds, memory, idle)


ALL = [
    padded_rows, depths, one_vesa_depth, card_with_16_bits, nothing_over_the_chart, killed, console_switching,
    without_console, displays_come_and_go, every_change_is_shown, no_torn_pictures, touch, devices_come_later, blanking,
    errors, start_up]
# What continuous integration runs, in less than four minutes.
SHORT = [every_change_is_shown, one_vesa_depth, killed, console_switching, errors, start_up]
