// Folders as they are found: order, links, what cannot be read, what changes.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Pixels
@testable import Platform

@Suite struct FolderCollectionTests {
    @Test func filesFirstThenFoldersInNaturalOrder() throws {
        let folder = try TemporaryFolder()
        for name in [
            "b10/x1.png", "b2/y.png", "b2/a/deep.png", "img10.png", "IMG2.png", "img1.png", "z.gif", "a0/p.png",
        ] {
            if let slash = name.lastIndex(of: "/") { try folder.folder(String(name[..<slash])) }
            try folder.write(name, name.hasSuffix("gif") ? TinyImage.gif(width: 4, height: 4) : TinyImage.png())
        }
        let collection = try folder.scanned()
        #expect(
            collection.names == [
                "img1.png", "IMG2.png", "img10.png", "z.gif", "a0/p.png", "b2/y.png", "b2/a/deep.png", "b10/x1.png",
            ])
        #expect(collection.status.isComplete)
        #expect(collection.kind == .folder)
    }

    @Test func signatureDecidesNotName() throws {
        let folder = try TemporaryFolder()
        try folder.write("picture.txt", TinyImage.png())
        try folder.write("text.png", [UInt8]("not a picture at all".utf8))
        try folder.write("none", TinyImage.jpeg())
        try folder.write("page.svg", [UInt8]("<html><body></body></html>".utf8))
        try folder.write(
            "late.svg", TinyImage.svg("width='5' height='4'", prolog: "<!-- \(String(repeating: "x", count: 9000)) -->")
        )
        // TypeScript has this ending, too; and nothing says of a file without an ending that it is a picture.
        try folder.write("module.mts", [UInt8]("export const a = 1".utf8))
        try folder.write("other", [UInt8]("not a picture either".utf8))
        let collection = try folder.scanned()
        // What is no picture in spite of its name is listed with the reason.
        #expect(collection.names == ["late.svg", "none", "page.svg", "picture.txt", "text.png"])
        for index in [2, 4] {
            #expect(
                collection.summary(at: index)?.error == .notAnImage("the file is not an image of a known format"))
        }
        #expect(collection.details(at: 1)?.format == .jpeg)
        #expect(collection.measure([0, 1, 2, 3, 4]) == [0])
        #expect(collection.summary(at: 0)?.size == PixelSize(width: 5, height: 4))
    }

    @Test func hiddenEntriesAreSkipped() throws {
        let folder = try TemporaryFolder()
        try folder.folder(".thumbnails")
        try folder.write(".thumbnails/a.png")
        try folder.write(".hidden.png")
        try folder.write("seen.png")
        #expect(try folder.scanned().names == ["seen.png"])
    }

    @Test func noImages() throws {
        let folder = try TemporaryFolder()
        #expect(try !FolderCollection(root: folder.path, id: "f", name: "F").waitForFirstItem())
        try folder.write("readme.txt", [UInt8]("text".utf8))
        try folder.folder("empty")
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
        #expect(!collection.waitForFirstItem())
        #expect(collection.status.count == 0)
        #expect(collection.summary(at: 0) == nil)
        #expect(collection.summaries(in: 0..<10).isEmpty)
        #expect(throws: ImageError.self) { try collection.original(at: 0) }
    }

    @Test func rootsThatCannotBeOpened() throws {
        let folder = try TemporaryFolder()
        try folder.write("file.png")
        for path in ["\(folder.path)/missing", "\(folder.path)/file.png", "", "a\0b"] {
            #expect(throws: ImageError.self) { try FolderCollection(root: path, id: "f", name: "F") }
        }
    }

    @Test func sizesFromTheFirstBytes() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.jpg", TinyImage.jpeg(width: 40, height: 30, orientation: 6))
        try folder.write("b.jpg", TinyImage.jpeg(width: 40, height: 30, orientation: 6, padding: 2000))
        try folder.write("c.png", TinyImage.png(width: 7, height: 9))
        let collection = try folder.scanned()
        #expect(
            collection.sizes(in: 0..<9) == [PixelSize(width: 30, height: 40), nil, PixelSize(width: 7, height: 9)])
        let revision = collection.status.revision
        #expect(collection.measure([2, 1, 1, 0, -1, 99]) == [1])
        #expect(collection.summary(at: 1)?.size == PixelSize(width: 30, height: 40))
        #expect(collection.details(at: 1)?.orientation == 6)
        #expect(collection.details(at: 1)?.width == 40)
        #expect(collection.status.revision > revision)
        #expect(collection.difference(since: revision)?.difference == OrderDifference(resized: [1]))
        #expect(collection.difference(since: collection.status.revision)?.difference == OrderDifference.none)
        #expect(collection.measure([0, 1, 2]).isEmpty)
    }

    @Test func emptyAndDamagedFilesAreListedWithTheReason() throws {
        let folder = try TemporaryFolder()
        try folder.write("broken.jpg", [0xFF, 0xD8, 0xFF, 0xD9])
        try folder.write("empty.JPEG", [])
        try folder.write("empty.txt", [])
        let collection = try folder.scanned()
        #expect(collection.names == ["broken.jpg", "empty.JPEG"])
        #expect(collection.summary(at: 1)?.error == .unreadable("the file is empty"))
        #expect(collection.summary(at: 0)?.error == nil)
        #expect(collection.measure([0, 1]) == [0])
        #expect(collection.summary(at: 0)?.error != nil)
        #expect(collection.summary(at: 0)?.size == nil)
        #expect(collection.details(at: 0)?.isMeasured == false)
    }

    @Test(.needs(.permissions))
    func unreadableFileIsListed() throws {
        let folder = try TemporaryFolder()
        try folder.write("secret.png")
        try folder.folder("closed")
        try folder.write("closed/in.png")
        chmod("\(folder.path)/secret.png", 0)
        chmod("\(folder.path)/closed", 0)
        let collection = try folder.scanned()
        #expect(collection.names == ["secret.png"])
        #expect(collection.summary(at: 0)?.error == .unreadable("the file may not be read: permission denied"))
    }

    @Test func pipesSocketsAndDanglingLinks() throws {
        let folder = try TemporaryFolder()
        mkfifo("\(folder.path)/pipe.jpg", 0o644)
        mkfifo("\(folder.path)/pipe", 0o644)
        try folder.link("gone.png", to: "nowhere.png")
        try folder.link("gone.txt", to: "nowhere.txt")
        try folder.link("loop.gif", to: "loop.gif")
        try folder.link("topipe.png", to: "pipe")
        try folder.link("zero.png", to: "/dev/zero")
        try folder.folder("folder.jpg")
        try folder.write("folder.jpg/in.png")
        let collection = try folder.scanned()
        #expect(
            collection.names == ["gone.png", "loop.gif", "pipe.jpg", "topipe.png", "zero.png", "folder.jpg/in.png"])
        for index in 0..<5 {
            #expect(collection.summary(at: index)?.error != nil)
            #expect(throws: ImageError.self) { try collection.original(at: index) }
        }
        #expect(collection.summary(at: 2)?.error == .unreadable("this is a named pipe, not a file"))
        #expect(collection.summary(at: 5)?.error == nil)
    }

    @Test func linksInsideAreFollowedAndLinksOutsideAreNot() throws {
        let outside = try TemporaryFolder()
        try outside.write("out.png", TinyImage.png(width: 11, height: 11))
        let folder = try TemporaryFolder()
        try folder.folder("a")
        try folder.folder(".store")
        try folder.write("a/real.png")
        try folder.write(".store/kept.png")
        try folder.link("in.png", to: "a/real.png")
        try folder.link("out.png", to: "\(outside.path)/out.png")
        try folder.link("kept", to: ".store")
        try folder.link("outside", to: outside.path)
        try folder.link("sibling", to: "../\(URL(fileURLWithPath: outside.path).lastPathComponent)/out.png")
        #expect(
            try folder.scanned().names == [
                "in.png", "out.png", "outside", "sibling", "a/real.png", "kept/kept.png",
            ])
        #expect(
            try folder.scanned(followsLinksOutside: true).names == [
                "in.png", "out.png", "sibling", "a/real.png", "kept/kept.png", "outside/out.png",
            ])
    }

    @Test func linksInCirclesEnd() throws {
        let folder = try TemporaryFolder()
        try folder.folder("a/b")
        try folder.write("a/b/x.png")
        try folder.link("a/b/up", to: "../..")
        try folder.link("a/b/self", to: ".")
        try folder.link("a/root", to: folder.path)
        try folder.link("again", to: "a")
        #expect(try folder.scanned().names == ["again", "a/root", "a/b/self", "a/b/up", "a/b/x.png"])
    }

    /// A root that is itself reached by a link is a folder like any other.
    @Test func rootMayBeALink() throws {
        let folder = try TemporaryFolder()
        try folder.folder("real")
        try folder.write("real/x.png")
        try folder.link("link", to: "real")
        let collection = try FolderCollection(root: "\(folder.path)/link", id: "f", name: "F")
        collection.waitForScan()
        #expect(collection.names == ["x.png"])
        #expect(throws: Never.self) { try collection.original(at: 0) }
    }

    @Test func linkPutInPlaceLaterIsNotFollowedOut() throws {
        let outside = try TemporaryFolder()
        try outside.write("secret.png")
        let folder = try TemporaryFolder()
        try folder.folder("d")
        try folder.write("d/x.png")
        try folder.write("y.png")
        let collection = try folder.scanned()
        #expect(collection.names == ["y.png", "d/x.png"])
        let files = FileManager.default
        try files.removeItem(atPath: "\(folder.path)/y.png")
        try folder.link("y.png", to: "\(outside.path)/secret.png")
        try outside.write("x.png")
        try files.removeItem(atPath: "\(folder.path)/d")
        try folder.link("d", to: outside.path)
        for index in 0..<2 {
            #expect(throws: ImageError.outsideLink) {
                try collection.original(at: index)
            }
        }
    }

    @Test func namesAreBytes() throws {
        let folder = try TemporaryFolder()
        let names: [[UInt8]] = [
            [UInt8]("a\nb.png".utf8), [0x63, 0xFF, 0xFE, 0x2E, 0x70, 0x6E, 0x67], [UInt8]("日本 \"x\"\\.png".utf8),
        ]
        for name in names {
            do { try folder.write(bytes: name, TinyImage.png()) } catch { continue }  // HFS+ and APFS refuse some
        }
        let collection = try folder.scanned()
        #expect(collection.names.contains("a\nb.png"))
        #expect(collection.names.contains("日本 \"x\"\\.png"))
        #if os(Linux)
            #expect(collection.names == ["a\nb.png", "c\u{FFFD}\u{FFFD}.png", "日本 \"x\"\\.png"])
        #endif
        for index in 0..<collection.status.count {
            guard case .file(let file, .png) = try collection.original(at: index) else {
                Issue.record("no file")
                continue
            }
            #expect(file.source.bytes(at: 0, count: file.count) == TinyImage.png())
        }
    }

    @Test func detailsAndIds() throws {
        let folder = try TemporaryFolder()
        try folder.folder("sub")
        for number in 0..<50 { try folder.write("sub/\(number).png") }
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: "\(folder.path)/sub/7.png")
        let collection = try folder.scanned()
        let details = try #require(collection.details(at: 7))
        #expect(details.name == "sub/7.png")
        #expect(details.modified?.iso8601 == "2023-11-14T22:13:20Z")
        #expect(details.byteCount == TinyImage.png().count)
        #expect(details.version.count == 8)

        let again = try folder.scanned()
        var ids: Set<String> = []
        for index in 0..<50 {
            let summary = try #require(collection.summary(at: index))
            #expect(summary.id.utf8.count == 13)
            #expect(collection.index(ofItem: summary.id) == index)
            #expect(again.summary(at: index) == summary)
            ids.insert(summary.id)
        }
        #expect(ids.count == 50)
        for id in ["", "0000000000000", "zzzzzzzzzzzzz", details.id + "0", details.id.uppercased() + "x"] {
            #expect(collection.index(ofItem: id) == nil)
        }

        // Another time of change or another length is another version; the id stays.
        try folder.write("sub/7.png", TinyImage.png() + [0])
        let changed = try #require(try folder.scanned().summary(at: 7))
        #expect(changed.id == details.id)
        #expect(changed.version != details.version)
    }

    @Test func manyFoldersAndPathsLongerThanTheSystemTakes() throws {
        let folder = try TemporaryFolder()
        // 30 levels of 200 bytes: 6 KB of path, made from inside since no single call takes it.
        var descriptor = open(folder.path, O_RDONLY)
        for _ in 0..<30 {
            let name = String(repeating: "n", count: 200)
            mkdirat(descriptor, name, 0o755)
            let next = openat(descriptor, name, O_RDONLY)
            close(descriptor)
            descriptor = next
        }
        let file = openat(descriptor, "deep.png", O_CREAT | O_WRONLY, 0o644)
        FileHandle(fileDescriptor: file, closeOnDealloc: true).write(Data(TinyImage.png()))
        close(descriptor)
        let collection = try folder.scanned()
        #expect(collection.status.count == 1)
        #expect(collection.details(at: 0)?.name.utf8.count == 30 * 201 + 8)
        #expect(throws: Never.self) { try collection.original(at: 0) }
    }

    @Test func folderThatChangesDuringTheScan() throws {
        let folder = try TemporaryFolder()
        for number in 0..<1500 { try folder.write("\(number).png") }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
        collection.start()
        for number in stride(from: 1499, to: 700, by: -2) {
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(number).png")
            try folder.write("new\(number).png")
        }
        collection.waitForScan()
        let names = collection.names
        #expect(collection.status.isComplete)
        #expect(Set(names).count == names.count)
        // Whatever was there all the time is listed.
        #expect(Set(names).isSuperset(of: (0..<700).map { "\($0).png" }))
        // What has gone is not an item that looks sound, once it is asked for.
        for index in 0..<collection.status.count {
            let exists = FileManager.default.fileExists(atPath: "\(folder.path)/\(names[index])")
            #expect(exists == ((try? collection.original(at: index)) != nil))
        }
    }

    @Test func indicesStayWhileTheScanGoesOn() throws {
        let folder = try TemporaryFolder()
        for number in 0..<20 {
            try folder.folder("\(number)")
            for file in 0..<60 { try folder.write("\(number)/\(file).png") }
        }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
        #expect(collection.waitForFirstItem())
        var seen: [String] = []
        while true {
            let status = collection.status
            let summaries = collection.summaries(in: 0..<status.count)
            #expect(summaries.prefix(seen.count).map(\.id) == seen)
            seen = summaries.map(\.id)
            if status.isComplete { break }
        }
        #expect(seen.count == 1200)
    }

    @Test func cancelledScanEnds() throws {
        let folder = try TemporaryFolder()
        for number in 0..<300 { try folder.write("\(number).png") }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F")
        collection.cancel()
        collection.waitForScan()
        #expect(collection.status.isComplete)
        #expect(collection.status.count == 0)
    }
}
