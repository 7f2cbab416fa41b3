// OpenEXR, Radiance HDR, DDS and PSD files beside OpenImageIO, which has decoders of its own for them.

import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite(.needs(.openImageIO), .needs(.numpy)) struct OpenImageIOTests {
    /// How far a sample may be off: light is rounded.
    ///
    /// In blocks of BC1 to BC3, colours between two others are made of 5 and 6 bits there, and of 8 here and in Pillow.
    /// Inks of 16 bits are mixed before they are cut to 8 there.
    private static func tolerance(_ name: String) -> Int {
        ["DXT", "BC1", "BC2", "BC3", "inks words"].contains { name.hasPrefix($0) } ? 2 : 1
    }

    @Test func `every file gives the pixels that OpenImageIO reads`() throws {
        var (counts, most): ([String: Int], [String: Int]) = ([:], [:])
        let input = try JSONEncoder().encode(Self.documents.map { [$0.name, Data($0.bytes).base64EncodedString()] })
        for line in try PythonOracle.run(Self.program, input: [UInt8](input)).split(separator: UInt8(ascii: "\n")) {
            let sample = try JSONDecoder().decode(OracleSample.self, from: Data(line))
            let (format, pixels, expected) = try sample.decoded()
            let difference = Self.difference(pixels, expected)
            #expect(difference <= Self.tolerance(sample.name), "\(sample.name): \(difference)")
            counts[format.name, default: 0] += 1
            most[format.name] = max(most[format.name] ?? 0, difference)
        }
        print("OpenImageIO: \(counts.map { "\($0.value) \($0.key), at most \(most[$0.key] ?? 0)" }.sorted())")
        #expect(counts == ["exr": 150, "hdr": 4, "dds": 64, "psd": Self.documents.count])
    }

    /// Returns the greatest difference of two samples; what is transparent in both has no colour.
    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var most = one.count == other.count ? 0 : 255
        for start in stride(from: 0, to: min(one.count, other.count), by: 4) {
            if one[start + 3] == 0, other[start + 3] == 0 { continue }
            for place in start..<start + 4 { most = max(most, abs(Int(one[place]) - Int(other[place]))) }
        }
        return most
    }

    /// Returns the bytes of floats from 0 to a little more than 1.
    private static func light(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { index -> [UInt8] in
            let value = Float(index * 37 % 251) / 240
            return TinyImage.big(Int(value.bitPattern), 4)
        }
    }

    /// PSDs and PSBs of each kind of colours that OpenImageIO reads, plain and in runs.
    private static let documents: [(name: String, bytes: [UInt8])] = {
        let kinds: [(name: String, mode: Int, bits: Int, channels: Int)] = [
            ("bits", 0, 1, 1), ("gray", 1, 8, 1), ("gray words", 1, 16, 1), ("gray light", 1, 32, 1),
            ("index", 2, 8, 1), ("rgb", 3, 8, 3), ("rgb words", 3, 16, 3), ("rgb light", 3, 32, 3),
            ("selection", 3, 8, 4), ("inks", 4, 8, 4), ("inks words", 4, 16, 4),
        ]
        return kinds.flatMap { kind in
            [(false, false), (true, false), (false, true), (true, true)].map { isPacked, isLarge in
                let byteCount = (21 * kind.bits + 7) / 8 * 11 * kind.channels
                let data = kind.bits == 32 ? light(byteCount / 4) : (0..<byteCount).map { UInt8($0 * 37 % 251) }
                return (
                    "\(kind.name) \(isPacked) \(isLarge).psd",
                    RowReaderFile.psd(
                        mode: kind.mode, bits: kind.bits, channels: kind.channels, width: 21, height: 11,
                        isPacked: isPacked, isLarge: isLarge,
                        palette: kind.mode == 2 ? (0..<768).map { UInt8($0 * 29 % 256) } : [], data: data)
                )
            }
        }
    }()

    private static let program = #"""
        import base64, itertools, json, struct, sys, tempfile
        import numpy as np
        import OpenImageIO as oiio

        documents = json.load(sys.stdin)
        noise = np.random.default_rng(9)
        folder = tempfile.TemporaryDirectory()
        width, height = 37, 23

        def tell(path, name):
            """What is in a file: its alpha is as it is stored."""
            wish = oiio.ImageSpec()
            wish.attribute("oiio:UnassociatedAlpha", 1)
            file = oiio.ImageInput.open(path, wish)
            if not file: raise RuntimeError(f"{name}: {oiio.geterror()}")
            spec = file.spec()
            isLight = spec.format.basetype in (oiio.HALF, oiio.FLOAT)
            stored = file.read_image("float" if isLight else "uint16" if spec.format.size() > 1 else "uint8")
            if stored is None: raise RuntimeError(f"{name}: {file.geterror()}")
            if stored.dtype == np.uint16: stored = (stored >> 8).astype(np.uint8)
            # The display window; nothing is outside of the data window.
            whole = np.zeros((spec.full_height, spec.full_width, stored.shape[2]), stored.dtype)
            left, top = spec.x - spec.full_x, spec.y - spec.full_y
            rows = range(max(0, top), min(spec.full_height, top + spec.height))
            columns = range(max(0, left), min(spec.full_width, left + spec.width))
            if rows and columns:
                whole[rows.start:rows.stop, columns.start:columns.stop] = stored[
                    rows.start - top:rows.stop - top, columns.start - left:columns.stop - left]
            colours = whole[:, :, :3] if whole.shape[2] >= 3 else whole[:, :, :1]
            pixels = np.full((*whole.shape[:2], 4), 255, np.uint8)
            place = spec.alpha_channel
            if not isLight:
                pixels[:, :, :3] = colours
                if place >= 0: pixels[:, :, 3] = whole[:, :, place]
            else:
                alpha = np.clip(whole[:, :, place], 0, 1) if place >= 0 else np.ones(whole.shape[:2])
                light = np.clip(colours / np.where(alpha > 0, alpha, 1)[:, :, None], 0, 1).astype(np.float64)
                curve = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
                pixels[:, :, :3] = np.where(alpha[:, :, None] > 0, np.rint(255 * curve), 0)
                pixels[:, :, 3] = np.rint(255 * alpha)
            text = lambda data: base64.b64encode(data).decode()
            print(json.dumps({"name": name, "width": pixels.shape[1], "height": pixels.shape[0],
                "file": text(open(path, "rb").read()), "pixels": text(pixels.tobytes())}))

        def light(w, h, channels):
            """Areas of one colour, and light that is less than none; multiplied by alpha."""
            made = (noise.random((h, w, channels)) * 1.1).astype(np.float32)
            made[:, : w // 3] = made[:1, :1]
            made[0, 0] = -0.5
            if channels in (2, 4):
                made[:, :, -1] = np.clip(made[:, :, -1], 0, 1)
                made[:, :, :-1] *= made[:, :, -1:]
            return made

        def write(name, spec, pixels, *more):
            path = f"{folder.name}/{name}"
            file = oiio.ImageOutput.create(path)
            if not file or not file.open(path, spec): raise RuntimeError(f"{name}: {oiio.geterror()}")
            if not file.write_image(pixels): raise RuntimeError(f"{name}: {file.geterror()}")
            file.close()
            tell(path, name)

        def exr(kind, channels, compression="zip", tile=0):
            spec = oiio.ImageSpec(width, height, channels, kind)
            spec.channelnames = (("Y",), ("Y", "A"), ("R", "G", "B"), ("R", "G", "B", "A"))[channels - 1]
            if channels == 2: spec.alpha_channel = 1
            spec.attribute("compression", compression)
            if tile: spec.tile_width = spec.tile_height = tile
            return spec

        kinds = ("none", "rle", "zip", "zips", "piz", "pxr24", "b44", "b44a")
        for compression, kind, channels, tile in itertools.product(kinds, ("half", "float"), (1, 2, 3, 4), (0, 16)):
            spec = exr(kind, channels, compression, tile)
            write(f"{compression} {kind} {channels} {tile}.exr", spec, light(width, height, channels))
        windows = [(5, 7, 0, 0, 50, 40, 0), (-4, -3, 0, 0, 30, 20, 0), (0, 0, 10, 10, 20, 20, 0),
                   (3, -5, -10, -8, 60, 45, 16), (100, 100, 90, 95, 40, 30, 16)]
        for number, (x, y, full_x, full_y, full_width, full_height, tile) in enumerate(windows):
            for channels in (3, 4):
                spec = exr("half", channels, tile=tile)
                spec.x, spec.y, spec.full_x, spec.full_y = x, y, full_x, full_y
                spec.full_width, spec.full_height = full_width, full_height
                write(f"window {number} {channels}.exr", spec, light(width, height, channels))
        sets = [(("R", "G", "B", "A", "Z"), ("half",) * 4 + ("float",)), (("B", "G", "R"), ("half",) * 3),
                (("R", "G", "B", "id"), ("half",) * 3 + ("uint",)),
                (("diffuse.R", "diffuse.G", "diffuse.B"), ("half",) * 3),
                (("R", "G", "B", "A", "N.x"), ("float", "half", "float", "half", "half"))]
        for number, (names, types) in enumerate(sets):
            spec = oiio.ImageSpec(width, height, len(names), "float")
            spec.channelnames, spec.channelformats = names, tuple(oiio.TypeDesc(kind) for kind in types)
            write(f"channels {number}.exr", spec, np.dstack([light(width, height, 4)] * 2)[:, :, : len(names)].copy())
        for order in ("increasingY", "decreasingY", "randomY"):
            spec = exr("half", 3, tile=16 if order == "randomY" else 0)
            spec.attribute("openexr:lineOrder", order)
            write(f"{order}.exr", spec, light(width, height, 3))
        for compression in ("zip", "piz"):
            levels = oiio.ImageBuf(oiio.ImageSpec(70, 50, 3, "half"))
            levels.set_pixels(oiio.ROI(), light(70, 50, 3))
            spec = exr("half", 3, compression, 32)
            path = f"{folder.name}/levels {compression}.exr"
            if not oiio.ImageBufAlgo.make_texture(oiio.MakeTxTexture, levels, path, spec): raise RuntimeError(oiio.geterror())
            tell(path, path.split("/")[-1])
            path = f"{folder.name}/parts {compression}.exr"
            parts = [exr("half", channels, compression) for channels in (3, 4)]
            for number, spec in enumerate(parts): spec.attribute("oiio:subimagename", f"part {number}")
            file = oiio.ImageOutput.create(path)
            file.open(path, tuple(parts))
            file.write_image(light(width, height, 3))
            file.open(path, parts[1], "AppendSubimage")
            file.write_image(light(width, height, 4))
            file.close()
            tell(path, path.split("/")[-1])

        # Plain, and in runs of each channel.
        for side in (5, 8, 53, 300): write(f"{side}.hdr", oiio.ImageSpec(side, 9, 3, "float"), light(side, 9, 3))

        def dds(name, data, code=b"DX10", extended=0, bits=0, flags=4, masks=(0, 0, 0, 0)):
            """A texture of 13 by 7 pixels, of which blocks hold sixteen."""
            code = code if flags & 4 else bytes(4)
            head = b"DDS " + struct.pack("<IIII56xII4sIIIIII16x", 124, 0x1007, 7, 13, 32, flags, code, bits, *masks, 0x1000)
            if code == b"DX10": head += struct.pack("<IIIII", extended, 3, 0, 1, 0)
            path = f"{folder.name}/{name}.dds"
            with open(path, "wb") as out: out.write(head + data)
            tell(path, f"{name}.dds")

        for number in range(2):
            for code, size in ((b"DXT1", 64), (b"DXT3", 128), (b"DXT5", 128), (b"ATI1", 64), (b"BC4U", 64)):
                dds(f"{code.decode()} {number}", noise.bytes(size), code)
            for kind, code, size in (("BC1", 71, 64), ("BC1", 72, 64), ("BC2", 74, 128), ("BC3", 77, 128),
                                     ("BC3", 78, 128), ("BC4", 80, 64), ("BC6", 95, 128), ("BC6", 96, 128),
                                     ("BC7", 98, 128), ("BC7", 99, 128)):
                dds(f"{kind} {code} {number}", noise.bytes(size), extended=code)
            for mode in range(8):
                data = bytearray(noise.bytes(128))
                for start in range(0, 128, 16): data[start] = data[start] >> mode + 1 << mode + 1 | 1 << mode
                dds(f"mode {mode} {number}", bytes(data), extended=98)
            for code in (28, 29, 87, 88): dds(f"plain {code} {number}", noise.bytes(364), extended=code)
        masks = [(32, 0x41, 0xFF, 0xFF00, 0xFF0000, 0xFF000000), (32, 0x41, 0xFF0000, 0xFF00, 0xFF, 0xFF000000),
                 (32, 0x40, 0xFF0000, 0xFF00, 0xFF, 0), (24, 0x40, 0xFF0000, 0xFF00, 0xFF, 0),
                 (16, 0x40, 0xF800, 0x7E0, 0x1F, 0), (16, 0x41, 0x7C00, 0x3E0, 0x1F, 0x8000),
                 (16, 0x41, 0xF00, 0xF0, 0xF, 0xF000), (8, 0x20000, 0xFF, 0, 0, 0), (16, 0x20000, 0xFFFF, 0, 0, 0),
                 (32, 0x41, 0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000)]
        for bits, flags, *parts in masks:
            dds(f"{bits} {flags} {parts}", noise.bytes(91 * bits // 8), bits=bits, flags=flags, masks=parts)

        for name, file in documents:
            path = f"{folder.name}/{name}"
            with open(path, "wb") as out: out.write(base64.b64decode(file))
            tell(path, name)
        """#
}
