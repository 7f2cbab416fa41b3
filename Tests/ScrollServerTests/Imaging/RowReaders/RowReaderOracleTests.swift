// PSDs, PCXs, PFMs, Radiance pictures, WBMPs, DDSs, ICNSs and rare icons that numpy and Pillow write, and what they tell
// of them.

import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite(.needs(.pillow), .needs(.numpy)) struct RowReaderOracleTests {
    /// How far a sample may be off: where light and alpha are rounded, others round otherwise.
    private static func tolerance(_ name: String) -> Int {
        ["rgba", "light"].contains { name.hasPrefix($0) } || [".hdr", ".pfm"].contains { name.hasSuffix($0) } ? 1 : 0
    }

    @Test func `every file gives the pixels that others expect`() throws {
        var counts: [String: Int] = [:]
        for line in try PythonOracle.run(Self.program).split(separator: UInt8(ascii: "\n")) {
            let sample = try JSONDecoder().decode(OracleSample.self, from: Data(line))
            let (format, pixels, expected) = try sample.decoded()
            let most = zip(pixels, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
            #expect(most <= Self.tolerance(sample.name), "\(sample.name): \(most)")
            counts[format.name, default: 0] += 1
        }
        #expect(
            counts == ["psd": 44, "pcx": 4, "pfm": 2, "wbmp": 1, "hdr": 2, "dds": 20, "icns": 5, "ani": 2, "os2": 3])
    }

    private static let program = #"""
        import base64, io, json, struct
        import numpy as np
        from PIL import Image

        noise = np.random.default_rng(3)
        width, height = 37, 11

        def tell(name, file, pixels=None):
            if pixels is None: pixels = np.asarray(Image.open(io.BytesIO(file)).convert("RGBA"))
            h, w = pixels.shape[:2]
            text = lambda data: base64.b64encode(data).decode()
            print(json.dumps({"name": name, "file": text(file), "width": w, "height": h,
                "pixels": text(np.ascontiguousarray(pixels, dtype=np.uint8).tobytes())}))

        def saved(image, format, **options):
            file = io.BytesIO()
            image.save(file, format, **options)
            return file.getvalue()

        def picture(w, h, channels):
            # Areas of one colour, and noise.
            array = noise.integers(0, 256, (h, w, channels), dtype=np.uint8)
            array[:, : w // 3] = array[0, 0]
            array[h // 2 :, w // 2 :] = array[h // 2, w // 2]
            return array

        def rgba(samples):
            h, w, channels = samples.shape
            pixels = np.full((h, w, 4), 255, np.uint8)
            pixels[:, :, :3] = samples[:, :, :3] if channels >= 3 else samples[:, :, :1]
            if channels in (2, 4): pixels[:, :, 3] = samples[:, :, -1]
            return pixels

        def encoded(light):
            # The curve of sRGB.
            light = np.clip(light.astype(np.float64), 0, 1)
            curve = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
            return np.rint(curve * 255).astype(np.uint8)

        def runs(row, shortest, longest, head):
            """Packs runs of at least so many equal bytes, and up to 128 other bytes."""
            out, start = b"", 0
            while start < len(row):
                end = start
                while end < len(row) and row[end] == row[start] and end - start < longest: end += 1
                if end - start >= shortest:
                    out += bytes([head(end - start), row[start]])
                else:
                    end = start
                    while end - start < 128 and len(set(row[end : end + shortest])) > 1: end += 1
                    end = max(end, start + 1)
                    out += bytes([end - start - 1]) + row[start:end]
                start = end
            return out

        def linear():
            """An ICC profile of sRGB's primaries and straight curves."""
            fixed = lambda *numbers: b"".join(struct.pack(">i", round(65536 * number)) for number in numbers)
            xyz = lambda *numbers: b"XYZ " + bytes(4) + fixed(*numbers)
            tags = {b"wtpt": xyz(0.9642, 1, 0.8249), b"rXYZ": xyz(0.43607, 0.22249, 0.01392),
                    b"gXYZ": xyz(0.38515, 0.71687, 0.09708), b"bXYZ": xyz(0.14307, 0.06061, 0.71410)}
            tags |= {name: b"curv" + bytes(8) for name in (b"rTRC", b"gTRC", b"bTRC")}
            table, body = struct.pack(">I", len(tags)), b""
            for name, data in tags.items():
                table += name + struct.pack(">II", 132 + 12 * len(tags) + len(body), len(data))
                body += data
            head = struct.pack(">I4xI", 132 + 12 * len(tags) + len(body), 0x04300000) + b"mntrRGB XYZ " + bytes(12)
            head = (head + b"acsp").ljust(68, b"\0") + fixed(0.9642, 1, 0.8249)
            return head.ljust(128, b"\0") + table + body

        def psd(mode, bits, planes, packed, large, palette=b"", layers=b"", profile=b""):
            """`planes` has the rows of each channel."""
            wide = ">Q" if large else ">I"
            head = b"8BPS" + struct.pack(">H6xHIIHH", 2 if large else 1, len(planes), height, width, bits, mode)
            resources = b"8BIM" + struct.pack(">HHI", 0x40F, 0, len(profile)) + profile if profile else b""
            head += struct.pack(">I", len(palette)) + palette + struct.pack(">I", len(resources)) + resources
            head += struct.pack(wide, len(layers)) + layers + struct.pack(">H", packed)
            rows = [row.tobytes() for plane in planes for row in plane]
            if packed:
                rows = [runs(row, 2, 128, lambda count: 257 - count) for row in rows]
                head += b"".join(struct.pack(">I" if large else ">H", len(row)) for row in rows)
            return head + b"".join(rows)

        def planes(array, kind="u1"):
            return [array[:, :, channel].astype(kind) for channel in range(array.shape[2])]

        for packed in (0, 1):
            for large in (False, True):
                def told(name, mode, bits, channels, expected, **more):
                    tell(f"{name} {packed} {large}.psd", psd(mode, bits, channels, packed, large, **more), expected)
                a = picture(width, height, 3)
                told("rgb", 3, 8, planes(a), rgba(a))
                a = picture(width, height, 1)
                told("gray", 1, 8, planes(a), rgba(a))
                bits = a >> 7
                told("bits", 0, 1, [np.packbits(bits[:, :, 0], axis=1)], rgba((1 - bits) * 255))
                palette = noise.integers(0, 256, (3, 256), dtype=np.uint8)
                told("index", 2, 8, planes(a), rgba(np.dstack([palette[c][a[:, :, 0]] for c in range(3)])),
                    palette=palette.tobytes())
                a = picture(width, height, 4)
                inks = a.astype(int)
                told("inks", 4, 8, planes(a), rgba((inks[:, :, :3] * inks[:, :, 3:] + 127) // 255))
                words = noise.integers(0, 65536, (height, width, 3))
                told("words", 3, 16, planes(words, ">u2"), rgba(words >> 8))
                light = (noise.random((height, width, 3)) * 1.2).astype(np.float32)
                told("light", 3, 32, planes(light, ">f4"), rgba(encoded(light)))
                # A negative number of layers says that there is alpha; the colours are blended with white.
                layers = struct.pack(">Q" if large else ">I", 20) + struct.pack(">h", -1) + bytes(18)
                a[:, :, 3] |= 0x80
                alpha = a[:, :, 3:] / 255
                blended = np.rint(a[:, :, :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
                told("rgba", 3, 8, planes(np.dstack([blended, a[:, :, 3]])), a, layers=layers)
                # Light, and words in proportion to it.
                told("light words", 3, 16, planes(words, ">u2"), rgba(encoded(words / 65535)), profile=linear())
                clear = np.dstack([encoded(light), a[:, :, 3]])
                blended = np.dstack([np.clip(light, 0, 1) * alpha + 1 - alpha, alpha])
                told("light rgba", 3, 32, planes(blended.astype(np.float32), ">f4"), clear, layers=layers)
                blended = np.rint(blended * 65535)
                told("light words rgba", 3, 16, planes(blended, ">u2"), clear, layers=layers, profile=linear())

        for mode in ("1", "L", "P", "RGB"):
            image = Image.fromarray(picture(width, height, 3))
            tell(f"{mode}.pcx", saved(image.quantize(200) if mode == "P" else image.convert(mode), "PCX"))

        light = (noise.random((height, width, 3)) * 1.1).astype(np.float32)
        size = f"{width} {height}\n".encode()
        tell("colours.pfm", b"PF\n" + size + b"-1.0\n" + light[::-1].astype("<f4").tobytes(), rgba(encoded(light)))
        gray = light[:, :, :1]
        tell("gray.pfm", b"Pf\n" + size + b"1.0\n" + gray[::-1].astype(">f4").tobytes(), rgba(encoded(gray)))

        bits = noise.integers(0, 2, (height, width, 1), dtype=np.uint8)
        tell("a.wbmp", bytes([0, 0, width, height]) + np.packbits(bits[:, :, 0], axis=1).tobytes(), rgba(bits * 255))

        mantissas = noise.integers(3, 256, (height, width, 3), dtype=np.uint8)
        exponents = noise.integers(120, 132, (height, width, 1), dtype=np.uint8)
        light = mantissas * np.exp2(exponents.astype(np.float64) - 136)
        head = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % (height, width)
        stored = np.dstack([mantissas, exponents])
        tell("plain.hdr", head + stored.tobytes(), rgba(encoded(light)))
        body = b""
        for row in stored:
            body += bytes([2, 2, 0, width])
            for channel in range(4): body += bytes([width]) + row[:, channel].tobytes()
        tell("channels.hdr", head + body, rgba(encoded(light)))

        for code in (None, "DXT1", "DXT3", "DXT5"):
            for mode in ("RGBA", "RGB", "L", "LA") if code is None else ("RGBA",):
                image = Image.fromarray(picture(36, 12, 4)).convert(mode)
                tell(f"{code} {mode}.dds", saved(image, "DDS", **({"pixel_format": code} if code else {})))

        def blocks(name, data, code=b"DX10", extended=0):
            """A texture of 13 by 7 pixels, stored as four by two blocks."""
            head = b"DDS " + struct.pack("<IIII56xII4s20xI16x", 124, 0x1007, 7, 13, 32, 4, code, 0x1000)
            if code == b"DX10": head += struct.pack("<IIIII", extended, 3, 0, 1, 0)
            tell(f"{name}.dds", head + data)

        blocks("one", noise.bytes(64), b"ATI1")
        blocks("one too", noise.bytes(64), b"BC4U")
        blocks("two", noise.bytes(128), b"ATI2")
        blocks("two signed", noise.bytes(128), b"BC5S")
        blocks("two extended", noise.bytes(128), extended=84)
        for mode in range(8):
            data = bytearray(noise.bytes(128))
            for start in range(0, 128, 16): data[start] = data[start] >> mode + 1 << mode + 1 | 1 << mode
            blocks(f"mode {mode}", bytes(data), extended=98)

        def part(kind, data): return kind + struct.pack(">I", 8 + len(data)) + data
        kinds = (16, b"is32", b"s8mk"), (32, b"il32", b"l8mk"), (48, b"ih32", b"h8mk"), (128, b"it32", b"t8mk")
        for side, kind, mask in kinds:
            a = picture(side, side, 4)
            body = bytes(4 if side == 128 else 0)
            for channel in range(3): body += runs(a[:, :, channel].tobytes(), 3, 130, lambda count: count + 125)
            parts = part(kind, body) + part(mask, a[:, :, 3].tobytes())
            tell(f"{side}.icns", part(b"icns", parts), a)
        tell("png.icns", saved(Image.fromarray(picture(128, 128, 4)), "ICNS"))

        def chunk(kind, data): return kind + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)
        for kind in ("bmp", "png"):
            a = picture(48, 48, 4)
            icon = saved(Image.fromarray(a), "ICO", sizes=[(48, 48)], bitmap_format=kind)
            body = chunk(b"anih", struct.pack("<9I", 36, 2, 2, 0, 0, 0, 0, 8, 1))
            body += chunk(b"LIST", b"fram" + chunk(b"icon", icon) + chunk(b"icon", bytes(30)))
            tell(f"{kind}.ani", chunk(b"RIFF", b"ACON" + body), a)

        def moved(bmp, kind, head, pixels):
            """A BMP's header and palette as those of another kind, with the pixels at another place."""
            return kind + bmp[2:10] + struct.pack("<I", pixels) + bmp[14:head]

        a = picture(32, 24, 3)
        bmp = saved(Image.fromarray(a), "BMP")
        array = b"BA" + struct.pack("<III", 40, 0, 0)
        tell("bitmap.ptr", array + moved(bmp, b"BM", 54, 68) + bmp[54:], rgba(a))
        # Below the rows of a mask are those in black and white.
        masked, white = (noise.integers(0, 2, (24, 32), dtype=np.uint8) for _ in range(2))
        bits = saved(Image.fromarray(np.vstack([masked, white]).astype(bool)), "BMP")
        start = struct.unpack("<I", bits[10:14])[0]
        heads = start + 54 + 14
        expected = rgba(a)
        expected[:, :, 3] = 255 * (1 - masked)
        tell("colours.ptr", array + moved(bits, b"CI", start, heads) + moved(bmp, b"CI", 54, heads + len(bits) - start)
            + bits[start:] + bmp[54:], expected)
        expected = rgba(255 * white[:, :, None])
        expected[:, :, 3] = 255 * (1 - masked)
        tell("bits.ptr", moved(bits, b"PT", start, start) + bits[start:], expected)
        """#
}
