// Selections while their collections change, over restarts, and on sessions.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct SelectionChangeTests {
    private static let whole = "width=400&height=9000&columns=4&overscan=0"

    /// A followed folder with these files.
    private static func followed(_ files: TemporaryFolder) throws -> FolderCollection {
        let collection = try FolderCollection(root: files.path, id: "f", name: "F", watch: FileSystem.makeWatch())
        collection.start()
        collection.waitForScan()
        return collection
    }

    private static func id(_ name: String, in collection: any ItemCollection) -> String? {
        collection.details(in: 0..<collection.status.count).details.first { $0.name == name }?.id
    }

    /// A new file may get the number of one that was selected and has gone; it is not selected.
    @Test func aNewItemIsNotSelected() throws {
        let files = try TemporaryFolder()
        for name in ["a", "b", "c"] { try files.write("\(name).png") }
        let collection = try Self.followed(files)
        defer { collection.cancel() }
        let bench = try SelectionBench(collection)
        let (b, c) = (try #require(Self.id("b.png", in: collection)), try #require(Self.id("c.png", in: collection)))
        #expect(try bench.change("add", SelectionBench.items([b, c])) == 2)
        #expect(try bench.found("q=is:selected") == [b, c])
        try FileManager.default.removeItem(atPath: "\(files.path)/b.png")
        #expect(eventually { collection.status.count == 2 })
        #expect(try bench.document()["count"]?.integer == 1)
        #expect(try bench.found("q=is:selected") == [c])
        for name in ["b", "0", "d"] { try files.write("\(name).png") }
        #expect(eventually { collection.status.count == 5 })
        #expect(try bench.marked(Self.whole) == [c])
        #expect(try bench.found("q=is:selected") == [c])
    }

    /// Rows of items that go while a change is prepared are not selected for the items that follow them.
    @Test func itemsThatGoMeanwhile() {
        var items = FolderItems(zone: .universal)
        let finding = ItemStore.Finding(byteCount: 10, stamp: 1)
        for name in ["a", "b", "c"] {
            items.changing { _ = $0.append(Array(name.utf8)[...], in: DirectoryTree.root, finding) }
        }
        items.facts.selection.beginGathering(items.facts.present)
        items.changing { $0.remove(Array("b".utf8)[...], in: DirectoryTree.root) }
        items.changing { _ = $0.put(Array("d".utf8)[...], in: DirectoryTree.root, .init(byteCount: 5, stamp: 1)) }
        items.select(.add, isEverything: false)
        #expect(items.facts.selection.count == 2 && items.facts.selection.byteCount == 20)
        let new = items.store.handle(named: Array("d".utf8)[...], in: DirectoryTree.root)
        #expect(new.map { items.facts.selection.contains(Int($0)) } == false)
        // Lengths that change later count as they are.
        let first = items.store.handle(named: Array("a".utf8)[...], in: DirectoryTree.root) ?? 0
        items.changing { _ = $0.update(first, .init(byteCount: 25, stamp: 2)) }
        #expect(items.facts.selection.byteCount == 35)
        items.changing { $0.remove(Array("a".utf8)[...], in: DirectoryTree.root) }
        #expect(items.facts.selection.byteCount == 10)
    }

    /// An item of a list file that moves stays selected, and one that is left out does not.
    @Test func listsThatAreReadAgain() throws {
        let files = try TemporaryFolder()
        let names = (0..<900).map { "p\($0).png" }
        try files.write("list.txt", Array(names.joined(separator: "\n").utf8))
        let list = try ListFileCollection(path: "\(files.path)/list.txt", id: "l", name: "L")
        #expect(list.waitForFirstItem())
        #expect(eventually { list.status.isComplete })
        list.follow(every: 0.01)
        let bench = try SelectionBench(list)
        let ids = list.summaries(in: 0..<900).map(\.id)
        #expect(try bench.change("add", SelectionBench.items([ids[3], ids[500], ids[899]])) == 3)
        let turned = names.reversed().filter { $0 != "p500.png" }
        try files.write("list.txt", Array(turned.joined(separator: "\n").utf8))
        #expect(eventually { list.status.count == 899 && list.summary(at: 0)?.id == ids[899] })
        #expect(eventually { list.selection?.count == 2 })
        #expect(try Set(bench.found("q=is:selected")) == [ids[3], ids[899]])
        // It was left out, and is an item that nobody has chosen when it comes back.
        try files.write("list.txt", Array(names.joined(separator: "\n").utf8))
        #expect(eventually { list.status.count == 900 && list.status.isComplete })
        #expect(try Set(bench.found("q=is:selected")) == [ids[3], ids[899]])
    }

    /// A list made by hand keeps its selection over edits; what is removed is not selected when that is undone.
    @Test func editedLists() throws {
        let client = try APIClient(demo: 100)
        func send(_ method: HTTP.Method, _ path: String, _ body: String = "") throws {
            let reply = try client.ask(method, "/api/collections\(path)", body: Array(body.utf8))
            try #require((200..<300).contains(reply.status), "\(path): \(reply.text)")
        }
        try send(.post, "", #"{"name":"Picks"}"#)
        let items = (0..<6).map { #"{"collection":"demo","item":"\#($0)"}"# }.joined(separator: ",")
        try send(.post, "/picks/items", #"{"items":[\#(items)]}"#)
        let bench = SelectionBench(client, "picks")
        let ids = try bench.found("order=name")
        #expect(try bench.change("add", SelectionBench.items([ids[1], ids[4]])) == 2)
        try send(.patch, "/picks/items", #"{"first":1,"count":2,"to":4}"#)
        try send(.post, "/picks/items", #"{"items":[{"width":30,"height":20}],"index":0}"#)
        #expect(try bench.marked(Self.whole) == [ids[1], ids[4]])
        try send(.delete, "/picks/items/\(ids[4])")
        #expect(try bench.document()["count"]?.integer == 1)
        try send(.post, "/picks/undo")
        #expect(try bench.marked(Self.whole) == [ids[1]])
        #expect(try bench.change("toggle", #""all":true"#) == 6)
    }

    /// A query for the selection follows it, item by item and in large steps.
    @Test func searchesFollow() throws {
        let files = try TemporaryFolder()
        for number in 0..<1500 { try files.write("\(number).png") }
        let collection = try files.scanned()
        let bench = try SelectionBench(collection)
        let ids = collection.summaries(in: 0..<1500).map(\.id)
        #expect(try bench.found("q=is:selected").isEmpty)
        #expect(try bench.change("add", SelectionBench.items(ids[10..<20])) == 10)
        #expect(try bench.found("q=is:selected") == Array(ids[10..<20]))
        #expect(try bench.found("q=is:selected&order=-name") == Array(ids[10..<20].reversed()))
        #expect(try bench.change("toggle", SelectionBench.items(ids[15..<25])) == 10)
        #expect(try bench.found("q=is:selected") == Array(ids[10..<15] + ids[20..<25]))
        #expect(try bench.change("add", #""all":true"#) == 1500)
        let plan = try bench.plan("width=400&height=300&q=is:selected")
        #expect(plan["count"]?.integer == 1500 && plan["total"]?.integer == 1500)
        #expect(try bench.change("toggle", SelectionBench.items([ids[7]])) == 1499)
        #expect(try bench.plan("width=400&height=300&q=is:selected")["count"]?.integer == 1499)
    }

    // MARK: Restarts

    @Test func selectionsOutliveTheProgram() throws {
        let (files, states) = (try TemporaryFolder(), try TemporaryFolder())
        for name in ["a", "b", "c", "sub/d"] { try files.write("\(name).png") }
        var ids: [String] = []
        var revision = 0
        do {
            let collection = try files.scanned()
            let bench = try SelectionBench(collection, stateFolder: states.path)
            ids = try ["a", "c", "sub/d"].map { try #require(Self.id("\($0).png", in: collection)) }
            #expect(try bench.change("add", SelectionBench.items(ids)) == 3)
            revision = try #require(try bench.document()["revision"]?.integer)
        }
        try FileManager.default.removeItem(atPath: "\(files.path)/c.png")
        let left = [ids[0], ids[2]].sorted()
        do {
            // Found before and found after the selection is restored.
            let collection = try files.scanned()
            let bench = try SelectionBench(collection, stateFolder: states.path)
            #expect(try bench.found("q=is:selected").sorted() == left)
            #expect(try #require(try bench.document()["revision"]?.integer) > revision)
        }
        do {
            let collection = try FolderCollection(root: files.path, id: "other", name: "F", zone: .universal)
            let bench = try SelectionBench(collection, stateFolder: states.path)
            #expect(collection.selection?.count == 0)
            #expect(collection.savedSelection?.numbers.count == 2)
            collection.waitForScan()
            #expect(try bench.found("q=is:selected").sorted() == left)
        }
        // Another folder of the same name has another selection, though its items have the same ids.
        let other = try TemporaryFolder()
        try other.write("a.png")
        let bench = try SelectionBench(try other.scanned(), stateFolder: states.path)
        #expect(try bench.document()["count"]?.integer == 0)
    }

    /// What has not been found when the search ends is forgotten, unless nothing was found at all.
    @Test func itemsThatAreNotFoundAgain() throws {
        let (files, states) = (try TemporaryFolder(), try TemporaryFolder())
        try files.write("a.png")
        let gone = ItemNumbers.number(ofItem: "0000000000001")
        let saved = SavedSelection(revision: 4, numbers: [gone])
        let empty = try FolderCollection(root: states.path, id: "e", name: "E")
        empty.restore(saved)
        empty.waitForScan()
        #expect(empty.savedSelection?.numbers == [gone])
        let full = try FolderCollection(root: files.path, id: "f", name: "F")
        full.restore(saved)
        full.waitForScan()
        #expect(full.savedSelection?.numbers == [])
        #expect(full.selection?.count == 0)
    }

    @Test func demosAndListsOutliveTheProgram() throws {
        let states = try TemporaryFolder()
        func bench() throws -> (demo: SelectionBench, list: SelectionBench) {
            let client = try APIClient(
                [try #require(DemoCollection(count: 1_000_000_000))], stateFolder: states.path)
            return (SelectionBench(client, "demo"), SelectionBench(client, "picks"))
        }
        var id = ""
        do {
            let (demo, list) = try bench()
            #expect(try demo.change("add", #""all":true"#) == 1_000_000_000)
            #expect(try demo.change("remove", SelectionBench.items(["5"])) == 999_999_999)
            _ = try demo.client.ask(.post, "/api/collections", body: Array(#"{"name":"Picks"}"#.utf8))
            let body = #"{"items":[{"collection":"demo","item":"7"},{"collection":"demo","item":"8"}]}"#
            _ = try demo.client.ask(.post, "\(list.path)/items", body: Array(body.utf8))
            id = try list.found("order=name")[1]
            #expect(try list.change("add", SelectionBench.items([id])) == 1)
        }
        do {
            let (demo, list) = try bench()
            #expect(try demo.document()["count"]?.integer == 999_999_999)
            #expect(try list.marked(Self.whole) == [id])
            // Another list of the same name gives its items the same ids.
            #expect(try demo.client.ask(.delete, list.path).status == 204)
            _ = try demo.client.ask(.post, "/api/collections", body: Array(#"{"name":"Picks"}"#.utf8))
            let body = #"{"items":[{"width":9,"height":9},{"width":9,"height":9}]}"#
            _ = try demo.client.ask(.post, "\(list.path)/items", body: Array(body.utf8))
            #expect(try list.found("order=name")[1] == id)
        }
        #expect(try bench().list.document()["count"]?.integer == 0)
    }

    /// What is selected is on the disk soon, whatever becomes of the program.
    @Test(.needs(.builtProgram), .needs(.curl)) func aKilledProgram() throws {
        let states = try ScratchFolder()
        let options = ["--port=0", "--demo=50", "--state=\(states.path)"]
        let first = try ProgramRun(options)
        let path = "/api/collections/demo/selection"
        let address = try first.address().absoluteString.trimmingSuffix("/") + path
        let changed = try Curl.ask(
            address, ["-X", "PATCH", "-d", #"{"action":"add","items":["3","4","5","9"]}"#])
        #expect(changed.status == 200, "\(changed.text)")
        #expect(
            try eventually {
                try states.files().contains { name in
                    guard name.hasPrefix("selections/"), name.hasSuffix(".txt") else { return false }
                    return String(decoding: try states.bytes(name), as: UTF8.self).hasSuffix("\n3-5\n9-9\n")
                }
            })
        first.send(SIGKILL)
        first.wait()
        let second = try ProgramRun(options)
        let reply = try Curl.ask(try second.address().absoluteString.trimmingSuffix("/") + path)
        #expect(try JSONReader.value(of: reply.body)["count"]?.integer == 4)
    }

    /// Files that are not whole are no selections.
    @Test func damagedFiles() throws {
        let states = try TemporaryFolder()
        let store = SelectionStore(folder: states.path)
        let saved = SavedSelection(revision: 3, numbers: [1, .max], indices: [0..<1, 5..<9])
        try store.save(saved, as: "key", of: "c")
        #expect(store.load("key") == saved)
        #expect(store.load("other") == nil)
        let name = try #require(FileSystem.names(in: states.path).first { $0.hasSuffix(".txt") })
        let whole = try #require(FileSystem.contents(of: "\(states.path)/\(name)", atMost: 1000))
        for end in 0..<whole.count - 1 {
            try states.write(name, Array(whole[..<end]))
            #expect(store.load("key") == nil || store.load("key") == saved, "\(end)")
        }
        try states.write(name, whole + Array("x\n".utf8))
        #expect(store.load("key") == nil)
    }

    // MARK: Sessions

    /// What anybody selects is shown by every page, and the tiles stay in their slots.
    @Test func sessionsAreTold() throws {
        let demo = try #require(DemoCollection(count: 1000))
        let server = try SessionRouteTests.Bench(demo)
        let clients = try (0..<2).map { _ in try server.connect() }
        for client in clients {
            client.report(1, SessionRouteTests.query)
            try client.receive { $0.plan == 1 }
            #expect(client.page.slots.values.allSatisfy { !$0.isSelected })
        }
        let bench = SelectionBench(server.client.value, "demo")
        func indices(_ page: SessionPage) -> Set<Int> {
            Set(page.slots.values.filter(\.isSelected).map(\.index))
        }
        try bench.change("add", SelectionBench.items(["1", "3", Base36.encode(900)]))
        for client in clients {
            let urls = Set(client.page.slots.values.map(\.url))
            try client.receive { indices($0) == [1, 3] }
            #expect(Set(client.page.slots.values.map(\.url)) == urls)
        }
        try bench.change("toggle", #""all":true"#)
        for client in clients { try client.receive { indices($0).count == $0.slots.count - 2 } }
        try bench.change("replace", SelectionBench.items([]))
        for client in clients {
            try client.receive { indices($0).isEmpty }
            // A page that looks elsewhere shows what is selected there.
            client.report(2, SessionRouteTests.query + "&y=2000")
        }
        try bench.change("add", #""all":true"#)
        for client in clients {
            try client.receive { $0.report == 2 && indices($0).count == $0.slots.count }
            #expect(client.page.wrongs == [])
        }
    }

    /// A page that shows the selected items gets those that are selected later.
    @Test func sessionsOfSearches() throws {
        let files = try TemporaryFolder()
        for number in 0..<30 { try files.write("\(number).png") }
        let collection = try files.scanned()
        let server = try SessionRouteTests.Bench(collection)
        let client = try server.connect()
        client.report(1, SessionRouteTests.query + "&q=is:selected")
        try client.receive { $0.plan == 1 }
        #expect(client.page.slots.isEmpty)
        let bench = SelectionBench(server.client.value, "f")
        let ids = collection.summaries(in: 0..<30).map(\.id)
        try bench.change("add", SelectionBench.items(ids[4..<9]))
        try client.receive { $0.slots.count == 5 }
        try bench.change("remove", SelectionBench.items([ids[6]]))
        try client.receive { $0.slots.count == 4 }
        #expect(client.page.wrongs == [])
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
