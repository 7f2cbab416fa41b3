// Intra prediction of one transform block (H.265, 8.4.4.2).

/// Which reference samples of a block are available (8.4.4.2.2), counted in samples of its component.
struct IntraNeighbours: Sendable {
    /// Available samples left of the block below its last row, 0 to its size, from the top down.
    var belowLeft: Int
    /// Whether the samples left of the block are available.
    var left: Bool
    /// Whether the sample above the left column is available.
    var corner: Bool
    /// Whether the samples above the block are available.
    var above: Bool
    /// Available samples above the block right of its last column, 0 to its size, from the left.
    var aboveRight: Int
}

/// Predicts blocks from samples beside them; holds scratch memory, so each decoding lane has its own.
struct IntraPredictor: Sendable {
    /// strong_intra_smoothing_enabled_flag.
    let strongSmoothing: Bool
    /// intra_smoothing_disabled_flag.
    let isSmoothingDisabled: Bool
    /// Reference samples from the lowest at the left (0) over the corner (2 * size) to the last above (4 * size).
    var reference = [UInt16](repeating: 0, count: 129)
    /// The same after smoothing.
    var smoothed = [UInt16](repeating: 0, count: 129)
    /// ref[] of the angular modes (8.4.4.2.6), whose index 0 is at 32.
    var line = [UInt16](repeating: 0, count: 97)
    /// A block of a mode that predicts columns, before it is turned.
    var turned = [UInt16](repeating: 0, count: 1024)

    /// Predicts one block of a plane in place.
    ///
    /// - Parameters:
    ///   - plane: samples of the component; those beside the block are read.
    ///   - x: first column of the block.
    ///   - y: first row of the block.
    ///   - log2Size: binary logarithm of rows and columns, 2 to 5.
    ///   - mode: predModeIntra, 0 to 34, after the mapping of 4:2:2.
    ///   - component: 0 for luma, 1 for Cb, 2 for Cr.
    ///   - filtersLikeLuma: whether reference samples of chroma are smoothed like those of luma (4:4:4).
    ///   - withoutEdgeFilter: disableIntraBoundaryFilter of 8.4.4.2.6.
    ///   - neighbours: which reference samples are available.
    ///   - bitDepth: bits of a sample of the component.
    mutating func predict(
        _ plane: inout Plane, x: Int, y: Int, log2Size: Int, mode: Int, component: Int, filtersLikeLuma: Bool,
        withoutEdgeFilter: Bool, neighbours: IntraNeighbours, bitDepth: Int
    ) {
        let size = 1 << log2Size
        guard 2...5 ~= log2Size, x >= 0, y >= 0, x + size <= plane.width, y + size <= plane.height else { return }
        gather(plane, x: x, y: y, size: size, neighbours: neighbours, bitDepth: bitDepth)
        let mayFilter = !isSmoothingDisabled && (component == 0 || filtersLikeLuma)
        if mayFilter, Self.isSmoothed(mode: mode, log2Size: log2Size) {
            Self.smooth(
                reference, into: &smoothed, size: size, mayBeStrong: strongSmoothing && component == 0,
                bitDepth: bitDepth)
            swap(&reference, &smoothed)
        }
        let block = IntraBlock(x: x, y: y, size: size, log2Size: log2Size, width: plane.width)
        let filtersEdge = component == 0 && size < 32
        switch mode {
        case 0: predictPlanar(&plane, block, bitDepth: bitDepth)
        case 1: predictDC(&plane, block, filtersEdge: filtersEdge)
        default:
            predictAngular(
                &plane, block, mode: min(max(mode, 2), 34), filtersEdge: filtersEdge && !withoutEdgeFilter,
                bitDepth: bitDepth)
        }
    }

    /// Whether reference samples are smoothed for a mode and size: filterFlag (8.4.4.2.3).
    static func isSmoothed(mode: Int, log2Size: Int) -> Bool {
        if mode == 1 || log2Size == 2 { return false }
        let distance = min(abs(mode - 26), abs(mode - 10))
        return distance > (log2Size == 3 ? 7 : log2Size == 4 ? 1 : 0)
    }

    /// Returns the mode that a chroma block of 4:2:2 uses for a mode of square samples (table 8-3).
    static func mode422(_ mode: Int) -> Int {
        modes422.indices.contains(mode) ? modes422[mode] : mode
    }

    private static let modes422 = [
        0, 1, 2, 2, 2, 2, 3, 5, 7, 8, 10, 12, 13, 15, 17, 18, 19, 20,
        21, 22, 23, 23, 24, 24, 25, 25, 26, 27, 27, 28, 28, 29, 29, 30, 31,
    ]
}

/// Where a block lies in its plane.
struct IntraBlock {
    let x: Int
    let y: Int
    let size: Int
    let log2Size: Int
    /// Columns of the plane.
    let width: Int

    /// The index of the block's first sample in a row.
    func start(ofRow row: Int) -> Int { (y + row) * width + x }
}
