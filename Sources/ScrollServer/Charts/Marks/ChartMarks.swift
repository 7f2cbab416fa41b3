// The marks that are shown on charts, followed while their file changes.

import Platform
import Synchronization

/// The table of marks that the command line names.
///
/// Safe on any thread: the file is read by a thread of its own.
package final class ChartMarks: Sendable {
    /// The least time between two checks of the file, in nanoseconds.
    private static let interval: UInt64 = 1_000_000_000

    private struct State {
        var table: MarkTable
        var stamp: UInt64?
        var revision = 0
        var nextCheck: UInt64 = 0
        var isReading = false
    }

    let path: String
    private let options: TableOptions
    /// Guards the file's contents.
    ///
    /// The lock is held while a table is copied, never while the file is read.
    private let state: Mutex<State>

    /// Reads the file for the first time.
    ///
    /// - Throws: as `MarkTable.read`.
    package init(path: String, _ options: TableOptions) throws(SeriesError) {
        (self.path, self.options) = (path, options)
        let stamp = Self.stamp(path)
        state = Mutex(State(table: try MarkTable.read(path: path, options), stamp: stamp))
    }

    /// The marks as they are now.
    package var table: MarkTable { state.withLock { $0.table } }

    /// A count that grows with every change of the marks; checks the file at most once a second.
    package var revision: Int {
        checkFile()
        return state.withLock { $0.revision }
    }

    private func checkFile() {
        let now = System.monotonicNanoseconds()
        let isDue = state.withLock { state in
            guard !state.isReading, now >= state.nextCheck else { return false }
            state.nextCheck = now + Self.interval
            return true
        }
        guard isDue, let stamp = Self.stamp(path) else { return }
        let starts = state.withLock { state in
            guard stamp != state.stamp, !state.isReading else { return false }
            state.isReading = true
            return true
        }
        guard starts else { return }
        if (try? System.startThread { [self] in read(stamp) }) == nil { state.withLock { $0.isReading = false } }
    }

    /// Reads the file; an unreadable one, such as one being written, leaves the marks unchanged until its next change.
    private func read(_ stamp: UInt64) {
        let table = try? MarkTable.read(path: path, options)
        state.withLock { state in
            (state.isReading, state.stamp) = (false, stamp)
            guard let table, table != state.table else { return }
            state.table = table
            state.revision += 1
        }
    }

    private static func stamp(_ path: String) -> UInt64? { (try? FileSystem.status(of: path))?.stamp }
}
