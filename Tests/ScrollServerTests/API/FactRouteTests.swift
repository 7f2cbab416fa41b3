// Queries, facets, and orders by fields, over the API.

import Foundation
import Testing

@testable import Catalog
@testable import Pixels
@testable import Platform
@testable import ScrollServer

@Suite struct FactRouteTests {
    private func ids(_ client: APIClient, _ collection: String, _ query: String) throws -> [String] {
        var ids: [String] = []
        var after = ""
        while ids.count < 1000 {
            let reply = try client.get("/api/collections/\(collection)/items?limit=3&\(query)\(after)")
            let page = try JSONReader.value(of: reply.body)
            try #require(reply.status == 200, "\(query): \(reply.text)")
            let found = (page["items"]?.elements ?? []).compactMap { $0["id"]?.text }
            ids += found
            guard !found.isEmpty, let cursor = page["nextCursor"]?.text else { break }
            after = "&after=\(cursor)"
        }
        return ids
    }

    private func escaped(_ query: String) -> String {
        query.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? query
    }

    /// A plan answers the query with its dates in words replaced by days; all routes replace them equally.
    @Test func plansAnswerTheUnderstoodQuery() throws {
        let folder = try MatrixFolder()
        let client = try APIClient([try folder.folder()])
        for item in try ids(client, "folder", "order=name") {
            _ = try client.get("/api/collections/folder/items/\(item)")
        }
        for (query, understood) in [
            ("summer 2019", "taken:2019-06..2019-08"), ("-christmas 2019", "-taken:2019-12-24..2019-12-26"),
            ("modified:\"2026 july\"", "modified:2026-07"), ("taken:july", "taken:*-07"), ("plain", "plain"),
            ("png", "(format:=png | png*)"),
            ("\"summer 2019\"", "\"summer 2019\""),
        ] {
            let plan = try JSONReader.value(
                of: client.get("/api/collections/folder/plan?width=300&height=200&q=\(escaped(query))").body)
            #expect(plan["understood"]?.text == understood)
            let found = try ids(client, "folder", "q=\(escaped(query))")
            #expect(
                try found == ids(client, "folder", "q=\(escaped(understood))") && plan["count"]?.integer == found.count)
            let facets = try client.get("/api/collections/folder/facets?q=\(escaped(query))").body
            #expect(try JSONReader.value(of: facets)["count"]?.integer == found.count)
        }
        let plain = try JSONReader.value(of: client.get("/api/collections/folder/plan?width=300&height=200").body)
        #expect(plain["understood"] == nil)
    }

    /// Where a word finds nothing, facets name those that occur, with the query that finds as many as is said.
    @Test func facetsNameNearWords() throws {
        let folder = try MatrixFolder()
        let names = MatrixPicture.all.map(\.name)
        let lines = names.enumerated().map { number, name in
            "\"photos/\(name.replacingOccurrences(of: "\"", with: "\"\""))\",\(number % 3 == 0 ? "retriever" : "kitten")"
        }
        try folder.files.write("labels.csv", Array((["path,keywords"] + lines).joined(separator: "\n").utf8))
        let client = try APIClient([try folder.list("labels.csv")])
        func near(_ query: String) throws -> [JSONValue]? {
            let reply = try client.get("/api/collections/list/facets?\(query)")
            try #require(reply.status == 200, "\(reply.text)")
            return try JSONReader.value(of: reply.body)["near"]?.elements
        }
        let offered = try #require(try near("q=retreivers"))
        #expect(offered.count == 1 && offered[0]["text"]?.text == "retriever")
        let query = try #require(offered[0]["query"]?.text)
        #expect(query == "retriever")
        #expect(try ids(client, "list", "q=\(query)").count == offered[0]["count"]?.integer)
        #expect(offered[0]["count"]?.integer == names.indices.count { $0 % 3 == 0 })
        for query in ["q=retriever", "q=xylophone", "", "q=retreivers&field=keywords", "q=retreivers&begins=r"] {
            #expect(try near(query) == nil, "\(query)")
        }
    }

    /// What the list says of each item decides what a query must find: in lists, plans and facets.
    @Test func queriesFindInAllRoutes() throws {
        let folder = try MatrixFolder()
        let client = try APIClient([try folder.folder()])
        let all =
            try JSONReader.value(of: client.get("/api/collections/folder/items?limit=1000").body)["items"]?.elements
            ?? []
        for item in all { _ = try client.get("/api/collections/folder/items/\(item["id"]?.text ?? "")") }
        let items =
            try JSONReader.value(of: client.get("/api/collections/folder/items?limit=1000").body)["items"]?.elements
            ?? []
        try #require(items.count > 10)
        let questions: [(String, (JSONValue) -> Bool)] = [
            ("format:png", { $0["format"]?.text == "png" }),
            ("-format:png", { $0["format"]?.text != "png" }),
            ("width:>50", { ($0["width"]?.integer ?? 0) > 50 }),
            (
                "bytes:<1KB | is:portrait",
                { item in
                    let (width, height) = (item["width"]?.integer ?? 0, item["height"]?.integer ?? 0)
                    return (item["bytes"]?.integer ?? .max) < 1000
                        || Double(max(width, height)) > 1.02 * Double(min(width, height)) && height > width
                }
            ),
            ("has:taken", { $0["taken"] != nil }),
        ]
        for (query, isTrue) in questions {
            let expected = items.filter(isTrue).compactMap { $0["id"]?.text }
            let q = "q=\(escaped(query))"
            #expect(try ids(client, "folder", q) == expected, "\(query)")
            #expect(try ids(client, "folder", "order=-name&\(q)") == expected.reversed(), "\(query)")
            for layout in ["grid", "stack", "justified", "strip", "pages"] {
                let reply = try client.get("/api/collections/folder/plan?width=300&height=200&layout=\(layout)&\(q)")
                #expect(
                    try JSONReader.value(of: reply.body)["count"]?.integer == expected.count, "\(query) \(reply.text)")
            }
            let facets = try JSONReader.value(of: client.get("/api/collections/folder/facets?\(q)").body)
            #expect(facets["count"]?.integer == expected.count && facets["total"]?.integer == items.count)
            let marks = try client.get("/api/collections/folder/marks?width=300&height=200&\(q)")
            #expect(marks.status == 200)
        }
    }

    @Test(arguments: ["items?q=", "plan?width=9&height=9&q=", "facets?q="]) func whatCannotBeUnderstoodSaysWhere(
        route: String
    ) throws {
        let folder = try MatrixFolder()
        let client = try APIClient([try folder.folder()])
        for (query, said) in [
            ("camera:(a", "byte 9"), ("a\u{1}b", "byte 1"), ("colour:red", "'colour' is no field"),
            ("iso:fast", "a number"),
            (String(repeating: "(", count: 500), "brackets"), ("widht:3", "'width:'"),
        ] {
            let reply = try client.get("/api/collections/folder/\(route)\(escaped(query))")
            let problem = try JSONReader.value(of: reply.body)
            #expect(reply.status == 400 && problem["parameter"]?.text == "q", "\(reply.text)")
            #expect(problem["detail"]?.text?.contains(said) == true, "\(reply.text)")
        }
        let demo = try APIClient(demo: 5)
        let name = "/api/collections/\(try #require(DemoCollection(count: 5)).id)/\(route)a"
        let reply = try demo.get(name)
        #expect(reply.status == (route.hasPrefix("facets") ? 404 : 400), "\(reply.text)")
    }

    /// A list's other columns are fields, with the kinds that their values have.
    @Test func columnsOfListsAreFields() throws {
        let folder = try MatrixFolder()
        let names = MatrixPicture.all.map(\.name)
        var lines = ["path,label,Mean Score,when,split,caption"]
        for (number, name) in names.enumerated() {
            let label = ["cat", "dog", ""][number % 3]
            lines.append(
                "\"photos/\(name.replacingOccurrences(of: "\"", with: "\"\""))\",\(label),\(Double(number) / 10),"
                    + "2019-0\(1 + number % 9)-03,\(number % 4 == 0 ? "test" : "train"),Über \(label) number \(number) lies here"
            )
        }
        try folder.files.write("labels.csv", Array((lines.joined(separator: "\n") + "\n").utf8))
        let client = try APIClient([try folder.list("labels.csv")])
        let all = try ids(client, "list", "")
        try #require(all.count == names.count)
        func expect(_ query: String, _ isTrue: (Int) -> Bool) throws {
            let expected = all.indices.filter(isTrue).map { all[$0] }
            #expect(try ids(client, "list", "q=\(escaped(query))") == expected, "\(query)")
        }
        try expect("label:cat") { $0 % 3 == 0 }
        try expect("-label:dog split:test") { $0 % 3 != 1 && $0 % 4 == 0 }
        try expect("mean_score:>=0.5") { $0 >= 5 }
        try expect("when:2019-03..2019-04") { [2, 3].contains($0 % 9) }
        try expect("uber cat") { $0 % 3 == 0 }
        try expect("caption:\"number 1\"") { $0 == 1 }
        let facets = try JSONReader.value(of: client.get("/api/collections/list/facets?q=label:cat").body)
        let label = facets["fields"]?.elements.first { $0["name"]?.text == "label" }
        #expect(label?["values"]?.elements.compactMap { $0["text"]?.text } == ["cat", "dog"])
        let item = try JSONReader.value(of: client.get("/api/collections/list/items/\(all[1])").body)
        let facts = item["facts"]?.elements ?? []
        #expect(facts.first { $0["name"]?.text == "label" }?["text"]?.text == "dog")
        #expect(facts.first { $0["name"]?.text == "mean_score" }?["number"]?.number == 0.1)
        // Each fact names the query that finds the pictures that share it.
        for fact in facts {
            let query = try #require(fact["query"]?.text)
            #expect(try ids(client, "list", "q=\(escaped(query))").contains(all[1]), "\(query)")
        }
        // Sorted and grouped; what has no label is last.
        let sorted = try ids(client, "list", "order=-label")
        #expect(sorted == [1, 0, 2].flatMap { rest in all.indices.filter { $0 % 3 == rest }.map { all[$0] } })
        let plan = try JSONReader.value(
            of: client.get("/api/collections/list/plan?width=300&height=9000&layout=grid&group=label").body)
        let headings = plan["headings"]?.elements ?? []
        #expect(headings.compactMap { $0["title"]?.text } == ["cat", "dog", "No label"], "\(plan)")
        #expect(headings.compactMap { $0["count"]?.integer }.reduce(0, +) == all.count)
    }

    /// A file that comes and fulfils the query appears, and goes when it does not any more.
    @Test func arrangementsFollowTheFolder() throws {
        let folder = try MatrixFolder()
        let collection = try folder.followedFolder()
        let client = try APIClient([collection])
        let picture = try #require(MatrixPicture.all.first { $0.name.hasSuffix(".png") }).name
        let source = "\(folder.files.path)/photos/\(picture)"
        let before = try ids(client, "folder", "q=zebra")
        #expect(before.isEmpty)
        let plan = try JSONReader.value(of: client.get("/api/collections/folder/plan?width=99&height=99&q=zebra").body)
        let since = try #require(plan["revision"]?.integer)
        try FileManager.default.copyItem(atPath: source, toPath: "\(folder.files.path)/photos/zebra 1.png")
        try #require(eventually { (try? ids(client, "folder", "q=zebra").count) == 1 })
        let next = try JSONReader.value(
            of: client.get("/api/collections/folder/plan?width=99&height=99&q=zebra&since=\(since)").body)
        #expect(next["count"]?.integer == 1 && next["changes"] != nil, "\(next)")
        try FileManager.default.moveItem(
            atPath: "\(folder.files.path)/photos/zebra 1.png", toPath: "\(folder.files.path)/photos/gnu.png")
        try #require(eventually { (try? ids(client, "folder", "q=zebra").isEmpty) == true })
        #expect(try ids(client, "folder", "q=gnu").count == 1)
    }

    /// Somebody who types makes an arrangement with each letter: no more are kept than are looked at.
    @Test func manyQueriesDoNotPileUp() throws {
        let folder = try MatrixFolder()
        let collection = try folder.folder()
        let client = try APIClient([collection])
        for number in 0..<60 { _ = try ids(client, "folder", "q=width:%3E\(number)") }
        #expect(collection.items.withLock { $0.arranged.orders.count } <= ArrangedSequences.most)
        // One that has gone is made again.
        #expect(try ids(client, "folder", "q=width:%3E0").count > 0)
    }

    /// A table beside a folder tells of its pictures, however it writes their paths.
    @Test func tablesAreJoinedByPath() throws {
        let folder = try MatrixFolder()
        let names = Array(MatrixPicture.all.map(\.name).filter { !$0.contains("\"") }.prefix(6))
        try #require(names.count == 6)
        let root = "\(folder.files.path)/photos"
        let paths = [
            names[0], "./\(names[1])", "photos/\(names[2])", "\(FileSystem.realPath(root) ?? root)/\(names[3])",
            "elsewhere/x.png",
        ]
        let lines = paths.enumerated().map { "{\"path\":\"\($1)\",\"label\":\"one\",\"score\":\($0)}" }
        try folder.files.write("facts.jsonl", Array(lines.joined(separator: "\n").utf8))
        let joined = try JoinedFacts(path: "\(folder.files.path)/facts.jsonl", root: root)
        #expect(joined.count == 5)
        let collection = try FolderCollection(root: root, id: "folder", name: "Photos", joined: joined)
        collection.waitForScan()
        let client = try APIClient([collection])
        let all =
            try JSONReader.value(of: client.get("/api/collections/folder/items?limit=1000").body)["items"]?.elements
            ?? []
        let expected = Set(names.prefix(4))
        let found = try ids(client, "folder", "q=label:one")
        #expect(Set(all.filter { found.contains($0["id"]?.text ?? "") }.compactMap { $0["name"]?.text }) == expected)
        #expect(try ids(client, "folder", "q=score:>=2").count == 2)
        #expect(throws: ImageError.self) { try JoinedFacts(path: "\(folder.files.path)/none.csv", root: root) }
    }

    /// A table that is written again says what it says now, also to those who look at an arrangement.
    @Test func theTableIsFollowed() throws {
        let folder = try TemporaryFolder()
        for number in 0..<6 { _ = try folder.write("photos/\(number).png") }
        func write(_ labels: [String]) throws {
            let lines = labels.enumerated().map { "\($0).png,\($1),\($0)" }
            let path = "\(folder.path)/facts.csv"
            let text = (["path,label,score"] + lines).joined(separator: "\n")
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        }
        try write(["one", "two", "one", "two", "one"])
        let options = try Options([
            "--port=0", "--cache-limit=0", "--facts=\(folder.path)/facts.csv", "\(folder.path)/photos",
        ])
        let sources = try CollectionSources(options)
        defer { sources.cancel() }
        let collection = try #require(sources.collections.first as? FolderCollection)
        collection.waitForScan()
        let client = try APIClient([collection])
        #expect(try ids(client, "photos", "q=label:one").count == 3)
        let order = ArrangedOrder(
            arrangement: Arrangement(query: try QueryParser.query("label:one", fields: collection.factFields)),
            key: .name)
        collection.arrange(order)
        let view = try #require(collection.arranged(order))
        let revision = collection.status.revision
        try write(["one", "one", "one", "one", "two", "one"])
        #expect(eventually { view.status.count == 5 })
        #expect(collection.status.revision > revision)
        #expect(try ids(client, "photos", "q=label:two").count == 1)
        #expect(try ids(client, "photos", "q=score:5").count == 1)
        #expect(try #require(view.difference(since: revision)).status.count == 5)
    }
}
