// The colours of a demo picture: its background, faint stripes, light digits, and the steps between them.

import Pixels
import Platform

/// 128 colours: each of the 8 stripe steps with each of the 16 digit steps.
enum DemoPalette {
    static let stripeSteps = 8
    static let digitSteps = 16

    /// Background colours of equal lightness and chroma (OKLCH 0.58, 0.096), 15° of hue apart, as 0xRRGGBB.
    private static let grounds: [UInt32] = [
        0xA8_6178, 0xAB_6168, 0xAC_6358, 0xA9_6749, 0xA4_6C3B, 0x9B_7132, 0x90_772F, 0x83_7D33,
        0x73_833D, 0x61_874C, 0x4D_8A5B, 0x38_8C6C, 0x22_8D7C, 0x11_8C8C, 0x16_899A, 0x29_86A5,
        0x3E_81AD, 0x52_7CB2, 0x64_77B3, 0x75_72B1, 0x83_6DAB, 0x90_68A1, 0x9A_6595, 0xA3_6287,
    ]

    /// The palette of picture `index`, in which a colour has the index `digit × stripeSteps + stripe`.
    static func colours(index: Int) -> [PaletteColor] {
        let ground = ground(hash: StableHash.mix(UInt64(truncatingIfNeeded: index)))
        return (0..<stripeSteps * digitSteps).map {
            colour(ground, stripe: $0 % stripeSteps, digit: $0 / stripeSteps)
        }
    }

    /// The average of the stripes of picture `index`, 0xRRGGBB: its colour from afar.
    static func average(index: Int) -> UInt32 {
        averages[Int(StableHash.mix(UInt64(truncatingIfNeeded: index)) % UInt64(averages.count))]
    }

    /// The average for each background colour, computed once: mosaics read those of millions of pictures.
    private static let averages: [UInt32] = (0..<UInt64(grounds.count * 256)).map { hash in
        let colour = colour(ground(hash: hash), stripe: stripeSteps / 2, digit: 0)
        return UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
    }

    private static func colour(
        _ ground: (red: Int, green: Int, blue: Int), stripe: Int, digit: Int
    ) -> PaletteColor {
        let channel = { (ground: Int) in
            // A full stripe is mixed with 9 % white, a full digit with 94 %.
            let striped = mix(ground, 255, part: stripe * 9, of: (stripeSteps - 1) * 100)
            let lettered = mix(ground, 255, part: 94, of: 100)
            return UInt8(mix(striped, lettered, part: digit, of: digitSteps - 1))
        }
        return PaletteColor(red: channel(ground.red), green: channel(ground.green), blue: channel(ground.blue))
    }

    /// Interpolates a background colour between two neighbours of the table: 24 × 256 hues.
    private static func ground(hash: UInt64) -> (red: Int, green: Int, blue: Int) {
        let position = Int(hash % UInt64(grounds.count * 256))
        let first = grounds[position / 256]
        let second = grounds[(position / 256 + 1) % grounds.count]
        let channel = { (shift: UInt32) in
            mix(Int(first >> shift & 255), Int(second >> shift & 255), part: position % 256, of: 256)
        }
        return (channel(16), channel(8), channel(0))
    }

    private static func mix(_ from: Int, _ to: Int, part: Int, of whole: Int) -> Int {
        (from * (whole - part) + to * part + whole / 2) / whole
    }
}
