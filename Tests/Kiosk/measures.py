"""What the kiosk costs: start, memory, processor time."""
import os
import re
import subprocess
import time

from bench import FORBIDDEN, PROGRAM, Kiosk, history


def start_up():
    """14: size of the program, what is in the guest, the time from start to picture, memory, idleness."""
    with Kiosk("bochs", size=(1920, 1080), scores=1000) as kiosk:
        bad = [name for name in kiosk.guest_files if FORBIDDEN.search(name)]
        assert not bad, "the guest has " + ", ".join(bad)
        first, number = started(kiosk)
        status = kiosk.check("cat /proc/%d/status" % number)
        resident = int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024
        assert resident < 60, "%.0f MB resident" % resident
        used = kiosk.processor_milliseconds(number)
        time.sleep(5)
        idle = kiosk.processor_milliseconds(number) - used
        assert idle <= 50, "%d ms in 5 idle seconds" % idle
        kiosk.end()
        again, _ = started(kiosk, "again")
    return "program %.1f MB; exec to picture %d ms emulated, %d when its files are cached; %.0f MB resident; idle %d ms in 5 s" % (
        os.path.getsize(PROGRAM) / 1e6, first, again, resident, idle)


def started(kiosk, name="notify"):
    """Starts the program as a service manager does: milliseconds until it is ready, and its number."""
    kiosk.start(
        "guesttool notify 4000 scoreview --kiosk --verbose --ticker off --pixel-shift off /data/scores.csv", name)
    text = kiosk.wait_for_log(r"READY=1", name)
    # Ready is who shows the chart.
    kiosk.shows(seconds=1)
    return int(re.search(r"(\d+) ms: READY=1", text).group(1)), int(re.search(r"process (\d+)", text).group(1))


def ticker_cost():
    """At 1080p the ticker takes less than 15 % of a core; what emulation costs is told from a picture's own time."""
    command = "--format=png --theme=dark --size=%s --scale=2"
    small, large = command % "100x100", command % "4000x3000"
    with Kiosk("bochs", size=(1920, 1080), scores=1000) as kiosk:
        def emulated(options):
            text = kiosk.check("time scoreview /data/scores.csv %s -o /tmp/picture.png" % options)
            times = re.findall(r"(?:user|sys)\s+(\d+)m ([\d.]+)s", text)
            return sum(60 * float(minutes) + float(seconds) for minutes, seconds in times)
        slower = (emulated(large) - emulated(small)) / (native_seconds(large) - native_seconds(small))
        number = kiosk.launch("--ticker on")
        kiosk.shows()
        first = kiosk.screen()
        kiosk.wait_for_screen(lambda screen: screen.pixels != first.pixels, 30)
        used, begun = kiosk.processor_milliseconds(number), kiosk.uptime()
        time.sleep(10)
        share = (kiosk.processor_milliseconds(number) - used) / (kiosk.uptime() - begun) / 10
        assert share / slower < 15, "%.1f %% of a core" % (share / slower)
        return "%.0f %% of an emulated core, which is %.1f times slower: %.1f %%" % (share, slower, share / slower)


def native_seconds(options):
    """Processor time of an export outside, the least of three."""
    def once():
        before = os.times()
        subprocess.run([PROGRAM, history(1000), *options.split()], stdout=subprocess.DEVNULL, check=True)
        after = os.times()
        return after.children_user - before.children_user + after.children_system - before.children_system
    return min(once() for _ in range(3))


def early_in_the_boot():
    """14: the first frame does not wait for entropy, where there is no random number generator at all."""
    with Kiosk("bochs", has_random=False) as kiosk:
        # The kernel gathers entropy once somebody waits for it, which Swift's hash seed must not do.
        kiosk.run("scoreview --nonsense")
        assert "crng init done" not in kiosk.check("dmesg"), "the program waited for entropy"
        waited, _ = started(kiosk)
        kiosk.end()
        again, _ = started(kiosk, "again")
        return "exec to picture %d ms emulated, then %d" % (waited, again)
