// Linear transforms between colour spaces.

/// A 3 × 3 matrix, and an offset added after it.
package struct ColourMatrix: Sendable, Equatable {
    package typealias Vector = SIMD3<Double>

    /// The result for each of the three inputs at 1.
    var columns: (Vector, Vector, Vector)
    var offset = Vector(repeating: 0)

    package static func == (one: ColourMatrix, other: ColourMatrix) -> Bool {
        one.columns == other.columns && one.offset == other.offset
    }

    init(_ first: Vector, _ second: Vector, _ third: Vector, offset: Vector = Vector(repeating: 0)) {
        columns = (first, second, third)
        self.offset = offset
    }

    func applied(to v: Vector) -> Vector {
        columns.0 * v[0] + columns.1 * v[1] + columns.2 * v[2] + offset
    }

    /// The inverse of the matrix, without the offset; nil where there is none.
    var inverse: ColourMatrix? {
        let (a, b, c) = columns
        let determinant = Self.dot(a, Self.cross(b, c))
        guard abs(determinant) > 1e-9 else { return nil }
        let rows = [Self.cross(b, c), Self.cross(c, a), Self.cross(a, b)].map { $0 / determinant }
        return ColourMatrix(
            Vector(rows[0][0], rows[1][0], rows[2][0]), Vector(rows[0][1], rows[1][1], rows[2][1]),
            Vector(rows[0][2], rows[1][2], rows[2][2]))
    }

    /// Returns this matrix followed by `next`; without offsets.
    func followed(by next: ColourMatrix) -> ColourMatrix {
        ColourMatrix(next.applied(to: columns.0), next.applied(to: columns.1), next.applied(to: columns.2))
    }

    private static func dot(_ a: Vector, _ b: Vector) -> Double { (a * b).sum() }

    private static func cross(_ a: Vector, _ b: Vector) -> Vector {
        Vector(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    }
}

/// CIE 1931 chromaticities (x and y) of three primaries and white.
package struct Chromaticities: Sendable, Equatable {
    typealias Chromaticity = SIMD2<Double>

    var white: Chromaticity
    var red: Chromaticity
    var green: Chromaticity
    var blue: Chromaticity

    private static let d65 = Chromaticity(0.3127, 0.3290)
    static let bt709 = Chromaticities(white: d65, red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06])
    package static let displayP3 = Chromaticities(
        white: d65, red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])
    static let bt2020 = Chromaticities(white: d65, red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046])
    static let bt601Lines625 = Chromaticities(white: d65, red: [0.64, 0.33], green: [0.29, 0.60], blue: [0.15, 0.06])
    static let bt601Lines525 = Chromaticities(
        white: d65, red: [0.630, 0.340], green: [0.310, 0.595], blue: [0.155, 0.070])

    /// White point of the profile connection space (ICC.1:2022 §7.2.16).
    static let d50 = ColourMatrix.Vector(0.9642, 1, 0.8249)

    /// Matrix from linear RGB to CIE XYZ with white `d50`; nil where the primaries are no triangle around white.
    var matrix: ColourMatrix? {
        func xyz(_ chromaticity: Chromaticity) -> ColourMatrix.Vector? {
            guard chromaticity.y > 1e-4, chromaticity.x >= 0, chromaticity.x + chromaticity.y <= 1.2 else { return nil }
            return [chromaticity.x / chromaticity.y, 1, (1 - chromaticity.x - chromaticity.y) / chromaticity.y]
        }
        guard let r = xyz(red), let g = xyz(green), let b = xyz(blue), let w = xyz(white),
            let scale = ColourMatrix(r, g, b).inverse?.applied(to: w), scale.min() > 0,
            let adaptation = Self.adaptation(from: w)
        else { return nil }
        return ColourMatrix(r * scale[0], g * scale[1], b * scale[2]).followed(by: adaptation)
    }

    /// Returns the Bradford adaptation from a white to `d50` (ICC.1:2022 annex E).
    ///
    /// Nil for a light that is no white, to which one kind of cones hardly responds.
    private static func adaptation(from white: ColourMatrix.Vector) -> ColourMatrix? {
        let cones = ColourMatrix([0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296])
        let answers = cones.applied(to: white)
        guard answers.min() > 0.01 else { return nil }
        let ratio = cones.applied(to: d50) / answers
        let scale = ColourMatrix([ratio[0], 0, 0], [0, ratio[1], 0], [0, 0, ratio[2]])
        let identity = ColourMatrix([1, 0, 0], [0, 1, 0], [0, 0, 1])
        return cones.followed(by: scale).followed(by: cones.inverse ?? identity)
    }
}
