// Folders that change while they are shown: real files, real events.

import Foundation
import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import Pixels
@testable import Platform

@Suite(.serialized) struct LiveFolderTests {
    private static let watches: [WatchKind] = [.system, .silent]

    /// How a folder learns of changes.
    enum WatchKind: String, Sendable, CustomTestStringConvertible {
        case system, silent
        var testDescription: String { rawValue }

        func make() -> any DirectoryWatch { self == .system ? FileSystem.makeWatch() : ImpatientWatch() }
    }

    /// Tells nothing, like `SilentWatch`, and wants everything looked at more often.
    private final class ImpatientWatch: DirectoryWatch {
        let interval = 20
        private let silent = SilentWatch()

        func add(_ directory: Int32) -> Int32? { nil }
        func remove(_ watch: Int32) {}
        func stop() { silent.stop() }
        func events(within milliseconds: Int) -> [WatchEvent]? { silent.events(within: milliseconds) }
    }

    /// Another watch, whose news can be held back.
    private final class HeldWatch: DirectoryWatch {
        private let watch: any DirectoryWatch
        private let isHeld = Watched(false)

        init(_ watch: any DirectoryWatch) { self.watch = watch }

        var interval: Int { watch.interval }
        func add(_ directory: Int32) -> Int32? { watch.add(directory) }
        func remove(_ number: Int32) { watch.remove(number) }

        func hold() { isHeld.change { $0 = true } }
        func letGo() { isHeld.change { $0 = false } }

        func stop() {
            letGo()
            watch.stop()
        }

        func events(within milliseconds: Int) -> [WatchEvent]? {
            let events = watch.events(within: milliseconds)
            _ = isHeld.comesTrue { !$0 }
            return events
        }
    }

    /// A folder that is followed, and the turns of who follows it.
    private func live(_ path: String, _ watch: any DirectoryWatch) throws -> (FolderCollection, News) {
        let watch = TellingWatch(watch)
        let collection = try FolderCollection(root: path, id: "f", name: "F", watch: watch)
        collection.waitForScan()
        return (collection, watch.news)
    }

    private func remove(_ name: String, _ folder: TemporaryFolder) throws {
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    }

    private func rename(_ name: String, _ new: String, _ folder: TemporaryFolder) throws {
        try FileManager.default.moveItem(atPath: "\(folder.path)/\(name)", toPath: "\(folder.path)/\(new)")
    }

    @Test(arguments: watches) func filesComeAndGoInTheirPlaces(kind: WatchKind) throws {
        let folder = try TemporaryFolder()
        for name in ["1.png", "3.png", "b/1.png"] { try folder.write(name) }
        let (collection, news) = try live(folder.path, kind.make())
        try folder.write("2.png")
        try folder.write("b/0.png")
        try folder.write("notes.txt", [UInt8]("no picture".utf8))
        #expect(news.comesTrue { collection.names == ["1.png", "2.png", "3.png", "b/0.png", "b/1.png"] })
        let revision = collection.status.revision
        let gone = try #require(collection.summary(at: 0)?.id)
        try remove("1.png", folder)
        try rename("3.png", "b/30.png", folder)
        #expect(news.comesTrue { collection.names == ["2.png", "b/0.png", "b/1.png", "b/30.png"] })
        #expect(collection.status.revision > revision)
        #expect(collection.index(ofItem: gone) == nil && collection.details(ofItem: gone) == nil)
        #expect(throws: ImageError.self) { try collection.original(ofItem: gone) }
    }

