// A table of measurements as lines over x: read once, kept compact, followed while it grows.

/// How a table is to be read.
struct SeriesOptions: Sendable {
    /// The name of the x column, or its number from 1 on; nil to find it.
    var xColumn: String?
    /// Where the compact form may be kept: a folder of ours. nil for none: then a temporary file or memory is taken.
    var cacheFolder: String?
    /// Whether the file is looked at again after its end: what is added to it appears.
    var isFollowed = true
    /// In milliseconds: how often a file is looked at that the system tells nothing of. It never tells of a file that
    /// is kept open by who writes it.
    var lookInterval = 1000
    /// In seconds since the last change of the file: how long a last line without an end counts as being written.
    var settlingTime = 2
    /// Bytes read at a time, at least; a row may be as long.
    var chunkByteCount = 1 << 20
    /// Points of a block as a power of two, a multiple of 4; nil to choose it.
    var blockShift: Int?
}

/// A series of points with one or more lines, safe on any thread. Reading never waits for who builds it for longer
/// than a copy of a few words takes.
///
/// For several questions that belong together take `view` once: it does not change.
final class Series: Sendable {
    /// The file's name, or the demo's.
    let name: String
    private let publication: SeriesPublication
    /// Ends the waiting of who follows the file.
    private let stopFollowing: @Sendable () -> Void

    /// A series that somebody else builds and publishes.
    init(name: String, publication: SeriesPublication, stopFollowing: @escaping @Sendable () -> Void = {}) {
        self.name = name
        self.publication = publication
        self.stopFollowing = stopFollowing
    }

    deinit { stop() }

    /// Ends reading and following; what has been read stays. Happens by itself when nobody refers to the series.
    func stop() {
        publication.stop()
        stopFollowing()
    }

    /// All points that can be read now.
    var view: SeriesView { publication.view }
    var status: SeriesStatus { publication.status }
    /// Is called after every change of the status, on the thread that reads the file: it must be quick, and must not
    /// wait for the series.
    func onChange(_ handler: (@Sendable (SeriesStatus) -> Void)?) { publication.setHandler(handler) }

    // MARK: The present view

    var lines: [String] { view.lines }
    var xKind: SeriesXKind { view.xKind }
    var count: Int { view.count }

    func x(at index: Int) -> Double { view.x(at: index) }
    func value(line: Int, at index: Int) -> Double { view.value(line: line, at: index) }
    func firstIndex(atOrAfter x: Double) -> Int { view.firstIndex(atOrAfter: x) }
    func extremes(line: Int, in range: Range<Int>) -> (min: Double, max: Double)? {
        view.extremes(line: line, in: range)
    }
    func columns(line: Int, boundaries: [Int]) -> [SeriesColumn?] { view.columns(line: line, boundaries: boundaries) }
}
