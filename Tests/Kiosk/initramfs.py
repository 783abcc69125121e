"""The guest's whole file system: an archive in the kernel's newc format, written without being root."""
import os
import re
import stat
import subprocess


class Archive:
    def __init__(self):
        self._bytes = bytearray()
        self._names = set()

    def _append(self, name, mode, contents=b"", device=(0, 0)):
        path = name.encode() + b"\0"
        numbers = (len(self._names) + 1, mode, 0, 0, 1, 0, len(contents), 0, 0, *device, len(path), 0)
        self._bytes += b"070701" + b"".join(b"%08X" % number for number in numbers)
        for part in (path, contents):
            self._bytes += part
            self._bytes += bytes(-len(self._bytes) % 4)
        self._names.add(name)

    def folder(self, path):
        path = path.strip("/")
        if not path or path in self._names:
            return
        self.folder(os.path.dirname(path))
        self._append(path, stat.S_IFDIR | 0o755)

    def file(self, path, contents, mode=0o755):
        path = path.strip("/")
        if path in self._names:
            return
        self.folder(os.path.dirname(path))
        self._append(path, stat.S_IFREG | mode, contents)

    def copy(self, source, path=None):
        """A file of the host, and the libraries that it is linked to."""
        with open(source, "rb") as file:
            self.file(path or source, file.read(), os.stat(source).st_mode & 0o777)
        for library in linked_libraries(source):
            with open(library, "rb") as file:
                self.file(library, file.read())

    def console_device(self):
        self.folder("dev")
        self._append("dev/console", stat.S_IFCHR | 0o600, device=(5, 1))

    def write(self, path):
        self._append("TRAILER!!!", 0)
        with open(path, "wb") as file:
            file.write(self._bytes)

    def names(self):
        return sorted(self._names)


def linked_libraries(path):
    listed = subprocess.run(["ldd", path], capture_output=True, text=True).stdout
    return sorted(set(re.findall(r"(?:=> |^\s*)(/\S+) \(0x", listed, re.M)))
