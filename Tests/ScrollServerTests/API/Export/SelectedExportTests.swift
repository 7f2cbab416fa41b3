// Exports of what is selected: of folders, of what a query finds in them, and of lists that were made here.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Platform
@testable import ScrollServer

@Suite struct SelectedExportTests {
    private let files: ScratchFolder
    private let client: APIClient
    /// The names of the folder's pictures, and their ids.
    private let names = (0..<600).map { String(format: "%03d.png", $0) }
    private let ids: [String]

    init() throws {
        files = try ScratchFolder()
        for (number, name) in names.enumerated() {
            try files.write("p/" + name, TinyImage.png(width: number % 9 + 1, height: 2))
        }
        let collection = try FolderCollection(root: files.path + "/p", id: "photos", name: "Photos")
        collection.waitForScan()
        client = try APIClient([collection])
        ids = (0..<collection.status.count).compactMap { collection.details(at: $0)?.id }
    }

    private func send(_ method: HTTP.Method, _ path: String, _ body: String) throws {
        let reply = try client.ask(method, path, [], body: Array(body.utf8))
        try #require([200, 201].contains(reply.status), "\(reply.text)")
    }

    /// Selects pictures by their ids, and no others.
    private func select(_ ids: [String], in collection: String) throws {
        let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
        try send(.put, "/api/collections/\(collection)/selection", "{\"items\":[\(list)]}")
    }

    private func exported(_ collection: String, _ query: String) throws -> [String] {
        let reply = try client.get("/api/collections/\(collection)/export?as=paths.txt&\(query)")
        try #require(reply.status == 200, "\(reply.text)")
        return reply.text.split(separator: "\n").map(String.init)
    }

    @Test("Of a folder the selected pictures are exported, in the order asked for and among those found")
    func folder() throws {
        #expect(try exported("photos", "selected=true").isEmpty)
        // More than one run of them, and the first and the last.
        let chosen = [0] + Array(stride(from: 1, to: 599, by: 2)) + [599]
        try select(chosen.shuffled().map { ids[$0] }, in: "photos")
        let expected = chosen.map { names[$0] }
        #expect(try exported("photos", "selected=true") == expected)
        #expect(try exported("photos", "selected=true&order=-name") == expected.reversed())
        #expect(try exported("photos", "q=is:selected") == expected)
        #expect(
            try exported("photos", "selected=true&q=width:9")
                == chosen.filter { $0 % 9 == 8 }.map { names[$0] })
        #expect(try exported("photos", "selected=false") == names)
        #expect(try client.get("/api/collections/photos/export?as=paths.txt&selected=some").status == 400)
    }

    @Test("Of a list that was made here the selected pictures are exported alone, in its order")
    func list() throws {
        let order = [5, 3, 9, 1, 7]
        let list = order.map { "\"\(ids[$0])\"" }.joined(separator: ",")
        try send(.post, "/api/collections", "{\"name\":\"Mine\",\"from\":\"photos\",\"items\":[\(list)]}")
        let page: ItemPage = try client.get("/api/collections/mine/items").decoded()
        #expect(page.items.map(\.name) == order.map { names[$0] })
        try select([page.items[4].id, page.items[1].id, page.items[2].id], in: "mine")
        #expect(try exported("mine", "selected=true") == [3, 9, 7].map { names[$0] })
        #expect(try exported("mine", "selected=false") == order.map { names[$0] })
        let archive = try client.get("/api/collections/mine/export?as=files.zip&selected=true")
        #expect(archive.status == 200)
        for (number, name) in names.prefix(10).enumerated() {
            #expect((archive.body.firstRange(of: Array(name.utf8)) != nil) == [3, 9, 7].contains(number))
        }
    }
}
