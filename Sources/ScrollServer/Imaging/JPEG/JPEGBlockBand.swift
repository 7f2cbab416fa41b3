// The coefficients of a few rows of MCUs, for pictures whose blocks are completed by more than one scan.

/// One row of blocks of one component.
///
/// Bounds: a scan's loop ends at block column `blockCount`, and a coefficient's index in its block is below 64 (0 where
/// only the mean, the DC coefficient, is kept).
@safe struct JPEGBlockRow {
    let blockCount: Int
    /// `blockCount × coefficientsPerBlock` values, blocks from the left, coefficients in natural order.
    let coefficients: UnsafeMutablePointer<Int16>
    /// For each block, the zigzag index of its last possibly non-zero coefficient; unset where only means are kept.
    let last: UnsafeMutablePointer<UInt8>
}

/// A few rows of MCUs; all scans of these rows are decoded together.
///
/// The memory is not an array, so that scans write to it without uniqueness or bounds checks.
final class JPEGBlockBand {
    @safe private struct Plane {
        let coefficients: UnsafeMutablePointer<Int16>
        let last: UnsafeMutablePointer<UInt8>
        let blocksWide: Int
        /// Rows of blocks in the band.
        let rowCount: Int
        /// Rows of blocks in one row of MCUs.
        let vertical: Int
    }

    /// Blocks in a band where only means are kept: enough work for each pass over the scans.
    private static let meanCount = 1 << 15

    /// Rows of MCUs in a band: one, or more where rows are cheap.
    let stripCount: Int
    private let planes: [Plane]
    private let coefficientsPerBlock: Int

    init(_ frame: JPEGFrame) {
        coefficientsPerBlock = frame.coefficientsPerBlock
        let strip = max(1, frame.blockCount / max(1, frame.mcusHigh))
        let stripCount = frame.coefficientsPerBlock == 1 ? max(1, min(frame.mcusHigh, Self.meanCount / strip)) : 1
        self.stripCount = stripCount
        planes = frame.components.map { component in
            let blocksWide = component.horizontal * frame.mcusWide
            let rowCount = component.vertical * stripCount
            let count = blocksWide * rowCount
            let coefficients = UnsafeMutablePointer<Int16>.allocate(capacity: count * frame.coefficientsPerBlock)
            unsafe coefficients.initialize(repeating: 0, count: count * frame.coefficientsPerBlock)
            let last = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
            unsafe last.initialize(repeating: 0, count: count)
            return unsafe Plane(
                coefficients: coefficients, last: last, blocksWide: blocksWide, rowCount: rowCount,
                vertical: component.vertical)
        }
    }

    deinit {
        for plane in planes {
            unsafe plane.coefficients.deallocate()
            unsafe plane.last.deallocate()
        }
    }

    /// Sets all coefficients to 0.
    func clear() {
        for plane in planes {
            let count = plane.blocksWide * plane.rowCount
            unsafe plane.coefficients.update(repeating: 0, count: count * coefficientsPerBlock)
            unsafe plane.last.update(repeating: 0, count: count)
        }
    }

    /// Returns a row of blocks of a component.
    ///
    /// `index` counts from the picture's top; a band begins at a multiple of its row count.
    func row(_ index: Int, of component: Int) -> JPEGBlockRow {
        let plane = planes[component]
        let place = index % plane.rowCount * plane.blocksWide
        return unsafe JPEGBlockRow(
            blockCount: plane.blocksWide, coefficients: plane.coefficients + place * coefficientsPerBlock,
            last: plane.last + place)
    }
}
