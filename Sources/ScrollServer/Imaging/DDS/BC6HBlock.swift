// Decodes blocks of BC6H (Khronos Data Format Specification, "BC6H").

/// Blocks of light as half floats, in fourteen modes; light from 0 to 1 is shown.
enum BC6HBlock {
    /// Some bits of one of twelve numbers.
    private struct Field {
        /// The channel's three numbers follow each other at 0, 4 and 8: W, X, Y and Z of the specification.
        let number: Int
        let lowest: Int
        let count: Int
        /// Whether the highest bit is stored first.
        let isReversed: Bool

        /// Reads a name such as `RW0-9`, `GY4` or `BW15-10`; nil for others.
        init?(_ name: Substring) {
            let letters = Array(name.prefix(2))
            let bits = name.dropFirst(2).split(separator: "-").compactMap { Int($0) }
            guard letters.count == 2, let channel = Array("RGB").firstIndex(of: letters[0]),
                let end = Array("WXYZ").firstIndex(of: letters[1]), let first = bits.first, let last = bits.last
            else { return nil }
            number = channel * 4 + end
            (lowest, count, isReversed) = (min(first, last), abs(first - last) + 1, first > last)
        }
    }

    private struct Mode {
        /// Bits of the first number of each channel.
        let bits: Int
        /// Bits of red, green and blue of the other numbers, which are differences; nil where they are none.
        let differenceBits: [Int]?
        let fields: [Field]

        init(_ bits: Int, _ differenceBits: [Int]?, _ fields: String) {
            (self.bits, self.differenceBits) = (bits, differenceBits)
            self.fields = fields.split(separator: " ").compactMap { Field($0) }
        }

        var isHalved: Bool { fields.contains { $0.number % 4 > 1 } }
    }

    /// The order of bits after those of the mode, by the mode's bits.
    private static let modes: [Int: Mode] = [
        0x00: Mode(
            10, [5, 5, 5],
            "GY4 BY4 BZ4 RW0-9 GW0-9 BW0-9 RX0-4 GZ4 GY0-3 GX0-4 BZ0 GZ0-3 BX0-4 BZ1 BY0-3 RY0-4 BZ2 RZ0-4 BZ3"),
        0x01: Mode(
            7, [6, 6, 6],
            "GY5 GZ4 GZ5 RW0-6 BZ0 BZ1 BY4 GW0-6 BY5 BZ2 GY4 BW0-6 BZ3 BZ5 BZ4 RX0-5 GY0-3 GX0-5 GZ0-3 BX0-5 BY0-3 "
                + "RY0-5 RZ0-5"),
        0x02: Mode(
            11, [5, 4, 4],
            "RW0-9 GW0-9 BW0-9 RX0-4 RW10 GY0-3 GX0-3 GW10 BZ0 GZ0-3 BX0-3 BW10 BZ1 BY0-3 RY0-4 BZ2 RZ0-4 BZ3"),
        0x06: Mode(
            11, [4, 5, 4],
            "RW0-9 GW0-9 BW0-9 RX0-3 RW10 GZ4 GY0-3 GX0-4 GW10 GZ0-3 BX0-3 BW10 BZ1 BY0-3 RY0-3 BZ0 BZ2 RZ0-3 GY4 BZ3"),
        0x0A: Mode(
            11, [4, 4, 5],
            "RW0-9 GW0-9 BW0-9 RX0-3 RW10 BY4 GY0-3 GX0-3 GW10 BZ0 GZ0-3 BX0-4 BW10 BY0-3 RY0-3 BZ1 BZ2 RZ0-3 BZ4 BZ3"),
        0x0E: Mode(
            9, [5, 5, 5],
            "RW0-8 BY4 GW0-8 GY4 BW0-8 BZ4 RX0-4 GZ4 GY0-3 GX0-4 BZ0 GZ0-3 BX0-4 BZ1 BY0-3 RY0-4 BZ2 RZ0-4 BZ3"),
        0x12: Mode(
            8, [6, 5, 5],
            "RW0-7 GZ4 BY4 GW0-7 BZ2 GY4 BW0-7 BZ3 BZ4 RX0-5 GY0-3 GX0-4 BZ0 GZ0-3 BX0-4 BZ1 BY0-3 RY0-5 RZ0-5"),
        0x16: Mode(
            8, [5, 6, 5],
            "RW0-7 BZ0 BY4 GW0-7 GY5 GY4 BW0-7 GZ5 BZ4 RX0-4 GZ4 GY0-3 GX0-5 GZ0-3 BX0-4 BZ1 BY0-3 RY0-4 BZ2 RZ0-4 BZ3"),
        0x1A: Mode(
            8, [5, 5, 6],
            "RW0-7 BZ1 BY4 GW0-7 BY5 GY4 BW0-7 BZ5 BZ4 RX0-4 GZ4 GY0-3 GX0-4 BZ0 GZ0-3 BX0-5 BY0-3 RY0-4 BZ2 RZ0-4 BZ3"),
        0x1E: Mode(
            6, nil,
            "RW0-5 GZ4 BZ0 BZ1 BY4 GW0-5 GY5 BY5 BZ2 GY4 BW0-5 GZ5 BZ3 BZ5 BZ4 RX0-5 GY0-3 GX0-5 GZ0-3 BX0-5 BY0-3 "
                + "RY0-5 RZ0-5"),
        0x03: Mode(10, nil, "RW0-9 GW0-9 BW0-9 RX0-9 GX0-9 BX0-9"),
        0x07: Mode(11, [9, 9, 9], "RW0-9 GW0-9 BW0-9 RX0-8 RW10 GX0-8 GW10 BX0-8 BW10"),
        0x0B: Mode(12, [8, 8, 8], "RW0-9 GW0-9 BW0-9 RX0-7 RW11-10 GX0-7 GW11-10 BX0-7 BW11-10"),
        0x0F: Mode(16, [4, 4, 4], "RW0-9 GW0-9 BW0-9 RX0-3 RW15-10 GX0-3 GW15-10 BX0-3 BW15-10"),
    ]

