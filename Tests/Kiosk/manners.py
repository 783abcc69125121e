"""What a screen on the wall owes those who pass by: new scores, honest notices, no burnt-in picture."""
import os

from bench import LIBRARIES, Kiosk, history
from picture import Picture

GOOD = {"data/scores-%d.csv" % count: history(count) for count in (61, 62, 63)}
FILE = "/tmp/scores.csv"
# Tells the loader of EGL where Mesa's is.
EGL_VENDOR = "/usr/share/glvnd/egl_vendor.d/50_mesa.json"


def words_only(kiosk, scores, *options):
    """Waits until the screen shows that history and, in the upper left corner, some words."""
    kiosk.scores = scores

    def is_right(screen):
        wanted = kiosk.picture(screen, *options)
        if (wanted.width, wanted.height) != (screen.width, screen.height):
            return False
        box = screen.changed_box(wanted)
        return box is not None and box[2] < screen.width * 0.95 and box[3] < screen.height / 7
    return kiosk.wait_for_screen(is_right)


def shows_history(kiosk, scores, *options, seconds=15):
    kiosk.scores = scores
    return kiosk.shows(*options, seconds=seconds)


def replace(kiosk, contents):
    """As programs do that write their files whole."""
    kiosk.check("cp %s /tmp/new && mv /tmp/new %s" % (contents, FILE))


def reload_on_change():
    """Replaced three times, three reloads; what cannot be read leaves the last good chart, with a notice."""
    with Kiosk("bochs", size=(800, 480), files=GOOD) as kiosk:
        kiosk.check("cp /data/scores.csv " + FILE)
        kiosk.launch(file=FILE)
        shows_history(kiosk, 60)
        for count in (61, 62, 63):
            replace(kiosk, "/data/scores-%d.csv" % count)
            shows_history(kiosk, count)
        kiosk.check("echo nonsense >/tmp/bad")
        replace(kiosk, "/tmp/bad")
        words_only(kiosk, 63)
        replace(kiosk, "/data/scores-62.csv")
        shows_history(kiosk, 62)
        kiosk.check("rm " + FILE)
        words_only(kiosk, 62)
        kiosk.check("cp /data/scores-62.csv " + FILE)
        shows_history(kiosk, 62)
        kiosk.check("tail -n 1 /data/scores-63.csv >>" + FILE)
        shows_history(kiosk, 63)
        # The user's place is kept.
        kiosk.press("home")
        shows_history(kiosk, 63, *kiosk.at(0))
        replace(kiosk, "/data/scores-62.csv")
        shows_history(kiosk, 62, *kiosk.at(0))
        return "%d lines in the log" % kiosk.log().count("\n")


def stale_data():
    """Data that is older than --stale-after says so at once, and no longer once its file is written."""
    with Kiosk("bochs", size=(800, 480)) as kiosk:
        kiosk.check("cp /data/scores.csv %s; date -s '2026-05-01 12:00'; touch -d '2026-05-01 09:00' %s" % (FILE, FILE))
        kiosk.launch("--stale-after 2h", file=FILE)
        words_only(kiosk, 60)
        kiosk.check("touch " + FILE)
        kiosk.shows(seconds=60)


def clock_and_screenshot():
    """The clock stands in a corner; `s` saves what is shown and says where, or that it could not."""
    with Kiosk("bochs", size=(800, 480)) as kiosk:
        kiosk.launch("--clock", "clock", before="cd /tmp;")
        words_only(kiosk, 60)
        kiosk.end()
        kiosk.launch(before="cd /tmp;")
        kiosk.shows()
        kiosk.press("s")
        kiosk.wait_for_log("saved scores.png")
        words_only(kiosk, 60)
        kiosk.shows()
        kiosk.check("cp /tmp/scores.png /share/saved.png")
        with open(os.path.join(kiosk.share, "saved.png"), "rb") as file:
            assert Picture.of_png(file.read()).difference(kiosk.picture(kiosk.screen())) == 0
        kiosk.end()
        kiosk.launch("", "nowhere", before="cd /proc;")
        kiosk.shows()
        kiosk.press("s")
        kiosk.wait_for_log("write-failed", "nowhere")
        words_only(kiosk, 60)
        kiosk.shows()


def pixel_shift():
    """Once a minute the whole picture moves by a point."""
    with Kiosk("bochs", size=(800, 480)) as kiosk:
        kiosk.launch("--pixel-shift on")
        kiosk.shows()

        def is_moved(screen):
            wanted = kiosk.picture(screen)
            return screen.part(1, 0, 800, 480).pixels == wanted.part(0, 0, 799, 480).pixels
        kiosk.wait_for_screen(is_moved, 90)


def nights():
    """The display is off from ten to seven, by the clock on the wall, also when that is set."""
    with Kiosk("bochs", size=(800, 480)) as kiosk:
        kiosk.check("date -s 21:59:50")
        kiosk.launch("--sleep 22:00-07:00")
        kiosk.shows(seconds=5)
        power = "cat /sys/class/drm/card0-Virtual-1/dpms"
        kiosk.wait_for_output(power, "Off", 30)
        kiosk.check("date -s 07:00:00")
        kiosk.wait_for_output(power, "On", 70)
        kiosk.shows()


def other_back_ends():
    """SDL is used on request only, and missed with one line."""
    with Kiosk("bochs") as kiosk:
        status, text = kiosk.run("scoreview --kiosk --backend sdl /data/scores.csv")
        assert status == 3 and text.count("\n") == 1 and "libsdl2-2.0-0" in text, text
        status, text = kiosk.run("scoreview --kiosk --backend sdl --rotate 90 /data/scores.csv")
        assert status == 2 and text.count("\n") == 1 and "--rotate" in text, text


def sdl_with_its_drivers():
    """Where SDL, Mesa's driver without a GPU and libudev are, the same picture comes by that way, and keys scroll it."""
    libraries = ["libSDL2-2.0.so.0", "libEGL.so.1", "libEGL_mesa.so.0", "libgbm.so.1", "libGLESv2.so.2", "libudev.so.1",
                 "dri/kms_swrast_dri.so"]
    files = {LIBRARIES + name: LIBRARIES + name for name in libraries}
    missing = [path for path in [*files, EGL_VENDOR] if not os.path.exists(path)]
    assert not missing, "there is no %s: install libsdl2-2.0-0 libegl1 libegl-mesa0 libgles2 libgbm1 libgl1-mesa-dri" % missing
    files[EGL_VENDOR] = EGL_VENDOR
    with Kiosk("bochs", size=(800, 480), memory=1500, files=files) as kiosk:
        kiosk.launch("--backend sdl", wait=False)
        kiosk.wait_for_log("showing on SDL", seconds=60)
        kiosk.shows(seconds=30)
        kiosk.press("home")
        kiosk.shows(*kiosk.at(0), seconds=30)
        kiosk.press("end")
        kiosk.shows("--select=none", seconds=30)
        kiosk.press("q")
        kiosk.wait_until_gone()
        assert "display=text" in kiosk.console(), kiosk.console()


ALL = [reload_on_change, stale_data, clock_and_screenshot, pixel_shift, nights, other_back_ends, sdl_with_its_drivers]
