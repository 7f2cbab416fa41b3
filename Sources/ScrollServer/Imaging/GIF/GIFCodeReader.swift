// The codes of a GIF's image (GIF89a §22, appendix F).

import Pixels

/// Decodes pixel indices; a value type, so a copy made between two rows can continue from there.
///
/// Memory: 92 KB.
struct GIFCodeReader {
    private var blocks: GIFBlocks
    private var lzw: LZWDecoder
    private var isDone = false

    /// Starts at `offset`, where the minimum code size is; throws `ImageError.damaged` where that is invalid.
    init(_ source: ByteSource, offset: Int) throws(ImageError) {
        guard let length = source.bytes(at: offset, count: 1).first else { throw .noRows(offset: offset) }
        // Sizes above 8 are invalid, but some files have them.
        guard (1...11).contains(length) else { throw .damaged("LZW codes of \(length) bits", offset: offset) }
        blocks = GIFBlocks(source, offset: offset + 1)
        lzw = LZWDecoder(literalBitCount: Int(length), .lowestFirst, growsEarly: false)
    }

    /// Fills a row with indices.
    ///
    /// - Returns: the number of indices: fewer than the row has where the data ends.
    mutating func read(into row: inout [UInt8]) -> Int {
        var row = row.mutableSpan
        var filled = 0
        while true {
            var rest = row._mutatingExtracting(filled...)
            filled += lzw.take(into: &rest)
            guard filled < row.count, !isDone else { return filled }
            switch decode() {
            case .output: break
            case .input: blocks.refill()
            // An undefined code also ends the data.
            case .end, .undefined: isDone = true
            }
        }
    }

    private mutating func decode() -> LZWDecoder.Stop {
        let bytes = blocks.bytes
        return lzw.decode(
            bytes.span, position: &blocks.position, filled: blocks.filled, isLast: blocks.isEnded)
    }
}
