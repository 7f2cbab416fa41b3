// Tiles that a TIFF stores as JPEGs are sent as they are, beside what other programs read of them.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels

@Suite struct StoredTileTests {
    private typealias Kind = TIFFPyramidFile.Kind

    /// A folder with one TIFF, measured.
    private struct Shown {
        let files: ScratchFolder
        let client: APIClient
        let item: ItemSummary
        var base: String { "/api/collections/photos/tiles/\(item.id)" }

        init(_ bytes: [UInt8]) throws {
            files = try ScratchFolder()
            try files.write("slide.tif", bytes)
            let collection = try FolderCollection(root: files.path, id: "photos", name: "Photos")
            collection.waitForScan()
            collection.measure([0])
            client = try APIClient([collection])
            item = try #require(collection.details(at: 0).flatMap { collection.summary(ofItem: $0.id) })
        }
    }

    /// A picture's pixels as we decode them.
    private static func pixels(_ reply: APIClient.Reply) throws -> PixelBuffer {
        let source = ByteSource(reply.body)
        if reply.headers["Content-Type"] == "image/png" {
            var decoder = try PNGDecoder(source: source)
            return try decoder.readAll()
        }
        var decoder = try JPEGDecoder(source: source)
        return try decoder.readAll()
    }

    @Test(
        "Tiles inside the picture are those of the file, and all are what others read", .optimised(), .needs(.pillow),
        .needs(.tifffile), .needs(.vips), .needs(.rasterio), .needs(.imagecodecs),
        arguments: [TIFFPyramidFile.Kind.vipsJPEG, .vipsRGBJPEG, .vipsGrayJPEG, .vipsWideJPEG, .gdalJPEG, .aperio])
    func copied(kind: TIFFPyramidFile.Kind) throws {
        let file = try TIFFPyramidFile(kind, width: 1101, height: 1035)
        let shown = try Shown(file.bytes)
        defer { withExtendedLifetime(shown.files) {} }
        let side = try #require(kind.side)
        let step = kind == .aperio ? 2 : 1
        #expect(shown.item.storedTiles == StoredTiles(side: side, step: step))
        let pyramid = try #require(shown.item.pyramid)
        let stored = Data(file.bytes)
        var copiedCount = 0
        for (number, picture) in file.levels.enumerated().prefix(2) {
            let level = number * step
            let (side, counts) = (pyramid.tileSide(of: level), pyramid.tileCounts(of: level))
            for row in 0..<counts.rows {
                for column in 0..<counts.columns {
                    let reply = try shown.client.get(
                        "\(shown.base)/\(level)/\(column)/\(row)?v=\(shown.item.version)&side=\(side)")
                    try #require(reply.status == 200, "\(reply.text)")
                    let (tile, region) = (
                        try Self.pixels(reply), try #require(pyramid.region(level: level, column: column, row: row))
                    )
                    #expect(tile.width == region.width && tile.height == region.height)
                    let (largest, mean) = Self.difference(tile, picture, region)
                    // The coded pixels are the file's own.
                    let isInside = region.width == side && region.height == side && side == kind.side
                    let isCopied = stored.range(of: Data(reply.body.suffix(64))) != nil
                    #expect(isCopied == isInside, "\(kind), \(level)/\(column)/\(row)")
                    if isCopied { copiedCount += 1 }
                    // Others are encoded again.
                    #expect(isCopied ? largest <= 4 : mean <= 2, "\(largest), \(mean): \(level)/\(column)/\(row)")
                }
            }
        }
        #expect(copiedCount > 40 || kind == .aperio && copiedCount == 16)
    }

