// Converts samples of any size to 8 bits.

import Platform

/// Converts the samples of a row to 8 bits.
///
/// Samples below 8 bits are scaled to 0...255; of wider ones the highest 8 bits are taken. Negative numbers become 0.
/// Floats of 0...1 are scaled, others clamped, and NaN becomes 0; L*, a* and b* have their own ranges.
struct TIFFSamples {
    private let bits: Int
    private let kind: TIFFLayout.SampleKind
    private let isLittleEndian: Bool
    /// Maps a sample below 9 bits to 8 bits.
    private let table: [UInt8]
    /// Maps a byte of eight 1-bit pixels to their samples.
    private let octets: [SIMD8<UInt8>]
    /// Samples of a pixel in a row of L*, a* and b* as floats or signed numbers; nil for other samples.
    private let labSampleCount: Int?
    private let fine: Fine?
    private let window: TIFFWindow?

    /// How gray and RGB of nearly linear curves become 8 bits, see `FineSamples`.
    struct Fine {
        let levels: [[UInt8]]
        /// Samples of a pixel that are colours, and all that a row has of it.
        let colourCount, sampleCount: Int
    }

    /// Prepares the conversion.
    ///
    /// `isIndex` keeps samples as they are: they are palette indices. `labSampleCount` is the number of samples of a
    /// pixel in a row of L*, a* and b* as floats or signed 16-bit numbers, which become L* × 2.55, a* + 128 and b* +
    /// 128; nil for all others. `fine` maps gray and RGB of 16 or 32 bits or floats, see `FineSamples`. A `window` takes
    /// the place of all this.
    init(
        bits: Int, kind: TIFFLayout.SampleKind, isLittleEndian: Bool, isIndex: Bool, labSampleCount: Int? = nil,
        fine: Fine? = nil, window: TIFFWindow? = nil
    ) {
        (self.bits, self.kind, self.isLittleEndian) = (bits, kind, isLittleEndian)
        (self.labSampleCount, self.fine, self.window) = (labSampleCount, fine, window)
        let values = (0..<1 << min(bits, 8)).map { value -> UInt8 in
            if isIndex { return UInt8(value) }
            if kind == .signed {
                // Signed: one bit less, and negative numbers become 0.
                let most = 1 << (min(bits, 8) - 1) - 1
                return value > most ? 0 : UInt8((value * 255 + most / 2) / max(most, 1))
            }
            let most = 1 << min(bits, 8) - 1
            return UInt8((value * 255 + most / 2) / most)
        }
        table = values
        octets =
            bits == 1
            ? (0..<256).map { byte in
                var octet = SIMD8<UInt8>()
                for index in 0..<8 { octet[index] = values[byte >> (7 - index) & 1] }
                return octet
            } : []
    }

    /// Converts `count` samples of `row` and stores them from byte `start` of `output` on, `stride` bytes apart.
    ///
    /// `channel` is the first sample's index in its pixel.
    func convert(
        _ row: Span<UInt8>, count: Int, to output: inout MutableSpan<UInt8>, at start: Int, stride: Int, channel: Int
    ) {
        if let window {
            return window.convert(row, count: count, to: &output, at: start, stride: stride, channel: channel)
        }
        if let labSampleCount { return convertLab(row, count, &output, start, stride, channel, labSampleCount) }
        if let fine { return convertFine(row, count, &output, start, stride, channel, fine) }
        switch (bits, kind) {
        case (_, .float):
            for index in 0..<count { output[start &+ index &* stride] = Self.byte(float(row, index) * 255) }
        case (8, .unsigned) where stride == 1: output.copy(row, 0..<count, to: start)
        case (8, .unsigned): for index in 0..<count { output[start &+ index &* stride] = row[index] }
        case (8, _): for index in 0..<count { output[start &+ index &* stride] = table[Int(row[index])] }
        case (16, .unsigned): convertHighBytes(row, count, &output, start, stride)
        case (1, _) where stride == 1: convertBits(row, count, &output, start)
        case (1..<8, _):
            let mask = 1 << bits - 1
            for index in 0..<count {
                output[start &+ index &* stride] = table[field(row, at: index &* bits) &>> (8 &- bits) & mask]
            }
        default: convertWide(row, count, &output, start, stride)
        }
    }

    /// Returns eight bits from bit `bit` on; those beyond the row are 0.
    @inline(__always)
    private func field(_ row: Span<UInt8>, at bit: Int) -> Int {
        let byte = bit &>> 3
        let next = byte &+ 1 < row.count ? Int(row[byte &+ 1]) : 0
        return (Int(row[byte]) &<< 8 | next) &>> (8 &- bit & 7) & 255
    }

    private func convertHighBytes(
        _ row: Span<UInt8>, _ count: Int, _ output: inout MutableSpan<UInt8>, _ start: Int, _ stride: Int
    ) {
        var index = 0
        if stride == 1 {
            // In little-endian samples the high byte is the second one.
            let shift = SIMD16<UInt16>(repeating: isLittleEndian ? 8 : 0)
            while index &+ 16 <= count {
                let samples = row.load(at: 2 &* index, as: SIMD16<UInt16>.self)
                output.store(SIMD16<UInt8>(truncatingIfNeeded: samples &>> shift), at: start &+ index)
                index &+= 16
            }
        }
        let first = isLittleEndian ? 1 : 0
        while index < count {
            output[start &+ index &* stride] = row[2 &* index &+ first]
            index &+= 1
        }
    }

