// Writes a small ICC profile from the colour space that a PNG declares in numbers.

extension ColourProfile {
    /// Returns the profile of an RGB profile's primaries and the curve of sRGB; nil where it has no primaries.
    static func withCurveOfSRGB(_ icc: [UInt8]) -> [UInt8]? {
        guard let profile = ColourProfile(icc: icc), case .matrix(_, let matrix) = profile.model else { return nil }
        return file(matrix, .sRGB)
    }

    /// Writes an ICC profile of version 4.3 for a display: a matrix and one curve (ICC.1:2022 §8.4.2).
    ///
    /// `matrix` leads from linear RGB to XYZ with white point D50.
    static func file(_ matrix: ColourMatrix, _ curve: ToneCurve) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        // NaN becomes the lowest number.
        func fixed(_ value: Double) -> [UInt8] {
            number(Int(clamping: (min(value > -32768 ? value : -32768, 32767) * 65536).rounded()))
        }
        func xyz(_ vector: ColourMatrix.Vector) -> [UInt8] {
            Array("XYZ ".utf8) + number(0) + fixed(vector[0]) + fixed(vector[1]) + fixed(vector[2])
        }
        func text(_ text: String) -> [UInt8] {
            let characters = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            let bytes =
                Array("mluc".utf8) + number(0) + number(1) + number(12) + Array("enUS".utf8) + number(characters.count)
                + number(28) + characters
            return bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        }
        var function: [UInt8] = Array("para".utf8) + number(0)
        if case .parametric(let g, let a, let b, let c, let d, let e, let f) = curve {
            function += [0, 4, 0, 0] + [g, a, b, c, d, e, f].flatMap(fixed)
        } else {
            function += [0, 0, 0, 0] + fixed(1)
        }
        let contents: [(names: [String], bytes: [UInt8])] = [
            (["desc"], text("RGB")), (["cprt"], text("CC0")), (["wtpt"], xyz(Chromaticities.d50)),
            (["rXYZ"], xyz(matrix.columns.0)), (["gXYZ"], xyz(matrix.columns.1)),
            (["bXYZ"], xyz(matrix.columns.2)), (["rTRC", "gTRC", "bTRC"], function),
        ]
        let count = contents.reduce(0) { $0 + $1.names.count }
        var table = number(count)
        var body: [UInt8] = []
        for (names, bytes) in contents {
            let start = 132 + 12 * count + body.count
            for name in names { table += Array(name.utf8) + number(start) + number(bytes.count) }
            body += bytes
        }
        // §7.2: size, no preferred module, version, class, spaces; then the signature, and the white point of the
        // connection space.
        var header = number(132 + 12 * count + body.count) + number(0) + [4, 0x30, 0, 0] + Array("mntrRGB XYZ ".utf8)
        header += [0x07, 0xEA, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 68 - header.count)
        header += fixed(Chromaticities.d50[0]) + fixed(1) + fixed(Chromaticities.d50[2])
        header += [UInt8](repeating: 0, count: 128 - header.count)
        return header + table + body
    }
}
