"""Debian's own kernel for the guests: downloaded with apt-get, unpacked, never installed.

The cache lies outside the repository: $SCOREVIEW_KIOSK_CACHE, or ~/.cache/scoreview-kiosk.
"""
import glob
import gzip
import json
import lzma
import os
import re
import struct
import subprocess
import tarfile

PACKAGE = "linux-image-amd64"
CACHE = os.environ.get("SCOREVIEW_KIOSK_CACHE") or os.path.expanduser("~/.cache/scoreview-kiosk")
# What guests load: displays, input, shared folders. The rest of the package stays packed.
WANTED = re.compile(
    r"\./(boot/(vmlinuz|config)|(usr/)?lib/modules/[^/]+/kernel/"
    r"(drivers/(gpu|video|input|virtio|hid|char|i2c|platform|acpi)|fs/(9p|netfs|fscache)|net/9p|lib|virt)/)")


class Kernel:
    """Paths of an unpacked kernel package.

    image    the bzImage, which sets video modes for the vesa framebuffer
    elf      the same kernel uncompressed; it starts four seconds sooner without KVM
    modules  the folder of its modules
    """

    def __init__(self, folder):
        self.image = glob.glob(folder + "/boot/vmlinuz-*")[0]
        self.version = os.path.basename(self.image)[len("vmlinuz-"):]
        self.elf = os.path.join(folder, "vmlinux")
        candidates = [folder + prefix + "/lib/modules/" + self.version for prefix in ("", "/usr")]
        self.modules = next(path for path in candidates if os.path.isdir(path))
        self._index = None

    def module_list(self, names):
        """(name, contents) of the modules and all that they depend on, in the order of loading."""
        if self._index is None:
            self._index = {}
            for folder, _, files in os.walk(self.modules):
                for name in files:
                    match = re.match(r"(.+)\.ko(\.\w+)?$", name)
                    if match:
                        self._index[match.group(1).replace("-", "_")] = os.path.join(folder, name)
        result = []
        for name in names:
            self._add(name.replace("-", "_"), result)
        return result

    def _add(self, name, result):
        # A name that is not in the package is built into the kernel.
        if name not in self._index or any(name == known for known, _ in result):
            return
        contents = _unpacked(self._index[name])
        needs = re.search(rb"\0depends=([^\0]+)\0", contents)
        for other in needs.group(1).decode().split(",") if needs else []:
            self._add(other.replace("-", "_"), result)
        result.append((name, contents))


def kernel():
    """The kernel, from the cache or freshly downloaded."""
    done = os.path.join(CACHE, "kernel.json")
    if os.path.exists(done):
        with open(done) as file:
            return Kernel(json.load(file)["folder"])
    os.makedirs(CACHE, exist_ok=True)
    depends = subprocess.run(["apt-cache", "depends", PACKAGE], capture_output=True, text=True, check=True).stdout
    real = re.search(r"Depends: (linux-image-\S+)", depends).group(1)
    packages = glob.glob(os.path.join(CACHE, real + "_*.deb"))
    if not packages:
        subprocess.run(["apt-get", "download", real], cwd=CACHE, check=True, stdout=subprocess.DEVNULL)
        packages = glob.glob(os.path.join(CACHE, real + "_*.deb"))
    folder = os.path.join(CACHE, real)
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", packages[0]], stdout=subprocess.PIPE) as unpacking:
        with tarfile.open(fileobj=unpacking.stdout, mode="r|") as archive:
            for member in archive:
                if member.isfile() and WANTED.match(member.name):
                    archive.extract(member, folder)
    with open(glob.glob(folder + "/boot/vmlinuz-*")[0], "rb") as file:
        image = file.read()
    with open(os.path.join(folder, "vmlinux"), "wb") as file:
        file.write(_payload(image))
    with open(done, "w") as file:
        json.dump({"folder": folder}, file)
    return Kernel(folder)


def _payload(image):
    """The ELF file inside a bzImage (Documentation/x86/boot.rst: payload_offset, payload_length)."""
    setup_sectors = image[0x1F1] or 4
    offset, length = struct.unpack_from("<II", image, 0x248)
    start = (setup_sectors + 1) * 512 + offset
    packed = image[start:start + length]
    # The last four bytes are the unpacked size.
    if packed.startswith(b"\xfd7zXZ"):
        return lzma.LZMADecompressor().decompress(packed)
    if packed.startswith(b"\x1f\x8b"):
        return gzip.decompress(packed[:-4])
    if packed.startswith(b"\x28\xb5\x2f\xfd"):
        return subprocess.run(["zstd", "-dcq"], input=packed, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    raise RuntimeError("the kernel is compressed in a way that is not known here")


def _unpacked(path):
    with open(path, "rb") as file:
        contents = file.read()
    if path.endswith(".xz"):
        return lzma.decompress(contents)
    if path.endswith(".zst"):
        return subprocess.run(["zstd", "-dcq"], input=contents, stdout=subprocess.PIPE, check=True).stdout
    return contents


if __name__ == "__main__":
    kernel()
