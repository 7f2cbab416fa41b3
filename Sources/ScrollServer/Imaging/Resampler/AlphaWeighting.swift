// Multiplies colours by their alpha, so that transparent pixels do not tint their neighbours when pixels are averaged.

/// Converts rows between straight and premultiplied alpha; 8 bits per sample, alpha last in each pixel.
enum AlphaWeighting {
    /// Multiplies the colours of `source` by their alpha, rounding to nearest; `target` has at least as many bytes.
    static func multiply(
        _ source: UnsafeRawBufferPointer, channelCount: Int, into target: UnsafeMutableRawBufferPointer
    ) {
        precondition(target.count >= source.count && source.count % channelCount == 0)
        var index = 0
        while index < source.count {
            let alpha = unsafe UInt32(source[index &+ channelCount &- 1])
            for channel in 0..<(channelCount &- 1) {
                // Computes x/255, rounded, for x up to 255².
                let x = unsafe UInt32(source[index &+ channel]) &* alpha &+ 128
                unsafe target[index &+ channel] = UInt8(truncatingIfNeeded: (x &+ x &>> 8) &>> 8)
            }
            unsafe target[index &+ channelCount &- 1] = UInt8(truncatingIfNeeded: alpha)
            index &+= channelCount
        }
    }

    /// Divides the colours by their alpha, in place; fully transparent pixels become black.
    static func divide(_ row: UnsafeMutableRawBufferPointer, channelCount: Int) {
        precondition(row.count % channelCount == 0)
        var index = 0
        while index < row.count {
            let alpha = unsafe UInt32(row[index &+ channelCount &- 1])
            if alpha < 255 {
                for channel in 0..<(channelCount &- 1) {
                    let x = unsafe UInt32(row[index &+ channel]) &* 255 &+ alpha &>> 1
                    unsafe row[index &+ channel] = alpha == 0 ? 0 : UInt8(truncatingIfNeeded: min(x / alpha, 255))
                }
            }
            index &+= channelCount
        }
    }
}
