// Reduces 16-bit samples to 8 bits without visible loss.

/// Re-encodes 16-bit samples of nearly linear curves with the sRGB curve before they are reduced to 8 bits.
///
/// Eight bits nearly proportional to light are too few in the dark, where the eye distinguishes levels that they merge.
struct FineSamples: Sendable {
    /// Maps a 16-bit sample to 8 bits, by channel or one for all; 65,536 entries each.
    let levels: [[UInt8]]
    /// Profile of the resulting samples; nil for sRGB, and for gray.
    let profile: [UInt8]?

    /// Largest step between adjacent 8-bit samples, in sRGB levels, that counts as fine enough.
    private static let tolerance = 2.0

    /// Builds the tables; nil where 8 bits suffice, the profile is damaged, or it is of high dynamic range or has tables
    /// instead of curves.
    ///
    /// Cost: up to 10 ms.
    init?(_ icc: [UInt8]?, isGray: Bool) {
        guard let icc, let known = ColourProfile(icc: icc), ColourConversion.toneMapping(icc) == nil else { return nil }
        let curves: [ToneCurve]
        switch known.model {
        case .gray(let curve, isLab: false) where isGray:
            curves = [curve]
            profile = nil
        case .matrix(let all, let matrix):
            // Gray has the same light in all channels.
            curves = isGray ? [all[1]] : all
            profile = isGray ? nil : ColourProfile.file(matrix, .sRGB)
        default: return nil
        }
        guard curves.contains(where: Self.hasLargeSteps) else { return nil }
        let isOne = curves.dropFirst().allSatisfy { $0 == curves[0] }
        levels = (isOne ? [curves[0]] : curves).map { curve in
            (0..<65536).map {
                UInt8(clamping: (ColourConversion.encode(curve.value(Double($0) / 65535)) * 255).rounded())
            }
        }
    }

    /// Returns the sample of 8 bits for one of 0...1.
    @inline(__always)
    func sample(of value: Float, _ channel: Int) -> UInt8 {
        // Written so that NaN is 0.
        levels[min(channel, levels.count - 1)][value > 0 ? Int(clamping: min(value, 1) * 65_535 + 0.5) : 0]
    }

    /// Whether neighbouring samples of 8 bits lie further apart than the tolerance.
    private static func hasLargeSteps(_ curve: ToneCurve) -> Bool {
        let samples = (0..<256).map { ColourConversion.encode(curve.value(Double($0) / 255)) * 255 }
        return zip(samples, samples.dropFirst()).contains { abs($1 - $0) > tolerance }
    }
}
