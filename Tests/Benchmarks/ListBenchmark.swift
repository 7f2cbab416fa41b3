// Lists of ten million items, without HTTP.

import Foundation
import Testing

@testable import Catalog
@testable import Platform

/// Run with `SCROLLSERVER_BENCHMARK=1 SCROLLSERVER_OPTIMISED=1 swift test --filter ListBenchmark`.
///
/// Prints times, asserts none. SCROLLSERVER_BENCHMARK_ROWS sets the number of items (9,990,000 unless told).
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK"] != nil,
        "benchmarks run with SCROLLSERVER_BENCHMARK set"),
    .serialized)
struct ListBenchmark {
    private static let count =
        ProcessInfo.processInfo.environment["SCROLLSERVER_BENCHMARK_ROWS"].flatMap(Int.init) ?? 9_990_000

    @Test func edits() throws {
        let folder = NSTemporaryDirectory() + "lists-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = ListStore(folder: folder).make(id: "big", name: "Big")
        let list = ListCollection(id: "big", items: made.items, journal: made.journal)
        let count = Self.count
        func edit(
            _ name: String, _ body: (inout ListItems) throws(ListCollection.EditError) -> Void
        ) throws {
            var failure: (any Error)?
            let time = ContinuousClock().measure {
                do { _ = try list.edit(body) } catch { failure = error }
            }
            if let failure { throw failure }
            print("\(name) of a list of \(list.status.count) items: \(time)")
        }
        try edit("making") { (items) throws(ListCollection.EditError) in
            let new = (0..<count).lazy.map { number in
                let item = Base32.encode(StableHash.mix(UInt64(number)), length: 13)
                return ListContent.reference(collection: "photos", item: item)
            }
            _ = try items.insert(new: new, at: 0)
        }
        for _ in 0..<5 {
            try edit("adding one") { (items) throws(ListCollection.EditError) in
                _ = items.insert(.reference(collection: "other", item: "x"), at: count / 2)
            }
            try edit("moving a thousand") { (items) throws(ListCollection.EditError) in
                items.move(100..<1100, to: count / 3)
            }
            try edit("undoing that") { (items) throws(ListCollection.EditError) in _ = items.undo() }
            try edit("redoing that") { (items) throws(ListCollection.EditError) in _ = items.redo() }
        }
        var stored: ListStore.Stored?
        let time = ContinuousClock().measure { stored = ListStore(folder: folder).load("big") }
        print("loading: \(time)")
        #expect(stored?.items.count == list.status.count)
    }
}
