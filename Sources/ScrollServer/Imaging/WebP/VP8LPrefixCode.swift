// The prefix codes of a lossless WebP (RFC 9649 §3.7.2).

import Pixels

/// A canonical prefix code as a table, indexed by the next bits.
///
/// An entry has the code's length in bits 0...3 and the symbol from bit 8 on. Codes longer than eight bits are in a
/// second table: bit 7 is then set, bits 0...3 are the width of its index, and bits from 8 on its start.
struct VP8LPrefixCode {
    static let primaryBitCount = 8
    static let secondaryFlag: UInt32 = 1 << 7

    /// Start of the code's table among all tables.
    var start = 0
    /// Mask of the index in the first table: 2ⁿ − 1; 0 for a single symbol, which takes no bits.
    var mask: UInt64 = 0
}

extension VP8LBits {
    /// Takes a symbol of a code, whose table is in `entries`; up to 15 bits have been loaded.
    @inline(__always)
    mutating func symbol(_ code: VP8LPrefixCode, _ entries: Span<UInt32>) -> UInt32 {
        var entry = entries[code.start &+ Int(truncatingIfNeeded: value & code.mask)]
        if entry & VP8LPrefixCode.secondaryFlag != 0 {
            skip(VP8LPrefixCode.primaryBitCount)
            let index = value & (1 &<< UInt64(entry & 15) &- 1)
            entry = entries[code.start &+ Int(entry &>> 8) &+ Int(truncatingIfNeeded: index)]
        }
        skip(Int(entry & 15))
        return entry &>> 8
    }
}

/// All code tables of one image.
struct VP8LCodeTables {
    /// Most entries of all tables together: 64 MiB.
    private static let limit = 1 << 24
    private static let longest = 15

    private(set) var entries: [UInt32] = []
    /// Entries of codes that were read and are not used lie beyond it.
    private var lengths: [UInt8] = []

    /// The order of the code lengths of the code for lengths (§3.7.2.1.2).
    private static let lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

    /// Removes all tables from `start` on.
    mutating func remove(from start: Int) { entries.removeSubrange(start...) }

    /// Reads a code with an alphabet of `symbolCount` symbols.
    ///
    /// - Parameters:
    ///   - input: where the code begins; moves behind it.
    ///   - symbolCount: size of the alphabet.
    /// - Returns: the code, whose table is added to `entries`.
    /// - Throws: `damaged` where it is incomplete, `tooLarge` where there are too many entries.
    mutating func read(_ input: inout VP8LInput, symbolCount: Int) throws(ImageError) -> VP8LPrefixCode {
        lengths.removeAll(keepingCapacity: true)
        lengths.append(contentsOf: repeatElement(0, count: symbolCount))
        if input.flag() {
            let hasTwo = input.flag()
            let first = input.read(input.flag() ? 8 : 1)
            let second = hasTwo ? input.read(8) : first
            guard first < symbolCount, second < symbolCount else {
                throw input.damaged("a prefix code with the symbol \(max(first, second)), which does not exist")
            }
            lengths[first] = 1
            lengths[second] = 1
        } else {
            try readLengths(&input, symbolCount: symbolCount)
        }
        try input.check()
        return try append(input)
    }

    private mutating func readLengths(_ input: inout VP8LInput, symbolCount: Int) throws(ImageError) {
        var tables = VP8LCodeTables()
        tables.lengths = [UInt8](repeating: 0, count: 19)
        for index in 0..<4 + input.read(4) {
            tables.lengths[Self.lengthOrder[index]] = UInt8(truncatingIfNeeded: input.read(3))
        }
        let code = try tables.append(input)
        var left = symbolCount
        if input.flag() {
            left = 2 + input.read(2 + 2 * input.read(3))
            guard left <= symbolCount else {
                throw input.damaged("a prefix code with \(left) of \(symbolCount) symbols")
            }
        }
        var previous: UInt8 = 8
        var symbol = 0
        while symbol < symbolCount, left > 0 {
            left -= 1
            input.refill()
            let (length, count): (UInt8, Int)
            switch input.bits.symbol(code, tables.entries.span) {
            case 16: (length, count) = (previous, 3 + input.read(2))
            case 17: (length, count) = (0, 3 + input.read(3))
            case 18: (length, count) = (0, 11 + input.read(7))
            case let plain:
                (length, count) = (UInt8(truncatingIfNeeded: plain), 1)
                if length > 0 { previous = length }
            }
            guard symbol + count <= symbolCount else { throw input.damaged("a prefix code with too many symbols") }
            for index in symbol..<symbol + count { lengths[index] = length }
            symbol += count
        }
    }

