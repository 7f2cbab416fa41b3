// Finds the colours of photographs that nobody has seen yet.

import Synchronization
import Tiling

/// Reads the small pictures that cameras put into photographs, of what will be seen next: a millisecond each, where the
/// photograph itself takes a hundred, so that a fling through a folder never seen shows colours rather than holes. Where
/// all goes past too quickly for tiles, so that nobody else makes any, small JPEGs are looked at as well, by an eighth of
/// their pixels: some milliseconds each.
///
/// One thread of the pool at a time, for as long as there is something to do. Only the newest wish counts: whoever flings
/// is elsewhere by the time that an older one would be done. Safe on any thread.
final class ColourScout: Sendable {
    private struct State {
        /// What is to be looked at, the first one last.
        var items: [ItemSummary] = []
        var collection: (any ItemCollection)?
        var isRunning = false
        /// Items that were looked at of late, with a colour or without, and where they come from.
        var seen: Set<String> = []
        var source = ""
        var looked = 0
        var found = 0
    }

    /// Items that are remembered at most.
    private static let memory = 4096

    private let pool: WorkerPool
    private let colours: ColourTable
    private let state = Mutex(State())

    init(pool: WorkerPool, colours: ColourTable) {
        self.pool = pool
        self.colours = colours
    }

    /// Photographs opened so far, and those of them that had a small picture with a colour.
    var counts: (looked: Int, found: Int) { state.withLock { ($0.looked, $0.found) } }

    /// These come into view next, in this order. Quick enough for an event loop. O(items).
    ///
    /// - Parameter isFleeting: whether nobody makes their tiles.
    func look(at items: [ItemSummary], of collection: any ItemCollection, isFleeting: Bool = false) {
        let photographs = items.filter { Self.mayHaveThumbnail($0) || isFleeting && Self.isSmall($0) }
        guard !photographs.isEmpty else { return }
        let known = colours.colours(of: photographs, source: collection.source)
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

    /// What a camera made, and takes long.
    private static func mayHaveThumbnail(_ item: ItemSummary) -> Bool {
        guard item.format == .jpeg, item.error == nil, let size = item.size else { return false }
        return size.width.multipliedReportingOverflow(by: size.height).partialValue >= 2_000_000
    }

    /// What is decoded about as quickly as a thumbnail is found.
    private static func isSmall(_ item: ItemSummary) -> Bool {
        guard item.format == .jpeg, item.error == nil, let size = item.size else { return false }
        return size.width.multipliedReportingOverflow(by: size.height).partialValue <= 1_000_000
    }

    private static func colour(of item: ItemSummary, in collection: any ItemCollection) -> UInt32? {
        guard let size = item.size, case .file(let source, let orientation)? = try? collection.content(ofItem: item.id)
        else { return nil }
        guard isSmall(item) else {
            return EmbeddedThumbnail.colour(from: source, size: size, orientation: orientation)
        }
        var decoder = try? JPEGDecoder(source: source, scaleDenominator: 8)
        return (try? decoder?.readAll())?.averageColour
    }

    private func run() {
        while let (item, collection) = next() {
            guard let colour = Self.colour(of: item, in: collection) else { continue }
            colours.note(colour, source: collection.source, item: item.id, version: item.version)
            state.withLock { $0.found += 1 }
        }
    }

    private func next() -> (ItemSummary, any ItemCollection)? {
        state.withLock { state in
            guard let item = state.items.popLast(), let collection = state.collection else {
                (state.isRunning, state.items, state.collection) = (false, [], nil)
                return nil
            }
            state.looked += 1
            state.seen.insert(item.id + item.version)
            return (item, collection)
        }
    }
}
