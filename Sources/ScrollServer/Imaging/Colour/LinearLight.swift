// Between samples of sRGB and light, for averages: the mean of two colours is what an eye sees of both from afar.

/// Light in 65,536 even steps, 0 … 65,535, of samples of sRGB (IEC 61966-2-1 §5.2).
package enum LinearLight {
    /// The light of each sample.
    package static let ofSample: [UInt16] = (0..<256).map { sample in
        UInt16(clamping: (ToneCurve.sRGB.value(Double(sample) / 255) * 65_535).rounded())
    }

    /// The same as numbers with a point.
    package static let floats: [Float] = (0..<256).map { Float(ToneCurve.sRGB.value(Double($0) / 255) * 65_535) }

    /// The sample nearest to each light: the border between two samples is the light between theirs.
    package static let sample: [UInt8] = {
        var samples = [UInt8](repeating: 255, count: 65_536)
        var first = 0
        for sample in 0..<255 {
            // The sample in the middle, whose light is where one ends and the next begins.
            let border = ToneCurve.sRGB.value((Double(sample) + 0.5) / 255) * 65_535
            let end = min(65_536, max(first, Int(clamping: border.rounded(.up))))
            for light in first..<end { samples[light] = UInt8(sample) }
            first = end
        }
        return samples
    }()
}
