// A collection in groups that changes when the test wants it.

import Synchronization
import Tiling

@testable import Catalog
@testable import Pixels

/// SplitMix64, as in the tests of Tiling.
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Items without pictures, in groups with ascending numbers.
final class StagedGroups: ItemCollection {
    let id = "staged"
    let name = "Staged"
    let kind = CollectionKind.list
    let source = "staged"
    let groupings = [ItemGrouping.folder]

    private struct State {
        var items: [(id: Int, group: Int, size: PixelSize)] = []
        var sequence = ItemSequence()
        var revision = 1
        var next = 0
        /// The sizes of items in turn.
        var sizes: [PixelSize] = []

        mutating func insert(_ group: Int, at index: Int) {
            let small = PixelSize(width: 50 + next * 37 % 90, height: 60)
            let size = sizes.isEmpty ? small : sizes[next % sizes.count]
            items.insert((next, group, size), at: index)
            sequence.insert(UInt32(next), at: index, revision: revision)
            next += 1
        }
    }

    private let state = Mutex(State())

    init(groups: [(number: Int, count: Int)], sizes: [PixelSize] = []) {
        state.withLock { state in
            state.sizes = sizes
            for (number, count) in groups {
                for _ in 0..<count { state.insert(number, at: state.items.count) }
            }
        }
    }

    /// Puts items into one group, old or new, takes a run away, or gives one another size.
    func change(_ generator: inout some RandomNumberGenerator) {
        state.withLock { state in
            state.revision += 1
            let many = Int.random(in: 1...9, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0, 1:
                for _ in 0..<many {
                    let group = Int.random(in: -3..<130, using: &generator)
                    let start = state.items.firstIndex { $0.group >= group } ?? state.items.count
                    let end = state.items.firstIndex { $0.group > group } ?? state.items.count
                    state.insert(group, at: Int.random(in: start...end, using: &generator))
                }
            case 2:
                let start = Int.random(in: 0...state.items.count, using: &generator)
                for _ in 0..<min(many * 3, state.items.count - start) {
                    let gone = state.items.remove(at: start)
                    state.sequence.remove(at: start, id: UInt64(gone.id), revision: state.revision)
                }
            default:
                guard let index = state.items.indices.randomElement(using: &generator) else { return }
                state.items[index].size = PixelSize(width: 20 + many * 20, height: 60)
                state.sequence.noteSize(of: UInt32(state.items[index].id), revision: state.revision)
            }
        }
    }

    /// Puts `count` new items before the one at `index`, into its group.
    func insert(_ count: Int, at index: Int) {
        state.withLock { state in
            state.revision += 1
            let group = state.items[min(index, state.items.count - 1)].group
            for _ in 0..<count { state.insert(group, at: index) }
        }
    }

    /// Gives an item another place in the order, counted without it, as a rename does.
    func move(from old: Int, to new: Int) {
        state.withLock { state in
            state.revision += 1
            let item = state.items.remove(at: old)
            state.sequence.remove(at: old, id: UInt64(item.id), revision: state.revision)
            state.items.insert(item, at: new)
            state.sequence.insert(UInt32(item.id), at: new, revision: state.revision)
        }
    }

    func remove(at index: Int) {
        state.withLock { state in
            state.revision += 1
            let gone = state.items.remove(at: index)
            state.sequence.remove(at: index, id: UInt64(gone.id), revision: state.revision)
        }
    }

    var status: CollectionStatus {
        state.withLock { CollectionStatus(count: $0.items.count, isComplete: true, revision: $0.revision) }
    }

    var grouping: ItemGrouping? { .folder }

    func groups(of range: Range<Int>) -> [Int] { state.withLock { state in range.map { state.items[$0].group } } }

    func index(ofItem id: String) -> Int? {
        state.withLock { state in state.items.firstIndex { String($0.id) == id } }
    }

    func summaries(in range: Range<Int>) -> [ItemSummary] {
        state.withLock { state in
            range.clamped(to: state.items.indices).map { index in
                ItemSummary(
                    id: String(state.items[index].id), version: "1", size: state.items[index].size, error: nil,
                    format: .png)
            }
        }
    }

    let isFixed = false

    func details(at index: Int) -> ItemDetails? {
        guard let summary = summary(at: index), let size = summary.size else { return nil }
        return ItemDetails(
            index: index, id: summary.id, version: summary.version, name: "\(summary.id).png", width: size.width,
            height: size.height, isMeasured: true, orientation: 1, format: .png, byteCount: 1, modified: nil, error: nil
        )
    }

    /// The ids of all items, in order.
    var ids: [String] { state.withLock { $0.items.map { String($0.id) } } }

    func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        state.withLock { state in
            state.sequence.difference(since: revision).map {
                ($0, CollectionStatus(count: state.items.count, isComplete: true, revision: state.revision))
            }
        }
    }

    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        state.withLock { state in
            let status = CollectionStatus(count: state.items.count, isComplete: true, revision: state.revision)
            return (known == 0 ? OrderDifference.none : state.sequence.difference(since: revision)).map { difference in
                CollectionChanges(
                    difference, status: status, following: known, adding: limit,
                    sizes: { $0.map { state.items[$0].size } }, groups: { $0.map { state.items[$0].group } })
            }
        }
    }

    func measure(_ indices: [Int]) -> [Int] { [] }

    func original(ofItem id: String) throws(ImageError) -> Original { .bytes(TinyImage.png(), .png) }
}
