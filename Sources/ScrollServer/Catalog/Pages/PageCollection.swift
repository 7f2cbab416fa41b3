// The pages of a TIFF as a collection: see `TIFFPageChain` for the definition of a page.

import Dispatch
import Metadata
import Pixels
import Platform
import Synchronization

/// Shows each page of one TIFF as a picture, in the file's order.
///
/// The chain of its directories is walked in the background, in batches, and again when the file has changed. A page
/// with the same number then keeps its id and place but gets another version, so nothing made of the old file is shown
/// for it.
///
/// A page takes 8 bytes besides those of any item (see `ListFileItems`). `notice` tells why a chain ended early.
package final class PageCollection: ListedCollection {
    /// Opens the file; blocks.
    typealias Open = @Sendable () throws(ImageError) -> OpenFile

    /// The offsets of the pages in one version of the file.
    struct PageOffsets: Sendable {
        /// The file's `FileStatus.stamp`.
        var stamp: UInt64
        /// File offsets of the pages' directories, in order.
        var offsets: [Int] = []
    }

    package let id: String
    package var name: String { title() }
    package let kind = CollectionKind.pages
    package let source: String
    package let origin: ItemOrigin?
    private let title: @Sendable () -> String
    let open: Open
    /// Guards the items; never held while a thread waits for the disk.
    let items = Mutex(ListFileItems())
    let pageOffsets = Mutex(PageOffsets(stamp: 0))
    /// Why the chain ended early, in a sentence without its full stop.
    let ending = Mutex<String?>(nil)
    /// The walk under way, and whether one is under way or the first is due; afterwards only `queue` changes them.
    let walk = Mutex<(current: PageWalk?, isDue: Bool)>((nil, false))
    /// The stamp of the file that was walked last, and a different one seen since; only `queue` uses it.
    let seen = Mutex<(walked: UInt64?, candidate: UInt64?)>((nil, nil))
    /// Serializes the walks and the checks of the file.
    let queue = DispatchQueue(label: "pages", qos: .userInitiated)
    /// Held while an arrangement is made.
    private let making = Mutex(())
    /// Held while the selection is changed.
    private let selecting = Mutex(())

    /// `source` is the cache key of the file; `origin` is the item whose pages these are, nil for a collection of its
    /// own.
    init(
        id: String, source: String, origin: ItemOrigin? = nil, name: @escaping @Sendable () -> String,
        open: @escaping Open
    ) {
        (self.id, self.source, self.origin, self.open, title) = (id, "pages:\(source)", origin, open, name)
    }

    /// Opens a TIFF; throws `unreadable` where there is no file, or the error that prevents showing its first page.
    package convenience init(path: String, id: String, name: String) throws(ImageError) {
        guard let real = FileSystem.realPath(path), let systemPath = SystemPath(real.utf8) else {
            throw .unreadable("the file does not exist")
        }
        let file = try OpenFile.open(systemPath)
        let source = file.source
        let header = try source.checked { () throws(ImageError) in try ImageHeader.read(from: source) }
        if let problem = header.problem { throw problem }
        guard header.format == .tiff else { throw .notAnImage("the file is not a TIFF") }
        self.init(id: id, source: real, name: { name }) { () throws(ImageError) in try OpenFile.open(systemPath) }
    }

    /// Whether a file has the signature of a TIFF.
    package static func isTIFF(path: String) -> Bool {
        guard let file = try? OpenFile(path: path), let start = try? file.bytes(at: 0, count: 16) else { return false }
        return MediaFormat.sniff(start) == .tiff
    }

    func withItems<Result>(_ body: (inout ListFileItems) -> Result) -> Result { items.withLock { body(&$0) } }
    func whileMaking(_ body: () -> Void) { making.withLock { _ in body() } }
    func whileSelecting(_ body: () -> Void) { selecting.withLock { _ in body() } }

    package var notice: String? { ending.withLock { $0 } }
    package var isScanning: Bool { !status.isComplete }

    // MARK: Bytes

    /// Nothing to do: the walk through the chain measures all pages.
    func measure(handles: [UInt32], isAgain: Bool) -> [UInt32] { [] }
    package func examine(item id: String) { queue.async { [weak self] in self?.checkFile() } }

    /// Whether the walk may still find this page.
    package func needsLoading(item id: String) -> Bool { walk.withLock { $0.isDue } && index(ofItem: id) == nil }

    /// Waits for the walk to reach a page.
    package func open(item id: String) { wait { needsLoading(item: id) } }

    package var isOpening: Bool { walk.withLock { $0.isDue } && status.count == 0 }
    package func waitForOpening() { wait { isOpening } }

    /// Longest wait for the walk, in seconds: a file may not answer.
    private static let waitLimit = 5.0

    /// Waits while a condition is true, testing it after each batch of pages.
    private func wait(while isTrue: () -> Bool) {
        let end = DispatchTime.now() + Self.waitLimit
        while isTrue() {
            let batch = DispatchSemaphore(value: 0)
            queue.async { batch.signal() }
            guard batch.wait(timeout: end) == .success else { return }
        }
    }

    /// Opens the whole file.
    package func original(ofItem id: String) throws(ImageError) -> Original {
        guard summary(ofItem: id) != nil else { throw .unreadable("there is no page '\(id)'") }
        return try Original(try open(), name: [])
    }

    package func content(ofItem id: String, version: String) throws(ImageError) -> ItemContent {
        let known = withItems { items in
            items.store.handle(ofItem: id).flatMap { handle in
                items.sequence.handles.index(of: handle).map { index in
                    (index: index, stamp: items.store.stamp(of: handle), header: items.store.header(of: handle))
                }
            }
        }
        guard let known else { throw .unreadable("there is no page '\(id)'") }
        let file = try open()
        guard FileStatus.version(ofStamp: known.stamp) == version, file.status.stamp == known.stamp else {
            throw .changed
        }
        // The offsets may already be those of another version.
        let offset = pageOffsets.withLock { pageOffsets in
            pageOffsets.stamp == known.stamp && known.index < pageOffsets.offsets.count
                ? pageOffsets.offsets[known.index] : nil
        }
        guard let offset else { throw .changed }
        return .file(file.source.page(at: offset), orientation: known.header?.orientation ?? 1)
    }
}
