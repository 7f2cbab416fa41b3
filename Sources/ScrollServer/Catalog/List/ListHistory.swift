// What takes back the edits of a list.

import Tiling

/// The steps that take back the edits made last, the newest edit last. They are kept as long as the program runs.
struct ListHistory: Sendable {
    /// Takes back one change.
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

    /// An edit begins: what is noted from now on is one edit.
    mutating func begin() { current = [] }

    mutating func note(_ step: Step) { current?.append(step) }

    /// The edit is made. One without a step is not kept.
    mutating func end() {
        guard let steps = current, !steps.isEmpty else { return current = nil }
        current = nil
        edits.append(steps)
        stepCount += steps.count
        while edits.count > 1, edits.count > Self.editLimit || stepCount > Self.stepLimit {
            stepCount -= edits.removeFirst().count
        }
    }

    /// The steps of the newest edit, which is forgotten; nil when there is none. What is being done now is not noted.
    mutating func takeLast() -> [Step]? {
        current = nil
        guard let last = edits.popLast() else { return nil }
        stepCount -= last.count
        return last
    }
}
