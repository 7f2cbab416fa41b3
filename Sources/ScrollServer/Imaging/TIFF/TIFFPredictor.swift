// Undoes the differencing done before LZW and Deflate (TIFF 6.0 §14; Adobe's TIFF Tech Note 3).

/// Undoes predictors one row at a time, in place.
enum TIFFPredictor {
    /// Adds to each sample the one of the pixel before (predictor 2).
    ///
    /// A sample has `bits` bits, 8, 16, 32 or 64; a pixel has `stride` samples.
    static func undoDifferences(_ row: UnsafeMutableRawBufferPointer, bits: Int, stride: Int, isLittleEndian: Bool) {
        switch bits {
        case 8 where stride == 3: unsafe sumBytes3(row)
        case 8 where stride == 4: unsafe sumBytes4(row)
        case 8: unsafe sumBytes(row, stride: stride)
        case 16: unsafe sum(row, UInt16.self, stride: stride, isLittleEndian: isLittleEndian)
        case 32: unsafe sum(row, UInt32.self, stride: stride, isLittleEndian: isLittleEndian)
        default: unsafe sum(row, UInt64.self, stride: stride, isLittleEndian: isLittleEndian)
        }
    }

    private static func sumBytes(_ row: UnsafeMutableRawBufferPointer, stride: Int) {
        guard row.count > stride else { return }
        for index in stride..<row.count { unsafe row[index] &+= row[index &- stride] }
    }

    private static func sumBytes3(_ row: UnsafeMutableRawBufferPointer) {
        var (red, green, blue): (UInt8, UInt8, UInt8) = (0, 0, 0)
        var index = 0
        while index &+ 2 < row.count {
            unsafe red &+= row[index]
            unsafe green &+= row[index &+ 1]
            unsafe blue &+= row[index &+ 2]
            unsafe (row[index], row[index &+ 1], row[index &+ 2]) = (red, green, blue)
            index &+= 3
        }
    }

    private static func sumBytes4(_ row: UnsafeMutableRawBufferPointer) {
        var pixel = SIMD4<UInt8>()
        var index = 0
        while index &+ 3 < row.count {
            unsafe pixel &+= row.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt8>.self)
            unsafe row.storeBytes(of: pixel, toByteOffset: index, as: SIMD4<UInt8>.self)
            index &+= 4
        }
    }

    @inline(__always)
    private static func sum<Sample: FixedWidthInteger>(
        _ row: UnsafeMutableRawBufferPointer, _ type: Sample.Type, stride: Int, isLittleEndian: Bool
    ) {
        let size = Sample.bitWidth / 8
        func native(_ sample: Sample) -> Sample { isLittleEndian ? sample.littleEndian : sample.bigEndian }
        var index = stride * size
        while index + size <= row.count {
            let before = unsafe native(row.loadUnaligned(fromByteOffset: index - stride * size, as: Sample.self))
            let sample = unsafe native(row.loadUnaligned(fromByteOffset: index, as: Sample.self)) &+ before
            unsafe row.storeBytes(of: native(sample), toByteOffset: index, as: Sample.self)
            index += size
        }
    }

    /// Undoes differencing of floats whose bytes were sorted by significance (predictor 3).
    ///
    /// The row's floats are big-endian afterwards, whatever the file's order. A sample has `size` bytes, 2, 4 or 8; a
    /// pixel has `stride` samples; `scratch` has room for a row.
    static func undoFloats(
        _ row: UnsafeMutableRawBufferPointer, size: Int, stride: Int, scratch: UnsafeMutableRawBufferPointer
    ) {
        unsafe sumBytes(row, stride: stride)
        let count = row.count / size
        for index in 0..<count {
            for byte in 0..<size { unsafe scratch[index * size + byte] = unsafe row[byte * count + index] }
        }
        unsafe row.copyMemory(from: UnsafeRawBufferPointer(rebasing: scratch[..<(count * size)]))
    }
}
