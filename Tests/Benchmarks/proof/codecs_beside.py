"""Decoding and encoding beside libjpeg-turbo, libpng and libwebp; ours through the Swift benchmarks."""
import ctypes
import ctypes.util
import io
import pathlib
import re
import statistics
import typing

from . import pictures
from .common import Context, output, package, seconds, swift_benchmark

peers = package / "Tests/BenchmarkPeers"
TJPF_RGB, TJSAMP_420, TJFLAG_ACCURATEDCT = 0, 2, 4096
rounds = 9


def median_rate(megapixels: float, work: typing.Callable[[], None]) -> float:
    """Megapixels a second: the median of nine, after one that is not counted."""
    work()
    return megapixels / statistics.median(seconds(work) for _ in range(rounds))


class Turbo:
    """TurboJPEG with accurate DCT and triangle upsampling, RGB out, buffers reused."""

    def __init__(self):
        self.turbo = ctypes.CDLL(ctypes.util.find_library("turbojpeg") or "libturbojpeg.so.0")
        self.turbo.tjInitDecompress.restype = self.turbo.tjInitCompress.restype = ctypes.c_void_p

    def decode(self, path: pathlib.Path, denominator: int) -> float:
        from PIL import Image

        with Image.open(path) as image:
            width, height = image.size
        data, handle = path.read_bytes(), ctypes.c_void_p(self.turbo.tjInitDecompress())
        scaled = -(-width // denominator), -(-height // denominator)
        buffer = ctypes.create_string_buffer(scaled[0] * scaled[1] * 3)

        def work():
            assert self.turbo.tjDecompress2(handle, data, ctypes.c_ulong(len(data)), buffer, scaled[0], 0, scaled[1],
                                              TJPF_RGB, TJFLAG_ACCURATEDCT) == 0

        rate = median_rate(width * height / 1e6, work)
        self.turbo.tjDestroy(handle)
        return rate

    def encode(self, tile: bytes) -> float:
        handle, out, length = ctypes.c_void_p(self.turbo.tjInitCompress()), ctypes.c_void_p(None), ctypes.c_ulong(0)

        def work():
            for _ in range(100):
                assert self.turbo.tjCompress2(handle, tile, 256, 0, 256, TJPF_RGB, ctypes.byref(out), ctypes.byref(length),
                                                TJSAMP_420, 85, TJFLAG_ACCURATEDCT) == 0

        return median_rate(6.5536, work)


def webp(path: pathlib.Path) -> float:
    library = ctypes.CDLL(ctypes.util.find_library("webp") or "libwebp.so.7")
    library.WebPDecodeRGBInto.restype = ctypes.c_void_p
    data, width, height = path.read_bytes(), ctypes.c_int(), ctypes.c_int()
    library.WebPGetInfo(data, ctypes.c_size_t(len(data)), ctypes.byref(width), ctypes.byref(height))
    size = width.value * height.value * 3
    buffer = ctypes.create_string_buffer(size)

    def work():
        assert library.WebPDecodeRGBInto(data, ctypes.c_size_t(len(data)), buffer, ctypes.c_size_t(size), width.value * 3)

    return median_rate(width.value * height.value / 1e6, work)


def files(context: Context) -> pathlib.Path:
    """Returns a folder with `perf`: the corpus, or made pictures under the names that the Swift benchmark knows."""
    if context.corpus:
        return context.corpus
    folder = context.scratch / "corpus/perf"
    if not folder.exists():
        folder.mkdir(parents=True)
        for name, width, height, quality in (("photo-2mp-q85-420", 1800, 1200, 85), ("photo-12mp-q88-420", 4000, 3000, 88),
                                             ("mosaic-24mp-q85-420", 6000, 4000, 85)):
            image = pictures.made(0, width, height)
            image.save(folder / f"{name}.jpg", quality=quality)
            image.save(folder / f"{name}-prog.jpg", quality=quality, progressive=True)
    return folder.parent


def run(context: Context):
    if not context.has_tests:
        context.skip("decoding and encoding beside libjpeg-turbo, libpng and libwebp",
                     "the Swift benchmarks are not built where --program is given")
        return
    from PIL import Image

    corpus = files(context)
    photo = corpus / "perf/photo-12mp-q88-420.jpg"
    with Image.open(photo) as image:
        pixels = image.convert("RGB")
    tile = pixels.crop((700, 500, 956, 756))
    png, web = context.scratch / "picture.png", context.scratch / "picture.webp"
    pixels.save(png)
    pixels.save(web, quality=80)
    peer = context.scratch / "png_peer"
    output("cc", "-O2", "-o", peer, peers / "png_peer.c", "-lpng")
    turbo, area = Turbo(), pixels.width * pixels.height / 1e6
    environment = {"SCROLLSERVER_CORPUS": str(corpus), "SCROLLSERVER_BENCHMARK_PNG": str(png), "SCROLLSERVER_BENCHMARK_WEBP": str(web)}
    titles = {
        "decode 1": "JPEG, 12 MP, decoded whole", "decode 8": "JPEG, 12 MP, decoded at an eighth",
        "progressive": "JPEG, 12 MP, progressive, decoded whole", "encode": "JPEG tiles of 256 px encoded",
        "png": "PNG, 12 MP, decoded", "png tile": "PNG tiles of 256 px encoded", "webp": "WebP, 12 MP, decoded",
    }
    libraries = {"png": "libpng", "png tile": "libpng through Pillow, level 1", "webp": "libwebp"}

    def theirs(_) -> dict[str, float]:
        return {
            "decode 1": turbo.decode(photo, 1), "decode 8": turbo.decode(photo, 8),
            "progressive": turbo.decode(photo.with_name("photo-12mp-q88-420-prog.jpg"), 1), "encode": turbo.encode(tile.tobytes()),
            "png": area / float(output(peer, png, rounds)) * 1000,
            "png tile": median_rate(0.65536, lambda: [tile.save(io.BytesIO(), "PNG", compress_level=1) for _ in range(10)]),
            "webp": webp(web),
        }

    def ours(_) -> dict[str, float]:
        text = swift_benchmark(context, "JPEGBenchmark|PNGBenchmark|WebPBenchmark", **environment)
        rate = lambda pattern: float(re.search(pattern, text)[1].replace(",", ""))
        time = lambda pattern, megapixels: megapixels * 1000 / rate(pattern)
        return {
            "decode 1": rate(r"photo-12mp-q88-420 1/1: .* / ([\d.]+) MP/s"), "decode 8": rate(r"photo-12mp-q88-420 1/8: .* / ([\d.]+) MP/s"),
            "progressive": rate(r"photo-12mp-q88-420-prog 1/1: .* / ([\d.]+) MP/s"),
            "encode": rate(r"encode 256 × 256 .* / ([\d.]+) MP/s"),
            "png": time(r"bench: decode picture.png: median ([\d.]+) ms", area),
            "png tile": time(r"bench: encode a 256 px photo tile .*: median ([\d.]+) ms", 0.065536),
            "webp": time(r"bench: decode picture.webp: median ([\d.]+) ms", area),
        }

    values, others = context.interleave({"theirs": theirs, "ours": ours})
    goals = {"decode 1": 0.85, "encode": 0.6}
    for key, title in titles.items():
        name = libraries.get(key, "libjpeg-turbo")
        context.add_all(f"{title}, one thread", "MP/s", "higher", {
            "ours": [one[key] for one in values["ours"]], name: [one[key] for one in values["theirs"]],
        }, others, {name: goals[key]} if key in goals else None)
