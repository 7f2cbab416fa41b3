// The IDAT chunks of a PNG as one stream, read in blocks and verified on the way (PNG §5.3, §10.1).

/// Returns the compressed data in pieces, up to the end of the first chunk with a wrong checksum.
struct PNGImageData: InflateInput {
    enum End: Equatable {
        /// The next chunk is not an IDAT chunk.
        case complete
        case truncated
        case wrongChecksum
    }

    private static let blockByteCount = 65_536

    private let source: ByteSource
    private var block: [UInt8] = []
    /// File offset of the first byte of `block`.
    private var blockOffset = 0
    /// File offset of the next byte to be read.
    private(set) var offset: Int
    private var chunkRemaining: Int
    private var checksum: CRC32
    private var piece = 0..<0
    /// Whether all of the chunk has been seen, so that its checksum can be verified.
    private var isChecked = true
    /// Why there are no more pieces, from the last one on; nil while there may be more.
    private(set) var end: End?

    /// Starts at the first IDAT chunk, whose length field is at `chunkOffset`.
    ///
    /// `byteCount` is the chunk's length: its data only, in bytes.
    init(_ source: ByteSource, chunkOffset: Int, byteCount: Int) {
        self.source = source
        offset = chunkOffset + 8
        chunkRemaining = byteCount
        checksum = CRC32()
        checksum.update("IDAT")
    }

    /// The file offset of the next unused byte, and the bytes of its chunk that are left.
    var place: (offset: Int, chunkRemaining: Int) { (offset - piece.count, chunkRemaining + piece.count) }

    /// Moves to a place that was returned for the same data.
    ///
    /// That chunk's checksum is not verified again.
    mutating func go(to place: (offset: Int, chunkRemaining: Int)) {
        (offset, chunkRemaining) = place
        piece = 0..<0
        block = []
        blockOffset = offset
        isChecked = false
    }

    mutating func withUnread(_ body: (UnsafeRawBufferPointer) -> Int) {
        let used = unsafe block.withUnsafeBytes { unsafe body(UnsafeRawBufferPointer(rebasing: $0[piece])) }
        piece = min(piece.lowerBound + used, piece.upperBound)..<piece.upperBound
    }

    /// Moves to the next piece; returns false when there are no more pieces, for the reason in `end`.
    mutating func refill() -> Bool {
        guard piece.isEmpty else { return true }
        guard let next = nextPiece() else { return false }
        piece = next
        return true
    }

    /// Reloads the block unless it has `count` bytes from `offset` on; near the file's end it has fewer.
    private mutating func load(_ count: Int) {
        guard blockOffset + block.count - offset < count else { return }
        block = source.bytes(at: offset, count: Self.blockByteCount)
        blockOffset = offset
    }

    /// Returns the next bytes of data as a non-empty range of the block; nil when there are none.
    private mutating func nextPiece() -> Range<Int>? {
        while end == nil {
            if chunkRemaining == 0 {
                beginNextChunk()
                continue
            }
            // Load a small chunk whole, with its checksum and the next chunk's header; of a large one, a block.
            load(min(chunkRemaining, 16_384) + 12)
            let start = offset - blockOffset
            var count = min(chunkRemaining, block.count - start)
            guard count > 0 else {
                end = .truncated
                return nil
            }
            if count == chunkRemaining, block.count - start < count + 4, block.count == Self.blockByteCount, count > 4 {
                // The checksum lies beyond the block: leave 4 bytes, so that the next block has both.
                count -= 4
            }
            unsafe block.withUnsafeBytes {
                unsafe checksum.update(UnsafeRawBufferPointer(rebasing: $0[start..<(start + count)]))
            }
            offset += count
            chunkRemaining -= count
            if chunkRemaining == 0 {
                let stored = block[(start + count)...].prefix(4)
                // A file that ends within the last checksum is accepted.
                if isChecked, stored.count == 4, stored.reduce(0, { $0 << 8 | UInt32($1) }) != checksum.value {
                    // Return these bytes anyway, as browsers show them, but none after them.
                    end = .wrongChecksum
                }
            }
            return start..<(start + count)
        }
        return nil
    }

    private mutating func beginNextChunk() {
        load(12)
        // Checksum of the chunk that ended, then the next chunk's length and type.
        let bytes = block[(offset - blockOffset)...].prefix(12)
        guard bytes.count == 12, bytes.suffix(4).elementsEqual("IDAT".utf8) else {
            end = bytes.count == 12 ? .complete : .truncated
            return
        }
        let length = bytes.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length <= Int(Int32.max) else {
            end = .truncated
            return
        }
        chunkRemaining = length
        offset += 12
        checksum = CRC32()
        checksum.update("IDAT")
        isChecked = true
    }
}

extension CRC32 {
    /// Adds a chunk's type to the checksum.
    fileprivate mutating func update(_ type: StaticString) {
        unsafe update(UnsafeRawBufferPointer(start: type.utf8Start, count: type.utf8CodeUnitCount))
    }
}
