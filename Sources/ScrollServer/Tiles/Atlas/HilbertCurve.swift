// Positions along a curve that fills a cube of any number of dimensions.

/// The Hilbert curve, on which neighbours are also neighbours in the cube.
///
/// After J. Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707 (2004).
enum HilbertCurve {
    /// Returns the position of a point along the curve.
    ///
    /// - Parameters:
    ///   - point: its coordinates, each of `bits` bits; overwritten.
    ///   - bits: at least 1; at most 64 when multiplied by the number of dimensions.
    /// - Returns: the position, in `bits` bits per dimension.
    static func index(of point: inout [UInt32], bits: Int) -> UInt64 {
        precondition(!point.isEmpty && bits > 0 && bits * point.count <= 64)
        let top: UInt32 = 1 << UInt32(bits - 1)
        // Undo the rotations and reflections, from the coarsest cube on.
        var bit = top
        while bit > 1 {
            let lower = bit - 1
            for axis in point.indices {
                if point[axis] & bit != 0 {
                    point[0] ^= lower
                } else {
                    let swapped = (point[0] ^ point[axis]) & lower
                    point[0] ^= swapped
                    point[axis] ^= swapped
                }
            }
            bit >>= 1
        }
        // Decode the Gray code.
        for axis in point.indices.dropFirst() { point[axis] ^= point[axis - 1] }
        var turn: UInt32 = 0
        bit = top
        while bit > 1 {
            if point[point.count - 1] & bit != 0 { turn ^= bit - 1 }
            bit >>= 1
        }
        for axis in point.indices { point[axis] ^= turn }
        // Interleave the bits of all coordinates, highest first.
        var index: UInt64 = 0
        for bit in (0..<bits).reversed() {
            for coordinate in point { index = index << 1 | UInt64(coordinate >> UInt32(bit) & 1) }
        }
        return index
    }
}
