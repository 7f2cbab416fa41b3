// Rates of the JPEG decoder and encoder on the corpus's perf pictures. Tests/Benchmarks/run --rows thumbnails measures
// libjpeg-turbo beside it.

import Foundation
import Testing

@testable import Imaging
@testable import Pixels

@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK"] != nil, "set SCROLLSERVER_BENCHMARK"),
    .serialized)
struct JPEGBenchmark {
    private static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["SCROLLSERVER_CORPUS"] { return URL(fileURLWithPath: path) }
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { package.deleteLastPathComponent() }
        return package.deletingLastPathComponent().appendingPathComponent("shared/corpus")
    }()

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("perf/\(name).jpg")))
    }

    /// Milliseconds of the quickest and of the median of 9 runs, after one that is not counted.
    private func times(_ work: () throws -> Void) rethrows -> (minimum: Double, median: Double) {
        try work()
        var times: [Double] = []
        for _ in 0..<9 {
            let clock = ContinuousClock()
            let start = clock.now
            try work()
            times.append((clock.now - start) / .milliseconds(1))
        }
        times.sort()
        return (times[0], times[4])
    }

    private func report(_ name: String, megapixels: Double, _ times: (minimum: Double, median: Double)) {
        func text(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
        print(
            "\(name): \(text(times.minimum, 2)) / \(text(times.median, 2)) ms, "
                + "\(text(megapixels * 1000 / times.minimum, 0)) / \(text(megapixels * 1000 / times.median, 0)) MP/s")
    }

    /// Strip by strip, as the pipeline reads; rates are of full-size pixels, minimum and median.
    @Test(arguments: [
        ("photo-2mp-q85-420", 1), ("photo-12mp-q88-420", 1), ("photo-12mp-q88-420", 2), ("photo-12mp-q88-420", 4),
        ("photo-12mp-q88-420", 8), ("mosaic-24mp-q85-420", 1), ("mosaic-24mp-q85-420", 8),
        ("photo-12mp-q88-420-prog", 1), ("photo-12mp-q88-420-prog", 2), ("photo-12mp-q88-420-prog", 8),
    ])
    func decode(name: String, denominator: Int) throws {
        let bytes = try bytes(name)
        let header = try JPEGHeader(source: ByteSource(bytes))
        var rows: [UInt8] = []
        let result = try times {
            let decoder = try JPEGDecoder(source: ByteSource(bytes), scaleDenominator: denominator)
            repeat { rows.removeAll(keepingCapacity: true) } while try decoder.readRows(into: &rows) > 0
        }
        report("\(name) 1/\(denominator)", megapixels: Double(header.width * header.height) / 1e6, result)
    }

    @Test func encodeTile() throws {
        var decoder = try JPEGDecoder(source: ByteSource(try bytes("photo-2mp-q85-420")))
        let picture = try decoder.readAll()
        var tile: [UInt8] = []
        for y in 500..<756 {
            let start = (y * picture.width + 700) * 3
            tile += picture.bytes[start..<start + 256 * 3]
        }
        let pixels = PixelBuffer(width: 256, height: 256, format: .rgb, bytes: tile)
        var size = 0
        let result = times {
            for _ in 0..<100 { size = JPEGEncoder.encode(pixels, quality: 85).count }
        }
        report("encode 256 × 256 4:2:0 q85 (\(size) bytes), 100 times", megapixels: 6.5536, result)
    }
}
