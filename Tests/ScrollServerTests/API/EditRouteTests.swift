// Lists, edited by anyone who can send JSON.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct EditRouteTests {
    private struct Edited: Decodable {
        struct Item: Decodable {
            var id: String
            var index: Int
        }
        var revision: Int
        var items: [Item]
    }

    private func send(
        _ client: APIClient, _ method: HTTP.Method, _ path: String, _ body: String = "",
        ifMatch: String? = nil
    ) throws -> APIClient.Reply {
        try client.ask(method, path, ifMatch.map { [("If-Match", $0)] } ?? [], body: Array(body.utf8))
    }

    private func client(_ collections: [any ItemCollection] = []) throws -> APIClient {
        let client = try APIClient([#require(DemoCollection(count: 100))] + collections)
        let made = try send(client, .post, "/api/collections", #"{"name":"My list!"}"#)
        #expect(made.status == 201 && made.headers["Location"] == "/api/collections/my-list")
        let document: CollectionDocument = try made.decoded()
        #expect(document.id == "my-list" && document.name == "My list!" && document.kind == "list")
        #expect(document.count == 0 && document.orders == ["name", "-name"])
        return client
    }

    private func items(_ client: APIClient) throws -> [ItemPage.Item] {
        let page: ItemPage = try client.get("/api/collections/my-list/items?limit=1000").decoded()
        return page.items
    }

    private let path = "/api/collections/my-list/items"

    @Test func appendInsertRemoveResize() throws {
        let client = try client()
        let first = try send(
            client, .post, path, #"{"items":[{"width":300,"height":200},{"collection":"demo","item":"5"}]}"#)
        #expect(first.status == 201)
        let added: Edited = try first.decoded()
        #expect(added.items.map(\.index) == [0, 1])
        #expect(first.headers["Location"] == "\(path)/\(added.items[0].id)")
        #expect(first.headers["ETag"] == "\"\(added.revision)-0\"")
        let second: Edited = try send(
            client, .post, path, #"{"items":[{"width":10,"height":20}],"index":1}"#
        ).decoded()
        let ids = [added.items[0].id, second.items[0].id, added.items[1].id]
        #expect(try items(client).map(\.id) == ids)
        #expect(try items(client).map(\.width) == [300, 10, DemoCollection.size(at: 5).width])
        let list: CollectionDocument = try client.get("/api/collections/my-list").decoded()
        #expect(list.count == 3 && list.revision == second.revision)

        #expect(try send(client, .patch, "\(path)/\(ids[1])", #"{"width":400,"height":300}"#).status == 200)
        #expect(try items(client)[1].width == 400)
        let plan = try client.get("/api/collections/my-list/plan?width=400&height=9000&layout=stack&spacing=0").plan()
        #expect(try abs(plan.tile(of: 1).height - 300) < 0.01)
        // What a box and a borrowed picture look like.
        for id in ids {
            let tile = try client.get("/api/collections/my-list/tiles/\(id)/0/0/0")
            #expect(tile.status == 200 && tile.headers["Content-Type"]?.hasPrefix("image/") == true)
        }
        #expect(try send(client, .patch, "\(path)/\(ids[2])", #"{"width":40,"height":30}"#).problem(409).status == 409)

        #expect(try send(client, .delete, "\(path)/\(ids[0])").status == 204)
        _ = try send(client, .delete, "\(path)/\(ids[0])").problem(404)
        _ = try client.get("/api/collections/my-list/tiles/\(ids[0])/0/0/0").problem(404)
        #expect(try items(client).map(\.id) == [ids[1], ids[2]])
        #expect(try send(client, .delete, path).status == 204)
        #expect(try send(client, .delete, path).status == 204)
        #expect(try items(client).isEmpty)
        _ = try send(client, .delete, "\(path)/\(ids[1])").problem(404)
    }

    @Test func preconditions() throws {
        let client = try client()
        let tag = try #require(try client.get("/api/collections/my-list").headers["ETag"])
        let box = #"{"items":[{"width":1,"height":1}]}"#
        let made = try send(client, .post, path, box, ifMatch: tag)
        #expect(made.status == 201)
        let stale = try send(client, .post, path, box, ifMatch: tag)
        _ = try stale.problem(412)
        #expect(stale.headers["ETag"] == made.headers["ETag"])
        _ = try send(client, .delete, path, ifMatch: tag).problem(412)
        _ = try send(client, .delete, path, ifMatch: "W/" + #require(made.headers["ETag"])).problem(412)
        _ = try send(client, .delete, path, ifMatch: "nonsense").problem(412)
        #expect(try items(client).count == 1)
        #expect(try send(client, .post, path, box, ifMatch: "*").status == 201)
        let now = try #require(try client.get("/api/collections/my-list").headers["ETag"])
        #expect(try send(client, .delete, path, ifMatch: "\"0\", \(now)").status == 204)
        // Reading with the current tag.
        let latest = try #require(try client.get("/api/collections/my-list").headers["ETag"])
        #expect(try client.get("/api/collections/my-list", [("If-None-Match", latest)]).status == 304)
    }

    /// Whatever tag an answer about a list has, an edit takes it in `If-Match`, and reading it in `If-None-Match`.
    @Test func everyTagOfAListGuards() throws {
        let client = try client()
        #expect(try client.fill())
        let list = "/api/collections/my-list"
        let box = #"{"items":[{"width":1,"height":1}]}"#
        for _ in 0..<2 {
            for tag in [
                try client.get(list).headers["ETag"], try client.get(path).headers["ETag"],
                try client.ask(.head, list).headers["ETag"], try send(client, .post, path, box).headers["ETag"],
                try send(client, .patch, list, #"{"name":"Other"}"#).headers["ETag"],
                try send(client, .patch, path, #"{"first":0,"count":1,"to":0}"#).headers["ETag"],
                try send(client, .delete, path, ifMatch: "\"0\"").headers["ETag"],
            ] {
                let tag = try #require(tag)
                // The one that was answered last is of the list as it is now.
                let now = try #require(try client.get(list).headers["ETag"])
                let isNow =
                    CollectionRoutes.revision(of: try #require(EntityTag(tag)))
                    == CollectionRoutes.revision(of: try #require(EntityTag(now)))
                let edited = try send(client, .post, path, box, ifMatch: tag)
                #expect(edited.status == (isNow ? 201 : 412), "\(tag) at \(now)")
            }
        }
        // Each way of saying what was read is known to be the same when it is read again.
        for target in [list, path] {
            let tag = try #require(try client.get(target).headers["ETag"])
            #expect(try client.get(target, [("If-None-Match", tag)]).status == 304)
        }
        let edited = try #require(try send(client, .post, path, box).headers["ETag"])
        #expect(try client.get(list, [("If-None-Match", edited)]).status == 304)
        #expect(try client.get(list, [("If-Match", edited)]).status == 200)
    }

    /// The size of a picture that becomes known is a new revision, but no edit of somebody else's.
    @Test func knowingASizeIsNoEdit() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png", TinyImage.png(width: 30, height: 20))
        let pictures = try FolderCollection(root: folder.path, id: "pictures", name: "pictures")
        pictures.waitForScan()
        let client = try client([pictures])
        let item = try #require(pictures.summary(at: 0)).id
        let added = try send(client, .post, path, #"{"items":[{"collection":"pictures","item":"\#(item)"}]}"#)
        let tag = try #require(added.headers["ETag"])
        let revision = try added.decoded(Edited.self).revision
        let isMeasured = try eventually {
            _ = try client.get("/api/collections/my-list/plan?width=100&height=100")
            return try client.get("/api/collections/my-list").decoded(CollectionDocument.self).revision > revision
        }
        #expect(isMeasured)
        #expect(try send(client, .patch, "/api/collections/my-list", #"{"name":"B"}"#, ifMatch: tag).status == 200)
        #expect(try send(client, .patch, "/api/collections/my-list", #"{"name":"C"}"#, ifMatch: tag).status == 412)
    }

    /// A list that cannot be saved is not made: nothing of it is left to be seen.
    @Test func aListThatCannotBeSavedIsNotThere() throws {
        let folder = try ScratchFolder()
        let client = try APIClient([#require(DemoCollection(count: 10))], stateFolder: folder.path)
        // Another program puts a file in the place of the folder.
        try FileManager.default.removeItem(atPath: "\(folder.path)/lists")
        try folder.write("lists", [])
        for _ in 0..<2 {
            _ = try send(client, .post, "/api/collections", #"{"name":"Picks"}"#).problem(507)
            _ = try client.get("/api/collections/picks").problem(404)
        }
        try FileManager.default.removeItem(atPath: "\(folder.path)/lists")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/lists", withIntermediateDirectories: false)
        #expect(
            try send(client, .post, "/api/collections", #"{"name":"Picks"}"#).headers["Location"]
                == "/api/collections/picks")
    }

    /// However many ask at the same time, there are never more lists than there may be.
    @Test func theNumberOfListsIsBounded() throws {
        let client = try APIClient([#require(DemoCollection(count: 10))])
        let request = try Request(
            .post, "/api/collections", body: Array(#"{"name":"L"}"#.utf8))
        let promises = (0..<ListStore.capacity + 30).map { _ in Promise<Int>() }
        for promise in promises {
            guard case .later(let deferred) = client.router.answer(request) else { continue }
            _ = deferred.start { promise.keep($0.status) }
        }
        let answers = promises.compactMap { $0.wait() }
        #expect(answers.count { $0 == 201 } == ListStore.capacity && answers.count { $0 == 409 } == 30)
        #expect(client.wiring.catalog.entries.count { $0.collection.list != nil } == ListStore.capacity)
    }

    @Test func foldersAreNotEdited() throws {
        let client = try client()
        for (method, path, body) in [
            (HTTP.Method.post, "items", #"{"items":[{"width":1,"height":1}]}"#), (.delete, "items", ""),
            (.delete, "items/5", ""), (.patch, "items/5", #"{"width":1,"height":1}"#),
        ] {
            _ = try send(client, method, "/api/collections/demo/\(path)", body).problem(409)
        }
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"items":[]}"#, #"{"items":{}}"#, #"{"items":[{}]}"#,
        #"{"items":[{"width":0,"height":1}]}"#,
        #"{"items":[{"width":1.5,"height":1}]}"#, #"{"items":[{"width":8192,"height":8192}]}"#,
        #"{"items":[{"width":1e300,"height":1}]}"#, #"{"items":[{"width":1,"height":1}],"index":-1}"#,
        #"{"items":[{"width":1,"height":1}],"index":1}"#, #"{"items":[{"width":1,"height":1}],"index":"0"}"#,
        #"{"items":[{"collection":"none","item":"5"}]}"#, #"{"items":[{"collection":"demo","item":"zzzzzz"}]}"#,
        #"{"items":[{"collection":"my-list","item":"5"}]}"#, #"{"items":[{"width":1,"height":1},3]}"#,
        #"{"items":[{"width":1,"height":1}]} x"#, "{\"items\":\u{0}}",
    ])
    func bodiesThatAreRefused(body: String) throws {
        let client = try client()
        _ = try send(client, .post, path, body).problem(400)
        #expect(try items(client).isEmpty)
        let list: CollectionDocument = try client.get("/api/collections/my-list").decoded()
        let unchanged: CollectionDocument = try client.get("/api/collections/my-list").decoded()
        #expect(list.revision == unchanged.revision && list.count == 0)
    }

    @Test func namesOfLists() throws {
        let client = try client()
        for body in ["", "{}", #"{"name":""}"#, #"{"name":7}"#, "{\"name\":\"\(String(repeating: "x", count: 201))\"}"]
        {
            _ = try send(client, .post, "/api/collections", body).problem(400)
        }
        let again = try send(client, .post, "/api/collections", #"{"name":"My list!"}"#)
        #expect(again.headers["Location"] == "/api/collections/my-list-2")
    }

    @Test func methodsThatAreRefused() throws {
        let client = try client()
        for (path, methods, allow) in [
            ("/api/collections", [HTTP.Method.put, .delete, .patch], "GET, HEAD, POST"),
            ("/api/collections/my-list", [.post, .put], "GET, HEAD, PATCH, DELETE"),
            ("/api/collections/my-list/undo", [.get, .put, .delete], "POST"),
            ("/api/collections/my-list/redo", [.get, .put, .delete], "POST"),
            ("/api/collections/my-list/plan", [.post, .delete], "GET, HEAD"),
            ("/api/collections/my-list/items", [.put], "GET, HEAD, POST, PATCH, DELETE"),
            ("/api/collections/my-list/items/x", [.put, .post], "GET, HEAD, DELETE, PATCH"),
            ("/api/collections/my-list/items/x/original", [.delete, .patch], "GET, HEAD"),
        ] {
            for method in methods {
                let reply = try send(client, method, path)
                _ = try reply.problem(405)
                #expect(reply.headers["Allow"] == allow)
            }
        }
    }

    /// What a borrowed item learns shows in the list, and so does that it has gone.
    @Test func borrowedItems() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.jpg", TinyImage.jpeg(width: 350, height: 300, padding: 3000))
        let watch = TellingWatch(FileSystem.makeWatch())
        let files = try FolderCollection(root: folder.path, id: "f", name: "F", watch: watch)
        files.waitForScan()
        let client = try client([files])
        let id = try #require(files.summary(at: 0)?.id)
        _ = try send(client, .post, path, "{\"items\":[{\"collection\":\"f\",\"item\":\"\(id)\"}]}")
        let plan = try client.get("/api/collections/my-list/plan?width=350&height=900&layout=stack").plan()
        #expect(try plan.tile(of: 0).height == 300 && plan.contentSize.height.rounded() == 300)
        let item = try #require(try items(client).first)
        #expect(item.name == "a.jpg" && item.width == 350 && item.measured)
        #expect(try client.get("\(path)/\(item.id)/original").status == 200)
        try FileManager.default.removeItem(atPath: "\(folder.path)/a.jpg")
        #expect(watch.news.comesTrue { files.status.count == 0 })
        #expect(try items(client).first?.error != nil)
        _ = try client.get("\(path)/\(item.id)/original").problem(404)
        #expect(try client.get("/api/collections/my-list/plan?width=350&height=900").status == 200)
    }

    @Test func listsOutliveTheProgram() throws {
        let folder = try TemporaryFolder()
        func started() throws -> (Catalog, EditRoutes, WorkerPool) {
            let catalog = Catalog([try #require(DemoCollection(count: 100))])
            let lists = ListStore(folder: folder.path + "/lists")
            for stored in lists.load() { catalog.append(EditRoutes.list(stored, catalog)) }
            let pool = try WorkerPool(threads: 1)
            let client = try APIClient(demo: 1)
            let routes = CollectionRoutes(catalog: catalog, pipeline: client.pipeline)
            let edits = EditRoutes(
                catalog: catalog, lists: lists, pool: pool, collections: routes,
                selections: SelectionSaver(SelectionStore(folder: nil)))
            return (catalog, edits, pool)
        }
        func run(_ answer: Answer) throws -> Response {
            guard case .later(let deferred) = answer else { throw CocoaError(.featureUnsupported) }
            let promise = Promise<Response>()
            _ = deferred.start { promise.keep($0) }
            return try #require(promise.wait())
        }
        let (catalog, routes, pool) = try started()
        defer { pool.stop() }
        _ = try run(
            routes.makeCollection(Request(.post, "/api/collections", body: Array(#"{"name":"Kept \"ü\""}"#.utf8))))
        let entry = try #require(catalog["kept"])
        let body = #"{"items":[{"width":30,"height":20},{"collection":"demo","item":"7"},{"width":5,"height":6}]}"#
        _ = try run(routes.insert(Request(.post, "/x", body: Array(body.utf8)), into: entry))
        let gone = try #require(entry.collection.summary(at: 0)?.id)
        _ = try run(routes.remove(gone, Request(.delete, "/x"), from: entry))

        // Beside what is no list of ours.
        try folder.write("lists/broken.json", [UInt8]("{".utf8))
        try folder.write("lists/Ünfit.json", [UInt8](#"{"name":"x","items":[],"next":1,"revision":1}"#.utf8))
        let (again, _, otherPool) = try started()
        defer { otherPool.stop() }
        #expect(again.entries.map(\.collection.id) == ["demo", "kept"])
        let kept = try #require(again["kept"]?.collection as? ListCollection)
        #expect(kept.name == "Kept \"ü\"")
        #expect(kept.summaries(in: 0..<9).map(\.id) == entry.collection.summaries(in: 0..<9).map(\.id))
        #expect(kept.status.revision > entry.collection.status.revision)
        // Ids of what has gone are not given again.
        let (new, _) = try kept.edit { (items) throws(ListCollection.EditError) in
            Base32.encode(items.insert(.box(PixelSize(width: 1, height: 1), number: 0), at: 0), length: 13)
        }
        #expect(!entry.collection.summaries(in: 0..<9).map(\.id).contains(new) && new != gone)
    }
}
