// Selecting items over the API.

import Foundation
import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct SelectionRouteTests {
    private static let whole = "width=400&height=9000&columns=4&overscan=0"

    @Test func actions() throws {
        let bench = try SelectionBench(demo: 100)
        #expect(try bench.document() == .object(["count": .number(0), "of": .number(100), "revision": .number(1)]))
        #expect(try bench.change("add", SelectionBench.items(["0", "1", "2", "2"])) == 3)
        #expect(try bench.change("remove", SelectionBench.items(["1", "9"])) == 2)
        #expect(try bench.change("toggle", SelectionBench.items(["0", "3"])) == 2)
        #expect(try bench.marked(Self.whole) == ["2", "3"])
        #expect(try bench.change("replace", SelectionBench.items(["5"])) == 1)
        #expect(try bench.marked(Self.whole) == ["5"])
        let put = try bench.ask("{\(SelectionBench.items(["6", "7"]))}", method: .put)
        #expect(put.status == 200 && put.headers["ETag"] == "\"6\"", "\(put.text)")
        #expect(try bench.marked(Self.whole) == ["6", "7"])
        // Nothing changes, and no page has to be told.
        #expect(try bench.change("add", SelectionBench.items(["6"])) == 2)
        #expect(try bench.document()["revision"]?.integer == 6)
        #expect(try bench.change("replace", #""items":[]"#) == 0)
        #expect(try bench.plan(Self.whole)["selection"] == nil)
    }

    /// Also where nothing can be searched, and over more items than one step looks at.
    @Test func firstOnes() throws {
        let demo = try #require(DemoCollection(count: 200_000))
        let bench = try SelectionBench(demo)
        #expect(try bench.first("limit=3").isEmpty)
        let chosen = [5, 7, 199_999].compactMap { demo.summary(at: $0)?.id }
        try bench.change("add", SelectionBench.items(chosen))
        for (query, ids) in [
            ("limit=2", [chosen[0], chosen[1]]), ("limit=3", chosen), ("limit=9", chosen),
            ("limit=2&order=-name", [chosen[2], chosen[1]]),
        ] {
            #expect(try bench.first(query) == ids, "\(query)")
        }
        #expect(try bench.client.get("\(bench.path)/selection?limit=0").status == 400)
        let files = try TemporaryFolder()
        for number in 0..<12 { try files.write("\(number % 2 == 0 ? "even" : "odd")\(number).png") }
        let folder = try SelectionBench(files.scanned())
        try folder.change("add", #""all":true"#)
        #expect(try folder.first("limit=4") == Array(folder.found("").prefix(4)))
        #expect(try folder.first("limit=9&q=odd&order=-name") == folder.found("q=odd&order=-name"))
    }

    /// A range is meant in the order of the address, in either direction.
    @Test func ranges() throws {
        let files = try TemporaryFolder()
        for name in ["a", "b", "c", "d", "e"] {
            try files.write("\(name).png", TinyImage.png(width: 40, height: 30) + [UInt8](name.utf8))
        }
        // By length: e d b c a.
        for (name, count) in [("a", 900), ("c", 700), ("b", 500), ("d", 300)] {
            try files.write(
                "\(name).png", TinyImage.png(width: 40, height: 30) + [UInt8](repeating: 0, count: count))
        }
        let collection = try files.scanned()
        let bench = try SelectionBench(collection)
        let ids = collection.summaries(in: 0..<5).map(\.id)
        for (from, to) in [(1, 3), (3, 1)] {
            #expect(try bench.change("replace", #""range":{"from":"\#(ids[from])","to":"\#(ids[to])"}"#) == 3)
            #expect(try Set(bench.found("q=is:selected")) == Set(ids[1...3]))
        }
        let range = #""range":{"from":"\#(ids[0])","to":"\#(ids[1])"}"#
        #expect(try bench.change("replace", range, "?order=size") == 3)
        #expect(try Set(bench.found("q=is:selected")) == [ids[0], ids[1], ids[2]])
        #expect(try bench.change("replace", range, "?order=-size&q=name:a%20%7C%20name:b") == 2)
        let bytes = try bench.document()["bytes"]?.integer
        let sizes = [ids[0], ids[1]].compactMap { collection.details(ofItem: $0)?.byteCount }
        #expect(bytes == sizes.reduce(0, +))
        let hidden = try bench.ask(#"{"action":"add",\#(range)}"#, "?q=name:a")
        #expect(hidden.status == 400 && hidden.text.contains("range"), "\(hidden.text)")
    }

    /// The group below a heading is meant in the order of the address; plans count what is selected of each.
    @Test(arguments: ["name", "-name"])
    func groups(order: String) throws {
        let files = try TemporaryFolder()
        for (folder, count) in [("a", 3), ("b", 5), ("c", 1)] {
            for number in 0..<count { try files.write("\(folder)/\(number).png") }
        }
        let bench = try SelectionBench(files.scanned())
        let address = "group=folder&order=\(order)"
        let ids = try bench.found(address)
        func headings() throws -> [JSONValue] {
            try bench.plan("\(Self.whole)&\(address)")["headings"]?.elements ?? []
        }
        let counts = try headings().compactMap { $0["count"]?.integer }
        #expect(counts == (order == "name" ? [3, 5, 1] : [1, 5, 3]))
        for (place, heading) in try headings().enumerated() {
            let (first, count) = (try #require(heading["first"]?.integer), counts[place])
            let body = #""heading":{"first":\#(first),"count":\#(count)}"#
            func expect(_ selected: Int) throws {
                #expect(try bench.document()["count"]?.integer == selected)
                let told = try headings().map { $0["selected"]?.integer }
                #expect(told == counts.indices.map { $0 == place && selected > 0 ? selected : nil })
            }
            try bench.change("add", body, "?\(address)")
            #expect(try Set(bench.found("q=is:selected")) == Set(ids[first..<first + count]))
            try expect(count)
            try bench.change("remove", SelectionBench.items([ids[first]]))
            try expect(count - 1)
            try bench.change("add", body, "?\(address)")
            try expect(count)
            try bench.change("remove", body, "?\(address)")
            try expect(0)
        }
        // What is no group, or no longer one, changes nothing.
        for (first, count) in [(0, 2), (1, 2), (0, 4), (0, 9), (2, 2), (9, 1), (8, 5), (0, 1 << 52), (1 << 52, 1)] {
            let reply = try bench.ask(
                #"{"action":"add","heading":{"first":\#(first),"count":\#(count)}}"#, "?\(address)")
            #expect(reply.status == 409 && reply.text.contains("group"), "\(first) \(count): \(reply.text)")
        }
        let split = try bench.ask(#"{"action":"add","heading":{"first":0,"count":3}}"#, "?order=size")
        #expect(split.status == 400 && split.text.contains("groups"), "\(split.text)")
        #expect(try bench.document()["count"]?.integer == 0)
        // All is selected, however many they are.
        try bench.change("add", #""all":true"#)
        #expect(try headings().map { $0["selected"]?.integer } == counts)
    }

    @Test func allThatAQueryFinds() throws {
        let files = try TemporaryFolder()
        for number in 0..<12 { try files.write("\(number % 2 == 0 ? "even" : "odd")\(number).png") }
        let collection = try files.scanned()
        let bench = try SelectionBench(collection)
        #expect(try bench.change("add", #""all":true"#, "?q=even") == 6)
        #expect(try bench.found("q=is:selected") == bench.found("q=even"))
        #expect(try bench.change("toggle", #""all":true"#) == 6)
        #expect(try bench.found("q=is:selected") == bench.found("q=odd"))
        #expect(try bench.change("remove", #""all":true"#, "?q=is:selected%20odd3") == 5)
        #expect(try bench.change("toggle", #""all":true"#, "?q=is:selected") == 0)
        #expect(try bench.change("add", #""all":true"#) == 12)
        let facets = try JSONReader.value(of: bench.client.get("\(bench.path)/facets?q=is:selected").body)
        #expect(facets["count"]?.integer == 12)
    }

    /// A frame means the items that a plan shows there, whatever the layout.
    @Test(
        arguments: [
            "layout=grid&columns=5", "layout=grid&columns=5&lead=3&spacing=7", "layout=grid&columns=4&zoom=1.7&x=60",
            "layout=justified&rowHeight=70", "layout=stack", "layout=strip", "layout=grid&columns=6&group=folder",
            "layout=justified&rowHeight=60&group=folder", "layout=grid&columns=5&order=-name",
        ])
    func frames(view: String) throws {
        let files = try TemporaryFolder()
        for number in 0..<60 {
            let bytes = TinyImage.png(width: 30 + number * 7 % 50, height: 30 + number * 11 % 40)
            try files.write("\(number / 20)/p\(number).png", bytes)
        }
        let collection = try files.scanned()
        collection.measure(Array(0..<60))
        let bench = try SelectionBench(collection)
        let query = "width=300&height=240&y=90&\(view)"
        let ids = try bench.found(view.contains("order=-name") ? "order=-name" : "order=name")
        let cells = try ids.indices.map { index in
            let answer = try JSONReader.value(of: bench.client.get("\(bench.path)/cell?\(query)&at=\(index)").body)
            let numbers = ["x", "y", "width", "height"].compactMap { answer["cell"]?[$0]?.number }
            try #require(numbers.count == 4, "\(answer)")
            return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
        for frame in [
            Rect(x: 70, y: 40, width: 90, height: 70), Rect(x: 0, y: 0, width: 300, height: 240),
            Rect(x: 120, y: -60, width: 1, height: 900), Rect(x: 10, y: 100, width: 400, height: 0.001),
            Rect(x: -50, y: -50, width: 20, height: 20), Rect(x: -900, y: -900, width: 9000, height: 9000),
        ] {
            let (x, y, width, height) = (frame.x, frame.y, frame.width, frame.height)
            try bench.change(
                "replace", #""frame":{"x":\#(x),"y":\#(y),"width":\#(width),"height":\#(height)}"#, "?\(query)")
            let chosen = Set(try bench.found("q=is:selected"))
            for (id, cell) in zip(ids, cells) {
                // An answer's numbers are rounded to thousandths.
                let isIn = cell.expanded(by: 0.01).intersects(frame)
                guard isIn == cell.expanded(by: -0.01).intersects(frame) else { continue }
                #expect(chosen.contains(id) == isIn, "\(view) \(frame): \(cell)")
            }
        }
    }

    /// Cells of a grid lie where its columns say; those of a mosaic cannot be told by tiles.
    @Test(arguments: [7, 70])
    func framesOfCells(columns: Int) throws {
        let bench = try SelectionBench(demo: 1_000_000_000)
        let query = "width=700&height=490&columns=\(columns)&spacing=0&y=0"
        let side = 700.0 / Double(columns)
        let frame =
            #"{"x":\#(side * 2.5),"y":\#(side * 1.5),"width":\#(side * 2),"height":\#(side)}"#
        #expect(try bench.change("add", #""frame":\#(frame)"#, "?\(query)") == 6)
        let expected = [1, 2].flatMap { row in (2...4).map { Base36.encode(row * columns + $0) } }
        for id in expected { #expect(try bench.change("add", SelectionBench.items([id])) == 6) }
        let far = #"{"x":0,"y":0,"width":700,"height":10000000000000}"#
        #expect(try bench.change("replace", #""frame":\#(far)"#, "?\(query)") == 1_000_000_000)
        // A part of each of a hundred million rows is too much.
        let part = #"{"x":0,"y":0,"width":9,"height":10000000000000}"#
        #expect(try bench.ask(#"{"action":"add","frame":\#(part)}"#, "?\(query)").status == 400)
    }

    /// Selected cells of a mosaic come as runs in their rows.
    @Test func mosaics() throws {
        let bench = try SelectionBench(demo: 100_000)
        let query = "width=800&height=600&columns=100&spacing=0"
        #expect(try bench.plan(query)["selectedCells"] == nil)
        let range = #""range":{"from":"\#(Base36.encode(150))","to":"\#(Base36.encode(260))"}"#
        #expect(try bench.change("add", range) == 111)
        let plan = try bench.plan(query)
        try #require(plan["mosaic"] != nil)
        let pitch = try #require(plan["mosaic"]?["pitch"]?.number)
        let cells = (plan["selectedCells"]?.elements ?? []).map { cell in
            ["x", "y", "width"].map { ((cell[$0]?.number ?? -1) / pitch).rounded() }
        }
        #expect(Set(cells) == [[50, 1, 50], [0, 2, 61]])
        #expect(plan["selection"]?["count"]?.integer == 111)
        // Nearest the centre first, and not too many.
        let odd = stride(from: 1, to: 20_000, by: 2).map { Base36.encode($0) }
        #expect(try bench.change("replace", SelectionBench.items(odd)) == 10_000)
        let many = try bench.plan(query)["selectedCells"]?.elements ?? []
        let distances = many.map { cell in
            let (x, y) = ((cell["x"]?.number ?? 0) + pitch / 2 - 400, (cell["y"]?.number ?? 0) + pitch / 2 - 300)
            return x * x + y * y
        }
        #expect(many.count == 2000)
        #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 <= $1 + pitch * pitch })
    }

    @Test func mistakes() throws {
        let bench = try SelectionBench(demo: 100)
        let many = SelectionBench.items((0...10_000).map { _ in "1" })
        for (body, query, word) in [
            (#"{"all":true}"#, "", "action"), (#"{"action":"flip","all":true}"#, "", "action"),
            (#"{"action":"add"}"#, "", "exactly one"), (#"{"action":"add","all":true,"items":[]}"#, "", "exactly one"),
            (#"{"action":"add","all":false}"#, "", "all"), (#"{"action":"add","items":["0","zz"]}"#, "", "'zz'"),
            (#"{"action":"add","items":[1]}"#, "", "items"), ("{\"action\":\"add\",\(many)}", "", "items"),
            (#"{"action":"add","range":{"from":"0"}}"#, "", "range"),
            (#"{"action":"add","range":{"from":"0","to":"zz"}}"#, "", "'zz'"),
            (#"{"action":"add","heading":3}"#, "", "heading"),
            (#"{"action":"add","heading":{"first":0}}"#, "", "heading"),
            (#"{"action":"add","heading":{"first":-1,"count":2}}"#, "", "heading"),
            (#"{"action":"add","heading":{"first":0,"count":0}}"#, "", "heading"),
            (#"{"action":"add","heading":{"first":0.5,"count":2}}"#, "", "heading"),
            (#"{"action":"add","heading":{"first":9e18,"count":9e18}}"#, "", "heading"),
            (#"{"action":"add","heading":{"first":0,"count":100}}"#, "", "groups"),
            (#"{"action":"add","frame":{"x":0,"y":0,"width":1}}"#, "?width=9&height=9", "height"),
            (#"{"action":"add","frame":{"x":0,"y":0,"width":-1,"height":1}}"#, "?width=9&height=9", "frame"),
            (#"{"action":"add","frame":{"x":0,"y":0,"width":1,"height":1}}"#, "", "width"),
            (#"{"action":"add","all":true}"#, "?width=9", "width"), (#"{"action":"add","all":true}"#, "?q=a", "q"),
            (#"{"action":"add","all":true}"#, "?order=colour", "order"), ("[1]", "", "JSON"),
        ] {
            let reply = try bench.ask(body, query)
            #expect(reply.status == 400 && reply.text.contains(word), "\(body.prefix(80))\(query): \(reply.text)")
        }
        #expect(try bench.ask(#"{"action":"add","all":true}"#, method: .put).status == 400)
        #expect(try bench.client.get("\(bench.path)/selection?q=a").status == 400)
        #expect(try bench.client.ask(.delete, "\(bench.path)/selection").status == 405)
        #expect(try bench.document()["count"]?.integer == 0)
    }

    @Test func changesForOneRevision() throws {
        let bench = try SelectionBench(demo: 100)
        let tag = try #require(try bench.client.get("\(bench.path)/selection").headers["ETag"])
        #expect(try bench.ask(#"{"action":"add","items":["1"]}"#, ifMatch: tag).status == 200)
        let late = try bench.ask(#"{"action":"add","items":["2"]}"#, ifMatch: tag)
        #expect(late.status == 412 && late.headers["ETag"] == "\"2\"")
        #expect(try bench.ask(#"{"action":"add","items":["2"]}"#, ifMatch: "*").status == 200)
        #expect(try bench.document()["count"]?.integer == 2)
    }

    /// Changes at the same time do not undo each other, whatever they are about.
    @Test func manyAtOnce() throws {
        let files = try TemporaryFolder()
        for number in 0..<64 { try files.write("\(number % 2 == 0 ? "even" : "odd")\(number).png") }
        let collection = try files.scanned()
        let bench = try SelectionBench(collection)
        let ids = try bench.found("q=odd")
        let (router, path) = (bench.client.router, "\(bench.path)/selection")
        let failures = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: ids.count) { number in
            for (body, query) in [
                (#"{"action":"toggle","items":["\#(ids[number])"]}"#, ""), (#"{"action":"add","all":true}"#, "?q=even"),
            ] {
                let reply = try? APIClient.ask(router, .patch, path + query, body: Array(body.utf8))
                if reply?.status != 200 { failures.withLock { $0 += 1 } }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(try bench.document()["count"]?.integer == 64)
    }

    @Test func chartsHaveNone() throws {
        let folder = try MatrixFolder()
        for source in MatrixSource.all where source.isChart {
            let world = try MatrixWorld(source, folder)
            #expect(try world.json("")["links"]?["selection"] == nil)
            #expect(try world.get("/selection").status == 404)
        }
    }

    /// A billion items are one run, and a million take a bit each: no work grows with what is not chosen.
    @Test func largeSelectionsAreSmall() throws {
        let demo = try #require(DemoCollection(count: 1_000_000_000))
        let bench = try SelectionBench(demo)
        #expect(try bench.change("add", #""all":true"#) == 1_000_000_000)
        #expect(demo.savedSelection?.indices == [0..<1_000_000_000])
        #expect(try bench.change("toggle", SelectionBench.items(["0", "zz"])) == 999_999_998)
        #expect(demo.savedSelection?.indices.count == 2)
        var table = FactTable()
        let million = RowBits(words: [UInt64](repeating: .max, count: 15_625), rowCount: 1_000_000)
        table.selection.beginGathering(million)
        #expect(table.select(.add).count == 1_000_000 && table.selection.count == 1_000_000)
        #expect(table.selection.rows.words.count == 15_625)
        table.selection.beginGathering(million)
        #expect(table.select(.toggle).count == 1_000_000 && table.selection.count == 0)
    }
}
