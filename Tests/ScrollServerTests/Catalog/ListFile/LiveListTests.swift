// Lists that change while they are shown, and files that change behind them.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Imaging

@Suite struct LiveListTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a.png", "b.png", "c.png", "sub/d.png"] { try folder.write(name) }
    }

    private func list(_ text: String, name: String = "l.txt") throws -> ListFileCollection {
        let path = try folder.write(name, Array(text.utf8))
        let list = try ListFileCollection(path: path, id: "l", name: "l")
        _ = list.waitForFirstItem()
        list.follow(every: 0.02, share: 0.5)
        return list
    }

    private func names(_ list: ListFileCollection) -> [String] {
        (0..<list.status.count).compactMap { list.details(at: $0)?.name }
    }

    private func ids(_ list: ListFileCollection) -> [String] { list.summaries(in: 0..<list.status.count).map(\.id) }

    private func size(_ list: ListFileCollection, _ index: Int) -> PixelSize? {
        list.sizes(in: index..<index + 1).first ?? nil
    }

    private func write(_ text: String, to name: String = "l.txt", atomically: Bool = false) throws {
        try Data(text.utf8).write(
            to: URL(fileURLWithPath: "\(folder.path)/\(name)"), options: atomically ? .atomic : [])
    }

    @Test func rewrittenFilesAreNew() throws {
        let list = try list("a.png\nsub/d.png\n")
        let before = list.summaries(in: 0..<2)
        let revision = list.status.revision
        try folder.write("sub/d.png", TinyImage.png(width: 40, height: 30))
        #expect(eventually { size(list, 1) == PixelSize(width: 40, height: 30) })
        let after = list.summaries(in: 0..<2)
        #expect(after[1].id == before[1].id && after[1].version != before[1].version && after[0] == before[0])
        #expect(list.status.revision > revision)
    }

    @Test func filesThatComeAndGo() throws {
        let list = try list("later/x.png\na.png\n")
        #expect(list.summary(at: 0)?.error != nil)
        // No length and no date are made up.
        let unknown = try #require(list.details(at: 0))
        #expect(unknown.byteCount == nil && unknown.modified == nil)
        try folder.write("later/x.png", TinyImage.png(width: 9, height: 9))
        #expect(eventually { size(list, 0) == PixelSize(width: 9, height: 9) })
        #expect(list.summary(at: 0)?.error == nil)
        try FileManager.default.removeItem(atPath: "\(folder.path)/later")
        #expect(eventually { list.summary(at: 0)?.error != nil })
        #expect(names(list) == ["later/x.png", "a.png"])
    }

    @Test func whatLinksLeadTo() throws {
        try folder.link("to-a.png", to: "a.png")
        try folder.link("to-nothing.png", to: "sub/none.png")
        let list = try list("to-a.png\nto-nothing.png\n")
        try folder.write("a.png", TinyImage.png(width: 21, height: 2))
        try folder.write("sub/none.png", TinyImage.png(width: 22, height: 2))
        #expect(eventually { list.sizes(in: 0..<2).map { $0?.width } == [21, 22] })
        // Another target.
        try FileManager.default.removeItem(atPath: "\(folder.path)/to-a.png")
        try folder.link("to-a.png", to: "sub/d.png")
        #expect(eventually { list.sizes(in: 0..<2).map { $0?.width } == [3, 22] })
    }

    /// Lines are added as a log is written: now and then in the middle of one.
    @Test func linesThatAreAdded() throws {
        let list = try list("a.png\n")
        let first = ids(list)
        let handle = try #require(FileHandle(forWritingAtPath: "\(folder.path)/l.txt"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("b.png\n".utf8))
        #expect(eventually { names(list) == ["a.png", "b.png"] })
        try handle.write(contentsOf: Data("c.p".utf8))
        #expect(eventually { list.status.count == 3 })
        try handle.write(contentsOf: Data("ng\nsub/d.png\n".utf8))
        #expect(eventually { names(list) == ["a.png", "b.png", "c.png", "sub/d.png"] })
        #expect(list.summaries(in: 0..<4).allSatisfy { $0.error == nil })
        #expect(ids(list).first == first.first && list.status.isComplete)
    }

    @Test(arguments: [false, true]) func listsThatAreReplaced(atomically: Bool) throws {
        let list = try list("a.png\nb.png\nc.png\n")
        let before = ids(list)
        let revision = list.status.revision
        try write("a.png\nsub/d.png\nc.png\n", atomically: atomically)
        #expect(eventually { names(list) == ["a.png", "sub/d.png", "c.png"] })
        let after = ids(list)
        #expect(after[0] == before[0] && after[2] == before[2])
        // Who follows is told what came and went.
        let changes = try #require(list.difference(since: revision))
        #expect(changes.status.count == 3)
        // Backwards, and shorter; the ids are those of the paths.
        try write("c.png\na.png\n", atomically: atomically)
        #expect(eventually { ids(list) == [before[2], before[0]] })
        // Nothing is forgotten while there is no list.
        try FileManager.default.removeItem(atPath: "\(folder.path)/l.txt")
        try folder.write("a.png", TinyImage.png(width: 77, height: 7))
        #expect(eventually { size(list, 1)?.width == 77 })
        #expect(names(list) == ["c.png", "a.png"])
        try write("b.png\n", atomically: atomically)
        #expect(eventually { names(list) == ["b.png"] })
    }

    /// A line that is no path has no file to look at, also when its picture is asked for.
    @Test func aLineThatIsNoPathKeepsItsReason() throws {
        let list = try list("https://example.org/x.png\nmissing.png\n")
        let before = list.summaries(in: 0..<2)
        #expect(before[0].error?.explanation.contains("address") == true)
        let client = try APIClient([list])
        for item in before {
            let reply = try client.get("/api/collections/l/tiles/\(item.id)/0/0/0")
            #expect(reply.status == 404)
            #expect(reply.text.contains(item.error?.explanation ?? "?"), "\(reply.text)")
        }
        #expect(list.summaries(in: 0..<2).map(\.error) == before.map(\.error))
    }

    @Test func tablesAndTitles() throws {
        let list = try list("#EXTM3U\n#EXTINF:0,First\na.png\nb.png\n", name: "l.m3u")
        #expect(names(list) == ["First", "b.png"])
        try write("#EXTM3U\n#EXTINF:0,Other\na.png\nb.png\n", to: "l.m3u")
        #expect(eventually { names(list) == ["Other", "b.png"] })
        let table = try self.list("id,path\n1,a.png\n2,b.png\n", name: "t.csv")
        try write("path;id\na.png;1\nsub/d.png;7\nc.png;8\n", to: "t.csv")
        #expect(eventually { names(table) == ["a.png", "sub/d.png", "c.png"] })
    }

    /// Whoever edits a list changes a line and adds another in one go: the file is longer, and ends where it ended as before.
    @Test func aChangeFarAboveLinesThatAreAdded() throws {
        let rest = String(repeating: "b.png\n", count: 2000)
        let list = try list("a.png\n" + rest)
        #expect(eventually { list.status.count == 2001 && list.status.isComplete })
        try write("c.png\n" + rest + "a.png\n")
        #expect(eventually { list.status.count == 2002 && list.details(at: 0)?.name == "c.png" })
        #expect(list.details(at: 2001)?.name == "a.png")
    }

    /// Where a mosaic shows all of a long list, its files take turns, so that the list itself is still looked at.
    @Test func longWindowsTakeTurns() throws {
        let lineCount = 100_000
        let text = String(repeating: "a.png\nsub/d.png\n", count: lineCount / 2)
        let list = try list(text)
        #expect(eventually { list.status.isComplete && list.status.count == lineCount })
        func measured() -> Int { list.sizes(in: 0..<lineCount).count { $0 != nil } }
        let before = measured()
        #expect(before < lineCount / 2, "files of a long list are opened when somebody looks")
        list.willDisplay(0..<lineCount)
        #expect(eventually { measured() > before }, "those that nobody has looked at are looked at")
        try write(text + "b.png\n")
        #expect(eventually { list.status.count == lineCount + 1 })
        #expect(measured() < lineCount, "the list is not looked at only after all of its files")
        // A window that can be looked at is looked at each time, beside the long one.
        list.willDisplay(lineCount - 2..<lineCount + 1)
        #expect(eventually { list.sizes(in: lineCount - 2..<lineCount + 1).allSatisfy { $0 != nil } })
    }

    /// Many lines, edited at many places: as a list that is opened anew.
    @Test(arguments: 0..<3) func asIfOpenedAnew(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let pool = ["a.png", "b.png", "c.png", "sub/d.png", "none.png", "https://example.org/x.png"]
        var lines = (0..<1500).map { _ in pool.randomElement(using: &noise) ?? "a.png" }
        let list = try list(lines.joined(separator: "\n") + "\n")
        while !list.status.isComplete {
            list.fetchNextPage()
            list.waitForPage()
        }
        for round in 0..<6 {
            for _ in 0..<Int.random(in: 1...40, using: &noise) {
                let index = Int.random(in: 0..<lines.count, using: &noise)
                switch Int.random(in: 0..<4, using: &noise) {
                case 0: lines.remove(at: index)
                case 1: lines.insert(pool.randomElement(using: &noise) ?? "a.png", at: index)
                case 2: lines[index] = pool.randomElement(using: &noise) ?? "a.png"
                default: lines.append("b.png")
                }
            }
            try write(lines.joined(separator: "\n") + "\n", atomically: round % 2 == 0)
            let fresh = try ListFileCollection(path: "\(folder.path)/l.txt", id: "l", name: "l")
            while !fresh.status.isComplete {
                fresh.fetchNextPage()
                fresh.waitForPage()
            }
            // Looked at while it is being written, it may be a list that grew: by more than a page, which is read when it is asked for.
            let isSame = eventually {
                if !list.status.isComplete { list.fetchNextPage() }
                return names(list) == names(fresh)
            }
            #expect(isSame, "seed \(seed), round \(round)")
            #expect(
                list.summaries(in: 0..<lines.count).map(\.error) == fresh.summaries(in: 0..<lines.count).map(\.error))
        }
    }

    /// What a spreadsheet calls Unicode text.
    @Test func listsInUTF16AreFollowed() throws {
        try folder.write("ü 😀.png")
        let path = "\(folder.path)/l.tsv"
        func write(_ text: String) throws {
            try Data([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
                .write(to: URL(fileURLWithPath: path), options: .atomic)
        }
        try write("file\tnote\r\nü 😀.png\tgrün\r\n")
        let list = try ListFileCollection(path: path, id: "l", name: "l")
        _ = list.waitForFirstItem()
        list.follow(every: 0.02, share: 0.5)
        #expect(names(list) == ["ü 😀.png"] && list.summary(at: 0)?.error == nil)
        #expect(list.facts(ofItem: ids(list)[0]).contains { $0.value == .text(Array("grün".utf8)) })
        try write("file\tnote\r\nü 😀.png\tgrün\r\na.png\trot\r\n")
        #expect(eventually { names(list) == ["ü 😀.png", "a.png"] })
    }

    @Test func aListThatIsGoneIsSaid() throws {
        let list = try list("a.png\nb.png\n")
        #expect(list.notice == nil)
        try FileManager.default.removeItem(atPath: "\(folder.path)/l.txt")
        #expect(eventually { list.notice?.contains("not there any more") == true })
        #expect(names(list) == ["a.png", "b.png"])
        try write("b.png\n")
        #expect(eventually { names(list) == ["b.png"] && list.notice == nil })
        // As it was: nothing has changed, and so nothing is read.
        try FileManager.default.moveItem(atPath: "\(folder.path)/l.txt", toPath: "\(folder.path)/m.txt")
        #expect(eventually { list.notice != nil })
        try FileManager.default.moveItem(atPath: "\(folder.path)/m.txt", toPath: "\(folder.path)/l.txt")
        #expect(eventually { list.notice == nil })
    }
}
