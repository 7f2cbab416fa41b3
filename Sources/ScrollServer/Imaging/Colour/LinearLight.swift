// Converts between sRGB samples and light for averages: the mean light of two colours is what an eye sees from afar.

/// Linear light of sRGB samples in 65,536 even steps, 0...65,535 (IEC 61966-2-1 §5.2).
package enum LinearLight {
    /// The light of each sample.
    package static let ofSample: [UInt16] = (0..<256).map { sample in
        UInt16(clamping: (ToneCurve.sRGB.value(Double(sample) / 255) * 65_535).rounded())
    }

    /// The light of each sample as floats.
    package static let floats: [Float] = (0..<256).map { Float(ToneCurve.sRGB.value(Double($0) / 255) * 65_535) }

    /// The sample nearest to each light; the border between two samples is the light of their midpoint.
    package static let sample: [UInt8] = {
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
}
