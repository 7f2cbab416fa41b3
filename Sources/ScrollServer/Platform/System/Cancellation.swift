// Cancels requested work.

import Synchronization

/// Cancels work whose result is no longer needed; may be called at any time, even after the result.
package struct Cancellation: Sendable {
    package let cancel: @Sendable () -> Void

    package init(_ cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }

    /// A cancellation for work that cannot be cancelled.
    package static let none = Cancellation {}
}

/// Cancels work of several pieces; each piece adds its cancellation when it begins.
///
/// Thread-safe.
package final class CancellationChain: Sendable {
    private struct State {
        var pieces: [Cancellation] = []
        var isCancelled = false
    }

    /// Guards the pieces; not held while a piece is cancelled.
    private let state = Mutex(State())

    package init() {}

    /// Cancels all pieces added so far, and each that is added later.
    package var cancellation: Cancellation {
        Cancellation { [self] in
            let pieces = state.withLock { state in
                state.isCancelled = true
                defer { state.pieces = [] }
                return state.pieces
            }
            for piece in pieces { piece.cancel() }
        }
    }

    /// Adds a piece that has begun; cancels it at once if the chain has been cancelled.
    package func add(_ piece: Cancellation) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.pieces.append(piece) }
            return state.isCancelled
        }
        if isCancelled { piece.cancel() }
    }
}
