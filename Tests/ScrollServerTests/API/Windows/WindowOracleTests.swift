// Windows and counts of sample values beside NumPy's, for files of tifffile and of our own.

import Foundation
import Testing
import Tiling

@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite(.needs(.numpy), .needs(.tifffile), .needs(.imagecodecs)) struct WindowOracleTests {
    /// A line that the program prints.
    private struct Sample: Decodable {
        struct Counts: Decodable {
            let minimum: Double
            let maximum: Double
            let counts: [Int]
            let percentiles: [Double]
        }

        struct Window: Decodable {
            let minimum: Double
            let maximum: Double
            let gamma: Double
            let pixels: String
        }

        let name: String
        let file: String
        let isDeep: Bool
        let isWhiteZero: Bool
        let windows: [Window]
        let channels: [Counts]
    }

    private static func samples() throws -> [Sample] {
        try PythonOracle.run(program).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Sample.self, from: Data($0))
        }
    }

    private static func decoder(
        _ source: ByteSource, _ format: MediaFormat, _ window: SampleWindow?
    ) throws -> any RowSource {
        switch format {
        case .tiff: try TIFFFile(source: source, window: window).decoder()
        case .png: try PNGDecoder(source: source, window: window)
        default: try #require(try SequentialPicture(source, format, window: window)).decoder
        }
    }

    @Test func `every window gives NumPy's levels, and every count is NumPy's`() throws {
        var counts: [String: Int] = [:]
        for sample in try Self.samples() {
            let source = ByteSource([UInt8](try #require(Data(base64Encoded: sample.file))))
            let header = try ImageHeader.read(from: source, name: Array(sample.name.utf8))
            #expect(header.hasDeepSamples == sample.isDeep, "\(sample.name)")
            for wanted in sample.windows {
                let window = try #require(
                    SampleWindow(minimum: wanted.minimum, maximum: wanted.maximum, gamma: wanted.gamma))
                var decoder = try Self.decoder(source, header.format, window)
                let pixels = try decoder.readAll()
                let expected = [UInt8](try #require(Data(base64Encoded: wanted.pixels)))
                #expect(!decoder.isPartial && pixels.bytes.count == expected.count, "\(sample.name)")
                let most = zip(pixels.bytes, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
                // Exact halves are rounded up here, and the power may differ in its last digit.
                #expect(most <= 1, "\(sample.name) \(window.text): \(most)")
            }
            guard sample.isDeep else { continue }
            let survey = try SampleCounter.survey(source, header.format)
            #expect(survey.isComplete && survey.channels.count == sample.channels.count, "\(sample.name)")
            for (channel, expected) in zip(survey.channels, sample.channels) {
                let channel = try #require(channel)
                #expect(channel.minimum == expected.minimum && channel.maximum == expected.maximum, "\(sample.name)")
                #expect(channel.percentiles == expected.percentiles, "\(sample.name)")
                #expect(channel.counted == expected.counts.reduce(0, +), "\(sample.name)")
                // Whole numbers at the edge of a bin are on one side; of floats a rounding may decide.
                let moved = zip(channel.counts, expected.counts).map { abs($0 - $1) }.reduce(0, +)
                #expect(moved <= (survey.kind == .float ? 4 : 0), "\(sample.name): \(moved)")
            }
            counts["\(survey.kind.rawValue) \(survey.bits)", default: 0] += 1
        }
        #expect(counts.values.reduce(0, +) >= 75 && counts.count >= 12, "\(counts)")
    }

    private static let program = #"""
        import base64, io, json, struct, zlib
        import numpy as np
        import tifffile

        noise = np.random.default_rng(4)
        height, width = 23, 37
        text = lambda data: base64.b64encode(data).decode()

        def tell(name, file, values, windows, isDeep=True, white=False, isLight=False, alpha=None):
            """`values` are (height, width) or (height, width, channels), without alpha."""
            exact = values.astype(np.float64)
            told = []
            for low, high, gamma in windows:
                part = np.clip((exact - low) / (high - low), 0, 1)
                part = np.nan_to_num(part) ** (1 / gamma)
                if isLight: part = np.where(part <= 0.0031308, part * 12.92, 1.055 * part ** (1 / 2.4) - 0.055)
                levels = np.floor(255 * part + 0.5).astype(np.uint8)
                if alpha is not None: levels = np.dstack([levels, np.floor(255 * alpha + 0.5).astype(np.uint8)])
                if white: levels = 255 - levels
                told.append({"minimum": float(low), "maximum": float(high), "gamma": gamma, "pixels": text(levels.tobytes())})
            channels = []
            for channel in np.moveaxis(exact.reshape(height, width, -1), 2, 0):
                found = channel[np.isfinite(channel)]
                least, most = found.min(), found.max()
                channels.append({
                    "minimum": least, "maximum": most,
                    "counts": np.histogram(found, 256, (least, most))[0].tolist(),
                    "percentiles": np.percentile(found, [0.1, 1, 50, 99, 99.9], method="inverted_cdf").tolist()})
            print(json.dumps({"name": name, "file": text(file), "isDeep": isDeep, "isWhiteZero": white,
                "windows": told if isDeep else [], "channels": channels}))

        def made(kind, channels=0):
            shape = (height, width, channels) if channels else (height, width)
            kind = np.dtype(kind)
            if kind.kind == "f":
                values = (noise.normal(0.3, 0.7, shape) * 100).astype(kind)
                values[0, :4] = np.nan
                values[1, 0], values[1, 1] = np.inf, -np.inf
                return values
            about = np.iinfo(kind)
            return noise.integers(about.min, about.max, shape, dtype=kind, endpoint=True)

        def windows(values):
            found = values[np.isfinite(values)].astype(np.float64)
            low, high = np.percentile(found, [5, 90])
            return [(low, high, 1), (low, high, 2.2), (found.min() - 3, found.max() + 5, 0.5)]

        def tiff(values, **more):
            out = io.BytesIO()
            tifffile.imwrite(out, values, metadata=None, **more)
            return out.getvalue()

        kinds = ["u2", "i2", "u4", "i4", "f2", "f4", "f8", "i1"]
        for kind in kinds:
            for order in "<>":
                for tile in (None, (16, 16)):
                    values = made(kind)
                    tell(f"{kind}{order}{tile}.tif", tiff(values, byteorder=order, tile=tile, rowsperstrip=None if tile else 5,
                         photometric="minisblack"), values, windows(values))
            for order in "<>":
                values = made(kind)
                predictor = 3 if kind[0] == "f" else 2
                for compression in ("zlib", "lzw"):
                    tell(f"{kind}{order}{compression}.tif", tiff(values, byteorder=order, compression=compression,
                         predictor=predictor, rowsperstrip=7, photometric="minisblack"), values, windows(values))
        for kind in ("u2", "f4"):
            for config in ("contig", "separate"):
                values = made(kind, 3)
                stored = np.moveaxis(values, 2, 0) if config == "separate" else values
                tell(f"rgb {kind} {config}.tif", tiff(np.ascontiguousarray(stored), photometric="rgb", planarconfig=config,
                     compression="zlib"), values, windows(values))
        values = made("u2")
        tell("white.tif", tiff(values, photometric="miniswhite"), values, windows(values), white=True)
        values = made("u1")
        tell("bytes.tif", tiff(values, photometric="minisblack"), values, windows(values), isDeep=False)
        values = noise.integers(0, 2, (height, width)).astype(bool)
        tell("bits.tif", tiff(values, photometric="minisblack"), values, [(0, 1, 1)], isDeep=False)

        def packed(bits, isSigned=False):
            """A TIFF of samples of any number of bits, the highest first."""
            values = noise.integers(0, 1 << bits, (height, width))
            rows = []
            for row in values:
                whole = "".join(f"{value:0{bits}b}" for value in row)
                whole += "0" * (-len(whole) % 8)
                rows.append(bytes(int(whole[at:at + 8], 2) for at in range(0, len(whole), 8)))
            data = b"".join(rows)
            entries = [(256, width), (257, height), (258, bits), (259, 1), (262, 1), (273, 8), (277, 1), (278, height),
                       (279, len(data))] + ([(339, 2)] if isSigned else [])
            directory = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries)
            if isSigned: values = np.where(values >> bits - 1, values - (1 << bits), values)
            return b"II*\0" + struct.pack("<I", 8 + len(data)) + data + directory + bytes(4), values

        for bits in (9, 10, 12, 14, 20, 24):
            for isSigned in (False, True):
                file, values = packed(bits, isSigned)
                tell(f"{bits} {isSigned}.tif", file, values, windows(values))

        def png(values):
            channels = 1 if values.ndim == 2 else values.shape[2]
            def chunk(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in values)
            head = struct.pack(">IIBBBBB", width, height, 16, 0 if channels == 1 else 2, 0, 0, 0)
            return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")

        for channels in (0, 3):
            values = made("u2", channels)
            tell(f"{channels}.png", png(values), values, windows(values))
        for channels in (0, 3):
            values = made("u2", channels) % 4096
            kind = b"P5" if channels == 0 else b"P6"
            tell(f"{channels}.pnm", kind + b" 37 23 4095\n" + values.astype(">u2").tobytes(), values, windows(values))
        values = made("u2") % 1000
        tell("plain.pgm", b"P2 37 23 999\n" + " ".join(map(str, values.ravel())).encode() + b"\n", values, windows(values))

        for channels, kind in ((0, b"Pf"), (3, b"PF")):
            for order, scale in (("<", b"-1.0"), (">", b"1.0")):
                values = made("f4", channels)
                stored = values[::-1].astype(order + "f4").tobytes()
                tell(f"{channels}{scale.decode()}.pfm", kind + b"\n37 23\n" + scale + b"\n" + stored, values, windows(values), isLight=True)

        mantissas = noise.integers(0, 256, (height, width, 3))
        exponents = noise.integers(120, 140, (height, width, 1))
        head = b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 23 +X 37\n"
        # No row may begin like one in runs.
        mantissas[:, 0, 0] = 3
        values = (mantissas * 2.0 ** (exponents - 136)).astype(np.float32)
        stored = np.dstack([mantissas, exponents]).astype(np.uint8).tobytes()
        tell("light.hdr", head + stored, values, windows(values), isLight=True)

        def exr(values, names):
            """Scan lines without compression."""
            kind = 1 if values.dtype == np.float16 else 2
            attribute = lambda name, type, data: name + b"\0" + type + b"\0" + struct.pack("<I", len(data)) + data
            box = struct.pack("<iiii", 0, 0, width - 1, height - 1)
            channels = b"".join(name.encode() + b"\0" + struct.pack("<IIII", kind, 0, 1, 1) for name in sorted(names)) + b"\0"
            head = struct.pack("<II", 20000630, 2) + attribute(b"channels", b"chlist", channels) + attribute(
                b"compression", b"compression", b"\0") + attribute(b"dataWindow", b"box2i", box) + attribute(
                b"displayWindow", b"box2i", box) + attribute(b"lineOrder", b"lineOrder", b"\0") + b"\0"
            planes = values.reshape(height, width, -1)
            rows = [b"".join(planes[y, :, names.index(name)].tobytes() for name in sorted(names)) for y in range(height)]
            size = 8 + len(rows[0])
            offsets = b"".join(struct.pack("<Q", len(head) + 8 * height + y * size) for y in range(height))
            return head + offsets + b"".join(struct.pack("<iI", y, len(row)) + row for y, row in enumerate(rows))

        for kind in ("f2", "f4"):
            for channels, names in ((0, ["Y"]), (3, ["R", "G", "B"])):
                values = made(kind, channels)
                tell(f"{kind}{channels}.exr", exr(values, names), values, windows(values), isLight=True)
            # Colours are stored as their product with alpha, exactly so with these.
            values, alpha = made(kind, 3), noise.choice([0.5, 0.25, 1], (height, width))
            stored = np.dstack([values * alpha[:, :, None].astype(kind), alpha.astype(kind)])
            tell(f"{kind} alpha.exr", exr(stored, ["R", "G", "B", "A"]), values, windows(values), isLight=True, alpha=alpha)

        def psd(values):
            planes = np.moveaxis(values.reshape(height, width, -1), 2, 0)
            head = b"8BPS" + struct.pack(">H6xHIIHH", 1, len(planes), height, width, 8 * values.itemsize, 1 if len(planes) == 1 else 3)
            return head + bytes(12) + bytes(2) + planes.astype(">" + values.dtype.str[1:]).tobytes()

        for kind in ("u1", "u2", "f4"):
            for channels in (0, 3):
                values = made(kind, channels)
                tell(f"{kind}{channels}.psd", psd(values), values, windows(values), isDeep=kind != "u1", isLight=kind == "f4")
        """#
}
