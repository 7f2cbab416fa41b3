// The undo history of a list.

import Tiling

/// The steps that undo the latest edits, the newest edit last; kept while the program runs.
struct ListHistory: Sendable {
    /// Undoes one change.
    enum Step: Sendable {
        case remove(UInt64)
        case insert(ListItems.Record, at: Int)
        case resize(UInt64, to: PixelSize)
        case move(Range<Int>, to: Int)
        case rename(String)
    }

    /// Most edits that are kept, and most steps of all of them.
    private static let (editLimit, stepLimit) = (100, 200_000)

    private var edits: [[Step]] = []
    private var stepCount = 0
    /// The steps of the edit that is being made; nil while none is.
    private var current: [Step]?

    /// Begins an edit, which collects all steps noted from now on.
    mutating func begin() { current = [] }

    mutating func note(_ step: Step) { current?.append(step) }

    /// Ends the edit, and drops it if it has no step.
    mutating func end() {
        guard let steps = current, !steps.isEmpty else { return current = nil }
        current = nil
        edits.append(steps)
        stepCount += steps.count
        while edits.count > 1, edits.count > Self.editLimit || stepCount > Self.stepLimit {
            stepCount -= edits.removeFirst().count
        }
    }

    /// Removes and returns the steps of the newest edit; nil when there is none.
    ///
    /// Changes made by undoing are not noted.
    mutating func takeLast() -> [Step]? {
        current = nil
        guard let last = edits.popLast() else { return nil }
        stepCount -= last.count
        return last
    }
}
