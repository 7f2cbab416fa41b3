// Channels shown together, beside what NumPy adds.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import ScrollServer
@testable import Tiles

@Suite struct ChannelOracleTests {
    private struct Sample: Decodable {
        let name: String
        let file: String
        let channels: String
        /// RGB, 37 × 23 pixels.
        let pixels: String
        let minima: [Double]
        let maxima: [Double]
        let names: [String]
    }

    private static func tile(_ pass: TilePass, _ source: ByteSource) throws -> PixelBuffer {
        var encoder = TileEncoder(source: .png)
        encoder.lossless = .always
        var found: [EncodedTile] = []
        try FileTiles(pass, orientation: 1, encoder: encoder).make(
            from: source,
            to: TileOutput(isWanted: { _ in true }, emit: { _, tile in found.append(tile) }, progress: { _ in }))
        var decoder = try PNGDecoder(source: ByteSource(try #require(found.first).bytes))
        return try decoder.readAll()
    }

    @Test(.needs(.numpy), .needs(.tifffile), .needs(.imagecodecs))
    func `every picture is the sum of its channels`() throws {
        let samples = try PythonOracle.run(Self.program).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Sample.self, from: Data($0))
        }
        #expect(samples.count > 20)
        let folder = try ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        for sample in samples { try folder.write(sample.name, [UInt8](Data(base64Encoded: sample.file) ?? Data())) }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
        collection.waitForScan()
        collection.measure(Array(0..<collection.status.count))
        let ids = (0..<collection.status.count).compactMap { collection.details(at: $0) }.map { ($0.name, $0.id) }
        let items = Dictionary(uniqueKeysWithValues: ids)
        let client = try APIClient([collection])
        for sample in samples {
            let id = try #require(items[sample.name])
            let item = try #require(collection.summary(ofItem: id))
            #expect(item.hasChannels, "\(sample.name)")
            let display = try #require(SampleDisplay.channels(sample.channels).map { SampleDisplay.channels($0) })
            let pass = try #require(TilePass(collection, item, level: 0, display: display))
            let source = ByteSource([UInt8](Data(base64Encoded: sample.file) ?? Data()))
            let pixels = try Self.tile(pass, source)
            let expected = [UInt8](Data(base64Encoded: sample.pixels) ?? Data())
            let found = pixels.format == .gray ? pixels.bytes.flatMap { [$0, $0, $0] } : pixels.bytes
            try #require(found.count == expected.count, "\(sample.name)")
            let most = zip(found, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
            #expect(most <= 2, "\(sample.name): \(most)")
            let survey = try SampleCounter.survey(source, .tiff)
            #expect(survey.channels.map { $0?.minimum } == sample.minima, "\(sample.name)")
            #expect(survey.channels.map { $0?.maximum } == sample.maxima, "\(sample.name)")
            #expect(survey.names == sample.names && survey.colours.count == sample.minima.count, "\(sample.name)")
            let address = "/api/collections/f/tiles/\(item.id)/0/0/0"
            let (plain, seen) = (try client.get(address), try client.get("\(address)?channels=\(sample.channels)"))
            #expect(plain.status == 200 && seen.status == 200 && plain.body != seen.body, "\(sample.name)")
            #expect(plain.headers["ETag"] != seen.headers["ETag"])
        }
        let first = try #require(samples.first)
        let id = try #require(items[first.name])
        let address = "/api/collections/f/tiles/\(id)/0/0/0"
        for wrong in [
            "", "0", "0:ff0000:1", "0:ff00:0:1", "8:ff0000:0:1", "0:ff0000:1:0", "0:ff0000:0:1,0:ff0000:0:1",
            "0:ff0000:0:1:0", "-1:ff0000:0:1", (0..<9).map { "\($0 % 8):ff0000:0:1" }.joined(separator: ","),
        ] {
            #expect(try client.get("\(address)?channels=\(wrong)").problem(400).parameter == "channels", "\(wrong)")
        }
        #expect(try client.get("\(address)?channels=0:ff0000:0:1&window=0,1").problem(400).parameter == "channels")
        // Channels that the file does not have are none.
        #expect(try client.get("\(address)?channels=7:ff0000:0:1").status == 415)
        #expect(try client.get(address).status == 200)
    }

    private static let program = #"""
        import base64, io, json
        import numpy as np
        import tifffile

        noise = np.random.default_rng(8)
        height, width = 23, 37
        colours = [0xff8000, 0x00ff00, 0x2040ff, 0xffffff, 0x800080]

        def made(kind, channels):
            kind = np.dtype(kind)
            if kind.kind == "f": return noise.normal(0.3, 2, (channels, height, width)).astype(kind)
            about = np.iinfo(kind)
            return noise.integers(about.min, about.max, (channels, height, width), dtype=kind, endpoint=True)

        def tell(name, stored, values, names=(), **more):
            """`values` are those of the channels of the first page."""
            out = io.BytesIO()
            tifffile.imwrite(out, stored, **more)
            shown, pixels = [], np.zeros((height, width, 3), np.int64)
            for index, channel in enumerate(values):
                # One is left out.
                if index == 1 and len(values) > 2: continue
                low, high = np.percentile(channel.astype(np.float64), [20, 85])
                if high <= low: high = low + 1
                shown.append(f"{index}:{colours[index]:06x}:{float(low)!r}:{float(high)!r}")
                part = np.clip((channel.astype(np.float64) - low) / (high - low), 0, 1)
                levels = np.floor(255 * part + 0.5).astype(np.int64)
                for place, shift in enumerate((16, 8, 0)):
                    pixels[:, :, place] += np.floor(levels * (colours[index] >> shift & 255) / 255 + 0.5).astype(np.int64)
            print(json.dumps({"name": name, "file": base64.b64encode(out.getvalue()).decode(), "channels": ",".join(shown),
                "pixels": base64.b64encode(np.clip(pixels, 0, 255).astype(np.uint8).tobytes()).decode(),
                "minima": [float(one.min()) for one in values], "maxima": [float(one.max()) for one in values], "names": list(names)}))

        for kind in ("u1", "u2", "i2", "f4"):
            for count in (2, 5):
                values = made(kind, count)
                extra = dict(photometric="minisblack", metadata=None, extrasamples=("unspecified",) * (count - 1))
                tell(f"contig {kind} {count}.tif", np.ascontiguousarray(np.moveaxis(values, 0, 2)), values, planarconfig="contig", **extra)
                tell(f"separate {kind} {count}.tif", values, values, planarconfig="separate", tile=(16, 16), compression="zlib", **extra)
            values = made(kind, 5)
            tell(f"rgb {kind}.tif", np.ascontiguousarray(np.moveaxis(values, 0, 2)), values, planarconfig="contig", rowsperstrip=4,
                 photometric="rgb", metadata=None, extrasamples=("unspecified",) * 2)
            values = made(kind, 3)
            names = ["DAPI", "GFP & more", "Cy5"]
            tell(f"ome {kind}.tif", values, values, names, ome=True, photometric="minisblack",
                 metadata={"axes": "CYX", "Channel": {"Name": names}})
        values = np.stack([made("u2", 3) for _ in range(2)])
        tell("depth.tif", values, values[:, 0], ["A", "B"], ome=True, photometric="minisblack",
             metadata={"axes": "CZYX", "Channel": {"Name": ["A", "B"]}})
        values = made("u2", 4)
        tell("ImageJ.tif", values, values, imagej=True, metadata={"axes": "CYX"})
        """#
}
