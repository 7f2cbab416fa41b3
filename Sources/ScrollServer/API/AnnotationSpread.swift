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

    /// Shows changes soon, in all collections but one; nil: in all.
    func show(except id: String? = nil) {
        // Lists show what the collections of their items do.
        let others = catalog.entries.map(\.collection).filter { $0.id != id && $0.list == nil && $0.canBeAnnotated }
        guard !others.isEmpty else { return }
        let begins = state.withLock { state in
            state.waiting.formUnion(others.map(\.id))
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if begins { pool.submit { [weak self] in self?.run() } }
    }

    private func run() {
        while let next = next() { catalog.entry(next)?.collection.showAnnotations() }
    }

    private func next() -> String? {
        state.withLock { state in
            let next = state.waiting.popFirst()
            state.isRunning = next != nil
            return next
        }
    }
}
