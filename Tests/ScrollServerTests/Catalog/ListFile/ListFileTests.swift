// Lists of real files.

import Foundation
import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Pixels
@testable import Platform
@testable import ScrollServer

@Suite struct ListFileTests {
    private func names(_ list: any ItemCollection) -> [String] {
        (0..<list.status.count).compactMap { list.details(at: $0)?.name }
    }

    private func error(_ list: any ItemCollection, _ index: Int) -> String? {
        list.summary(at: index)?.error?.explanation
    }

    @Test(arguments: ["txt", "m3u8", "csv", "jsonl"]) func everyFormat(ending: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png", TinyImage.png(width: 7, height: 5))
        try folder.write("sub/ü b.gif", TinyImage.gif(width: 9, height: 4))
        let text =
            switch ending {
            case "csv": "label,path\r\n1,sub/ü b.gif\r\n2,\"a.png\"\r\n"
            case "jsonl": "{\"image\": \"sub/\\u00fc b.gif\"}\n{\"image\": \"a.png\"}\n"
            default: "# pictures\nsub/ü b.gif\n\na.png\n"
            }
        let list = try folder.list("list.\(ending)", text)
        #expect(list.status.count == 2 && list.status.isComplete && list.kind == .list)
        #expect(names(list) == ["sub/ü b.gif", "a.png"], "in the order of the list")
        #expect(list.sizes(in: 0..<2) == [PixelSize(width: 9, height: 4), PixelSize(width: 7, height: 5)])
        #expect(list.footer?.state == .end)
        let second = try #require(list.summary(at: 1))
        #expect(second.format == .png && second.error == nil && list.index(ofItem: second.id) == 1)
        guard case .file(let file, .png) = try list.original(ofItem: second.id) else {
            Issue.record("no file")
            return
        }
        #expect(try file.bytes(at: 0, count: 1000) == TinyImage.png(width: 7, height: 5))
        // The ids are the same in another start.
        #expect(try folder.list("list.\(ending)", text).summary(at: 1)?.id == second.id)
    }

