// Decodes blocks of BC7 (Khronos Data Format Specification, "BC7").

/// Blocks of colours of 8 bits in eight modes.
enum BC7Block {
    private struct Mode {
        let subsetCount, partitionBits, rotationBits: Int
        /// Whether a bit says which indices belong to the colours.
        let hasChoice: Bool
        let colourBits, alphaBits: Int
        /// Lowest bits that are stored apart, one for each end or each pair of ends.
        let lowBitsPerSubset: Int
        let indexBits: Int
        /// 0 where one index serves colours and alpha.
        let otherIndexBits: Int

        init(_ subsets: (Int, Int), _ turns: (Int, Bool), _ bits: (Int, Int, Int), _ indices: (Int, Int)) {
            (subsetCount, partitionBits) = subsets
            (rotationBits, hasChoice) = turns
            (colourBits, alphaBits, lowBitsPerSubset) = bits
            (indexBits, otherIndexBits) = indices
        }
    }

    private static let modes = [
        Mode((3, 4), (0, false), (4, 0, 2), (3, 0)),
        Mode((2, 6), (0, false), (6, 0, 1), (3, 0)),
        Mode((3, 6), (0, false), (5, 0, 0), (2, 0)),
        Mode((2, 6), (0, false), (7, 0, 2), (2, 0)),
        Mode((1, 0), (2, true), (5, 6, 0), (2, 3)),
        Mode((1, 0), (2, false), (7, 8, 0), (2, 2)),
        Mode((1, 0), (0, false), (7, 7, 2), (4, 0)),
        Mode((2, 6), (0, false), (5, 5, 2), (2, 0)),
    ]

    /// Writes red, green, blue and alpha of sixteen pixels to `pixels`; a reserved mode is transparent black.
    static func decode(_ block: ArraySlice<UInt8>, into pixels: inout [UInt8]) {
        let number = block.first?.trailingZeroBitCount ?? 8
        guard number < modes.count else {
            for index in 0..<64 { pixels[index] = 0 }
            return
        }
        let mode = modes[number]
        var bits = BlockBits(block)
        _ = bits.take(number + 1)
        let partition = bits.take(mode.partitionBits)
        let rotation = bits.take(mode.rotationBits)
        let isSwapped = mode.hasChoice && bits.take(1) == 1
        let ends = takeEnds(mode, &bits)
        let indices = takeIndices(mode.indexBits, mode.subsetCount, partition, &bits)
        let others = mode.otherIndexBits == 0 ? indices : takeIndices(mode.otherIndexBits, 1, 0, &bits)
        let otherBits = mode.otherIndexBits == 0 ? mode.indexBits : mode.otherIndexBits
        for place in 0..<16 {
            let first = BlockPartition.subset(place, of: mode.subsetCount, partition) * 2
            for channel in 0..<4 {
                let isOther = (channel == 3) != isSwapped
                let value = BlockPartition.between(
                    ends[channel * 6 + first], ends[channel * 6 + first + 1], isOther ? others[place] : indices[place],
                    bits: isOther ? otherBits : mode.indexBits)
                pixels[place * 4 + channel] = UInt8(clamping: value)
            }
            if rotation > 0 { pixels.swapAt(place * 4 + rotation - 1, place * 4 + 3) }
        }
    }

    /// Takes the ends of each subset: numbers up to 255, six places for each channel.
    private static func takeEnds(_ mode: Mode, _ bits: inout BlockBits) -> [Int] {
        var ends = [Int](repeating: 255, count: 24)
        let endCount = mode.subsetCount * 2
        for channel in 0..<(mode.alphaBits > 0 ? 4 : 3) {
            for end in 0..<endCount {
                ends[channel * 6 + end] = bits.take(channel == 3 ? mode.alphaBits : mode.colourBits)
            }
        }
        var low = 0
        for end in 0..<endCount {
            if mode.lowBitsPerSubset == 2 || mode.lowBitsPerSubset == 1 && end % 2 == 0 { low = bits.take(1) }
            for channel in 0..<(mode.alphaBits > 0 ? 4 : 3) {
                let place = channel * 6 + end
                var count = channel == 3 ? mode.alphaBits : mode.colourBits
                if mode.lowBitsPerSubset > 0 { (ends[place], count) = (ends[place] << 1 | low, count + 1) }
                // The highest bits again, so that the largest number is 255.
                let wide = ends[place] << (8 - count)
                ends[place] = wide | wide >> count
            }
        }
        return ends
    }

    private static func takeIndices(_ count: Int, _ subsetCount: Int, _ partition: Int, _ bits: inout BlockBits)
        -> [Int]
    {
        (0..<16).map { bits.take(BlockPartition.isAnchor($0, of: subsetCount, partition) ? count - 1 : count) }
    }
}
