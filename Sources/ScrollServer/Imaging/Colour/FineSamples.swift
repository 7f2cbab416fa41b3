// Samples of 16 bits, brought to 8 where nothing is lost that can be seen.

/// Eight bits in proportion to light, or nearly so, are too few where it is dark: there the eye tells apart what they hold as
/// one. Of samples of 16 bits, those with such a curve get the curve of sRGB while they still have all bits.
struct FineSamples: Sendable {
    /// By channel, or one for all: what a sample of 16 bits becomes. 65,536 entries each.
    let levels: [[UInt8]]
    /// The profile of what they become; nil for sRGB, and for gray.
    let profile: [UInt8]?

    /// How many levels of sRGB may lie between two neighbours among 8-bit samples before that counts as too few.
    private static let tolerance = 2.0

    /// Nil where the profile's curve does well with 8 bits, where it has tables in place of curves, and where it is damaged.
    /// Cost: up to 10 ms.
    init?(_ icc: [UInt8]?, isGray: Bool) {
        guard let icc, let known = ColourProfile(icc: icc) else { return nil }
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
        guard curves.contains(where: Self.isCoarse) else { return nil }
        let isOne = curves.dropFirst().allSatisfy { $0 == curves[0] }
        levels = (isOne ? [curves[0]] : curves).map { curve in
            (0..<65536).map {
                UInt8(clamping: (ColourConversion.encode(curve.value(Double($0) / 65535)) * 255).rounded())
            }
        }
    }

    private static func isCoarse(_ curve: ToneCurve) -> Bool {
        let samples = (0..<256).map { ColourConversion.encode(curve.value(Double($0) / 255)) * 255 }
        return zip(samples, samples.dropFirst()).contains { abs($1 - $0) > tolerance }
    }
}
