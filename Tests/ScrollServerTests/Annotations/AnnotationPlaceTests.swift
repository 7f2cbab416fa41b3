// What the store of annotations knows of files, and to which files annotations go.

import Foundation
import Testing

@testable import Catalog
@testable import Platform

@Suite struct AnnotationPlaceTests {
    private static func place(_ path: String, _ content: UInt64) -> FilePlace {
        FilePlace(
            path: Array(path.utf8), content: FileContent(byteCount: 100, hash: content), mounts: MountTable())
    }

    private static func rated(_ rating: UInt8) -> AnnotationChange {
        var change = AnnotationChange()
        change.rating = .set(rating)
        return change
    }

    @Test func contents() throws {
        let folder = try ScratchFolder()
        func content(_ bytes: [UInt8]) throws -> FileContent {
            try folder.write("file", bytes)
            return try FileContent(path: Array("\(folder.path)/file".utf8))
        }
        let long = [UInt8](repeating: 1, count: 200_000)
        let first = try content(long)
        #expect(try content(long) == first && first.byteCount == 200_000)
        for (place, isSeen) in [(0, true), (32_767, true), (167_232, true), (199_999, true), (100_000, false)] {
            var other = long
            other[place] = 2
            #expect(try (content(other) != first) == isSeen, "\(place)")
        }
        // Parts that meet, and files without any or with few bytes.
        for count in [0, 1, 7, 8, 9, 32_767, 32_768, 32_769, 65_535, 65_536, 65_537] {
            let bytes = [UInt8](repeating: 3, count: count)
            let own = try content(bytes)
            #expect(own.byteCount == UInt64(count))
            guard count > 0 else { continue }
            for place in [0, count / 2, count - 1] where count <= 65_536 {
                var other = bytes
                other[place] = 4
                #expect(try content(other) != own, "\(place) of \(count)")
            }
        }
        #expect(throws: SystemError.self) { try FileContent(path: Array(folder.path.utf8)) }
        #expect(throws: SystemError.self) { try FileContent(path: Array("\(folder.path)/none".utf8)) }
    }

    /// Places outlive the program, and one moved annotation is seen by another.
    @Test func places() throws {
        let folder = try ScratchFolder()
        let store = AnnotationStore(folder: folder.path)
        let (a, b) = (Self.place("/p/a.jpg", 1), Self.place("/p/b.jpg", 1))
        #expect(!store.needsContent(a.key, byteCount: 100))
        try store.edit([a.key], in: "c", Self.rated(3))
        #expect(store.needsContent(a.key, byteCount: 100) && !store.needsContent(b.key, byteCount: 100))
        try store.note([a])
        let other = AnnotationStore(folder: folder.path)
        for store in [store, other] {
            #expect(!store.needsContent(a.key, byteCount: 100) && store.needsContent(a.key, byteCount: 99))
            #expect(store.lostByteCounts() == [100])
            #expect(store.codes(of: [a.key], arePresent: true) != [0] && store.lostByteCounts().isEmpty)
            store.noteGone(a.key)
            #expect(store.places(of: store.lostSlots([100])).map(\.path) == [a.path])
            #expect(store.lostSlots([99]).isEmpty)
        }
        store.noteChange(of: a.key)
        #expect(store.needsContent(a.key, byteCount: 100))
        #expect(try store.move([(a.key, b)]).map(\.key) == [b.key])
        // There is nothing left to be moved.
        #expect(try store.move([(a.key, b)]).isEmpty)
        #expect(try other.refresh())
        for store in [store, other, AnnotationStore(folder: folder.path)] {
            #expect(store.annotation(of: a.key).isEmpty && store.annotation(of: b.key).rating == 3)
            #expect(store.count == 1 && !store.needsContent(b.key, byteCount: 100))
        }
    }

    @Test func theJournalOfPlacesIsShortened() throws {
        let folder = try ScratchFolder()
        let store = AnnotationStore(folder: folder.path)
        let padding = String(repeating: "x", count: 1000)
        func places(_ round: Int) -> [FilePlace] {
            (0..<300).map { Self.place("/\(padding)/\($0).jpg", UInt64(1000 * round + $0)) }
        }
        try store.edit(places(0).map(\.key), in: "c", Self.rated(3))
        for round in 0..<20 { try store.note(places(round)) }
        #expect(try folder.bytes("places").count < 2_500_000)
        for store in [store, AnnotationStore(folder: folder.path)] {
            let slots = store.lostSlots()
            #expect(slots.count == 300 && store.places(of: slots).count == 300)
            #expect(Set(store.places(of: slots).map(\.content.hash)) == Set(places(19).map(\.content.hash)))
        }
    }

    /// A record of a later version is left where it is, and the rest is read.
    @Test func laterVersions() throws {
        let folder = try ScratchFolder()
        let store = AnnotationStore(folder: folder.path)
        let a = Self.place("/p/a.jpg", 1)
        try store.edit([a.key], in: "c", Self.rated(3))
        let journal = Journal(path: folder.path + "/places")
        _ = try journal.append([200, 1, 2, 3], at: nil)
        let size = try folder.bytes("places").count
        try store.note([a])
        #expect(try folder.bytes("places").count > size)
        #expect(!AnnotationStore(folder: folder.path).needsContent(a.key, byteCount: 100))
        var first: [UInt8]?
        _ = try journal.read(after: nil) { first = first ?? $0 }
        #expect(first == [200, 1, 2, 3])
    }

    /// Files are not gone where their disk is.
    @Test func disks() throws {
        let folder = try ScratchFolder()
        try folder.write("a", [1])
        let (there, gone) = (Array("\(folder.path)/a".utf8), Array("\(folder.path)/b".utf8))
        let content = FileContent(byteCount: 1, hash: 1)
        let root = MountTable([.init(id: 1, path: Array("/".utf8))])
        let disk = MountTable([.init(id: 1, path: Array("/".utf8)), .init(id: 2, path: Array(folder.path.utf8))])
        #expect(!FilePlace(path: there, content: content, mounts: root).isGone(root))
        #expect(FilePlace(path: gone, content: content, mounts: root).isGone(root))
        #expect(FilePlace(path: gone, content: content, mounts: disk).isGone(disk))
        #expect(!FilePlace(path: gone, content: content, mounts: disk).isGone(root))
    }

    @Test func pairs() {
        func names(_ gone: [String], _ new: [String]) -> [String] {
            AnnotationMover.pairs(gone.map { Self.place($0, 1) }, new.map { Self.place($0, 1) }).map { old, new in
                String(decoding: old.path, as: UTF8.self) + String(decoding: new.path, as: UTF8.self)
            }.sorted()
        }
        #expect(names(["/a"], ["/b"]) == ["/a/b"])
        #expect(names(["/a"], ["/c", "/b"]) == ["/a/b"])
        #expect(names(["/a", "/b"], ["/c"]).isEmpty)
        #expect(names(["/a", "/b"], ["/n/b", "/n/a"]) == ["/a/n/a", "/b/n/b"])
        // The one that is left has the last one.
        #expect(names(["/a", "/b"], ["/n/a", "/x"]) == ["/a/n/a", "/b/x"])
        #expect(names(["/1/a", "/2/a"], ["/3/a"]).isEmpty)
        #expect(names(["/1/a"], ["/3/a", "/2/b"]) == ["/1/a/3/a"])
        #expect(names([], ["/a"]).isEmpty && names(["/a"], []).isEmpty)
    }
}
