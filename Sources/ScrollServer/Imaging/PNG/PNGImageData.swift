// The IDAT chunks of a PNG as one stream, read in blocks and checked as they come (PNG §5.3, §10.1).

/// Hands out the compressed data piece by piece; a chunk's last piece only when the chunk matches its checksum.
struct PNGImageData {
    enum End: Equatable {
        /// Another chunk, or the end of the file at a chunk's edge, follows.
        case complete
        case truncated
        case wrongChecksum
    }

    private static let blockByteCount = 65_536

    private let source: ByteSource
    private var block: [UInt8] = []
    /// Where in the file the block begins.
    private var blockOffset = 0
    /// The next byte of the file to be looked at.
    private(set) var offset: Int
    private var chunkRemaining: Int
    private var checksum: CRC32
    private var piece = 0..<0
    /// Set when there are no more pieces.
    private(set) var end: End?

    /// - Parameter chunkOffset: where the first IDAT chunk's length field is; the chunk is `byteCount` long.
    init(_ source: ByteSource, chunkOffset: Int, byteCount: Int) {
        self.source = source
        offset = chunkOffset + 8
        chunkRemaining = byteCount
        checksum = CRC32()
        checksum.update("IDAT")
    }

    /// Lends what is left of the current piece, or of the next one; `body` says how much of it was used up.
    ///
    /// - Returns: nil when there is none left.
    mutating func withPiece<Result>(_ body: (UnsafeRawBufferPointer) -> (result: Result, consumed: Int)) -> Result? {
        if piece.isEmpty {
            guard let next = nextPiece() else { return nil }
            piece = next
        }
        let (result, consumed) = block.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[piece])) }
        piece = min(piece.lowerBound + consumed, piece.upperBound)..<piece.upperBound
        return result
    }

    /// Sees to it that the block has `count` bytes from `offset` on, or all that there are.
    private mutating func load(_ count: Int) {
        guard blockOffset + block.count - offset < count else { return }
        block = source.bytes(at: offset, count: Self.blockByteCount)
        blockOffset = offset
    }

    /// The next bytes of data, as a range of the block: none empty.
    private mutating func nextPiece() -> Range<Int>? {
        while end == nil {
            if chunkRemaining == 0 {
                beginNextChunk()
                continue
            }
            // Small chunks wholly, with their checksum and the header of the next; of large ones what is at hand.
            load(min(chunkRemaining, 16_384) + 12)
            let start = offset - blockOffset
            var count = min(chunkRemaining, block.count - start)
            guard count > 0 else {
                end = .truncated
                return nil
            }
            if count == chunkRemaining, block.count - start < count + 4, block.count == Self.blockByteCount, count > 4 {
                // The checksum lies behind the block: leave a little for the next, which will have both.
                count -= 4
            }
            block.withUnsafeBytes {
                checksum.update(UnsafeRawBufferPointer(rebasing: $0[start..<(start + count)]))
            }
            offset += count
            chunkRemaining -= count
            if chunkRemaining == 0 {
                let stored = block[(start + count)...].prefix(4)
                // A file that ends within the last checksum is as good as one that does not.
                if stored.count == 4, stored.reduce(0, { $0 << 8 | UInt32($1) }) != checksum.value {
                    end = .wrongChecksum
                    return nil
                }
            }
            return start..<(start + count)
        }
        return nil
    }

    private mutating func beginNextChunk() {
        load(12)
        // The checksum of the chunk that ended, then length and type.
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
    }
}

extension CRC32 {
    /// Takes in a chunk's type.
    fileprivate mutating func update(_ type: StaticString) {
        update(UnsafeRawBufferPointer(start: type.utf8Start, count: type.utf8CodeUnitCount))
    }
}
