// PNG decoding and encoding; Tests/Benchmarks/run measures it beside libpng and Pillow.
import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite(.serialized, .enabled(if: ImagingMeasurement.isWanted, "set SCROLLSERVER_BENCHMARK to run it"))
struct PNGBenchmark {
    /// In strips that are dropped, as the tile pipeline does it.
    @Test func decode() throws {
        for file in ImagingMeasurement.files {
            let source = ByteSource([UInt8](try Data(contentsOf: file)))
            let header = try PNGHeader(source)
            let name = "decode \(file.lastPathComponent)"
            try ImagingMeasurement.report(name, pixelCount: header.width * header.height) {
                let decoder = try PNGDecoder(source: source)
                var rows: [UInt8] = []
                repeat { rows.removeAll(keepingCapacity: true) } while try decoder.readRows(into: &rows) > 0
            }
        }
    }

    @Test func encode() throws {
        let picture = try ImagingMeasurement.picture()
        let (left, top) = (picture.width / 3, picture.height / 3)
        var bytes: [UInt8] = []
        for row in top..<(top + 256) {
            let start = (row * picture.width + left) * 3
            bytes += picture.bytes[start..<(start + 256 * 3)]
        }
        let tile = PixelBuffer(width: 256, height: 256, format: .rgb, bytes: bytes)
        let size = PNGEncoder.encode(tile).count
        ImagingMeasurement.report("encode a 256 px photo tile (\(size) bytes)", pixelCount: 65_536) {
            _ = PNGEncoder.encode(tile)
        }
        // Bars and edges on a flat ground, like digits.
        let indices = (0..<(512 * 512)).map { index -> UInt8 in
            let (x, y) = (index % 512, index / 512)
            return (150..<350).contains(y) && (60..<450).contains(x) && x / 17 % 3 == 0 ? UInt8(1 + x % 17 / 16) : 0
        }
        let palette = (0..<3).map { PaletteColor(red: UInt8($0 * 100), green: 90, blue: 10) }
        let drawing = PNGEncoder.encode(indices: indices, width: 512, height: 512, palette: palette).count
        ImagingMeasurement.report("encode a 512 px drawing, indexed (\(drawing) bytes)", pixelCount: 262_144) {
            _ = PNGEncoder.encode(indices: indices, width: 512, height: 512, palette: palette)
        }
    }
}
