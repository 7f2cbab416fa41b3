// A table of measurements as lines over x: read once, kept compact, followed while it grows.

/// How a table is read.
package struct SeriesOptions: Sendable {
    /// The name of the x column, or its number from 1; nil lets `ColumnChoice` find it.
    package var xColumn: String?
    /// The columns that the client has chosen.
    package var choice = SeriesChoice()
    /// The order of day, month and year; nil finds it from the table.
    package var dateOrder: DateOrder?
    /// The decimal mark, a point or a comma; nil finds it from the table.
    package var decimalMark: UInt8?
    /// What stands between the cells; nil finds it from the table.
    package var separator: TableSeparator?
    /// The line with the names, from 1; 0 for none, nil finds it from the table.
    package var headerLine: Int?
    /// The zone in which times are shown; nil for the table's own.
    package var zone: ChartZone?
    /// The cache folder for the compact form; nil for none (a temporary file or memory is used then).
    package var cacheFolder: String?
    /// The most bytes that the compact forms of all tables may take in that folder.
    ///
    /// The least recently used are removed first.
    var cacheByteLimit = 50_000_000_000
    /// Whether the file is watched after it has been read, so that appended rows appear.
    var isFollowed = true
    /// Milliseconds between checks of a file, since the system reports no writes before the writer closes it.
    var checkInterval = 1000
    /// Milliseconds between publications of points while more are being read.
    var publishingInterval = 50
    /// Seconds without a change of the file after which a last line without an end counts as finished.
    var settlingTime = 2
    /// The fewest bytes read at a time; a single row may be longer.
    var chunkByteCount = 1 << 20
    /// What the file is that a turned copy is read of; nil for any other table.
    var turned: TurnedTable?
    /// log₂ of the number of points per block, a multiple of 4; nil to choose it by the number of lines.
    var blockShift: Int?

    package init() {}

    /// The user's settings of the table's notation.
    var tableOptions: TableOptions {
        var choice = turned?.complete(choice) ?? choice
        choice.notation.separator = choice.notation.separator ?? separator
        choice.notation.headerLine = choice.notation.headerLine ?? headerLine
        return TableOptions(
            dateOrder: choice.notation.dateOrder ?? dateOrder,
            decimalMark: choice.notation.decimalMark?.byte ?? decimalMark, xColumn: choice.xColumn ?? xColumn,
            choice: choice)
    }
}

/// A series of points with one or more lines.
///
/// Safe on any thread: a reader waits for the building thread only while a few words are copied.
///
/// Use one `view` for queries that belong together: it never changes.
package final class Series: Sendable {
    /// The file's name, or the demo's.
    package let name: String
    let publication: SeriesPublication
    /// The default zone in which times are shown; nil for the table's own.
    package let zone: ChartZone?
    /// Wakes the thread that follows the file, so that it ends.
    private let stopFollowing: @Sendable () -> Void

    /// A series whose points another object builds and publishes.
    init(
        name: String, publication: SeriesPublication, zone: ChartZone? = nil,
        stopFollowing: @escaping @Sendable () -> Void = {}
    ) {
        (self.name, self.zone) = (name, zone)
        self.publication = publication
        self.stopFollowing = stopFollowing
    }

    deinit { stop() }

    /// Stops reading and following the file.
    ///
    /// The points read so far stay. This also happens with the last reference to the series.
    package func stop() {
        publication.stop()
        stopFollowing()
    }

    /// All points that can be read now; never changes.
    package var view: SeriesView { publication.view }
    package var status: SeriesStatus { publication.status }
    /// Sets the handler that is called after every change of the status.
    ///
    /// It runs on the thread that reads the file, so it must be quick and must not wait for the series.
    func onChange(_ handler: (@Sendable (SeriesStatus) -> Void)?) { publication.setHandler(handler) }
}
