// In which order headers are read when nobody waits for them.

import Tiling

/// Goes through a folder from the place that was looked at last, in both directions at once, and finds what is not
/// measured yet.
struct MeasuringProgress {
    /// Headers that are read between two pauses.
    private static let batchCount = 32
    /// Items that are passed over at most in one go, so that the folder's lock is held for some 100 µs.
    private static let lookCount = 4096
    /// Items by which the place that is looked at may move before the search begins anew from there.
    private static let tolerance = 256

    private var origin = 0
    /// All from `start` up to `end` have been gone through.
    private var start = 0
    private var end = 0
    private(set) var isDone = false

    /// - Parameter focus: the index that was looked at last.
    /// - Returns: slots to measure; none when nothing was found this time.
    mutating func next(_ items: inout FolderItems) -> [UInt32] {
        let focus = min(items.focus.flatMap { items.names.slots.index(of: $0) } ?? origin, items.names.count)
        if isDone, !items.takeNews() { return [] }
        if isDone || abs(focus - origin) > Self.tolerance {
            (origin, start, end, isDone) = (focus, focus, focus, false)
        }
        let count = items.names.count
        (start, end) = (min(start, count), min(end, count))
        var slots: [UInt32] = []
        // The nearer side first, so that both move on alike.
        for isForward in end - origin <= origin - start ? [true, false] : [false, true] {
            let run =
                isForward
                ? end..<min(end + Self.lookCount, count) : max(start - Self.lookCount, 0)..<start
            let found = items.names.slots(in: run).enumerated().filter { items.store.needsMeasuring($0.element) }
            let taken = isForward ? found.prefix(Self.batchCount) : found.suffix(Self.batchCount)
            if isForward {
                end = taken.count < found.count ? run.lowerBound + (taken.last?.offset ?? 0) + 1 : run.upperBound
            } else {
                start = taken.count < found.count ? run.lowerBound + (taken.first?.offset ?? 0) : run.lowerBound
            }
            slots = taken.map(\.element)
            if !slots.isEmpty { break }
        }
        isDone = start == 0 && end == count
        return slots
    }
}
