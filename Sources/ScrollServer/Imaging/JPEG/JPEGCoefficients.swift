// Coefficients in memory, for pictures whose blocks are completed by more than one scan.

/// One row of blocks of one component.
///
/// The memory is not an array, so that scans write to it without uniqueness or bounds checks. Bounds: a scan's loop
/// ends at block column `blockCount`, and a coefficient's index in its block is below 64 (0 where only the mean is
/// kept).
final class JPEGBlockRow {
    let blockCount: Int
    /// `blockCount × coefficientsPerBlock` values, blocks from the left, coefficients in natural order.
    let coefficients: UnsafeMutablePointer<Int16>
    /// For each block, the zigzag index of the last coefficient that may be non-zero.
    let last: UnsafeMutablePointer<UInt8>

    init(blockCount: Int, coefficientsPerBlock: Int) {
        self.blockCount = blockCount
        coefficients = .allocate(capacity: blockCount * coefficientsPerBlock)
        coefficients.initialize(repeating: 0, count: blockCount * coefficientsPerBlock)
        last = .allocate(capacity: blockCount)
        last.initialize(repeating: 0, count: blockCount)
    }

    deinit {
        coefficients.deallocate()
        last.deallocate()
    }
}

/// All coefficients of one component. A row of blocks is allocated when a scan first reaches it, so a short file that
/// claims a large picture costs little memory.
struct JPEGCoefficients {
    private var rows: [JPEGBlockRow?]
    private let blocksWide: Int
    private let coefficientsPerBlock: Int

    init(blocksWide: Int, blocksHigh: Int, coefficientsPerBlock: Int) {
        rows = Array(repeating: nil, count: blocksHigh)
        self.blocksWide = blocksWide
        self.coefficientsPerBlock = coefficientsPerBlock
    }

    /// The row at `index`, allocated if no scan has reached it yet.
    mutating func row(_ index: Int) -> JPEGBlockRow {
        if let row = rows[index] { return row }
        let row = JPEGBlockRow(blockCount: blocksWide, coefficientsPerBlock: coefficientsPerBlock)
        rows[index] = row
        return row
    }

    /// Removes and returns the row at `index`; nil if no scan reached it. The caller's reference is the last, so the
    /// row's memory is freed after use.
    mutating func takeRow(_ index: Int) -> JPEGBlockRow? {
        defer { rows[index] = nil }
        return rows[index]
    }
}
