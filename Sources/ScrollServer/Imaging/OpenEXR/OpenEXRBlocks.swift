// B44 and B44A: blocks of four by four halves in 14 or 3 bytes (OpenEXR file layout, "Data compression").

import Metadata

/// Unpacks chunks of blocks.
enum OpenEXRBlocks {
    /// A block of one colour has at least this in its third byte.
    private static let flat: UInt8 = 13 << 2

    /// Returns a chunk's rows; nil for damage.
    static func unpacked(
        _ packed: [UInt8], _ area: OpenEXRWindow, _ channels: [OpenEXRChannel], _ byteCount: Int
    ) -> [UInt8]? {
        var planes: [UInt8] = []
        planes.reserveCapacity(byteCount)
        var position = 0
        for channel in channels {
            let columns = OpenEXRChunks.sampleCount(area.minX, area.maxX, every: channel.xSampling)
            let rows = OpenEXRChunks.sampleCount(area.minY, area.maxY, every: channel.ySampling)
            let count = columns * rows * channel.kind.byteCount
            guard channel.kind == .half else {
                guard count <= packed.count - position else { return nil }
                planes += packed[position..<position + count]
                position += count
                continue
            }
            let start = planes.count
            planes.append(contentsOf: repeatElement(0, count: count))
            for top in stride(from: 0, to: rows, by: 4) {
                for left in stride(from: 0, to: columns, by: 4) {
                    guard position + 3 <= packed.count else { return nil }
                    let length = packed[position + 2] >= flat ? 3 : 14
                    guard position + length <= packed.count else { return nil }
                    let block = samples(packed[position..<position + length])
                    position += length
                    for y in top..<min(top + 4, rows) {
                        for x in left..<min(left + 4, columns) {
                            let (sample, target) = (block[(y - top) * 4 + x - left], start + 2 * (y * columns + x))
                            planes[target] = UInt8(truncatingIfNeeded: sample)
                            planes[target + 1] = UInt8(truncatingIfNeeded: sample >> 8)
                        }
                    }
                }
            }
        }
        return OpenEXRWavelets.rows(of: planes, area, channels)
    }

    /// Returns the sixteen halves of a block, by rows.
    private static func samples(_ block: ArraySlice<UInt8>) -> [UInt16] {
        let start = block.startIndex
        let first = UInt16(block[start]) << 8 | UInt16(block[start + 1])
        var samples = [UInt16](repeating: first, count: 16)
        if block.count == 14 {
            let shift = UInt16(block[start + 2] >> 2)
            let bias = UInt16(0x20) << shift
            // Fifteen differences of six bits: the first column downwards, and each row from there to the right.
            var (bits, bitCount, position): (UInt32, UInt32, Int) = (UInt32(block[start + 2] & 3), 2, start + 3)
            func difference() -> UInt16 {
                while bitCount < 6 {
                    bits = bits << 8 | UInt32(block[position])
                    (bitCount, position) = (bitCount + 8, position + 1)
                }
                bitCount -= 6
                return UInt16(truncatingIfNeeded: bits >> bitCount & 63) << shift
            }
            for row in 1..<4 { samples[4 * row] = samples[4 * row - 4] &+ difference() &- bias }
            for column in 1..<4 {
                for row in 0..<4 {
                    samples[4 * row + column] = samples[4 * row + column - 1] &+ difference() &- bias
                }
            }
        }
        // Samples are stored in the order of their values.
        return samples.map { $0 & 0x8000 != 0 ? $0 & 0x7FFF : ~$0 }
    }
}
