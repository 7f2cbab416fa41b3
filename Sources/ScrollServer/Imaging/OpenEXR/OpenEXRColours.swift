// The primaries of OpenEXR pictures.

import Pixels

/// What the colours of a file mean.
struct OpenEXRColours {
    /// Coordinates that differ by no more than this are the same.
    private static let tolerance = 0.002
    /// The primaries of ACES files (SMPTE ST 2065-1), whose blue is no visible colour, and those shown for them.
    private static let aces = Chromaticities(
        white: [0.32168, 0.33767], red: [0.7347, 0.2653], green: [0, 1], blue: [0.0001, -0.077])
    private static let acescg = Chromaticities(
        white: [0.32168, 0.33767], red: [0.713, 0.293], green: [0.165, 0.83], blue: [0.128, 0.044])

    /// A matrix that is applied to light.
    struct Matrix: Sendable {
        let columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

        @inline(__always)
        func applied(to light: SIMD3<Float>) -> SIMD3<Float> {
            columns.0 * light.x + columns.1 * light.y + columns.2 * light.z
        }
    }

    /// ICC profile of the colours as they are shown; nil for sRGB.
    let profile: [UInt8]?
    /// Turns the file's light into that of the profile; nil where it is the same.
    let matrix: Matrix?
    /// The shares of red, green and blue in brightness.
    let shares: SIMD3<Float>

    /// Takes x and y of red, green, blue and white; primaries that make no sense, and none, are those of sRGB.
    init(_ numbers: [Float]) {
        let n = numbers.map(Double.init)
        var space = Chromaticities.bt709
        if n.count == 8, n.allSatisfy({ abs($0) <= 2 }) {
            space = Chromaticities(white: [n[6], n[7]], red: [n[0], n[1]], green: [n[2], n[3]], blue: [n[4], n[5]])
        }
        let isACES = Self.isSame(space, Self.aces)
        let shown = isACES ? Self.acescg : space
        profile = Self.isSame(shown, .bt709) ? nil : ColourProfile(shown, .sRGB)?.bytes
        // From ACES to ACEScg (Academy TB-2014-004).
        matrix =
            isACES
            ? Matrix(
                columns: (
                    [1.451439316, -0.076553773, 0.008316148], [-0.236510747, 1.176229700, -0.006032450],
                    [-0.214928569, -0.099675926, 0.997716301]
                )) : nil
        shares = Self.shares(space)
    }

    private static func isSame(_ one: Chromaticities, _ other: Chromaticities) -> Bool {
        let pairs = [(one.white, other.white), (one.red, other.red), (one.green, other.green), (one.blue, other.blue)]
        return pairs.allSatisfy { abs($0.x - $1.x) <= tolerance && abs($0.y - $1.y) <= tolerance }
    }

    /// The brightness of each primary, with that of white at 1.
    private static func shares(_ space: Chromaticities) -> SIMD3<Float> {
        func xyz(_ place: Chromaticities.Chromaticity) -> ColourMatrix.Vector {
            [place.x, place.y, 1 - place.x - place.y]
        }
        let usual = SIMD3<Float>(0.2126, 0.7152, 0.0722)
        guard space.white.y > 0.01,
            let inverse = ColourMatrix(xyz(space.red), xyz(space.green), xyz(space.blue)).inverse
        else { return usual }
        let scale = inverse.applied(to: xyz(space.white) / space.white.y)
        let shares = SIMD3<Float>(
            Float(scale.x * space.red.y), Float(scale.y * space.green.y), Float(scale.z * space.blue.y))
        return shares.y > 0.01 ? shares : usual
    }
}
