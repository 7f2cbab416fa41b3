// The codes of a GIF's image (GIF89a §22, appendix F).

/// Indices of pixels by codes, from any place between two rows on: a copy goes on by itself.
///
/// Memory: 92 KB.
struct GIFCodeReader {
    private var blocks: GIFBlocks
    private var lzw: LZWDecoder
    private var isDone = false

    /// - Parameter offset: where the length of the first code is.
    /// - Throws: `ImageError.damaged` where that is no length.
    init(_ source: ByteSource, offset: Int) throws(ImageError) {
        guard let length = source.bytes(at: offset, count: 1).first else {
            throw .damaged("the picture's data ends before its first row", offset: offset)
        }
        // Lengths above 8 are against the rule, and some files have them.
        guard (1...11).contains(length) else { throw .damaged("LZW codes of \(length) bits", offset: offset) }
        blocks = GIFBlocks(source, offset: offset + 1)
        lzw = LZWDecoder(literalBitCount: Int(length), .lowestFirst, growsEarly: false)
    }

    /// Fills a row with indices.
    ///
    /// - Returns: how many of them are there: fewer than the row has where the data ends.
    mutating func read(into row: inout [UInt8]) -> Int {
        row.withUnsafeMutableBytes { row in
            var filled = 0
            while true {
                filled += lzw.take(into: UnsafeMutableRawBufferPointer(rebasing: row[filled...]))
                guard filled < row.count, !isDone else { return filled }
                switch decode() {
                case .output: break
                case .input: blocks.refill()
                // A code that is not defined ends the data, too.
                case .end, .undefined: isDone = true
                }
            }
        }
    }

    private mutating func decode() -> LZWDecoder.Stop {
        var position = blocks.position
        let (bytes, filled, isEnded) = (blocks.bytes, blocks.filled, blocks.isEnded)
        defer { blocks.position = position }
        return bytes.withUnsafeBytes {
            guard let base = $0.baseAddress else { return .end }
            return lzw.decode(base, position: &position, filled: filled, isLast: isEnded)
        }
    }
}
