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

    /// Makes a predictor with what the sequence parameter set says.
    init(strongSmoothing: Bool, isSmoothingDisabled: Bool) {
        self.strongSmoothing = strongSmoothing
        self.isSmoothingDisabled = isSmoothingDisabled
    }

    /// Predicts one block of a plane in place.
    mutating func predict(
        _ plane: inout Plane, x: Int, y: Int, log2Size: Int, mode: Int, component: Int, filtersLikeLuma: Bool,
        withoutEdgeFilter: Bool, neighbours: IntraNeighbours, bitDepth: Int
    ) {
    }

    /// Returns the mode that a chroma block of 4:2:2 uses for a mode of square samples (table 8-3).
    static func mode422(_ mode: Int) -> Int { mode }
}
