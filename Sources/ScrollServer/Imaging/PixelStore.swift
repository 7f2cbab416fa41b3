// Stores pixels one after the other.

import Platform

extension MutableSpan<UInt8> {
    /// Stores the lowest `channelCount` bytes of `pixel`, the first of them lowest.
    ///
    /// Pixels must be stored from the left: up to three bytes behind are overwritten.
    @inline(__always)
    mutating func store(pixel: UInt32, channelCount: Int, at index: Int) {
        if count &- index >= 4 {
            store(pixel.littleEndian, at: index)
        } else {
            for channel in 0..<channelCount {
                self[index + channel] = UInt8(truncatingIfNeeded: pixel &>> UInt32(truncatingIfNeeded: 8 &* channel))
            }
        }
    }
}
