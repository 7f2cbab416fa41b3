// Turns light in floating-point numbers to what is shown.

/// Shows light from 0 to 1: black is 0, white is 1, and whatever is brighter is white.
enum ShownLight {
    /// Returns the sample of sRGB for a light; 0 for what is no number.
    @inline(__always)
    static func encoded(_ light: Float) -> UInt8 {
        // Written so that NaN is black.
        guard light > 0 else { return 0 }
        return light >= 1 ? 255 : LinearLight.sample[Int(light * 65_535 + 0.5)]
    }

    /// Returns a share of 255, for alpha and inks.
    @inline(__always)
    static func share(_ value: Float) -> UInt8 {
        guard value > 0 else { return 0 }
        return value >= 1 ? 255 : UInt8(value * 255 + 0.5)
    }
}
