// Decodes the first picture of a DDS texture: plain pixels, or blocks of four by four.

import Metadata
import Pixels

/// Decodes a DDS's rows.
struct DDSReader: RowReader {
    let width: Int
    let height: Int
    let format: PixelFormat

    private let storage: DDSHeader.Storage
    private let dataOffset: Int
    private let source: ByteSource
    /// The decoded pixels of four rows of blocks, and of which row of blocks they are.
    private var band: [UInt8] = []
    private var bandRow = -1
    /// Red, green, blue and alpha of the sixteen pixels of a block.
    private var pixels = [UInt8](repeating: 0, count: 64)

    /// Reads the header; throws `ImageError` where the file is no DDS, or its storage is not decoded.
    init(_ source: ByteSource) throws(ImageError) {
        let header = try DDSHeader(of: source)
        guard let storage = header.storage else { throw header.refusal }
        (width, height, dataOffset) = (header.width, header.height, header.dataOffset)
        (self.storage, self.source) = (storage, source)
        try ClaimedSize.check(header, "DDS", in: source, pixelsPerByte: 2, offset: 12)
        switch storage {
        case .blocks(let kind):
            switch kind {
            case .bc1, .bc2, .bc3, .bc7: format = .rgba
            case .bc4: format = .gray
            case .bc5, .bc6h: format = .rgb
            }
        case .masks(_, let masks, let isGray):
            format = isGray ? masks[3] == 0 ? .gray : .grayAlpha : masks[3] == 0 ? .rgb : .rgba
        }
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        switch storage {
        case .masks(let bits, let masks, _): return readPlain(row, bits / 8, masks, &pixels, start)
        case .blocks(let kind):
            if row / 4 != bandRow, !readBlocks(row / 4, kind) { return false }
            let rowByteCount = width * format.channelCount
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
    private mutating func readBlocks(_ index: Int, _ kind: DDSHeader.BlockKind) -> Bool {
        let (across, byteCount, step) = ((width + 3) / 4, kind.byteCount, format.channelCount)
        let stored = source.bytes(at: dataOffset + index * across * byteCount, count: across * byteCount)
        guard stored.count == across * byteCount else { return false }
        if band.isEmpty { band = [UInt8](repeating: 0, count: width * 4 * step) }
        bandRow = index
        for block in 0..<across {
            DDSBlock.decode(stored[block * byteCount..<(block + 1) * byteCount], kind, into: &pixels)
            for place in 0..<16 where block * 4 + place % 4 < width {
                let target = (place / 4 * width + block * 4 + place % 4) * step
                for channel in 0..<step { band[target + channel] = pixels[place * 4 + channel] }
            }
        }
        return true
    }
}
