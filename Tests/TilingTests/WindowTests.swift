// The window of a stack and the slots that show it: the recycled cells of the first source document, as plans have them.

import Testing

@testable import Tiling

@Suite struct WindowTests {
    /// A column of equal cells of 100 points, seen through a viewport of 400 points; one cell on each side counts as near.
    private struct Stack {
        let planner: Planner
        var request = Planner.Request(viewport: Size(width: 100, height: 400))

        init(count: Int) {
            planner = Planner(
                layout: .linear(
                    LinearLayout(
                        axis: .vertical, breadth: 100, spacing: 0,
                        extents: .periodic(
                            PeriodicExtents(
                                pattern: [
                                    LinearLayout.length(of: PixelSize(width: 300, height: 300), along: .vertical)
                                ], count: count)))))
        }

        /// Moves the content under the viewport by `delta` points, as a reader's drag does.
        mutating func drag(by delta: Double) -> Plan {
            request.offset.y += delta
            let plan = planner.plan(for: request) { run in
                run.map { _ in Planner.Picture(size: PixelSize(width: 300, height: 300), isTiled: true) }
            }
            request.offset = plan.contentOffset
            return plan
        }
    }

    @Test(arguments: 0..<20) func slotsAreReusedAndNeverShared(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var pool = SlotPool()
        var shown: [Int: Int] = [:]
        var largest = 0
        var start = 0
        var window = 0..<0
        for _ in 0..<200 {
            start = max(0, start + Int.random(in: -40...40, using: &generator))
            let before = Dictionary(uniqueKeysWithValues: window.map { ($0, pool.slot(of: $0)) })
            window = start..<start + Int.random(in: 0...30, using: &generator)
            let change = pool.assign(Array(window))
            #expect(Set(change.freed + change.assigned.map(\.slot)).count == change.freed.count + change.assigned.count)
            for slot in change.freed { shown[slot] = nil }
            for one in change.assigned { shown[one.slot] = one.number }
            // A page that only applies the changes shows exactly the window, each item once.
            #expect(Set(shown.values) == Set(window))
            #expect(shown.count == window.count)
            for index in window where before[index] != nil { #expect(pool.slot(of: index) == before[index]) }
            largest = max(largest, window.count)
        }
        #expect(pool.count == largest)
    }

    /// The document's example: six cells of 100 points over images 1 … 50 (here 0 … 49).
    @Test func sixCellsFollowTheDrag() {
        var stack = Stack(count: 50)
        var pool = SlotPool()
        #expect(stack.drag(by: 100).window == 0..<6)
        _ = pool.assign(Array(0..<6))
        let first = pool.slot(of: 0)
        // Short of a cell's length one more cell is near, and none has left.
        #expect(stack.drag(by: 99).window == 0..<7)
        let down = stack.drag(by: 1)
        #expect(down.window == 1..<7)
        // First out, last + 1 in, in the same slot; and nothing on screen has moved by more than was dragged.
        #expect(pool.assign(Array(down.window)).assigned == [SlotPool.Assignment(number: 6, slot: first ?? -1)])
        #expect(down.tiles.filter(\.isVisible).map(\.frame.minY).sorted() == [0, 100, 200, 300])
        let up = stack.drag(by: -100)
        #expect(up.window == 0..<6)
        #expect(pool.assign(Array(up.window)).assigned == [SlotPool.Assignment(number: 0, slot: first ?? -1)])
        // A jump of many cells shifts by as many.
        #expect(stack.drag(by: 1100).window == 11..<17)
        #expect(stack.request.offset.y == 1200)
        #expect(pool.count == 6)
    }

    @Test func theEndsStopTheDragAndReversingFreesIt() {
        var stack = Stack(count: 50)
        #expect(stack.drag(by: 0).edges.top)
        #expect(stack.drag(by: -500).contentOffset.y == 0)
        let freed = stack.drag(by: 10)
        #expect(freed.contentOffset.y == 10 && !freed.edges.top)
        let end = stack.drag(by: 1e9)
        #expect(end.edges.bottom && end.contentOffset.y == 4600 && end.window == 45..<50)
        let back = stack.drag(by: -1)
        #expect(!back.edges.bottom && back.contentOffset.y == 4599)
    }

    @Test(arguments: 0..<40) func anySplitOfADragGivesTheSameWindow(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = [0, 1, 5, 50, 1_000_000_000][Int(seed) % 5]
        var (whole, split) = (Stack(count: count), Stack(count: count))
        for _ in 0..<60 {
            // Multiples of 1/1024, as far as a scrubber's jump, one way: at an end what is left of a drag is given up.
            let reach = [200.0, 5000, 1e9][Int.random(in: 0..<3, using: &generator)]
            let delta = (Double.random(in: -reach...reach, using: &generator) * 1024).rounded() / 1024
            let plan = whole.drag(by: delta)
            var rest = delta
            for _ in 0..<Int.random(in: 0...30, using: &generator) {
                let part = (rest * Double.random(in: 0...0.5, using: &generator) * 1024).rounded() / 1024
                _ = split.drag(by: part)
                rest -= part
            }
            let last = split.drag(by: rest)
            #expect(last.contentOffset == plan.contentOffset && last.window == plan.window)
            #expect(last.tiles == plan.tiles)
        }
    }
}
