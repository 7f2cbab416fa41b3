// Stale thumbnails in files: shown until the picture has been decoded, and never again.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Platform
@testable import Tiles

@Suite struct StaleThumbnailTests {
    private static let (width, height) = (1200, 900)

    /// A photograph of four areas in these grays, above 1 megapixel, so that its thumbnail is used.
    private static func picture(_ grays: [UInt8], width: Int = width, height: Int = height) -> [UInt8] {
        var pixels = PixelBuffer(width: width, height: height, format: .gray)
        for y in 0..<height {
            for x in 0..<width { pixels.bytes[y * width + x] = grays[y * 2 / height * 2 + x * 2 / width] }
        }
        return JPEGEncoder.encode(pixels, quality: 80)
    }

    private static func photograph(_ grays: [UInt8], thumbnail: [UInt8]) -> [UInt8] {
        let small = picture(thumbnail, width: 160, height: 120)
        func big(_ value: Int, _ count: Int) -> [UInt8] { TinyImage.big(value, count) }
        func entry(_ tag: Int, _ value: Int) -> [UInt8] { big(tag, 2) + big(4, 2) + big(1, 4) + big(value, 4) }
        // The first directory has a width alone; the second one is at byte 26, and the thumbnail at byte 56.
        let first = big(1, 2) + entry(0x100, width) + big(26, 4)
        let second = big(2, 2) + entry(0x201, 56) + entry(0x202, small.count) + big(0, 4)
        let tiff = Array("MM".utf8) + big(42, 2) + big(8, 4) + first + second + small
        let block = Array("Exif\0\0".utf8) + tiff
        let whole = picture(grays)
        return Array(whole[..<2]) + [0xFF, 0xE1] + big(block.count + 2, 2) + block + Array(whole[2...])
    }

    private static func decoded(_ bytes: [UInt8]) throws -> PixelBuffer {
        var decoder = try JPEGDecoder(source: ByteSource(bytes))
        return try decoder.readAll()
    }

    private static func coarse(_ item: ItemSummary, in collection: any ItemCollection) throws -> String {
        let pyramid = Pyramid(try #require(item.size))
        let level = try #require((0...pyramid.maximumLevel).first { pyramid.tileCounts(of: $0) == (1, 1) })
        return "/api/collections/\(collection.id)/tiles/\(item.id)/\(level)/0/0?v=\(item.version)"
    }

    private static func atlas(_ folder: ScratchFolder) -> Atlas {
        Atlas(file: AtlasFile(folder: folder.path, byteLimit: 1 << 30))
    }

    @Test func staleThumbnailsAreReplacedForGood() throws {
        let folder = try TemporaryFolder()
        let cache = try ScratchFolder()
        let (old, new): ([UInt8], [UInt8]) = ([200, 90, 150, 60], [200, 90, 0, 60])
        try folder.write("blackened.jpg", Self.photograph(new, thumbnail: old))
        try folder.write("sound.jpg", Self.photograph(old, thumbnail: old))
        try folder.write("turned.jpg", Self.photograph(old.reversed(), thumbnail: old))
        let collection = try folder.scanned()
        let source = collection.source
        collection.measure([0, 1, 2])
        let items = collection.summaries(in: 0..<3)
        func expected(_ grays: [UInt8]) throws -> TinyPicture {
            TinyPicture(of: try Self.decoded(Self.picture(grays)))
        }
        let thumbnail = try expected(old)
        let shown = try [expected(new), thumbnail, expected(old.reversed())]
        var lastFile: [UInt8] = []
        for run in 0..<2 {
            let atlas = Self.atlas(cache)
            let client = try APIClient([collection], atlas: atlas)
            #expect(try client.fill())
            func thumbnailStatus(_ item: ItemSummary) throws -> (Int, String?) {
                let reply = try client.get("/api/collections/f/items/\(item.id)/thumbnail?v=\(item.version)")
                return (reply.status, reply.headers["Cache-Control"])
            }
            if run == 0 {
                // Before the pictures are decoded, stale thumbnails cannot be detected.
                for item in items {
                    #expect(atlas.picture(item, in: source)?.agrees(with: thumbnail) == true)
                    #expect(try thumbnailStatus(item) == (200, "no-cache"))
                }
                let changes = atlas.changeCount
                for item in items {
                    #expect(try client.get(Self.coarse(item, in: collection)).status == 200)
                }
                #expect(atlas.changeCount == changes + 2)
                lastFile = try cache.bytes("atlas-3")
            } else {
                #expect(try cache.bytes("atlas-3") == lastFile)
            }
            for (item, picture) in zip(items, shown) {
                let known = try #require(atlas.picture(item, in: source))
                #expect(known.agrees(with: picture), "\(run)")
                #expect(known.isFromThumbnail == (run == 1 && item.id == items[1].id))
                let colour = atlas.colours(of: [item], source: source).first ?? nil
                #expect(colour == known.colour)
            }
            #expect(try thumbnailStatus(items[0]).0 == 204)
            #expect(try thumbnailStatus(items[2]).0 == 204)
            let sound = try thumbnailStatus(items[1])
            #expect(sound.0 == 200 && sound.1?.contains("immutable") == (run == 0))
        }
    }

    /// A thumbnail never replaces the tiny picture of its decoded picture.
    @Test func thumbnailsDoNotReplacePictures() {
        let atlas = Atlas()
        let item = ItemSummary(id: "i1", version: "v1", size: nil, error: nil, format: .jpeg)
        var small = TinyPicture.noise(1)
        small.isFromThumbnail = true
        atlas.note([(item, .noise(2))], in: "/p")
        atlas.note([(item, small)], in: "/p")
        #expect(atlas.picture(item, in: "/p") == .noise(2))
        #expect(!TinyPicture.noise(1).agrees(with: .noise(2)) && small.agrees(with: .noise(1)))
    }

    /// Pictures of public bug reports, whose thumbnails show them before an edit.
    @Test(.needs(.cases)) func reportedThumbnailsAreReplaced() throws {
        let set = Corpus.cases.appendingPathComponent("15-stale-thumbnails").path
        let collection = try FolderCollection(root: set, id: "f", name: "F")
        collection.waitForScan()
        let client = try APIClient([collection])
        #expect(try client.fill())
        for item in collection.summaries(in: 0..<collection.status.count) where item.error == nil {
            #expect(try client.get(Self.coarse(item, in: collection)).status == 200)
            let known = try #require(client.pipeline.atlas.picture(item, in: collection.source))
            guard
                case .file(let source, let orientation) = try collection.content(
                    ofItem: item.id, version: item.version)
            else { continue }
            let real = try TinyPictureReader.picture(
                from: source, .jpeg, Orientation(rawValue: orientation) ?? .up)
            #expect(known.agrees(with: real), "\(collection.details(ofItem: item.id)?.name ?? "")")
        }
    }
}
