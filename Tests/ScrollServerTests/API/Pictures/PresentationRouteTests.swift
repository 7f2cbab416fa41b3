// Collections in the IIIF Presentation API: what a viewer reads, and whether it can show it.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import Platform
@testable import ScrollServer

@Suite struct PresentationRouteTests {
    /// The address of a folder's manifest.
    private static let address = "/iiif/3/f/manifest.json"
    private static let context = "http://iiif.io/api/presentation/3/context.json"

    /// A canvas as a viewer uses it.
    struct Canvas {
        let id: String
        let label: String
        let width: Int
        let height: Int
        /// The image, its service, and the thumbnail.
        let image: String
        let service: String
        let thumbnail: String
        let metadata: [String: String]
        let members: Set<String>

        init(_ value: JSONValue) throws {
            let text = { (value: JSONValue?, _ name: String) throws in try #require(value?[name]?.text) }
            id = try text(value, "id")
            label = try #require(value["label"]?["none"]?.elements.first?.text)
            width = try #require(value["width"]?.integer)
            height = try #require(value["height"]?.integer)
            #expect(value["type"] == .text("Canvas") && value["items"]?.elements.count == 1)
            let page = try #require(value["items"]?.elements.first)
            #expect(page["type"] == .text("AnnotationPage") && page["items"]?.elements.count == 1)
            let annotation = try #require(page["items"]?.elements.first)
            #expect(annotation["motivation"] == .text("painting") && annotation["target"] == .text(id))
            let body = try #require(annotation["body"])
            #expect(body["width"]?.integer == width && body["height"]?.integer == height)
            let small = try #require(value["thumbnail"]?.elements.first)
            (image, thumbnail) = (try text(body, "id"), try text(small, "id"))
            for one in [body, small] {
                #expect(one["type"] == .text("Image") && one["format"] == .text("image/jpeg"))
                #expect(one["service"]?.elements.first?["type"] == .text("ImageService3"))
                #expect(one["service"]?.elements.first?["profile"] == .text("level2"))
            }
            service = try text(body["service"]?.elements.first, "id")
            metadata = (value["metadata"]?.elements ?? []).reduce(into: [:]) { facts, fact in
                facts[fact["label"]?["en"]?.elements.first?.text ?? ""] = fact["value"]?["none"]?.elements.first?.text
            }
            guard case .object(let all) = value else { throw CancellationError() }
            members = Set(all.keys)
        }
    }

    private static func canvases(_ reply: APIClient.Reply) throws -> [Canvas] {
        try #require(reply.status == 200, "\(reply.text)")
        let value = try JSONReader.value(of: reply.body)
        #expect(value["@context"] == .text(context) && value["type"] == .text("Manifest"))
        // Where there is no picture, there is a canvas without content.
        return try (value["items"]?.elements ?? []).filter { $0["items"] != nil }.map(Canvas.init)
    }

    /// What a viewer asks for behind an absolute address.
    private static func path(_ address: String) throws -> String {
        try #require(address.hasPrefix("http://localhost/"), "\(address)")
        return String(address.dropFirst("http://localhost".count))
    }

