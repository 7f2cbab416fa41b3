// How the dates of a table are spread: the bars of those that begin so, and of clocks that were wrong.

import Testing
import Tiling

@testable import Catalog
@testable import Imaging
@testable import Platform

@Suite struct FacetDateTests {
    private static func text(_ date: CivilDate) -> String { DaySpan(date).text }

    /// The bars of `taken` in a table of these days, each at a quarter past two.
    private static func facet(_ dates: [CivilDate], beginning start: String = "") throws -> Facet {
        var table = FactTable()
        let column = try #require(table.columnIndex(of: "taken"))
        for (row, date) in dates.enumerated() {
            table.insert(row)
            table.set(.time(Int64(date.daysSince1970 * 86_400 + 8100)), row: row, column: column)
        }
        let facets = FacetCounting(.everything, of: table.snapshot, limit: 5, beginning: start).facets
        return try #require(facets.first { $0.field.name == "taken" })
    }

    @Test func wrongClocksLeaveTheOthersTheirMonths() throws {
        let dates = (0..<365).map { CivilDate(daysSince1970: 17_897 + $0) }
        let wrong = [CivilDate(year: 1, month: 1, day: 1), CivilDate(year: 9999, month: 12, day: 31)]
        for some in [wrong, [wrong[0]], [wrong[1]]] {
            let facet = try Self.facet(dates + some)
            #expect(facet.step == .month)
            #expect(facet.bars.map(\.count).filter { $0 > 1 } == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
            #expect(facet.bars.reduce(0) { $0 + $1.count } == 365 + some.count)
            #expect(zip(facet.bars, facet.bars.dropFirst()).allSatisfy { $0.upper == $1.lower })
        }
        // Where such dates are no exception, all bars are as long. Nor are those of a century.
        #expect(try Self.facet(wrong + wrong + dates.prefix(10)).step == .year)
        let old = CivilDate(year: 1930, month: 5, day: 1)
        #expect(try Self.facet(dates + [old]).bars.count == 45)
    }

    @Test func datesThatBeginSoHaveBarsOfTheirOwn() throws {
        let seed = TestSeed.seed()
        var random = RepeatableNoise(seed: seed)
        let dates = (0..<500).map { _ in
            CivilDate(daysSince1970: Int.random(in: -40_000...30_000, using: &random))
        }
        for _ in 0..<300 {
            let date = Self.text(dates[Int.random(in: 0..<500, using: &random)])
            let start = String(date.prefix(Int.random(in: 1...10, using: &random)))
            let facet = try Self.facet(dates, beginning: start)
            let counts = facet.bars.reduce(0) { $0 + $1.count }
            #expect(counts == dates.count { Self.text($0).hasPrefix(start) }, "seed \(seed), '\(start)'")
            #expect(facet.bars.count <= 64 && facet.present == 500, "seed \(seed), '\(start)'")
        }
        #expect(try Self.facet(dates, beginning: "5").bars.isEmpty)
        // What begins no date selects nothing.
        for start in ["", "last", "2019-13", "2019-02-3", "2019-1-1", "2019-01-01-", "-", "٢"] {
            #expect(try Self.facet(dates, beginning: start).bars.reduce(0) { $0 + $1.count } == 500, "'\(start)'")
        }
    }
}
