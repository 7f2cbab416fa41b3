// Folders with so many files that the first are shown before all are sorted, and what they take of the system.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import Platform

@Suite struct LargeFolderTests {
    private static func name(_ number: Int) -> String { "IMG_\(number).png" }

    /// The beginning of a listing is that of the sorted listing, also where names come twice.
    @Test func theFirstNames() {
        var numbers = SeededNumbers(state: 11)
        for round in 0..<60 {
            let count = Int.random(in: 0...900, using: &numbers)
            var listing = DirectoryListing()
            for _ in 0..<count {
                let name = Self.name(Int.random(in: 0...(round % 2 == 0 ? 100 : .max), using: &numbers))
                listing.append([UInt8](name.utf8)[...], kind: .regular)
            }
            let limit = Int.random(in: 1...300, using: &numbers)
            let first = listing.first(limit)
            listing.sort()
            #expect(first.count <= limit)
            #expect(round % 2 == 0 ? first.count > 0 || count == 0 : first.count == min(limit, count))
            for place in 0..<first.count { #expect(first.name(at: place) == listing.name(at: place)) }
        }
    }

    /// More files in one directory than are sorted before the first are shown: all are there once, in order.
    @Test func aLargeDirectory() throws {
        let folder = try TemporaryFolder()
        let count = 17_000
        let source = try folder.write(Self.name(0))
        for number in 1..<count {
            #expect(link(source, "\(folder.path)/\(Self.name(number * 7919 % count))") == 0)
        }
        try folder.write("A folder/x.png")
        let collection = try folder.scanned()
        #expect(collection.names == (0..<count).map(Self.name) + ["A folder/x.png"])
    }

    /// Pictures that cannot be shown have the same shape in each order and direction, whatever was there before.
    @Test func theShapeOfWhatCannotBeShown() throws {
        let folder = try TemporaryFolder()
        for number in 0..<5 { try folder.write("\(number).png", TinyImage.png(width: 10 + number, height: 10)) }
        let watch = TellingWatch(FileSystem.makeWatch())
        defer { watch.stop() }
        let collection = try FolderCollection(root: folder.path, id: "f", name: "F", watch: watch)
        collection.waitForScan()
        #expect(watch.news.comesTrue { !collection.sizes(in: 0..<5).contains(nil) })
        try folder.write("2.png", [])
        let unreadable = ItemStore.shapeOfUnreadable
        for key in collection.orders {
            collection.makeOrder(key)
            let view = try #require(collection.ordered(by: key))
            for view in [view, ReversedView(view)] as [any CollectionView] {
                #expect(watch.news.comesTrue { view.sizes(in: 0..<5).filter { $0 == unreadable }.count == 1 })
                let changes = try #require(view.changes(since: 0, following: 0, adding: 5))
                #expect(changes.sizes.filter { $0 == unreadable }.count == 1 && !changes.sizes.contains(nil))
            }
        }
    }
}
