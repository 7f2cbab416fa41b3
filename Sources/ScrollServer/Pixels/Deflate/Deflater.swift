// Writes zlib streams quickly (RFC 1950, RFC 1951): two match candidates per position, the shortest block type.

/// A one-pass compressor that favours speed and is tuned for pictures.
struct Deflater {
    private let bytes: [UInt8]
    private var matcher: DeflateMatcher
    private var tokens = DeflateTokens()
    /// The stream's whole bytes; first method 8 and window of 32 KB, and what makes the pair a multiple of 31 (RFC 1950
    /// §2.2).
    private var stream: [UInt8] = [0x78, 0x01]
    private var writer = DeflateBitWriter()

    /// Compresses `bytes` to a zlib stream.
    ///
    /// `rowByteCount` is the distance in bytes at which data is likely to repeat; 0 for none. Memory: at worst about
    /// the size of the input, and a few hundred kilobytes.
    static func zlib(_ bytes: [UInt8], rowByteCount: Int = 0) -> [UInt8] {
        precondition(bytes.count <= Int(Int32.max))
        var deflater = Deflater(bytes: bytes, matcher: DeflateMatcher(rowByteCount: rowByteCount))
        deflater.run()
        return deflater.stream
    }

    private mutating func run() {
        // No block is longer than its stored form, which adds 5 bytes per 65,535 bytes begun. Each block but the last
        // covers at least 16,384 bytes. The slack lets the writer store whole words.
        stream.reserveCapacity(bytes.count + (bytes.count / 16_384 + 1) * 12 + 64)
        writer.skip(stream.count)
        let bytes = bytes
        var position = 0
        var isLast = false
        while !isLast {
            let start = position
            isLast = tokens.fill(from: bytes.span, at: &position, with: &matcher)
            putBlock(of: bytes[start..<position], isLast: isLast)
        }
        var checksum = Adler32()
        checksum.update(bytes.span)
        put(atMost: 40) { writer, target in
            writer.alignToByte(in: &target)
            writer.put(UInt64(checksum.value.byteSwapped), 32, to: &target)
        }
    }

    /// Lets `body` append up to `bitCount` bits.
    private mutating func put(
        atMost bitCount: Int, _ body: (inout DeflateBitWriter, inout MutableSpan<UInt8>) -> Void
    ) {
        stream.append(contentsOf: repeatElement(0, count: bitCount / 8 + 16))
        var writer = writer
        var target = stream.mutableSpan
        body(&writer, &target)
        stream.removeLast(stream.count - writer.byteCount)
        self.writer = writer
    }

    /// Writes the tokens as one block: stored, fixed or dynamic, whichever is shortest.
    private mutating func putBlock(of raw: ArraySlice<UInt8>, isLast: Bool) {
        let tokens = tokens
        let dynamic = DeflateBlockCode(tokens)
        let dynamicBitCount = dynamic.headerBitCount + tokens.bitCount(with: dynamic)
        let fixedBitCount = tokens.bitCount(with: .fixed)
        let storedBitCount = 8 * (raw.count + 5 * (raw.count / 65_535 + 1))
        if storedBitCount <= min(dynamicBitCount, fixedBitCount) {
            putStored(raw, isLast: isLast)
        } else if fixedBitCount <= dynamicBitCount {
            put(atMost: 3 + fixedBitCount) { writer, target in
                writer.put(isLast ? 0b011 : 0b010, 3, to: &target)
                tokens.write(coded: .fixed, with: &writer, to: &target)
            }
        } else {
            put(atMost: 3 + dynamicBitCount) { writer, target in
                writer.put(isLast ? 0b101 : 0b100, 3, to: &target)
                dynamic.writeHeader(with: &writer, to: &target)
                tokens.write(coded: dynamic, with: &writer, to: &target)
            }
        }
    }

    private mutating func putStored(_ raw: ArraySlice<UInt8>, isLast: Bool) {
        var rest = raw
        repeat {
            let part = rest.prefix(65_535)
            rest = rest.dropFirst(part.count)
            let isEnd = isLast && rest.isEmpty
            put(atMost: 48) { writer, target in
                writer.put(isEnd ? 1 : 0, 3, to: &target)
                writer.alignToByte(in: &target)
                writer.put(UInt64(part.count) | UInt64(~UInt16(part.count)) << 16, 32, to: &target)
            }
            stream.append(contentsOf: part)
            writer.skip(part.count)
        } while !rest.isEmpty
    }
}
