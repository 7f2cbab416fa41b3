// Multiplies colours by their alpha, so that transparent pixels do not tint their neighbours when pixels are averaged.

import Platform

/// Converts rows between straight and premultiplied alpha; 8 bits per sample, alpha last in each pixel.
///
/// A pixel has two or four samples, and is loaded and stored as one number whose lowest byte is the first sample.
enum AlphaWeighting {
    /// Multiplies the colours of `source` by their alpha, rounding to nearest; `target` has at least as many bytes.
    static func multiply(_ source: Span<UInt8>, channelCount: Int, into target: inout [UInt8]) {
        if channelCount == 4 {
            multiply(source, as: UInt32.self, into: &target)
        } else {
            multiply(source, as: UInt16.self, into: &target)
        }
    }

    /// Divides the colours of the first `byteCount` bytes by their alpha; fully transparent pixels become black.
    static func divide(_ row: inout [UInt8], byteCount: Int, channelCount: Int) {
        if channelCount == 4 {
            divide(&row, byteCount, as: UInt32.self)
        } else {
            divide(&row, byteCount, as: UInt16.self)
        }
    }

    @inline(__always)
    private static func multiply<Pixel: FullyInhabited & FixedWidthInteger & UnsignedInteger>(
        _ source: Span<UInt8>, as type: Pixel.Type, into target: inout [UInt8]
    ) {
        var target = target.mutableSpan
        let size = MemoryLayout<Pixel>.size
        precondition(target.count >= source.count && source.count % size == 0)
        for index in stride(from: 0, to: source.count, by: size) {
            let pixel = source.load(at: index, as: type).littleEndian
            let alphaShift = Pixel(truncatingIfNeeded: 8 &* size &- 8)
            let alpha = UInt32(truncatingIfNeeded: pixel &>> alphaShift)
            var product = pixel & 255 &<< alphaShift
            for shift in stride(from: Pixel(0), to: alphaShift, by: 8) {
                // Computes x/255, rounded, for x up to 255².
                let x = UInt32(truncatingIfNeeded: pixel &>> shift & 255) &* alpha &+ 128
                product |= Pixel(truncatingIfNeeded: (x &+ x &>> 8) &>> 8) &<< shift
            }
            target.store(product.littleEndian, at: index)
        }
    }

    @inline(__always)
    private static func divide<Pixel: FullyInhabited & FixedWidthInteger & UnsignedInteger>(
        _ row: inout [UInt8], _ byteCount: Int, as type: Pixel.Type
    ) {
        var row = row.mutableSpan
        let size = MemoryLayout<Pixel>.size
        precondition(byteCount % size == 0)
        for index in stride(from: 0, to: byteCount, by: size) {
            let pixel = row.load(at: index, as: type).littleEndian
            let alphaShift = Pixel(truncatingIfNeeded: 8 &* size &- 8)
            let alpha = UInt32(truncatingIfNeeded: pixel &>> alphaShift)
            guard alpha < 255 else { continue }
            var quotient = pixel & 255 &<< alphaShift
            for shift in stride(from: Pixel(0), to: alphaShift, by: 8) where alpha > 0 {
                let x = UInt32(truncatingIfNeeded: pixel &>> shift & 255) &* 255 &+ alpha &>> 1
                quotient |= Pixel(truncatingIfNeeded: min(x / alpha, 255)) &<< shift
            }
            row.store(quotient.littleEndian, at: index)
        }
    }
}
