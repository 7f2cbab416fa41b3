// Colours can be told from the ground and from one another.
import Testing

@testable import Charts

@Suite struct ChartStyleTests {
    /// Linear red, green and blue, 0 … 1 (IEC 61966-2-1).
    private func linear(_ colour: UInt32) -> SIMD3<Double> {
        var result = SIMD3<Double>()
        for (index, shift) in [16, 8, 0].enumerated() {
            let value = Double(colour >> UInt32(shift) & 255) / 255
            result[index] = value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
        }
        return result
    }

    /// a to the power of b, 0 < a ≤ 1, by squaring and roots: b = 2.4 or ⅓ to twenty binary places.
    private func power(_ a: Double, _ b: Double) -> Double {
        var result = 1.0
        var whole = Int(clamping: b)
        var fraction = b - Double(whole)
        while whole > 0 {
            result *= a
            whole -= 1
        }
        var root = a
        for _ in 0..<40 {
            root = root.squareRoot()
            fraction *= 2
            if fraction >= 1 {
                result *= root
                fraction -= 1
            }
        }
        return result
    }

    private func product(_ rows: [SIMD3<Double>], _ vector: SIMD3<Double>) -> SIMD3<Double> {
        var result = SIMD3<Double>()
        for index in 0..<3 { result[index] = (rows[index] * vector).sum() }
        return result
    }

    private static let toXYZ: [SIMD3<Double>] = [
        [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041],
    ]

    /// CIELAB under D65 (ISO/CIE 11664-4).
    private func lab(_ linear: SIMD3<Double>) -> SIMD3<Double> {
        let scaled = product(Self.toXYZ, linear) / product(Self.toXYZ, SIMD3(repeating: 1))
        var f = SIMD3<Double>()
        for index in 0..<3 {
            let t = scaled[index]
            f[index] = t > 216.0 / 24389 ? power(t, 1.0 / 3) : (24389.0 / 27 * t + 16) / 116
        }
        return [116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z)]
    }

    /// Relative luminance (WCAG 2.2).
    private func luminance(_ colour: UInt32) -> Double {
        (linear(colour) * SIMD3(0.2126, 0.7152, 0.0722)).sum()
    }

    /// What is seen with all cones, without the red ones and without the green ones: the matrices for severity 1 of
    /// Machado, Oliveira and Fernandes (2009), table 1.
    private static let visions: [(name: String, matrix: [SIMD3<Double>])] = [
        ("trichromat", [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        (
            "protanope",
            [
                [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
            ]
        ),
        (
            "deuteranope",
            [
                [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881],
            ]
        ),
    ]

    @Test("Each line stands out against the ground by 3 : 1 at least (WCAG 2.2, 1.4.11)")
    func contrast() {
        for style in [ChartStyle.light, .dark] {
            for colour in style.lineColours {
                let (a, b) = (luminance(colour) + 0.05, luminance(style.ground) + 0.05)
                #expect(max(a, b) / min(a, b) >= 3, "\(String(colour, radix: 16))")
            }
        }
        // The measure itself: black on white is 21 : 1.
        #expect(abs((luminance(0xFF_FFFF) + 0.05) / (luminance(0) + 0.05) - 21) < 1e-9)
    }

    @Test("Any two lines differ by 20 at least in CIELAB, also to those who see two primaries")
    func difference() {
        for style in [ChartStyle.light, .dark] {
            for vision in Self.visions {
                let places = style.lineColours.map { colour in
                    lab(product(vision.matrix, linear(colour)).clamped(lowerBound: .zero, upperBound: .one))
                }
                for (index, place) in places.enumerated() {
                    for other in places[..<index] {
                        let difference = place - other
                        #expect((difference * difference).sum().squareRoot() >= 20, "\(vision.name)")
                    }
                }
            }
        }
    }

    @Test("The grid can be seen, and is quieter than any line")
    func gridlines() {
        for style in [ChartStyle.light, .dark] {
            let ground = luminance(style.ground) + 0.05
            func contrast(_ colour: UInt32) -> Double {
                let other = luminance(colour) + 0.05
                return max(ground, other) / min(ground, other)
            }
            let quietest = style.lineColours.map(contrast).min() ?? 0
            #expect(contrast(style.gridline) > 1.1)
            #expect(contrast(style.strongGridline) > contrast(style.gridline))
            #expect(contrast(style.strongGridline) < quietest)
        }
    }

    @Test("There are as many lines as anybody asks for")
    func manyLines() {
        #expect(ChartStyle.light.colour(ofLine: 8) == ChartStyle.light.colour(ofLine: 0))
        // No two of 256 lines are drawn alike.
        for style in [ChartStyle.light, .dark] {
            let looks = (0..<256).map { line in
                let dash = LineDash.dash(ofLine: line, colourCount: style.lineColours.count)
                return "\(style.colour(ofLine: line)) \(dash.lengths) \(style.widthFactor(ofLine: line))"
            }
            #expect(Set(looks).count == 256)
        }
        #expect(ChartStyle.dark.lineColours.contains(ChartStyle.dark.colour(ofLine: .min)))
    }
}
