// The pages of a TIFF or JPEG as a collection: see `TIFFPageChain` and `JPEGPages` for the definition of a page.

import Dispatch
import Metadata
import Pixels
import Platform
import Synchronization

/// Shows each page of one TIFF, or JPEG of several pictures, as a picture, in the file's order.
///
/// The pages are found in the background, in batches, and again when the file has changed. A page with the same number
/// then keeps its id and place but gets another version, so nothing made of the old file is shown for it.
///
/// A page takes 8 or 16 bytes besides those of any item (see `ListFileItems`). `notice` tells why pages are missing.
package final class PageCollection: ListedCollection {
    /// Opens the file; blocks.
    typealias Open = @Sendable () throws(ImageError) -> OpenFile

    package let id: String
    package var name: String { title() }
    package let kind = CollectionKind.pages
    package let source: String
    package let origin: ItemOrigin?
    private let title: @Sendable () -> String
    let open: Open
    /// Guards the items; never held while a thread waits for the disk.
    let items = Mutex(ListFileItems())
    let places = Mutex(PagePlaces(stamp: 0))
    /// Why pages are missing, in a sentence without its full stop.
    let ending = Mutex<String?>(nil)
    /// How the pages are ordered, as the file declares it, unless it has another number of pages.
    let stack = Mutex<TIFFStack?>(nil)
    /// The walk under way, and whether one is under way or the first is due; afterwards only `queue` changes them.
    let walk = Mutex<(current: PageWalk?, isDue: Bool)>((nil, false))
    /// The stamp of the file that was walked last, and a different one seen since; only `queue` uses it.
    let seen = Mutex<(walked: UInt64?, candidate: UInt64?)>((nil, nil))
    /// Serializes the walks and the checks of the file.
    let queue = DispatchQueue(label: "pages", qos: .userInitiated)
    let locks = WorkerLocks()

    /// `source` is the cache key of the file; `origin` is the item whose pages these are, nil for a collection of its
    /// own.
    init(
        id: String, source: String, origin: ItemOrigin? = nil, name: @escaping @Sendable () -> String,
        open: @escaping Open
    ) {
        (self.id, self.source, self.origin, self.open, title) = (id, "pages:\(source)", origin, open, name)
    }

    /// Opens a TIFF or JPEG; throws `unreadable` where there is no file, or the error that prevents showing its first
    /// page.
    package convenience init(path: String, id: String, name: String) throws(ImageError) {
        guard let real = FileSystem.realPath(path), let systemPath = SystemPath(real.utf8) else {
            throw .unreadable("the file does not exist")
        }
        let file = try OpenFile.open(systemPath)
        let source = file.source
        let header = try source.checked { () throws(ImageError) in try ImageHeader.read(from: source) }
        if let problem = header.problem { throw problem }
        guard header.format.mayHavePages else { throw Self.hasNoPages }
        self.init(id: id, source: real, name: { name }) { () throws(ImageError) in try OpenFile.open(systemPath) }
    }

    static let hasNoPages = ImageError.notAnImage("the file is neither a TIFF nor a JPEG")

    /// Whether a file has the signature of a TIFF, or is a JPEG with several pages.
    package static func hasPages(path: String) -> Bool {
        guard let file = try? OpenFile(path: path) else { return false }
        let source = file.source
        let format = MediaFormat.sniff(source.bytes(at: 0, count: MediaFormat.signatureByteCount))
        return format == .tiff || format == .jpeg && JPEGPages(source).pages.count > 1
    }

    func withItems<Result>(_ body: (inout ListFileItems) -> Result) -> Result { items.withLock { body(&$0) } }

    package var axes: [StackAxis] { stack.withLock { $0?.axes ?? [] } }
    package var notice: String? { ending.withLock { $0 } }
    package var isScanning: Bool { !status.isComplete }

    // MARK: Bytes

    /// Nothing to do: the walk measures all pages.
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

    /// A page as the last walk has found it.
    private struct KnownPage {
        let index: Int
        let stamp: UInt64
        let format: MediaFormat?
        let orientation: Int
    }

    private func known(_ id: String) throws(ImageError) -> KnownPage {
        let known = withItems { items in
            items.store.handle(ofItem: id).flatMap { handle in
                items.sequence.handles.index(of: handle).map { index in
                    KnownPage(
                        index: index, stamp: items.store.stamp(of: handle),
                        format: items.store.summary(of: handle).format,
                        orientation: items.store.header(of: handle)?.orientation ?? 1)
                }
            }
        }
        guard let known else { throw .unreadable("there is no page '\(id)'") }
        return known
    }

    /// Opens the bytes of a JPEG's page, or the whole TIFF.
    package func original(ofItem id: String) throws(ImageError) -> Original {
        let known = try known(id)
        let file = try open()
        guard known.format == .jpeg else { return try Original(file, name: []) }
        guard file.status.stamp == known.stamp,
            case .bytes(let range)? = places.withLock({ $0.place(at: known.index, stamp: known.stamp) })
        else { throw .changed }
        return .part(file, range, .jpeg)
    }

    package func scale(ofItem id: String) throws(ImageError) -> ItemScale? {
        let known = try known(id)
        let file = try open()
        guard file.status.stamp == known.stamp,
            let place = places.withLock({ $0.place(at: known.index, stamp: known.stamp) })
        else { throw .changed }
        let source = place.source(in: file.source)
        return try source.checked { () throws(ImageError) in
            var reader = HeaderReader(source)
            switch place {
            case .directory: return ItemScale(try TIFFProbe.readPage(&reader, hasFacts: true))
            case .bytes: return ItemScale(try JPEGProbe.readPage(&reader))
            }
        }
    }

    package func content(ofItem id: String, version: String) throws(ImageError) -> ItemContent {
        let known = try known(id)
        let file = try open()
        guard FileStatus.version(ofStamp: known.stamp) == version, file.status.stamp == known.stamp else {
            throw .changed
        }
        // The places may already be those of another version.
        guard let place = places.withLock({ $0.place(at: known.index, stamp: known.stamp) }) else { throw .changed }
        return .file(place.source(in: file.source), orientation: known.orientation)
    }
}
