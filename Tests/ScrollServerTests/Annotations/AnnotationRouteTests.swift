// Annotating pictures over the API, and what all other routes then say.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Platform
@testable import ScrollServer

@Suite struct AnnotationRouteTests {
    /// A folder of pictures with a server.
    struct Bench {
        let files: TemporaryFolder
        let state: ScratchFolder
        let client: APIClient

        init(_ names: [String] = ["a.png", "b.png", "c.png", "sub/d.png"]) throws {
            files = try TemporaryFolder()
            state = try ScratchFolder()
            for name in names { try files.write(name) }
            client = try APIClient([try files.scanned()], stateFolder: state.path)
        }

        /// The ids of the items that a query finds, by their names.
        func ids(_ query: String = "") throws -> [String: String] {
            let target = "/api/collections/f/items?limit=1000" + (query.isEmpty ? "" : "&\(query)")
            let items = try JSONReader.value(of: client.get(target).body)
            let pairs = (items["items"]?.elements ?? []).map { ($0["name"]?.text ?? "", $0["id"]?.text ?? "") }
            return Dictionary(uniqueKeysWithValues: pairs)
        }

        func names(_ query: String) throws -> [String] {
            let escaped = query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? query
            return try ids("q=\(escaped)").keys.sorted()
        }

        @discardableResult
        func annotate(_ body: String, _ query: String = "", expecting status: Int = 200) throws -> JSONValue {
            let reply = try client.ask(.patch, "/api/collections/f/annotations\(query)", body: Array(body.utf8))
            try #require(reply.status == status, "\(body): \(reply.status) \(reply.text)")
            return try JSONReader.value(of: reply.body)
        }

        @discardableResult
        func post(_ step: String, expecting status: Int = 200) throws -> JSONValue {
            let reply = try client.ask(.post, "/api/collections/f/annotations/\(step)")
            #expect(reply.status == status, "\(reply.text)")
            return try JSONReader.value(of: reply.body)
        }

        func item(_ name: String) throws -> JSONValue {
            let id = try #require(try ids()[name])
            return try JSONReader.value(of: client.get("/api/collections/f/items/\(id)").body)
        }

        func facts(_ name: String) throws -> [String: [String]] {
            var facts: [String: [String]] = [:]
            for fact in try item(name)["facts"]?.elements ?? [] {
                facts[fact["name"]?.text ?? "", default: []].append(fact["text"]?.text ?? "")
            }
            return facts
        }
    }

