// Links in folders, and folders that are not listed.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Pixels
@testable import Platform

@Suite(.serialized) struct FolderLinkTests {
    private func error(_ name: String, in collection: FolderCollection) -> ImageError? {
        collection.names.firstIndex(of: name).flatMap { collection.summary(at: $0)?.error }
    }

    private func remove(_ name: String, _ folder: TemporaryFolder) throws {
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    }

    private func live(
        _ folder: TemporaryFolder, all: Bool = false, outside: Bool = false
    ) throws -> (FolderCollection, News) {
        let watch = TellingWatch(FileSystem.makeWatch())
        let collection = try FolderCollection(
            root: folder.path, id: "f", name: "F", followsLinksOutside: outside, listsAllFolders: all, watch: watch)
        collection.waitForScan()
        return (collection, watch.news)
    }

    // MARK: Links

    /// A folder is listed at its real path, whichever name is read first.
    @Test func linkedFoldersAreListedAtTheirRealPaths() throws {
        let folder = try TemporaryFolder()
        try folder.write("zeta/z.png")
        try folder.write("2022/best/b.png")
        try folder.write("2021/a.png")
        try folder.link("0shortcut", to: "zeta")
        try folder.link("zz", to: "zeta")
        try folder.link("2021/best-of", to: "../2022/best")
        let collection = try folder.scanned()
        #expect(
            collection.names == [
                "0shortcut", "zz", "2021/a.png", "2021/best-of", "2022/best/b.png", "zeta/z.png",
            ])
        #expect(error("0shortcut", in: collection) == .shownElsewhere("this link leads to the folder 'zeta'"))
        #expect(error("zz", in: collection) == error("0shortcut", in: collection))
        #expect(error("2021/best-of", in: collection)?.explanation == "this link leads to the folder '2022/best'")
        // After another examination, the link keeps its reason.
        collection.examine(item: try #require(collection.summary(at: 0)?.id))
        #expect(error("0shortcut", in: collection)?.isRefusal == false)
    }

