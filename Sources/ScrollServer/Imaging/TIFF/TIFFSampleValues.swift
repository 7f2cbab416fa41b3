// The numbers that the samples of a TIFF's row stand for (TIFF 6.0 §8, SampleFormat).

import Pixels
import Platform

/// Reads single samples of a stored row as numbers.
///
/// Samples of 16, 32 and 64 bits are in the file's byte order; others are packed, the highest bit first.
struct TIFFSampleValues: Sendable {
    /// Bits of a sample, 1...64.
    let bits: Int
    let kind: TIFFLayout.SampleKind
    let isLittleEndian: Bool

    /// The greatest number, at least 1; 1 for floats, of which more is shown as white.
    var greatest: Double {
        switch kind {
        case .unsigned: Double(UInt64.max >> UInt64(64 - bits))
        case .signed: max(1, Double(UInt64.max >> UInt64(65 - bits)))
        case .float: 1
        }
    }

    /// Returns the bits of a sample.
    @inline(__always)
    func pattern(_ row: Span<UInt8>, _ index: Int) -> UInt64 {
        switch bits {
        case 8: return UInt64(row[index])
        case 16: return UInt64(row.sample(index, UInt16.self, isLittleEndian))
        case 32: return UInt64(row.sample(index, UInt32.self, isLittleEndian))
        case 64: return row.sample(index, UInt64.self, isLittleEndian)
        default: return packed(row, from: index &* bits)
        }
    }

    /// Returns the number of a sample's bits.
    @inline(__always)
    func value(of pattern: UInt64) -> Double {
        switch (kind, bits) {
        case (.unsigned, _): return Double(pattern)
        case (.signed, _):
            let unused = UInt64(64 &- bits)
            return Double(Int64(bitPattern: pattern &<< unused) &>> Int64(unused))
        case (.float, 16): return Double(Float(half: UInt16(truncatingIfNeeded: pattern)))
        case (.float, 32): return Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
        case (.float, _): return Double(bitPattern: pattern)
        }
    }

    /// Counts `count` samples of a row.
    ///
    /// `channel` is the first sample's index in its pixel; a row has `sampleCount` of each. Only those of `colours` are
    /// counted, from channel 0 of the tally on.
    func count(
        _ row: Span<UInt8>, _ count: Int, channel: Int, colours: Range<Int>, sampleCount: Int, in tally: SampleTally
    ) {
        let isNarrow = kind != .float && bits <= 16
        var channel = channel
        for index in 0..<count {
            if colours.contains(channel) {
                let value = value(of: pattern(row, index))
                let own = channel - colours.lowerBound
                if isNarrow {
                    tally.add(Int(clamping: value), channel: own)
                } else {
                    tally.add(wide: value, channel: own)
                }
            }
            // In planes each row has a single channel.
            if sampleCount > 1 { channel = channel + 1 == sampleCount ? 0 : channel + 1 }
        }
    }

    private func packed(_ row: Span<UInt8>, from first: Int) -> UInt64 {
        var (bit, remaining, value) = (first, bits, UInt64(0))
        while remaining > 0 {
            let offset = bit & 7
            let count = min(8 &- offset, remaining)
            let part = Int(row[bit &>> 3]) &>> (8 &- offset &- count) & (1 &<< count &- 1)
            value = value &<< UInt64(count) | UInt64(part)
            bit &+= count
            remaining &-= count
        }
        return value
    }
}

/// Converts the samples of a row to 8 bits through a window.
struct TIFFWindow: Sendable {
    /// Samples with no more bits have a table.
    private static let tableBits = 16

    private let values: TIFFSampleValues
    private let levels: SampleLevels
    /// The levels of all samples; empty for samples with too many bits.
    private let table: [UInt8]
    /// Samples of a pixel that are colours, and all that a row has of it.
    private let colourCount, sampleCount: Int

    init(_ window: SampleWindow, _ values: TIFFSampleValues, colourCount: Int, sampleCount: Int) {
        (self.values, self.colourCount, self.sampleCount) = (values, colourCount, sampleCount)
        let levels = SampleLevels(window)
        self.levels = levels
        table =
            values.bits > Self.tableBits
            ? [] : (0..<UInt64(1) << UInt64(values.bits)).map { levels.level(of: values.value(of: $0)) }
    }

    /// Converts as `TIFFSamples.convert` does.
    func convert(
        _ row: Span<UInt8>, count: Int, to output: inout MutableSpan<UInt8>, at start: Int, stride: Int, channel: Int
    ) {
        let table = table.span
        var channel = channel
        for index in 0..<count {
            let pattern = values.pattern(row, index)
            let level: UInt8
            if channel >= colourCount {
                level = opacity(pattern)
            } else if !table.isEmpty {
                level = table[Int(truncatingIfNeeded: pattern)]
            } else {
                level = levels.level(of: values.value(of: pattern))
            }
            output[start &+ index &* stride] = level
            // In planes each row has a single channel.
            if sampleCount > 1 { channel = channel + 1 == sampleCount ? 0 : channel + 1 }
        }
    }

    /// Returns the 8 bits of an alpha sample: the highest ones, or its part of the greatest number.
    private func opacity(_ pattern: UInt64) -> UInt8 {
        if values.kind == .unsigned, values.bits > 8 {
            return UInt8(truncatingIfNeeded: pattern >> UInt64(values.bits - 8))
        }
        let value = values.value(of: pattern)
        return value > 0 ? UInt8(clamping: min(value / values.greatest, 1) * 255 + 0.5) : 0
    }
}
