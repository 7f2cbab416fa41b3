// Residuals from scaled transform coefficients (H.265, 8.6.4 to 8.6.8).

/// All work on one block of coefficients: row by row, with `1 << log2Size` columns.
///
/// The array may be longer than the block; what lies behind the block is not defined afterwards.
enum InverseTransform {
    /// Replaces scaled coefficients by residuals (8.6.4.2).
    static func transform(
        _ block: inout [Int32], log2Size: Int, isSine: Bool, bitDepth: Int, lastColumn: Int, lastRow: Int
    ) {
    }

    /// Replaces scaled coefficients by residuals of transform_skip_flag (8.6.4.2), turned around where wanted.
    static func skip(_ block: inout [Int32], log2Size: Int, bitDepth: Int, rotate: Bool) {
    }

    /// Adds up residuals along rows or columns: residual DPCM (8.6.5, 8.6.6).
    static func accumulate(_ block: inout [Int32], log2Size: Int, vertical: Bool) {
    }

    /// Turns a block around by half a turn (8.6.2).
    static func rotate(_ block: inout [Int32], log2Size: Int) {
    }

    /// Adds residuals to predicted samples and clips the sums (8.6.8).
    static func add(
        _ block: [Int32], log2Size: Int, to plane: inout Plane, x: Int, y: Int, bitDepth: Int
    ) {
    }
}
