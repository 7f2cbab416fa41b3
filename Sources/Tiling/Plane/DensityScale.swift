// The colours of counts: a perceptual scale, by the logarithm of the count.

/// The colours that stand for the numbers of points in the cells of one level of a plane.
///
/// Colours are evenly spaced in lightness and hue of OKLCh (Ottosson 2020), so equal ratios of counts are equally far
/// apart for the eye. On a dark ground more is lighter, on a light ground darker: few stand out from the ground, too.
public struct DensityScale: Sendable {
    /// The number of colours; 0 is the index of no point.
    public static let count = 255

    /// The greatest count.
    public let greatest: Int
    /// For each colour but the first, the least count that has it; ascending.
    private let thresholds: [Int]

    /// The scale from 1 to `greatest`.
    public init(greatest: Int) {
        self.greatest = max(1, greatest)
        let steps = Double(Self.count - 1)
        let length = Deceleration.logarithm(Double(self.greatest))
        thresholds = (1..<Self.count).map { step in
            // The middle between two colours; the last one is that of the greatest count.
            let least = Deceleration.exponential((Double(step) - 0.5) / steps * length).rounded(.up)
            return max(2, Int(clamping: least))
        }
    }

    /// The index of a count's colour, from 1 to `count`; 0 for none.
    ///
    /// Where one point is the most that a cell holds, it has the last colour. O(log colours).
    public func index(of points: Int) -> Int {
        guard points > 0 else { return 0 }
        guard greatest > 1 else { return Self.count }
        var (low, high) = (0, thresholds.count)
        while low < high {
            let middle = (low + high) / 2
            if thresholds[middle] > points { high = middle } else { low = middle + 1 }
        }
        return low + 1
    }

    /// Some counts with their colours, as 0xRRGGBB: powers of ten, and the greatest one.
    public func legend(isDark: Bool) -> [(count: Int, colour: UInt32)] {
        var counts: [Int] = []
        var next = 1
        // What is nearly the greatest count would stand too close beside it.
        while next < greatest, 2 * next <= greatest {
            counts.append(next)
            next = next > Int.max / 10 ? Int.max : 10 * next
        }
        counts.append(greatest)
        let colours = Self.colours(isDark: isDark)
        return counts.map { ($0, colours[index(of: $0) - 1]) }
    }

    /// The colours of the indices from 1 on, as 0xRRGGBB.
    public static func colours(isDark: Bool) -> [UInt32] { isDark ? onDark : onLight }

    private static let onDark = ramp(lightness: (0.40, 0.96), hue: (285, 100))
    private static let onLight = ramp(lightness: (0.80, 0.22), hue: (190, 300))

    private static func ramp(lightness: (Double, Double), hue: (Double, Double)) -> [UInt32] {
        (0..<count).map { step in
            let share = Double(step) / Double(count - 1)
            let light = lightness.0 + (lightness.1 - lightness.0) * share
            let angle = hue.0 + (hue.1 - hue.0) * share
            // As colourful as the screen allows, up to a limit.
            var (low, high) = (0.0, 0.15)
            for _ in 0..<12 {
                let middle = (low + high) / 2
                if OKLCh(lightness: light, chroma: middle, hue: angle).isInGamut { low = middle } else { high = middle }
            }
            return OKLCh(lightness: light, chroma: low, hue: angle).rgb
        }
    }
}

/// A colour by its perceived lightness from 0 to 1, its chroma, and its hue in degrees.
struct OKLCh {
    var lightness: Double
    var chroma: Double
    var hue: Double

    /// Red, green and blue light from 0 to 1, as far as a screen has them; Ottosson's matrices.
    private var light: (red: Double, green: Double, blue: Double) {
        let (cosine, sine) = Self.cosineAndSine(hue)
        let (a, b) = (chroma * cosine, chroma * sine)
        func cube(_ x: Double) -> Double { x * x * x }
        let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return (
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
        )
    }

    /// Whether sRGB has the colour.
    var isInGamut: Bool {
        let (red, green, blue) = light
        return [red, green, blue].allSatisfy { $0 >= 0 && $0 <= 1 }
    }

    /// The nearest colour of sRGB, channel by channel, as 0xRRGGBB.
    var rgb: UInt32 {
        let (red, green, blue) = light
        return [red, green, blue].reduce(0) { $0 << 8 | UInt32(clamping: Int(clamping: Self.sample($1).rounded())) }
    }

    /// The sample, from 0 to 255, of an amount of light (IEC 61966-2-1).
    private static func sample(_ light: Double) -> Double {
        let light = min(max(light, 0), 1)
        guard light > 0.0031308 else { return 255 * 12.92 * light }
        return 255 * (1.055 * Deceleration.exponential(Deceleration.logarithm(light) / 2.4) - 0.055)
    }

    /// By the Taylor series, about the nearest quarter turn.
    private static func cosineAndSine(_ degrees: Double) -> (Double, Double) {
        let quarters = (degrees / 90).rounded()
        let angle = (degrees - 90 * quarters) * 0.017453292519943295
        let square = angle * angle
        var (cosine, sine) = (1.0, 1.0)
        for divisor in stride(from: 16.0, through: 2, by: -2) {
            cosine = 1 - cosine * square / (divisor * (divisor - 1))
            sine = 1 - sine * square / (divisor * (divisor + 1))
        }
        sine *= angle
        switch Int(clamping: quarters) % 4 {
        case 0: return (cosine, sine)
        case 1, -3: return (-sine, cosine)
        case 2, -2: return (-cosine, -sine)
        default: return (sine, -cosine)
        }
    }
}