    @Test(arguments: watches) func foldersComeAndGoWithAllInThem(kind: WatchKind) throws {
        let folder = try TemporaryFolder()
        let elsewhere = try TemporaryFolder()
        try folder.write("z.png")
        for number in 0..<30 { try elsewhere.write("new/deep/er/\(number).png") }
        let (collection, news) = try live(folder.path, kind.make())
        try FileManager.default.moveItem(atPath: "\(elsewhere.path)/new", toPath: "\(folder.path)/new")
        let moved = (0..<30).map { "new/deep/er/\($0).png" }
        #expect(news.comesTrue { collection.names == ["z.png"] + moved })
        // What was moved in is watched as well.
        try folder.write("new/deep/er/7b.png")
        try folder.folder("new/a/b")
        try folder.write("new/a/b/x.png")
        #expect(news.comesTrue { collection.names.count == 33 && collection.names[1] == "new/a/b/x.png" })
        try rename("new/deep", "deep2", folder)
        #expect(news.comesTrue { collection.names.prefix(3) == ["z.png", "deep2/er/0.png", "deep2/er/1.png"] })
        try folder.write("deep2/er/0a.png")
        #expect(news.comesTrue { collection.names.prefix(3) == ["z.png", "deep2/er/0.png", "deep2/er/0a.png"] })
        try remove("deep2", folder)
        #expect(news.comesTrue { collection.names == ["z.png", "new/a/b/x.png"] })
        // The same name, another folder.
        try remove("new", folder)
        try folder.write("new/y.png")
        #expect(news.comesTrue { collection.names == ["z.png", "new/y.png"] })
    }

