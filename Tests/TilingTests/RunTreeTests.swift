// The index over runs against a plain array.

import Testing

@testable import Tiling

@Suite struct RunTreeTests {
    @Test(arguments: 0..<4) func randomChangesAgreeWithAnArray(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (tree, model) = (RunTree(), [Int]())
        for step in 0..<1200 {
            let length = Int.random(in: 0...1 << Int.random(in: 0...30, using: &generator), using: &generator)
            let run = Int.random(in: 0...model.count, using: &generator)
            // Grows first, then shrinks.
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<(step < 800 ? 6 : 2):
                tree.insert(length, at: run)
                model.insert(length, at: run)
            case 9 where run < model.count:
                tree[run] = length
                model[run] = length
            case _ where run < model.count: #expect(tree.remove(at: run) == model.remove(at: run))
            default:
                tree.append(length)
                model.append(length)
            }
            guard step % 20 == 0 else { continue }
            #expect(tree.count == model.count && tree.itemCount == model.reduce(0, +))
            var start = 0
            for (run, length) in model.enumerated() {
                #expect(tree.items(of: run) == start..<start + length)
                if length > 0 {
                    #expect(tree.run(of: start) == run)
                    #expect(tree.run(of: start + length - 1) == run)
                }
                start += length
            }
            #expect(tree.start(of: model.count) == start)
        }
    }

    @Test func emptyIndexAnswers() {
        let tree = RunTree()
        #expect(tree.count == 0 && tree.itemCount == 0 && tree.start(of: 0) == 0 && tree.run(of: 5) == 0)
    }
}
