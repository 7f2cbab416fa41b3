// What BC6H and BC7 have in common (Khronos Data Format Specification, "BPTC Compressed Texture Image Formats").

/// The bits of a block of 16 bytes, taken from the lowest.
struct BlockBits {
    private var low: UInt64
    private var high: UInt64

    /// Takes a block; bytes that are missing are 0.
    init(_ block: ArraySlice<UInt8>) {
        (low, high) = (block.littleEndianWord, block.dropFirst(8).littleEndianWord)
    }

    /// Returns the next bits as a number; `count` is at most 32.
    mutating func take(_ count: Int) -> Int {
        let value = low & (1 << UInt64(count) - 1)
        low = low >> UInt64(count) | high << UInt64(64 - count)
        high >>= UInt64(count)
        return Int(truncatingIfNeeded: value)
    }
}

/// Which pixels of a block share a pair of colours, and what lies between two colours.
enum BlockPartition {
    /// Returns the subset of a pixel, from 0 up to `count`, which is 1, 2 or 3; `partition` is below 64.
    static func subset(_ place: Int, of count: Int, _ partition: Int) -> Int {
        switch count {
        case 2: Int(halves[partition] >> UInt16(place) & 1)
        case 3: Int(thirds[partition] >> UInt32(2 * place) & 3)
        default: 0
        }
    }

    /// Whether the highest bit of a pixel's index is not stored, because it is 0.
    static func isAnchor(_ place: Int, of count: Int, _ partition: Int) -> Bool {
        switch count {
        case _ where place == 0: true
        case 2: place == halfAnchors[partition]
        case 3: place == firstThirdAnchors[partition] || place == secondThirdAnchors[partition]
        default: false
        }
    }

    /// Returns what lies between two numbers; `index` has 2, 3 or 4 bits.
    static func between(_ first: Int, _ second: Int, _ index: Int, bits: Int) -> Int {
        let weight = bits == 2 ? weights2[index] : bits == 3 ? weights3[index] : weights4[index]
        return ((64 - weight) * first + weight * second + 32) >> 6
    }

    private static let weights2 = [0, 21, 43, 64]
    private static let weights3 = [0, 9, 18, 27, 37, 46, 55, 64]
    private static let weights4 = [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64]

    /// A bit for each pixel, the first one lowest.
    private static let halves: [UInt16] = [
        0xCCCC, 0x8888, 0xEEEE, 0xECC8, 0xC880, 0xFEEC, 0xFEC8, 0xEC80,
        0xC800, 0xFFEC, 0xFE80, 0xE800, 0xFFE8, 0xFF00, 0xFFF0, 0xF000,
        0xF710, 0x008E, 0x7100, 0x08CE, 0x008C, 0x7310, 0x3100, 0x8CCE,
        0x088C, 0x3110, 0x6666, 0x366C, 0x17E8, 0x0FF0, 0x718E, 0x399C,
        0xAAAA, 0xF0F0, 0x5A5A, 0x33CC, 0x3C3C, 0x55AA, 0x9696, 0xA55A,
        0x73CE, 0x13C8, 0x324C, 0x3BDC, 0x6996, 0xC33C, 0x9966, 0x0660,
        0x0272, 0x04E4, 0x4E40, 0x2720, 0xC936, 0x936C, 0x39C6, 0x639C,
        0x9336, 0x9CC6, 0x817E, 0xE718, 0xCCF0, 0x0FCC, 0x7744, 0xEE22,
    ]
    /// Two bits for each pixel.
    private static let thirds: [UInt32] = [
        0xAA685050, 0x6A5A5040, 0x5A5A4200, 0x5450A0A8, 0xA5A50000, 0xA0A05050, 0x5555A0A0, 0x5A5A5050,
        0xAA550000, 0xAA555500, 0xAAAA5500, 0x90909090, 0x94949494, 0xA4A4A4A4, 0xA9A59450, 0x2A0A4250,
        0xA5945040, 0x0A425054, 0xA5A5A500, 0x55A0A0A0, 0xA8A85454, 0x6A6A4040, 0xA4A45000, 0x1A1A0500,
        0x0050A4A4, 0xAAA59090, 0x14696914, 0x69691400, 0xA08585A0, 0xAA821414, 0x50A4A450, 0x6A5A0200,
        0xA9A58000, 0x5090A0A8, 0xA8A09050, 0x24242424, 0x00AA5500, 0x24924924, 0x24499224, 0x50A50A50,
        0x500AA550, 0xAAAA4444, 0x66660000, 0xA5A0A5A0, 0x50A050A0, 0x69286928, 0x44AAAA44, 0x66666600,
        0xAA444444, 0x54A854A8, 0x95809580, 0x96969600, 0xA85454A8, 0x80959580, 0xAA141414, 0x96960000,
        0xAAAA1414, 0xA05050A0, 0xA0A5A5A0, 0x96000000, 0x40804080, 0xA9A8A9A8, 0xAAAAAA44, 0x2A4A5254,
    ]
    /// The pixel of the second half whose index lacks a bit.
    private static let halfAnchors = [
        15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
        15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2,
        15, 15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6,
        6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15,
    ]
    private static let firstThirdAnchors = [
        3, 3, 15, 15, 8, 3, 15, 15, 8, 8, 6, 6, 6, 5, 3, 3,
        3, 3, 8, 15, 3, 3, 6, 10, 5, 8, 8, 6, 8, 5, 15, 15,
        8, 15, 3, 5, 6, 10, 8, 15, 15, 3, 15, 5, 15, 15, 15, 15,
        3, 15, 5, 5, 5, 8, 5, 10, 5, 10, 8, 13, 15, 12, 3, 3,
    ]
    private static let secondThirdAnchors = [
        15, 8, 8, 3, 15, 15, 3, 8, 15, 15, 15, 15, 15, 15, 15, 8,
        15, 8, 15, 3, 15, 8, 15, 8, 3, 15, 6, 10, 15, 15, 10, 8,
        15, 3, 15, 10, 10, 8, 9, 10, 6, 15, 8, 15, 3, 6, 6, 8,
        15, 3, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 3, 15, 15, 8,
    ]
}
