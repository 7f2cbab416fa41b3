// PSDs that psd-tools writes: each compression of the composite in each kind of colours.

import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite(.needs(.psdTools), .needs(.numpy)) struct PSDToolsTests {
    @Test func `every compression gives the samples that were packed`() throws {
        struct Sample: Decodable {
            let name: String
            let file: String
            let pixels: String
            /// How far a sample may be off: light is rounded.
            let tolerance: Int
        }
        var count = 0
        for line in try PythonOracle.run(Self.program).split(separator: UInt8(ascii: "\n")) {
            let sample = try JSONDecoder().decode(Sample.self, from: Data(line))
            let source = ByteSource([UInt8](Data(base64Encoded: sample.file) ?? Data()))
            let expected = [UInt8](Data(base64Encoded: sample.pixels) ?? Data())
            let header = try ImageHeader.read(from: source)
            #expect((header.width, header.height, header.format) == (37, 11, .photoshop), "\(sample.name)")
            var decoder = try #require(try SequentialPicture(source, header.format), "\(sample.name)").decoder
            let pixels = try decoder.readAll().rgba
            #expect(!decoder.isPartial && pixels.count == expected.count, "\(sample.name)")
            let most = zip(pixels, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
            #expect(most <= sample.tolerance, "\(sample.name): \(most)")
            count += 1
        }
        // Two versions, four compressions, and as many kinds; there are no differences of single bits.
        #expect(count == 2 * 4 * 11 - 2)
    }

    private static let program = #"""
        import base64, io, json
        import numpy as np
        from psd_tools.constants import ColorMode, Compression
        from psd_tools.psd import PSD
        from psd_tools.psd.color_mode_data import ColorModeData
        from psd_tools.psd.header import FileHeader
        from psd_tools.psd.image_data import ImageData

        noise = np.random.default_rng(5)
        width, height = 37, 11

        def tell(name, mode, depth, planes, expected, palette=b"", tolerance=0):
            """`planes` has the samples of each channel, as they are stored."""
            pixels = np.full((height, width, 4), 255, np.uint8)
            pixels[:, :, :3] = expected
            for version in (1, 2):
                for compression in Compression:
                    if compression == Compression.ZIP_WITH_PREDICTION and depth == 1: continue
                    header = FileHeader(version=version, channels=len(planes), height=height, width=width, depth=depth,
                        color_mode=mode)
                    data = ImageData(compression=compression)
                    data.set_data([plane.tobytes() for plane in planes], header)
                    file = io.BytesIO()
                    PSD(header=header, color_mode_data=ColorModeData(palette), image_data=data).write(file)
                    print(json.dumps({"name": f"{name} {version} {compression.name}", "tolerance": tolerance,
                        "file": base64.b64encode(file.getvalue()).decode(),
                        "pixels": base64.b64encode(pixels.tobytes()).decode()}))

        def encoded(light):
            # The curve of sRGB.
            light = np.clip(light.astype(np.float64), 0, 1)
            curve = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
            return np.rint(curve * 255)

        def planes(array, kind="u1"): return [np.ascontiguousarray(array[:, :, c].astype(kind)) for c in range(array.shape[2])]

        # Areas of one colour, and noise.
        a = noise.integers(0, 256, (height, width, 5), dtype=np.uint8)
        a[:, : width // 3] = a[0, 0]
        tell("rgb", ColorMode.RGB, 8, planes(a[:, :, :3]), a[:, :, :3])
        # A fourth channel is a selection.
        tell("more", ColorMode.RGB, 8, planes(a[:, :, :4]), a[:, :, :3])
        tell("gray", ColorMode.GRAYSCALE, 8, planes(a[:, :, :1]), a[:, :, :1])
        palette = noise.integers(0, 256, (3, 256), dtype=np.uint8)
        tell("index", ColorMode.INDEXED, 8, planes(a[:, :, :1]), np.dstack([p[a[:, :, 0]] for p in palette]), palette.tobytes())
        bits = a[:, :, 0] >> 7
        tell("bits", ColorMode.BITMAP, 1, [np.packbits(bits, axis=1)], 255 * (1 - bits[:, :, None]))
        inks = a.astype(int)
        print_ = (inks[:, :, :3] * inks[:, :, 3:4] + 127) // 255
        tell("inks", ColorMode.CMYK, 8, planes(a[:, :, :4]), print_)
        # Without a mode: cyan, magenta, yellow and black, and one more ink.
        tell("spots", ColorMode.MULTICHANNEL, 8, planes(a), print_)
        tell("three spots", ColorMode.MULTICHANNEL, 8, planes(a[:, :, :3]), a[:, :, :3])
        tell("one spot", ColorMode.MULTICHANNEL, 8, planes(a[:, :, :1]), a[:, :, :1])
        words = noise.integers(0, 65536, (height, width, 3))
        tell("words", ColorMode.RGB, 16, planes(words, ">u2"), words >> 8)
        light = (noise.random((height, width, 3)) * 1.2).astype(np.float32)
        tell("light", ColorMode.RGB, 32, planes(light, ">f4"), encoded(light), tolerance=1)
        """#
}