    @Test(arguments: watches) func rewrittenFilesGetNewVersionsAndSizes(kind: WatchKind) throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png", TinyImage.png(width: 10, height: 20))
        try folder.write("b.jpg", TinyImage.jpeg(width: 40, height: 30, padding: 3000))
        let (collection, news) = try live(folder.path, kind.make())
        collection.measure([0, 1])
        let before = collection.summaries(in: 0..<2)
        try folder.write("a.png", TinyImage.png(width: 30, height: 20) + [0])
        try folder.write("b.jpg", TinyImage.jpeg(width: 50, height: 30, padding: 4000))
        #expect(
            news.comesTrue {
                collection.measure([0, 1])
                return collection.sizes(in: 0..<2) == [
                    PixelSize(width: 30, height: 20), PixelSize(width: 50, height: 30),
                ]
            })
        let after = collection.summaries(in: 0..<2)
        #expect(zip(before, after).allSatisfy { $0.id == $1.id && $0.version != $1.version })
    }

    /// What is seen before its writer has finished is not an error for good.
    @Test(arguments: watches) func filesThatAreBeingWritten(kind: WatchKind) throws {
        let folder = try TemporaryFolder()
        try folder.write("0.png")
        let (collection, news) = try live(folder.path, kind.make())
        let image = TinyImage.png(width: 9, height: 8)
        let file = FileHandle(
            fileDescriptor: open("\(folder.path)/1.png", O_CREAT | O_WRONLY), closeOnDealloc: true)
        file.write(Data(image[..<10]))
        // Something else that is seen, so that the half file was looked at as well.
        try folder.write("2.png")
        #expect(news.comesTrue { collection.names.contains("2.png") })
        collection.measure([0, 1, 2])
        file.write(Data(image[10...]))
        try file.close()
        #expect(
            news.comesTrue {
                collection.measure([1])
                return collection.summaries(in: 1..<2).first?.size == PixelSize(width: 9, height: 8)
            })
        #expect(collection.names == ["0.png", "1.png", "2.png"])
        // A damaged file that is put right.
        try folder.write("0.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
        #expect(
            news.comesTrue {
                collection.measure([0])
                return collection.summary(at: 0)?.error != nil
            })
        try folder.write("0.png", image)
        #expect(
            news.comesTrue {
                collection.measure([0])
                return collection.summary(at: 0)?.size == PixelSize(width: 9, height: 8)
            })
    }

    @Test(arguments: watches) func linksAndSecondNames(kind: WatchKind) throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        let (collection, news) = try live(folder.path, kind.make())
        try FileManager.default.linkItem(atPath: "\(folder.path)/a.png", toPath: "\(folder.path)/b.png")
        try folder.link("c.png", to: "a.png")
        try folder.link("d.png", to: "nowhere")
        #expect(news.comesTrue { collection.names == ["a.png", "b.png", "c.png", "d.png"] })
        #expect(collection.summary(at: 3)?.error != nil)
    }

    /// A file that gets its name by a link is not closed under that name.
    @Test(arguments: watches) func namesThatComeByALink(kind: WatchKind) throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        let (collection, news) = try live(folder.path, kind.make())
        // As `cp x .w; ln .w b.png; rm .w` does, before anybody looks.
        try folder.write(".w")
        #expect(link("\(folder.path)/.w", "\(folder.path)/b.png") == 0)
        try remove(".w", folder)
        #expect(news.comesTrue { collection.names == ["a.png", "b.png"] })
        #if os(Linux)
            // A file that has no name while it is written, as Qt's QSaveFile does it (open(2), O_TMPFILE).
            let descriptor = open(folder.path, 0o20200000 | O_RDWR, 0o644)
            try #require(descriptor >= 0)
            let image = TinyImage.png(width: 7, height: 5)
            FileHandle(fileDescriptor: descriptor).write(Data(image))
            let isLinked = linkat(
                AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, "\(folder.path)/c.png", AT_SYMLINK_FOLLOW)
            #expect(isLinked == 0)
            close(descriptor)
            #expect(news.comesTrue { collection.names == ["a.png", "b.png", "c.png"] })
            collection.measure([2])
            #expect(collection.summary(at: 2)?.size == PixelSize(width: 7, height: 5))
        #endif
    }

    /// A file that is rewritten under one of its names, or behind a link to it, is new under all.
    @Test(arguments: watches) func otherNamesOfARewrittenFile(kind: WatchKind) throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png", TinyImage.png(width: 10, height: 20))
        try folder.write("sub/z.png")
        #expect(link("\(folder.path)/a.png", "\(folder.path)/sub/b.png") == 0)
        try folder.link("c.png", to: "sub/z.png")
        try folder.link("d.png", to: "sub/later.png")
        let (collection, news) = try live(folder.path, kind.make())
        let before = collection.names
        #expect(before == ["a.png", "c.png", "d.png", "sub/b.png", "sub/z.png"])
        func size(_ name: String) -> PixelSize? {
            collection.measure(Array(0..<5))
            return collection.names.firstIndex(of: name).flatMap { collection.summary(at: $0)?.size }
        }
        // In place, so that it stays the same file.
        try Data(TinyImage.png(width: 44, height: 20)).write(to: URL(fileURLWithPath: "\(folder.path)/a.png"))
        #expect(news.comesTrue { size("sub/b.png") == PixelSize(width: 44, height: 20) })
        try Data(TinyImage.png(width: 55, height: 5)).write(to: URL(fileURLWithPath: "\(folder.path)/sub/z.png"))
        #expect(news.comesTrue { size("c.png") == PixelSize(width: 55, height: 5) })
        // A target that comes, and goes.
        #expect(size("d.png") == nil)
        try folder.write("sub/later.png", TinyImage.png(width: 66, height: 6))
        #expect(news.comesTrue { size("d.png") == PixelSize(width: 66, height: 6) })
        try remove("sub/later.png", folder)
        #expect(
            news.comesTrue {
                guard let index = collection.names.firstIndex(of: "d.png") else { return false }
                return collection.summary(at: index)?.error != nil
            })
    }

    @Test(arguments: watches) func theRootGoesAndComesBack(kind: WatchKind) throws {
        let folder = try TemporaryFolder()
        try folder.write("in/a.png")
        try folder.write("in/b/c.png")
        let (collection, news) = try live("\(folder.path)/in", kind.make())
        try remove("in", folder)
        #expect(news.comesTrue { collection.status.count == 0 })
        try folder.write("in/b/d.png")
        #expect(news.comesTrue { collection.names == ["b/d.png"] })
        try folder.write("in/e.png")
        #expect(news.comesTrue { collection.names == ["e.png", "b/d.png"] })
    }

    #if !OPTIMISED
        private static let stormCount = 1500
    #else
        private static let stormCount = 10_000
    #endif

    /// Many files at once come in few revisions.
    @Test(arguments: watches) func storm(kind: WatchKind) throws {
        let folder = try TemporaryFolder()
        for number in stride(from: 0, to: 1000, by: 10) { try folder.write("\(number).png") }
        let watch = HeldWatch(kind.make())
        let (collection, news) = try live(folder.path, watch)
        let before = collection.status.revision
        let layouts = LayoutIndex(collection)
        let request = LayoutRequest(kind: .stack, viewport: Size(width: 1024, height: 500), spacing: 0)
        layouts.withLayout(request) { _ in }
        // However slowly they are made, they are there when they are looked at.
        watch.hold()
        let source = try folder.write("storm/source.png")
        for number in 0..<Self.stormCount { #expect(link(source, "\(folder.path)/storm/\(number).png") == 0) }
        for number in 0..<1000 where number % 10 != 0 {
            #expect(link(source, "\(folder.path)/\(number).png") == 0)
        }
        watch.letGo()
        #expect(news.comesTrue { collection.status.count == 1000 + Self.stormCount + 1 })
        #expect(
            collection.names.dropLast()
                == ((0..<1000).map { "\($0).png" } + (0..<Self.stormCount).map { "storm/\($0).png" })[...])
        #expect(collection.status.revision - before < 60)
        try remove("storm", folder)
        #expect(news.comesTrue { collection.status.count == 1000 })
        layouts.withLayout(request) { #expect($0.count == 1000) }
    }

    /// Says nothing of what happens, but that it could not say.
    private final class DeafWatch: DirectoryWatch {
        private let queue = Mutex<[WatchEvent]?>([])
        private let filled = DispatchSemaphore(value: 0)

        func add(_ directory: Int32) -> Int32? { directory }
        func remove(_ watch: Int32) {}

        func stop() {
            queue.withLock { $0 = nil }
            filled.signal()
        }

        func overflow() {
            queue.withLock { $0?.append(WatchEvent(kind: .overflow)) }
            filled.signal()
        }

        func events(within milliseconds: Int) -> [WatchEvent]? {
            _ = filled.wait(timeout: .now() + .milliseconds(milliseconds))
            return queue.withLock { queue in
                defer { if queue != nil { queue = [] } }
                return queue
            }
        }
    }

    @Test func lostEventsAreMadeUpFor() throws {
        let folder = try TemporaryFolder()
        for name in ["a.png", "b.png", "x/c.png", "x/y/d.png", "z/e.png"] { try folder.write(name) }
        let watch = DeafWatch()
        let (collection, news) = try live(folder.path, watch)
        let before = collection.summaries(in: 0..<2)
        try remove("a.png", folder)
        try folder.write("b.png", TinyImage.png(width: 77, height: 1) + [0])
        try folder.write("x/c2.png")
        try remove("x/y", folder)
        try remove("z", folder)
        try folder.write("z/f.png")
        try folder.write("n/e/w.png")
        let revision = collection.status.revision
        #expect(collection.names.count == 5)
        watch.overflow()
        #expect(news.comesTrue { collection.names == ["b.png", "n/e/w.png", "x/c.png", "x/c2.png", "z/f.png"] })
        #expect(
            collection.summary(at: 0)?.id == before[1].id && collection.summary(at: 0)?.version != before[1].version)
        #expect(collection.status.revision > revision)
        // Nothing has changed since: no revision for a look.
        let last = collection.status.revision
        watch.overflow()
        try folder.write("marker.png")
        watch.overflow()
        #expect(news.comesTrue { collection.names.contains("marker.png") })
        #expect(collection.status.revision == last + 1)
    }

    /// Headers that the first bytes do not hold are read without being asked for.
    @Test(arguments: watches) func everythingIsMeasuredInTheEnd(kind: WatchKind) throws {
        let folder = try TemporaryFolder()
        for number in 0..<150 { try folder.write("\(number).jpg", TinyImage.jpeg(width: 100 + number, padding: 3000)) }
        let (collection, news) = try live(folder.path, kind.make())
        #expect(news.comesTrue { !collection.sizes(in: 0..<150).contains(nil) })
        try folder.write("77b.jpg", TinyImage.jpeg(width: 999, padding: 3000))
        #expect(news.comesTrue { collection.sizes(in: 78..<79) == [PixelSize(width: 999, height: 30)] })
    }

    private struct Weak {
        weak var value: AnyObject?
        init(_ value: AnyObject) { self.value = value }
    }

    /// A folder without owners is freed, with the thread that follows it and the system's watch.
    @Test func foldersWithoutOwnersAreFreed() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        let (weakFolder, weakWatch, news) = try {
            let watch = FileSystem.makeWatch()
            let (collection, news) = try live(folder.path, watch)
            #expect(collection.names == ["a.png"])
            return (Weak(collection), Weak(watch), news)
        }()
        #expect(news.comesTrue { weakFolder.value == nil })
        // The thread ends after its last report.
        #expect(eventually { weakWatch.value == nil })
    }
}
