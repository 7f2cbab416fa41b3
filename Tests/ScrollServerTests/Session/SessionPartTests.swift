// The parts of a session: reports, slots, the page's tiles.

import Testing
import Tiling

@testable import Platform
@testable import ScrollServer
@testable import Tiles

@Suite struct SessionPartTests {
    @Test func reportsAreRead() throws {
        let report = try SessionReport(
            json: #"{"report": 12, "plan": "width=800&y=3", "budget": 1000, "pixels": 7, "room": 0, "acknowledged": 4}"#
        )
        #expect(
            report
                == SessionReport(
                    position: .init(number: 12, query: "width=800&y=3"), budget: 1000, pixels: 7, room: 0,
                    acknowledged: 4))
        #expect(try SessionReport(json: "{}") == SessionReport())
        #expect(
            try SessionReport(json: #"{"holds":{"/api/collections/c/tiles/i%20j/3/2/1?v=1a":50}}"#).clientTiles == [
                .init(
                    url: "/api/collections/c/tiles/i%20j/3/2/1?v=1a",
                    key: TileKey(collection: "c", item: "i j", version: "1a", level: 3, column: 2, row: 1),
                    byteCount: 50)
            ])
        #expect(
            try SessionReport(json: #"{"holds":{"/api/collections/c/tiles/i/copy/0/0?v=1a":50}}"#).clientTiles.map(
                \.key)
                == [
                    TileKey(collection: "c", item: "i", version: "1a", level: Pyramid.copyLevel, column: 0, row: 0)
                ])
        #expect(try SessionReport(json: #"{"bands":true}"#) == SessionReport(bands: true))
        #expect(try SessionReport(json: #"{"acknowledged":7,"unknown":[1]}"#) == SessionReport(acknowledged: 7))
    }

    @Test(arguments: [
        "", "[]", "7", "{", #"{"report":1}"#, #"{"plan":"width=1"}"#, #"{"report":1,"plan":7}"#, #"{"budget":-1}"#,
        #"{"pixels":"1"}"#,
        #"{"budget":1.5}"#, #"{"holds":[]}"#, #"{"holds":{"/api/x":1}}"#,
        #"{"holds":{"/api/collections/c/tiles/i/0/0/0?v=1":-1}}"#, #"{"holds":{"/api/collections/c/tiles/i/0/0/0":1}}"#,
        #"{"budget":"1"}"#, #"{"bands":1}"#, #"{"bands":"true"}"#, #"{"acknowledged":1e300}"#,
        #"{"report":1,"report":2,"plan":""}"#,
    ])
    func otherTextsAreRefused(text: String) {
        #expect(throws: SessionError.self) { try SessionReport(json: text) }
    }

    @Test func slotsAreUsedAgainInTheOrderInWhichTheyBecameFree() {
        var slots = SlotPool()
        #expect(slots.assign([1, 2, 3]).assigned.map(\.slot) == [0, 1, 2])
        #expect(slots.assign([2, 3]) == .init(freed: [0]))
        let change = slots.assign([3, 4, 5])
        #expect(change.assigned == [.init(number: 4, slot: 0), .init(number: 5, slot: 1)])
        #expect(change.freed == [], "slot 1 is used at once")
        #expect(slots.slot(of: 3) == 2)
        #expect(slots.assign([]) == .init(freed: [0, 1, 2]))
        #expect(slots.assign([6, 7, 8, 9, 10]).assigned.map(\.slot) == [0, 1, 2, 3, 4])
        #expect(slots.count == 5)
    }

    private func shrunk(_ tiles: inout ClientTiles) -> ClientTiles.Gone { tiles.shrink() }

    @Test func theLeastRecentlyNeededGoesFirst() {
        var tiles = ClientTiles(budget: 80)
        tiles.begin(plan: 1)
        for number in 0..<8 { tiles.add(number, byteCount: 10) }
        #expect(shrunk(&tiles) == .init(), "within the budget")
        tiles.begin(plan: 2)
        let wasAhead = tiles.note(0)
        #expect(!wasAhead)
        tiles.begin(plan: 3)
        tiles.add(8, byteCount: 10)
        let gone = tiles.shrink()
        #expect(gone.numbers == [1, 2], "to seven eighths")
        #expect(tiles.contains(0) && !tiles.contains(1))
        #expect(tiles.byteCount == 70)
        tiles.budget = 5
        #expect(shrunk(&tiles).numbers == [3, 4, 5, 6, 7, 0])
        #expect(tiles.count == 1, "what the newest plan needs stays")
    }

    @Test func noMoreTilesAreRememberedThanTheLimit() {
        var tiles = ClientTiles(budget: .max)
        for number in 0...ClientTiles.countLimit {
            tiles.begin(plan: number)
            tiles.add(number, byteCount: 1)
        }
        #expect(shrunk(&tiles).numbers == Array(0...ClientTiles.countLimit / 8))
        #expect(tiles.count == ClientTiles.countLimit * 7 / 8)
    }

    /// What was sent ahead in vain goes before anything that was shown, and has a quarter of the budget at most.
    @Test func whatWasSentAheadGoesFirst() {
        var tiles = ClientTiles(budget: 800)
        tiles.begin(plan: 1)
        for number in 0..<4 { tiles.add(number, byteCount: 50) }
        #expect(tiles.roomAhead == 200)
        for number in 10..<14 { tiles.add(number, byteCount: 50, pixelByteCount: 400) }
        #expect(tiles.roomAhead == 0 && tiles.aheadByteCount == 200 && tiles.aheadCount == 4)
        #expect(shrunk(&tiles) == .init())
        tiles.begin(plan: 2)
        let notes = [tiles.note(10), tiles.note(10), tiles.note(0)]
        #expect(notes == [true, false, false], "the first need of what was ahead")
        tiles.note(ahead: 11)
        #expect(tiles.roomAhead == 150)
        for number in 14..<17 { tiles.add(number, byteCount: 50, pixelByteCount: 400) }
        // 12 and 13 have not come into view, nor are they expected to.
        #expect(shrunk(&tiles) == .init(numbers: [12, 13], wasted: 2))
        #expect(tiles.aheadByteCount == 200 && tiles.aheadCount == 4)
        tiles.begin(plan: 3)
        for number in 20..<29 { tiles.add(number, byteCount: 50) }
        // 14, 15, 16 and 11 were ahead of the plan before.
        #expect(shrunk(&tiles) == .init(numbers: [11, 14, 15, 16], wasted: 4))
    }

    /// A plan that takes the whole budget leaves nothing for what may come.
    @Test func aFullPageIsSentNothingAhead() {
        var tiles = ClientTiles(budget: 800)
        tiles.begin(plan: 1)
        for number in 0..<14 { tiles.add(number, byteCount: 50) }
        #expect(tiles.roomAhead == 0)
        tiles.add(14, byteCount: 50)
        #expect(tiles.roomAhead < 0)
    }

    /// A tile of a mosaic that was asked for as that of pictures unknown, and shows them, is not the next one of such a name.
    @Test func aTileIsTheOneOfTheVersionThatItTurnedOutToBe() {
        func key(_ version: String) -> TileKey {
            TileKey(collection: "c", item: "mosaic?", version: version, level: 0, column: 0, row: 0)
        }
        var numbers = TileNumbers()
        let first = numbers.number(of: key("unknown"))
        numbers.name(key("unknown"), version: "green", isAlone: true)
        #expect(numbers.number(of: key("green")) == first)
        let second = numbers.number(of: key("unknown"))
        #expect(second != first)
        numbers.name(key("unknown"), version: nil, isAlone: true)
        #expect(![first, second].contains(numbers.number(of: key("unknown"))))
        numbers.name(key("green"), version: "blue", isAlone: false)
        #expect(numbers.number(of: key("blue")) == first)
        numbers.name(key("never"), version: "green", isAlone: true)
        #expect(numbers.number(of: key("green")) == first)
    }

    @Test func tilesAreToldApartByAllOfTheirNames() {
        var numbers = TileNumbers()
        var keys: Set<TileKey> = []
        for item in ["a", "b"] {
            for version in ["1", "2"] {
                for place in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 300, 70_000), (2, 70_000, 300)] {
                    keys.insert(
                        TileKey(
                            collection: "c", item: item, version: version, level: place.0, column: place.1,
                            row: place.2))
                }
            }
        }
        let first = Dictionary(uniqueKeysWithValues: keys.map { ($0, numbers.number(of: $0)) })
        #expect(Set(first.values).count == keys.count)
        for key in keys { #expect(numbers.number(of: key) == first[key]) }
        numbers.keep { $0 <= 2 }
        #expect(numbers.count == 2)
        for key in keys where (first[key] ?? 0) > 2 { #expect(numbers.number(of: key) > keys.count) }
    }

    @Test func timesFallIntoBuckets() {
        var histogram = Histogram()
        for nanoseconds: UInt64 in [0, 100_000, 100_001, 1_000_000, 10_000_000_000] { histogram.add(nanoseconds) }
        #expect(histogram.buckets.prefix(4) == [2, 1, 0, 1])
        #expect(histogram.count == 5)
        #expect(histogram.buckets.reduce(0, +) == 4)
        #expect(abs(histogram.sum - 10.0012) < 0.0001)
    }
}
