// The collections of the pages of items, which are opened when somebody asks for them.

import Imaging
import Synchronization

/// Makes collections of pages on demand, keeps those that were asked for last, and finds the others again for as long as
/// somebody looks at them. Thread-safe.
final class OpenPages: Sendable {
    /// The most that are kept while nobody looks at them.
    static let capacity = 16

    /// A collection that somebody may still look at.
    private struct Held {
        weak var collection: PageCollection?
        weak var views: CatalogViews?

        var entry: CatalogEntry? {
            guard let collection, let views else { return nil }
            return CatalogEntry(collection, views)
        }
    }

    private struct State {
        /// The one asked for last at the end.
        var recent: [CatalogEntry] = []
        var held: [String: Held] = [:]

        mutating func open(_ origin: ItemOrigin, _ parent: any ItemCollection) -> CatalogEntry {
            let pages = PageCollection(
                id: origin.pages, source: "\(parent.source)#\(origin.item)", origin: origin,
                // The item may not have been found yet, and may get another name.
                name: {
                    let path = parent.details(ofItem: origin.item)?.name ?? origin.item
                    return path.split(separator: "/").last.map(String.init) ?? path
                },
                open: { () throws(ImageError) in
                    guard case .file(let file, .tiff) = try parent.original(ofItem: origin.item) else {
                        throw .notAnImage("the file is not a TIFF")
                    }
                    return file
                })
            pages.follow()
            let entry = CatalogEntry(pages)
            held = held.filter { $0.value.collection != nil }
            held[origin.pages] = Held(collection: pages, views: entry.views)
            return entry
        }
    }

    private let state = Mutex(State())

    /// Those that are kept.
    var recent: [CatalogEntry] { state.withLock { $0.recent } }

    /// The collection of an item's pages; nil where there is no such item, or it is no TIFF. Does not touch the disk.
    ///
    /// - Parameter parent: the collection that has the item.
    func entry(_ origin: ItemOrigin, of parent: any ItemCollection) -> CatalogEntry? {
        let id = origin.pages
        let summary = parent.summary(ofItem: origin.item)
        // A scan may still find the item, and what it is.
        guard summary.map({ $0.format == .tiff || $0.error?.isPassing == true }) ?? parent.isScanning else {
            state.withLock { state in
                state.recent.removeAll { $0.collection.id == id }
                state.held[id] = nil
            }
            return nil
        }
        return state.withLock { state in
            let place = state.recent.lastIndex { $0.collection.id == id }
            let entry = place.map { state.recent.remove(at: $0) } ?? state.held[id]?.entry ?? state.open(origin, parent)
            if state.recent.count == Self.capacity { state.recent.removeFirst() }
            state.recent.append(entry)
            return entry
        }
    }
}
