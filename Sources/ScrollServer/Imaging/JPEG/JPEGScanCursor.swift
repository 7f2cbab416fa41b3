// One scan of a picture with several, and how far it has been decoded.

import Pixels

/// Decodes a scan a few rows of MCUs at a time, alongside the picture's other scans.
///
/// Memory: about 100 KB, from the first row on.
final class JPEGScanCursor {
    /// Bytes that a cursor reads ahead; fewer from `fewScans` scans on.
    private static let (readAhead, shortReadAhead, fewScans) = (1 << 16, 1 << 12, 32)

    private let source: ByteSource
    /// File offset of the scan's first byte of data.
    private let offset: Int
    private let blockByteCount: Int
    /// The block decoder; exactly one of the two is set.
    private var huffman: JPEGScanLoop?
    private var arithmetic: JPEGArithmeticScan?
    private var entropy: JPEGEntropyBuffer?
    /// Whether no data is left: the rest of the scan is empty.
    private(set) var isOver = false

    /// Starts at `offset` in `source`, the scan's first byte of data.
    ///
    /// `scanCount` is about how many scans are decoded together.
    init(
        huffman: JPEGScanLoop? = nil, arithmetic: JPEGArithmeticScan? = nil, source: ByteSource, offset: Int,
        scanCount: Int
    ) {
        self.huffman = huffman
        self.arithmetic = arithmetic
        self.source = source
        self.offset = offset
        blockByteCount = scanCount < Self.fewScans ? Self.readAhead : Self.shortReadAhead
    }

    /// Decodes the next rows of MCUs into `band`.
    ///
    /// - Returns: false when data was missing or damaged; the blocks without data keep their earlier coefficients.
    func read(_ strips: Range<Int>, into band: inout JPEGBlockBand) -> Bool {
        if isOver { return true }
        let entropy: JPEGEntropyBuffer
        if let there = self.entropy {
            entropy = there
        } else {
            entropy = JPEGEntropyBuffer(JPEGInput(source, at: offset, blockByteCount: blockByteCount))
            entropy.startSegment()
            self.entropy = entropy
        }
        let isSound = huffman?.run(strips, entropy, &band) ?? arithmetic?.run(strips, entropy, &band) ?? true
        isOver = huffman?.isOver ?? arithmetic?.isOver ?? true
        if isOver { self.entropy = nil }
        return isSound
    }

    /// The state before the next row of MCUs; nil where it is unknown.
    var position: JPEGRestartPoint.Scan? {
        guard let huffman else { return nil }
        guard let entropy else { return huffman.position(offset: offset, bitCount: 0, isOver: isOver) }
        return entropy.position.map { huffman.position(offset: $0.offset, bitCount: $0.bitCount, isOver: false) }
    }

    /// Continues from a position that a cursor over the same scan returned; false where that is impossible.
    func go(to position: JPEGRestartPoint.Scan) -> Bool {
        guard position.offset >= offset, huffman?.go(to: position) == true else { return false }
        isOver = position.isOver
        if !isOver {
            let entropy = JPEGEntropyBuffer(JPEGInput(source, at: position.offset, blockByteCount: blockByteCount))
            entropy.go(to: (position.offset, position.bitCount))
            self.entropy = entropy
        }
        return true
    }
}
