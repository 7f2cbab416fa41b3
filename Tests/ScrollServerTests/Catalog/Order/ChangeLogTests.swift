// The difference between two revisions, against what an array of ids went through.

import Testing

@testable import Catalog

@Suite struct ChangeLogTests {
    /// An order of ids with its log, and every state it was in.
    private struct Model {
        var log = ChangeLog()
        var ids: [UInt64] = []
        var resized: [(revision: Int, id: UInt64)] = []
        var states: [[UInt64]] = [[]]
        var nextID: UInt64 = 1
        var revision = 0

        mutating func change(_ noise: inout RepeatableNoise) {
            revision += 1
            for _ in 0..<Int.random(in: 1...6, using: &noise) {
                switch Int.random(in: 0..<10, using: &noise) {
                case 0..<4:
                    let start = Int.random(in: 0...ids.count, using: &noise)
                    for offset in 0..<Int.random(in: 1...5, using: &noise) {
                        ids.insert(nextID, at: start + offset)
                        log.insert(at: start + offset, revision: revision)
                        nextID += 1
                    }
                case 4..<7 where !ids.isEmpty:
                    let start = Int.random(in: 0..<ids.count, using: &noise)
                    for _ in 0..<min(Int.random(in: 1...4, using: &noise), ids.count - start) {
                        log.remove(at: start, id: ids.remove(at: start), revision: revision)
                    }
                case 7 where !ids.isEmpty:
                    // A move.
                    let (from, to) = (
                        Int.random(in: 0..<ids.count, using: &noise), Int.random(in: 0..<ids.count, using: &noise)
                    )
                    let id = ids.remove(at: from)
                    log.remove(at: from, id: id, revision: revision)
                    ids.insert(id, at: to)
                    log.insert(at: to, revision: revision)
                case 8...9 where !ids.isEmpty:
                    let index = Int.random(in: 0..<ids.count, using: &noise)
                    log.resize(at: index, revision: revision)
                    resized.append((revision, ids[index]))
                default: break
                }
            }
            states.append(ids)
        }
    }

    @Test(arguments: [1, 2, 3]) func differencesLeadFromAnyStateToTheLast(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        var model = Model()
        for _ in 0..<60 { model.change(&noise) }
        for (revision, state) in model.states.enumerated() {
            let difference = try #require(model.log.difference(since: revision, count: model.ids.count))
            #expect(difference.countBefore(model.ids.count) == state.count)
            #expect(difference.removedIDs == difference.removed.flatMap { state[$0] })
            var made = state
            for run in difference.removed.reversed() { made.removeSubrange(run) }
            let kept = Set(made)
            for run in difference.inserted { made.insert(contentsOf: model.ids[run], at: run.lowerBound) }
            #expect(made == model.ids)
            // Every resizing of what stayed where it was is told; none of what was not resized is.
            let resized = Set(model.resized.filter { $0.revision > revision }.map(\.id))
            let told = difference.resized.map { model.ids[$0] }
            #expect(Set(told).isSubset(of: resized.intersection(kept)) && Set(told).count == told.count)
            #expect(difference.resized == difference.resized.sorted())
            let moved = Set(difference.removedIDs)
            #expect(Set(told).isSuperset(of: resized.intersection(kept).subtracting(moved)))

            let reversed = difference.reversed(count: model.ids.count)
            var back = Array(state.reversed())
            for run in reversed.removed.reversed() { back.removeSubrange(run) }
            for run in reversed.inserted {
                back.insert(contentsOf: model.ids.reversed()[reversedIndices(run, model.ids)], at: run.lowerBound)
            }
            #expect(back == model.ids.reversed())
        }
    }

    private func reversedIndices(
        _ run: Range<Int>, _ ids: [UInt64]
    ) -> Range<ReversedCollection<[UInt64]>.Index> {
        let reversed = ids.reversed()
        return reversed.index(
            reversed.startIndex, offsetBy: run.lowerBound)..<reversed.index(
                reversed.startIndex, offsetBy: run.upperBound)
    }

    /// Who follows only the first items is told all that concerns those, at any number of them.
    @Test func restriction() throws {
        var noise = RepeatableNoise(seed: 9)
        var model = Model()
        for _ in 0..<30 { model.change(&noise) }
        for (revision, state) in model.states.enumerated() {
            let difference = try #require(model.log.difference(since: revision, count: model.ids.count))
            for known in 0...state.count {
                let (part, count) = difference.restricted(to: known)
                var made = Array(state[..<known])
                for run in part.removed.reversed() { made.removeSubrange(run) }
                for run in part.inserted { made.insert(contentsOf: model.ids[run], at: run.lowerBound) }
                #expect(made == Array(model.ids[..<count]))
                #expect(part.removedIDs == part.removed.flatMap { state[$0] })
            }
        }
    }

    @Test func isBounded() {
        var log = ChangeLog()
        let last = ChangeLog.limit * 2 + 1
        for revision in 1...last { log.resize(at: revision % 1000, revision: revision) }
        #expect(log.difference(since: 0, count: 1000) == nil)
        #expect(
            log.difference(since: last - 3, count: 1000)?.resized
                == [(last - 2) % 1000, (last - 1) % 1000, last % 1000].sorted())
        #expect(log.difference(since: last, count: 1000) == OrderDifference.none)
        #expect(log.difference(since: last - 5000, count: 1000)?.resized.count == 1000)
    }

    /// One removal of more than the log holds: nobody from before is told a part of it.
    @Test func removalsBeyondTheBound() {
        var log = ChangeLog()
        log.insert(at: 0, count: 200_000, revision: 1)
        for id in 0..<150_000 { log.remove(at: 0, id: UInt64(id), revision: 2) }
        #expect(log.difference(since: 0, count: 50_000) == nil)
        #expect(log.difference(since: 1, count: 50_000) == nil)
        #expect(log.difference(since: 2, count: 50_000) == OrderDifference.none)
        log.remove(at: 7, id: 9, revision: 3)
        #expect(
            log.difference(since: 2, count: 49_999) == OrderDifference(removed: [7..<8], removedIDs: [9]))
    }
}
