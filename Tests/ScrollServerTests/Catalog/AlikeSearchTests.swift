// When alike pictures are searched for again.

import Testing

@testable import Catalog

@Suite struct AlikeSearchTests {
    private static let second: UInt64 = 1_000_000_000

    /// A search that began at 0 s, when 9,000 looks had changed, and took 10 s.
    private static func search() -> AlikeSearch {
        var search = AlikeSearch()
        #expect(search.begin(0, known: nil, change: 9000))
        #expect(!search.begin(1 * second, known: 10_000, change: 10_000))
        search.grouped = 9000
        search.end(10 * second)
        return search
    }

    @Test func waitsAfterALongSearch() {
        var search = Self.search()
        #expect(!search.begin(200 * Self.second, known: nil, change: 10_000))
        #expect(search.begin(210 * Self.second, known: nil, change: 10_000))
    }

    @Test("Once all pictures are known, it does not wait for the sake of a search made while few were")
    func doesNotWaitOnceAllAreKnown() {
        var search = Self.search()
        #expect(search.begin(11 * Self.second, known: 10_000, change: 10_000))
    }

    @Test func waitsWhereLittleHasChanged() {
        var search = Self.search()
        #expect(!search.begin(11 * Self.second, known: 10_000, change: 9100))
        #expect(!search.begin(11 * Self.second, known: 10_000, change: 9000))
    }
}