    /// Changes outside of the folder are found without events; without changes the revision stays.
    @Test func changesBehindLinksOutsideAreFound() throws {
        let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
        try elsewhere.write("a.png", TinyImage.png(width: 3, height: 2))
        try elsewhere.write("b.png")
        try elsewhere.write("sub/c.png")
        for name in ["a.png", "b.png", "sub"] { try folder.link(name, to: "\(elsewhere.path)/\(name)") }
        try folder.link("inside", to: ".")
        let (collection, news) = try live(folder, outside: true)
        #expect(collection.names == ["a.png", "b.png", "inside", "sub/c.png"])
        collection.measure([0])
        try elsewhere.write("a.png", TinyImage.png(width: 9, height: 8))
        try remove("b.png", elsewhere)
        try FileManager.default.moveItem(atPath: "\(elsewhere.path)/sub", toPath: "\(elsewhere.path)/other")
        #expect(
            news.comesTrue {
                collection.measure([0])
                return collection.names == ["a.png", "b.png", "inside"]
                    && collection.summary(at: 0)?.size == PixelSize(width: 9, height: 8)
                    && collection.summary(at: 1)?.error != nil
            })
        let revision = collection.status.revision
        var turns = 0
        #expect(
            news.comesTrue {
                turns += 1
                return turns > 4
            })
        #expect(collection.status.revision == revision)
    }

    /// A hidden folder is listed once, at the first link to it; further links say where.
    @Test func linksToHiddenFoldersAreFollowedOnce() throws {
        let folder = try TemporaryFolder()
        try folder.write(".store/sub/x.png")
        try folder.write("@eaDir/y.png")
        try folder.link(".store/up", to: "..")
        try folder.link("kept", to: ".store")
        try folder.link("twice", to: ".store")
        try folder.link("zlater", to: ".store/sub")
        try folder.link("pictures", to: "@eaDir")
        let collection = try folder.scanned()
        #expect(collection.names == ["pictures", "twice", "zlater", "kept/up", "kept/sub/x.png"])
        #expect(error("pictures", in: collection)?.explanation.hasSuffix("left out; --all-folders lists it") == true)
        #expect(error("twice", in: collection) == .shownElsewhere("this link leads to the folder 'kept'"))
        #expect(error("zlater", in: collection) == .shownElsewhere("this link leads to the folder 'kept/sub'"))
        #expect(error("kept/up", in: collection)?.explanation.contains("the whole folder") == true)
    }

    @Test func linksOutsideSayWhichOptionAllowsThem() throws {
        let outside = try TemporaryFolder()
        try outside.write("out.png")
        try outside.write("notes.txt", [UInt8]("text".utf8))
        let folder = try TemporaryFolder()
        try folder.write("in.png")
        try folder.link("file.png", to: "\(outside.path)/out.png")
        try folder.link("named-otherwise", to: "\(outside.path)/out.png")
        try folder.link("notes", to: "\(outside.path)/notes.txt")
        try folder.link("folder", to: outside.path)
        try folder.link("above", to: "..")
        let collection = try folder.scanned()
        #expect(collection.names == ["above", "file.png", "folder", "in.png", "named-otherwise"])
        for name in ["above", "file.png", "folder", "named-otherwise"] {
            #expect(error(name, in: collection) == .outsideLink)
            #expect(error(name, in: collection)?.explanation.contains("--follow-links") == true)
        }
    }

    /// Loops of links end, also where links out of the folder are followed.
    @Test func loopsOfFollowedLinksEnd() throws {
        let outside = try TemporaryFolder()
        let folder = try TemporaryFolder()
        try outside.write("sub/out.png")
        try folder.write("real/in.png")
        try outside.link("back", to: folder.path)
        try outside.link("loop", to: ".")
        try folder.link("0out", to: outside.path)
        try folder.link("real/again", to: outside.path)
        let collection = try folder.scanned(followsLinksOutside: true)
        #expect(collection.names == ["0out/back", "0out/loop", "0out/sub/out.png", "real/again", "real/in.png"])
        #expect(error("real/again", in: collection) == .shownElsewhere("this link leads to the folder '0out'"))
    }

    @Test func changedLinksAreFollowed() throws {
        let outside = try TemporaryFolder()
        try outside.write("out.png")
        let folder = try TemporaryFolder()
        try folder.write("zeta/z.png")
        try folder.write("other/o.png")
        let (collection, news) = try live(folder)
        let plain = ["other/o.png", "zeta/z.png"]
        #expect(collection.names == plain)
        func says(_ text: String) -> Bool { error("0link", in: collection)?.explanation.contains(text) == true }
        func retarget(_ target: String) throws {
            try folder.link(".new", to: target)
            #expect(rename("\(folder.path)/.new", "\(folder.path)/0link") == 0)
        }
        try retarget("zeta")
        #expect(news.comesTrue { collection.names == ["0link"] + plain && says("'zeta'") })
        try retarget("other")
        #expect(news.comesTrue { says("'other'") })
        try retarget(outside.path)
        #expect(news.comesTrue { says("--follow-links") })
        try retarget("zeta")
        #expect(news.comesTrue { says("'zeta'") })
        // The real folder is removed, returns, and is left out; the link says so each time.
        try FileManager.default.moveItem(atPath: "\(folder.path)/zeta", toPath: "\(outside.path)/zeta")
        #expect(news.comesTrue { collection.names == ["other/o.png"] })
        try FileManager.default.moveItem(atPath: "\(outside.path)/zeta", toPath: "\(folder.path)/zeta")
        #expect(news.comesTrue { collection.names == ["0link"] + plain && says("'zeta'") })
        try folder.write("zeta/.nomedia", [])
        #expect(news.comesTrue { collection.names == ["0link", "other/o.png"] && says("--all-folders") })
        try remove("zeta/.nomedia", folder)
        #expect(news.comesTrue { collection.names == ["0link"] + plain && !says("--all-folders") })
        try remove("0link", folder)
        #expect(news.comesTrue { collection.names == plain })
    }

    // MARK: Folders that are not listed

    private static let systemNames = [
        "@eaDir", "#recycle", "@Recycle", "$RECYCLE.BIN", "$Recycle.Bin", "__MACOSX", "lost+found",
        "System Volume Information",
    ]

    @Test func systemFoldersAreLeftOutAndCounted() throws {
        let folder = try TemporaryFolder()
        for name in Self.systemNames { try folder.write("sub/\(name)/a.png") }
        try folder.write(".Trash-1000/a.png")
        try folder.write("sub/eaDir/a.png")
        try folder.write("phone/.nomedia", [])
        try folder.write("phone/a.png")
        try folder.write("phone/deeper/a.png")
        // A file with such a name is an item.
        try folder.write("@Recycle")
        let collection = try folder.scanned()
        #expect(collection.names == ["@Recycle", "sub/eaDir/a.png"])
        let notice = try #require(collection.notice)
        #expect(notice.contains("\(Self.systemNames.count + 1) folders are left out"))
        #expect(notice.contains("--all-folders"))
        let (all, _) = try live(folder, all: true)
        for name in Self.systemNames { #expect(all.names.contains("sub/\(name)/a.png")) }
        #expect(all.names.contains("phone/deeper/a.png") && !all.names.contains(".Trash-1000/a.png"))
        #expect(all.notice?.contains("left out") != true)
    }

    @Test("A folder's notice counts the tables in it, and says how they are shown")
    func tablesAreCounted() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        try folder.write("notes.txt", Array("words".utf8))
        try folder.write(".hidden.csv", Array("a,b\n1,2\n".utf8))
        #expect(try folder.scanned().notice == nil)
        try folder.write("sub/values.CSV", Array("time,value\n1,2\n".utf8))
        let one = try folder.scanned()
        #expect(one.names == ["a.png"])
        #expect(
            one.notice == "1 table is not shown, 'sub/values.CSV'; start with its path to see it as a chart or a list")
        try folder.write("sub/more.jsonl", Array("{\"x\":1}\n".utf8))
        #expect(try folder.scanned().notice?.hasPrefix("2 tables are not shown, such as 'sub/") == true)
        // A picture stays one, whatever its name is.
        try folder.write("z.csv")
        #expect(try folder.scanned().notice?.hasPrefix("2 tables") == true)
    }

    /// The opened folder is listed, even with a system folder's name or with `.nomedia`.
    @Test func theOpenedFolderIsListed() throws {
        let folder = try TemporaryFolder()
        try folder.write("#recycle/.nomedia", [])
        try folder.write("#recycle/a.png")
        let collection = try FolderCollection(root: "\(folder.path)/#recycle", id: "f", name: "F")
        collection.waitForScan()
        #expect(collection.names == ["a.png"] && collection.notice?.contains("left out") != true)
    }

    @Test func nomediaIsFollowed() throws {
        let folder = try TemporaryFolder()
        try folder.write("a/1.png")
        try folder.write("a/b/2.png")
        let (collection, news) = try live(folder)
        try folder.write("a/b/.nomedia", [])
        #expect(
            news.comesTrue { collection.names == ["a/1.png"] && collection.notice?.contains("1 folder is") == true })
        // New entries in it are not listed.
        try folder.write("a/b/3.png")
        try folder.write("a/@eaDir/4.png")
        #expect(news.comesTrue { collection.notice?.contains("2 folders are") == true })
        #expect(collection.names == ["a/1.png"])
        try remove("a/b/.nomedia", folder)
        #expect(news.comesTrue { collection.names == ["a/1.png", "a/b/2.png", "a/b/3.png"] })
        try remove("a/@eaDir", folder)
        #expect(news.comesTrue { collection.notice?.contains("left out") != true })
    }
}
