// Windows, their differences, slots, and the recycled cells of S0.

import Testing

@testable import Tiling

@Suite struct WindowTests {
    @Test func differencesAreWhatSetsSay() {
        for oldStart in 0..<6 {
            for oldEnd in oldStart..<8 {
                for newStart in 0..<6 {
                    for newEnd in newStart..<8 {
                        let (old, new) = (oldStart..<oldEnd, newStart..<newEnd)
                        let difference = WindowDifference(from: old, to: new)
                        #expect(Array(difference.removed.joined()) == old.filter { !new.contains($0) })
                        #expect(Array(difference.inserted.joined()) == new.filter { !old.contains($0) })
                    }
                }
            }
        }
    }

    @Test(arguments: 0..<20) func slotsAreReusedAndNeverShared(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var pool = SlotPool()
        var shown: [Int: Int] = [:]
        var largest = 0
        var start = 0
        for _ in 0..<200 {
            start = max(0, start + Int.random(in: -40...40, using: &generator))
            let window = start..<start + Int.random(in: 0...30, using: &generator)
            let before = Dictionary(uniqueKeysWithValues: pool.window.map { ($0, pool.slot(of: $0)) })
            let changes = pool.move(to: window)
            #expect(Set(changes.map(\.slot)).count == changes.count)
            for change in changes { shown[change.slot] = change.index }
            // A page that only applies the changes shows exactly the window, each item once.
            #expect(Set(shown.values) == Set(window))
            #expect(shown.count == window.count)
            for index in window where before[index] != nil { #expect(pool.slot(of: index) == before[index]) }
            largest = max(largest, window.count)
        }
        #expect(pool.slotCount == largest)
    }

    @Test func theFirstOutIsTheNextIn() {
        var pool = SlotPool()
        _ = pool.move(to: 0..<6)
        let first = pool.slot(of: 0)
        #expect(pool.move(to: 1..<7) == [SlotPool.Change(slot: first ?? -1, index: 6)])
        #expect(pool.move(to: 0..<6) == [SlotPool.Change(slot: first ?? -1, index: 0)])
        #expect(pool.slotCount == 6)
    }

    @Test func sixCellsFollowTheDrag() {
        // The document's example: six cells of 100 points over images 1 … 50 (here 0 … 49).
        var window = RecyclingWindow(itemCount: 50, cellCount: 6, cellLength: 100, viewportLength: 400)
        #expect(window.drag(by: 99) == WindowDifference(from: 0..<6, to: 0..<6))
        #expect(window.changeOffset == 99)
        let down = window.drag(by: 1)
        #expect(down.removed == [0..<1])
        #expect(down.inserted == [6..<7])
        #expect(window.changeOffset == 0)
        let up = window.drag(by: -1)
        #expect(up.removed == [6..<7])
        #expect(up.inserted == [0..<1])
        // A jump of many cells shifts by as many.
        _ = window.drag(by: 1001)
        #expect(window.window == 11..<17)
        #expect(window.offset == 1100)
    }

    @Test func theEndsStopTheDragAndReversingFreesIt() {
        var window = RecyclingWindow(itemCount: 50, cellCount: 6, cellLength: 100, viewportLength: 400)
        #expect(window.scrollUpEnded)
        _ = window.drag(by: -500)
        #expect(window.offset == 0)
        _ = window.drag(by: 10)
        #expect(window.offset == 10)
        #expect(!window.scrollUpEnded)
        _ = window.drag(by: 1e9)
        #expect(window.scrollDownEnded)
        #expect(window.offset == 4600)
        #expect(window.window == 44..<50)
        _ = window.drag(by: -1)
        #expect(!window.scrollDownEnded)
        #expect(window.offset == 4599)
    }

    @Test(arguments: 0..<40) func anySplitOfADragGivesTheSameWindow(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = [0, 1, 5, 50, 1_000_000_000][Int(seed) % 5]
        var whole = RecyclingWindow(itemCount: count, cellCount: 6, cellLength: 100.25, viewportLength: 431)
        var split = whole
        var shown = Set(split.window)
        for _ in 0..<60 {
            // Multiples of 1/1024, as far as a scrubber's jump.
            let reach = [200.0, 5000, 1e9][Int.random(in: 0..<3, using: &generator)]
            let delta = (Double.random(in: -reach...reach, using: &generator) * 1024).rounded() / 1024
            _ = whole.drag(by: delta)
            var rest = delta
            for _ in 0..<Int.random(in: 0...30, using: &generator) {
                let part = (rest * Double.random(in: 0...0.5, using: &generator) * 1024).rounded() / 1024
                let difference = split.drag(by: part)
                shown.subtract(difference.removed.joined())
                shown.formUnion(difference.inserted.joined())
                rest -= part
            }
            let difference = split.drag(by: rest)
            shown.subtract(difference.removed.joined())
            shown.formUnion(difference.inserted.joined())
            #expect(split == whole)
            #expect(shown == Set(split.window))
            #expect(split.window.count == min(6, count))
        }
    }
}
