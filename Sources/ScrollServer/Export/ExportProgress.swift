// Shows the progress of an export on the terminal.

import Platform
import Synchronization
import Tiling

/// How much of an export is done, and how long the rest may take; thread-safe.
final class ExportProgress: Sendable {
    private struct State {
        var pictures = 0
        /// Of all pictures, at full size.
        var pixelsLeft: Double
        /// Of tiles at all levels.
        var tilePixels = 0.0
        var lastShown: UInt64 = 0
    }

    /// Time between two updates, in nanoseconds.
    private static let interval: UInt64 = 200_000_000
    /// All levels of a picture have a third more pixels than the first.
    private static let levelsFactor = 4.0 / 3

    private let count: Int
    private let start = System.monotonicNanoseconds()
    private let state: Mutex<State>

    /// Begins to measure the time; `pixels` are those of all `count` pictures.
    init(count: Int, pixels: Double) {
        self.count = count
        state = Mutex(State(pixelsLeft: pixels))
    }

    /// Counts a tile.
    func note(pixels: Int) {
        let now = System.monotonicNanoseconds()
        let text = state.withLock { state -> String? in
            state.tilePixels += Double(pixels)
            guard ProgressLine.isSeen, now &- state.lastShown > Self.interval else { return nil }
            state.lastShown = now
            return line(state, now)
        }
        if let text { ProgressLine.show(text) }
    }

    /// Counts an item that is done.
    func noteEnd(_ outcome: ExportItem.Outcome) {
        state.withLock { state in
            state.pictures += 1
            // What was there already took no time, so it counts neither as done nor as left.
            guard case .exported(let picture, let isNew) = outcome, !isNew else { return }
            state.pixelsLeft -= Double(picture.pyramid.size.width) * Double(picture.pyramid.size.height)
        }
    }

    private func line(_ state: State, _ now: UInt64) -> String {
        let seconds = Double(now &- start) / 1e9
        let done = state.tilePixels / Self.levelsFactor
        let text = "exporting: \(state.pictures) of \(count) pictures"
        guard seconds > 2, done > 0, state.pixelsLeft > 0 else { return text }
        let share = min(1, done / state.pixelsLeft)
        return "\(text), \(Int(clamping: share * 100)) %, \(Self.duration(seconds * (1 - share) / share)) left"
    }

    /// A duration in one rounded unit.
    static func duration(_ seconds: Double) -> String {
        switch seconds {
        case ..<90: "\(max(1, Int(clamping: seconds.rounded()))) s"
        case ..<5400: "\(Int(clamping: (seconds / 60).rounded())) min"
        default: "\(Int(clamping: (seconds / 3600).rounded())) h"
        }
    }
}
