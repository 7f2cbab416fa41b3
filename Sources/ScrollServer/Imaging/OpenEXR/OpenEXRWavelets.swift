// PIZ: a Haar wavelet of 16-bit numbers, behind a table of those that occur (OpenEXR file layout, "Data compression").

import Metadata
import Pixels

/// Unpacks chunks of wavelets.
enum OpenEXRWavelets {
    private static let bitmapByteCount = 8192

    /// Returns a chunk's rows; nil for damage.
    static func unpacked(
        _ packed: [UInt8], _ area: OpenEXRWindow, _ channels: [OpenEXRChannel], _ byteCount: Int
    ) -> [UInt8]? {
        guard packed.count >= 8 else { return nil }
        let (first, last) = (packed[0..<2].littleEndianNumber, packed[2..<4].littleEndianNumber)
        guard last < bitmapByteCount else { return nil }
        var position = 4
        // The numbers that occur; 0 always may.
        var numbers: [UInt16] = [0]
        if first <= last {
            guard packed.count >= position + last - first + 1 else { return nil }
            for byte in first...last {
                let bits = packed[position]
                position += 1
                for bit in 0..<8 where bits >> UInt8(bit) & 1 == 1 && 8 * byte + bit > 0 {
                    numbers.append(UInt16(truncatingIfNeeded: 8 * byte + bit))
                }
            }
        }
        guard packed.count >= position + 4 else { return nil }
        let length = packed[position..<position + 4].littleEndianNumber
        position += 4
        guard length <= packed.count - position, byteCount % 2 == 0,
            var words = OpenEXRHuffman.words(packed[position..<position + length], count: byteCount / 2)
        else { return nil }
        var start = 0
        for channel in channels {
            let columns = OpenEXRChunks.sampleCount(area.minX, area.maxX, every: channel.xSampling)
            let rows = OpenEXRChunks.sampleCount(area.minY, area.maxY, every: channel.ySampling)
            // A sample of 32 bits is two numbers, each of a plane of its own.
            let step = channel.kind.byteCount / 2
            var span = words.mutableSpan
            for part in 0..<step {
                var plane = OpenEXRWavelet(
                    start: start + part, columns: columns, rows: rows, step: step,
                    isNarrow: numbers.count - 1 < 1 << 14)
                plane.undo(in: &span)
            }
            start += columns * rows * step
        }
        var planes = [UInt8](repeating: 0, count: byteCount)
        for (index, word) in words.enumerated() {
            let number = Int(word) < numbers.count ? numbers[Int(word)] : 0
            planes[2 * index] = UInt8(truncatingIfNeeded: number)
            planes[2 * index + 1] = UInt8(truncatingIfNeeded: number >> 8)
        }
        return rows(of: planes, area, channels)
    }

    /// Sorts the samples of channel after channel by rows.
    static func rows(of planes: [UInt8], _ area: OpenEXRWindow, _ channels: [OpenEXRChannel]) -> [UInt8] {
        var starts: [Int] = []
        var start = 0
        let rowByteCounts = channels.map { channel in
            OpenEXRChunks.sampleCount(area.minX, area.maxX, every: channel.xSampling) * channel.kind.byteCount
        }
        for (channel, count) in zip(channels, rowByteCounts) {
            starts.append(start)
            start += count * OpenEXRChunks.sampleCount(area.minY, area.maxY, every: channel.ySampling)
        }
        var sorted: [UInt8] = []
        sorted.reserveCapacity(planes.count)
        for y in area.minY...area.maxY {
            for (index, channel) in channels.enumerated() where OpenEXRChunks.hasRow(y, channel) {
                sorted += planes[starts[index]..<starts[index] + rowByteCounts[index]]
                starts[index] += rowByteCounts[index]
            }
        }
        return sorted
    }
}

/// A plane of numbers in an array, `step` apart.
struct OpenEXRWavelet {
    let start: Int
    let columns: Int
    let rows: Int
    let step: Int
    /// Whether all numbers are below 2¹⁴, so that differences do not wrap.
    let isNarrow: Bool

    /// Undoes the transform, from the coarsest step to the finest.
    mutating func undo(in words: inout MutableSpan<UInt16>) {
        var distance = 1
        while distance <= min(columns, rows) { distance <<= 1 }
        distance >>= 1
        while distance > 1 {
            let (wide, near) = (distance, distance >> 1)
            let (right, below) = (near * step, near * columns * step)
            for y in stride(from: 0, through: rows - wide, by: wide) {
                let line = start + y * columns * step
                for x in stride(from: 0, through: columns - wide, by: wide) {
                    let place = line + x * step
                    merge(&words, place, place + below)
                    merge(&words, place + right, place + below + right)
                    merge(&words, place, place + right)
                    merge(&words, place + below, place + below + right)
                }
                if columns & near != 0 {
                    let place = line + columns / wide * wide * step
                    merge(&words, place, place + below)
                }
            }
            if rows & near != 0 {
                let line = start + rows / wide * wide * columns * step
                for x in stride(from: 0, through: columns - wide, by: wide) {
                    merge(&words, line + x * step, line + x * step + right)
                }
            }
            distance = near
        }
    }

    /// Makes two numbers of their mean and their difference.
    @inline(__always)
    private func merge(_ words: inout MutableSpan<UInt16>, _ low: Int, _ high: Int) {
        let (mean, difference) = (words[low], words[high])
        if isNarrow {
            let (signed, wide) = (Int32(Int16(bitPattern: mean)), Int32(Int16(bitPattern: difference)))
            let first = signed &+ (wide & 1) &+ (wide >> 1)
            words[low] = UInt16(truncatingIfNeeded: first)
            words[high] = UInt16(truncatingIfNeeded: first &- wide)
        } else {
            let second = mean &- difference >> 1
            words[low] = difference &+ second &- 0x8000
            words[high] = second
        }
    }
}
