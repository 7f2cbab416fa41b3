// The closed form against the tree, and where no tree could go.

import Testing

@testable import Tiling

@Suite struct PeriodicExtentsTests {
    @Test(arguments: 0..<20) func agreesWithTheTree(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pattern = (0..<Int.random(in: 1...17, using: &generator)).map { _ in
            Double.random(in: 1...3000, using: &generator)
        }
        let count = Int.random(in: 0...400, using: &generator)
        let periodic = PeriodicExtents(pattern: pattern, count: count)
        let tree = ExtentTree((0..<count).map { pattern[$0 % pattern.count] })
        #expect(periodic.total == tree.total)
        for index in 0..<count {
            #expect(periodic.sum(before: index) == tree.sum(before: index))
            #expect(periodic.length(of: index) == tree.length(of: index))
        }
        let scale = ExtentScale(scale: 0.7, gap: 3)
        for _ in 0..<200 {
            let position = Double.random(
                in: -50...scale.position(sum: tree.total, count: count) + 50, using: &generator)
            #expect(periodic.index(at: position, in: scale) == tree.index(at: position, in: scale))
        }
    }

    @Test func everyItemOfABillionIsFoundAtItsStart() {
        let periodic = PeriodicExtents(pattern: [1365.25, 682.5, 1024, 576.125], count: 1_000_000_000)
        #expect(periodic.total > 9e11)
        let scale = ExtentScale(scale: 1.25, gap: 4)
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let index = Int.random(in: 1..<1_000_000_000, using: &generator)
            let start = scale.position(sum: periodic.sum(before: index), count: index)
            #expect(periodic.index(at: start, in: scale) == index)
            #expect(periodic.index(at: start - 1.0 / 1024, in: scale) == index - 1)
        }
    }

    @Test func zeroLengthsAndNoItems() {
        #expect(PeriodicExtents(pattern: [], count: 5).index(at: 10, in: .identity) == 4)
        #expect(PeriodicExtents(length: 10, count: 0).index(at: 10, in: .identity) == 0)
        #expect(PeriodicExtents(length: 10, count: 1).index(at: 1e300, in: .identity) == 0)
    }
}