    @Test func annotationsAreFacts() throws {
        let bench = try Bench()
        let ids = try bench.ids()
        let (a, b) = (try #require(ids["a.png"]), try #require(ids["b.png"]))
        let before = try JSONReader.value(of: bench.client.get("/api/collections/f").body)
        let annotations = "/api/collections/f/annotations"
        #expect(before["links"]?["annotations"] == .text(annotations))
        #expect(before["links"]?["undoAnnotations"] == .text("\(annotations)/undo"))
        #expect(before["links"]?["redoAnnotations"] == .text("\(annotations)/redo"))
        let answer = try bench.annotate(
            #"{"items":["\#(a)","\#(b)"],"rating":4,"flag":"pick","label":"red","keywords":{"add":["sea"]}}"#)
        #expect(answer["count"] == .number(2) && answer["changed"] == .bool(true))
        #expect(try #require(answer["revision"]?.integer) > #require(before["revision"]?.integer))
        try bench.annotate(#"{"items":["\#(b)"],"rating":2,"flag":"reject"}"#)
        for (query, names) in [
            ("rating:>=3", ["a.png"]), ("rating:2", ["b.png"]), ("flag:reject", ["b.png"]), ("flag:pick", ["a.png"]),
            ("label:red", ["a.png", "b.png"]), ("keywords:sea", ["a.png", "b.png"]), ("sea flag:pick", ["a.png"]),
            ("-has:rating", ["c.png", "sub/d.png"]),
        ] {
            #expect(try bench.names(query) == names, "\(query)")
        }
        let facts = try bench.facts("a.png")
        #expect(facts["rating"] == ["4"] && facts["flag"] == ["pick"] && facts["label"] == ["Red"])
        #expect(facts["keywords"] == ["sea"])
        let noted = try bench.item("a.png")["annotation"]
        #expect(noted?["rating"] == .number(4) && noted?["flag"] == .text("pick") && noted?["label"] == .text("red"))
        #expect(noted?["keywords"]?["add"] == .list([.text("sea")]) && noted?["keywords"]?["remove"] == .list([]))
        #expect(try bench.item("c.png")["annotation"] == nil)
        // Facets, orders, groups and tables.
        let facets = try JSONReader.value(of: bench.client.get("/api/collections/f/facets?field=flag").body)
        let flags = facets["fields"]?.elements.first { $0["name"] == .text("flag") }
        #expect(flags?["present"] == .number(2) && flags?["values"]?.elements.count == 2)
        let table = try bench.client.get("/api/collections/f/export?as=table.csv&fields=rating,flag&order=-rating").text
        #expect(table.contains("4,pick") && table.contains("2,reject"), "\(table)")
        let plan = try JSONReader.value(
            of: bench.client.get("/api/collections/f/plan?width=300&height=300&q=flag%3Apick&group=flag").body)
        #expect(plan["count"] == .number(1))
    }

    /// `null` gives back what there was before; nothing is left of the item's annotation.
    @Test func partsAreTakenBack() throws {
        let bench = try Bench()
        let a = try #require(try bench.ids()["a.png"])
        try bench.annotate(
            #"{"items":["\#(a)"],"rating":0,"flag":"pick","label":"none","keywords":{"add":["x"],"remove":["y"]}}"#)
        let noted = try bench.item("a.png")
        #expect(noted["annotation"]?["rating"] == .number(0) && noted["annotation"]?["label"] == .text("none"))
        #expect(try bench.facts("a.png")["label"] == nil)
        try bench.annotate(#"{"items":["\#(a)"],"rating":null,"flag":null,"label":null,"keywords":null}"#)
        let item = try bench.item("a.png")
        #expect(item["annotation"] == nil)
        #expect(try bench.facts("a.png")["rating"] == nil && bench.facts("a.png")["flag"] == nil)
    }

    @Test func allThatAQueryFinds() throws {
        let bench = try Bench((0..<300).map { "\($0).png" } + ["other.png"])
        #expect(try bench.annotate(#"{"all":true,"rating":1}"#)["count"] == .number(301))
        #expect(try bench.annotate(#"{"all":true,"flag":"reject"}"#, "?q=other&order=-name")["count"] == .number(1))
        #expect(try bench.names("flag:reject") == ["other.png"] && bench.names("rating:1").count == 301)
        // The items of a query that its own answer changes.
        #expect(try bench.annotate(#"{"all":true,"rating":5}"#, "?q=rating%3A1")["count"] == .number(301))
        #expect(try bench.names("rating:1").isEmpty && bench.names("rating:5").count == 301)
        #expect(try bench.annotate(#"{"items":[],"rating":5}"#)["count"] == .number(0))
    }

    /// What an undo would take back is then an earlier change.
    @Test func whatWasSoBeforeCannotBeUndone() throws {
        let bench = try Bench()
        let a = try #require(try bench.ids()["a.png"])
        let rating = #"{"items":["\#(a)"],"rating":3}"#
        #expect(try bench.annotate(rating)["changed"] == .bool(true))
        let again = try bench.annotate(rating)
        #expect(again["changed"] == .bool(false) && again["count"] == .number(1))
        let trial = try bench.annotate(#"{"items":["\#(a)"],"rating":5,"dryRun":true}"#)
        #expect(trial["changed"] == nil && trial["count"] == .number(1))
        #expect(try bench.names("rating:3") == ["a.png"])
    }

    @Test(
        arguments: [
            #"{"rating":3}"#, #"{"all":true}"#, #"{"all":false,"rating":3}"#, #"{"items":["none"],"rating":3}"#,
            #"{"items":[],"all":true,"rating":3}"#, #"{"all":true,"rating":6}"#, #"{"all":true,"rating":2.5}"#,
            #"{"all":true,"rating":-1}"#, #"{"all":true,"flag":"maybe"}"#, #"{"all":true,"label":"pink"}"#,
            #"{"all":true,"keywords":["a"]}"#, #"{"all":true,"keywords":{}}"#, #"{"all":true,"keywords":{"add":[""]}}"#,
            #"{"all":true,"keywords":{"add":["a"],"remove":["a"]}}"#, #"{"all":true,"stars":3}"#, "[]", "",
            #"{"items":"a","rating":3}"#, #"{"items":[1],"rating":3}"#,
        ])
    func refused(body: String) throws {
        let bench = try Bench()
        let problem = try bench.annotate(body, expecting: 400)
        #expect(problem["detail"]?.text?.isEmpty == false)
        #expect(try bench.names("has:rating").isEmpty && bench.names("has:keywords").isEmpty)
    }

    @Test func onlyFiles() throws {
        let client = try APIClient(demo: 5)
        let reply = try client.ask(
            .patch, "/api/collections/demo/annotations", body: Array(#"{"all":true,"rating":3}"#.utf8))
        let problem = try JSONReader.value(of: reply.body)
        #expect(reply.status == 409 && problem["type"]?.text?.contains("not-editable") == true, "\(reply.text)")
        let links = try JSONReader.value(of: client.get("/api/collections/demo").body)["links"]
        #expect(links?["annotations"] == nil)
    }

    /// A folder, a list that names its files and a list that refers to its items: one file, one annotation.
    @Test func collectionsShareTheirFiles() throws {
        let files = try TemporaryFolder()
        for name in ["pictures/a.png", "pictures/sub/b.png", "c.png"] { try files.write(name) }
        try files.write("list.txt", Array("pictures/sub/b.png\n./c.png\n\(files.path)/pictures/a.png\n".utf8))
        let folder = try FolderCollection(root: files.path + "/pictures", id: "f", name: "F")
        folder.waitForScan()
        let list = try ListFileCollection(path: files.path + "/list.txt", id: "l", name: "L", roots: [files.path])
        _ = list.waitForFirstItem()
        let client = try APIClient([folder, list])
        func ids(_ collection: String) throws -> [String] {
            let page = try JSONReader.value(of: client.get("/api/collections/\(collection)/items").body)
            return (page["items"]?.elements ?? []).compactMap { $0["id"]?.text }
        }
        func ratings(_ collection: String) throws -> [Int?] {
            try ids(collection).map { id in
                let item = try JSONReader.value(of: client.get("/api/collections/\(collection)/items/\(id)").body)
                return item["annotation"]?["rating"]?.integer
            }
        }
        func found(_ collection: String, _ query: String) throws -> Int? {
            let page = try client.get("/api/collections/\(collection)/items?q=\(query)").body
            return try JSONReader.value(of: page)["items"]?.elements.count
        }
        func annotate(_ collection: String, _ body: String) throws {
            let reply = try client.ask(
                .patch, "/api/collections/\(collection)/annotations", body: Array(body.utf8))
            try #require(reply.status == 200, "\(reply.text)")
        }
        try annotate("f", #"{"all":true,"rating":2}"#)
        #expect(try ratings("l") == [2, nil, 2])
        #expect(try eventually { try found("l", "rating:2") == 2 })
        let second = try ids("l")[1]
        try annotate("l", #"{"items":["\#(second)"],"rating":5}"#)
        #expect(try ratings("l") == [2, 5, 2] && ratings("f") == [2, 2])
        // A list made through the API.
        let made = try client.ask(.post, "/api/collections", body: Array(#"{"name":"picks"}"#.utf8))
        try #require(made.status == 201)
        let first = try ids("f")[0]
        let body = #"{"items":[{"collection":"f","item":"\#(first)"},{"width":9,"height":9}]}"#
        try #require(try client.ask(.post, "/api/collections/picks/items", body: Array(body.utf8)).status == 201)
        try annotate("picks", #"{"all":true,"rating":4}"#)
        #expect(try ratings("f") == [4, 2] && ratings("picks") == [4, nil])
        #expect(try found("f", "rating:4") == 1)
        #expect(try eventually { try found("l", "rating:4") == 1 })
    }

    /// The reader's rating is before that of the sidecar, whichever comes first; cached headers have the file's.
    @Test(arguments: [true, false]) func beforeSidecars(isAnnotatedFirst: Bool) throws {
        let files = try TemporaryFolder()
        let cache = try TemporaryFolder()
        try files.write("a.png", TinyImage.png(width: 7, height: 5))
        let sidecar = """
            <x:xmpmeta><rdf:RDF><rdf:Description xmp:Rating='2' xmp:Label='Blue'><dc:subject><rdf:Bag><rdf:li>dog</rdf:li>\
            <rdf:li>sea</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let watch = TellingWatch(FileSystem.makeWatch())
        let collection = try FolderCollection(
            root: files.path, id: "f", name: "F", watch: watch, zone: .universal, cache: cache.path)
        collection.waitForScan()
        collection.measure([0])
        let client = try APIClient([collection])
        func facts() -> [String: FactValue] { SidecarTests.facts(collection, "a.png") }
        func annotate(_ body: String) throws {
            let reply = try client.ask(
                .patch, "/api/collections/f/annotations", body: Array(#"{"all":true,\#(body)}"#.utf8))
            try #require(reply.status == 200, "\(reply.text)")
        }
        func words() -> Set<String> {
            guard case .words(let found)? = facts()["keywords"] else { return [] }
            return Set(found.map { String(decoding: $0, as: UTF8.self) })
        }
        let own = #""rating":4,"keywords":{"add":["boat"],"remove":["dog"]}"#
        if isAnnotatedFirst { try annotate(own) }
        try files.write("a.xmp", Array(sidecar.utf8))
        #expect(watch.news.comesTrue { facts()["label"] == .text(Array("Blue".utf8)) })
        if !isAnnotatedFirst { try annotate(own) }
        #expect(facts()["rating"] == .number(4) && facts()["label"] == .text(Array("Blue".utf8)))
        #expect(words() == ["sea", "boat"])
        // What is cached for the next start is what the files say.
        collection.keepHeaders()
        let again = try FolderCollection(root: files.path, id: "f", name: "F", zone: .universal, cache: cache.path)
        again.waitForScan()
        again.measure([0])
        #expect(SidecarTests.facts(again, "a.png")["rating"] == .number(2))
        // Without the sidecar the reader's own stay.
        try FileManager.default.removeItem(atPath: files.path + "/a.xmp")
        #expect(watch.news.comesTrue { facts()["label"] == nil })
        #expect(facts()["rating"] == .number(4) && words() == ["boat"])
        try files.write("a.xmp", Array(sidecar.utf8))
        #expect(watch.news.comesTrue { facts()["label"] != nil })
        try annotate(#""rating":null,"keywords":null"#)
        #expect(facts()["rating"] == .number(2) && words() == ["dog", "sea"])
    }

    /// A sidecar's rating of −1 is a rejection until the reader says something else about flags.
    @Test func rejectedByTheFile() throws {
        let files = try TemporaryFolder()
        for name in ["a.png", "b.png", "c.png"] { try files.write(name, TinyImage.png(width: 7, height: 5)) }
        func sidecar(_ rating: Int) -> [UInt8] {
            Array("<x:xmpmeta><rdf:RDF><rdf:Description xmp:Rating='\(rating)'/></rdf:RDF></x:xmpmeta>".utf8)
        }
        try files.write("a.xmp", sidecar(-1))
        try files.write("b.xmp", sidecar(-1))
        try files.write("c.xmp", sidecar(2))
        let collection = try FolderCollection(root: files.path, id: "f", name: "F", zone: .universal)
        collection.waitForScan()
        collection.measure([0, 1, 2])
        let client = try APIClient([collection])
        func found(_ query: String) throws -> [String] {
            let page = try JSONReader.value(of: client.get("/api/collections/f/items?q=\(query)").body)
            return (page["items"]?.elements ?? []).compactMap { $0["name"]?.text }.sorted()
        }
        func note(_ member: String) throws {
            let id = try #require(collection.summary(at: 0)?.id)
            let body = #"{"items":["\#(id)"],\#(member)}"#
            let reply = try client.ask(.patch, "/api/collections/f/annotations", body: Array(body.utf8))
            try #require(reply.status == 200, "\(reply.text)")
        }
        func counted() throws -> [String: Int] {
            let facets = try JSONReader.value(of: client.get("/api/collections/f/facets?field=flag").body)
            let flags = facets["fields"]?.elements.first { $0["name"] == .text("flag") }
            return (flags?["values"]?.elements ?? []).reduce(into: [:]) {
                $0[$1["text"]?.text ?? ""] = $1["count"]?.integer
            }
        }
        #expect(try found("flag:reject") == ["a.png", "b.png"] && found("rating:-1") == ["a.png", "b.png"])
        #expect(try found("-has:flag") == ["c.png"] && counted() == ["reject": 2])
        // The flags that a file has when the reader noted one, and what is found then.
        for (member, rejected, minus) in [
            (#""flag":"none""#, ["b.png"], ["b.png"]), (#""flag":"pick""#, ["b.png"], ["b.png"]),
            (#""flag":"reject""#, ["a.png", "b.png"], ["a.png", "b.png"]),
            (#""rating":4"#, ["a.png", "b.png"], ["b.png"]), (#""flag":"none""#, ["b.png"], ["b.png"]),
            (#""flag":null,"rating":null"#, ["a.png", "b.png"], ["a.png", "b.png"]),
        ] {
            try note(member)
            #expect(try found("flag:reject") == rejected, "\(member)")
            #expect(try found("rating:-1") == minus, "\(member)")
        }
        try note(#""flag":"none""#)
        #expect(try counted() == ["reject": 1] && found(#"flag:"none""#).isEmpty)
        #expect(try found("-has:flag") == ["a.png", "c.png"])
        let id = try #require(collection.summary(at: 0)?.id)
        let item = try JSONReader.value(of: client.get("/api/collections/f/items/\(id)").body)
        #expect(item["annotation"]?["flag"] == .text("none"))
        #expect(item["marks"]?["flag"] == nil && item["marks"]?["rating"] == nil)
    }

    /// Annotations of files are there when these appear, and again after they were away.
    @Test func filesThatComeAndGo() throws {
        let files = try TemporaryFolder()
        try files.write("a.png")
        let watch = TellingWatch(FileSystem.makeWatch())
        let collection = try FolderCollection(root: files.path, id: "f", name: "F", watch: watch, zone: .universal)
        collection.waitForScan()
        let client = try APIClient([collection])
        let reply = try client.ask(
            .patch, "/api/collections/f/annotations", body: Array(#"{"all":true,"rating":4}"#.utf8))
        try #require(reply.status == 200)
        try FileManager.default.removeItem(atPath: files.path + "/a.png")
        #expect(watch.news.comesTrue { collection.status.count == 0 })
        try files.write("b.png")
        #expect(watch.news.comesTrue { collection.status.count == 1 })
        #expect(SidecarTests.facts(collection, "b.png")["rating"] == nil)
        try files.write("a.png")
        #expect(watch.news.comesTrue { collection.status.count == 2 })
        #expect(SidecarTests.facts(collection, "a.png")["rating"] == .number(4))
    }

    /// What could not be saved was not done.
    @Test func refusedWhereNothingCanBeWritten() throws {
        let bench = try Bench()
        let lock = bench.state.path + "/annotations/.lock"
        try bench.annotate(#"{"all":true,"rating":3}"#)
        // A folder in place of the lock cannot be opened for writing, whoever runs the test.
        try FileManager.default.removeItem(atPath: lock)
        try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
        let problem = try bench.annotate(#"{"all":true,"rating":5}"#, expecting: 507)
        #expect(problem["status"] == .number(507))
        try bench.post("undo", expecting: 507)
        #expect(try bench.names("rating:5").isEmpty && bench.names("rating:3").count == 4)
        try FileManager.default.removeItem(atPath: lock)
        try bench.annotate(#"{"all":true,"rating":5}"#)
        #expect(try bench.names("rating:5").count == 4)
    }

    /// A change is a revision, and what changes nothing is none.
    @Test func revisions() throws {
        let bench = try Bench()
        let view = try #require(bench.client.wiring.catalog["f"]).collection
        let query = "width=300&height=300&q=flag%3Apick"
        let before = try JSONReader.value(of: bench.client.get("/api/collections/f/plan?\(query)").body)
        #expect(before["count"] == .number(0))
        let revision = view.status.revision
        try bench.annotate(#"{"all":true,"flag":"pick"}"#)
        #expect(view.status.revision > revision)
        let after = try JSONReader.value(of: bench.client.get("/api/collections/f/plan?\(query)").body)
        #expect(after["count"] == .number(4))
        // Nothing new is no revision.
        let now = view.status.revision
        try bench.annotate(#"{"all":true,"flag":"pick"}"#)
        #expect(view.status.revision == now)
    }
}
