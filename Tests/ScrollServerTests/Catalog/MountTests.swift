// Media that are mounted inside a followed folder and taken away.

import Foundation
import Testing

@testable import Catalog
@testable import Platform

@Suite struct MountTests {
    private static let text = """
        21 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
        22 21 0:20 / /proc rw - proc proc rw
        40 21 8:1 / /media/a\\040card\\134x rw - vfat /dev/sda1 rw
        41 40 8:2 / /media/a\\040card\\134x/in\\011side rw - vfat /dev/sda2 rw
        42 21 8:3 / /media/a rw - vfat /dev/sda3 rw
        no mount
        43 21 8:4 / /media/a rw - vfat /dev/sda4 rw

        """

    @Test func aTableIsRead() {
        let table = MountTable(text: [UInt8](Self.text.utf8))
        func id(of path: [UInt8]) -> Int? { table.mount(containing: path)?.id }
        #expect(table.mounts.count == 6)
        let card = [UInt8]("/media/a card\\x".utf8)
        #expect(table.mounts.map(\.id) == [21, 22, 40, 41, 42, 43])
        #expect(table.mounts[2].path == card)
        #expect(id(of: card) == 40 && id(of: card + [UInt8]("/in\tside/y".utf8)) == 41)
        #expect(id(of: [UInt8]("/media/ab".utf8)) == 21 && id(of: [UInt8]("/".utf8)) == 21)
        // The later one covers the other.
        #expect(id(of: [UInt8]("/media/a/b".utf8)) == 43)
        #expect(table.inside(card) == [[UInt8]("in\tside".utf8): 41])
        #expect(table.inside([UInt8]("/media".utf8))[[UInt8]("a".utf8)] == 43)
        #expect(table.inside([UInt8]("/".utf8)).count == 4)
        #expect(MountTable().mount(containing: card) == nil)
        #expect(table.mounts.map(\.type) == ["ext4", "proc", "vfat", "vfat", "vfat", "vfat"])
        let types = ["nfs4": true, "fuse.sshfs": true, "fuseblk": false, "ext4": false, "": false]
        for (type, isNetwork) in types {
            let table = MountTable(text: [UInt8]("1 0 0:1 / /a rw shared:7 master:1 - \(type) server rw\n".utf8))
            #expect((table.network { [UInt8]("/a/b".utf8) } == type) == isNetwork)
            #expect(table.network { [UInt8]("/b".utf8) } == nil)
        }
    }

    @Test func theSystemsOwnTableIsRead() {
        #if os(Linux)
            let table = MountTable.read()
            #expect(table.mount(containing: [UInt8]("/proc/self".utf8)) != nil)
            #expect(table.mounts.contains { $0.path == [UInt8]("/".utf8) })
        #endif
    }

    /// A watch that tells only of mounts, and of those that the test makes up.
    private final class StagedMounts: DirectoryWatch {
        private let state = Watched((table: MountTable(), news: 0, told: 0, isStopped: false))
        private let count = Watched(0)

        func add(_ directory: Int32) -> Int32? {
            count.change { $0 += 1 }
            return Int32(count.current)
        }

        func remove(_ watch: Int32) {}
        var mounts: MountTable { state.current.table }

        func mount(_ mounts: [(id: Int, path: String)]) {
            state.change { state in
                state.table = MountTable(mounts.map { .init(id: $0.id, path: [UInt8]($0.path.utf8)) })
                state.news += 1
            }
        }

        func stop() { state.change { $0.isStopped = true } }

        func events(within milliseconds: Int) -> [WatchEvent]? {
            if milliseconds > 100 { _ = state.comesTrue { $0.news != $0.told || $0.isStopped } }
            let current = state.current
            if current.isStopped { return nil }
            guard current.news != current.told else { return [] }
            state.change { $0.told = current.news }
            return [WatchEvent(kind: .mounts)]
        }
    }

