// No value of a table is read otherwise than it was written without a word.
//
// One table again: SCROLLSERVER_TABLE_SEED=265 swift test --filter RandomTableTests
// A long run: SCROLLSERVER_TABLE_COUNT=20000 swift test --filter RandomTableTests

import Foundation
import Testing

@testable import Charts

@Suite struct RandomTableTests {
    private static let environment = ProcessInfo.processInfo.environment

    private static var seeds: Range<Int> {
        if let seed = environment["SCROLLSERVER_TABLE_SEED"].flatMap({ Int($0) }) { return seed..<seed + 1 }
        return 0..<(environment["SCROLLSERVER_TABLE_COUNT"].flatMap { Int($0) } ?? 300)
    }

    /// What differs first between a table and what was read of it; nil where nothing does.
    private func difference(_ table: RandomTable, _ series: Series) -> String? {
        if series.lines != table.names { return "lines \(series.lines)" }
        if series.allX != table.x { return "x \(series.allX.prefix(3)), not \(table.x.prefix(3))" }
        for line in table.names.indices {
            for (row, (read, written)) in zip(series.values(line), table.values[line]).enumerated()
            where read != written {
                return read == nil ? "gap" : "line \(line), row \(row): \(read ?? .nan), not \(written ?? .nan)"
            }
        }
        return nil
    }

    /// Whether a notice, or a row that was left out, tells of the difference.
    private func isSaid(_ difference: String, _ table: RandomTable, _ series: Series) -> Bool {
        let notices = series.status.notices
        let missing = table.names.filter { !series.lines.contains($0) }
        return notices.contains { $0.contains("guess") }
            || series.status.badRowCount > (table.hasLongRow ? 1 : 0)
            || difference == "gap" && notices.contains { $0.contains("gap") }
            || series.count < table.x.count && notices.contains { $0.contains("line ") }
            || !missing.isEmpty && missing.allSatisfy { name in notices.contains { $0.contains("'\(name)'") } }
    }

    @Test func `no value differs that is not said`() throws {
        var (right, refused) = (0, 0)
        for seed in Self.seeds {
            var generator = RepeatableNoise(seed: UInt64(seed) &* 7919 &+ 45)
            let table = RandomTable(&generator)
            let place = "seed \(seed): \(table.choices)\n\(table.text.prefix(300))"
            do {
                let series = try TableFile(table.text).read()
                guard let difference = difference(table, series) else {
                    right += 1
                    continue
                }
                let notices = series.status.notices
                #expect(isSaid(difference, table, series), "\(difference)\n\(notices)\n\(place)")
            } catch is SeriesError {
                refused += 1
            }
        }
        // Nearly all are read; a refusal is a word, too, but no answer.
        #expect(right * 100 >= Self.seeds.count * 95 && refused * 100 <= Self.seeds.count, "\(right), \(refused)")
    }
}
