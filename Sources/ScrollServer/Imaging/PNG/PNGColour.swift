// The colour space that a PNG declares (PNG §11.3.2).

import Pixels

/// The colour space chunks; of several, the one listed first here takes precedence (PNG §4.3), as in browsers.
struct PNGColour: Sendable {
    /// `cICP`: code points of ITU-T H.273 for the primaries and the transfer curve.
    var codePoints: (lights: UInt8, curve: UInt8)?
    /// `cLLI` and `mDCV`: the greatest light of the picture, and that of the display it was made on, in cd/m².
    private var greatestLight: Double?
    private var displayLight: Double?
    /// `iCCP`: an ICC profile, inflated.
    var icc: [UInt8]?
    private var sawICC = false
    /// `sRGB`.
    var isSRGB = false
    /// `gAMA`: the exponent from light to samples, times 100,000; and `cHRM`.
    var gamma: Int?
    var chromaticities: Chromaticities?

    /// Display gamma that needs no conversion, and the tolerance around it, both times 100,000.
    private static let displayGamma = 45_455
    private static let tolerance = 1_000

    /// Reads a chunk; damaged ones are ignored.
    mutating func read(_ name: String, _ data: [UInt8]) {
        let numbers = ICCData(data[...])
        switch name {
        case "cICP":
            // Full-range RGB only; other values are for video.
            if data.count == 4, data[2] == 0, data[3] == 1 { codePoints = (data[0], data[1]) }
        case "cLLI": if data.count == 8 { greatestLight = numbers.uint32(0).map { Double($0) / 10_000 } }
        case "mDCV": if data.count == 24 { displayLight = numbers.uint32(16).map { Double($0) / 10_000 } }
        case "iCCP":
            // A name of 1...79 bytes, a zero, the method, the profile. The first chunk counts (§5.6): a file may have
            // thousands that take megabytes each.
            if sawICC { return }
            sawICC = true
            if let end = data.prefix(80).firstIndex(of: 0), end + 2 < data.count, data[end + 1] == 0 {
                icc = Self.inflated(data[(end + 2)...])
            }
        case "sRGB": isSRGB = data.count == 1 && data[0] < 4
        case "gAMA": gamma = numbers.uint32(0).flatMap { (1...10_000_000).contains($0) ? $0 : nil }
        case "cHRM":
            let values = (0..<8).compactMap { numbers.uint32(4 * $0).map { Double($0) / 100_000 } }
            guard values.count == 8 else { return }
            func chromaticity(_ first: Int) -> Chromaticities.Chromaticity { [values[first], values[first + 1]] }
            chromaticities = Chromaticities(
                white: chromaticity(0), red: chromaticity(2), green: chromaticity(4), blue: chromaticity(6))
        default: break
        }
    }

    private static func inflated(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let (profile, isComplete) = Inflater.inflated(bytes, limit: ColourProfile.byteLimit)
        return isComplete ? profile : nil
    }

    /// How colours of high dynamic range are shown; nil for all others.
    var toneMapping: ToneMapping? {
        guard let points = codePoints ?? icc.flatMap(ColourProfile.codePoints) else { return nil }
        return ToneMapping(points, peak: [greatestLight, displayLight].compactMap(\.self).first { $0 > 0 })
    }

    /// ICC profile of the colours; nil for sRGB, and where the file declares nothing.
    var profile: [UInt8]? {
        if let codePoints, let known = Self.profile(codePoints) { return known.bytes }
        if let icc, ColourProfile(icc: icc) != nil { return icc }
        guard !isSRGB, let gamma else { return nil }
        if chromaticities == nil, abs(gamma - Self.displayGamma) <= Self.tolerance { return nil }
        return ColourProfile(chromaticities ?? .bt709, .gamma(100_000 / Double(gamma)))?.bytes
    }

    /// Looks up ITU-T H.273 tables 2 and 3; nil for what is not meant for displays of ordinary brightness.
    static func profile(_ points: (lights: UInt8, curve: UInt8)) -> ColourProfile? {
        guard let chromaticities = Chromaticities(codePoint: points.lights) else { return nil }
        switch points.curve {
        case 1, 6, 14, 15: return ColourProfile(chromaticities, .bt709)
        case 4: return ColourProfile(chromaticities, .gamma(2.2))
        case 5: return ColourProfile(chromaticities, .gamma(2.8))
        case 8: return ColourProfile(chromaticities, .gamma(1))
        case 13: return ColourProfile(chromaticities, .sRGB)
        default: return nil
        }
    }
}
