// What a change costs in a collection of any size: the order of its items, and the layout that follows.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Metadata
@testable import Platform

/// Run with `SCROLLSERVER_BENCHMARK=1 SCROLLSERVER_OPTIMISED=1 swift test --filter ChangeBenchmark`.
///
/// Prints a table, asserts no times.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK"] != nil,
        "benchmarks run with SCROLLSERVER_BENCHMARK set"),
    .serialized)
struct ChangeBenchmark {
    private static let rounds = 20_000

    private func row(_ name: String, _ value: String) {
        print("changes │ \(name.padding(toLength: 52, withPad: " ", startingAt: 0)) │ \(value)")
    }

    private func microseconds(_ duration: Duration, of count: Int) -> String {
        let (seconds, attoseconds) = duration.components
        return String(format: "%.3f µs", (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(count))
    }

    /// Places spread over the whole sequence, the same in every run.
    private func places(below count: Int) -> [Int] {
        var state: UInt64 = 1
        return (0..<Self.rounds).map { _ in
            state = StableHash.mix(state)
            return Int(state % UInt64(count))
        }
    }

    private func bytes(_ tree: HandleTree) -> Int {
        (tree.leaves + tree.leafOf).reduce(0) { $0 + $1.capacity * 4 + 40 } + tree.nodes.byteCount
    }

    @Test(arguments: [1_000_000, 10_000_000]) func order(count: Int) {
        let clock = ContinuousClock()
        let places = places(below: count - Self.rounds)
        var tree = HandleTree()
        let building = clock.measure { for handle in 0..<UInt32(count) { tree.append(handle) } }
        row("order of \(count): build, an item", microseconds(building, of: count))
        row("  memory, an item", String(format: "%.2f bytes", Double(bytes(tree)) / Double(count)))
        var removed: [UInt32] = []
        removed.reserveCapacity(Self.rounds)
        row(
            "  remove",
            microseconds(
                clock.measure { for place in places { removed.append(tree.remove(at: place)) } }, of: Self.rounds))
        row(
            "  the first insertion, for which the leaves' memory grows",
            microseconds(
                clock.measure {
                    tree.insert(UInt32(count), at: count / 2)
                }, of: 1))
        let inserting = clock.measure { for (handle, place) in zip(removed, places) { tree.insert(handle, at: place) } }
        row("  insert", microseconds(inserting, of: Self.rounds))
        var sum = 0
        let finding = clock.measure { for handle in removed { sum &+= tree.index(of: handle) ?? 0 } }
        row("  index of an item", microseconds(finding, of: Self.rounds))
        row(
            "  item at an index",
            microseconds(clock.measure { for place in places { sum &+= Int(tree[place]) } }, of: Self.rounds))
        row(
            "  a run of 50",
            microseconds(
                clock.measure { for place in places { tree.forEach(in: place..<place + 50) { sum &+= Int($0) } } },
                of: Self.rounds))
        #expect(tree.count == count + 1 && sum != 0)
    }

    @Test(arguments: [1_000_000, 10_000_000]) func layout(count: Int) {
        let clock = ContinuousClock()
        let places = places(below: count - Self.rounds)
        var tree = ExtentTree()
        for number in 0..<count { tree.append(Double(number % 997)) }
        row("extents of \(count): memory", "8 bytes an item and one part in thirty")
        row("  remove", microseconds(clock.measure { for place in places { tree.remove(at: place) } }, of: Self.rounds))
        row(
            "  the first insertion, for which the leaves' memory grows",
            microseconds(clock.measure { tree.insert(500, at: count / 2) }, of: 1))
        row(
            "  insert",
            microseconds(clock.measure { for place in places { tree.insert(500, at: place) } }, of: Self.rounds))
        row(
            "  resize",
            microseconds(clock.measure { for place in places { tree.resize(place, to: 250) } }, of: Self.rounds))
        #expect(tree.count == count + 1)
    }

    /// A folder's items as a live folder changes them: store, order, log and layout together.
    @Test(arguments: [1_000_000]) func everything(count: Int) {
        let clock = ContinuousClock()
        var items = FolderItems()
        let finding = ItemStore.Finding(
            byteCount: 9, format: .png, header: ImageHeader(format: .png, width: 3, height: 2))
        func name(_ number: Int) -> ArraySlice<UInt8> { [UInt8]("IMG_\(number).png".utf8)[...] }
        let building = clock.measure {
            for number in 0..<count { _ = items.append(name(number * 2), in: DirectoryTree.root, finding) }
        }
        row("folder of \(count): append, an item", microseconds(building, of: count))
        let numbers = places(below: count).map { $0 * 2 + 1 }.sorted()
        let inserting = clock.measure {
            items.changing { items in
                var hint: Int?
                for number in numbers {
                    hint = items.put(name(number), in: DirectoryTree.root, finding, near: hint).map { $0 + 1 }
                }
            }
        }
        row("  a batch of \(Self.rounds): put in its place", microseconds(inserting, of: Self.rounds))
        let difference = clock.measure { _ = items.names.difference(since: 0) }
        row("  the difference of it, a change", microseconds(difference, of: Self.rounds))
        let removing = clock.measure {
            items.changing { items in for number in numbers { items.remove(name(number), in: DirectoryTree.root) } }
        }
        row("  a batch of \(Self.rounds): removed", microseconds(removing, of: Self.rounds))
        let ranked = clock.measure {
            items.make(.date)
        }
        row("  an order by date made", "\(ranked)")
        #expect(items.status.count == count)
    }
}
