// Rows of equal length in a file, read in bands.

import Pixels

/// Stored rows, of which a band is in memory: 256 KiB, or a row if that is longer.
struct StoredRows {
    private let source: ByteSource
    /// File offset of the first row, and bytes from one row to the next.
    private let (offset, stride): (Int, Int)
    private let bandRowCount: Int
    private var band = -1
    /// The present band.
    private(set) var bytes: [UInt8] = []

    init(_ source: ByteSource, offset: Int, stride: Int) {
        (self.source, self.offset, self.stride) = (source, offset, stride)
        bandRowCount = max(1, (1 << 18) / stride)
    }

    /// Makes a row available, which is counted in the file's order.
    ///
    /// - Returns: where in `bytes` it begins; nil where the file ends within its first `byteCount` bytes.
    mutating func place(of row: Int, byteCount: Int) -> Int? {
        if row / bandRowCount != band {
            band = row / bandRowCount
            bytes = source.bytes(at: offset + band * bandRowCount * stride, count: bandRowCount * stride)
        }
        let start = row % bandRowCount * stride
        return start + byteCount <= bytes.count ? start : nil
    }
}
