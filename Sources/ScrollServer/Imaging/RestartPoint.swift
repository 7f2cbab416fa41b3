// A place in a picture file from which a decoder can continue.

/// What a decoder must know to continue at a row without decoding those before.
package enum RestartPoint: Sendable, Equatable {
    /// A JPEG's state; `rows` are the point's row of MCUs at full size.
    ///
    /// They depend on the strip above; the rows after them are exact.
    case jpeg(JPEGRestartPoint, rows: Range<Int>)
    case png(PNGRestartPoint)

    /// The next row, in pixels of the whole stored picture.
    package var row: Int {
        switch self {
        case .jpeg(_, let rows): rows.lowerBound
        case .png(let point): point.row
        }
    }

    /// The first row that a decoder restarted here decodes exactly.
    package var firstExactRow: Int {
        switch self {
        case .jpeg(_, let rows): rows.lowerBound == 0 ? 0 : rows.upperBound
        case .png(let point): point.row
        }
    }

    /// Approximate bytes of memory that the point takes.
    package var byteCount: Int {
        switch self {
        case .jpeg(let point, _): 16 + 112 * point.scans.count + 8 * point.scanEnds.count
        case .png(let point): point.prior.count + point.inflater.output.count + 512
        }
    }
}
