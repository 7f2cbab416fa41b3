// Writes zlib streams quickly (RFC 1950, RFC 1951): two match candidates per position, the shortest block type.

/// A one-pass compressor that favours speed and is tuned for pictures.
///
/// At each position it tries two earlier ones: the last with the same four bytes, and the one a row above. In drawings
/// rows repeat, and there the second finds what longer searches would.
@safe struct Deflater {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let rowByteCount: Int
    private var writer: DeflateBitWriter
    private let tokens: DeflateTokens
    /// Position of the first byte that the tokens encode.
    private var blockStart = 0

    /// Compresses `bytes` to a zlib stream.
    ///
    /// `rowByteCount` is the distance in bytes at which data is likely to repeat; 0 for none. Memory: at worst about
    /// the size of the input, and a few hundred kilobytes.
    static func zlib(_ bytes: [UInt8], rowByteCount: Int = 0) -> [UInt8] {
        precondition(bytes.count <= Int(Int32.max))
        // No block is longer than its stored form, which adds 5 bytes per 65,535 bytes begun. Each block but the last
        // covers at least 16,384 bytes. Eight bytes of slack let the writer store whole words.
        let capacity = bytes.count + (bytes.count / 16_384 + 1) * 12 + 32
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, filled in
            unsafe bytes.withUnsafeBufferPointer { input in
                var deflater = unsafe Deflater(
                    bytes: input, rowByteCount: rowByteCount,
                    writer: DeflateBitWriter(UnsafeMutableRawBufferPointer(output)),
                    tokens: DeflateTokens())
                deflater.run()
                filled = deflater.writer.byteCount
            }
        }
    }

    private mutating func run() {
        // Method 8, window of 32 KB; the second byte makes the pair a multiple of 31 (RFC 1950 §2.2).
        writer.put(0x0178, 16)
        findMatches()
        unsafe endBlock(at: bytes.count, isLast: true)
        writer.alignToByte()
        var checksum = Adler32()
        unsafe checksum.update(UnsafeRawBufferPointer(bytes))
        writer.put(UInt64(checksum.value.byteSwapped), 32)
    }

    private static let hashBitCount: UInt32 = 14

    @inline(__always)
    private static func hash(_ word: UInt32) -> Int {
        Int(truncatingIfNeeded: (word &* 0x9E37_79B1) &>> (32 &- hashBitCount))
    }

    private mutating func findMatches() {
        let count = unsafe bytes.count
        guard let base = unsafe bytes.baseAddress else { return }
        let (tokens, bytes) = unsafe (tokens, bytes)
        let memory = unsafe UnsafeRawPointer(base)
        let rowDistance = (1...32_768).contains(rowByteCount) ? rowByteCount : Int.max
        // A hash has 14 bits, so every index into the table is inside it.
        unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1 << Int(Self.hashBitCount)) { heads in
            unsafe heads.initialize(repeating: Int32.min)
            guard let heads = heads.baseAddress else { return }
            var position = 0
            // Four bytes are read at `position`, at an earlier position, or within a match: all before `count`.
            while position &+ 4 <= count {
                let word = unsafe memory.loadUnaligned(fromByteOffset: position, as: UInt32.self)
                let entry = Self.hash(word)
                let candidate = unsafe Int(heads[entry])
                unsafe heads[entry] = Int32(truncatingIfNeeded: position)
                var length = 0
                var distance = 0
                if candidate >= position &- 32_768, candidate >= 0,
                    unsafe memory.loadUnaligned(fromByteOffset: candidate, as: UInt32.self) == word
                {
                    distance = position &- candidate
                    length = unsafe Self.matchLength(memory, position, distance, end: count)
                }
                if position >= rowDistance, length < 258, distance != rowDistance,
                    unsafe memory.loadUnaligned(fromByteOffset: position &- rowDistance, as: UInt32.self) == word
                {
                    let rowLength = unsafe Self.matchLength(memory, position, rowDistance, end: count)
                    if rowLength > length {
                        length = rowLength
                        distance = rowDistance
                    }
                }
                if length == 0 {
                    unsafe tokens.add(literal: bytes[position])
                    position &+= 1
                } else {
                    tokens.add(length: length, distance: distance)
                    let end = position &+ length
                    // Positions inside a long match are seldom found again, so only its last four are recorded.
                    var inner = length > 32 ? end &- 4 : position &+ 1
                    while inner < end && inner &+ 4 <= count {
                        let innerWord = unsafe memory.loadUnaligned(fromByteOffset: inner, as: UInt32.self)
                        unsafe heads[Self.hash(innerWord)] = Int32(truncatingIfNeeded: inner)
                        inner &+= 1
                    }
                    position = end
                }
                if tokens.isFull { endBlock(at: position, isLast: false) }
            }
            while position < count {
                unsafe tokens.add(literal: bytes[position])
                position += 1
            }
        }
    }

    /// Returns how many bytes at `position` equal those `distance` before: 4...258; the first 4 are known to be equal.
    @inline(__always)
    private static func matchLength(_ memory: UnsafeRawPointer, _ position: Int, _ distance: Int, end: Int) -> Int {
        let limit = min(258, end &- position)
        var length = 4
        while length &+ 8 <= limit {
            let here = unsafe memory.loadUnaligned(fromByteOffset: position &+ length, as: UInt64.self)
            let there = unsafe memory.loadUnaligned(fromByteOffset: position &+ length &- distance, as: UInt64.self)
            let difference = (here ^ there).littleEndian
            if difference != 0 { return length &+ difference.trailingZeroBitCount &>> 3 }
            length &+= 8
        }
        while length < limit,
            unsafe memory.load(fromByteOffset: position &+ length, as: UInt8.self)
                == memory.load(fromByteOffset: position &+ length &- distance, as: UInt8.self)
        {
            length &+= 1
        }
        return length
    }

    /// Writes the tokens as one block: stored, fixed or dynamic, whichever is shortest.
    private mutating func endBlock(at end: Int, isLast: Bool) {
        let raw = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[blockStart..<end])
        blockStart = end
        tokens.addEndOfBlock()
        let dynamic = DeflateBlockCode(tokens)
        let dynamicBitCount = dynamic.headerBitCount + tokens.bitCount(with: dynamic)
        let fixedBitCount = tokens.bitCount(with: .fixed)
        let storedBitCount = 8 * (raw.count + 5 * (raw.count / 65_535 + 1))
        if storedBitCount <= min(dynamicBitCount, fixedBitCount) {
            unsafe putStored(raw, isLast: isLast)
        } else if fixedBitCount <= dynamicBitCount {
            writer.put(isLast ? 0b011 : 0b010, 3)
            tokens.write(with: .fixed, to: &writer)
        } else {
            writer.put(isLast ? 0b101 : 0b100, 3)
            dynamic.writeHeader(to: &writer)
            tokens.write(with: dynamic, to: &writer)
        }
        tokens.removeAll()
    }

    private mutating func putStored(_ raw: UnsafeRawBufferPointer, isLast: Bool) {
        var offset = 0
        repeat {
            let count = min(raw.count - offset, 65_535)
            writer.put(isLast && offset + count == raw.count ? 1 : 0, 3)
            writer.alignToByte()
            writer.put(UInt64(count) | UInt64(~UInt16(count)) << 16, 32)
            unsafe writer.put(UnsafeRawBufferPointer(rebasing: raw[offset..<(offset + count)]))
            offset += count
        } while offset < raw.count
    }
}
