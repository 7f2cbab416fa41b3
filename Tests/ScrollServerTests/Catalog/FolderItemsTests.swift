// A folder's items under random changes, against arrays; and the layout index that follows them.

import Synchronization
import Testing
import Tiling

@testable import Catalog
@testable import Metadata
@testable import Platform

@Suite struct FolderItemsTests {
    #if !OPTIMISED
        private static let (largest, rounds) = (400, 150)
    #else
        private static let (largest, rounds) = (100_000, 100)
    #endif

    /// One order of a folder's items, without a disk.
    private final class View: CollectionView {
        let items = Mutex(FolderItems(zone: .universal))
        let key: ItemOrder.Key

        init(_ key: ItemOrder.Key = .name) { self.key = key }

        var status: CollectionStatus { items.withLock { $0.status } }
        func index(ofItem id: String) -> Int? { nil }
        func details(at index: Int) -> ItemDetails? { nil }
        func measure(_ indices: [Int]) -> [Int] { [] }

        func summaries(in range: Range<Int>) -> [ItemSummary] {
            items.withLock { items in
                items.read(key) { $0.handles(in: range) }?.map { items.store.summary(of: $0) } ?? []
            }
        }

        func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
            items.withLock { items in
                guard known > 0 else {
                    return CollectionChanges(.none, status: items.status, following: 0, adding: limit) { run in
                        items.read(key) { $0.handles(in: run) }?.map { items.store.size(of: $0) } ?? []
                    }
                }
                return (items.read(key) { $0.difference(since: revision) } ?? nil).map { difference in
                    CollectionChanges(difference, status: items.status, following: known, adding: limit) { run in
                        items.read(key) { $0.handles(in: run) }?.map { items.store.size(of: $0) } ?? []
                    }
                }
            }
        }

