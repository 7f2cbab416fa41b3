// The state of a decompressor in the middle of a stream.

extension Inflater {
    /// What a decompressor must know to continue from here.
    ///
    /// Like the access points of zlib's example `zran`, but also within a block, since the code lengths of its tables
    /// are kept.
    package struct Point: Sendable, Equatable {
        /// Bytes left of a stored block; nil where there is none.
        package var stored: Int?
        /// The lengths of the block's codes, literals first; empty for the fixed codes.
        package var codeLengths: [UInt8]
        package var literalCount: Int
        /// Whether a block has begun, whose codes these are.
        package var isInBlock: Bool
        package var isLastBlock: Bool
        /// Bits taken from the input but not used yet, 0...63.
        package var bits: UInt64
        package var bitCount: Int
        /// The last output: the window, whose last `pending` bytes have not been used.
        package var output: [UInt8]
        package var pending: Int
        /// The Adler-32 checksum of all output so far.
        package var checksum: UInt32
        package var remainingLimit: Int
        package var consumedByteCount: Int

        package init(
            stored: Int? = nil, codeLengths: [UInt8], literalCount: Int, isInBlock: Bool, isLastBlock: Bool,
            bits: UInt64, bitCount: Int, output: [UInt8], pending: Int, checksum: UInt32, remainingLimit: Int,
            consumedByteCount: Int
        ) {
            self.stored = stored
            self.codeLengths = codeLengths
            self.literalCount = literalCount
            self.isInBlock = isInBlock
            self.isLastBlock = isLastBlock
            self.bits = bits
            self.bitCount = bitCount
            self.output = output
            self.pending = pending
            self.checksum = checksum
            self.remainingLimit = remainingLimit
            self.consumedByteCount = consumedByteCount
        }
    }

    /// The current state; nil in the middle of a block's header, and at the end.
    package var point: Point? {
        var point = Point(
            stored: nil, codeLengths: [], literalCount: 0, isInBlock: false, isLastBlock: isLastBlock, bits: bits,
            bitCount: bitCount, output: [], pending: availableCount, checksum: checksum.value,
            remainingLimit: remainingLimit, consumedByteCount: consumedByteCount)
        switch phase {
        case .blockHeader: break
        case .stored(let remaining): point.stored = remaining
        case .symbols:
            point.isInBlock = true
            if !hasFixedTables {
                point.codeLengths = codeLengths
                point.literalCount = literalCount
            }
        default: return nil
        }
        point.output = Array(buffer[max(0, min(outputStart, outputEnd - Self.windowByteCount))..<outputEnd])
        return point
    }

    /// Continues from a point; nil where no stream can have led there.
    ///
    /// `outputByteCount` is the most undiscarded output held, in bytes.
    package init?(_ point: Point, outputByteCount: Int) {
        guard point.output.count <= Self.windowByteCount + outputByteCount, (0...63).contains(point.bitCount),
            (0...point.output.count).contains(point.pending), point.remainingLimit >= 0, point.consumedByteCount >= 0,
            point.stored.map({ (0...0xFFFF).contains($0) }) ?? true
        else { return nil }
        self.init(limit: point.remainingLimit, outputByteCount: outputByteCount)
        buffer.replaceSubrange(0..<point.output.count, with: point.output)
        outputEnd = point.output.count
        outputStart = outputEnd - point.pending
        bits = point.bits & (1 << UInt64(point.bitCount) - 1)
        bitCount = point.bitCount
        isLastBlock = point.isLastBlock
        consumedByteCount = point.consumedByteCount
        checksum = Adler32(continuing: point.checksum)
        if let stored = point.stored {
            phase = .stored(remaining: stored)
        } else if !point.isInBlock {
            phase = .blockHeader
        } else if point.codeLengths.isEmpty {
            useFixedTables()
            phase = .symbols
        } else {
            guard (0...point.codeLengths.count).contains(point.literalCount) else { return nil }
            codeLengths = point.codeLengths
            literalCount = point.literalCount
            distanceCount = codeLengths.count - literalCount
            guard buildTables() else { return nil }
            phase = .symbols
        }
    }
}
