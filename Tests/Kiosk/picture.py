"""Pictures of 8-bit red, green and blue: screendumps, the program's own PNG files, and PNG files to look at."""
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

    @classmethod
    def of_png(cls, contents):
        """What the program exports: 24-bit colours or a palette; rows as they are or as the difference to the last."""
        chunks, at = {}, 8
        while at < len(contents):
            length, kind = struct.unpack_from(">I4s", contents, at)
            chunks[kind] = chunks.get(kind, b"") + contents[at + 8:at + 8 + length]
            at += length + 12
        width, height, depth, kind = struct.unpack_from(">IIBB", chunks[b"IHDR"])
        data = zlib.decompress(chunks[b"IDAT"])
        row = (width * depth + 7) // 8 if kind == 3 else width * 3
        rows, last = [], bytes(row)
        for y in range(height):
            filtering, line = data[y * (row + 1)], data[y * (row + 1) + 1:(y + 1) * (row + 1)]
            if filtering not in (0, 2):
                raise ValueError("a PNG row with filter %d" % filtering)
            last = _sum(line, last) if filtering == 2 else line
            rows.append(last)
        if kind == 3:
            rows = _colored(rows, width, depth, chunks[b"PLTE"])
        return cls(width, height, b"".join(rows))

    def pixel(self, x, y):
        at = (y * self.width + x) * 3
        return tuple(self.pixels[at:at + 3])

    def part(self, left, top, right, bottom):
        rows = range(top, bottom)
        return Picture(right - left, bottom - top, b"".join(
            self.pixels[(y * self.width + left) * 3:(y * self.width + right) * 3] for y in rows))

    def turned(self, degrees):
        """Clockwise, as a display that is mounted sideways shows it."""
        picture = self
        for _ in range(degrees // 90):
            picture = picture._turned_once()
        return picture

    def _turned_once(self):
        row = self.width * 3
        result = bytearray(len(self.pixels))
        # A column from the bottom up becomes a row.
        for x in range(self.width):
            for channel in range(3):
                column = self.pixels[x * 3 + channel::row]
                start = x * self.height * 3
                result[start + channel:start + self.height * 3:3] = column[::-1]
        return Picture(self.height, self.width, bytes(result))

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

    def changed_box(self, other):
        """(left, top, right, bottom) around all pixels that differ, None where there are none."""
        assert (self.width, self.height) == (other.width, other.height)
        row, box = self.width * 3, None
        for y in range(self.height):
            mine, theirs = self.pixels[y * row:(y + 1) * row], other.pixels[y * row:(y + 1) * row]
            if mine == theirs:
                continue
            places = [x for x in range(self.width) if mine[x * 3:x * 3 + 3] != theirs[x * 3:x * 3 + 3]]
            left, right = places[0], places[-1] + 1
            box = (min(box[0], left), box[1], max(box[2], right), y + 1) if box else (left, y, right, y + 1)
        return box

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


def _sum(a, b):
    """Byte by byte, without carries: all of a row at once, as one number."""
    low = int.from_bytes(b"\x7f" * len(a), "little")
    x, y = int.from_bytes(a, "little"), int.from_bytes(b, "little")
    return (((x & low) + (y & low)) ^ ((x ^ y) & ~low)).to_bytes(len(a), "little")


def _colored(rows, width, depth, palette):
    colors = [palette[i:i + 3] for i in range(0, len(palette), 3)] + [b"\0\0\0"] * 256
    most = (1 << depth) - 1
    table = [b"".join(colors[byte >> shift & most] for shift in range(8 - depth, -1, -depth)) for byte in range(256)]
    return [b"".join(map(table.__getitem__, row))[:width * 3] for row in rows]
