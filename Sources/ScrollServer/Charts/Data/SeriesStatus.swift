// The state of a series and of its reading.

/// The meaning of the numbers on the x axis.
package enum SeriesXKind: UInt8, Sendable, Equatable {
    /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
    case time = 0
    /// Numbers of any meaning.
    case number = 1
    /// The position of the row, from 0 on.
    case index = 2
}

/// A row of the file that was left out.
package struct BadRow: Sendable, Equatable {
    /// The line of the file, from 1; for a row with line ends in its cells, the row's first line.
    package let line: Int
    package let reason: String
}

/// The state of a series at one moment.
package struct SeriesStatus: Sendable {
    /// The number of points that can be read.
    package var count = 0
    /// Whether the file has been read to its end once.
    ///
    /// A file that is followed may still grow.
    package var isComplete = false
    /// Grows with every new view of the points, not with other changes of the status.
    package var revision = 0
    /// The bytes of the file that have been read, and its length.
    package var bytesRead = 0
    package var byteCount = 0
    /// The number of rows that were left out.
    package var badRowCount = 0
    /// The first `badRowLimit` of the rows that were left out.
    package var badRows: [BadRow] = []
    /// What was found and guessed while the table was read.
    package var findings: [TableFinding] = []
    /// The file's first bytes as plain text in its encoding; empty for a series without a file.
    var beginning: [UInt8] = []
    /// Messages for the user, in whole sentences: columns left out, rows sorted, cells that were no numbers.
    package var notices: [String] { findings.notices }
    /// The reason why reading has stopped; the points read before can still be used.
    package var failure: SeriesError?
    /// The columns of the table and their use; nil for a series without a file.
    package var format: TableFormat?
    /// The rows of each value of a long table's key, in the order of the file; known when all of it has been read.
    package var keyCounts: [(value: [UInt8], count: Int)] = []
    /// The place of the compact form.
    var storage = SeriesStorage.memory

    static let badRowLimit = 100
}

/// Where the compact form of a series is kept.
enum SeriesStorage: Sendable, Equatable {
    /// In a file under the cache folder, which the next start opens at once.
    case cache
    /// In a temporary file without a name, because the cache folder is not writable.
    case temporary
    /// In memory, because no file can be written.
    case memory
}
