// The order of handles against a plain array.

import Testing

@testable import Catalog

@Suite struct HandleTreeTests {
    #if !OPTIMISED
        private static let largest = 3000
    #else
        private static let largest = 100_000
    #endif

    private func agrees(_ tree: HandleTree, _ model: [UInt32]) {
        #expect(tree.count == model.count)
        var handles: [UInt32] = []
        tree.forEach(in: 0..<tree.count) { handles.append($0) }
        #expect(handles == model)
        let wrong = stride(from: 0, to: model.count, by: 7).filter { index in
            tree[index] != model[index] || tree.index(of: model[index]) != index
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: [1, 255, 256, 257, 513, 256 * 32 + 1, 20_000]) func appended(count: Int) {
        let handles = (0..<UInt32(count)).map { $0 ^ 1 }
        agrees(HandleTree(handles), handles)
        #expect(HandleTree(handles).index(of: UInt32(count + 5)) == nil)
    }

    @Test func empty() {
        let tree = HandleTree()
        #expect(tree.count == 0 && tree.index(of: 0) == nil && tree.partitioningIndex { _ in true } == 0)
    }

    /// Grows at random places, shrinks to nothing at random places, and grows again.
    @Test(arguments: [1, 2]) func randomChanges(seed: UInt64) {
        var noise = RepeatableNoise(seed: seed)
        var mistakes = 0
        var (tree, model, gone) = (HandleTree(), [UInt32](), [UInt32]())
        for phase in 0..<3 {
            let (size, isGrowing) = (phase == 2 ? Self.largest / 2 : Self.largest, phase != 1)
            while isGrowing ? model.count < size : !model.isEmpty {
                let isInsertion = model.isEmpty || Int.random(in: 0..<10, using: &noise) < (isGrowing ? 8 : 2)
                if isInsertion {
                    let handle = gone.popLast() ?? UInt32(model.count)
                    let index = Int.random(in: 0...model.count, using: &noise)
                    tree.insert(handle, at: index)
                    model.insert(handle, at: index)
                } else {
                    let index = Int.random(in: 0..<model.count, using: &noise)
                    let handle = model.remove(at: index)
                    if tree.remove(at: index) != handle || tree.index(of: handle) != nil { mistakes += 1 }
                    gone.append(handle)
                }
                if Int.random(in: 0..<Self.largest, using: &noise) < 4 { agrees(tree, model) }
            }
            agrees(tree, model)
        }
        #expect(mistakes == 0)
    }

    /// Whole runs, from the front and from the back, as folders come and go.
    @Test func runs() {
        var noise = RepeatableNoise(seed: 3)
        var model = (0..<UInt32(4000)).map { $0 }
        var tree = HandleTree(model)
        while !model.isEmpty {
            let count = min(Int.random(in: 1...600, using: &noise), model.count)
            let start = Int.random(in: 0...model.count - count, using: &noise)
            let range = start..<start + count
            for index in Bool.random(using: &noise) ? Array(range.reversed()) : range.map({ _ in start }) {
                tree.remove(at: index)
            }
            model.removeSubrange(range)
            agrees(tree, model)
        }
    }

    @Test func searching() {
        let tree = HandleTree((0..<5000).map { UInt32($0) })
        for place in [0, 1, 255, 256, 4999, 5000] {
            #expect(tree.partitioningIndex { $0 >= UInt32(place) } == place)
        }
    }
}
