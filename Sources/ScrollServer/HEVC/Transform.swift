// Residuals from scaled transform coefficients (H.265, 8.6.2 to 8.6.8).

/// All work on one block of coefficients: row by row, with `1 << log2Size` columns.
///
/// The array may be longer than the block; what lies behind the block is not defined afterwards.
enum InverseTransform {
    /// Replaces scaled coefficients by residuals of transform_skip_flag (8.6.4.2), turned around where wanted.
    static func skip(_ block: inout [Int32], log2Size: Int, bitDepth: Int, rotate: Bool) {
        if rotate { self.rotate(&block, log2Size: log2Size) }
        // tsShift, then the rounding shift of all transformed blocks (8.6.2).
        let left = Int32(5 + log2Size)
        let right = Int32(max(20 - bitDepth, 1))
        let rounding = Int32(1) << (right - 1)
        var samples = block.mutableSpan
        for index in 0..<min(1 << (2 * log2Size), samples.count) {
            samples[index] = ((samples[index] &<< left) &+ rounding) &>> right
        }
    }

    /// Adds up residuals along rows or columns: residual DPCM (8.6.5, 8.6.6).
    static func accumulate(_ block: inout [Int32], log2Size: Int, vertical: Bool) {
        let size = 1 << log2Size
        var samples = block.mutableSpan
        guard samples.count >= size * size else { return }
        if vertical {
            for index in size..<size * size { samples[index] &+= samples[index - size] }
        } else {
            for row in 0..<size {
                for index in row * size + 1..<row * size + size { samples[index] &+= samples[index - 1] }
            }
        }
    }

    /// Turns a block around by half a turn (8.6.2).
    static func rotate(_ block: inout [Int32], log2Size: Int) {
        let count = 1 << (2 * log2Size)
        guard block.count >= count else { return }
        for index in 0..<count / 2 { block.swapAt(index, count - 1 - index) }
    }

    /// Adds residuals to predicted samples and clips the sums (8.6.8).
    static func add(
        _ block: [Int32], log2Size: Int, to plane: inout Plane, x: Int, y: Int, bitDepth: Int
    ) {
        let size = 1 << log2Size
        let width = plane.width
        guard x >= 0, y >= 0, x + size <= width, y + size <= plane.height, block.count >= size * size else { return }
        let most = Int32((1 << bitDepth) - 1)
        let residuals = block.span
        var samples = plane.samples.mutableSpan
        for row in 0..<size {
            let source = residuals.extracting(row * size..<(row + 1) * size)
            let start = (y + row) * width + x
            var target = samples._mutatingExtracting(start..<start + size)
            for column in 0..<size {
                let sum = Int32(target[column]) &+ source[column]
                target[column] = UInt16(truncatingIfNeeded: min(max(sum, 0), most))
            }
        }
    }
}
