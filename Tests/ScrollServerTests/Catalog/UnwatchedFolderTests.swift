// Folders of which the system reports no changes.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct UnwatchedFolderTests {
    /// Watches the first directory and no other, as a system whose watches are used up.
    private final class ShortWatch: DirectoryWatch {
        private let watch = FileSystem.makeWatch()
        private let count = Watched(0)
        let interval = 20
        let trouble: String? = "no watches are left; raise the limit"

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
        #expect(notice.contains(folder.path) && notice.hasSuffix("no watches are left; raise the limit"))
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
}
