// Converts samples of any size to 8 bits.

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

    /// Prepares the conversion.
    ///
    /// `isIndex` keeps samples as they are: they are palette indices. `labSampleCount` is the number of samples of a
    /// pixel in a row of L*, a* and b* as floats or signed 16-bit numbers, which become L* × 2.55, a* + 128 and b* +
    /// 128; nil for all others.
    init(
        bits: Int, kind: TIFFLayout.SampleKind, isLittleEndian: Bool, isIndex: Bool, labSampleCount: Int? = nil
    ) {
        (self.bits, self.kind, self.isLittleEndian) = (bits, kind, isLittleEndian)
        self.labSampleCount = labSampleCount
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

    /// Converts `count` samples of `row` and stores them `stride` bytes apart.
    ///
    /// Bounds: `row` has at least `(count × bits + 7) / 8` bytes, `output` room for `(count − 1) × stride + 1`.
    /// `channel` is the first sample's index in its pixel.
    func convert(
        _ row: UnsafeRawBufferPointer, count: Int, to output: UnsafeMutableRawBufferPointer, stride: Int, channel: Int
    ) {
        precondition(row.count * 8 >= count * bits && output.count > (count - 1) * stride)
        if let labSampleCount { return unsafe convertLab(row, count, output, stride, channel, labSampleCount) }
        switch (bits, kind) {
        case (_, .float): unsafe convertFloats(row, count, output, stride)
        case (8, .unsigned) where stride == 1:
            unsafe output.copyMemory(from: UnsafeRawBufferPointer(rebasing: row[..<count]))
        case (8, .unsigned):
            for index in 0..<count { unsafe output[index &* stride] = unsafe row[index] }
        case (8, _):
            for index in 0..<count { unsafe output[index &* stride] = unsafe table[Int(row[index])] }
        case (16, .unsigned): unsafe convertHighBytes(row, count, output, stride)
        case (1, _) where stride == 1: unsafe convertBits(row, count, output)
        case (1..<8, _):
            let mask = 1 << bits - 1
            for index in 0..<count {
                unsafe output[index &* stride] = unsafe table[field(row, at: index &* bits) &>> (8 &- bits) & mask]
            }
        default: unsafe convertWide(row, count, output, stride)
        }
    }

    /// Returns eight bits from bit `bit` on; those beyond the row are 0.
    @inline(__always)
    private func field(_ row: UnsafeRawBufferPointer, at bit: Int) -> Int {
        let byte = bit &>> 3
        let next = unsafe byte &+ 1 < row.count ? Int(row[byte &+ 1]) : 0
        return unsafe (Int(row[byte]) &<< 8 | next) &>> (8 &- bit & 7) & 255
    }

    private func convertHighBytes(
        _ row: UnsafeRawBufferPointer, _ count: Int, _ output: UnsafeMutableRawBufferPointer, _ stride: Int
    ) {
        var index = 0
        if stride == 1 {
            // In little-endian samples the high byte is the second one.
            let shift = SIMD16<UInt16>(repeating: isLittleEndian ? 8 : 0)
            while index &+ 16 <= count {
                let samples = unsafe row.loadUnaligned(fromByteOffset: 2 &* index, as: SIMD16<UInt16>.self)
                unsafe output.storeBytes(
                    of: SIMD16<UInt8>(truncatingIfNeeded: samples &>> shift), toByteOffset: index,
                    as: SIMD16<UInt8>.self)
                index &+= 16
            }
        }
        let first = isLittleEndian ? 1 : 0
        while index < count {
            unsafe output[index &* stride] = unsafe row[2 &* index &+ first]
            index &+= 1
        }
    }

    private func convertBits(_ row: UnsafeRawBufferPointer, _ count: Int, _ output: UnsafeMutableRawBufferPointer) {
        let whole = count / 8
        unsafe octets.withUnsafeBufferPointer { octets in
            for byte in 0..<whole {
                unsafe output.storeBytes(of: octets[Int(row[byte])], toByteOffset: 8 &* byte, as: SIMD8<UInt8>.self)
            }
        }
        for index in 8 * whole..<count { unsafe output[index] = unsafe octets[Int(row[whole])][index % 8] }
    }

    /// Converts samples of more than 8 bits: 16, 32 and 64 in the file's byte order, others packed, highest bit first.
    private func convertWide(
        _ row: UnsafeRawBufferPointer, _ count: Int, _ output: UnsafeMutableRawBufferPointer, _ stride: Int
    ) {
        let isReversed = isLittleEndian && (bits == 16 || bits == 32 || bits == 64)
        for index in 0..<count {
            let high: Int
            let low: Int
            if isReversed {
                let last = (index &+ 1) &* (bits / 8) &- 1
                (high, low) = unsafe (Int(row[last]), Int(row[last &- 1]))
            } else {
                let bit = index &* bits
                // Of a second field that extends beyond the sample, only the first bit is used.
                (high, low) = unsafe (field(row, at: bit), field(row, at: bit &+ 8))
            }
            if kind == .signed {
                unsafe output[index &* stride] = high >= 128 ? 0 : UInt8(truncatingIfNeeded: high &<< 1 | low &>> 7)
            } else {
                unsafe output[index &* stride] = UInt8(truncatingIfNeeded: high)
            }
        }
    }

    // MARK: Floats, L*a*b*

    private func convertFloats(
        _ row: UnsafeRawBufferPointer, _ count: Int, _ output: UnsafeMutableRawBufferPointer, _ stride: Int
    ) {
        for index in 0..<count { unsafe output[index &* stride] = unsafe Self.byte(float(row, index) * 255) }
    }

    /// Converts L*, a* and b* as libvips writes and reads them.
    ///
    /// Floats are the values themselves. In signed 16-bit numbers, 256 is an a* or b* of 1, but L* is unsigned whatever
    /// the file declares, and 65,535 is an L* of 100. Alpha is a part of 255 in both.
    private func convertLab(
        _ row: UnsafeRawBufferPointer, _ count: Int, _ output: UnsafeMutableRawBufferPointer, _ stride: Int,
        _ channel: Int, _ sampleCount: Int
    ) {
        var channel = channel
        let isFloat = kind == .float
        for index in 0..<count {
            let bits = unsafe isFloat ? 0 : load(row, index, UInt16.self)
            let value = unsafe isFloat ? float(row, index) : Float(Int16(bitPattern: bits))
            unsafe output[index &* stride] =
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
    private func float(_ row: UnsafeRawBufferPointer, _ index: Int) -> Float {
        switch bits {
        case 16: unsafe Self.float(half: load(row, index, UInt16.self))
        case 32: unsafe Float(bitPattern: load(row, index, UInt32.self))
        default: unsafe Float(Double(bitPattern: load(row, index, UInt64.self)))
        }
    }

    @inline(__always)
    private func load<Sample: FixedWidthInteger>(
        _ row: UnsafeRawBufferPointer, _ index: Int, _ type: Sample.Type
    ) -> Sample {
        let sample = unsafe row.loadUnaligned(fromByteOffset: index &* (Sample.bitWidth / 8), as: Sample.self)
        return isLittleEndian ? sample.littleEndian : sample.bigEndian
    }

    /// Decodes IEEE 754 binary16; `Float16` is not available on all systems.
    private static func float(half: UInt16) -> Float {
        let magnitude = UInt32(half & 0x7FFF)
        // Multiplying by 2¹¹² rebases the exponent for numbers of any size, except infinity and NaN.
        let value = Float(bitPattern: magnitude << 13) * Float(bitPattern: 0x7780_0000)
        let special: Float = magnitude > 0x7C00 ? .nan : .infinity
        let all = magnitude >= 0x7C00 ? special : value
        return half & 0x8000 != 0 ? -all : all
    }
}
