// The images of a folder and of its subfolders.

import Dispatch
import Synchronization
import Tiling

/// A folder on disk, which is only ever read. Grows while a scan goes on, and changes as the folder does.
final class FolderCollection: Collection {
    let id: String
    let name: String
    let kind = CollectionKind.folder
    var source: String { root.path }

    /// Another one once the folder has gone and come back.
    private let place: Mutex<FolderRoot>
    /// Tells what happens in the folder; nil when nobody wants to know.
    private let watch: (any DirectoryWatch)?
    /// Guards all that is known of the items. Never held while the disk is waited for: the longest that happens under
    /// it is appending a batch.
    private let items = Mutex(FolderItems())
    /// Guards that only one scan is started.
    private let hasStarted = Mutex(false)
    private let isStopped = Atomic(false)
    /// Left once, when the first image is found or the scan ends without one.
    private let firstImage = DispatchGroup()
    /// Guards that `firstImage` is left once; the value says whether it was.
    private let isDecided = Mutex(false)
    /// Left when the scan has ended.
    private let scan = DispatchGroup()

    /// - Parameters:
    ///   - root: the folder's path, absolute or relative to the working directory.
    ///   - id: fit for a path segment of an URL.
    ///   - followsLinksOutside: whether links may lead out of the folder.
    ///   - watch: what tells of changes, which are then followed; nil to leave it at what a scan finds.
    /// - Throws: `unreadable` when it is no folder or may not be read.
    init(
        root: String, id: String, name: String, followsLinksOutside: Bool = false,
        watch: (any DirectoryWatch)? = nil
    ) throws(ImageError) {
        place = Mutex(try FolderRoot(path: root, followsLinksOutside: followsLinksOutside))
        self.id = id
        self.name = name
        self.watch = watch
    }

    deinit {
        watch?.stop()
    }

    /// The folder on disk.
    var root: FolderRoot { place.withLock { $0 } }

    // MARK: Scanning

    /// Begins the scan on a thread of its own, which follows the folder afterwards. Does nothing the second time.
    func start() {
        let isFirst = hasStarted.withLock { hasStarted in
            if hasStarted { return false }
            hasStarted = true
            // Within the lock, so that nobody who comes second waits for a group that nobody has entered.
            firstImage.enter()
            scan.enter()
            return true
        }
        guard isFirst else { return }
        // Weakly, and in two statements: the thread that follows the folder must not keep it, but end with it.
        let run: @Sendable () -> Void = { [weak self] in
            let follower = self.flatMap { Self.scanned($0) }
            follower?.run()
        }
        do throws(SystemError) {
            try System.startThread(run)
        } catch {
            DispatchQueue(label: "folder scan", qos: .userInitiated).async(execute: run)
        }
    }

    /// Scans the folder.
    ///
    /// - Returns: what is to follow it now; nil when nothing is.
    private static func scanned(_ folder: FolderCollection) -> FolderFollower? {
        let follower = FolderFollower(folder, watch: folder.watch ?? SilentWatch())
        follower.scanAll()
        folder.items.withLock { $0.isComplete = true }
        folder.decide()
        folder.scan.leave()
        return folder.watch == nil ? nil : follower
    }

    /// Ends the scan soon, and follows the folder no more; what has been found stays.
    func cancel() {
        isStopped.store(true, ordering: .relaxed)
        watch?.stop()
    }

    var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

    /// Blocks until an image is found, which may be a little before `status.count` counts it, or until the scan ends.
    ///
    /// - Returns: whether there is any item.
    func waitForFirstItem() -> Bool {
        start()
        firstImage.wait()
        return items.withLock { !$0.isComplete || $0.names.count > 0 }
    }

    /// Blocks until the scan has ended.
    func waitForScan() {
        start()
        scan.wait()
    }

    private func decide() {
        isDecided.withLock { isDecided in
            if !isDecided { firstImage.leave() }
            isDecided = true
        }
    }

    // MARK: What is known

    var status: CollectionStatus { items.withLock { $0.status } }