    /// A medium is mounted over a directory of the folder, another one over that, and both are taken away.
    ///
    /// On the disk directories are swapped, of which no event tells.
    @Test func aMediumInsideTheFolder() throws {
        let folder = try TemporaryFolder()
        let root = try #require(FileSystem.realPath(folder.path))
        try folder.write("own.png")
        try folder.write("stick/hidden.png")
        let media = try TemporaryFolder()
        try media.write("one/a.png")
        try media.write("one/DCIM/b.png")
        func swap(_ first: String, _ second: String) throws {
            try FileManager.default.moveItem(atPath: first, toPath: media.path + "/swap")
            try FileManager.default.moveItem(atPath: second, toPath: first)
            try FileManager.default.moveItem(atPath: media.path + "/swap", toPath: second)
        }
        let staged = StagedMounts()
        staged.mount([(1, "/")])
        let watch = TellingWatch(staged)
        defer { watch.stop() }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F", watch: watch)
        collection.waitForScan()
        #expect(collection.names == ["own.png", "stick/hidden.png"])

        try swap("\(root)/stick", "\(media.path)/one")
        staged.mount([(1, "/"), (7, "\(root)/stick"), (8, "/elsewhere")])
        #expect(watch.news.comesTrue { collection.names == ["own.png", "stick/a.png", "stick/DCIM/b.png"] })
        let before = (0..<3).map { collection.summaries(in: $0..<$0 + 1)[0] }
        let order = ArrangedOrder(arrangement: Arrangement(query: .unreadable), key: .name)
        collection.arrange(order)
        let unreadable = try #require(collection.arranged(order))
        #expect(unreadable.status.count == 0)

        try swap("\(root)/stick", "\(media.path)/one")
        staged.mount([(1, "/"), (8, "/elsewhere")])
        #expect(watch.news.comesTrue { collection.summaries(in: 1..<3).allSatisfy { $0.error == .removedMedium } })
        #expect(unreadable.status.count == 2)
        let after = (0..<3).map { collection.summaries(in: $0..<$0 + 1)[0] }
        #expect(after.map(\.id) == before.map(\.id) && after[0] == before[0])
        // What was made of them is not shown any more, and a look at the file does not say less.
        #expect(after[1].version != before[1].version)
        collection.examine(item: after[1].id)
        #expect(collection.summary(ofItem: after[1].id)?.error == .removedMedium)

        try swap("\(root)/stick", "\(media.path)/one")
        staged.mount([(1, "/"), (9, "\(root)/stick")])
        #expect(watch.news.comesTrue { (0..<3).map { collection.summaries(in: $0..<$0 + 1).first } == before })
        #expect(unreadable.status.count == 0)
    }

    /// What was lost is removed after a while; another mount at the root's place ends the waiting.
    @Test func theEndsOfWhatWasLost() throws {
        let folder = try TemporaryFolder()
        let root = [UInt8](try #require(FileSystem.realPath(folder.path)).utf8)
        func table(_ id: Int?) -> MountTable {
            MountTable([.init(id: 1, path: [0x2F])] + (id.map { [.init(id: $0, path: root)] } ?? []))
        }
        var mounts = FolderMounts(root: folder.path, table(5))
        #expect(mounts.update(table(5)).isRootMoved == false)
        func isLost(_ id: Int?, _ now: Int) -> [Bool] {
            let answer = mounts.isRootLost(table(id), now: now)
            return [answer.isLost, answer.isNew]
        }
        #expect(isLost(5, 100) == [false, false])
        #expect(mounts.update(table(nil)).isRootMoved)
        #expect(isLost(nil, 100) == [true, true])
        #expect(mounts.nextEnd == 100 + FolderMounts.pause)
        #expect(isLost(nil, 200) == [true, false])
        #expect(isLost(6, 300) == [false, false])
        #expect(mounts.nextEnd == nil)
        // Something else was mounted there before anybody looked.
        mounts = FolderMounts(root: folder.path, table(5))
        #expect(isLost(6, 100) == [false, false] && mounts.nextEnd == nil)
        #expect(mounts.update(table(6)).isRootMoved)
        mounts.keepRoot()
        #expect(!mounts.update(table(6)).isRootMoved)
        mounts.scheduleRemoval(3, now: 100)
        mounts.scheduleRemoval(4, now: 200)
        #expect(mounts.takeEnded(now: 99 + FolderMounts.pause).isEmpty)
        #expect(mounts.takeEnded(now: 100 + FolderMounts.pause) == [3])
        mounts.forget(4)
        #expect(mounts.nextEnd == nil)
    }

    /// Nothing of a folder stays open when nothing of it is read, so that it can be unmounted.
    @Test func nothingStaysOpen() throws {
        #if os(Linux)
            let folder = try TemporaryFolder()
            for number in 0..<40 { try folder.write("\(number % 3)/\(number).png") }
            let watch = FileSystem.makeWatch()
            defer { watch.stop() }
            let collection = try FolderCollection(root: folder.path, id: "f", name: "F", watch: watch)
            collection.waitForScan()
            collection.measure(Array(0..<40))
            _ = try collection.original(ofItem: try #require(collection.summaries(in: 0..<1).first).id)
            let root = try #require(FileSystem.realPath(folder.path))
            // The follower may be reading just now.
            let isClosed = eventually {
                let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
                return open.allSatisfy { number in
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
                    return target?.hasPrefix(root) != true
                }
            }
            #expect(isClosed)
        #endif
    }
}
