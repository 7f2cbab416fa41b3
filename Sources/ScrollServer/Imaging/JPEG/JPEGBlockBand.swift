// The coefficients of a few rows of MCUs, for pictures whose blocks are completed by more than one scan.

/// A few rows of MCUs; all scans of these rows are decoded together.
struct JPEGBlockBand {
    private struct Plane {
        /// Index of the plane's first block.
        let first: Int
        let blocksWide: Int
        /// Rows of blocks in the band.
        let rowCount: Int
    }

    /// Blocks in a band where only means are kept: enough work for each pass over the scans.
    private static let meanCount = 1 << 15

    /// Rows of MCUs in a band: one, or more where rows are cheap.
    let stripCount: Int
    /// `JPEGFrame.coefficientsPerBlock` values of each block, in natural order.
    var coefficients: [Int16]
    /// For each block, the zigzag index of its last possibly non-zero coefficient; unset where only means are kept.
    var last: [UInt8]
    private let planes: [Plane]

    init(_ frame: JPEGFrame) {
        let strip = max(1, frame.blockCount / max(1, frame.mcusHigh))
        let stripCount = frame.coefficientsPerBlock == 1 ? max(1, min(frame.mcusHigh, Self.meanCount / strip)) : 1
        self.stripCount = stripCount
        var count = 0
        planes = frame.components.map { component in
            let blocksWide = component.horizontal * frame.mcusWide
            let rowCount = component.vertical * stripCount
            defer { count += blocksWide * rowCount }
            return Plane(first: count, blocksWide: blocksWide, rowCount: rowCount)
        }
        coefficients = [Int16](repeating: 0, count: count * frame.coefficientsPerBlock)
        last = [UInt8](repeating: 0, count: count)
    }

    /// Sets all coefficients to 0.
    mutating func clear() {
        var coefficients = coefficients.mutableSpan
        coefficients.update(repeating: 0)
        var last = last.mutableSpan
        last.update(repeating: 0)
    }

    /// Returns the indices of the blocks in a row of a component, from the left.
    ///
    /// `index` counts rows of blocks from the picture's top; a band begins at a multiple of its row count.
    func row(_ index: Int, of component: Int) -> Range<Int> {
        let plane = planes[component]
        let first = plane.first + index % plane.rowCount * plane.blocksWide
        return first..<first + plane.blocksWide
    }
}