    var grouping: ItemGrouping? { Self.grouping(of: .name) }
    func groups(of range: Range<Int>) -> [Int] { groups(of: range, by: .name) }
    func title(ofGroup group: Int) -> GroupTitle { title(ofGroup: group, by: .name) }
    func index(ofItem id: String) -> Int? { index(ofItem: id, by: .name) }
    func summaries(in range: Range<Int>) -> [ItemSummary] { summaries(in: range, by: .name) }
    func sizes(in range: Range<Int>) -> [PixelSize?] { sizes(in: range, by: .name) }
    func details(at index: Int) -> ItemDetails? { details(at: index, by: .name) }

    func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        changes(since: revision, following: known, adding: limit, by: .name)
    }

    func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        difference(since: revision, by: .name)
    }

    static func grouping(of key: ItemOrder.Key) -> ItemGrouping? {
        ItemGrouping.allCases.first { $0.order == key }
    }

    func groups(of range: Range<Int>, by key: ItemOrder.Key) -> [Int] {
        items.withLock { items in
            items.read(key) { $0.slots(in: range) }?.compactMap { items.group(of: $0, by: key) } ?? []
        }
    }

    func title(ofGroup group: Int, by key: ItemOrder.Key) -> GroupTitle {
        guard key == .name else { return GroupTitle(month: group) }
        let path = items.withLock { items in
            items.store.directories.contains(group) ? items.store.directories.path(of: group) : []
        }
        return GroupTitle(folder: path.isEmpty ? name : String(decoding: path.dropLast(), as: UTF8.self))
    }

    func index(ofItem id: String, by key: ItemOrder.Key) -> Int? {
        items.withLock { items in
            items.store.slot(ofItem: id).flatMap { slot in items.read(key) { $0.slots.index(of: slot) } ?? nil }
        }
    }

    func summaries(in range: Range<Int>, by key: ItemOrder.Key) -> [ItemSummary] {
        items.withLock { items in
            let slots = items.read(key) { $0.slots(in: range) } ?? []
            // What is shown now is what is measured next.
            if let first = slots.first { items.focus = first }
            return slots.map { items.store.summary(of: $0) }
        }
    }

    func sizes(in range: Range<Int>, by key: ItemOrder.Key) -> [PixelSize?] {
        items.withLock { items in
            items.read(key) { $0.slots(in: range) }?.map { items.store.size(of: $0) } ?? []
        }
    }

    func details(at index: Int, by key: ItemOrder.Key) -> ItemDetails? {
        guard index >= 0, index < Int.max else { return nil }
        return items.withLock { items in
            items.read(key) { $0.slots(in: index..<index + 1).first }?.map {
                items.store.details(of: $0, index: index)
            }
        }
    }

    func changes(
        since revision: Int, following known: Int, adding limit: Int, by key: ItemOrder.Key
    ) -> CollectionChanges? {
        items.withLock { items in
            items.read(key) { sequence in
                (known == 0 ? OrderDifference.none : sequence.difference(since: revision)).map { difference in
                    CollectionChanges(
                        difference, status: items.status, following: known, adding: limit,
                        sizes: { sequence.slots(in: $0).map { items.store.size(of: $0) } },
                        groups: { sequence.slots(in: $0).compactMap { items.group(of: $0, by: key) } })
                }
            } ?? nil
        }
    }

    func difference(
        since revision: Int, by key: ItemOrder.Key
    ) -> (difference: OrderDifference, status: CollectionStatus)? {
        items.withLock { items in
            items.read(key) { sequence in
                sequence.difference(since: revision).map { ($0, items.status) }
            } ?? nil
        }
    }

    func summary(ofItem id: String) -> ItemSummary? {
        items.withLock { items in items.store.slot(ofItem: id).map { items.store.summary(of: $0) } }
    }

    func details(ofItem id: String) -> ItemDetails? {
        items.withLock { items in
            guard let slot = items.store.slot(ofItem: id), let index = items.names.slots.index(of: slot) else {
                return nil
            }
            return items.store.details(of: slot, index: index)
        }
    }

    // MARK: Reading files

    @discardableResult
    func measure(_ indices: [Int]) -> [Int] { measure(indices, by: .name) }

    @discardableResult
    func measure(_ indices: [Int], by key: ItemOrder.Key) -> [Int] {
        let slots = items.withLock { items in
            items.read(key) { sequence in
                Set(indices).sorted().flatMap { index in
                    index < 0 || index == .max ? [] : sequence.slots(in: index..<index + 1)
                }
            } ?? []
        }
        let changed = measure(slots: slots)
        return items.withLock { items in
            items.read(key) { sequence in changed.compactMap { sequence.slots.index(of: $0) }.sorted() } ?? []
        }
    }

    /// Reads a few headers that nobody waits for. Blocks.
    ///
    /// - Returns: false when there are no more to read.
    func measureBehind(_ progress: inout MeasuringProgress) -> Bool {
        let slots = items.withLock { progress.next(&$0) }
        measure(slots: slots)
        return !slots.isEmpty || !progress.isDone
    }

    // MARK: Orders

    var orders: [ItemOrder.Key] { ItemOrder.Key.allCases }
    var groupings: [ItemGrouping] { ItemGrouping.allCases }

    func ordered(by key: ItemOrder.Key) -> (any CollectionView)? {
        if key == .name { return self }
        return items.withLock { $0.has(key) } ? FolderView(self, key: key) : nil
    }

    func makeOrder(_ key: ItemOrder.Key) {
        guard let ranked = items.withLock({ $0.has(key) ? nil : $0.ranked(by: key) }) else { return }
        let sorted = ranked.sorted(by: FolderItems.Ranked.precedes)
        items.withLock { $0.add(key, sorted: sorted) }
    }

    func measure(item id: String) {
        if let slot = items.withLock({ $0.store.slot(ofItem: id) }) { measure(slots: [slot]) }
    }

    /// A file whose header is to be read, as it was known when that was decided.
    private struct Wanted {
        var slot: UInt32
        var id: UInt64
        var modified: FileTime
        var byteCount: Int
        var path: [UInt8]
    }

    /// - Returns: the slots whose items show something else now.
    @discardableResult
    private func measure(slots: [UInt32]) -> [UInt32] {
        let wanted = items.withLock { items in
            slots.filter { items.store.needsMeasuring($0) }.map { slot in
                Wanted(
                    slot: slot, id: items.store.id(of: slot), modified: items.store.modified(of: slot),
                    byteCount: items.store.byteCount(of: slot), path: items.store.path(of: slot))
            }
        }
        guard !wanted.isEmpty else { return [] }
        let findings = wanted.map { (wanted: $0, finding: finding(path: $0.path)) }
        return items.withLock { items in
            items.changing { items in
                findings.compactMap { wanted, finding in
                    // Another item may have the slot by now, or the file may have been looked at since.
                    guard items.store.slot(of: wanted.id) == wanted.slot,
                        items.store.modified(of: wanted.slot) == wanted.modified,
                        items.store.byteCount(of: wanted.slot) == wanted.byteCount
                    else { return nil }
                    return items.update(wanted.slot, finding) ? wanted.slot : nil
                }
            }
        }
    }

    private func finding(path: [UInt8]) -> ItemStore.Finding {
        var finding = ItemStore.Finding()
        do throws(ImageError) {
            let (file, status) = try root.openFile(path)
            finding.byteCount = status.count
            finding.modified = status.modified
            let source = file.source(count: status.count)
            finding.format = ImageFormat.sniff(source.bytes(at: 0, count: ImageFormat.signatureByteCount))
            finding.header = try ImageHeader.read(from: source)
        } catch {
            finding.error = error
        }
        return finding
    }

    func original(ofItem id: String) throws(ImageError) -> Original {
        let path = items.withLock { items in
            items.store.slot(ofItem: id).map { items.store.path(of: $0) }
        }
        guard let path else { throw .unreadable("there is no item '\(id)'") }
        let (file, status) = try root.openFile(path)
        // By the bytes that are served, not by those that were scanned: the file may be another by now.
        let source = file.source(count: status.count)
        let start = source.bytes(at: 0, count: ImageFormat.signatureByteCount)
        var format = ImageFormat.sniff(start)
        if format == nil, SVGProbe.mayBegin(start),
            SVGProbe.root(in: source.bytes(at: 0, count: SVGProbe.searchByteCount)[...]) == .svg
        {
            format = .svg
        }
        guard let format else { throw .notAnImage("the file is not an image of a known format") }
        return .file(file, format)
    }
}

