// PNMs, QOIs, TGAs and icons of all kinds, made by Pillow and numpy, which tell their pixels.

import Foundation

/// A file, and the pixels that others read from it.
struct SmallFormatOracle: Decodable, Sendable {
    let name: String
    /// The file in base 64.
    let file: String
    let width: Int
    let height: Int
    /// SHA-256 of red, green, blue and alpha of all pixels.
    let digest: String

    var bytes: [UInt8] { [UInt8](Data(base64Encoded: file) ?? Data()) }

    /// The files that a Python with Pillow and numpy makes.
    static func all() throws -> [SmallFormatOracle] {
        try PythonOracle.run(program).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(SmallFormatOracle.self, from: Data($0))
        }
    }

    private static let program = #"""
        import base64, hashlib, io, json, struct
        import numpy as np
        from PIL import Image

        noise = np.random.default_rng(7)

        def tell(name, file, pixels=None):
            if pixels is None:
                pixels = np.asarray(Image.open(io.BytesIO(file)).convert("RGBA"))
            digest = hashlib.sha256(np.ascontiguousarray(pixels, dtype=np.uint8).tobytes()).hexdigest()
            height, width = pixels.shape[:2]
            print(json.dumps({"name": name, "file": base64.b64encode(file).decode(), "width": width, "height": height,
                "digest": digest}))

        def saved(image, format, **options):
            file = io.BytesIO()
            image.save(file, format, **options)
            return file.getvalue()

        def picture(width, height, channels):
            # Areas of one colour, and noise.
            array = noise.integers(0, 256, (height, width, channels), dtype=np.uint8)
            array[:, : width // 3] = array[0, 0]
            array[height // 2 :, width // 2 :] = array[height // 2, width // 2]
            return array

        def image(width, height, mode):
            channels = len(mode)
            array = picture(width, height, channels)
            return Image.fromarray(array[:, :, 0] if channels == 1 else array, mode)

        def rgba(samples):
            height, width, channels = samples.shape
            pixels = np.full((height, width, 4), 255, np.uint8)
            pixels[:, :, :3] = samples[:, :, :3] if channels >= 3 else samples[:, :, :1]
            if channels in (2, 4): pixels[:, :, 3] = samples[:, :, -1]
            return pixels

        def levels(samples, maximum):
            return (np.minimum(samples, maximum).astype(np.int64) * 255 + maximum // 2) // maximum

        for width, height in [(1, 1), (13, 7), (300, 5), (70, 90)]:
            size = f"{width} x {height}"
            bits = Image.fromarray(picture(width, height, 1)[:, :, 0]).convert("1")
            tell(f"PBM {size}", saved(bits, "PPM"))
            for mode in ["L", "RGB"]:
                tell(f"PNM {mode} {size}", saved(image(width, height, mode), "PPM"))
            flat = 1 - np.asarray(bits).astype(int)
            rows = "\n".join("".join(map(str, row)) for row in flat)
            tell(f"plain PBM {size}", f"P1\n# bits\n{width} {height}\n{rows}\n".encode())
            for magic, channels, maximum in [(2, 1, 255), (3, 3, 255), (2, 1, 7), (3, 3, 31), (2, 1, 99)]:
                values = noise.integers(0, maximum + 1, (height, width * channels))
                rows = "\n".join("  ".join(map(str, row)) for row in values)
                tell(f"plain P{magic} to {maximum} {size}", f"P{magic} {width}\t{height} # x\n{maximum}\n{rows}".encode())
            # Of wider samples, and of highest values that divide into halves, Pillow makes other numbers.
            for channels in [1, 2, 3, 4]:
                for maximum in [1, 10, 127, 255, 256, 1023, 4095, 65535]:
                    values = noise.integers(0, maximum + 1, (height, width, channels))
                    data = values.astype(">u2" if maximum > 255 else "u1").tobytes()
                    expected = rgba(levels(values, maximum))
                    kind = ["GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"][channels - 1]
                    head = f"P7\n# a PAM\nWIDTH {width}\nHEIGHT {height}\nDEPTH {channels}\nMAXVAL {maximum}\n"
                    tell(f"PAM {kind} to {maximum} {size}", (head + f"TUPLTYPE {kind}\nENDHDR\n").encode() + data, expected)
                    if channels in (1, 3):
                        magic = 5 if channels == 1 else 6
                        tell(f"P{magic} to {maximum} {size}", f"P{magic}\n{width} {height}\n{maximum}\n".encode() + data, expected)
            for mode in ["RGB", "RGBA"]:
                tell(f"QOI {mode} {size}", saved(image(width, height, mode), "QOI"))
                # Small steps, of which many have been before.
                steps = noise.choice([0, 0, 1, 255, 2, 254, 9, 250], (height, width, len(mode)))
                walk = np.cumsum(steps, axis=1).astype("u1")
                if mode == "RGBA": walk[:, :, 3] |= 0xFE
                tell(f"QOI {mode} in small steps {size}", saved(Image.fromarray(walk, mode), "QOI"))

        def flipped(file, bits):
            return file[:17] + bytes([file[17] ^ bits]) + file[18:]

        for width, height in [(1, 1), (13, 7), (300, 5), (700, 200)]:
            size = f"{width} x {height}"
            # The largest has several bands, and is slow.
            pictures = [image(width, height, mode) for mode in (["L", "LA", "RGB", "RGBA"] if height < 200 else ["RGB"])]
            if height < 200: pictures.append(image(width, height, "RGB").quantize(200))
            for drawn in pictures:
                for orientation in [-1, 1]:
                    for runs in [False, True]:
                        file = saved(drawn, "TGA", orientation=orientation, compression="tga_rle" if runs else None)
                        name = f"TGA {drawn.mode} {size}{' from the top' if orientation == 1 else ''}{' of runs' if runs else ''}"
                        tell(name, file)
                        tell(name + ", right to left", flipped(file, 0x10))
            # 15 and 16 bits: Pillow takes the highest bit for alpha turned round.
            words = noise.integers(0, 1 << 15, (height, width))
            samples = np.stack([words >> 10 & 31, words >> 5 & 31, words & 31], axis=2)
            expected = rgba(levels(samples, 31))
            for depth in [15, 16]:
                head = struct.pack("<BBBHHBHHHHBB", 3, 0, 2, 0, 0, 0, 0, 0, width, height, depth, 0x20)
                tell(f"TGA {depth} bits {size}", head + b"abc" + words.astype("<u2").tobytes(), expected)
            # Palettes that begin at another index.
            indices = noise.integers(20, 50, (height, width)).astype("u1")
            for depth in [24, 32]:
                colours = noise.integers(0, 256, (30, depth // 8)).astype("u1").tobytes()
                head = struct.pack("<BBBHHBHHHHBB", 0, 1, 1, 20, 30, depth, 0, 0, width, height, 8, 0x20)
                tell(f"TGA palette of {depth} bits {size}", head + colours + indices.tobytes())

        def icon(entries, kind=1):
            """Of (width, height, bits, data)."""
            offset = 6 + 16 * len(entries)
            head, rest = struct.pack("<HHH", 0, kind, len(entries)), b""
            for width, height, bits, data in entries:
                head += struct.pack("<BBBBHHII", width & 255, height & 255, 0, 0, 1, bits, len(data), offset + len(rest))
                rest += data
            return head + rest

        def bitmap(drawn):
            """A BMP's header, palette and pixels, and a mask below."""
            file = saved(drawn, "BMP")[14:]
            width, height = drawn.size
            mask = noise.integers(0, 256, (height, (width + 31) // 32 * 4)).astype("u1").tobytes()
            return file[:8] + struct.pack("<i", height * 2) + file[12:] + mask

        for width, height in [(16, 16), (33, 20), (256, 60)]:
            size = f"{width} x {height}"
            drawings = {
                1: Image.fromarray(picture(width, height, 1)[:, :, 0]).convert("1"),
                4: image(width, height, "RGB").quantize(16), 8: image(width, height, "RGB").quantize(256),
                24: image(width, height, "RGB"), 32: image(width, height, "RGBA"),
            }
            small = (8, 8, 32, bitmap(image(8, 8, "RGBA")))
            for bits, drawn in drawings.items():
                entry = (width, height, bits, bitmap(drawn))
                tell(f"icon {bits} bits {size}", icon([small, entry, small]))
                whole = Image.open(io.BytesIO(icon([entry]))).convert("RGBA")
                tell(f"cursor {bits} bits {size}", icon([small, entry], 2), np.asarray(whole))
            for mode in ["L", "RGB", "RGBA"]:
                entry = (width, height, 32, saved(image(width, height, mode), "PNG"))
                tell(f"icon with a PNG {mode} {size}", icon([small, entry]))
            tell(f"icon of Pillow {size}", saved(drawings[32], "ICO", sizes=[(width, height)], bitmap_format="bmp"))
        """#
}
