// Decodes the first picture of a DDS texture: plain pixels, or blocks of four by four.

import Metadata
import Pixels

/// Decodes a DDS's rows.
struct DDSReader: RowReader {
    static let title = "DDS"

    let width: Int
    let height: Int
    let format: PixelFormat

    private let storage: DDSHeader.Storage
    private let dataOffset: Int
    private let source: ByteSource
    /// The decoded pixels of four rows of blocks, and of which row of blocks they are.
    private var band: [UInt8] = []
    private var bandRow = -1

    /// Reads the header; throws `ImageError` where the file is no DDS, or its storage is not decoded.
    init(_ source: ByteSource) throws(ImageError) {
        var reader = HeaderReader(source)
        let header = try DDSHeader(&reader)
        guard let storage = header.storage else { throw header.refusal }
        (width, height, dataOffset) = (header.width, header.height, header.dataOffset)
        (self.storage, self.source) = (storage, source)
        try ClaimedSize.checkRow(width, Self.title)
        try ClaimedSize.check(width, height, fileByteCount: source.count, pixelsPerByte: 2, offset: 12)
        switch storage {
        case .blocks: format = .rgba
        case .masks(_, let masks, let isGray):
            format = isGray ? masks[3] == 0 ? .gray : .grayAlpha : masks[3] == 0 ? .rgb : .rgba
        }
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        switch storage {
        case .masks(let bits, let masks, _): return readPlain(row, bits / 8, masks, &pixels, start)
        case .blocks(let kind):
            if row / 4 != bandRow, !readBlocks(row / 4, kind) { return false }
            let rowByteCount = width * 4
            let from = row % 4 * rowByteCount
            for index in 0..<rowByteCount { pixels[start + index] = band[from + index] }
            return true
        }
    }

    private func readPlain(
        _ row: Int, _ byteCount: Int, _ masks: [UInt32], _ pixels: inout MutableSpan<UInt8>, _ start: Int
    ) -> Bool {
        let stored = source.bytes(at: dataOffset + row * width * byteCount, count: width * byteCount)
        guard stored.count == width * byteCount else { return false }
        let step = format.channelCount
        for column in 0..<width {
            let from = column * byteCount
            let word = UInt32(truncatingIfNeeded: stored[from..<from + byteCount].littleEndianNumber)
            for channel in 0..<step {
                let mask = format.hasAlpha && channel == step - 1 ? masks[3] : masks[channel]
                pixels[start + column * step + channel] = Self.sample(word, mask)
            }
        }
        return true
    }

    /// Returns the bits of a mask as a share of 255; 0 for no bits.
    private static func sample(_ word: UInt32, _ mask: UInt32) -> UInt8 {
        guard mask != 0 else { return 0 }
        let shift = UInt32(mask.trailingZeroBitCount)
        let (value, highest) = (UInt64(word & mask) >> UInt64(shift), UInt64(mask >> shift))
        return UInt8(truncatingIfNeeded: (value * 255 + highest / 2) / highest)
    }

    /// Decodes a row of blocks.
    private mutating func readBlocks(_ index: Int, _ kind: Int) -> Bool {
        let (across, byteCount) = ((width + 3) / 4, kind == 1 ? 8 : 16)
        let stored = source.bytes(at: dataOffset + index * across * byteCount, count: across * byteCount)
        guard stored.count == across * byteCount else { return false }
        if band.isEmpty { band = [UInt8](repeating: 0, count: width * 16) }
        bandRow = index
        for block in 0..<across {
            let pixels = DDSBlock.pixels(stored[block * byteCount..<(block + 1) * byteCount], kind)
            for place in 0..<16 where block * 4 + place % 4 < width {
                let target = (place / 4 * width + block * 4 + place % 4) * 4
                for channel in 0..<4 { band[target + channel] = pixels[place * 4 + channel] }
            }
        }
        return true
    }
}

/// Blocks of sixteen pixels: BC1, BC2 and BC3 (Microsoft, "Block Compression").
enum DDSBlock {
    /// Returns red, green, blue and alpha of sixteen pixels; `block` has 8 bytes for BC1, else 16.
    static func pixels(_ block: ArraySlice<UInt8>, _ kind: Int) -> [UInt8] {
        var pixels = colours(block.suffix(8), hasClear: kind == 1)
        let alpha = block.prefix(8)
        switch kind {
        case 2:
            for place in 0..<16 {
                let four = alpha[alpha.startIndex + place / 2] >> (place % 2 * 4) & 15
                pixels[place * 4 + 3] = four * 17
            }
        case 3:
            let shades = shades(Int(alpha[alpha.startIndex]), Int(alpha[alpha.startIndex + 1]))
            let indices = alpha.suffix(6).littleEndianNumber
            for place in 0..<16 { pixels[place * 4 + 3] = shades[indices >> (place * 3) & 7] }
        default: break
        }
        return pixels
    }

    /// The eight alphas between two.
    private static func shades(_ first: Int, _ second: Int) -> [UInt8] {
        let (steps, rest) = first > second ? (7, [Int]()) : (5, [0, 255])
        let between = (1..<steps).map { ((steps - $0) * first + $0 * second) / steps }
        return ([first, second] + between + rest).map { UInt8(clamping: $0) }
    }

    /// The colours of a block; with `hasClear` the fourth one may be transparent black.
    private static func colours(_ block: ArraySlice<UInt8>, hasClear: Bool) -> [UInt8] {
        let start = block.startIndex
        let words = [block[start..<start + 2].littleEndianNumber, block[start + 2..<start + 4].littleEndianNumber]
        let ends = words.map { word -> [Int] in
            let (red, green, blue) = (word >> 11, word >> 5 & 63, word & 31)
            return [red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2]
        }
        var palette = ends.map { $0 + [255] }
        if words[0] > words[1] || !hasClear {
            palette.append((0..<3).map { (2 * ends[0][$0] + ends[1][$0]) / 3 } + [255])
            palette.append((0..<3).map { (ends[0][$0] + 2 * ends[1][$0]) / 3 } + [255])
        } else {
            palette.append((0..<3).map { (ends[0][$0] + ends[1][$0]) / 2 } + [255])
            palette.append([0, 0, 0, 0])
        }
        let indices = block.suffix(4).littleEndianNumber
        var pixels: [UInt8] = []
        pixels.reserveCapacity(64)
        for place in 0..<16 { pixels += palette[indices >> (place * 2) & 3].map { UInt8(clamping: $0) } }
        return pixels
    }
}
