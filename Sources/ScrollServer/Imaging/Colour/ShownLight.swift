// Turns light in floating-point numbers to what is shown.

/// Shows light from 0 to 1: black is 0, white is 1, and whatever is brighter is white.
package enum ShownLight {
    /// The sRGB sample nearest to each light of 65,536 even steps (IEC 61966-2-1 §5.2).
    private static let samples: [UInt8] = {
        var samples = [UInt8](repeating: 255, count: 65_536)
        var first = 0
        for sample in 0..<255 {
            // The midpoint of two samples, whose light is the border between them.
            let border = ToneCurve.sRGB.value((Double(sample) + 0.5) / 255) * 65_535
            let end = min(65_536, max(first, Int(clamping: border.rounded(.up))))
            for light in first..<end { samples[light] = UInt8(sample) }
            first = end
        }
        return samples
    }()

    /// Returns the sample of sRGB for a light; 0 for what is no number.
    @inline(__always)
    package static func encoded(_ light: Float) -> UInt8 {
        // Written so that NaN is black.
        guard light > 0 else { return 0 }
        return light >= 1 ? 255 : samples[Int(light * 65_535 + 0.5)]
    }

    /// Returns a share of 255, for alpha and inks.
    @inline(__always)
    static func share(_ value: Float) -> UInt8 {
        guard value > 0 else { return 0 }
        return value >= 1 ? 255 : UInt8(value * 255 + 0.5)
    }
}
