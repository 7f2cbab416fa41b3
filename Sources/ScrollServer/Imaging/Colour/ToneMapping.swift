// Shows pictures of high dynamic range on screens without it.

import Foundation

/// Maps samples of ITU-R BT.2100, which are brighter than white in parts, to those of an ordinary screen.
///
/// The reference white tone mapping operator of SMPTE ST 2094-50 (annex D, for a headroom of 0), which Chromium applies:
/// a gain by the greatest of red, green and blue keeps hues. White, of 203 cd/m² (ITU-R BT.2408), becomes half of the
/// screen's light, and the picture's peak all of it.
struct ToneMapping: Sendable {
    private typealias Vector = SIMD4<Float>

    /// The light of white in cd/m².
    private static let white = 203.0
    /// The peak of pictures that name none, and of HLG's display (ITU-R BT.2100 table 5), in cd/m².
    private static let usualPeak = 1000.0
    /// The greatest peak, in multiples of white.
    private static let headroomLimit = 64.0
    /// Gains between white and the peak.
    private static let stepCount = 1024
    /// Luminance of red, green and blue (ITU-R BT.2100 table 2).
    private static let luminance = Vector(0.2627, 0.6780, 0.0593, 0)

    /// The light of each 16-bit sample, in multiples of white, or of the scene's brightest with `isScene`.
    private let light: [Float]
    /// Whether samples tell the scene's light, which a display renders with more contrast (HLG).
    private let isScene: Bool
    /// From linear light to that of ITU-R BT.2020.
    private let wide: Matrix
    /// From light of ITU-R BT.2020 to that of sRGB and back, where nothing is mapped; nil where it is.
    private let cut: (there: Matrix, back: Matrix)?
    /// The gain at `stepCount + 1` values from white to the peak.
    private let gains: [Float]
    /// The peak, in multiples of white, and steps of `gains` per multiple.
    private let peak, steps: Float
    /// The ICC profile of the resulting samples; nil for sRGB.
    ///
    /// That of ITU-R BT.2020, unless the picture has the primaries of sRGB: bright colours of others leave their gamut.
    let profile: [UInt8]?

    /// A matrix that is applied to light.
    private struct Matrix: Sendable {
        private let columns: (Vector, Vector, Vector)

        init(_ matrix: ColourMatrix) {
            func column(_ v: ColourMatrix.Vector) -> Vector { [Float(v[0]), Float(v[1]), Float(v[2]), 0] }
            columns = (column(matrix.columns.0), column(matrix.columns.1), column(matrix.columns.2))
        }

        @inline(__always)
        func applied(to light: Vector) -> Vector {
            columns.0 * light[0] + columns.1 * light[1] + columns.2 * light[2]
        }
    }

    /// Prepares the mapping; nil where the code points of ITU-T H.273 tables 2 and 3 mean no high dynamic range.
    ///
    /// - Parameters:
    ///   - points: the primaries, and the transfer curve: 16 for PQ, 18 for HLG.
    ///   - peak: the greatest light of the picture in cd/m²; nil or 0 where it is unknown.
    init?(_ points: (lights: UInt8, curve: UInt8), peak: Double? = nil) {
        guard let primaries = Chromaticities(codePoint: points.lights), let matrix = primaries.matrix,
            let bt2020 = Chromaticities.bt2020.matrix, let toBT2020 = bt2020.inverse,
            let sRGB = Chromaticities.bt709.matrix, let toSRGB = sRGB.inverse
        else { return nil }
        switch points.curve {
        case 16: (light, isScene) = (Self.pq, false)
        case 18: (light, isScene) = (Self.hlg, true)
        default: return nil
        }
        wide = Matrix(matrix.followed(by: toBT2020))
        let known = peak.flatMap { $0 > 0 ? $0 : nil } ?? Self.usualPeak
        let headroom = min(max(known / Self.white, 1), Self.headroomLimit)
        self.peak = Float(headroom)
        steps = headroom > 1 ? Float(Double(Self.stepCount) / (headroom - 1)) : 0
        gains = (0...Self.stepCount).map {
            Float(Self.gain(1 + Double($0) / Double(Self.stepCount) * (headroom - 1), headroom))
        }
        profile = primaries == .bt709 ? nil : ColourProfile(.bt2020, .sRGB)?.bytes
        cut =
            headroom > 1 || profile == nil
            ? nil : (Matrix(bt2020.followed(by: toSRGB)), Matrix(sRGB.followed(by: toBT2020)))
    }

