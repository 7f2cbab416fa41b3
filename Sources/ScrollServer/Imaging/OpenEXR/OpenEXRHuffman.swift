// The Huffman code of PIZ: numbers of 16 bits, and one symbol more that repeats (OpenEXR, "ImfHuf").

import Pixels

/// Reads numbers in a canonical code, whose longest codes have the lowest values.
struct OpenEXRHuffman {
    private static let symbolCount = 65_537
    /// Longest code that a picture of fewer than 2³⁰ numbers can have, and a little more.
    private static let longest = 56
    /// Bits of codes that are looked up in one step.
    private static let fastBitCount = 12
    /// Lengths from here on say how many symbols have no code.
    private static let (shortRun, longRun) = (59, 63)

    /// Of each length, the lowest code, how many there are, and where their symbols begin.
    private var lowest = [UInt64](repeating: 0, count: longest + 1)
    private var counts = [UInt64](repeating: 0, count: longest + 1)
    private var starts = [Int](repeating: 0, count: longest + 1)
    /// Symbols by length, then by value.
    private var symbols: [UInt32] = []
    /// A table by the next bits: a symbol, shifted by six, and its length; 0 for a longer code.
    private var fast = [UInt32](repeating: 0, count: 1 << fastBitCount)

    /// Returns exactly `count` numbers; nil for damage.
    static func words(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt16]? {
        guard packed.count >= 20 else { return nil }
        let start = packed.startIndex
        func number(_ index: Int) -> Int { packed[start + 4 * index..<start + 4 * index + 4].littleEndianNumber }
        let (first, last, bitCount) = (number(0), number(1), number(3))
        guard first <= last, last < symbolCount else { return nil }
        var reader = OpenEXRBits(packed, at: start + 20)
        guard let lengths = lengths(first...last, &reader), let code = OpenEXRHuffman(lengths, first: first) else {
            return nil
        }
        reader.alignToByte()
        guard reader.limit(to: bitCount) else { return nil }
        return code.words(&reader, count: count, repeating: UInt32(last))
    }

    /// Reads the length of each symbol's code; those without one have 0.
    private static func lengths(_ range: ClosedRange<Int>, _ reader: inout OpenEXRBits) -> [UInt8]? {
        var lengths: [UInt8] = []
        while lengths.count < range.count {
            guard let length = reader.next(6) else { return nil }
            guard length >= shortRun else {
                guard length <= longest else { return nil }
                lengths.append(UInt8(length))
                continue
            }
            var run = length - shortRun + 2
            if length == longRun {
                guard let more = reader.next(8) else { return nil }
                run = more + longRun - shortRun + 2
            }
            guard run <= range.count - lengths.count else { return nil }
            lengths.append(contentsOf: repeatElement(0, count: run))
        }
        return lengths
    }

    /// Makes the code; nil where there are more codes of a length than bits have values.
    private init?(_ lengths: [UInt8], first: Int) {
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var (code, start): (UInt64, Int) = (0, 0)
        for length in stride(from: Self.longest, through: 1, by: -1) {
            lowest[length] = code
            guard code + counts[length] <= 1 << UInt64(length) else { return nil }
            code = (code + counts[length]) >> 1
        }
        for length in 1...Self.longest {
            starts[length] = start
            start += Int(counts[length])
        }
        symbols = [UInt32](repeating: 0, count: start)
        var places = starts
        for (index, length) in lengths.enumerated() where length > 0 {
            let symbol = UInt32(first + index)
            let rank = places[Int(length)] - starts[Int(length)]
            symbols[places[Int(length)]] = symbol
            places[Int(length)] += 1
            guard Int(length) <= Self.fastBitCount else { continue }
            let shift = Self.fastBitCount - Int(length)
            let from = (Int(lowest[Int(length)]) + rank) << shift
            for entry in from..<from + 1 << shift { fast[entry] = symbol << 6 | UInt32(length) }
        }
    }

    private func words(_ reader: inout OpenEXRBits, count: Int, repeating last: UInt32) -> [UInt16]? {
        var words: [UInt16] = []
        words.reserveCapacity(count)
        while words.count < count {
            guard let symbol = next(&reader) else { return nil }
            if symbol == last {
                guard let run = reader.next(8), let word = words.last, run <= count - words.count else { return nil }
                words.append(contentsOf: repeatElement(word, count: run))
            } else {
                words.append(UInt16(truncatingIfNeeded: symbol))
            }
        }
        return words
    }

    /// Reads a symbol; nil where no code begins so, or the bits end.
    @inline(__always)
    private func next(_ reader: inout OpenEXRBits) -> UInt32? {
        let bits = reader.peek()
        let entry = fast[Int(bits >> UInt64(64 - Self.fastBitCount))]
        if entry != 0 { return reader.skip(Int(entry & 63)) ? entry >> 6 : nil }
        for length in 1...Self.longest where counts[length] > 0 {
            let value = bits >> UInt64(64 - length)
            guard value >= lowest[length], value - lowest[length] < counts[length] else { continue }
            guard reader.skip(length) else { return nil }
            return symbols[starts[length] + Int(value - lowest[length])]
        }
        return nil
    }
}

/// Reads bits, the highest of each byte first.
struct OpenEXRBits {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    /// The next bits, the first of them highest.
    private var bits: UInt64 = 0
    private var bitCount = 0
    /// Bits that may still be read.
    private var remaining: Int

    init(_ bytes: ArraySlice<UInt8>, at position: Int) {
        (self.bytes, self.position) = (bytes, position)
        remaining = (bytes.endIndex - position) * 8
    }

    /// Returns the next bits, of which the first 57 are right; behind the end are zeros.
    @inline(__always)
    mutating func peek() -> UInt64 {
        while bitCount <= 56, position < bytes.endIndex {
            bits |= UInt64(bytes[position]) << UInt64(56 - bitCount)
            (position, bitCount) = (position + 1, bitCount + 8)
        }
        return bits
    }

    /// Skips bits that were peeked at; false where there are not as many.
    @inline(__always)
    mutating func skip(_ count: Int) -> Bool {
        guard count <= remaining, count <= bitCount else { return false }
        bits <<= UInt64(count)
        bitCount -= count
        remaining -= count
        return true
    }

    /// Reads a number of at most 32 bits.
    mutating func next(_ count: Int) -> Int? {
        let value = peek() >> UInt64(64 - count)
        return skip(count) ? Int(value) : nil
    }

    mutating func alignToByte() { _ = skip(bitCount % 8) }

    /// Ends the bits after so many; false where there are fewer.
    mutating func limit(to count: Int) -> Bool {
        guard count <= remaining else { return false }
        remaining = count
        return true
    }
}
