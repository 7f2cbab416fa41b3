// The published state of a series, and the signal to stop reading.

import Synchronization

/// The latest view and status: written by the thread that reads the file, read by any thread.
final class SeriesPublication: Sendable {
    private struct State {
        var view: SeriesView
        var status = SeriesStatus()
        var handler: (@Sendable (SeriesStatus) -> Void)?
    }

    /// The lock is held only while the state is copied, never while anything is read or built.
    private let state: Mutex<State>
    private let stopped = Atomic(false)

    init(_ description: SeriesDescription) {
        let view = SeriesView(
            revision: 0, generation: 0, count: 0, description: description, blocks: [],
            tree: BlockTree(lineCount: description.lines.count), tail: nil, shift: 16)
        state = Mutex(State(view: view))
    }

    var view: SeriesView { state.withLock { $0.view } }
    var status: SeriesStatus { state.withLock { $0.status } }

    /// Whether the series is no longer needed, so that reading should stop.
    var isStopped: Bool { stopped.load(ordering: .relaxed) }
    func stop() { stopped.store(true, ordering: .relaxed) }

    func setHandler(_ handler: (@Sendable (SeriesStatus) -> Void)?) {
        state.withLock { $0.handler = handler }
    }

    /// Changes the status, and the view where `makeView` returns one for the new revision; then calls the handler.
    ///
    /// Only one thread may publish.
    func publish(_ change: (inout SeriesStatus) -> Void, view makeView: (Int) -> SeriesView? = { _ in nil }) {
        let next = state.withLock { $0.status.revision + 1 }
        // Called without the lock, which is safe since only one thread publishes.
        let view = makeView(next)
        let (status, handler) = state.withLock { state in
            change(&state.status)
            if let view {
                state.view = view
                state.status.revision = next
                state.status.count = view.count
            }
            return (state.status, state.handler)
        }
        handler?(status)
    }
}
