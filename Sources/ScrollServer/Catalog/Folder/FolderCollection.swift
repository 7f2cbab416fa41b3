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

    private let root: FolderRoot
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
    /// - Throws: `unreadable` when it is no folder or may not be read.
    init(
        root: String, id: String, name: String, followsLinksOutside: Bool = false
    ) throws(ImageError) {
        self.root = try FolderRoot(path: root, followsLinksOutside: followsLinksOutside)
        self.id = id
        self.name = name
    }

    // MARK: Scanning

    /// Begins the scan on a thread of its own. Does nothing the second time.
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
        DispatchQueue(label: "folder scan", qos: .userInitiated).async { [self] in
            FolderScan(root, into: self).run()
            items.withLock { $0.isComplete = true }
            decide()
            scan.leave()
        }
    }

    /// Ends the scan soon; what has been found stays.
    func cancel() {
        isStopped.store(true, ordering: .relaxed)
    }

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

    func index(ofItem id: String, by key: ItemOrder.Key) -> Int? {
        items.withLock { items in
            items.store.slot(ofItem: id).flatMap { slot in items.read(key) { $0.slots.index(of: slot) } ?? nil }
        }
    }

    func summaries(in range: Range<Int>, by key: ItemOrder.Key) -> [ItemSummary] {
        items.withLock { items in
            items.read(key) { $0.slots(in: range) }?.map { items.store.summary(of: $0) } ?? []
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
                    CollectionChanges(difference, status: items.status, following: known, adding: limit) { run in
                        sequence.slots(in: run).map { items.store.size(of: $0) }
                    }
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
            items.update(
                // Another item may have the slot by now, or the file may have been looked at since.
                findings.filter { wanted, _ in
                    items.store.slot(of: wanted.id) == wanted.slot
                        && items.store.modified(of: wanted.slot) == wanted.modified
                        && items.store.byteCount(of: wanted.slot) == wanted.byteCount
                }.map { ($0.wanted.slot, $0.finding) })
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

extension FolderCollection: FolderScanSink {
    var isCancelled: Bool { isStopped.load(ordering: .relaxed) }

    func foundImage() { decide() }

    func appendDirectory(_ name: ArraySlice<UInt8>, in parent: Int) -> Int? {
        items.withLock { $0.appendDirectory(name, in: parent) }
    }

    func append(_ files: [(name: ArraySlice<UInt8>, finding: ItemStore.Finding)], in directory: Int) -> Bool {
        items.withLock { items in
            items.beginRevision()
            return files.allSatisfy { name, finding in items.append(name, in: directory, finding) }
        }
    }
}
