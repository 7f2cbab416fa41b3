// An export's run within this process.

import Foundation
import Testing

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import ScrollServer
@testable import Tiles

@Suite struct ExportRunTests {
    /// Writes a picture of four sizes, and damages the last tile of the first copy.
    private static let damaged = """
        import numpy, sys, tifffile
        y, x = numpy.mgrid[0:1100, 0:1500]
        picture = numpy.stack([(x // 5 + y // 9) % 256, x // 3 % 256, y // 4 % 256], -1).astype(numpy.uint8)
        with tifffile.TiffWriter(path) as file:
            options = dict(tile=(128, 128), photometric="rgb", compression="zlib", metadata=None)
            file.write(picture, **options)
            for step in (2, 4, 8): file.write(picture[::step, ::step], subfiletype=1, **options)
        with tifffile.TiffFile(path) as file: copy = file.pages[1]
        with open(path, "r+b") as file:
            file.seek(copy.dataoffsets[-1])
            file.write(bytes(copy.databytecounts[-1]))
        """

    /// Exports a folder with this number of threads.
    private func export(
        _ folder: TemporaryFolder, _ format: ExportOptions.Format, workers: Int
    ) throws -> (files: [String: [UInt8]], items: [ExportItem]) {
        let (collection, output) = (try folder.scanned(), try TemporaryFolder())
        let path = "\(output.path)/out"
        let (items, pixels) = CollectionExport.found(collection)
        let run = ExportRun(
            items, of: collection, in: try ExportFolder(path, format: format.rawValue, source: folder.path),
            ExportOptions(output: path, format: format, baseURL: "https://a.example"), maker: PictureTileMaker(),
            byteLimit: 1 << 28, workers: workers, progress: ExportProgress(count: items.count, pixels: pixels))
        let ended = try run.run()
        let names = (FileManager.default.subpaths(atPath: path) ?? []).filter {
            !$0.hasPrefix(".") && !FileSystem.isDirectory("\(path)/\($0)")
        }
        let files = try names.map { ($0, [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\($0)")))) }
        return (Dictionary(uniqueKeysWithValues: files), ended)
    }

    @Test(
        "The files are the same, however many threads make them", .needs(.tifffile),
        arguments: [
            ExportOptions.Format.dzi, .iiif, .site,
        ])
    func threads(format: ExportOptions.Format) throws {
        let folder = try TemporaryFolder()
        _ = try PythonOracle.run("path = \"\(folder.path)/damaged.tif\"\n" + Self.damaged)
        try folder.write(
            "large.jpg", JPEGEncoder.encode(PictureFolder.photograph(width: 2300, height: 1700), quality: 90))
        try folder.write("drawing.png", PictureFolder.squares(width: 1600, height: 900))
        let (expected, items) = try export(folder, format, workers: 1)
        for item in items {
            guard case .exported? = item.outcome else {
                Issue.record("\(item.title): \(String(describing: item.outcome))")
                continue
            }
        }
        for workers in [2, 3, 8] {
            let files = try export(folder, format, workers: workers).files
            #expect(files.keys.sorted() == expected.keys.sorted(), "\(workers)")
            for (path, bytes) in expected { #expect(files[path] == bytes, "\(workers): \(path)") }
        }
    }
}