    /// Converts gray or RGB of 16 or 32 bits or floats by tables; of alpha the highest 8 bits are taken.
    private func convertFine(
        _ row: Span<UInt8>, _ count: Int, _ output: inout MutableSpan<UInt8>, _ start: Int, _ stride: Int,
        _ channel: Int, _ fine: Fine
    ) {
        var channel = channel
        for index in 0..<count {
            let value: UInt16 =
                switch (bits, kind) {
                case (_, .float): UInt16(clamping: max(min(float(row, index), 1), 0) * 65_535 + 0.5)
                case (16, _): row.sample(index, UInt16.self, isLittleEndian)
                default: UInt16(truncatingIfNeeded: row.sample(index, UInt32.self, isLittleEndian) &>> 16)
                }
            output[start &+ index &* stride] =
                channel < fine.colourCount
                ? fine.levels[min(channel, fine.levels.count - 1)][Int(value)] : UInt8(truncatingIfNeeded: value &>> 8)
            // In planes each row has a single channel.
            if fine.sampleCount > 1 { channel = channel + 1 == fine.sampleCount ? 0 : channel + 1 }
        }
    }

    private func convertBits(_ row: Span<UInt8>, _ count: Int, _ output: inout MutableSpan<UInt8>, _ start: Int) {
        let whole = count / 8
        let octets = octets.span
        for byte in 0..<whole { output.store(octets[Int(row[byte])], at: start &+ 8 &* byte) }
        for index in 8 * whole..<count { output[start &+ index] = octets[Int(row[whole])][index % 8] }
    }

    /// Converts samples of more than 8 bits: 16, 32 and 64 in the file's byte order, others packed, highest bit first.
    private func convertWide(
        _ row: Span<UInt8>, _ count: Int, _ output: inout MutableSpan<UInt8>, _ start: Int, _ stride: Int
    ) {
        let isReversed = isLittleEndian && (bits == 16 || bits == 32 || bits == 64)
        for index in 0..<count {
            let high: Int
            let low: Int
            if isReversed {
                let last = (index &+ 1) &* (bits / 8) &- 1
                (high, low) = (Int(row[last]), Int(row[last &- 1]))
            } else {
                let bit = index &* bits
                // Of a second field that extends beyond the sample, only the first bit is used.
                (high, low) = (field(row, at: bit), field(row, at: bit &+ 8))
            }
            if kind == .signed {
                output[start &+ index &* stride] =
                    high >= 128 ? 0 : UInt8(truncatingIfNeeded: high &<< 1 | low &>> 7)
            } else {
                output[start &+ index &* stride] = UInt8(truncatingIfNeeded: high)
            }
        }
    }

    // MARK: Floats, L*a*b*

    /// Converts L*, a* and b* as libvips writes and reads them.
    ///
    /// Floats are the values themselves. In signed 16-bit numbers, 256 is an a* or b* of 1, but L* is unsigned whatever
    /// the file declares, and 65,535 is an L* of 100. Alpha is a part of 255 in both.
    private func convertLab(
        _ row: Span<UInt8>, _ count: Int, _ output: inout MutableSpan<UInt8>, _ start: Int, _ stride: Int,
        _ channel: Int, _ sampleCount: Int
    ) {
        var channel = channel
        let isFloat = kind == .float
        for index in 0..<count {
            let bits = isFloat ? 0 : row.sample(index, UInt16.self, isLittleEndian)
            let value = isFloat ? float(row, index) : Float(Int16(bitPattern: bits))
            output[start &+ index &* stride] =
                switch channel {
                case 0: Self.byte(isFloat ? value * 2.55 : Float(bits) / 257)
                case 1, 2: Self.byte(isFloat ? value + 128 : value / 256 + 128)
                default: Self.byte(value)
                }
            // In planes each row has a single channel.
            if sampleCount > 1 { channel = channel + 1 == sampleCount ? 0 : channel + 1 }
        }
    }

    /// Rounds to the nearest 8-bit number; 0 for NaN.
    @inline(__always)
    private static func byte(_ value: Float) -> UInt8 { value > 0 ? UInt8(clamping: min(value, 255) + 0.5) : 0 }

    @inline(__always)
    private func float(_ row: Span<UInt8>, _ index: Int) -> Float {
        switch bits {
        case 16: Float(half: row.sample(index, UInt16.self, isLittleEndian))
        case 32: Float(bitPattern: row.sample(index, UInt32.self, isLittleEndian))
        default: Float(Double(bitPattern: row.sample(index, UInt64.self, isLittleEndian)))
        }
    }
}

extension Span<UInt8> {
    /// A sample of whole bytes in the byte order of its file.
    @inline(__always)
    func sample<Sample: FixedWidthInteger & FullyInhabited>(
        _ index: Int, _ type: Sample.Type, _ isLittleEndian: Bool
    ) -> Sample {
        let sample = load(at: index &* (Sample.bitWidth / 8), as: type)
        return isLittleEndian ? sample.littleEndian : sample.bigEndian
    }
}
