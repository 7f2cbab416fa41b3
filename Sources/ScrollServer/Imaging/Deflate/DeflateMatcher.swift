// Finds what repeats in the data of a DEFLATE stream.

import Platform

/// Splits bytes into literals and matches.
///
/// At each position it tries two earlier ones: the last with the same four bytes, and the one a row above. In drawings
/// rows repeat, and there the second finds what longer searches would.
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
        let end = bytes.count
        let rowDistance = rowDistance
        var heads = self.heads.mutableSpan
        // With the count known, the compiler drops the checks of hashes.
        precondition(heads.count == 1 << Int(Self.hashBitCount))
        // A local copy stays in a register.
        var at = position
        defer { position = at }
        var count = 0
        while at &+ 4 <= end {
            if count == DeflateTokens.fullCount { return (count, false) }
            let word = bytes.load(at: at, as: UInt32.self)
            let entry = Self.hash(word)
            let candidate = Int(heads[entry])
            heads[entry] = Int32(truncatingIfNeeded: at)
            var length = 0
            var distance = 0
            if candidate >= at &- 32_768, candidate >= 0, bytes.load(at: candidate, as: UInt32.self) == word {
                distance = at &- candidate
                length = Self.matchLength(bytes, at, distance)
            }
            if at >= rowDistance, length < 258, distance != rowDistance,
                bytes.load(at: at &- rowDistance, as: UInt32.self) == word
            {
                let rowLength = Self.matchLength(bytes, at, rowDistance)
                if rowLength > length {
                    length = rowLength
                    distance = rowDistance
                }
            }
            if length == 0 {
                tokens[count] = word.littleEndian & 0xFF
                at &+= 1
            } else {
                tokens[count] = UInt32(truncatingIfNeeded: distance &<< 9 | length)
                let next = at &+ length
                // Positions inside a long match are seldom found again, so only its last four are recorded.
                var inner = length > 32 ? next &- 4 : at &+ 1
                while inner < next && inner &+ 4 <= end {
                    heads[Self.hash(bytes.load(at: inner, as: UInt32.self))] = Int32(truncatingIfNeeded: inner)
                    inner &+= 1
                }
                at = next
            }
            count &+= 1
        }
        if count == DeflateTokens.fullCount { return (count, false) }
        while at < end {
            tokens[count] = UInt32(bytes[at])
            count += 1
            at += 1
        }
        return (count, true)
    }

    /// Returns how many bytes at `position` equal those `distance` before: 4...258; the first 4 are known to be equal.
    @inline(__always)
    private static func matchLength(_ bytes: Span<UInt8>, _ position: Int, _ distance: Int) -> Int {
        let limit = min(258, bytes.count &- position)
        let here = bytes.extracting(position..<(position &+ limit))
        let there = bytes.extracting((position &- distance)..<(position &- distance &+ limit))
        var length = 4
        while limit - length >= 8 {
            let difference = (here.load(at: length, as: UInt64.self) ^ there.load(at: length)).littleEndian
            if difference != 0 { return length + difference.trailingZeroBitCount &>> 3 }
            length += 8
        }
        while length < limit, here[length] == there[length] { length += 1 }
        return length
    }
}
