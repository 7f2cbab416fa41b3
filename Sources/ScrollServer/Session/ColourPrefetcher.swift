// Finds the average colours of photographs before their tiles are made.

import Catalog
import Pixels
import Platform
import Synchronization
import Tiles
import Tiling

/// Reads the thumbnails that cameras embed, to know the colours of the items that come into view next.
///
/// So a fling through an unseen folder shows colours rather than gaps. A thumbnail takes about 1 ms, decoding the
/// photograph about 100 ms. While content scrolls past too quickly for tiles, it also decodes JPEGs of up to 1
/// megapixel at an eighth of their size, in some milliseconds each. Uses at most one thread of the pool, and only while
/// there is work. A new call of `prioritize` replaces the items of the previous one, which are out of view by then. Safe on
/// any thread.
final class ColourPrefetcher: Sendable {
    private struct State {
        /// Items to examine, in reverse order: the next one is last.
        var items: [ItemSummary] = []
        var collection: (any ItemCollection)?
        var isRunning = false
        /// Recently opened items (id and version), whether or not they had a colour, and their source.
        var seen: Set<String> = []
        var source = ""
        var opened = 0
        var found = 0
    }

    /// The largest number of items in `seen`; beyond it, `seen` starts afresh.
    private static let memory = 4096

    private let pool: WorkerPool
    private let atlas: Atlas
    private let state = Mutex(State())

    init(pool: WorkerPool, atlas: Atlas) {
        self.pool = pool
        self.atlas = atlas
    }

    /// Photographs opened so far, and how many of them gave a colour.
    var counts: (opened: Int, found: Int) { state.withLock { ($0.opened, $0.found) } }

    /// Whether items wait to be examined, or one is being examined.
    var isWorking: Bool { state.withLock { $0.isRunning } }

    /// Examines the items that come into view next, in this order, instead of those of the last call.
    ///
    /// `isFleeting` says that the items scroll past too quickly for tiles, so that none of theirs are made. Never
    /// blocks, so an event loop may call it. O(items).
    func prioritize(_ items: [ItemSummary], of collection: any ItemCollection, isFleeting: Bool = false) {
        let photographs = items.filter { Self.mayHaveThumbnail($0) || isFleeting && Self.isSmall($0) }
        guard !photographs.isEmpty else { return }
        let known = atlas.colours(of: photographs, source: collection.source)
        let unknown = known.isEmpty ? photographs : zip(photographs, known).filter { $0.1 == nil }.map(\.0)
        let mayStart = state.withLock { state in
            if state.source != collection.source || state.seen.count > Self.memory {
                (state.source, state.seen) = (collection.source, [])
            }
            state.items = unknown.reversed().filter { !state.seen.contains($0.id + $0.version) }
            state.collection = collection
            guard !state.items.isEmpty, !state.isRunning else { return false }
            state.isRunning = true
            return true
        }
        if mayStart, pool.submit({ [self] in run() }) == nil { state.withLock { $0.isRunning = false } }
    }

    /// Whether the item is likely to have an embedded thumbnail: a JPEG of at least 2 megapixels, as cameras make them.
    private static func mayHaveThumbnail(_ item: ItemSummary) -> Bool {
        guard item.format == .jpeg, item.error == nil, let size = item.size else { return false }
        return size.width.multipliedReportingOverflow(by: size.height).partialValue >= 2_000_000
    }

    /// Whether decoding the item takes about as long as reading a thumbnail: a JPEG of at most 1 megapixel.
    private static func isSmall(_ item: ItemSummary) -> Bool {
        guard item.format == .jpeg, item.error == nil, let size = item.size else { return false }
        return size.width.multipliedReportingOverflow(by: size.height).partialValue <= 1_000_000
    }

    /// The item's thumbnail, or a reduced decode of a small photograph.
    private static func picture(of item: ItemSummary, in collection: any ItemCollection) -> TinyPicture? {
        guard !isSmall(item) else { return try? TinyPictureReader.picture(of: item, in: collection) }
        guard let size = item.size,
            case .file(let source, let orientation)? = try? collection.content(
                ofItem: item.id, version: item.version)
        else { return nil }
        return try? source.checked { () throws(ImageError) in
            EmbeddedThumbnail.picture(from: source, size: size, orientation: orientation).map {
                TinyPicture(ofThumbnail: $0.pixels, $0.colours)
            }
        }
    }

    private func run() {
        while let (item, collection) = next() {
            guard let picture = Self.picture(of: item, in: collection) else { continue }
            atlas.note(
                picture, AtlasKey(source: collection.source, item),
                of: RecentAtlasItems.Item(source: AtlasKey.source(collection.source), id: item.id))
            state.withLock { $0.found += 1 }
        }
    }

    private func next() -> (ItemSummary, any ItemCollection)? {
        state.withLock { state in
            guard let item = state.items.popLast(), let collection = state.collection else {
                (state.isRunning, state.items, state.collection) = (false, [], nil)
                return nil
            }
            state.opened += 1
            state.seen.insert(item.id + item.version)
            return (item, collection)
        }
    }
}