    /// Returns the gain at `x` of 1...`headroom`: a quadratic Bézier curve (SMPTE ST 2094-50 annex D).
    private static func gain(_ x: Double, _ headroom: Double) -> Double {
        let start = 1 - 0.5 * min(log2(headroom) / log2(usualPeak / white), 1)
        let share = 0.65
        let middle = (x: 1 - share + share / start, y: (1 - share) * start + share)
        // x(t) = 1 + b t + a t², which rises.
        let (a, b) = (1 - 2 * middle.x + headroom, 2 * middle.x - 2)
        let divisor = b + max(b * b + 4 * a * (x - 1), 0).squareRoot()
        let t = divisor > 0 ? min(2 * (x - 1) / divisor, 1) : 0
        return (start + t * (2 * (middle.y - start) + t * (start - 2 * middle.y + 1))) / x
    }

    /// The light of PQ's samples in multiples of white (ITU-R BT.2100 table 4).
    private static let pq: [Float] = (0..<65_536).map { sample in
        let power = pow(Double(sample) / 65_535, 32.0 / 2523)
        let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)
        return Float(10_000 / white * pow(max(power - c1, 0) / (c2 - c3 * power), 16_384.0 / 2610))
    }

    /// The scene's light of HLG's samples, 0...1 (ITU-R BT.2100 table 5).
    private static let hlg: [Float] = (0..<65_536).map { sample in
        let (value, a) = (Double(sample) / 65_535, 0.17883277)
        let b = 1 - 4 * a
        return Float(value <= 0.5 ? value * value / 3 : (exp((value - 0.5 + a * log(4 * a)) / a) + b) / 12)
    }

    /// Returns what a pixel is shown as: samples of `profile`, and 255.
    @inline(__always)
    func shown(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> SIMD4<UInt8> {
        let light = light.span
        var own = Vector(light[Int(red)], light[Int(green)], light[Int(blue)], 0)
        var wide = self.wide.applied(to: own)
        if isScene {
            // The display's gamma of 1.2 (ITU-R BT.2100 table 5).
            let gain = Float(Self.usualPeak / Self.white) * pow(max((wide * Self.luminance).sum(), 0), 0.2)
            (own, wide) = (own * gain, wide * gain)
        }
        let greatest = max(wide[0], wide[1], wide[2])
        var result = (profile == nil ? own : wide) * gain(of: greatest)
        if let cut, greatest > 1 {
            // What is brighter than the peak is cut in sRGB, as on an ordinary screen. Cut in BT.2020, it would be of
            // another colour there.
            let shown = cut.there.applied(to: result).clamped(lowerBound: Vector(), upperBound: Vector(repeating: 1))
            result = cut.back.applied(to: shown)
        }
        return [ShownLight.encoded(result[0]), ShownLight.encoded(result[1]), ShownLight.encoded(result[2]), 255]
    }

    /// Returns what a pixel of three samples of 8 bits is shown as.
    func shown(_ samples: SIMD4<UInt8>) -> SIMD4<UInt8> {
        shown(UInt16(samples[0]) * 257, UInt16(samples[1]) * 257, UInt16(samples[2]) * 257)
    }

    @inline(__always)
    private func gain(of greatest: Float) -> Float {
        if greatest <= 1 { return gains[0] }
        // What is beyond the peak is as bright as the peak, in its hue. A peak no brighter than white needs no mapping.
        if greatest >= peak { return peak > 1 ? 1 / greatest : 1 }
        let position = (greatest - 1) * steps
        let index = min(Int(clamping: position), Self.stepCount - 1)
        return gains[index] + (gains[index + 1] - gains[index]) * (position - Float(index))
    }
}

extension Chromaticities {
    /// Looks up ITU-T H.273 table 2; nil for primaries that are not meant for displays.
    init?(codePoint: UInt8) {
        switch codePoint {
        case 1: self = .bt709
        case 5: self = .bt601Lines625
        case 6, 7: self = .bt601Lines525
        case 9: self = .bt2020
        case 12: self = .displayP3
        default: return nil
        }
    }
}
