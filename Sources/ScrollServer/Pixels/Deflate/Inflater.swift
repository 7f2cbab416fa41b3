// Reads zlib streams piece by piece (RFC 1950, RFC 1951).

/// A decompressor that is fed pieces of any length, and keeps only its window (32 KB) and some output.
///
/// The output and the error do not depend on how the input is split.
package struct Inflater {
    enum Outcome: Equatable {
        /// The input is used up, and the stream continues.
        case needsInput
        /// The buffer is full: `discard` output, then call again with the rest of the input.
        case outputFull
        /// The stream has more bytes than the limit; all bytes up to the limit were returned.
        case limitReached
        /// The stream ended, and its checksum is right.
        case finished
    }

    enum Phase: Equatable {
        case zlibHeader
        case blockHeader
        case storedLength
        case stored(remaining: Int)
        case symbolCounts
        case codeLengthCode
        case codeLengths
        case symbols
        case trailer
        case finished
        case exceeded
        case failed(InflateError)
    }

    /// Largest distance of a match, in bytes.
    package static let windowByteCount = 32_768
    /// Room after the output for the longest match and for a copy's overrun, in bytes.
    private static let slack = 320

    var phase = Phase.zlibHeader
    var bits: UInt64 = 0
    var bitCount = 0
    var isLastBlock = false
    var consumedByteCount = 0
    var checksum = Adler32()

    /// The window, then output that is not discarded yet, then free room.
    var buffer: [UInt8]
    var outputStart = 0
    var outputEnd = 0
    var remainingLimit: Int
    /// Whether the stream is a member of a gzip file (RFC 1952), after its header.
    private var isGzip = false
    /// The CRC-32 in a gzip member's trailer, once it was read.
    package private(set) var gzipChecksum: UInt32?

    private var literals = InflateTable(.literals)
    private var distances = InflateTable(.distances)
    private var codeLengthTable = InflateTable(.codeLengths)
    var codeLengths: [UInt8] = []
    var literalCount = 0
    var distanceCount = 0
    private var codeLengthCount = 0
    var hasFixedTables = false

    /// Creates a decompressor.
    ///
    /// Memory: `outputByteCount` and about 50 KB.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that the stream may have; decoding stops there.
    ///   - outputByteCount: the most undiscarded output held, in bytes.
    package init(limit: Int, outputByteCount: Int) {
        remainingLimit = limit
        buffer = [UInt8](repeating: 0, count: Self.windowByteCount + outputByteCount + Self.slack)
    }

    /// Begins after the header of a gzip member; the caller compares the checksum.
    package init(gzipMemberWithOutputOf outputByteCount: Int) {
        self.init(limit: 1 << 60, outputByteCount: outputByteCount)
        isGzip = true
        phase = .blockHeader
    }

    /// Whole bytes that were taken from the input but follow the stream, once it has finished.
    package var unusedByteCount: Int { bitCount / 8 }

    /// Bytes of output that are not discarded yet.
    package var availableCount: Int { outputEnd - outputStart }

    /// The output that is not discarded yet.
    ///
    /// Release it before more is inflated, otherwise all of the buffer is copied.
    package var available: ArraySlice<UInt8> { buffer[outputStart..<outputEnd] }

    /// Discards the first `count` bytes of the output.
    package mutating func discard(_ count: Int) {
        precondition(count <= availableCount)
        outputStart += count
    }

    /// Inflates `input` until the input or the room for output ends.
    ///
    /// - Returns: why it stopped, and how many bytes of `input` were used.
    /// - Throws: `InflateError`, and the same again on each later call. Output decoded before the error stays
    ///   available.
    mutating func inflate(_ input: Span<UInt8>) throws(InflateError) -> (outcome: Outcome, consumed: Int) {
        makeRoom()
        var source = InflateBits(bits: bits, count: bitCount)
        let start = outputEnd
        var outcome: Outcome?
        while outcome == nil {
            outcome = step(input, &source)
        }
        bits = source.bits
        bitCount = source.count
        var checksum = checksum
        checksum.update(buffer.span.extracting(start..<outputEnd))
        self.checksum = checksum
        if phase == .trailer, outcome == .needsInput { outcome = readTrailer(input, &source) }
        bits = source.bits
        bitCount = source.count
        consumedByteCount += source.position
        if case .failed(let error) = phase { throw error }
        return (outcome ?? .needsInput, source.position)
    }

    /// Moves the window and the undiscarded output to the buffer's start, once more than half of the buffer is used.
    private mutating func makeRoom() {
        let kept = min(outputStart, outputEnd - Self.windowByteCount)
        guard kept > 0, outputEnd > buffer.count / 2 else { return }
        let (start, end) = (kept, outputEnd)
        var bytes = buffer.mutableSpan
        // Upwards, so that no byte is overwritten before it has moved; the slack has room for the last vector.
        var index = start
        while index < end {
            bytes.store(bytes.load(at: index, as: SIMD32<UInt8>.self), at: index - kept)
            index += 32
        }
        outputStart -= kept
        outputEnd -= kept
    }

    private mutating func fail(_ fault: InflateError.Fault, _ source: InflateBits) -> Outcome {
        phase = .failed(InflateError(fault: fault, offset: consumedByteCount + source.position - source.count / 8))
        return .needsInput
    }

    /// Reads the next part of the stream; nil to continue, otherwise why decoding stops.
    private mutating func step(_ input: Span<UInt8>, _ source: inout InflateBits) -> Outcome? {
        switch phase {
        case .zlibHeader: return readZlibHeader(input, &source)
        case .blockHeader: return readBlockHeader(input, &source)
        case .storedLength: return readStoredLength(input, &source)
        case .stored(let remaining): return readStored(remaining, input, &source)
        case .symbolCounts: return readSymbolCounts(input, &source)
        case .codeLengthCode: return readCodeLengthCode(input, &source)
        case .codeLengths: return readCodeLengths(input, &source)
        case .symbols: return readSymbols(input, &source)
        case .trailer, .failed: return .needsInput
        case .finished: return .finished
        case .exceeded: return .limitReached
        }
    }

    private mutating func readZlibHeader(_ input: Span<UInt8>, _ source: inout InflateBits) -> Outcome? {
        guard let header = source.readBits(16, from: input) else { return .needsInput }
        let (method, flags) = (header & 0xFF, header >> 8)
        // RFC 1950 §2.2: method 8, a window of at most 32 KB, a multiple of 31.
        guard method & 15 == 8, method >> 4 <= 7, (method << 8 | flags) % 31 == 0 else { return fail(.header, source) }
        guard flags & 0x20 == 0 else { return fail(.dictionary, source) }
        phase = .blockHeader
        return nil
    }

    private mutating func readBlockHeader(_ input: Span<UInt8>, _ source: inout InflateBits) -> Outcome? {
        if isLastBlock {
            source.alignToByte()
            phase = .trailer
            return .needsInput
        }
        guard let header = source.readBits(3, from: input) else { return .needsInput }
        isLastBlock = header & 1 == 1
        switch header >> 1 {
        case 0:
            source.alignToByte()
            phase = .storedLength
        case 1:
            useFixedTables()
            phase = .symbols
        case 2:
            phase = .symbolCounts
        default:
            return fail(.blockType, source)
        }
        return nil
    }

    private mutating func readStoredLength(_ input: Span<UInt8>, _ source: inout InflateBits) -> Outcome? {
        guard let lengths = source.readBits(32, from: input) else { return .needsInput }
        guard lengths & 0xFFFF == ~(lengths >> 16) & 0xFFFF else { return fail(.storedLength, source) }
        phase = .stored(remaining: lengths & 0xFFFF)
        return nil
    }

    private mutating func readStored(
        _ remaining: Int, _ input: Span<UInt8>, _ source: inout InflateBits
    ) -> Outcome? {
        if remaining == 0 {
            phase = .blockHeader
            return nil
        }
        if remainingLimit == 0 { return .limitReached }
        let room = min(buffer.count - Self.slack - outputEnd, remainingLimit)
        guard room > 0 else { return .outputFull }
        let start = outputEnd
        var bytes = buffer.mutableSpan
        var target = bytes._mutatingExtracting(start..<(start + min(room, remaining)))
        let copied = source.copyBytes(from: input, to: &target)
        outputEnd += copied
        remainingLimit -= copied
        phase = .stored(remaining: remaining - copied)
        return copied == 0 ? .needsInput : nil
    }

    mutating func useFixedTables() {
        guard !hasFixedTables else { return }
        var lengths = [UInt8](repeating: 8, count: 288)
        for symbol in 144..<256 { lengths[symbol] = 9 }
        for symbol in 256..<280 { lengths[symbol] = 7 }
        // RFC 1951 §3.2.6. Both codes are complete; symbols 286, 287, 30 and 31 are refused when they occur.
        _ = literals.build(lengths: lengths[...])
        _ = distances.build(lengths: [UInt8](repeating: 5, count: 32)[...])
        hasFixedTables = true
    }

    private mutating func readSymbolCounts(_ input: Span<UInt8>, _ source: inout InflateBits) -> Outcome? {
        guard let counts = source.readBits(14, from: input) else { return .needsInput }
        literalCount = counts & 31 + 257
        distanceCount = counts >> 5 & 31 + 1
        codeLengthCount = counts >> 10 + 4
        guard literalCount <= DeflateSymbols.literalCount, distanceCount <= DeflateSymbols.distanceCount else {
            return fail(.symbolCount, source)
        }
        codeLengths.removeAll(keepingCapacity: true)
        phase = .codeLengthCode
        return nil
    }

    private mutating func readCodeLengthCode(_ input: Span<UInt8>, _ source: inout InflateBits) -> Outcome? {
        while codeLengths.count < codeLengthCount {
            guard let length = source.readBits(3, from: input) else { return .needsInput }
            codeLengths.append(UInt8(length))
        }
        var lengths = [UInt8](repeating: 0, count: 19)
        for (symbol, length) in zip(DeflateSymbols.codeLengthOrder, codeLengths) { lengths[symbol] = length }
        guard codeLengthTable.build(lengths: lengths[...]) else { return fail(.codeLengths, source) }
        codeLengths.removeAll(keepingCapacity: true)
        phase = .codeLengths
        return nil
    }

    private mutating func readCodeLengths(_ input: Span<UInt8>, _ source: inout InflateBits) -> Outcome? {
        let count = literalCount + distanceCount
        while codeLengths.count < count {
            source.fill(from: input)
            let entry = codeLengthTable.entries[Int(source.bits & 127)]
            let codeBitCount = Int(entry & 63)
            guard source.count >= codeBitCount else { return .needsInput }
            // Invalid entries have no length, so all seven bits that were looked up must be known.
            if entry & InflateTable.invalidFlag != 0 {
                return source.count >= 7 ? fail(.symbol, source) : .needsInput
            }
            let symbol = Int(entry >> 8)
            if symbol < 16 {
                source.consume(entry)
                codeLengths.append(UInt8(symbol))
                continue
            }
            let (extraBitCount, base) = symbol == 16 ? (2, 3) : symbol == 17 ? (3, 3) : (7, 11)
            guard source.count >= codeBitCount + extraBitCount else { return .needsInput }
            source.consume(entry)
            let repeats = base + Int(source.bits & (1 << UInt64(extraBitCount) - 1))
            source.consume(UInt32(extraBitCount))
            guard symbol != 16 || !codeLengths.isEmpty, codeLengths.count + repeats <= count else {
                return fail(.repeatedLength, source)
            }
            let length = symbol == 16 ? codeLengths[codeLengths.count - 1] : 0
            for _ in 0..<repeats { codeLengths.append(length) }
        }
        guard codeLengths[DeflateSymbols.endOfBlock] > 0 else { return fail(.endOfBlock, source) }
        guard buildTables() else { return fail(.codeLengths, source) }
        phase = .symbols
        return nil
    }

    /// Builds the tables of a block's own codes; false where they are invalid.
    mutating func buildTables() -> Bool {
        hasFixedTables = false
        return literals.build(lengths: codeLengths[..<literalCount])
            && distances.build(lengths: codeLengths[literalCount...])
    }

    private mutating func readSymbols(_ input: Span<UInt8>, _ source: inout InflateBits) -> Outcome? {
        let limit = min(buffer.count - Self.slack, outputEnd + remainingLimit)
        let start = outputEnd
        var symbols = InflateSymbols(source: source, position: start, limit: limit)
        let (literals, distances) = (literals.entries, distances.entries)
        var output = buffer.mutableSpan
        let stop = symbols.run(input, into: &output, literals: literals.span, distances: distances.span)
        source = symbols.source
        outputEnd = symbols.position
        if outputEnd - start > remainingLimit {
            // The last match exceeded the limit.
            outputEnd = start + remainingLimit
            phase = .exceeded
        }
        remainingLimit -= outputEnd - start
        switch stop {
        case .endOfBlock:
            if phase != .exceeded { phase = .blockHeader }
            return nil
        case .needsInput:
            return phase == .exceeded ? .limitReached : .needsInput
        case .full:
            return remainingLimit == 0 ? .limitReached : .outputFull
        case .failed(let fault):
            return phase == .exceeded ? .limitReached : fail(fault, source)
        }
    }

    private mutating func readTrailer(_ input: Span<UInt8>, _ source: inout InflateBits) -> Outcome {
        if isGzip {
            if gzipChecksum == nil {
                guard let checksum = source.readBits(32, from: input) else { return .needsInput }
                gzipChecksum = UInt32(truncatingIfNeeded: checksum)
            }
            guard source.readBits(32, from: input) != nil else { return .needsInput }
            phase = .finished
            return .finished
        }
        guard let stored = source.readBits(32, from: input) else { return .needsInput }
        guard UInt32(truncatingIfNeeded: stored).byteSwapped == checksum.value else { return fail(.checksum, source) }
        phase = .finished
        return .finished
    }
}
