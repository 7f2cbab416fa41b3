// Places that restart markers tell, beside what a decoder that comes from the top gives there.

import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Tiles

@Suite struct RestartSearchTests {
    /// All points at least `spacing` rows apart, and whether the markers lead to the end.
    private static func points(_ bytes: [UInt8], spacing: Int) throws -> (found: [RestartPoint], reachesEnd: Bool) {
        let source = ByteSource(bytes)
        guard var search = try JPEGDecoder(source: source).restartSearch(source) else { return ([], false) }
        var found: [RestartPoint] = []
        while let point = search.point(atOrBelow: found.last.map { $0.row + spacing } ?? 0) { found.append(point) }
        return (found, search.reachesEnd())
    }

    /// How many of the points lead to other rows than a decoder from the top gives.
    private static func wrong(_ points: [RestartPoint], _ bytes: [UInt8]) throws -> Int {
        let all = try RestartPointTests.read(JPEGDecoder(source: ByteSource(bytes))).rows
        return try points.count {
            try !RestartPointTests.agrees(JPEGDecoder(source: ByteSource(bytes)), at: $0, with: all)
        }
    }

    @Test(
        "From each place that markers tell, the rest is the rest",
        arguments: [1, 2, 5, 7, 10, 20, 33, 199, 200], [true, false])
    func everywhere(interval: Int, isGray: Bool) throws {
        // 10 × 20 MCUs.
        let side = isGray ? 8 : 16
        let picture = RestartPicture(width: 10 * side - 3, height: 20 * side - 1, interval: interval, isGray: isGray)
        let bytes = picture.bytes()
        let (found, reachesEnd) = try Self.points(bytes, spacing: 1)
        #expect(found.map(\.row) == (0..<20).map { $0 * side } && reachesEnd)
        #expect(try Self.wrong(found, bytes) == 0)
        #expect(try Self.points(bytes, spacing: 3 * side).found == stride(from: 0, to: 20, by: 3).map { found[$0] })
    }

    @Test("Markers out of order end the search, fill bytes before one do not")
    func disorder() throws {
        let picture = RestartPicture(width: 80, height: 160, interval: 10, isGray: true)
        for odd: [UInt8] in [[], [0xFF, 0xD0], [0xFF, 0xD2], [0xFF, 0xD7], [0xFF, 0xE0, 0, 2], [0xFF, 0x01]] {
            // Before the tenth interval there has to be marker 1.
            let bytes = picture.bytes { $0 == 10 ? odd : nil }
            let (found, reachesEnd) = try Self.points(bytes, spacing: 1)
            #expect(found.count == 10 && !reachesEnd, "\(odd)")
            #expect(try Self.wrong(found, bytes) == 0, "\(odd)")
        }
        let filled = picture.bytes { [0xFF, 0xFF, 0xFF, 0xD0 + UInt8(($0 - 1) & 7)] }
        let (found, reachesEnd) = try Self.points(filled, spacing: 1)
        #expect(found.count == 20 && reachesEnd)
        #expect(try Self.wrong(found, filled) == 0)
        // A file that ends early has the places before its end.
        let cut = Array(picture.bytes().prefix(picture.bytes().count / 2))
        let before = try Self.points(cut, spacing: 1)
        #expect((5..<15).contains(before.found.count) && !before.reachesEnd)
        #expect(try Self.wrong(before.found, cut) == 0)
    }

    @Test("In damaged files, too, markers tell no place that is another one from the top", arguments: [3, 10])
    func damage(interval: Int) throws {
        let bytes = RestartPicture(width: 80, height: 80, interval: interval, isGray: true).bytes()
        let start = try #require(bytes.firstRange(of: [0xFF, JPEGMarker.startOfScan])).upperBound
        var noise = RepeatableNoise(seed: 15)
        var places = 0
        for _ in 0..<300 {
            var other = bytes
            for _ in 0..<Int.random(in: 1...3, using: &noise) {
                let place = Int.random(in: start + 10..<other.count, using: &noise)
                switch Int.random(in: 0..<4, using: &noise) {
                case 0: other[place] = 0xFF
                case 1: other.remove(at: place)
                case 2: other.insert(contentsOf: [0xFF, 0xD0 + UInt8.random(in: 0..<8, using: &noise)], at: place)
                default: other[place] ^= 1 << UInt8.random(in: 0..<8, using: &noise)
                }
            }
            let found = try Self.points(other, spacing: 1).found
            places += found.count
            #expect(try Self.wrong(found, other) == 0)
        }
        #expect(places > 1000)
    }

    @Test("A picture without markers has no places to be found by them")
    func none() throws {
        let source = ByteSource(JPEGEncoder.encode(FileTilesTests.picture(width: 80, height: 80), quality: 80))
        #expect(try JPEGDecoder(source: source).restartSearch(source) == nil)
    }

    @Test(
        "The places of a large picture are known before its coarse levels are made, and their tiles are the same",
        .optimised(), arguments: [1250, 1000])
    func tiles(interval: Int) throws {
        let (width, height) = (20000, 3600)
        let bytes = RestartPicture(width: width, height: height, interval: interval, isGray: false).bytes()
        let demo = try #require(DemoCollection(count: 1))
        let size = PixelSize(width: width, height: height)
        let pass = TilePass(demo, item: "0", version: "1", size: size, format: .jpeg, level: 0)
        #expect(pass.levels == 0...2)
        let wanted = TilePosition(level: 0, column: 20, row: 4)
        func tile(_ pass: TilePass, _ points: RestartTable?) throws -> (tile: EncodedTile?, first: Bool?) {
            var (found, isKnown): (EncodedTile?, Bool?) = (nil, nil)
            try FileTiles(pass, orientation: 1, points: points).make(
                from: ByteSource(bytes),
                to: TileOutput(
                    isWanted: { $0 == wanted },
                    emit: { position, tile in
                        if isKnown == nil { isKnown = points?.points(of: pass)?.covers(wanted, of: size) }
                        if position == wanted { found = tile }
                    }, progress: { _ in }))
            return (found, isKnown)
        }
        let oneByOne = try #require(try tile(pass, nil).tile)
        let points = RestartTable(disk: nil)
        let whole = try tile(pass, points)
        #expect(whole.tile == nil && whole.first == true)
        let line = try tile(pass.line(4, level: 0), points)
        #expect(try #require(line.tile).bytes == oneByOne.bytes)
    }
}
