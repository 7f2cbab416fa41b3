// The collections of the pages of items, opened on demand.

import Pixels
import Synchronization

/// Opens collections of pages on demand, and keeps the latest; thread-safe.
///
/// The others are found again for as long as somebody uses them.
final class OpenPages: Sendable {
    /// Most collections that are kept while nobody uses them.
    static let capacity = 16

    /// A collection that somebody may still use.
    private struct WeakEntry {
        weak var collection: PageCollection?
        weak var views: CatalogViews?

        var entry: CatalogEntry? {
            guard let collection, let views else { return nil }
            return CatalogEntry(collection, views)
        }
    }

    private struct State {
        /// The collections that are kept, the most recently requested last.
        var recent: [CatalogEntry] = []
        var open: [String: WeakEntry] = [:]

        mutating func makeEntry(
            _ origin: ItemOrigin, _ parent: any ItemCollection,
            prepare: @escaping @Sendable (any ItemCollection) -> Void
        ) -> CatalogEntry {
            let pages = PageCollection(
                id: origin.pages, source: "\(parent.source)#\(origin.item)", origin: origin,
                // The item may not have been found yet, and may be renamed.
                name: {
                    let path = parent.details(ofItem: origin.item)?.name ?? origin.item
                    return path.split(separator: "/").last.map(String.init) ?? path
                },
                open: { () throws(ImageError) in
                    guard case .file(let file, let format) = try parent.original(ofItem: origin.item),
                        format.mayHavePages
                    else { throw PageCollection.hasNoPages }
                    return file
                })
            pages.queue.async { [weak pages] in if let pages { prepare(pages) } }
            pages.follow()
            let entry = CatalogEntry(pages)
            open = open.filter { $0.value.collection != nil }
            open[origin.pages] = WeakEntry(collection: pages, views: entry.views)
            return entry
        }
    }

    private let state = Mutex(State())
    /// Called with each collection before its first page is read.
    private let prepare: @Sendable (any ItemCollection) -> Void

    init(_ prepare: @escaping @Sendable (any ItemCollection) -> Void) { self.prepare = prepare }

    /// The collections that are kept.
    var recent: [CatalogEntry] { state.withLock { $0.recent } }

    /// Whether an item is a TIFF, or a JPEG that has several pages as far as that is known.
    private static func mayHavePages(_ item: ItemSummary, in collection: any ItemCollection) -> Bool {
        if item.error?.isTransient == true || item.format == .tiff { return true }
        return item.format == .jpeg && (item.size == nil || collection.badge(of: item).pages != nil)
    }

    /// Returns the collection of the pages of an item of `parent`; nil where there is no such item, or it is neither a
    /// TIFF nor a JPEG of several pages.
    ///
    /// Does not touch the disk.
    func entry(_ origin: ItemOrigin, of parent: any ItemCollection) -> CatalogEntry? {
        let id = origin.pages
        let summary = parent.summary(ofItem: origin.item)
        // A scan may still find the item and its format.
        guard summary.map({ Self.mayHavePages($0, in: parent) }) ?? parent.isScanning else {
            state.withLock { state in
                state.recent.removeAll { $0.collection.id == id }
                state.open[id] = nil
            }
            return nil
        }
        return state.withLock { state in
            let index = state.recent.lastIndex { $0.collection.id == id }
            let entry =
                index.map { state.recent.remove(at: $0) } ?? state.open[id]?.entry
                ?? state.makeEntry(origin, parent, prepare: prepare)
            if state.recent.count == Self.capacity { state.recent.removeFirst() }
            state.recent.append(entry)
            return entry
        }
    }
}
