"""The kiosk's promises, one case each; `run.py` runs them. A case returns what is worth printing."""
import os
import re
import time

from bench import COLUMN, Kiosk, automatic_scale, day
from measures import early_in_the_boot, start_up, ticker_cost
from picture import Picture
from timeline import Timeline


def padded_rows():
    """1: rows that are longer than the picture do not shear, at 16, 24 and 32 bits, channels in BGR order."""
    with Kiosk("vfb", module_options={"vfb": "vfb_enable=1 videomemorysize=8388608"}, scale=1) as kiosk:
        for width, height, row, bits in ((800, 480, 1000, 16), (801, 333, 803, 24), (640, 400, 700, 32)):
            mode = kiosk.check("guesttool vfb %d %d %d %d" % (width, height, row, bits))
            line = int(re.search(r"line=(\d+)", mode).group(1))
            assert line > width * bits // 8, mode
            kiosk.launch("--backend fbdev", wait=False)
            kiosk.wait_for_log("showing on fbdev /dev/fb0 %dx%d, %d bits" % (width, height, bits))
            shown = framebuffer_contents(kiosk, mode)
            difference = shown.difference(kiosk.picture(shown), tolerance=9 if bits == 16 else 0)
            assert difference == 0, "colours or rows are wrong at %d bits" % bits
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
        with Kiosk("vesa", mode=mode, scale=2) as kiosk:
            kiosk.launch()
            text = kiosk.log()
            assert "showing on fbdev" in text and "%d bits" % bits in text, text
            assert "may tear" in text, text
            mean = kiosk.shows_nearly(step, white)
            assert mean < (1.0 if bits > 8 else 3.0), "mean difference %.2f at %d bits" % (mean, bits)
            notes.append("%#x: %.2f" % (mode, mean))
    return "mean difference of 8 × 8 blocks " + ", ".join(notes)


def one_vesa_depth():
    """2, shortened: one framebuffer of 16 bits."""
    return depths(DEPTHS[:1])


def card_with_16_bits():
    """2: a card whose console has 16 bits."""
    with Kiosk("cirrus", scale=2) as kiosk:
        kiosk.launch()
        kiosk.shows_nearly(9)
        return re.search("showing on (.*)", kiosk.log()).group(1)


def nothing_over_the_chart():
    """3: no cursor, kernel text or prompt over the chart; typed keys reach no shell."""
    for display, options in (("bochs", ""), ("bochs", "--backend fbdev")):
        with Kiosk(display) as kiosk:
            kiosk.shell_on_console()
            assert kiosk.typed_keys_reach_shell(), "the test itself does not type"
            kiosk.launch(options)
            kiosk.shows()
            kiosk.check("echo a line of text >/dev/tty1; echo '<1>a message of the kernel' >/dev/kmsg")
            time.sleep(1)
            kiosk.shows(seconds=1)
            assert not kiosk.typed_keys_reach_shell(), "typed keys reached the shell"


def killed(displays=(("bochs", ""), ("virtio", ""), ("bochs", "--backend fbdev"))):
    """4: after SIGTERM, SIGSEGV and SIGKILL the keyboard works and the console is text."""
    for display, options in displays:
        with Kiosk(display) as kiosk:
            kiosk.shell_on_console()
            kiosk.check("printf '\\033[41m\\033[2J' >/dev/tty1")
            kiosk.wait_for_screen(lambda screen: screen.pixel(900, 500)[1:] == (0, 0))
            for signal in ("TERM", "SEGV", "KILL"):
                number = kiosk.launch(options, name="program-" + signal)
                kiosk.shows()
                assert "display=graphics" in kiosk.console()
                kiosk.check("kill -%s %d" % (signal, number))
                kiosk.wait_until_gone()
                kiosk.wait_for_output("guesttool console", "display=text keyboard=on switching=free", 3)
                kiosk.check("printf '\\033[41m\\033[2J' >/dev/tty1")
                kiosk.wait_for_screen(lambda screen: screen.pixel(900, 500)[1:] == (0, 0))
                assert kiosk.typed_keys_reach_shell(), "the keyboard is dead after SIG" + signal


def killed_once():
    """4, shortened: one card."""
    killed([("bochs", "")])


