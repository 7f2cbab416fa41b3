// The images of a folder and of its subfolders.

import Dispatch
import Synchronization
import Tiling

/// A folder on disk, which is only ever read. Grows while a scan goes on; items keep their index.
final class FolderCollection: Collection {
    let id: String
    let name: String
    let kind = CollectionKind.folder
    var source: String { root.path }

    private struct State {
        var store = ItemStore()
        var isComplete = false
        var revision = 0
        var log = ResizeLog()
        var hasStarted = false
    }

    private let root: FolderRoot
    /// Guards all that is known of the items. Never held while the disk is waited for: the longest that happens under
    /// it is appending a batch.
    private let state = Mutex(State())
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
        let isFirst = state.withLock { state in
            if state.hasStarted { return false }
            state.hasStarted = true
            // Within the lock, so that nobody who comes second waits for a group that nobody has entered.
            firstImage.enter()
            scan.enter()
            return true
        }
        guard isFirst else { return }
        DispatchQueue(label: "folder scan", qos: .userInitiated).async { [self] in
            FolderScan(root, into: self).run()
            state.withLock { state in
                state.isComplete = true
                state.revision += 1
            }
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
        return state.withLock { !$0.isComplete || $0.store.count > 0 }
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

    var status: CollectionStatus {
        state.withLock { state in
            CollectionStatus(count: state.store.count, isComplete: state.isComplete, revision: state.revision)
        }
    }

    func index(ofItem id: String) -> Int? {
        state.withLock { $0.store.index(ofItem: id) }
    }

    func summary(at index: Int) -> ItemSummary? {
        state.withLock { state in
            guard index >= 0, index < state.store.count else { return nil }
            return state.store.summary(at: index)
        }
    }

    func summaries(in range: Range<Int>) -> [ItemSummary] {
        state.withLock { state in
            range.clamped(to: 0..<state.store.count).map { state.store.summary(at: $0) }
        }
    }

    func sizes(in range: Range<Int>) -> [PixelSize?] {
        state.withLock { state in
            range.clamped(to: 0..<state.store.count).map { state.store.size(at: $0) }
        }
    }

    func resized(since revision: Int) -> [Int]? {
        state.withLock { $0.log.indices(since: revision) }
    }

    func details(at index: Int) -> ItemDetails? {
        state.withLock { state in
            guard index >= 0, index < state.store.count else { return nil }
            return state.store.details(at: index)
        }
    }

    // MARK: Reading files

    @discardableResult
    func measure(_ indices: [Int]) -> [Int] {
        let wanted = state.withLock { state in
            Set(indices).filter { index in
                index >= 0 && index < state.store.count && state.store.needsMeasuring(index)
            }.sorted().map { (index: $0, path: state.store.path(at: $0)) }
        }
        guard !wanted.isEmpty else { return [] }
        let findings = wanted.map { (index: $0.index, finding: finding(path: $0.path)) }
        return state.withLock { state in
            let revision = state.revision + 1
            var changed: [Int] = []
            for (index, finding) in findings where state.store.update(index, finding) {
                state.log.append(index, revision: revision)
                changed.append(index)
            }
            if !changed.isEmpty { state.revision = revision }
            return changed
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

    func original(at index: Int) throws(ImageError) -> Original {
        let path = state.withLock { state in
            index >= 0 && index < state.store.count ? state.store.path(at: index) : nil
        }
        guard let path else { throw .unreadable("there is no item \(index)") }
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
        state.withLock { state in
            name.withUnsafeBytes { state.store.appendDirectory($0, in: parent) }
        }
    }

    func append(_ files: [(name: ArraySlice<UInt8>, finding: ItemStore.Finding)], in directory: Int) -> Bool {
        state.withLock { state in
            state.revision += 1
            return files.allSatisfy { name, finding in
                name.withUnsafeBytes { state.store.append($0, in: directory, finding) }
            }
        }
    }
}