    @Test func folder() throws {
        let folder = try PictureFolder([
            "b/turned.jpg": try PictureFolder.quarters(side: 40, orientation: 6),
            "a/plain.png": PictureFolder.squares(width: 700, height: 300),
            "drawn.svg": TinyImage.svg("width='10' height='10'"), "bad.png": Array("no picture".utf8),
        ])
        let reply = try folder.client.get(Self.address)
        let canvases = try Self.canvases(reply)
        #expect(canvases.map(\.label) == ["plain.png", "turned.jpg"])
        #expect(canvases.map(\.width) == [700, 80] && canvases.map(\.height) == [300, 40])
        #expect(canvases.map { $0.metadata["Folder"] } == ["a", "b"])
        #expect(canvases.map { $0.metadata["Format"] } == ["png", "jpeg"])
        let manifest = try JSONReader.value(of: reply.body)
        #expect(manifest["id"] == .text("http://localhost\(Self.address)"))
        #expect(manifest["label"]?["none"]?.elements == [.text("F")])
        #expect(manifest["summary"]?["en"]?.elements.first?.text?.hasPrefix("2 of 4 are left out") == true)
        #expect(manifest["thumbnail"]?.elements.first?["id"]?.text == canvases[0].thumbnail)
        #expect(manifest["partOf"] == nil)
        for canvas in canvases {
            #expect(canvas.id == "\(canvas.service)/canvas" && canvas.image.hasPrefix(canvas.service))
            let information = try folder.client.get(Self.path(canvas.service) + "/info.json").object()
            #expect(information["id"] as? String == canvas.service)
            #expect(information["width"] as? Int == canvas.width && information["height"] as? Int == canvas.height)
            let image = try PictureFolder.decoded(try folder.client.get(Self.path(canvas.image)))
            #expect(image.width == canvas.width && image.height == canvas.height)
            // The thumbnail is a tile, which is there already when a grid has been seen.
            let tile = try folder.client.get(Self.path(canvas.thumbnail))
            let small = try PictureFolder.decoded(tile)
            #expect((40...511).contains(max(small.width, small.height)))
            #expect((small.width > small.height) == (canvas.width > canvas.height))
            let sizes = try #require(information["sizes"] as? [[String: Int]])
            #expect(sizes.contains(["width": small.width, "height": small.height]))
        }
    }

    /// A Manifest must have a Canvas; one of nothing but films has an empty one.
    @Test func nothing() throws {
        let folder = try PictureFolder(["drawn.svg": TinyImage.svg("width='10' height='10'")])
        for query in ["", "?page=1", "?q=none"] {
            let manifest = try JSONReader.value(of: try folder.client.get(Self.address + query).body)
            let items = try #require(manifest["items"]?.elements)
            #expect(items.count == 1 && items[0]["items"] == nil, "\(query)")
            #expect(items[0]["label"]?["en"]?.elements == [.text("No pictures")])
            #expect(items[0]["width"] != nil && items[0]["height"] != nil && items[0]["id"]?.text != nil)
        }
    }

    @Test func queryAndOrder() throws {
        let square = PictureFolder.squares(width: 9, height: 9)
        let folder = try PictureFolder([
            "alpha.png": square, "beta.png": square, "gamma d.png": square, "omega.png": square,
        ])
        for name in ["alpha.png", "beta.png", "gamma d.png", "omega.png"] {
            #expect(try folder.image("info.json", of: name).status == 200)
        }
        func labels(_ query: String) throws -> [String] {
            try Self.canvases(try folder.client.get("\(Self.address)?\(query)")).map(\.label)
        }
        #expect(try labels("order=-name") == ["omega.png", "gamma d.png", "beta.png", "alpha.png"])
        #expect(try labels("q=name:beta%7Cname:gamma") == ["beta.png", "gamma d.png"])
        #expect(try labels("order=-name&q=name:beta%7Cname:gamma") == ["gamma d.png", "beta.png"])
        #expect(try labels("page=1&q=-name:alpha") == ["beta.png", "gamma d.png", "omega.png"])
        #expect(try labels("q=name:nothing") == [])
        // However a client spells it, the id is the same.
        var ids: Set<String> = []
        for query in ["q=name:beta%7Cname:gamma&order=-name", "order=-name&q=name%3Abeta%7cname%3Agamma"] {
            let reply = try folder.client.get("\(Self.address)?\(query)")
            let value = try JSONReader.value(of: reply.body)
            ids.insert(value["id"]?.text ?? "")
            #expect(value["label"]?["none"]?.elements == [.text("F: name:beta|name:gamma")])
        }
        #expect(ids == ["http://localhost\(Self.address)?q=name%3Abeta%7Cname%3Agamma&order=-name"])
        for (query, parameter) in [
            ("q=(", "q"), ("order=x", "order"), ("page=0", "page"), ("page=x", "page"), ("part=-1", "part"),
            ("page=1&part=1", "part"), ("pages=1", "pages"), ("group=x", "group"),
        ] {
            let reply = try folder.client.get("\(Self.address)?\(query)")
            #expect(try JSONReader.value(of: reply.body)["parameter"] == .text(parameter), "\(query): \(reply.text)")
        }
        for (path, status) in [
            ("/iiif/3/g/manifest.json", 404), ("\(Self.address)?page=2", 404), ("\(Self.address)?part=2", 404),
            ("/iiif/2/f/manifest.json", 404), ("/iiif/3/f/manifest.xml", 404),
        ] {
            #expect(try folder.client.get(path).status == status, "\(path)")
        }
        #expect(try folder.client.ask(.post, Self.address).status == 405)
    }