def console_switching(displays=("virtio", "bochs")):
    """5: Ctrl-Alt-F2 shows that console, and back shows the chart, twenty times in a row."""
    for display in displays:
        with Kiosk(display) as kiosk:
            kiosk.check("printf '\\033[44m\\033[2Jthe other console\\n' >/dev/tty2")
            number = kiosk.launch()
            kiosk.shows()
            for round in range(20):
                kiosk.press("ctrl", "alt", "f2")
                kiosk.wait_for_output("guesttool console", "front=2 display=text", 5)
                if round % 5 == 0:
                    kiosk.wait_for_screen(lambda screen: screen.pixel(900, 300)[0] == 0, 5)
                    # What is typed there is not for the chart.
                    kiosk.press("q")
                kiosk.press("ctrl", "alt", "f1")
                kiosk.wait_for_output("guesttool console /dev/tty1", "front=1 display=graphics", 5)
            kiosk.shows(seconds=5)
            kiosk.press("left")
            kiosk.shows(*kiosk.at(-2), seconds=5)
            kiosk.check("kill -0 %d" % number)


def console_switching_once():
    """5, shortened: one card."""
    console_switching(["virtio"])


def without_console():
    """6: started with no console it runs, stays on DRM and does not spin."""
    with Kiosk("bochs") as kiosk:
        make_user(kiosk)
        kiosk.check("chgrp video /dev/dri/card0; chgrp input /dev/input/event*; chmod 660 /dev/dri/card0 /dev/input/event*")
        kiosk.check("chmod 600 /dev/tty*; chmod 666 /dev/null")
        kiosk.start("su kiosk -c 'scoreview --kiosk -v --ticker off --pixel-shift off /data/scores.csv'")
        text = kiosk.wait_for_log("showing on DRM")
        assert "no console of our own" in text, text
        kiosk.shows()
        number = int(kiosk.check("pidof scoreview").split()[0])
        before = kiosk.processor_milliseconds(number)
        time.sleep(5)
        used = kiosk.processor_milliseconds(number) - before
        assert used <= 50, "%d ms of processor time in 5 s of doing nothing" % used
        kiosk.press("left")
        kiosk.shows(*kiosk.at(-2))
        return "%d ms of processor time in 5 idle seconds" % used


def make_user(kiosk):
    kiosk.check("printf 'root:x:0:0::/:/bin/sh\\nkiosk:x:1000:1000::/tmp:/bin/sh\\n' >/etc/passwd")
    kiosk.check("printf 'root:x:0:\\nvideo:x:44:kiosk\\ninput:x:104:kiosk\\nkiosk:x:1000:\\n' >/etc/group")


def displays_come_and_go():
    """7: pulled and plugged again, off at boot, swapped for another size: comes back, native, still turned."""
    with Kiosk("virtio", can_resize=True, scale=1) as kiosk:
        number = kiosk.launch("--rotate 90")
        kiosk.shows()
        for width, height in ((800, 480), (1280, 720)):
            kiosk.swap_display(width, height)
            kiosk.wait_for_log("showing on .* %dx%d@" % (width, height))
            screen = kiosk.shows()
            assert (screen.width, screen.height) == (width, height)
        kiosk.set_connected(False)
        time.sleep(1)
        kiosk.press("left")
        kiosk.set_connected(True)
        kiosk.shows(*kiosk.at(-2))
        kiosk.check("kill -0 %d" % number)
    with Kiosk("bochs", size=(800, 480), options="video=Virtual-1:d") as kiosk:
        kiosk.launch("--rotate 180")
        assert "no display is plugged in" in kiosk.log()
        kiosk.set_connected(True)
        kiosk.wait_for_log("showing on .* 800x480@")
        kiosk.shows()


def every_change_is_shown(displays=("virtio", "bochs")):
    """8: every change reaches the screen, and it is the exported picture to the last pixel."""
    for display in displays:
        with Kiosk(display) as kiosk:
            kiosk.launch()
            kiosk.shows()
            newest, zoom = kiosk.at(-1), "--zoom=all"
            for key, options in (
                    ("left", kiosk.at(-2)), ("left", kiosk.at(-3)), ("right", kiosk.at(-2)), ("home", kiosk.at(0)),
                    ("end", newest), ("t", (*newest, "--theme=light")), ("t", newest), ("f", (*newest, zoom)),
                    ("0", newest), ("y", (*newest, "--y-scale=linear")), ("y", newest)):
                kiosk.press(key)
                kiosk.shows(*options, seconds=5)
            kiosk.wheel(2)
            kiosk.shows(*kiosk.at(-5), seconds=5)
            # Nobody has seen the pointer yet: it stands in the middle.
            kiosk.drag(round(2 * COLUMN * automatic_scale(960, 540)), 0, rest=0.3)
            kiosk.shows_beneath_pointer(*kiosk.at(-7), seconds=5)
            time.sleep(8)
            kiosk.shows(*kiosk.at(-7), seconds=8)


