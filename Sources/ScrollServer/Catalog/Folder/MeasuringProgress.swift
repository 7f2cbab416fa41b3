// The order in which a folder's headers are read in the background.

/// Searches a folder for unmeasured items, outwards in both directions from the item that a client was shown last.
struct MeasuringProgress {
    /// Headers read between two pauses.
    private static let batchCount = 32
    /// Most items examined in one step, so that the folder's lock is held for some 100 µs.
    private static let examinedLimit = 4096
    /// The search restarts when the item shown last is more than this many items away from `origin`.
    private static let tolerance = 256

    private var origin = 0
    /// The items of `start ..< end` have been examined.
    private var start = 0
    private var end = 0
    private(set) var isDone = false

    /// The next step of the search; O(log n + 4096).
    ///
    /// - Returns: handles to measure, at most 32; empty when this step found none, which is the end only if `isDone`.
    mutating func next(_ items: inout FolderItems) -> [UInt32] {
        let focus = min(items.focus.flatMap { items.names.handles.index(of: $0) } ?? origin, items.names.count)
        if isDone, !items.takeNewFiles() { return [] }
        if isDone || abs(focus - origin) > Self.tolerance {
            (origin, start, end, isDone) = (focus, focus, focus, false)
        }
        let count = items.names.count
        (start, end) = (min(start, count), min(end, count))
        var handles: [UInt32] = []
        // Continue on the side that has come less far, so that both advance alike.
        for isForward in end - origin <= origin - start ? [true, false] : [false, true] {
            let run =
                isForward
                ? end..<min(end + Self.examinedLimit, count) : max(start - Self.examinedLimit, 0)..<start
            let found = items.names.handles(in: run).enumerated().filter { items.store.needsMeasuring($0.element) }
            let taken = isForward ? found.prefix(Self.batchCount) : found.suffix(Self.batchCount)
            if isForward {
                end = taken.count < found.count ? run.lowerBound + (taken.last?.offset ?? 0) + 1 : run.upperBound
            } else {
                start = taken.count < found.count ? run.lowerBound + (taken.first?.offset ?? 0) : run.lowerBound
            }
            handles = taken.map(\.element)
            if !handles.isEmpty { break }
        }
        isDone = start == 0 && end == count
        return handles
    }
}
