// The extents index against a plain array.

import Testing

@testable import Tiling

@Suite struct ExtentTreeTests {
    /// The same operations on an array of lengths: O(n), and plainly right.
    struct Model {
        var lengths: [Double] = []
        func sum(before index: Int) -> Double { lengths[..<index].reduce(0, +) }
        func index(at position: Double, in scale: ExtentScale) -> Int {
            var sum = 0.0
            var found = 0
            for (index, length) in lengths.enumerated() {
                guard scale.position(sum: sum, count: index) <= position else { break }
                found = index
                sum += length
            }
            return found
        }
    }

    static func expectAgreement(_ tree: ExtentTree, _ model: Model, _ generator: inout SeededGenerator) {
        #expect(tree.count == model.lengths.count)
        #expect(tree.total == model.sum(before: model.lengths.count))
        for _ in 0..<8 {
            let index = Int.random(in: 0...model.lengths.count, using: &generator)
            #expect(tree.sum(before: index) == model.sum(before: index))
            guard index < model.lengths.count else { continue }
            #expect(tree.length(of: index) == model.lengths[index])
            let scale = ExtentScale(
                scale: Double.random(in: 0.01...8, using: &generator), gap: Double.random(in: 0...20, using: &generator)
            )
            let end = scale.position(sum: tree.total, count: tree.count)
            let position = Double.random(in: -10...end + 10, using: &generator)
            #expect(tree.index(at: position, in: scale) == model.index(at: position, in: scale))
            // At an item's very start, that item; just before it, the one before.
            let start = scale.position(sum: tree.sum(before: index), count: index)
            #expect(tree.index(at: start, in: scale) == model.index(at: start, in: scale))
            #expect(tree.index(at: start.nextDown, in: scale) == model.index(at: start.nextDown, in: scale))
        }
    }

    @Test(arguments: 0..<12) func randomChangesAgreeWithAnArray(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let start = [0, 1, 127, 128, 129, 1000, 5000][Int(seed) % 7]
        var model = Model(
            lengths: (0..<start).map { _ in
                ExtentTree.quantize(Double.random(in: 0...2000, using: &generator))
            })
        var tree = ExtentTree(model.lengths)
        Self.expectAgreement(tree, model, &generator)
        // Each seed leans towards growing or shrinking, so that splits and joins both happen, down to nothing.
        let removeShare = seed % 3 == 0 ? 70 : 30
        for step in 0..<1500 {
            let length = Double.random(in: 0...2000, using: &generator)
            let choice = Int.random(in: 0..<100, using: &generator)
            if choice < removeShare, !model.lengths.isEmpty {
                // Runs of removals at one place empty whole nodes.
                let index = Int.random(in: 0..<model.lengths.count, using: &generator)
                for _ in 0..<min(model.lengths.count - index, choice % 2 == 0 ? 40 : 1) {
                    #expect(tree.remove(at: index) == model.lengths.remove(at: index))
                }
            } else if choice < 85 || model.lengths.isEmpty {
                let index =
                    choice % 3 == 0 ? model.lengths.count : Int.random(in: 0...model.lengths.count, using: &generator)
                for _ in 0..<(choice % 5 == 0 ? 60 : 1) {
                    tree.insert(length, at: index)
                    model.lengths.insert(ExtentTree.quantize(length), at: index)
                }
            } else {
                let index = Int.random(in: 0..<model.lengths.count, using: &generator)
                #expect(tree.resize(index, to: length) == model.lengths[index])
                model.lengths[index] = ExtentTree.quantize(length)
            }
            if step % 25 == 0 { Self.expectAgreement(tree, model, &generator) }
        }
        Self.expectAgreement(tree, model, &generator)
        // However it came about, it equals an index built at once.
        let rebuilt = ExtentTree(model.lengths)
        for index in stride(from: 0, through: model.lengths.count, by: 7) {
            #expect(tree.sum(before: index) == rebuilt.sum(before: index))
        }
        while tree.count > 0 { tree.remove(at: tree.count / 2) }
        #expect(tree.total == 0)
        tree.append(3)
        #expect(tree.length(of: 0) == 3)
    }

    @Test func emptyIndexAnswers() {
        let tree = ExtentTree()
        #expect(tree.count == 0)
        #expect(tree.total == 0)
        #expect(tree.sum(before: 0) == 0)
        #expect(tree.index(at: 100, in: .identity) == 0)
    }

    @Test func appendedItemsFillTheirLeaves() {
        let tree = ExtentTree(repeatElement(100, count: 100_000))
        // 8 bytes an item and a thirtieth for the inner nodes, beside a sixteenth that is left free.
        let filled = ExtentTree.leafCapacity - ExtentTree.leafRoom
        #expect(tree.leaves.count <= (100_000 + filled - 1) / filled)
        #expect(tree.leaves.reduce(0) { $0 + $1.capacity } * 8 <= 100_000 * 8 * 5 / 4)
    }

    @Test func sumsStayExactPastTwoToTheThirtyThird() {
        // Lengths with all fractional bits in use: a rounded sum would differ in its last bits.
        let length = 9_000_000 + 1.0 / 4096
        let tree = ExtentTree(repeatElement(length, count: 2000))
        #expect(tree.total > 0x1p33)
        #expect(tree.sum(before: 1999) == 1999 * 9_000_000 + 1999.0 / 4096)
        let start = ExtentScale.identity.position(sum: tree.sum(before: 1999), count: 1999)
        #expect(tree.index(at: start, in: .identity) == 1999)
        #expect(tree.index(at: start.nextDown, in: .identity) == 1998)
    }

    @Test func lengthsOutOfRangeAreCut() {
        let tree = ExtentTree([-5, .nan, .infinity, 1e300])
        #expect(tree.length(of: 0) == 0)
        #expect(tree.length(of: 1) == 0)
        #expect(tree.length(of: 2) == ExtentTree.longest)
        #expect(tree.length(of: 3) == ExtentTree.longest)
    }
}
