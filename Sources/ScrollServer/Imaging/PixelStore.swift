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
            self[index] = UInt8(truncatingIfNeeded: pixel)
            if channelCount > 1 { self[index &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8) }
            if channelCount > 2 { self[index &+ 2] = UInt8(truncatingIfNeeded: pixel &>> 16) }
        }
    }
}
