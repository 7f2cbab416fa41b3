// OpenEXR files that ffmpeg and OpenEXR have written, and the light that ffmpeg reads in them.

import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite(.needs(.ffmpeg), .needs(.numpy)) struct OpenEXROracleTests {
    @Test func `every file gives the pixels that ffmpeg reads`() throws {
        struct Sample: Decodable {
            let name: String
            let file: String
            let pixels: String
        }
        let files = OpenEXRFile.made.map { [$0.name, Data($0.bytes).base64EncodedString()] }
        let input = try JSONEncoder().encode(files)
        var count = 0
        for line in try PythonOracle.run(Self.program, input: [UInt8](input)).split(separator: UInt8(ascii: "\n")) {
            let sample = try JSONDecoder().decode(Sample.self, from: Data(line))
            let source = ByteSource([UInt8](Data(base64Encoded: sample.file) ?? Data()))
            let expected = [UInt8](Data(base64Encoded: sample.pixels) ?? Data())
            var decoder = try #require(try SequentialPicture(source, .openEXR), "\(sample.name)").decoder
            let pixels = try decoder.readAll().rgba
            #expect(!decoder.isPartial && pixels.count == expected.count, "\(sample.name)")
            let most = zip(pixels, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
            #expect(most <= 1, "\(sample.name): \(most)")
            count += 1
        }
        #expect(count == 5 + 4 * 3 * 2)
    }

    private static let program = #"""
        import base64, json, subprocess, sys, tempfile
        import numpy as np

        noise = np.random.default_rng(7)
        folder = tempfile.TemporaryDirectory()
        path = folder.name + "/a.exr"

        def ffmpeg(*arguments, data=b""):
            command = ["ffmpeg", "-v", "error", "-y", *arguments]
            return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout

        def tell(name, layout, size):
            # As it is decoded: a conversion would round in between.
            layer = ["-layer", "layer"] if name == "layer" else []
            data = ffmpeg(*layer, "-i", path, "-f", "rawvideo", "-pix_fmt", layout, "-")
            planes = np.frombuffer(data, "<f4").reshape(-1, *size)
            green, blue, red = planes[:3] if len(planes) > 1 else (planes[0],) * 3
            alpha = np.clip(np.nan_to_num(planes[3]), 0, 1) if len(planes) == 4 else np.ones(size)
            pixels = np.zeros((*size, 4), np.uint8)
            for channel, light in enumerate((red, green, blue)):
                light = light.astype(np.float64) / np.where(alpha > 0, alpha, 1)
                light = np.clip(np.nan_to_num(light, nan=0, posinf=1, neginf=0), 0, 1)
                curve = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
                pixels[:, :, channel] = np.where(alpha > 0, np.rint(curve * 255), 0)
            pixels[:, :, 3] = np.rint(alpha * 255)
            text = lambda data: base64.b64encode(data).decode()
            print(json.dumps({"name": name, "file": text(open(path, "rb").read()), "pixels": text(pixels.tobytes())}))

        for name, file in json.load(sys.stdin):
            with open(path, "wb") as out: out.write(base64.b64decode(file))
            layout = {"piz": "gbrapf32le", "zip": "grayf32le"}.get(name, "gbrpf32le")
            tell(name, layout, (20, 6) if name == "layer" else (10, 12))

        for compression in "none", "rle", "zip1", "zip16":
            for layout, channels in ("grayf32le", 1), ("gbrpf32le", 3), ("gbrapf32le", 4):
                for kind in "half", "float":
                    light = (noise.random((channels, 37, 53)) * 1.1).astype("<f4")
                    # Areas of one colour, and a light that is less than none.
                    light[:, :, :20] = light[:, :1, :1]
                    light[:, 3, 3] = -0.5
                    ffmpeg("-f", "rawvideo", "-pix_fmt", layout, "-s", "53x37", "-i", "-", "-c:v", "exr",
                        "-compression", compression, "-format", kind, "-frames:v", "1", "-update", "1", path,
                        data=light.tobytes())
                    tell(f"{compression} {layout} {kind}", layout, (37, 53))
        """#
}
