// The coefficients of a few rows of MCUs, for pictures whose blocks are completed by more than one scan.

/// One row of blocks of one component.
///
/// Bounds: a scan's loop ends at block column `blockCount`, and a coefficient's index in its block is below 64 (0 where only
/// the mean is kept).
struct JPEGBlockRow {
    let blockCount: Int
    /// `blockCount × coefficientsPerBlock` values, blocks from the left, coefficients in natural order.
    let coefficients: UnsafeMutablePointer<Int16>
    /// For each block, the zigzag index of the last coefficient that may be non-zero; not told where only means are kept.
    let last: UnsafeMutablePointer<UInt8>
}

/// Some rows of MCUs, all scans of which are decoded together.
///
/// The memory is not an array, so that scans write to it without uniqueness or bounds checks.
final class JPEGBlockBand {
    private struct Plane {
        let coefficients: UnsafeMutablePointer<Int16>
        let last: UnsafeMutablePointer<UInt8>
        let blocksWide: Int
        /// Of the band.
        let rowCount: Int
        /// Of one row of MCUs.
        let vertical: Int
    }

    /// Blocks of means alone that a band has at least, so that it is worth its while.
    private static let meanCount = 1 << 15

    /// Rows of MCUs in a band: one, or more where a row takes no time.
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
            coefficients.initialize(repeating: 0, count: count * frame.coefficientsPerBlock)
            let last = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
            last.initialize(repeating: 0, count: count)
            return Plane(
                coefficients: coefficients, last: last, blocksWide: blocksWide, rowCount: rowCount,
                vertical: component.vertical)
        }
    }

    deinit {
        for plane in planes {
            plane.coefficients.deallocate()
            plane.last.deallocate()
        }
    }

    /// Sets all coefficients to 0.
    func clear() {
        for plane in planes {
            let count = plane.blocksWide * plane.rowCount
            plane.coefficients.update(repeating: 0, count: count * coefficientsPerBlock)
            plane.last.update(repeating: 0, count: count)
        }
    }

    /// A row of blocks of a component.
    ///
    /// - Parameter index: counted from the picture's top; the band begins with a multiple of its rows.
    func row(_ index: Int, of component: Int) -> JPEGBlockRow {
        let plane = planes[component]
        let place = index % plane.rowCount * plane.blocksWide
        return JPEGBlockRow(
            blockCount: plane.blocksWide, coefficients: plane.coefficients + place * coefficientsPerBlock,
            last: plane.last + place)
    }
}