    /// The references of a IIIF collection: type and address.
    private static func references(_ reply: APIClient.Reply) throws -> [(type: String, id: String, label: String)] {
        try #require(reply.status == 200, "\(reply.text)")
        let value = try JSONReader.value(of: reply.body)
        #expect(value["@context"] == .text(context) && value["type"] == .text("Collection"))
        return try (value["items"]?.elements ?? []).map { item in
            (
                try #require(item["type"]?.text), try #require(item["id"]?.text),
                try #require(item["label"]?["none"]?.elements.first?.text)
            )
        }
    }

    /// Each item is on one page, and each page says where it belongs.
    @Test(arguments: [1, 500, 501, 1499]) func pages(count: Int) throws {
        let client = try APIClient(demo: count)
        let reply = try client.get("/iiif/3/demo/manifest.json")
        guard count > 500 else {
            #expect(try Self.canvases(reply).count == count)
            return
        }
        let pages = try Self.references(reply)
        #expect(pages.count == (count + 499) / 500 && pages.allSatisfy { $0.type == "Manifest" })
        #expect(pages.map(\.label).last == "Demo, \(500 * (pages.count - 1) + 1)–\(count)")
        var ids: Set<String> = []
        for (number, page) in pages.enumerated() {
            let reply = try client.get(Self.path(page.id))
            let value = try JSONReader.value(of: reply.body)
            #expect(value["id"] == .text(page.id) && value["label"]?["none"]?.elements == [.text(page.label)])
            #expect(value["partOf"]?.elements.first?["id"] == .text("http://localhost/iiif/3/demo/manifest.json"))
            let canvases = try Self.canvases(reply)
            #expect(canvases.count == min(500, count - 500 * number))
            ids.formUnion(canvases.map(\.id))
        }
        #expect(ids.count == count)
        #expect(try client.get("/iiif/3/demo/manifest.json?page=\(pages.count + 1)").status == 404)
    }