def no_torn_pictures():
    """9: none of 40 screendumps of the ticker, each of one instant, shows parts of two pictures."""
    notes = []
    for display in ("bochs", "virtio"):
        with Kiosk(display, size=(800, 480)) as kiosk:
            kiosk.launch("--ticker on")
            kiosk.shows()
            timeline = Timeline(kiosk.scores, kiosk.screen())
            kiosk.wait_for_screen(lambda screen: timeline.travelled(screen) > 0, 20)
            offsets, torn = [], 0
            for _ in range(40):
                offset = timeline.offset(kiosk.screen(frozen=True))
                torn += offset is None
                offsets.append(offset)
                time.sleep(0.05)
            assert torn == 0, "%d of 40 torn on %s" % (torn, display)
            assert len(set(offsets)) > 10, "the ticker stands still: %r" % offsets
            assert offsets == sorted(offsets, reverse=True), "the ticker jumps: %r" % offsets
            # That a torn picture would be seen: the upper half of another one.
            one, other = kiosk.screen(frozen=True), None
            while other is None or timeline.offset(other) == timeline.offset(one):
                other = kiosk.screen(frozen=True)
            half = one.width * 3 * (one.height * 2 // 3)
            assert timeline.offset(Picture(one.width, one.height, one.pixels[:half] + other.pixels[half:])) is None
            notes.append("%s 0 of 40, %d places" % (display, len(set(offsets))))
    return ", ".join(notes)


def touch():
    """10: touch lands where it shows at all four rotations, with ranges that are not the panel's pixels."""
    width, height = 800, 480
    with Kiosk("bochs", size=(width, height), scale=1) as kiosk:
        kiosk.fingers("-1000 3095 100 1123")
        for rotation in (0, 90, 180, 270):
            kiosk.launch("--rotate %d" % rotation, "touch-%d" % rotation)
            kiosk.shows()
            wide = width if rotation in (0, 180) else height

            def place(x, y):
                panel = {0: (x, y), 90: (width - y, x), 180: (width - x, height - y), 270: (y, height - x)}[rotation]
                return "0 %d %d" % (round(panel[0] / width * 4096 - 1000), round(panel[1] / height * 1024 + 100))

            # A tap just this side of the middle between two columns, and just that side.
            for back, x in ((3, kiosk.column(3, wide) + COLUMN / 2 - 2), (2, kiosk.column(3, wide) + COLUMN / 2 + 2)):
                kiosk.touch("down " + place(x, 150), "up 0")
                kiosk.shows("--select=" + day(kiosk.scores - 1 - back), seconds=5)
            # Two columns back, and a rest before the finger leaves.
            path = [place(100 + 12 * step, 200 + 12 * step) for step in range(8)]
            moves = [line for point in path for line in ("move " + point, "wait 16")]
            kiosk.touch("down " + path[0], *moves, "wait 300", "up 0")
            kiosk.shows(*kiosk.at(-3), seconds=5)
            time.sleep(0.5)
            # Let go in motion: it goes on by itself, and comes to rest.
            kiosk.press("end")
            kiosk.shows(*kiosk.at(-1), seconds=5)
            flick = [line for x in range(120, 260, 20) for line in ("wait 10", "move " + place(x, 200))]
            kiosk.touch("down " + place(100, 200), *flick, "up 0")
            timeline = Timeline(kiosk.scores, kiosk.screen(), kiosk.scale, rotation)
            kiosk.wait_for_screen(lambda screen: timeline.travelled(screen) > 220, 5)
            kiosk.press("end")
            kiosk.shows(*kiosk.at(-1), seconds=5)
            # Two fingers spread to twice their distance, in the panel's units: columns of twice the width.
            kiosk.touch("down 0 900 600", "down 1 1100 600", "move 0 800 600", "move 1 1200 600", "up 1", "up 0")
            time.sleep(0.3)
            kiosk.press("end")
            kiosk.shows("--zoom=84", *kiosk.at(-1), seconds=5)
            kiosk.press("0")
            kiosk.shows(*kiosk.at(-1), seconds=5)
            # A long press reads scores: the chart stays, and the callout goes with the finger.
            kiosk.touch("down " + place(150, 200), "wait 400")
            kiosk.wait_for_screen(lambda screen: screen.difference(kiosk.picture(screen, *kiosk.at(-1))) > 300, 5)
            kiosk.touch("up 0")
            kiosk.shows(*kiosk.at(-1), seconds=5)
            kiosk.end()


def devices_come_later():
    """11: a keyboard, a mouse and a touchscreen that are plugged in later work; a key held while unplugging does not stick."""
    with Kiosk("bochs", size=(800, 480), input_devices=(), scores=1000) as kiosk:
        kiosk.launch()
        kiosk.plug("keyboard", "keys")
        kiosk.plug("mouse", "mouse")
        kiosk.wait_for_output("ls /dev/input", "event1")
        time.sleep(0.5)
        kiosk.press("left")
        kiosk.shows(*kiosk.at(-2))
        kiosk.wheel(1)
        kiosk.shows(*kiosk.at(-4))
        kiosk.fingers("0 799 0 479")
        time.sleep(0.5)
        column = kiosk.column(2, 800)
        kiosk.touch("down 0 %d 200" % column, "up 0")
        kiosk.shows("--at=" + day(996), "--select=" + day(994))
        kiosk.hold("left")
        first = kiosk.screen()
        kiosk.wait_for_screen(lambda screen: screen.difference(first) > 1000)
        time.sleep(1)
        moving = kiosk.screen()
        kiosk.wait_for_screen(lambda screen: screen.difference(moving) > 1000)
        kiosk.unplug("keys")
        time.sleep(2)
        still = kiosk.screen()
        time.sleep(1)
        assert kiosk.screen().difference(still) == 0, "a key that is not there scrolls"


def blanking():
    """12: lights up on a blanked console, is not blanked by consoleblank; sleep powers off and input wakes."""
    for options in ("", "--backend fbdev"):
        with Kiosk("bochs", options="consoleblank=2") as kiosk:
            kiosk.check("printf '\\033[41m\\033[2J' >/dev/tty1")
            kiosk.wait_for_screen(lambda screen: screen.is_black())
            kiosk.launch(options)
            kiosk.shows()
            time.sleep(5)
            kiosk.shows(seconds=1)
            kiosk.end()
    with Kiosk("bochs") as kiosk:
        kiosk.check("date -s 12:00")
        kiosk.launch("--sleep 11:00-13:00")
        kiosk.wait_for_output("cat /sys/class/drm/card0-Virtual-1/dpms", "Off")
        # The emulator shows a display that is off as a small one with a remark.
        kiosk.wait_for_screen(lambda screen: (screen.width, screen.height) == (640, 480))
        kiosk.press("left")
        # Input that wakes the display does nothing else.
        kiosk.shows()
        assert "On" in kiosk.check("cat /sys/class/drm/card0-Virtual-1/dpms")
        kiosk.press("left")
        kiosk.shows(*kiosk.at(-2))


def errors():
    """13: one line and status 3: no display device, no permission, another program holds the screen."""
    kiosk_run = "scoreview --kiosk /data/scores.csv"

    def fails(kiosk, command, *parts):
        status, text = kiosk.run(command)
        assert status == 3 and text.count("\n") == 1 and all(part in text for part in parts), text

    with Kiosk("none") as kiosk:
        fails(kiosk, kiosk_run, "no display")
    with Kiosk("bochs") as kiosk:
        fails(kiosk, kiosk_run + " --mode 641x480", "has no mode 641x480; it has 960x540@")
        fails(kiosk, kiosk_run + " --connector DP-9", "there is no connector DP-9; there is Virtual-1")
        make_user(kiosk)
        for device in ("/dev/dri/card0", "/dev/fb0"):
            fails(kiosk, "su kiosk -c '%s --device %s' 2>&1" % (kiosk_run, device), "group video", device)
        kiosk.launch()
        fails(kiosk, kiosk_run, "another program holds the screen")
        kiosk.shows()
        assert "display=graphics" in kiosk.console(), "the second one took the console away"
        kiosk.end()
        kiosk.launch("--backend fbdev", name="framebuffer")
        fails(kiosk, kiosk_run + " --backend fbdev", "another program holds the screen")
        assert "display=graphics" in kiosk.console(), "the second one took the console away"


ALL = [
    padded_rows, depths, card_with_16_bits, nothing_over_the_chart, killed, console_switching, without_console,
    displays_come_and_go, every_change_is_shown, no_torn_pictures, touch, devices_come_later, blanking, errors,
    start_up, early_in_the_boot, ticker_cost]
# What continuous integration runs, in less than four minutes.
SHORT = [every_change_is_shown, one_vesa_depth, killed_once, console_switching_once, errors, start_up]
