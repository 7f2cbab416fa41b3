// The difference that a plan tells of.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct WindowChangesTests {
    private func id(_ number: UInt64) -> String { Base32.encode(number, length: 13) }

    /// Random changes of a list; a reader of any window that knew the old state can make the new one.
    @Test(arguments: [1, 2, 3]) func leadsFromTheOldWindowToTheNew(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let list = ListCollection(id: "l", items: ListItems(name: "L"))
        let box = ListContent.box(PixelSize(width: 10, height: 10), number: 0)
        var states: [(revision: Int, ids: [String])] = []
        for _ in 0..<40 {
            states.append((list.status.revision, list.summaries(in: 0..<1000).map(\.id)))
            _ = try list.edit { (items) throws(ListCollection.EditError) in
                for _ in 0..<Int.random(in: 1...8, using: &noise) {
                    if items.count == 0 || Int.random(in: 0..<5, using: &noise) < 3 {
                        _ = items.insert(box, at: Int.random(in: 0...items.count, using: &noise))
                    } else {
                        let place = Int.random(in: 0..<items.count, using: &noise)
                        items.remove(items.sequence.handles[place])
                    }
                }
            }
        }
        let now = list.summaries(in: 0..<1000).map(\.id)
        for (revision, old) in states {
            let difference = try #require(list.difference(since: revision)?.difference)
            for _ in 0..<10 {
                let first = Int.random(in: 0...now.count, using: &noise)
                let window = first..<Int.random(in: first...now.count, using: &noise)
                let ids = Array(now[window])
                let changes = WindowChanges(since: revision, difference, window: window, ids: ids)
                #expect(changes.inserted.map(\.id) == ids.filter { !old.contains($0) })
                #expect(changes.inserted.allSatisfy { now[$0.index] == $0.id })
                #expect(Set(changes.removed).isSubset(of: Set(old).subtracting(now)))
                #expect(changes.moved.isEmpty && !changes.isReset)
            }
            // All that there is: every one that has gone is told.
            let whole = WindowChanges(since: revision, difference, window: 0..<now.count, ids: now)
            #expect(whole.removed == old.filter { !now.contains($0) })
        }
    }

    @Test func movesAndSizes() {
        // a b c d e became b c X a e, and c has another size.
        let difference = OrderDifference(
            removed: [0..<1, 3..<4], removedIDs: [1, 4], inserted: [2..<4], resized: [1])
        let ids = [2, 3, 9, 1, 5].map { id($0) }
        let changes = WindowChanges(since: 3, difference, window: 0..<5, ids: ids)
        #expect(changes.removed == [id(4)])
        #expect(changes.inserted == [.init(id: id(9), index: 2)])
        #expect(changes.moved == [.init(id: id(1), index: 3)])
        #expect(changes.resized == [id(3)])
        // Of a window that the moved item has left, it is gone.
        let left = WindowChanges(since: 3, difference, window: 0..<2, ids: Array(ids[..<2]))
        #expect(left.removed == [id(1)])
        #expect(left.inserted.isEmpty && left.moved.isEmpty)
        #expect(WindowChanges(since: 3, nil, window: 0..<2, ids: []).isReset)
    }

    @Test func inPlans() throws {
        let client = try APIClient([])
        let path = "/api/collections/l"
        func send(_ method: HTTP.Method, _ path: String, _ body: String = "") throws -> [String: Any] {
            let reply = try client.ask(method, path, body: Array(body.utf8))
            return reply.body.isEmpty ? [:] : try reply.object()
        }
        _ = try send(.post, "/api/collections", #"{"name":"l"}"#)
        let boxes = Array(repeating: #"{"width":100,"height":100}"#, count: 20).joined(separator: ",")
        let made = try send(.post, "\(path)/items", "{\"items\":[\(boxes)]}")
        let ids = try #require(made["items"] as? [[String: Any]]).compactMap { $0["id"] as? String }
        let revision = try #require(made["revision"] as? Int)
        func changes(since: Int) throws -> [String: Any] {
            let reply = try client.get(
                "\(path)/plan?width=100&height=500&layout=stack&overscan=0&spacing=0&since=\(since)")
            return try #require(try reply.object()["changes"] as? [String: Any])
        }
        let none = try changes(since: revision)
        #expect((none["removed"] as? [String])?.isEmpty == true && (none["inserted"] as? [Any])?.isEmpty == true)
        _ = try send(.delete, "\(path)/items/\(ids[1])")
        _ = try send(.delete, "\(path)/items/\(ids[18])")
        let new = try send(.post, "\(path)/items", #"{"items":[{"width":100,"height":100}],"index":0}"#)
        _ = try send(.patch, "\(path)/items/\(ids[2])", #"{"width":100,"height":200}"#)
        _ = try send(.patch, "\(path)/items/\(ids[15])", #"{"width":100,"height":200}"#)
        let told = try changes(since: revision)
        #expect(told["from"] as? Int == revision)
        #expect(told["removed"] as? [String] == [ids[1]])
        let inserted = try #require(told["inserted"] as? [[String: Any]])
        let newID = try #require((new["items"] as? [[String: Any]])?.first?["id"] as? String)
        #expect(inserted.count == 1 && inserted[0]["id"] as? String == newID && inserted[0]["index"] as? Int == 0)
        #expect(told["resized"] as? [String] == [ids[2]])
        #expect(try changes(since: 1_000_000)["reset"] as? Bool == true)
        #expect(try client.get("\(path)/plan?width=100&height=500").object()["changes"] == nil)
        #expect(try client.get("\(path)/plan?width=100&height=500&since=-1").problem(400).parameter == "since")
    }
}