    @Test func titlesAreNames() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        let list = try folder.list("l.m3u", "#EXTM3U\n#EXTINF:0,The first\na.png\na.png\n")
        #expect(names(list) == ["The first", "a.png"])
    }

    @Test func whatCannotBeShownSaysWhy() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        try folder.write("text.jpg", Array("no picture at all, but long enough to be looked at".utf8))
        try folder.write("empty.jpg", [])
        try folder.folder("folder.jpg")
        try folder.write("cut.png", Array(TinyImage.png().prefix(18)))
        let list = try folder.list(
            "l.txt", "a.png\nmissing.jpg\ntext.jpg\nempty.jpg\nfolder.jpg\nhttp://x/y.jpg\ncut.png\na.png\n")
        list.measure(Array(0..<8))
        #expect(list.status.count == 8)
        #expect(error(list, 0) == nil && error(list, 7) == nil)
        for (index, word) in [
            (1, "not there"), (2, "not an image"), (3, "empty"), (4, "a folder"), (5, "address"), (6, "damaged"),
        ] {
            #expect(error(list, index)?.contains(word) == true, "\(index): \(error(list, index) ?? "nil")")
        }
        // The same file twice is two items.
        #expect(list.summary(at: 0)?.id != list.summary(at: 7)?.id)
        let client = try APIClient([list])
        let plan = try client.get("/api/collections/l/plan?width=800&height=600&names=true").plan()
        #expect(plan.tiles.first { $0.index == 1 }?.name == "missing.jpg")
        let id = try #require(list.summary(at: 2)).id
        #expect(try client.get("/api/collections/l/tiles/\(id)/0/0/0").problem(422).detail.contains("not an image"))
        let page: ItemPage = try client.get("/api/collections/l/items").decoded()
        #expect(page.items.count { $0.error != nil } == 6)
    }

    @Test func filesOutsideOfTheRootsAreRefused() throws {
        let (folder, other, secret) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
        try folder.write("a.png")
        try folder.write("deep/b.png")
        try other.write("c.png")
        try secret.write("d.png")
        try folder.link("out.png", to: "\(secret.path)/d.png")
        try folder.link("away", to: secret.path)
        try folder.link("across.png", to: "\(other.path)/c.png")
        try folder.link("in.png", to: "deep/b.png")
        let outside = (secret.path as NSString).lastPathComponent
        let lines: [(path: String, isAllowed: Bool)] = [
            ("a.png", true), ("./deep//b.png", true), ("deep/../a.png", true), ("\(folder.path)/a.png", true),
            ("\(other.path)/c.png", true), ("\(folder.path)/deep/../a.png", true), ("in.png", true),
            ("across.png", true), ("\(secret.path)/d.png", false), ("../\(outside)/d.png", false),
            ("deep/../../\(outside)/d.png", false), ("out.png", false), ("away/d.png", false), ("/etc/passwd", false),
            ("\(folder.path)x/a.png", false), ("\(folder.path)/../\(outside)/d.png", false),
            ("file://\(secret.path)/d.png", false), ("..", false), (".", false), ("/", false),
        ]
        let list = try folder.list(
            "deep/../l.txt", lines.map(\.path).joined(separator: "\n"), roots: [other.path])
        #expect(list.status.count == lines.count)
        for (index, line) in lines.enumerated() {
            #expect((error(list, index) == nil) == line.isAllowed, "\(line.path): \(error(list, index) ?? "shown")")
            guard !line.isAllowed, let id = list.summary(at: index)?.id else { continue }
            #expect(throws: ImageError.self) { try list.original(ofItem: id) }
        }
        // Nothing is said of whether there is such a file.
        #expect(error(list, 8) == error(list, 14))
        // Allowed, all of it is there; a root that is a link is as good as what it leads to.
        try folder.link("door", to: secret.path)
        let more = try folder.list(
            "m.txt", "\(secret.path)/d.png\n\(folder.path)/door/d.png\nout.png\naway/d.png\n",
            roots: ["\(folder.path)/door"])
        #expect((0..<4).allSatisfy { error(more, $0) == nil })
    }

    @Test func whatIsNoListSaysSo() throws {
        let folder = try TemporaryFolder()
        for (name, bytes, word) in [
            ("a.csv", Array("time,value\n1,2\n".utf8), "no column of paths"),
            ("b.jsonl", Array("{\"x\":1}".utf8), "no column"),
            ("c.csv", Array("PK".utf8) + [3, 4], "spreadsheet"), ("d.md", [], "list by its name"),
        ] {
            let path = try folder.write(name, bytes)
            let error = #expect(throws: ImageError.self) { try ListFileCollection(path: path, id: "l", name: "l") }
            #expect(error?.explanation.contains(word) == true, "\(name): \(error?.explanation ?? "")")
        }
        #expect(throws: ImageError.self) {
            try ListFileCollection(path: "\(folder.path)/none.txt", id: "l", name: "l")
        }
        #expect(
            try !ListFileCollection(
                path: try folder.write("e.txt", Array("# nothing\n".utf8)), id: "l", name: "l"
            ).waitForFirstItem())
    }

    /// Bytes of a list that are made up as they are read.
    private final class LongList: Sendable {
        let count: Int
        let readCount = Mutex(0)
        private let line = Array("a/0000000.png\n".utf8)

        init(count: Int) { self.count = count }

        func read(_ offset: Int, _ wanted: Int) -> [UInt8] {
            readCount.withLock { $0 += wanted }
            let total = count * line.count
            return (offset..<max(offset, min(total, offset + wanted))).map { place in
                let (number, column) = place.quotientAndRemainder(dividingBy: line.count)
                guard (2...8).contains(column) else { return line[column] }
                var digits = number
                for _ in column..<8 { digits /= 10 }
                return UInt8(0x30 + digits % 10)
            }
        }
    }

    @Test func aMillionLinesAreReadAsFarAsSomebodyLooks() throws {
        let folder = try TemporaryFolder()
        let long = LongList(count: 1_000_000)
        let list = ListFileCollection(
            id: "l", name: "L", source: "long", roots: try ListRoots(folder: folder.path),
            reader: ListReader(format: .lines, column: .whole)
        ) { (offset, count) throws(SystemError) in long.read(offset, count) }
        #expect(list.waitForFirstItem())
        #expect(list.status.count == ListReader.pageSize && !list.status.isComplete)
        #expect(long.readCount.withLock { $0 } <= 64 << 10, "one block of fourteen megabytes")
        let client = try APIClient([list])
        func plan(_ y: Double) throws -> PlanDocument {
            try client.get("/api/collections/l/plan?width=800&height=600&columns=4&y=\(y)").plan()
        }
        for pages in 1...4 {
            #expect(list.status.count == pages * ListReader.pageSize)
            #expect(try plan(0).hasMore)
            _ = try plan(1e9)
            list.waitForPage()
            #expect(list.status.count == (pages + 1) * ListReader.pageSize)
        }
        #expect(list.withPagination { $0.pageCount } == 5)
        #expect(long.readCount.withLock { $0 } <= 5 * 64 << 10)
        #expect(list.details(at: 4321)?.name == "a/0004321.png")
        #expect(list.index(ofItem: try #require(list.summary(at: 4321)).id) == 4321)
    }

    @Test func aPageThatCannotBeReadIsReadAgain() throws {
        let folder = try TemporaryFolder()
        let (long, hand) = (LongList(count: 1500), HandTimer())
        let isBroken = Mutex(false)
        let list = ListFileCollection(
            id: "l", name: "L", source: "long", roots: try ListRoots(folder: folder.path),
            reader: ListReader(format: .lines, column: .whole), timer: hand.timer
        ) { (offset, count) throws(SystemError) in
            if isBroken.withLock({ $0 }) { throw SystemError(call: "read", code: 5) }
            return long.read(offset, count)
        }
        _ = list.waitForFirstItem()
        isBroken.withLock { $0 = true }
        list.willDisplay(990..<1000)
        list.waitForPage()
        #expect(list.footer?.state == .failed)
        let footer = try #require(list.footer)
        #expect(footer.message?.contains("byte 14000") == true && footer.retryAfter == 1)
        #expect(list.status.count == 1000 && !list.status.isComplete)
        isBroken.withLock { $0 = false }
        #expect(hand.count == 1)
        hand.advance(1)
        list.waitForPage()
        #expect(list.status.isComplete)
        #expect(list.status.count == 1500 && list.details(at: 1499)?.name == "a/0001499.png")
    }

    @Test func followersAreToldWhatEachPageBrings() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png", TinyImage.png(width: 300, height: 200))
        let list = try folder.list("l.txt", (0..<1800).map { _ in "a.png\n" }.joined())
        let before = list.status
        let ids = Set(list.summaries(in: 0..<1000).map(\.id))
        #expect(ids.count == 1000)
        list.fetchNextPage()
        list.waitForPage()
        #expect(list.status.isComplete)
        let changes = try #require(list.changes(since: before.revision, following: 1000, adding: 5000))
        #expect(changes.removed.isEmpty && changes.resized.isEmpty && changes.inserted == [1000..<1800])
        #expect(changes.sizes.allSatisfy { $0 == PixelSize(width: 300, height: 200) })
        #expect(ids.isSubset(of: Set(list.summaries(in: 0..<1800).map(\.id))))
        let layouts = LayoutIndex(list)
        layouts.withLayout(.init(kind: .stack, viewport: Size(width: 600, height: 400), spacing: 0)) {
            #expect($0.count == 1800 && abs($0.contentSize.height - 1800 * 400) < 1)
        }
    }

    /// A list that names one file over and over costs no more for each line.
    @Test func oneFileManyTimes() {
        var store = ItemStore()
        let finding = ItemStore.Finding()
        let name = Array("a.png".utf8)
        for count in 0..<20_000 {
            let handle = store.insert(name[...], in: DirectoryTree.root, finding)
            #expect(handle == UInt32(count))
        }
        #expect(store.count == 20_000)
    }

    /// How many items the collections have that a program with these arguments shows.
    private func count(_ arguments: [String]) throws -> [Int] {
        let state = try TemporaryFolder()
        let application = try Application(
            try Options(["--port=0", "--cache-limit=0", "--state=\(state.path)"] + arguments), page: .program)
        defer { application.stop(within: 0) }
        _ = try application.start()
        guard case .now(let response) = application.router.answer(try Request(.get, "/api/collections")),
            case .bytes(let bytes) = response.body
        else { return [] }
        // What is not shown is answered beside them.
        struct Answer: Decodable { let collections: [CollectionDocument] }
        return try JSONDecoder().decode(Answer.self, from: Data(bytes)).collections.map(\.count)
    }

    @Test(.needs(.permissions)) func aFolderThatCannotBeOpenedLeavesListsWhereTheyAre() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        try folder.write("l.txt", Array("a.png\n".utf8))
        let closed = "\(folder.path)/closed"
        try FileManager.default.createDirectory(atPath: closed, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: closed)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: closed) }
        #expect(try count(["\(folder.path)/l.txt", closed]) == [1])
        #expect(throws: StartFailure.self) { _ = try count([closed]) }
    }

    @Test func listsOnTheCommandLine() throws {
        let folder = try TemporaryFolder()
        try folder.write("pictures/a.png")
        try folder.write("lists/l.txt", Array("../pictures/a.png\n".utf8))
        try folder.write("lists/none.txt", Array("\n# none\n".utf8))
        try folder.write("lists/chart.csv", Array("a,b\nx,y\n".utf8))
        let path = "\(folder.path)/lists/l.txt"
        #expect(try count([path]) == [1], "one that says why it is not shown")
        #expect(try count([path, "--root=\(folder.path)/pictures"]) == [1])
        // A folder may not have counted what it has found.
        #expect(try count([path, "\(folder.path)/pictures"]).first == 1)
        // Lines may come later.
        #expect(try count(["\(folder.path)/lists/none.txt"]) == [0])
        for (arguments, word) in [
            (["\(folder.path)/lists/chart.csv"], "no column holds numbers"),
            ([path, "--root=\(path)"], "--root"), (["\(folder.path)/pictures/a.png"], "is not a folder"),
        ] {
            let error = #expect(throws: StartFailure.self) { _ = try count(arguments) }
            #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
        }
    }
}
