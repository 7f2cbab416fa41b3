// The pages of a TIFF as a collection: see `TIFFPageChain` for what a page is.

import Dispatch
import Imaging
import Platform
import Synchronization
import Tiling

/// Shows each page of one TIFF as a picture, in the file's order. The chain of its directories is gone through in the
/// background, some pages at a time, and again when the file has become another one. Then a page with the same number keeps its
/// id and its place; its version is another one, so nothing that was made of the old file is shown for it.
///
/// A page takes 8 bytes beside what any item takes (see `ListFileItems`). What ends the chain before its time is in `notice`.
package final class PageCollection: ListedCollection {
    /// Opens the file. Blocks.
    typealias Open = @Sendable () throws(ImageError) -> OpenFile

    /// Where the pages are, in one version of the file.
    struct Places: Sendable {
        /// `FileStatus.stamp`.
        var stamp: UInt64
        /// File offsets of their directories, in order.
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
    let places = Mutex(Places(stamp: 0))
    /// Why there are no more pages, in a sentence without its full stop.
    let ending = Mutex<String?>(nil)
    /// The walk under way, and whether there is one or the first one is about to begin. Only `queue` changes them after that.
    let walk = Mutex<(current: PageWalk?, isDue: Bool)>((nil, false))
    /// The stamp of the file that was gone through last, and another one that was seen since. Only `queue` uses it.
    let seen = Mutex<(walked: UInt64?, candidate: UInt64?)>((nil, nil))
    /// Goes through the chain and looks at the file, one after the other.
    let queue = DispatchQueue(label: "pages", qos: .userInitiated)
    /// Held while a selection is made.
    private let making = Mutex(())

    /// - Parameters:
    ///   - source: what caches know the file by.
    ///   - origin: the item whose pages these are; nil for a file that is a collection of its own.
    init(
        id: String, source: String, origin: ItemOrigin? = nil, name: @escaping @Sendable () -> String,
        open: @escaping Open
    ) {
        (self.id, self.source, self.origin, self.open, title) = (id, "pages:\(source)", origin, open, name)
    }

    /// - Throws: `unreadable` where there is no file, and what keeps its first page from being shown.
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

    /// Whether a file begins as a TIFF does.
    package static func isTIFF(path: String) -> Bool {
        guard let file = try? OpenFile(path: path), let start = try? file.bytes(at: 0, count: 16) else { return false }
        return MediaFormat.sniff(start) == .tiff
    }

    func withItems<Result>(_ body: (inout ListFileItems) -> Result) -> Result { items.withLock { body(&$0) } }
    func whileMaking(_ body: () -> Void) { making.withLock { _ in body() } }

    package var notice: String? { ending.withLock { $0 } }
    package var isScanning: Bool { !status.isComplete }

    // MARK: Bytes

    /// All is known once the chain has been gone through.
    package func measure(_ indices: [Int]) -> [Int] { [] }
    package func examine(item id: String) { queue.async { [weak self] in self?.look() } }

    /// A page that the walk has not come to.
    package func needsLoading(item id: String) -> Bool { walk.withLock { $0.isDue } && index(ofItem: id) == nil }

    /// Waits for the walk to come to a page.
    package func open(item id: String) { wait { needsLoading(item: id) } }

    package var isOpening: Bool { walk.withLock { $0.isDue } && status.count == 0 }
    package func waitForOpening() { wait { isOpening } }

    /// Seconds after which nobody waits for the walk any more: a file may not answer.
    private static let patience = 5.0

    /// Waits while a condition is true, from batch to batch of pages.
    private func wait(while isTrue: () -> Bool) {
        let end = DispatchTime.now() + Self.patience
        while isTrue() {
            let batch = DispatchSemaphore(value: 0)
            queue.async { batch.signal() }
            guard batch.wait(timeout: end) == .success else { return }
        }
    }

    /// The whole file.
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
        // The places may already be those of another version.
        let offset = places.withLock { places in
            places.stamp == known.stamp && known.index < places.offsets.count ? places.offsets[known.index] : nil
        }
        guard let offset else { throw .changed }
        return .file(file.source.page(at: offset), orientation: known.header?.orientation ?? 1)
    }
}
