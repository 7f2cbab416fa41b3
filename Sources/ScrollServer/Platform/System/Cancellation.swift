// Cancels work that was asked for.

import Synchronization

/// Cancels work whose result is no longer wanted. May be called at any time, even after the result has come.
package struct Cancellation: Sendable {
    package let cancel: @Sendable () -> Void

    package init(_ cancel: @escaping @Sendable () -> Void) {
        self.cancel = cancel
    }

    /// For work that cannot be cancelled.
    package static let none = Cancellation {}
}

/// Cancels work that consists of several pieces, whichever of them has begun: a piece that begins another one adds its
/// cancellation. Safe on any thread.
package final class CancellationChain: Sendable {
    private struct State {
        var pieces: [Cancellation] = []
        var isCancelled = false
    }

    /// Guards the pieces; not held while one of them is cancelled.
    private let state = Mutex(State())

    package init() {}

    /// Cancels all pieces that were added, and each that is added later.
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

    /// Adds a piece that has begun; it is cancelled at once where the whole has been cancelled before.
    package func add(_ piece: Cancellation) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.pieces.append(piece) }
            return state.isCancelled
        }
        if isCancelled { piece.cancel() }
    }
}
