// Places along a curve that fills a cube of any number of dimensions.

/// The Hilbert curve, by J. Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707 (2004): neighbours on
/// the curve are neighbours in the cube.
enum HilbertCurve {
    /// How far along the curve a point is.
    ///
    /// - Parameters:
    ///   - point: its coordinates, each of `bits` bits; left in another form.
    ///   - bits: 1 or more; times the number of dimensions at most 64.
    static func index(of point: inout [UInt32], bits: Int) -> UInt64 {
        precondition(!point.isEmpty && bits > 0 && bits * point.count <= 64)
        let top: UInt32 = 1 << UInt32(bits - 1)
        // Undoes the turns and reflections, from the coarsest cube on.
        var bit = top
        while bit > 1 {
            let lower = bit - 1
            for place in point.indices {
                if point[place] & bit != 0 {
                    point[0] ^= lower
                } else {
                    let swapped = (point[0] ^ point[place]) & lower
                    point[0] ^= swapped
                    point[place] ^= swapped
                }
            }
            bit >>= 1
        }
        // From the code of Gray.
        for place in point.indices.dropFirst() { point[place] ^= point[place - 1] }
        var turn: UInt32 = 0
        bit = top
        while bit > 1 {
            if point[point.count - 1] & bit != 0 { turn ^= bit - 1 }
            bit >>= 1
        }
        for place in point.indices { point[place] ^= turn }
        // The bits of all coordinates, the highest of each first.
        var index: UInt64 = 0
        for bit in (0..<bits).reversed() {
            for coordinate in point { index = index << 1 | UInt64(coordinate >> UInt32(bit) & 1) }
        }
        return index
    }
}
