// A timer that a test turns by hand.

import Synchronization

@testable import Catalog

/// Time stands still until the test lets it go on.
final class HandTimer: Sendable {
    private struct State {
        var now = 100.0
        var waiting: [(time: Double, body: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    var timer: PageTimer {
        PageTimer(
            now: { [self] in state.withLock { $0.now } },
            after: { [self] seconds, body in state.withLock { $0.waiting.append(($0.now + seconds, body)) } })
    }

    /// How many things are to happen.
    var count: Int { state.withLock { $0.waiting.count } }

    /// Lets time go by, with all that happens meanwhile, in its order.
    func advance(_ seconds: Double) {
        let end = state.withLock { $0.now + seconds }
        while let body = next(until: end) { body() }
        state.withLock { $0.now = end }
    }

    private func next(until end: Double) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let place = state.waiting.indices.min(by: { state.waiting[$0].time < state.waiting[$1].time }),
                state.waiting[place].time <= end
            else { return nil }
            let (time, body) = state.waiting.remove(at: place)
            state.now = max(state.now, time)
            return body
        }
    }
}