// MARK: What follows the folder changes

extension FolderCollection {
    /// Changes made under the lock at a time: a few milliseconds.
    private static let batchCount = 2048

    func foundImage() { decide() }

    func appendDirectory(_ name: ArraySlice<UInt8>, in parent: Int) -> Int? {
        items.withLock { $0.appendDirectory(name, in: parent) }
    }

    /// Files that come behind all others.
    func append(_ files: [(name: ArraySlice<UInt8>, finding: ItemStore.Finding)], in directory: Int) -> Bool {
        items.withLock { items in
            items.changing { items in
                files.allSatisfy { name, finding in items.append(name, in: directory, finding) }
            }
        }
    }

    /// Makes changes one after the other, in as few revisions as hold nobody up.
    ///
    /// - Returns: directories that are no more.
    func apply(_ changes: [FolderChange]) -> [Int] {
        var gone: [Int] = []
        var rest = changes[...]
        while !rest.isEmpty {
            rest = items.withLock { items in
                items.changing { items in Self.apply(rest, to: &items, gone: &gone) }
            }
        }
        return gone
    }

    /// - Returns: what is left to do.
    private static func apply(
        _ changes: ArraySlice<FolderChange>, to items: inout FolderItems, gone: inout [Int]
    ) -> ArraySlice<FolderChange> {
        var hint: Int?
        for (change, index) in zip(changes.prefix(batchCount), changes.indices) {
            switch change {
            case .put(let directory, let name, let finding):
                // Files come in order, often with none between them.
                if let index = items.put(name[...], in: directory, finding, near: hint) { hint = index + 1 }
            case .remove(let directory, let name):
                if items.store.directories.contains(directory) { items.remove(name[...], in: directory) }
            case .removeDirectory(let directory):
                guard items.store.directories.contains(directory) else { continue }
                guard let removed = items.removeDirectory(directory, limit: batchCount) else {
                    return changes[index...]
                }
                gone += removed
            }
        }
        return changes.dropFirst(batchCount)
    }