    /// Builds the table of the code with the current `lengths`.
    private mutating func append(_ input: VP8LInput) throws(ImageError) -> VP8LPrefixCode {
        var counts = [Int](repeating: 0, count: Self.longest + 1)
        for length in lengths { counts[Int(length)] += 1 }
        let used = lengths.count - counts[0]
        counts[0] = 0
        var code = VP8LPrefixCode()
        code.start = entries.count
        if used == 1, let symbol = lengths.firstIndex(where: { $0 > 0 }) {
            entries.append(UInt32(symbol) << 8)
            return code
        }
        let sum = (1...Self.longest).reduce(0) { $0 + counts[$1] << (Self.longest - $1) }
        guard sum == 1 << Self.longest else { throw input.damaged("a prefix code that is not complete") }
        let longest = counts.lastIndex { $0 > 0 } ?? 0
        let primary = min(longest, VP8LPrefixCode.primaryBitCount)
        code.mask = 1 << UInt64(primary) - 1
        var nextCode = [Int](repeating: 0, count: Self.longest + 2)
        for length in 1...Self.longest { nextCode[length + 1] = (nextCode[length] + counts[length]) << 1 }

        // First the sizes of the second tables, then their contents.
        var secondaryBits = [Int](repeating: 0, count: 1 << primary)
        var starts = secondaryBits
        if longest > primary {
            var next = nextCode
            for length in lengths where length > 0 {
                let bits = Int(length)
                if bits > primary {
                    let index = Self.reversed(next[bits], bits) & (1 << primary - 1)
                    secondaryBits[index] = max(secondaryBits[index], bits - primary)
                }
                next[bits] += 1
            }
        }
        var count = 1 << primary
        for index in secondaryBits.indices where secondaryBits[index] > 0 {
            starts[index] = count
            count += 1 << secondaryBits[index]
        }
        guard entries.count + count <= Self.limit else { throw .tooLarge("the picture has too many prefix codes") }
        entries.append(contentsOf: repeatElement(0, count: count))
        for index in secondaryBits.indices where secondaryBits[index] > 0 {
            entries[code.start + index] =
                UInt32(starts[index]) << 8 | VP8LPrefixCode.secondaryFlag | UInt32(secondaryBits[index])
        }
        for (symbol, length) in lengths.enumerated() where length > 0 {
            let bits = Int(length)
            let reversedCode = Self.reversed(nextCode[bits], bits)
            nextCode[bits] += 1
            var (first, step, size, rest) = (code.start + reversedCode, 1 << bits, 1 << primary, bits)
            if bits > primary {
                let index = reversedCode & (1 << primary - 1)
                rest = bits - primary
                (first, step, size) = (
                    code.start + starts[index] + reversedCode >> primary, 1 << rest, 1 << secondaryBits[index]
                )
            }
            let entry = UInt32(symbol) << 8 | UInt32(rest)
            let base = bits > primary ? code.start + starts[reversedCode & (1 << primary - 1)] : code.start
            while first < base + size {
                entries[first] = entry
                first += step
            }
        }
        return code
    }

    private static func reversed(_ code: Int, _ bitCount: Int) -> Int {
        var (rest, result) = (code, 0)
        for _ in 0..<bitCount {
            result = result << 1 | rest & 1
            rest >>= 1
        }
        return result
    }
}
