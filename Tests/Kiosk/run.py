#!/usr/bin/env python3
"""Boots the kiosk in virtual machines and checks what it promises, one machine at a time.

    Tests/Kiosk/run.py            all of it
    Tests/Kiosk/run.py --short    what continuous integration runs
    Tests/Kiosk/run.py touch …    the named cases

Needs what `.ci/install tests` installs, and the release build
`swift build -c release --static-swift-stdlib --product scoreview`. The kernel is downloaded once, 70 MB, to
$SCOREVIEW_KIOSK_CACHE or ~/.cache/scoreview-kiosk.
"""
import sys
import time
import traceback

import cases
import manners
from service import service

ALL = cases.ALL + manners.ALL + [service]


def main(words):
    if words == ["--short"]:
        chosen = cases.SHORT
    elif words:
        known = {case.__name__: case for case in ALL + cases.SHORT}
        unknown = [word for word in words if word not in known]
        if unknown:
            print("no case %s; there is %s" % (", ".join(unknown), ", ".join(known)))
            return 2
        chosen = [known[word] for word in words]
    else:
        chosen = ALL
    failed = []
    begun = time.monotonic()
    for case in chosen:
        started = time.monotonic()
        try:
            note = case()
            result = "pass"
        except Exception as problem:
            traceback.print_exc()
            note, result = "%s: %s" % (type(problem).__name__, problem), "FAIL"
            failed.append(case.__name__)
        print("%s %-24s %5.1f s  %s" % (result, case.__name__, time.monotonic() - started, note or ""), flush=True)
    print("%d of %d passed in %.0f s" % (len(chosen) - len(failed), len(chosen), time.monotonic() - begun))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
