// From a photograph to its tiles. Tests/Benchmarks/run measures thumbnails of the whole program beside Pillow and vips.
import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Tiles

@Suite(.serialized, .enabled(if: ImagingMeasurement.isWanted, "set SCROLLSERVER_BENCHMARK to run it"))
struct TileBenchmark {
    private static let corpus =
        ProcessInfo.processInfo.environment["SCROLLSERVER_CORPUS"]
        ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpus").path

    /// A picture of the corpus as an item; nil where there is no corpus.
    private static func item(_ name: String) throws -> (collection: FolderCollection, index: Int)? {
        guard FileManager.default.fileExists(atPath: corpus + "/perf") else { return nil }
        let folder = try FolderCollection(root: corpus + "/perf", id: "perf", name: "perf")
        folder.waitForScan()
        for index in 0..<folder.status.count where folder.details(at: index)?.name == name {
            folder.measure([index])
            return (folder, index)
        }
        return nil
    }

    @Test(arguments: ["photo-12mp-q88-420.jpg", "photo-12mp-q88-420-prog.jpg", "mosaic-24mp-q85-420.jpg"])
    func thumbnail(name: String) throws {
        let (folder, index) = try #require(try Self.item(name), "the corpus is not there")
        let details = try #require(folder.details(at: index))
        var byteCount = 0
        try ImagingMeasurement.report("\(name) to a 256 px JPEG", pixelCount: details.width * details.height) {
            let decoder = try JPEGDecoder(source: try folder.source(at: index), scaleDenominator: 8)
            let scale = 256 / Double(max(decoder.width, decoder.height))
            let (width, height) = (
                Int(clamping: Double(decoder.width) * scale), Int(clamping: Double(decoder.height) * scale)
            )
            var scaler = RowScaler(
                sourceWidth: decoder.width, sourceHeight: decoder.height, format: decoder.format,
                targetWidth: width, targetHeight: height)
            var (rows, scaled): ([UInt8], [UInt8]) = ([], [])
            while try decoder.readRows(into: &rows) > 0 {
                _ = scaler.push(rows: rows, into: &scaled)
                rows.removeAll(keepingCapacity: true)
            }
            let pixels = PixelBuffer(width: width, height: height, format: decoder.format, bytes: scaled)
            byteCount = JPEGEncoder.encode(pixels, quality: 85).count
        }
        #expect(byteCount > 1000)
    }

    @Test func pyramid() throws {
        let name = "photo-12mp-q88-420.jpg"
        let (folder, index) = try #require(try Self.item(name), "the corpus is not there")
        let summary = try #require(folder.summary(at: index))
        let size = try #require(summary.size)
        let pass = TilePass(
            folder, item: summary.id, version: summary.version, size: size, format: .jpeg, level: 0
        ).wholePyramid
        var count = 0
        try ImagingMeasurement.report("\(name), all tiles of all levels", pixelCount: size.width * size.height) {
            count = 0
            try FileTiles(pass, orientation: 1).make(
                from: try folder.source(at: index),
                to: TileOutput(
                    isWanted: { _ in true }, emit: { _, _ in count += 1 },
                    progress: { _ in }))
        }
        print("bench: \(count) tiles of 512 px")
    }
}
