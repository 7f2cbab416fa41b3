// The IDAT chunks of a PNG as one stream, read in blocks and verified on the way (PNG §5.3, §10.1).

import Pixels

/// Returns the compressed data in pieces, up to the end of the first chunk with a wrong checksum.
struct PNGImageData: InflateInput {
    enum End: Equatable {
        /// The next chunk is not an IDAT chunk.
        case complete
        case truncated
        case wrongChecksum
    }

    private static let blockByteCount = 1 << 16

    private var reader: BlockReader
    /// File offset of the next byte to be read.
    var offset: Int { reader.offset }
    private var chunkRemaining: Int
    private var checksum: CRC32
    /// The unused bytes in the reader's block.
    private var piece = 0..<0
    /// Whether all of the chunk has been seen, so that its checksum can be verified.
    private var isChecked = true
    /// Why there are no more pieces, from the last one on; nil while there may be more.
    private(set) var end: End?

    /// The checksum of a chunk's type, which precedes its data.
    private static let startOfChecksum: CRC32 = {
        var checksum = CRC32()
        checksum.update(Array("IDAT".utf8).span)
        return checksum
    }()

    /// Starts at the first IDAT chunk, whose length field is at `chunkOffset`.
    ///
    /// `byteCount` is the chunk's length: its data only, in bytes.
    init(_ source: ByteSource, chunkOffset: Int, byteCount: Int) {
        reader = BlockReader(source, offset: chunkOffset + 8, blockByteCount: Self.blockByteCount)
        chunkRemaining = byteCount
        checksum = Self.startOfChecksum
    }

    /// The file offset of the next unused byte, and the bytes of its chunk that are left.
    var position: (offset: Int, chunkRemaining: Int) { (offset - piece.count, chunkRemaining + piece.count) }

    /// Moves to a position that was returned for the same data.
    ///
    /// That chunk's checksum is not verified again.
    mutating func go(to position: (offset: Int, chunkRemaining: Int)) {
        (reader.offset, chunkRemaining) = position
        piece = 0..<0
        isChecked = false
    }

    mutating func withUnread(_ body: (Span<UInt8>) -> Int) {
        let used = body(reader.block.span.extracting(piece))
        piece = min(piece.lowerBound + used, piece.upperBound)..<piece.upperBound
    }

    /// Moves to the next piece; returns false when there are no more pieces, for the reason in `end`.
    mutating func refill() -> Bool {
        guard piece.isEmpty else { return true }
        guard let next = nextPiece() else { return false }
        piece = next
        return true
    }

    /// Returns the next bytes of data as a non-empty range of the block; nil when there are none.
    private mutating func nextPiece() -> Range<Int>? {
        while end == nil {
            if chunkRemaining == 0 {
                beginNextChunk()
                continue
            }
            // Load a small chunk whole, with its checksum and the next chunk's header; of a large one, a block.
            let start = reader.load(min(chunkRemaining, 16_384) + 12, at: offset).lowerBound
            let rest = reader.block.count - start
            var count = min(chunkRemaining, rest)
            guard count > 0 else {
                end = .truncated
                return nil
            }
            if count == chunkRemaining, rest < count + 4, reader.block.count == Self.blockByteCount, count > 4 {
                // The checksum lies beyond the block: leave 4 bytes, so that the next block has both.
                count -= 4
            }
            let block = reader.block
            checksum.update(block.span.extracting(start..<(start + count)))
            reader.offset += count
            chunkRemaining -= count
            if chunkRemaining == 0 {
                let stored = block[(start + count)...].prefix(4)
                // A file that ends within the last checksum is accepted.
                if isChecked, stored.count == 4, stored.bigEndianNumber != Int(checksum.value) {
                    // Return these bytes anyway, as browsers show them, but none after them.
                    end = .wrongChecksum
                }
            }
            return start..<(start + count)
        }
        return nil
    }

    private mutating func beginNextChunk() {
        // Checksum of the chunk that ended, then the next chunk's length and type.
        let range = reader.load(12, at: offset)
        let bytes = reader.block[range]
        guard bytes.count == 12, bytes.suffix(4).elementsEqual("IDAT".utf8) else {
            end = bytes.count == 12 ? .complete : .truncated
            return
        }
        let length = bytes.dropFirst(4).prefix(4).bigEndianNumber
        guard length <= Int(Int32.max) else {
            end = .truncated
            return
        }
        chunkRemaining = length
        reader.offset += 12
        checksum = Self.startOfChecksum
        isChecked = true
    }
}
