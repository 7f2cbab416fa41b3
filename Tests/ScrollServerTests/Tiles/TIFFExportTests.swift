// Passes of an export over large TIFFs.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Pixels
@testable import Tiles

@Suite struct TIFFExportTests {
    @Test("An export reads each byte of a large TIFF about once for all levels", .optimised(), .needs(.vips))
    func reading() throws {
        // Enough pixels that viewers get levels from JPEGs that are decoded smaller.
        let side = 4224
        try #require(side * side >= TIFFFile.leastReducedPixels)
        let folder = try TemporaryFolder()
        for (number, arguments) in ["gaussnoise n.v \(side) \(side)", "cast n.v u.v uchar"].enumerated() {
            let run = try ToolRun(
                "vips", arguments.split(separator: " ").map(String.init), in: URL(fileURLWithPath: folder.path))
            try #require(run.status == 0, "\(number): \(run.output)")
        }
        for compression in ["jpeg", "lzw"] {
            let options = "--tile --tile-width 512 --tile-height 512 --compression"
            let run = try ToolRun(
                "vips", ["tiffsave", "u.v", "a.tif"] + options.split(separator: " ").map(String.init) + [compression],
                in: URL(fileURLWithPath: folder.path))
            try #require(run.status == 0, "\(run.output)")
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.tif")))
            let demo = try #require(DemoCollection(count: 1))
            let size = PixelSize(width: side, height: side)
            let pass = TilePass(demo, item: "0", version: "1", size: size, format: .tiff, level: 0)
            let source = CountedSource(bytes)
            var made: Set<TilePosition> = []
            try FileTiles(
                pass.exported(0...pass.pyramid.maximumLevel, TileExport(.pixels)), orientation: 1
            ).make(
                from: source.source,
                to: TileOutput(
                    isWanted: { _ in true }, emit: { position, _ in made.insert(position) }, progress: { _ in }))
            let counts = (0...pass.pyramid.maximumLevel).map { pass.pyramid.tileCounts(of: $0) }
            #expect(made.count == counts.reduce(0) { $0 + $1.columns * $1.rows })
            print("export of a TIFF of \(compression): \(source.readByteCount) of \(bytes.count) bytes read")
            #expect(source.readByteCount < bytes.count + bytes.count / 20)
        }
    }
}
