// The published state of a series, and the signal to stop reading.

import Synchronization

/// The latest view and status: written by the thread that reads the file, read by any thread.
final class SeriesPublication: Sendable {
    private struct State {
        var view: SeriesView
        var status = SeriesStatus()
        var handler: (@Sendable (SeriesStatus) -> Void)?
        /// Told of every change, by the number that their owner stops them with.
        var listeners: [Int: @Sendable () -> Void] = [:]
        var listenerCount = 0
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

    /// Calls `listener` after every change, until the result is given to `remove`.
    func add(_ listener: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.listenerCount += 1
            state.listeners[state.listenerCount] = listener
            return state.listenerCount
        }
    }

    func remove(_ listener: Int) { state.withLock { state in _ = state.listeners.removeValue(forKey: listener) } }

    /// Changes the status, and the view where `makeView` returns one for the new revision; then calls the handler.
    ///
    /// Only one thread may publish.
    func publish(_ change: (inout SeriesStatus) -> Void, view makeView: (Int) -> SeriesView? = { _ in nil }) {
        let next = state.withLock { $0.status.revision + 1 }
        // Called without the lock, which is safe since only one thread publishes.
        let view = makeView(next)
        let (status, handler, listeners) = state.withLock { state in
            change(&state.status)
            if let view {
                state.view = view
                state.status.revision = next
                state.status.count = view.count
            }
            return (state.status, state.handler, state.listeners.values)
        }
        handler?(status)
        for listener in listeners { listener() }
    }
}
