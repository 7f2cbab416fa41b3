// Finds what repeats in the data of a DEFLATE stream.

/// Splits bytes into literals and matches.
///
/// At each position it tries two earlier ones: the last with the same four bytes, and the one a row above. In drawings
/// rows repeat, and there the second finds what longer searches would.
///
/// A kernel without checks, since they cost 20 %. The door of `match` checks that `position` is not negative, and that
/// there is room for a full block's tokens and three literals. Behind it, each position is compared with the end before
/// a load, and earlier ones are compared with it. A hash has 14 bits, as many as the table has entries.
struct DeflateMatcher {
    private static let hashBitCount: UInt32 = 14

    private let rowDistance: Int
    /// By hash, the last position of such four bytes.
    private var heads = [Int32](repeating: Int32.min, count: 1 << Int(hashBitCount))

    /// `rowByteCount` is the distance at which data is likely to repeat, in bytes.
    init(rowByteCount: Int) {
        rowDistance = (1...32_768).contains(rowByteCount) ? rowByteCount : Int.max
    }

    @inline(__always)
    private static func hash(_ word: UInt32) -> Int {
        Int(truncatingIfNeeded: (word &* 0x9E37_79B1) &>> (32 &- hashBitCount))
    }

    /// Stores the tokens of the bytes from `position` on, up to a full block, at the start of `tokens`.
    ///
    /// - Returns: their number, and whether the bytes end with them.
    mutating func match(
        _ bytes: Span<UInt8>, from position: inout Int, into tokens: inout MutableSpan<UInt32>
    ) -> (count: Int, isLast: Bool) {
        precondition(
            position >= 0 && bytes.count <= Int(Int32.max) && tokens.count >= DeflateTokens.fullCount + 3)
        let rowDistance = rowDistance
        return unsafe tokens.withUnsafeMutableBufferPointer { tokens in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe heads.withUnsafeMutableBufferPointer { heads in
                    guard let memory = bytes.baseAddress, let heads = heads.baseAddress, let tokens = tokens.baseAddress
                    else { return (0, true) }
                    return unsafe Self.match(
                        memory, end: bytes.count, from: &position, heads, rowDistance: rowDistance, into: tokens)
                }
            }
        }
    }

    /// Stores tokens as `match` does; reads four bytes only where they are before `end`.
    @unsafe private static func match(
        _ memory: UnsafeRawPointer, end: Int, from position: inout Int, _ heads: UnsafeMutablePointer<Int32>,
        rowDistance: Int, into tokens: UnsafeMutablePointer<UInt32>
    ) -> (count: Int, isLast: Bool) {
        // A local copy stays in a register.
        var at = position
        defer { position = at }
        var count = 0
        while at &+ 4 <= end {
            if count == DeflateTokens.fullCount { return (count, false) }
            let word = unsafe memory.loadUnaligned(fromByteOffset: at, as: UInt32.self)
            let entry = hash(word)
            let candidate = unsafe Int(heads[entry])
            unsafe heads[entry] = Int32(truncatingIfNeeded: at)
            var length = 0
            var distance = 0
            // The distance is 1...32,768; an entry that was never set is far below.
            if UInt(bitPattern: at &- candidate &- 1) < 32_768,
                unsafe memory.loadUnaligned(fromByteOffset: candidate, as: UInt32.self) == word
            {
                distance = at &- candidate
                length = unsafe matchLength(memory, at, distance, end: end)
            }
            if at >= rowDistance, length < 258, distance != rowDistance,
                unsafe memory.loadUnaligned(fromByteOffset: at &- rowDistance, as: UInt32.self) == word
            {
                let rowLength = unsafe matchLength(memory, at, rowDistance, end: end)
                if rowLength > length {
                    length = rowLength
                    distance = rowDistance
                }
            }
            if length == 0 {
                unsafe tokens[count] = word.littleEndian & 0xFF
                at &+= 1
            } else {
                unsafe tokens[count] = UInt32(truncatingIfNeeded: distance &<< 9 | length)
                let next = at &+ length
                // Positions inside a long match are seldom found again, so only its last four are recorded.
                var inner = length > 32 ? next &- 4 : at &+ 1
                while inner < next && inner &+ 4 <= end {
                    let innerWord = unsafe memory.loadUnaligned(fromByteOffset: inner, as: UInt32.self)
                    unsafe heads[hash(innerWord)] = Int32(truncatingIfNeeded: inner)
                    inner &+= 1
                }
                at = next
            }
            count &+= 1
        }
        if count == DeflateTokens.fullCount { return (count, false) }
        // At most three bytes are left.
        while at < end {
            unsafe tokens[count] = unsafe UInt32(memory.load(fromByteOffset: at, as: UInt8.self))
            count &+= 1
            at &+= 1
        }
        return (count, true)
    }

    /// Returns how many bytes at `position` equal those `distance` before: 4...258; the first 4 are known to be equal.
    @inline(__always)
    @unsafe private static func matchLength(
        _ memory: UnsafeRawPointer, _ position: Int, _ distance: Int, end: Int
    ) -> Int {
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
}
