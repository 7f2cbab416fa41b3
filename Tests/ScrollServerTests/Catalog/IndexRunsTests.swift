// Sets of indices as runs, against sets.

import Testing

@testable import Catalog
@testable import Platform

@Suite struct IndexRunsTests {
    @Test func againstSets() {
        var generator = RepeatableNoise(seed: 7)
        func number(below limit: Int) -> Int { Int(generator.next() % UInt64(limit)) }
        func ranges() -> [Range<Int>] {
            (0..<number(below: 9)).map { _ in
                let start = number(below: 60)
                return start..<start + number(below: 12)
            }
        }
        for _ in 0..<400 {
            let (one, two) = (ranges(), ranges())
            let (runs, others) = (IndexRuns(one), IndexRuns(two))
            let (set, otherSet) = (Set(one.joined()), Set(two.joined()))
            for (made, expected) in [
                (runs, set), (runs.merged(with: others) { $0 || $1 }, set.union(otherSet)),
                (runs.merged(with: others) { $0 && !$1 }, set.subtracting(otherSet)),
                (runs.merged(with: others) { $0 != $1 }, set.symmetricDifference(otherSet)),
                (runs.merged(with: others) { $0 && $1 }, set.intersection(otherSet)),
            ] {
                #expect(Array(made.runs.joined()) == expected.sorted() && made.count == expected.count)
                // No two of them touch.
                #expect(zip(made.runs, made.runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
                #expect((0..<80).allSatisfy { made.contains($0) == expected.contains($0) })
                let part = number(below: 40)..<40 + number(below: 40)
                #expect(Array(made.runs(in: part).joined()) == expected.filter { part.contains($0) }.sorted())
            }
        }
    }
}