    /// The largest and the mean difference of samples from the part of a level, in 1/255, edges repeated.
    private static func difference(
        _ tile: PixelBuffer, _ level: PixelBuffer, _ region: PixelRect
    ) -> (largest: Int, mean: Double) {
        let (channels, others) = (tile.format.channelCount, level.format.channelCount)
        var (largest, sum) = (0, 0)
        for y in 0..<tile.height {
            for x in 0..<tile.width {
                let (column, row) = (min(region.x + x, level.width - 1), min(region.y + y, level.height - 1))
                for channel in 0..<3 {
                    let one = Int(tile.bytes[(y * tile.width + x) * channels + min(channel, channels - 1)])
                    let other = Int(level.bytes[(row * level.width + column) * others + channel])
                    largest = max(largest, abs(one - other))
                    sum += abs(one - other)
                }
            }
        }
        return (largest, Double(sum) / Double(3 * tile.width * tile.height))
    }

    @Test(
        "A plan and a session name the stored tiles", .needs(.tifffile), .needs(.vips), .needs(.pillow),
        .needs(.rasterio))
    func plan() throws {
        let shown = try Shown(try TIFFPyramidFile(.vipsJPEG, width: 1101, height: 1035).bytes)
        defer { withExtendedLifetime(shown.files) {} }
        let plan = try shown.client.get(
            "/api/collections/photos/plan?width=1101&height=1035&layout=stack&backdrop=true"
        ).object()
        let tiles = try #require(plan["tiles"] as? [[String: Any]])
        let sharp = tiles.filter { $0["level"] as? Int == 0 }
        #expect(sharp.count == 9 * 9)
        for tile in sharp {
            let url = try #require(tile["url"] as? String)
            #expect(url.hasSuffix("&side=128"))
            #expect(try shown.client.get(url).status == 200)
        }
    }

    @Test(
        "Viewers of IIIF are offered the stored tiles, and get them as they are", .needs(.tifffile), .needs(.vips),
        .needs(.pillow), .needs(.rasterio))
    func imageAPI() throws {
        let file = try TIFFPyramidFile(.vipsJPEG, width: 1101, height: 1035)
        let shown = try Shown(file.bytes)
        defer { withExtendedLifetime(shown.files) {} }
        let image = "/iiif/3/photos~\(shown.item.id)"
        let tiles = try #require(try shown.client.get("\(image)/info.json").object()["tiles"] as? [[String: Any]])
        #expect(tiles.map { $0["width"] as? Int } == [128, 512])
        #expect(tiles.map { $0["scaleFactors"] as? [Int] } == [[1, 2], [4]])
        for (asked, address) in [
            ("256,128,128,128/128,128", "0/2/1"), ("512,256,256,256/128,128", "1/2/1"), ("full/276,259", "2/0/0"),
        ] {
            let reply = try shown.client.get("\(image)/\(asked)/0/default.jpg")
            #expect(reply.status == 200)
            #expect(try shown.client.get("\(shown.base)/\(address)").body == reply.body, "\(asked)")
        }
        // Parts of several tiles are put together.
        let part = try Self.pixels(try shown.client.get("\(image)/100,90,300,200/max/0/default.png"))
        let region = PixelRect(x: 100, y: 90, width: 300, height: 200)
        #expect(part.width == 300 && part.height == 200)
        #expect(Self.difference(part, try #require(file.levels.first), region).largest <= 4)
    }

    @Test(
        "A tile that is not what the directory says is decoded, or refused with a reason", .needs(.tifffile),
        .needs(.vips),
        .needs(.pillow), .needs(.rasterio))
    func damaged() throws {
        let file = try TIFFPyramidFile(.vipsJPEG, width: 700, height: 600)
        var noise = RepeatableNoise(seed: 44)
        for _ in 0..<60 {
            var bytes = file.bytes
            for _ in 0..<8 { bytes[Int(noise.next() % UInt64(bytes.count))] = UInt8(noise.next() & 255) }
            let shown = try Shown(bytes)
            guard shown.item.error == nil, shown.item.size != nil else { continue }
            for (column, row) in [(0, 0), (2, 2), (5, 4), (4, 3)] {
                let reply = try shown.client.get("\(shown.base)/0/\(column)/\(row)")
                #expect([200, 404, 415, 422, 503].contains(reply.status), "\(reply.text)")
            }
            withExtendedLifetime(shown.files) {}
        }
    }
}
