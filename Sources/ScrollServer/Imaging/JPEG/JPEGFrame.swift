// The sizes that follow from a frame header and the decoding scale.

/// Geometry of one decoding: MCUs, blocks, planes, output (T.81 §A.1.1, §A.2).
struct JPEGFrame: Sendable {
    struct Component: Sendable {
        /// Sampling factors, 1...4.
        var horizontal: Int
        var vertical: Int
        /// Pixels along one side of a decoded block: 1, 2, 4 or 8.
        var blockSize: Int
        /// Size of the decoded plane in samples.
        var width: Int
        var height: Int
        /// Blocks that hold samples, across and down; a scan of this component alone codes only these.
        var blocksWide: Int
        var blocksHigh: Int
        /// Rows of the plane in one row of MCUs.
        var stripRowCount: Int { vertical * blockSize }

        /// Returns the rows of blocks in these rows of MCUs, for a scan of this component alone.
        func rows(of strips: Range<Int>) -> Range<Int> {
            let end = min(strips.upperBound * vertical, blocksHigh)
            return min(strips.lowerBound * vertical, end)..<end
        }
    }

    let header: JPEGHeader
    let components: [Component]
    /// Largest sampling factors of any component.
    let maximumHorizontal: Int
    let maximumVertical: Int
    let mcusWide: Int
    let mcusHigh: Int
    /// Pixels along one side of a decoded block of a component with the largest sampling factors.
    let minimumBlockSize: Int
    /// Size of the picture after scaling, in pixels.
    let width: Int
    let height: Int
    /// Whether only block means are decoded (1/8, coefficients in memory).
    ///
    /// Chroma then keeps its own resolution and is interpolated.
    let isDCOnly: Bool

    /// Computes the geometry at scale 1/`denominator` (1, 2, 4 or 8).
    ///
    /// With `isBuffered`, coefficients pass through memory: at 1/8 only the mean of each block is kept, so scans of
    /// other coefficients are neither decoded nor stored. At other scales, chroma of lower resolution is decoded to
    /// more pixels per block instead of being interpolated, as libjpeg does.
    init(_ header: JPEGHeader, denominator: Int, isBuffered: Bool) {
        self.header = header
        // A single component is coded block by block, whatever its sampling factors say (T.81 §A.2.2).
        let isSingle = header.components.count == 1
        let factors = header.components.map { isSingle ? (1, 1) : ($0.horizontal, $0.vertical) }
        let maximumHorizontal = factors.reduce(1) { max($0, $1.0) }
        let maximumVertical = factors.reduce(1) { max($0, $1.1) }
        let minimumBlockSize = 8 / denominator
        let isDCOnly = isBuffered && minimumBlockSize == 1
        self.maximumHorizontal = maximumHorizontal
        self.maximumVertical = maximumVertical
        self.minimumBlockSize = minimumBlockSize
        self.isDCOnly = isDCOnly
        mcusWide = (header.width + 8 * maximumHorizontal - 1) / (8 * maximumHorizontal)
        mcusHigh = (header.height + 8 * maximumVertical - 1) / (8 * maximumVertical)
        width = (header.width + denominator - 1) / denominator
        height = (header.height + denominator - 1) / denominator
        components = factors.map { horizontal, vertical in
            var size = minimumBlockSize
            while !isDCOnly, size < 8,
                maximumHorizontal * minimumBlockSize % (horizontal * size * 2) == 0,
                maximumVertical * minimumBlockSize % (vertical * size * 2) == 0
            {
                size *= 2
            }
            func share(_ length: Int, _ part: Int, of whole: Int) -> Int { (length * part + whole - 1) / whole }
            return Component(
                horizontal: horizontal, vertical: vertical, blockSize: size,
                width: share(header.width, horizontal * size, of: maximumHorizontal * 8),
                height: share(header.height, vertical * size, of: maximumVertical * 8),
                blocksWide: share(header.width, horizontal, of: maximumHorizontal * 8),
                blocksHigh: share(header.height, vertical, of: maximumVertical * 8))
        }
    }

    /// Output rows in one row of MCUs.
    var stripRowCount: Int { maximumVertical * minimumBlockSize }

    /// Returns the rows of pixels in a row of MCUs at full size.
    func fullRows(ofStrip strip: Int) -> Range<Int> {
        strip * 8 * maximumVertical..<(strip + 1) * 8 * maximumVertical
    }

    /// Coefficients kept per block when they pass through memory: 1 or 64.
    var coefficientsPerBlock: Int { isDCOnly ? 1 : 64 }

    /// Blocks of all components, including the padding of MCUs.
    var blockCount: Int {
        components.reduce(0) { $0 + $1.horizontal * $1.vertical } * mcusWide * mcusHigh
    }
}