    /// Writes red, green, blue and alpha of sixteen pixels to `pixels`.
    static func decode(_ block: ArraySlice<UInt8>, isSigned: Bool, into pixels: inout [UInt8]) {
        decodeLight(block, isSigned: isSigned) { place, channel, half in
            pixels[place * 4 + channel] = ShownLight.encoded(Float(half: half))
        }
        for place in 0..<16 { pixels[place * 4 + 3] = 255 }
    }

    /// Calls `body` with the place, the channel and the bits of a half float of each sample; a reserved mode is black.
    static func decodeLight(_ block: ArraySlice<UInt8>, isSigned: Bool, _ body: (Int, Int, UInt16) -> Void) {
        var bits = BlockBits(block)
        let low = bits.take(2)
        guard let mode = modes[low < 2 ? low : low | bits.take(3) << 2] else {
            for place in 0..<16 { for channel in 0..<3 { body(place, channel, 0) } }
            return
        }
        var numbers = [Int](repeating: 0, count: 12)
        for field in mode.fields {
            var value = bits.take(field.count)
            if field.isReversed { value = reversed(value, count: field.count) }
            numbers[field.number] |= value << field.lowest
        }
        complete(&numbers, mode, isSigned)
        let (subsetCount, indexBits) = mode.isHalved ? (2, 3) : (1, 4)
        let partition = bits.take(mode.isHalved ? 5 : 0)
        for place in 0..<16 {
            let isAnchor = BlockPartition.isAnchor(place, of: subsetCount, partition)
            let index = bits.take(isAnchor ? indexBits - 1 : indexBits)
            let first = BlockPartition.subset(place, of: subsetCount, partition) * 2
            for channel in 0..<3 {
                let value = BlockPartition.between(
                    numbers[channel * 4 + first], numbers[channel * 4 + first + 1], index, bits: indexBits)
                body(place, channel, half(value, isSigned))
            }
        }
    }

    private static func reversed(_ value: Int, count: Int) -> Int {
        (0..<count).reduce(0) { $0 << 1 | value >> $1 & 1 }
    }

    private static func signed(_ value: Int, bits: Int) -> Int {
        value >> (bits - 1) & 1 == 1 ? value - 1 << bits : value
    }

    /// Adds the differences, and spreads the numbers over 16 bits.
    private static func complete(_ numbers: inout [Int], _ mode: Mode, _ isSigned: Bool) {
        for channel in 0..<3 {
            let base = numbers[channel * 4]
            for place in channel * 4..<channel * 4 + 4 {
                if let differenceBits = mode.differenceBits, place > channel * 4 {
                    let sum = base + signed(numbers[place], bits: differenceBits[channel])
                    numbers[place] = sum & (1 << mode.bits - 1)
                }
                numbers[place] =
                    isSigned
                    ? spreadSigned(signed(numbers[place], bits: mode.bits), mode.bits)
                    : spread(numbers[place], mode.bits)
            }
        }
    }

    private static func spread(_ value: Int, _ bits: Int) -> Int {
        if bits >= 15 || value == 0 { return value }
        return value == 1 << bits - 1 ? 0xFFFF : (value << 16 + 0x8000) >> bits
    }

    private static func spreadSigned(_ value: Int, _ bits: Int) -> Int {
        if bits >= 16 || value == 0 { return value }
        let size = abs(value)
        let wide = size >= 1 << (bits - 1) - 1 ? 0x7FFF : (size << 15 + 0x4000) >> (bits - 1)
        return value < 0 ? -wide : wide
    }

    /// Returns the bits of a half float for a number of 16 bits.
    private static func half(_ value: Int, _ isSigned: Bool) -> UInt16 {
        guard isSigned else { return UInt16(truncatingIfNeeded: (value * 31) >> 6) }
        let size = UInt16(truncatingIfNeeded: (abs(value) * 31) >> 5)
        return value < 0 ? size | 0x8000 : size
    }
}
