"""Where in the history a screendump is: for pictures between two scores, which no option of the program exports."""
from bench import COLUMN, automatic_scale, exported


class Timeline:
    """A picture of nearly the whole history, of which a screendump shows a part."""

    def __init__(self, scores, screen, scale=None, turned=0):
        scale = scale or automatic_scale(screen.width, screen.height)
        self.scale, self.turned = scale, turned
        wide, high = (screen.height, screen.width) if turned in (90, 270) else (screen.width, screen.height)
        # Less than there is, so that it ends with the newest score at the value axis, as the screen does at first.
        width = round((scores - 3) * COLUMN * scale)
        self.whole = exported(scores, width, high, scale, 0, ("--select=none",))
        # What fades out at either end, and the value axis, stay where they are.
        self.left, self.right = round(60 * scale), wide - round(140 * scale)
        self.newest = width - wide
        self._needles = [y for y in range(high // 8, high, high // 8)]

    def offset(self, screen):
        """How many pixels of the history lie left of the screen; None for a picture of two moments, or of none."""
        if self.turned:
            screen = screen.turned(360 - self.turned)
        part = screen.part(self.left, 0, self.right, screen.height)
        for found in self._places(part):
            whole = self.whole.part(found, 0, found + part.width, part.height)
            if whole.pixels == part.pixels:
                return found - self.left
        return None

    def _places(self, part):
        """Where a row with something in it occurs in the whole."""
        row, whole = part.width * 3, self.whole.width * 3
        rows = [part.pixels[y * row:(y + 1) * row] for y in self._needles]
        best = max(range(len(rows)), key=lambda index: len(set(zip(*[iter(rows[index])] * 3))))
        y = self._needles[best]
        line = self.whole.pixels[y * whole:(y + 1) * whole]
        at = line.find(rows[best])
        while at >= 0:
            if at % 3 == 0:
                yield at // 3
            at = line.find(rows[best], at + 1)

    def travelled(self, screen):
        """How many pixels back from the newest end; 0 while that cannot be told."""
        offset = self.offset(screen)
        return 0 if offset is None else self.newest - offset
