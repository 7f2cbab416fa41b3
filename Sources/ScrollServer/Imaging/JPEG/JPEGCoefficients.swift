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
    /// Where the coefficients are, if not in memory of their own.
    private let part: JPEGScratchPart?

    init(blockCount: Int, coefficientsPerBlock: Int, in part: JPEGScratchPart? = nil) {
        self.blockCount = blockCount
        self.part = part
        let count = blockCount * coefficientsPerBlock
        if let part {
            // Its pages are zeros.
            coefficients = (part.memory.base + part.offset).bindMemory(to: Int16.self, capacity: count)
        } else {
            coefficients = .allocate(capacity: count)
            coefficients.initialize(repeating: 0, count: count)
        }
        last = .allocate(capacity: blockCount)
        last.initialize(repeating: 0, count: blockCount)
    }

    deinit {
        if let part {
            part.rest()
        } else {
            coefficients.deallocate()
        }
        last.deallocate()
    }

    /// Says that the row is not needed until the next scan.
    func rest() { part?.rest() }
}

/// The part of a file that one row of blocks has.
struct JPEGScratchPart {
    let memory: ScratchMemory
    /// In bytes; multiples of the page size.
    let offset: Int
    let byteCount: Int

    func rest() { memory.rest(at: offset, byteCount: byteCount) }
}

/// All coefficients of one component. A row of blocks is allocated when a scan first reaches it, so a short file that
/// claims a large picture costs little memory.
struct JPEGCoefficients {
    private var rows: [JPEGBlockRow?]
    private let blocksWide: Int
    private let coefficientsPerBlock: Int
    /// Where the rows lie, if not in memory, and where the first begins.
    private let scratch: ScratchMemory?
    private let start: Int

    /// - Parameter scratch: has room for `byteCount` bytes from `start` on, a multiple of the page size.
    init(
        blocksWide: Int, blocksHigh: Int, coefficientsPerBlock: Int, in scratch: ScratchMemory? = nil, at start: Int = 0
    ) {
        rows = Array(repeating: nil, count: blocksHigh)
        self.blocksWide = blocksWide
        self.coefficientsPerBlock = coefficientsPerBlock
        self.scratch = scratch
        self.start = start
    }

    /// Bytes of a row in a file, in whole pages.
    private var rowByteCount: Int {
        let page = FileSystem.pageByteCount
        return (blocksWide * coefficientsPerBlock * 2 + page - 1) / page * page
    }

    /// Bytes of all rows in a file.
    var byteCount: Int { rowByteCount * rows.count }

    /// The row at `index`, allocated if no scan has reached it yet.
    mutating func row(_ index: Int) -> JPEGBlockRow {
        if let row = rows[index] { return row }
        let part = scratch.map {
            JPEGScratchPart(memory: $0, offset: start + index * rowByteCount, byteCount: rowByteCount)
        }
        let row = JPEGBlockRow(blockCount: blocksWide, coefficientsPerBlock: coefficientsPerBlock, in: part)
        rows[index] = row
        return row
    }

    /// Removes and returns the row at `index`; nil if no scan reached it. The caller's reference is the last, so the
    /// row's memory is freed after use.
    mutating func removeRow(_ index: Int) -> JPEGBlockRow? {
        defer { rows[index] = nil }
        return rows[index]
    }
}
