// Ranks colours by hue, then by lightness, with greys apart.

import Foundation
import Imaging

/// Ranks colours in the space OKLCH.
///
/// After B. Ottosson, "A perceptual color space for image processing", 2020.
enum ColourRank {
    /// Colours with less chroma count as grey.
    private static let greyChroma = 0.03
    /// The number of steps into which the hue circle is divided, from red on; lightness orders the colours of one step.
    private static let hueSteps = 48.0
    /// The hue in degrees at which the circle is cut: between purple and red.
    private static let start = 5.0

    /// Returns the rank of a colour, 0xRRGGBB in sRGB.
    ///
    /// Lightness is reversed in every other step, so that colours on both sides of a step's border are alike.
    static func rank(of colour: UInt32) -> Int64 {
        let (lightness, chroma, hue) = oklch(colour)
        let light = Int64(clamping: (min(max(lightness, 0), 1) * 65_535).rounded())
        guard chroma >= greyChroma else { return 1 << 40 | light }
        let turned = (hue - start + 720).truncatingRemainder(dividingBy: 360) / 360
        let step = Int64(clamping: min(turned * hueSteps, hueSteps - 1))
        return step << 32 | (step % 2 == 0 ? light : 65_535 - light)
    }

    /// The linear light of each sample, 0 … 1: the space is one of light.
    private static let lights = (0..<256).map { ToneCurve.sRGB.value(Double($0) / 255) }

    /// Returns lightness 0 … 1, chroma, and hue in degrees.
    static func oklch(_ colour: UInt32) -> (lightness: Double, chroma: Double, hue: Double) {
        func light(_ shift: UInt32) -> Double { lights[Int(colour >> shift & 255)] }
        let (red, green, blue) = (light(16), light(8), light(0))
        let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        let lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
        let a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
        let b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
        let hue = atan2(b, a) * 180 / .pi
        return (lightness, (a * a + b * b).squareRoot(), hue < 0 ? hue + 360 : hue)
    }
}
