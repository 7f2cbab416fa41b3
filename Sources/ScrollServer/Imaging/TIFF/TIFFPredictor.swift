// Undoes the differencing done before LZW and Deflate (TIFF 6.0 §14; Adobe's TIFF Tech Note 3).

import Platform

/// Undoes predictors one row at a time, in place.
enum TIFFPredictor {
    /// Adds to each sample of the row in `range` the one of the pixel before (predictor 2).
    ///
    /// A sample has `bits` bits, 8, 16, 32 or 64; a pixel has `stride` samples.
    static func undoDifferences(
        _ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>, bits: Int, stride: Int, isLittleEndian: Bool
    ) {
        switch bits {
        case 8 where stride == 3: sumBytes3(&bytes, range)
        case 8 where stride == 4: sumBytes4(&bytes, range)
        case 8: sumBytes(&bytes, range, stride: stride)
        case 16: sum(&bytes, range, UInt16.self, stride: stride, isLittleEndian: isLittleEndian)
        case 32: sum(&bytes, range, UInt32.self, stride: stride, isLittleEndian: isLittleEndian)
        default: sum(&bytes, range, UInt64.self, stride: stride, isLittleEndian: isLittleEndian)
        }
    }

    private static func sumBytes(_ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>, stride: Int) {
        guard range.count > stride else { return }
        for index in range.lowerBound + stride..<range.upperBound { bytes[index] &+= bytes[index &- stride] }
    }

    private static func sumBytes3(_ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) {
        var (red, green, blue): (UInt8, UInt8, UInt8) = (0, 0, 0)
        for index in Swift.stride(from: range.lowerBound, to: range.upperBound - 2, by: 3) {
            red &+= bytes[index]
            green &+= bytes[index &+ 1]
            blue &+= bytes[index &+ 2]
            (bytes[index], bytes[index &+ 1], bytes[index &+ 2]) = (red, green, blue)
        }
    }

    private static func sumBytes4(_ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>) {
        var pixel = SIMD4<UInt8>()
        for index in Swift.stride(from: range.lowerBound, to: range.upperBound - 3, by: 4) {
            pixel &+= bytes.load(at: index, as: SIMD4<UInt8>.self)
            bytes.store(pixel, at: index)
        }
    }

    @inline(__always)
    private static func sum<Sample: FixedWidthInteger & FullyInhabited>(
        _ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>, _ type: Sample.Type, stride: Int, isLittleEndian: Bool
    ) {
        let size = Sample.bitWidth / 8
        func native(_ sample: Sample) -> Sample { isLittleEndian ? sample.littleEndian : sample.bigEndian }
        var index = range.lowerBound + stride * size
        while index + size <= range.upperBound {
            let before = native(bytes.load(at: index - stride * size, as: type))
            bytes.store(native(native(bytes.load(at: index, as: type)) &+ before), at: index)
            index += size
        }
    }

    /// Undoes differencing of floats whose bytes were sorted by significance (predictor 3).
    ///
    /// The row's floats are big-endian afterwards, whatever the file's order. A sample has `size` bytes, 2, 4 or 8; a
    /// pixel has `stride` samples; `scratch` has room for a row.
    static func undoFloats(
        _ bytes: inout MutableSpan<UInt8>, _ range: Range<Int>, size: Int, stride: Int, scratch: inout [UInt8]
    ) {
        sumBytes(&bytes, range, stride: stride)
        let count = range.count / size
        var sorted = scratch.mutableSpan
        for index in 0..<count {
            for byte in 0..<size { sorted[index * size + byte] = bytes[range.lowerBound + byte * count + index] }
        }
        bytes.copy(sorted.span, 0..<count * size, to: range.lowerBound)
    }
}
