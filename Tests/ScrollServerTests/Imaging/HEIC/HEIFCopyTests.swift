// Which smaller copy of a picture a HEIC's header tells, and that plans show it.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct HEIFCopyTests {
    /// A grid of 20 × 15 tiles of 64 pixels, and copies of these sizes; the pictures in the file are only as large as
    /// they are said to be where that is 64 × 64.
    private static func file(
        _ copies: [(width: Int, height: Int)], turn: UInt8 = 0, turnOfCopies: UInt8 = 0, of primary: Int = 1,
        columns: Int = 20, rows: Int = 15
    ) -> HEICFile {
        let count = columns * rows
        var picture = HEICFile.grid(columns, rows, 64 * columns, 64 * rows)
        if turn > 0 { picture.properties.append(HEICFile.turn(turn)) }
        let small = copies.map { size in
            var item = HEICFile.second
            item.properties[1] = HEICFile.extent(size.width, size.height)
            if turnOfCopies > 0 { item.properties.append(HEICFile.turn(turnOfCopies)) }
            return item
        }
        let first = 2 + count
        return HEICFile(
            items: [picture] + (0..<count).map { _ in HEICFile.first } + small,
            references: [("dimg", 1, Array(2..<first))]
                + small.indices.map { ("thmb", first + $0, [primary]) })
    }

    private static func side(_ file: HEICFile) throws -> Int {
        try ImageHeader.read(from: ByteSource(file.bytes)).copySide
    }

    @Test func `the largest copy that fits into a tile is told`() throws {
        #expect(try Self.side(Self.file([])) == 0)
        #expect(try Self.side(Self.file([(320, 240)])) == 320)
        #expect(try Self.side(Self.file([(160, 120), (320, 240), (240, 180)])) == 320)
        #expect(try Self.side(Self.file([(160, 120), (512, 384)])) == 512)
        #expect(try Self.side(Self.file([(640, 480), (160, 120)])) == 160)
        // The longer side counts, however the picture is turned.
        #expect(try Self.side(Self.file([(320, 240)], turn: 1, turnOfCopies: 1)) == 320)
    }

    @Test func `copies that do not agree are not told`() throws {
        // Of other proportions, turned otherwise, of another item.
        #expect(try Self.side(Self.file([(320, 320)])) == 0)
        #expect(try Self.side(Self.file([(320, 240)], turn: 1)) == 0)
        #expect(try Self.side(Self.file([(320, 240)], of: 2)) == 0)
        #expect(try Self.side(Self.file([(0, 0)])) == 0)
        // Of a picture that is cut.
        var cut = Self.file([(320, 240)])
        cut.items[0].properties.append(HEICFile.crop([640, 1, 480, 1, 0, 1, 0, 1]))
        #expect(try Self.side(cut) == 0)
    }

    /// The copy has 64 × 64 pixels of the picture's 1280 × 1280: a cell of 60 shows it instead of level 4.
    @Test(.optimised()) func `a plan shows the copy by an address of its own`() throws {
        let folder = try ScratchFolder()
        try folder.write("a.heic", Self.file([(64, 64)], columns: 20, rows: 20).bytes)
        try folder.write("b.heic", Self.file([], columns: 20, rows: 20).bytes)
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
        collection.waitForScan()
        let client = try APIClient([collection])
        func tiles(_ more: String) throws -> [[[String: Any]]] {
            let plan = try client.get(
                "/api/collections/f/plan?layout=grid&columns=2&height=300&names=true&backdrop=true&\(more)"
            ).object()
            let tiles = try #require(plan["tiles"] as? [[String: Any]])
            return ["a.heic", "b.heic"].map { name in tiles.filter { $0["name"] as? String == name } }
        }
        let small = try tiles("width=124")
        #expect(small.map(\.count) == [1, 1])
        let copy = try #require(small[0].first)
        let url = try #require(copy["url"] as? String)
        #expect(url.contains("/copy/0/0?v="))
        // Between level 4 of 80 pixels and level 5 of 40.
        let level = try #require(copy["level"] as? Double)
        #expect(level > 4 && level < 5 && copy["thumbnail"] == nil)
        let reply = try client.get(url)
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "image/jpeg")
        let header = try JPEGHeader(source: ByteSource(reply.body))
        #expect(header.width == 64 && header.height == 64)
        #expect(reply.headers["Cache-Control"]?.contains("immutable") == true)
        let other = try #require(small[1].first)
        #expect(other["level"] as? Int == 4)
        // A picture without a copy has no such address, and no copy has another tile.
        let stranger = try #require(other["url"] as? String).replacingOccurrences(of: "/4/0/0?", with: "/copy/0/0?")
        #expect(try client.get(stranger).status == 404)
        #expect(try client.get(url.replacingOccurrences(of: "/copy/0/0?", with: "/copy/1/0?")).status == 404)
        // The number that stands for it within the program is no address.
        #expect(try client.get(url.replacingOccurrences(of: "/copy/0/0?", with: "/99/0/0?")).status == 404)
        // In larger cells it lies beneath the level.
        let large = try tiles("width=404")
        #expect(large[0].map { $0["url"] as? String == url } == [true, false])
        #expect(large[1].count == 1)
    }

    @Test func `a restart knows the copy without reading the header again`() throws {
        let (folder, cache) = (try TemporaryFolder(), try TemporaryFolder())
        try folder.write("a.heic", Self.file([(320, 240)]).bytes)
        for isFirst in [true, false] {
            let collection = try FolderCollection(
                root: folder.path, id: "f", name: "F", zone: .universal, cache: cache.path + "/headers")
            collection.waitForScan()
            if isFirst {
                collection.measure([0])
                collection.keepHeaders()
            } else {
                #expect(try #require(collection.knownHeaders).missCount == 0)
            }
            #expect(collection.summaries(in: 0..<1).map(\.copySide) == [320])
        }
    }
}
