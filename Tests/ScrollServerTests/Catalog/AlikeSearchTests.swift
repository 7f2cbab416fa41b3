// When alike pictures are searched for again.

import Testing

@testable import Catalog

@Suite struct AlikeSearchTests {
    /// A search of 10,000 pictures that began at 0 s, when 9,000 looks had changed, and took 10 s.
    private static func search() -> AlikeSearch {
        var search = AlikeSearch()
        _ = search.begin(0, known: nil, change: 9000)
        search.grouped = 9000
        search.end(10 * 1_000_000_000)
        return search
    }

    /// Whether that search is followed by another one after some seconds.
    private static func begins(_ seconds: UInt64, known: Int?, change: Int) -> Bool {
        var search = search()
        return search.begin(seconds * 1_000_000_000, known: known, change: change)
    }

    @Test func oneAtATime() {
        var search = AlikeSearch()
        let first = search.begin(0, known: nil, change: 9000)
        let second = search.begin(1, known: 10_000, change: 10_000)
        #expect(first && !second)
    }

    @Test func waitsAfterALongSearch() {
        #expect(!Self.begins(200, known: nil, change: 10_000))
        #expect(Self.begins(210, known: nil, change: 10_000))
    }

    @Test("Once all pictures are known, it does not wait for the sake of a search made while few were")
    func doesNotWaitOnceAllAreKnown() {
        #expect(Self.begins(11, known: 10_000, change: 10_000))
    }

    @Test func waitsWhereLittleHasChanged() {
        #expect(!Self.begins(11, known: 10_000, change: 9100))
        #expect(!Self.begins(11, known: 10_000, change: 9000))
    }
}
