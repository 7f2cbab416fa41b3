// The parts of a session: reports, slots, what is held.

import Testing

@testable import ScrollServer

@Suite struct SessionPartTests {
    @Test func reportsAreRead() throws {
        let report = try SessionReport(
            json: #"{"report": 12, "plan": "width=800&y=3", "budget": 1000, "room": 0, "acknowledged": 4}"#)
        #expect(
            report
                == SessionReport(
                    place: .init(number: 12, query: "width=800&y=3"), budget: 1000, room: 0, acknowledged: 4))
        #expect(try SessionReport(json: "{}") == SessionReport())
        #expect(try SessionReport(json: #"{"acknowledged":7,"unknown":[1]}"#) == SessionReport(acknowledged: 7))
    }

    @Test(arguments: [
        "", "[]", "7", "{", #"{"report":1}"#, #"{"plan":"width=1"}"#, #"{"report":1,"plan":7}"#, #"{"budget":-1}"#,
        #"{"budget":1.5}"#, #"{"budget":"1"}"#, #"{"acknowledged":1e300}"#, #"{"report":1,"report":2,"plan":""}"#,
    ])
    func otherTextsAreRefused(text: String) {
        #expect(throws: SessionError.self) { try SessionReport(json: text) }
    }

    private func keys(_ items: String) -> [TileKey] {
        items.map { TileKey(collection: "c", item: String($0), version: "v", level: 0, column: 0, row: 0) }
    }

    @Test func slotsAreUsedAgainInTheOrderInWhichTheyBecameFree() {
        var slots = SessionSlots()
        #expect(slots.assign(keys("abc")).assigned.map(\.slot) == [0, 1, 2])
        #expect(slots.assign(keys("bc")) == .init(freed: [0]))
        let change = slots.assign(keys("cde"))
        #expect(change.assigned.map(\.slot) == [0, 1])
        #expect(change.freed == [], "slot 1 is used at once")
        #expect(slots.slot(of: keys("c")[0]) == 2)
        #expect(slots.assign(keys("")) == .init(freed: [0, 1, 2]))
        #expect(slots.assign(keys("vwxyz")).assigned.map(\.slot) == [0, 1, 2, 3, 4])
        #expect(slots.count == 5)
    }

    @Test func theLeastRecentlyNeededGoesFirst() {
        var held = HeldTiles(budget: 80)
        let names = keys("abcdefghij")
        for (number, key) in names.prefix(8).enumerated() { held.hold(key, number: number, byteCount: 10, neededBy: 1) }
        #expect(held.shrink(keepingPlan: 2) == [], "within the budget")
        held.note(names[0], neededBy: 2)
        held.hold(names[8], number: 8, byteCount: 10, neededBy: 3)
        #expect(held.shrink(keepingPlan: 3) == [1, 2], "to seven eighths")
        #expect(held.number(of: names[0]) == 0)
        #expect(held.number(of: names[1]) == nil)
        #expect(held.byteCount == 70)
        held.budget = 5
        #expect(held.shrink(keepingPlan: 3) == [3, 4, 5, 6, 7, 0])
        #expect(held.count == 1, "what the newest plan needs stays")
        held.hold(names[8], number: 9, byteCount: 30, neededBy: 3)
        #expect(held.byteCount == 30)
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
