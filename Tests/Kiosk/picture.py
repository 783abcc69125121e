"""Pictures of 8-bit red, green and blue: screendumps, the painter's own, and PNG files to look at."""
import re
import struct
import zlib


class Picture:
    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, pixels

    @classmethod
    def read(cls, path):
        """A PPM; QEMU pads its rows to four bytes."""
        with open(path, "rb") as file:
            contents = file.read()
        head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", contents)
        width, height = int(head.group(1)), int(head.group(2))
        body = contents[head.end():]
        row = len(body) // height
        if row != width * 3:
            body = b"".join(body[y * row:y * row + width * 3] for y in range(height))
        return cls(width, height, body)

    def pixel(self, x, y):
        at = (y * self.width + x) * 3
        return tuple(self.pixels[at:at + 3])

    def turned(self, degrees):
        """Clockwise, as a display that is mounted sideways shows it."""
        width, height, source = self.width, self.height, self.pixels
        rows = [[source[(y * width + x) * 3:(y * width + x) * 3 + 3] for x in range(width)] for y in range(height)]
        for _ in range(degrees // 90):
            rows = [list(row) for row in zip(*rows[::-1])]
        return Picture(len(rows[0]), len(rows), b"".join(b"".join(row) for row in rows))

    def scaled(self, white):
        """With channels from 0 to `white`."""
        return Picture(self.width, self.height, self.pixels.translate(bytes(value * white // 255 for value in range(256))))

    def difference(self, other, tolerance=0):
        """How many pixels differ by more than `tolerance` in a channel; all of them when the sizes differ."""
        if (self.width, self.height) != (other.width, other.height):
            return max(self.width * self.height, other.width * other.height)
        if self.pixels == other.pixels:
            return 0
        a, b = self.pixels, other.pixels
        if tolerance == 0:
            return sum(a[i:i + 3] != b[i:i + 3] for i in range(0, len(a), 3))
        return sum(
            max(abs(a[i] - b[i]), abs(a[i + 1] - b[i + 1]), abs(a[i + 2] - b[i + 2])) > tolerance
            for i in range(0, len(a), 3))

    def mean_difference(self, other):
        """The mean over all channels of the difference of 8 × 8 blocks: what dithering leaves of it."""
        total, count = 0, 0
        for top in range(0, self.height - 7, 8):
            for left in range(0, self.width - 7, 8):
                for channel in range(3):
                    mine = theirs = 0
                    for y in range(top, top + 8):
                        start = (y * self.width + left) * 3 + channel
                        mine += sum(self.pixels[start:start + 24:3])
                        theirs += sum(other.pixels[start:start + 24:3])
                    total += abs(mine - theirs) / 64
                    count += 1
        return total / max(count, 1)

    def colors(self, step=97):
        """The colours of every `step`th pixel."""
        return {self.pixels[i:i + 3] for i in range(0, len(self.pixels) - 2, 3 * step)}

    def is_black(self):
        return not any(self.pixels)

    def write_png(self, path):
        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        row = self.width * 3
        raw = b"".join(b"\0" + self.pixels[y * row:(y + 1) * row] for y in range(self.height))
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n")
            file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)))
            file.write(chunk(b"IDAT", zlib.compress(raw, 6)) + chunk(b"IEND", b""))