    /// Answers about ten million items are as small as those about a thousand.
    @Test func tenMillions() throws {
        let client = try APIClient(demo: 10_000_000)
        let whole = try client.get("/iiif/3/demo/manifest.json")
        let parts = try Self.references(whole)
        #expect(parts.count == 40 && parts.allSatisfy { $0.type == "Collection" } && whole.byteCount < 10_000)
        let last = try client.get(Self.path(try #require(parts.last?.id)))
        let pages = try Self.references(last)
        #expect(pages.count == 500 && last.byteCount < 200_000)
        let page = try client.get(Self.path(try #require(pages.last?.id)))
        let canvases = try Self.canvases(page)
        #expect(canvases.count == 500 && page.byteCount < 1_500_000)
        #expect(canvases.last?.label == "10000000.png")
    }

    /// Files that come move no canvas to another id, and change the entity tag.
    @Test func changedFolder() throws {
        let folder = try TemporaryFolder()
        let square = PictureFolder.squares(width: 9, height: 9)
        try folder.write("b.png", square)
        let client = try APIClient([try folder.scanned()])
        let first = try client.get(Self.address)
        let tag = try #require(first.headers["ETag"])
        #expect(try client.get(Self.address, [("If-None-Match", tag)]).status == 304)
        #expect(first.headers["Cache-Control"] == "no-cache" && first.headers["Vary"] == "Accept")
        // Started again, the server tells the same as long as nothing has changed.
        let again = try APIClient([try folder.scanned()])
        #expect(try again.get(Self.address, [("If-None-Match", tag)]).status == 304)
        try folder.write("a.png", square)
        let third = try APIClient([try folder.scanned()])
        let second = try third.get(Self.address, [("If-None-Match", tag)])
        let (before, after) = (try Self.canvases(first), try Self.canvases(second))
        #expect(after.map(\.label) == ["a.png", "b.png"] && after[1].id == before[0].id)
    }

    @Test func factsThatAreTold() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png", PictureFolder.squares(width: 9, height: 9))
        try folder.write(
            "a.xmp",
            Array(
                """
                <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
                <rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'
                xmlns:exif='http://ns.adobe.com/exif/1.0/' xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='4'
                exif:GPSLatitude='48,8.5N' exif:GPSLongitude='11,34.5E'>
                <dc:title><rdf:Alt><rdf:li xml:lang='x-default'>&lt;b&gt;Sea&lt;/b&gt;</rdf:li></rdf:Alt></dc:title>
                <dc:creator><rdf:Seq><rdf:li>Anna</rdf:li></rdf:Seq></dc:creator>
                <dc:rights><rdf:Alt><rdf:li xml:lang='x-default'>© Anna,
                https://creativecommons.org/licenses/by/4.0/.</rdf:li></rdf:Alt></dc:rights>
                </rdf:Description></rdf:RDF></x:xmpmeta>
                """.utf8))
        try folder.write("b.png", PictureFolder.squares(width: 9, height: 9))
        let client = try APIClient([try folder.scanned()])
        let reply = try client.get(Self.address)
        let canvases = try Self.canvases(reply)
        let values = try JSONReader.value(of: reply.body)["items"]?.elements ?? []
        #expect(Set(canvases[0].metadata.keys) == ["Title", "Creator", "Format"])
        // It is no HTML.
        #expect(canvases[0].metadata["Title"] == "<b>Sea</b> " && canvases[0].metadata["Creator"] == "Anna")
        #expect(values[0]["rights"] == .text("http://creativecommons.org/licenses/by/4.0/"))
        #expect(values[0]["requiredStatement"]?["label"]?["en"]?.elements == [.text("Copyright")])
        let statement = values[0]["requiredStatement"]?["value"]?["none"]?.elements.first?.text
        #expect(statement?.hasPrefix("© Anna") == true)
        #expect(canvases[1].members.isDisjoint(with: ["rights", "requiredStatement"]))
    }

    /// Addresses are those that the client used, and the media type is what it asks for.
    @Test func addressesAndMediaTypes() throws {
        let folder = try PictureFolder(["p.png": PictureFolder.squares(width: 9, height: 9)])
        let reply = try folder.client.get(Self.address, [("Host", "pictures.example:8080")])
        let text = reply.text
        #expect(text.contains("\"id\":\"http://pictures.example:8080\(Self.address)\"") && !text.contains("localhost"))
        var request = try Request(.get, Self.address, headers: [("Host", "pictures.example")])
        request.isSecure = true
        guard case .later(let deferred) = folder.client.router.answer(request) else { throw CancellationError() }
        let promise = Promise<Response>()
        _ = deferred.start { promise.keep($0) }
        guard case .bytes(let bytes) = promise.wait()?.body else { throw CancellationError() }
        #expect(String(decoding: bytes, as: UTF8.self).contains("\"id\":\"https://pictures.example\(Self.address)\""))
        let linked = "application/ld+json;profile=\"\(Self.context)\""
        for (accept, expected) in [
            (nil, linked), ("application/ld+json", linked), ("application/json", "application/json"),
            ("*/*", "application/json"),
        ] {
            let reply = try folder.client.get(Self.address, accept.map { [("Accept", $0)] } ?? [])
            #expect(reply.headers["Content-Type"] == expected)
        }
        let head = try folder.client.ask(.head, Self.address)
        #expect(head.status == 200 && head.body.isEmpty && head.byteCount > 500)
        let links = try JSONReader.value(of: folder.client.get("/api/collections/f").body)["links"]
        #expect(links?["manifest"] == .text(Self.address))
    }
}
