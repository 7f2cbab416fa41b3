// WebP decoding; Tests/Benchmarks/run measures it beside libwebp.
import Foundation
import Testing

@testable import Imaging
@testable import Pixels

@Suite(.serialized, .enabled(if: ImagingMeasurement.isWanted, "set SCROLLSERVER_BENCHMARK to run it"))
struct WebPBenchmark {
    /// The WebP file named by the environment.
    private static let file = ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK_WEBP"].map {
        URL(fileURLWithPath: $0)
    }

    /// In strips that are dropped, as the tile pipeline does it.
    @Test(.enabled(if: file != nil, "SCROLLSERVER_BENCHMARK_WEBP names no file")) func decode() throws {
        let file = try #require(Self.file)
        let source = ByteSource([UInt8](try Data(contentsOf: file)))
        let decoder = try WebPDecoder(source: source)
        let pixelCount = decoder.width * decoder.height
        try ImagingMeasurement.report("decode \(file.lastPathComponent)", pixelCount: pixelCount) {
            let decoder = try WebPDecoder(source: source)
            var rows: [UInt8] = []
            repeat { rows.removeAll(keepingCapacity: true) } while try decoder.readRows(into: &rows) > 0
        }
    }
}