        func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
            items.withLock { items in
                (items.read(key) { $0.difference(since: revision) } ?? nil).map { ($0, items.status) }
            }
        }
    }

    /// An object, since hundreds of thousands are sorted without optimisation.
    private final class File {
        let directory: String
        let name: String
        let finding: ItemStore.Finding
        let path: String
        private let directories: [[UInt8]]
        private let nameBytes: [UInt8]

        init(directory: String, name: String, finding: ItemStore.Finding) {
            (self.directory, self.name, self.finding) = (directory, name, finding)
            path = directory + name
            directories = directory.utf8.split(separator: UInt8(ascii: "/")).map { [UInt8]($0) }
            nameBytes = [UInt8](name.utf8)
        }

        var size: PixelSize? { finding.header.map { PixelSize(width: $0.width, height: $0.height) } }

        /// As a scan finds them: files before folders, each in natural order.
        func precedes(_ other: File) -> Bool {
            for (a, b) in zip(directories, other.directories) where a != b {
                return NaturalOrder.precedes(a[...], b[...])
            }
            return directories.count == other.directories.count
                ? NaturalOrder.precedes(nameBytes[...], other.nameBytes[...])
                : directories.count < other.directories.count
        }
    }

    private static func finding(_ noise: inout RepeatableNoise) -> ItemStore.Finding {
        var finding = ItemStore.Finding(
            byteCount: Int.random(in: 1...30, using: &noise),
            modified: FileTime(seconds: Int.random(in: 0...30, using: &noise), nanoseconds: 0))
        if Bool.random(using: &noise) {
            finding.header = ImageHeader(
                format: .jpeg, width: Int.random(in: 1...9, using: &noise) * 100, height: 100,
                taken: CaptureTime(exif: "1970:01:01 00:00:\(Int.random(in: 10...59, using: &noise))".utf8))
        }
        return finding
    }

    private static let directories = ["", "a2/", "a10/", "a2/x/", "a2/x/y/", "b/"]

    private func directory(_ path: String, _ items: inout FolderItems) throws -> Int {
        var place = DirectoryTree.root
        for name in path.split(separator: "/") {
            let next = items.appendDirectory([UInt8](name.utf8)[...], in: place)
            place = try #require(next)
        }
        return place
    }

    @Test(arguments: [1, 2]) func randomChanges(seed: UInt64) throws {
        var noise = RepeatableNoise(seed: seed)
        let views = [View(.name), View(.date), View(.size)]
        let reversed = ReversedView(views[1])
        let layouts = views.map { LayoutIndex($0) } + [LayoutIndex(reversed)]
        var model: [String: File] = [:]
        for round in 0..<Self.rounds {
            let isGrowing = round % 50 < 30
            // The same changes to all three, since each holds its own items.
            var changes: [(File, remove: Bool)] = []
            for _ in 0..<Int.random(in: 1...(isGrowing ? Self.largest / 30 : 20), using: &noise) {
                let file = File(
                    directory: Self.directories.randomElement(using: &noise) ?? "",
                    name: "img\(Int.random(in: 0..<Self.largest / 3, using: &noise)).jpg",
                    finding: Self.finding(&noise))
                changes.append((file, Int.random(in: 0..<10, using: &noise) < (isGrowing ? 2 : 6)))
            }
            let goneDirectory = Int.random(in: 0..<40, using: &noise) == 0 ? "a2/" : nil
            for view in views {
                try view.items.withLock { items in
                    if !items.has(view.key) {
                        items.make(view.key)
                    }
                    let places = try changes.map { try directory($0.0.directory, &items) }
                    let gone = try goneDirectory.map { try directory($0, &items) }
                    items.changing { items in
                        for (place, (file, isRemoval)) in zip(places, changes) {
                            if isRemoval {
                                items.remove([UInt8](file.name.utf8)[...], in: place)
                            } else {
                                items.put([UInt8](file.name.utf8)[...], in: place, file.finding, near: 3)
                            }
                        }
                        // A few at a time, as it is done under a lock.
                        while let gone, items.removeDirectory(gone, limit: 100) == nil {}
                    }
                }
            }
            for (file, isRemoval) in changes {
                // Of a file that was not touched the size stays known.
                if !isRemoval, let known = model[file.path], known.finding.modified == file.finding.modified,
                    known.finding.byteCount == file.finding.byteCount
                {
                    continue
                }
                model[file.path] = isRemoval ? nil : file
            }
            if let goneDirectory { model = model.filter { !$0.key.hasPrefix(goneDirectory) } }
            // Followed now and then, so that differences span several revisions.
            if round % 7 == 0 { for layout in layouts { follow(layout) } }
            if round % (Self.rounds / 4) == 0 { try check(views, reversed, layouts, model) }
        }
        try check(views, reversed, layouts, model)
    }

    private func follow(_ layout: LayoutIndex) {
        layout.withLayout(.init(kind: .stack, viewport: Size(width: 1024, height: 500), spacing: 0)) { _ in }
    }

    private func check(
        _ views: [View], _ reversed: ReversedView, _ layouts: [LayoutIndex], _ model: [String: File]
    ) throws {
        let byName = model.values.sorted { $0.precedes($1) }
        func sorted(_ rank: (File) -> Int) -> [File] {
            byName.enumerated().map { (rank($1), $0) }.sorted { $0 < $1 }.map { byName[$1] }
        }
        let orders = [
            byName,
            sorted { Int($0.finding.header?.taken?.secondsSince1970 ?? $0.finding.modified.seconds) },
            sorted { $0.finding.byteCount },
        ]
        for (view, expected) in zip(views, orders) {
            view.items.withLock { items in
                let handles = items.read(view.key) { $0.handles(in: 0..<Int.max) } ?? []
                #expect(
                    handles.map { String(decoding: items.store.path(of: $0), as: UTF8.self) } == expected.map(\.path))
                #expect(handles.map { items.store.size(of: $0) } == expected.map(\.size))
            }
        }
        for (layout, expected) in zip(layouts, orders + [orders[1].reversed()]) {
            check(layout, expected.map(\.size))
        }
        #expect(reversed.summaries(in: 0..<Int.max).map(\.size) == orders[1].reversed().map(\.size))
    }

    /// Lengths of measured items are their own; sums are those of the lengths.
    private func check(_ layout: LayoutIndex, _ sizes: [PixelSize?]) {
        layout.withLayout(.init(kind: .stack, viewport: Size(width: 1024, height: 500), spacing: 0)) { layout in
            #expect(layout.count == sizes.count)
            guard layout.count == sizes.count else { return }
            var start = 0.0
            // Counted rather than expected one by one: there are hundreds of thousands.
            var (misplaced, misjudged) = (0, 0)
            for (index, size) in sizes.enumerated() {
                let frame = layout.frame(of: index)
                if abs(frame.minY - start) > 0.01 { misplaced += 1 }
                if let size {
                    let length = ExtentTree.quantize(LinearLayout.length(of: size, along: .vertical))
                    if abs(frame.maxY - frame.minY - length) > 0.01 { misjudged += 1 }
                }
                start = frame.maxY
            }
            #expect(misplaced == 0 && misjudged == 0)
        }
    }

    @Test func filesOfOneDirectory() throws {
        var items = FolderItems(zone: .universal)
        for path in Self.directories {
            let place = try directory(path, &items)
            for number in [3, 20, 1] {
                items.put([UInt8]("\(number).png".utf8)[...], in: place, ItemStore.Finding())
            }
        }
        for path in Self.directories {
            let place = try directory(path, &items)
            let names = items.files(in: place).map { String(decoding: items.store.path(of: $0), as: UTF8.self) }
            #expect(names == ["1.png", "3.png", "20.png"].map { path + $0 })
        }
        let gone = try directory("a2/", &items)
        let removed = items.removeDirectory(gone)
        #expect(removed?.count == 3)
        #expect(items.status.count == 9)
    }
}