    /// Opens the folder anew, which has gone.
    ///
    /// - Returns: whether it is there again.
    func reopenRoot() -> Bool {
        let old = root
        guard let new = try? FolderRoot(path: old.path, followsLinksOutside: old.followsLinksOutside) else {
            return false
        }
        place.withLock { $0 = new }
        return true
    }

    /// Relative to the root, with a slash at the end; nil for a directory that is no more.
    func path(ofDirectory directory: Int) -> [UInt8]? {
        items.withLock { items in
            items.store.directories.contains(directory) ? items.store.directories.path(of: directory) : nil
        }
    }

    func directory(named name: [UInt8], in parent: Int) -> Int? {
        items.withLock { $0.store.directories.directory(named: name, in: parent) }
    }

    /// What is known of the files of one directory, by their names.
    func files(in directory: Int) -> [[UInt8]: (modified: FileTime, byteCount: Int)] {
        items.withLock { items in
            let files = items.files(in: directory).map { slot in
                (
                    [UInt8](items.store.name(of: slot)),
                    (items.store.modified(of: slot), items.store.byteCount(of: slot))
                )
            }
            return Dictionary(files, uniquingKeysWith: { first, _ in first })
        }
    }

    /// The directories in a directory, by their names.
    func directories(in directory: Int) -> [[UInt8]: Int] {
        items.withLock { items in
            let directories = items.store.directories
            return Dictionary(
                directories.children(of: directory).map { (directories.name(of: $0), $0) },
                uniquingKeysWith: { first, _ in first })
        }
    }
}
