// Decodes blocks of sixteen pixels: BC1 to BC5 (Microsoft, "Block Compression").

import Metadata

/// Decodes blocks of four by four pixels.
enum DDSBlock {
    /// Writes red, green, blue and alpha of sixteen pixels to `pixels`, which has 64 bytes.
    ///
    /// `block` has the bytes of one block. Greys have equal colours.
    static func decode(_ block: ArraySlice<UInt8>, _ kind: DDSHeader.BlockKind, into pixels: inout [UInt8]) {
        switch kind {
        case .bc1: writeColours(block, hasClear: true, &pixels)
        case .bc2:
            writeColours(block.suffix(8), hasClear: false, &pixels)
            let alphas = block.prefix(8).littleEndianWord
            for place in 0..<16 { pixels[place * 4 + 3] = UInt8(truncatingIfNeeded: alphas >> (4 * place) & 15) * 17 }
        case .bc3:
            writeColours(block.suffix(8), hasClear: false, &pixels)
            writeShades(block.prefix(8), isSigned: false, channel: 3, &pixels)
        case .bc4(let isSigned):
            for channel in 0..<3 { writeShades(block, isSigned: isSigned, channel: channel, &pixels) }
            fill(channel: 3, with: 255, &pixels)
        case .bc5(let isSigned):
            writeShades(block.prefix(8), isSigned: isSigned, channel: 0, &pixels)
            writeShades(block.suffix(8), isSigned: isSigned, channel: 1, &pixels)
            // 0, which is the middle of signed numbers.
            fill(channel: 2, with: isSigned ? 128 : 0, &pixels)
            fill(channel: 3, with: 255, &pixels)
        case .bc6h(let isSigned): BC6HBlock.decode(block, isSigned: isSigned, into: &pixels)
        case .bc7: BC7Block.decode(block, into: &pixels)
        }
    }

    private static func fill(channel: Int, with value: UInt8, _ pixels: inout [UInt8]) {
        for place in 0..<16 { pixels[place * 4 + channel] = value }
    }

    /// Writes one of eight shades between two to a channel of each pixel; signed ones are raised by 128.
    private static func writeShades(
        _ block: ArraySlice<UInt8>, isSigned: Bool, channel: Int, _ pixels: inout [UInt8]
    ) {
        let word = block.littleEndianWord
        let raised: UInt64 = isSigned ? 128 : 0
        let (first, second) = (Int(word & 255 ^ raised), Int(word >> 8 & 255 ^ raised))
        for place in 0..<16 {
            let index = Int(truncatingIfNeeded: word >> (16 + 3 * place) & 7)
            let shade =
                switch index {
                case 0: first
                case 1: second
                case _ where first > second: ((8 - index) * first + (index - 1) * second) / 7
                case 6: 0
                case 7: 255
                default: ((6 - index) * first + (index - 1) * second) / 5
                }
            pixels[place * 4 + channel] = UInt8(clamping: shade)
        }
    }

    /// Writes the colours of a block; with `hasClear` the fourth one may be transparent black.
    private static func writeColours(_ block: ArraySlice<UInt8>, hasClear: Bool, _ pixels: inout [UInt8]) {
        let word = block.littleEndianWord
        let (first, second) = (Int(word & 0xFFFF), Int(word >> 16 & 0xFFFF))
        let isOpaque = first > second || !hasClear
        for place in 0..<16 {
            let index = Int(truncatingIfNeeded: word >> (32 + 2 * place) & 3)
            let isClear = index == 3 && !isOpaque
            for channel in 0..<3 {
                let (one, other) = (sample(first, channel), sample(second, channel))
                let value =
                    switch index {
                    case 0: one
                    case 1: other
                    case 2: isOpaque ? (2 * one + other) / 3 : (one + other) / 2
                    default: isClear ? 0 : (one + 2 * other) / 3
                    }
                pixels[place * 4 + channel] = UInt8(clamping: value)
            }
            pixels[place * 4 + 3] = isClear ? 0 : 255
        }
    }

    /// Returns a channel of a colour of 5, 6 and 5 bits as a number up to 255.
    private static func sample(_ colour: Int, _ channel: Int) -> Int {
        switch channel {
        case 0: (colour >> 11) << 3 | colour >> 13
        case 1: (colour >> 5 & 63) << 2 | colour >> 9 & 3
        default: (colour & 31) << 3 | colour >> 2 & 7
        }
    }
}

extension ArraySlice<UInt8> {
    /// The first eight bytes as a number, the lowest first.
    var littleEndianWord: UInt64 {
        var (word, shift): (UInt64, UInt64) = (0, 0)
        for byte in prefix(8) {
            word |= UInt64(byte) << shift
            shift += 8
        }
        return word
    }
}
