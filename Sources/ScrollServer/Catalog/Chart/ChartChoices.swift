// A chart's table under other choices of columns.

import Charts
import Synchronization

/// The series of one table under the choices that readers have made; thread-safe.
///
/// Each choice is read separately, and cached on disk as the table's own series is. Only `limit` are open at a time;
/// the least recently used one is closed.
final class ChartChoices: Sendable {
    /// Most series that are open at a time.
    static let limit = 4

    private struct Entry {
        let series: Series
        var lastUse: Int
        /// The token of the choice whose series has the points for formulas; empty without formulas.
        var base = ""
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var useCount = 0
        /// Sum of the revisions of closed series, so that `revision` never falls.
        var closedRevision = 0
        var isStopped = false
    }

    /// Guards the series; held while a table is copied, never while a file is read.
    private let state = Mutex(State())
    /// Held while a table is opened, so that two readers of one choice open it once.
    private let opening = Mutex(())
    private let open: (@Sendable (SeriesChoice) throws(SeriesError) -> Series)?

    /// - Parameter open: opens the table under a choice; nil where the table is not a file.
    init(_ open: (@Sendable (SeriesChoice) throws(SeriesError) -> Series)? = nil) { self.open = open }

    /// Grows with every change of one of the series.
    var revision: Int {
        state.withLock { state in
            state.entries.values.reduce(state.closedRevision) { $0 + $1.series.status.revision }
        }
    }

    /// Whether one of the tables is still being read.
    var isReading: Bool {
        state.withLock { state in state.entries.values.contains { !$0.series.status.isComplete } }
    }

    /// The open series of a choice, by its token; nil where it is not open.
    func opened(_ token: String) -> Series? {
        state.withLock { state in
            state.useCount += 2
            state.entries[token]?.lastUse = state.useCount - 1
            // What formulas are computed from is closed after them.
            if let base = state.entries[token]?.base { state.entries[base]?.lastUse = state.useCount }
            return state.entries[token]?.series
        }
    }

    /// Returns the series of a choice, and opens it first if necessary; `own` is the table's without a choice.
    ///
    /// Reads the beginning of the file: call it on a worker thread.
    func series(_ choice: SeriesChoice, of own: Series) throws(SeriesError) -> Series {
        guard !choice.isEmpty else { return own }
        guard !choice.formulas.isEmpty else {
            guard let open else { throw .unreadable("this chart is no file, and has no other columns to choose") }
            return try series(choice.token) { () throws(SeriesError) in try open(choice) }
        }
        let base = choice.ofTable
        let points = try series(base, of: own)
        return try series(choice.token, base: base.token) { () throws(SeriesError) in
            try points.adding(choice.formulas)
        }
    }

    private func series(
        _ token: String, base: String = "", _ open: () throws(SeriesError) -> Series
    ) throws(SeriesError) -> Series {
        if let series = opened(token) { return series }
        return try opening.withLock { (_) throws(SeriesError) in
            if let series = opened(token) { return series }
            let series = try open()
            let closed = state.withLock { state -> [Series] in
                state.useCount += 1
                state.entries[token] = Entry(series: series, lastUse: state.useCount, base: base)
                var closed: [Series] = []
                while state.entries.count > Self.limit,
                    let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
                {
                    state.entries[oldest.key] = nil
                    state.closedRevision += oldest.value.series.status.revision + 1
                    closed.append(oldest.value.series)
                }
                return state.isStopped ? closed + [series] : closed
            }
            for series in closed { series.stop() }
            return series
        }
    }

    /// Stops reading.
    func stop() {
        let all = state.withLock { state in
            state.isStopped = true
            return state.entries.values.map(\.series)
        }
        for series in all { series.stop() }
    }
}
