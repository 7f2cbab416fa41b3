// Shows changed annotations in the collections in which they were not made.

import Catalog
import Platform
import Synchronization

/// Brings the facts of collections in line with the annotations, one after the other, on a pool thread.
final class AnnotationSpread: Sendable {
    private struct State {
        /// The ids of the collections that are behind.
        var waiting: Set<String> = []
        var isRunning = false
    }

    private let catalog: Catalog
    private let pool: WorkerPool
    private let state = Mutex(State())

    init(_ catalog: Catalog, pool: WorkerPool) { (self.catalog, self.pool) = (catalog, pool) }

    /// Shows changes soon, in all collections that may have the files of one in which they were made; nil: in all.
    func show(changesOf collection: (any ItemCollection)? = nil) {
        let others = catalog.entries.map(\.collection).filter { other in
            // Lists show what the collections of their items do.
            guard other.list == nil, other.canBeAnnotated else { return false }
            guard let collection else { return true }
            guard let own = collection.annotatedFolder, let folder = other.annotatedFolder else { return true }
            return other.id != collection.id && Self.overlap(own, folder)
        }
        guard !others.isEmpty else { return showInLists() }
        let begins = state.withLock { state in
            state.waiting.formUnion(others.map(\.id))
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if begins { pool.submit { [weak self] in self?.run() } }
    }

    /// Whether one of two folders is, or lies in, the other.
    private static func overlap(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        let slash = UInt8(ascii: "/")
        func closed(_ path: [UInt8]) -> [UInt8] { path.last == slash ? path : path + [slash] }
        return closed(first).starts(with: closed(second)) || closed(second).starts(with: closed(first))
    }

    private func run() {
        while let next = next() { catalog.entry(next)?.collection.showAnnotations() }
        showInLists()
    }

    /// Lets the pages of lists ask again for their items.
    private func showInLists() {
        for list in catalog.entries.compactMap(\.collection.list) where list.canBeAnnotated { list.noteAnnotations() }
    }

    private func next() -> String? {
        state.withLock { state in
            let next = state.waiting.popFirst()
            state.isRunning = next != nil
            return next
        }
    }
}
