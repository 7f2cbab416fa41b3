// Computes the width of a mosaic's cells.

/// The width of a mosaic's cells and of the gaps between them, in device pixels.
///
/// ```
///  pitch    28        8        3      2      1     0.3      device pixels, for a spacing of 4 at cells of 24
///  side     24        7       2.57    2      1     0.3
///  gap       4        1       0.43    0      0      0
/// ```
/// A gap is the same share of each cell while it is at least a third of a device pixel; below that there is none. Where
/// the columns are as many as fit at a whole number of device pixels, cells begin at whole device pixels, and the space
/// left over is less than a cell. Any other number of columns fills the width exactly, with cells that begin between
/// pixels and gaps that are whole.
struct MosaicCells: Equatable {
    /// Distance from the edge of a cell to the same edge of the next one.
    let pitch: Double
    /// Width and height of a cell without its gap.
    let side: Double
    /// The space before the first column.
    let margin: Double

    /// The narrowest gap, in device pixels.
    static let narrowestGap = 1.0 / 3

    /// - Parameters:
    ///   - width: in device pixels.
    ///   - columns: at least 1.
    ///   - spacing: the gap divided by the side of a cell, where cells are large; gaps are at most as wide as the cells.
    init(width: Double, columns: Int, spacing: Double) {
        let share = Self.share(spacing)
        let width = max(width, 1.0 / 1024)
        var exact = width / (Double(columns) - share)
        if exact * share < Self.narrowestGap { exact = width / Double(columns) }
        // Gaps are whole too, so the widest pitch that fits may be one more or less.
        let near = (exact + 1e-9).rounded(.down)
        let whole = [near + 1, near, near - 1].first {
            $0 >= 1 && Self.columns(width: width, pitch: $0, spacing: spacing) == columns
        }
        if let whole {
            let gap = Self.gap(whole, share)
            (pitch, side) = (whole, whole - gap)
            margin = max(0, ((width - whole * Double(columns) + gap) / 2).rounded(.down))
        } else {
            // A fractional gap would be visible between some cells only.
            let gap = (exact * share).rounded()
            pitch = (width + gap) / Double(columns)
            (side, margin) = (pitch - gap, 0)
        }
    }

    /// The number of columns of this pitch that fit into the width; at least 1.
    ///
    /// A pitch of a device pixel or more must be whole.
    static func columns(width: Double, pitch: Double, spacing: Double) -> Int {
        let gap = pitch < 1 ? 0 : gap(pitch, share(spacing))
        let columns = pitch < 1 ? (width / pitch).rounded() : ((width + gap) / pitch + 1e-9).rounded(.down)
        return Int(clamping: min(max(1, columns), Double(DensityZoom.mostColumns)))
    }

    /// The gap as a share of the pitch.
    private static func share(_ spacing: Double) -> Double { min(0.5, spacing / (1 + spacing)) }

    /// The gap at a pitch of whole device pixels: whole, too, from one device pixel on.
    private static func gap(_ pitch: Double, _ share: Double) -> Double {
        let gap = pitch * share
        return gap >= 1 ? gap.rounded() : gap >= narrowestGap ? gap : 0
    }
}
