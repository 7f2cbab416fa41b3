// What is known about a series, and about its being read.

/// What the numbers of the x axis are.
enum SeriesXKind: UInt8, Sendable, Equatable {
    /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    case time = 0
    /// Numbers of any meaning.
    case number = 1
    /// The position of the row, from 0 on.
    case index = 2
}

/// A row that was left out.
struct BadRow: Sendable, Equatable {
    /// Of the file, from 1 on; a row with line ends in its cells is named by its first line.
    let line: Int
    let reason: String
}

/// What a series is like at one moment.
struct SeriesStatus: Sendable, Equatable {
    /// Points that can be read.
    var count = 0
    /// Whether the file has been read to its end once. A file that is followed may grow nonetheless.
    var isComplete = false
    /// Grows with every change of what can be read.
    var revision = 0
    /// How far the file has been read, and how long it is.
    var bytesRead = 0
    var byteCount = 0
    /// How many rows were left out.
    var badRowCount = 0
    /// The first `badRowLimit` of them.
    var badRows: [BadRow] = []
    /// What a person should know: columns left out, rows sorted, cells that were no numbers. Whole sentences.
    var notices: [String] = []
    /// Why nothing more will come; what was read before can still be read.
    var failure: SeriesError?
    /// Where the compact form is kept.
    var storage = SeriesStorage.memory

    static let badRowLimit = 100
}

/// Where a series' compact form is kept.
enum SeriesStorage: Sendable, Equatable {
    /// In a file under the cache folder, which the next start opens at once.
    case cache
    /// In a temporary file without a name, since the cache folder cannot be written.
    case temporary
    /// In memory, since no file can be written at all.
    case memory
}
