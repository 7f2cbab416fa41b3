// Folders of which the system reports no changes.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Platform

@Suite struct UnwatchedFolderTests {
    /// Watches the first directory and no other, as a system whose watches are used up.
    private final class ShortWatch: DirectoryWatch {
        private let watch = FileSystem.makeWatch()
        private let count = Watched(0)
        let interval = 20
        let failureReason: String? = "no watches are left; raise the limit"

        func add(_ directory: Int32) -> Int32? {
            count.change { $0 += 1 }
            return count.current == 1 ? watch.add(directory) : nil
        }

        func remove(_ number: Int32) { watch.remove(number) }
        func stop() { watch.stop() }
        func events(within milliseconds: Int) -> [WatchEvent]? { watch.events(within: milliseconds) }
    }

    /// It is said once, where the collection is described and counted, and changes are found all the same.
    @Test func isSaid() throws {
        let folder = try TemporaryFolder()
        try folder.write("a.png")
        try folder.write("x/b.png")
        let watch = TellingWatch(ShortWatch())
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F", watch: watch)
        collection.waitForScan()
        defer { watch.stop() }
        let client = try APIClient([collection])
        let notice = try #require(try client.get("/api/collections/f").object()["notice"] as? String)
        // Where the folder lies is not for everybody who asks.
        #expect(notice.contains("'F'") && !notice.contains(folder.path))
        #expect(notice.hasSuffix("no watches are left; raise the limit"))
        #expect(try client.get("/metrics").text.contains("\nscrollserver_collections_unwatched 1\n"))
        try folder.write("x/c.png")
        #expect(watch.news.comesTrue { collection.status.count == 3 })
        // A folder that is not followed at all has nothing to tell.
        #expect(try folder.scanned().notice == nil)
    }

    /// All of a folder is watched: nothing is said.
    @Test func nothingIsSaidWithoutNeed() throws {
        let folder = try TemporaryFolder()
        try folder.write("x/b.png")
        let watch = FileSystem.makeWatch()
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F", watch: watch)
        collection.waitForScan()
        defer { watch.stop() }
        #expect(collection.notice == nil)
        let client = try APIClient([collection])
        #expect(try client.get("/api/collections/f").object()["notice"] == nil)
        #expect(try client.get("/metrics").text.contains("scrollserver_collections_unwatched 0\n"))
    }

    /// Watches directories on a file server: what other computers change is not reported.
    private final class DistantWatch: DirectoryWatch {
        private let silent = SilentWatch()
        private let count = Watched(Int32(0))
        let interval = 20

        func add(_ directory: Int32) -> Int32? {
            count.change { $0 += 1 }
            return count.current
        }

        let mounts: MountTable

        init(_ path: String) {
            mounts = MountTable([
                .init(id: 1, path: [0x2F], type: "ext4"), .init(id: 2, path: [UInt8](path.utf8), type: "nfs4"),
            ])
        }

        func remove(_ watch: Int32) {}
        func stop() { silent.stop() }
        func events(within milliseconds: Int) -> [WatchEvent]? { silent.events(within: milliseconds) }
    }

    /// Where watches do not tell all, changes are found by looking: names that come and go, and files written in place,
    /// also many in one directory.
    @Test func watchesThatMissSomething() throws {
        let folder = try TemporaryFolder()
        for number in 0..<700 { try folder.write("\(number % 7)/\(number).png") }
        let watch = TellingWatch(DistantWatch(try #require(FileSystem.realPath(folder.path))))
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F", watch: watch)
        collection.waitForScan()
        defer { watch.stop() }
        #expect(collection.notice?.hasSuffix("a file system 'nfs4'") == true)
        try folder.write("3/a.png")
        try folder.write("new/b.png")
        #expect(watch.news.comesTrue { collection.status.count == 702 })
        try FileManager.default.removeItem(atPath: "\(folder.path)/3/a.png")
        try FileManager.default.removeItem(atPath: "\(folder.path)/new")
        #expect(watch.news.comesTrue { collection.status.count == 700 })
        for name in ["0/0.png", "6/699.png", "2/352.png"] {
            try Data(TinyImage.png(width: 9, height: 8)).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        }
        #expect(
            watch.news.comesTrue {
                collection.sizes(in: 0..<700).filter { $0 == PixelSize(width: 9, height: 8) }.count == 3
            })
    }
}
