// A place in the middle of a picture file from which a decoder can go on.

/// What a decoder must know to give the rows from one on without those before.
package enum RestartPoint: Sendable, Equatable {
    /// `rows`: those of the point's row of MCUs, at full size. They depend on the strip above; those after them are exact.
    case jpeg(JPEGRestartPoint, rows: Range<Int>)
    case png(PNGRestartPoint)

    /// The next row, in pixels of the whole stored picture.
    package var row: Int {
        switch self {
        case .jpeg(_, let rows): rows.lowerBound
        case .png(let point): point.row
        }
    }

    /// The first row that a decoder that begins here gives exactly.
    package var firstExactRow: Int {
        switch self {
        case .jpeg(_, let rows): rows.lowerBound == 0 ? 0 : rows.upperBound
        case .png(let point): point.row
        }
    }

    /// Bytes of memory that the point takes, about.
    package var byteCount: Int {
        switch self {
        case .jpeg(let point, _): 16 + 112 * point.scans.count + 8 * point.scanEnds.count
        case .png(let point): point.prior.count + point.inflater.output.count + 512
        }
    }
}
