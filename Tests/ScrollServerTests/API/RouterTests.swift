// Which request goes where, and what each route answers.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import ScrollServer

@Suite struct RouterTests {
    private static let collectionKeys: Set = [
        "id", "name", "kind", "count", "complete", "pending", "layouts", "groups", "orders", "revision", "links",
    ]

    @Test func collections() throws {
        let client = try APIClient([
            #require(DemoCollection(count: 12)), StagedCollection(id: "a-b", name: "A \"b\"\n", sizes: []),
        ])
        let reply = try client.get("/api/collections")
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "application/json")
        let list: [String: [CollectionDocument]] = try reply.decoded()
        let documents = try #require(list["collections"])
        #expect(documents.map(\.id) == ["demo", "a-b"])
        #expect(documents.map(\.name) == ["Demo", "A \"b\"\n"])
        #expect(documents.map(\.kind) == ["demo", "list"])
        #expect(documents.map(\.count) == [12, 0])
        #expect(documents[0].layouts == ["grid", "justified", "stack", "strip", "pages"])
        let objects = try #require(try reply.object()["collections"] as? [[String: Any]])
        #expect(objects.allSatisfy { Set($0.keys) == Self.collectionKeys })
        let one = try client.get("/api/collections/demo")
        let document: CollectionDocument = try one.decoded()
        #expect(document.id == "demo" && document.complete)
        #expect(try #require(document.minimumZoomScale) < 1 && #require(document.maximumZoomScale) > 1)
        #expect(
            Set(try one.object().keys) == Self.collectionKeys.union(["minimumZoomScale", "maximumZoomScale"]))
    }

    @Test func health() throws {
        let client = try APIClient(demo: 1)
        let reply = try client.get("/healthz")
        #expect(reply.status == 200 && reply.text == "ok\n")
    }

    @Test(arguments: [
        "/api", "/api/", "/api/nothing", "/api/collections/", "/api/collections/none", "/api/collections/Demo",
        "/api/collections/demo/", "/api/collections/demo/none", "/api/collections/demo/plan/", "/healthz/x",
        "/api/collections/demo/items/zz", "/api/collections/demo/items/00", "/api/collections/demo/items/-1",
        "/api/collections/demo/items/", "/api/collections/demo/items/0/none", "/api/collections/demo/items/0/original/",
        "/api/collections/demo/tiles", "/api/collections/demo/tiles/0", "/api/collections/demo/tiles/0/0/0",
        "/api/collections/demo/tiles/0/0/0/0/0", "/api/collections/demo/tiles/zz/0/0/0", "/nothing.html",
        "/api/collections/demo%2Fplan?width=1&height=1", "/API/collections", "/api/collections/demo/original",
        "/api/collections/demo/items/0%00",
    ]) func nothingThere(target: String) throws {
        let client = try APIClient(demo: 10)
        guard let reply = try? client.get(target) else {
            // A byte 0 does not get past the parser.
            #expect(target.hasSuffix("%00"))
            return
        }
        _ = try reply.problem(404)
        #expect(try client.ask(.head, target).status == 404)
        #expect(try client.ask(.head, target).body.isEmpty)
    }

    @Test(arguments: ["/nothing", "/api/nothing", "/api/collections/none", "/api/collections/demo/items/zz"])
    func nothingThereForPeople(target: String) throws {
        let client = try APIClient(demo: 10)
        let reply = try client.get(target, [("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")])
        #expect(reply.status == 404 && reply.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(reply.headers["Vary"] == "Accept" && reply.text.contains(#"<a href="/">Show the pictures</a>"#))
        // Programs, scripts and pictures do not ask for a page.
        for accept in ["*/*", "application/json", "image/avif,image/webp,*/*;q=0.8"] {
            #expect(try client.get(target, [("Accept", accept)]).headers["Content-Type"] == "application/problem+json")
        }
        _ = try client.get(target).problem(404)
    }

    @Test(arguments: [
        "/", "/index.html", "/healthz", "/api/collections", "/api/collections/demo",
        "/api/collections/demo/plan?width=1&height=1", "/api/collections/demo/items",
        "/api/collections/demo/items/0", "/api/collections/demo/items/0/original",
        "/api/collections/demo/tiles/0/3/0/0",
    ]) func headAndWrongMethods(target: String) throws {
        let client = try APIClient(demo: 10)
        let get = try client.get(target)
        let head = try client.ask(.head, target)
        #expect(get.status == 200 && head.status == 200)
        #expect(head.headers == get.headers)
        #expect(head.body.isEmpty && head.byteCount == get.byteCount && get.byteCount > 0)
        let others: [HTTP.Method] =
            switch target {
            case "/api/collections": [.post]
            case "/api/collections/demo": [.patch, .delete]
            case "/api/collections/demo/items": [.post, .patch, .delete]
            case "/api/collections/demo/items/0": [.delete, .patch]
            default: []
            }
        let allowed = (["GET", "HEAD"] + others.map(\.name)).joined(separator: ", ")
        for method in [HTTP.Method.post, .put, .patch, .delete, .other("TRACE")] where !others.contains(method) {
            let reply = try client.ask(method, target)
            _ = try reply.problem(405)
            #expect(reply.headers["Allow"] == allowed, "\(method)")
        }
    }

    /// Dot segments do not get past the parser; slashes that were encoded name nothing.
    @Test func traversal() throws {
        let files = try ScratchFolder()
        try files.write("page/index.html", Array("<p>page".utf8))
        try files.write("secret.txt", Array("secret".utf8))
        for place in [PageFiles.Origin.program, .folder(files.path + "/page")] {
            let client = try APIClient([#require(DemoCollection(count: 3))], page: place)
            for target in [
                "/../secret.txt", "/%2e%2e/secret.txt", "/%2e%2e%2fsecret.txt", "/..%2fsecret.txt", "/.%2e/secret.txt",
                "/x/../../secret.txt", "/..%5csecret.txt", "/%252e%252e%252fsecret.txt", "//secret.txt",
                "/..;/secret.txt", "/api/collections/../../secret.txt", "/api/collections/..%2f..%2fsecret.txt",
                "/api/collections/demo/items/..%2f..%2fsecret.txt/original",
                "/api/collections/demo/items/%2e%2e/original", "/%2Fetc%2Fpasswd", "/./secret.txt", "/.git/config",
            ] {
                guard let reply = try? client.get(target) else { continue }
                #expect((400..<500).contains(reply.status), "\(target): \(reply.status)")
                #expect(!reply.text.hasPrefix("secret") && !reply.text.contains("root:"), "\(target)")
            }
        }
    }

    @Test func idsOfOddNames() {
        var taken: Set<String> = []
        for (name, expected) in [
            ("Photos", "photos"), ("photos", "photos-2"), ("PHOTOS!", "photos-3"), ("Été à la mer", "t-la-mer"),
            ("日本", "folder"), ("..", "folder-2"), ("a//b\\c", "a-b-c"), ("  x  ", "x"), ("2024-05-01", "2024-05-01"),
            ("a\u{0}b", "a-b"), ("plan?x=1&y#z", "plan-x-1-y-z"), ("🏖️ beach 🏖️", "beach"), ("e\u{301}", "folder-3"),
            ("", "folder-4"), ("\u{212A}", "k"),
        ] {
            let id = Catalog.id(for: name, taken: taken)
            #expect(id == expected, "\(name)")
            taken.insert(id)
        }
        let long = String(repeating: "long name ", count: 50)
        let first = Catalog.id(for: long, taken: [])
        let second = Catalog.id(for: long, taken: [first])
        #expect(first.utf8.count <= 40 && second.utf8.count <= 40 && first != second)
    }
}
