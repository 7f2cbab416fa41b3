// The meaning of the numbers in a picture's pixels.

/// A colour profile of a picture: an ICC profile (ICC.1:2022), or the colour space that a PNG declares in numbers.
package struct ColourProfile: Sendable {
    /// The meaning of a pixel's samples.
    package enum Space: Sendable {
        case gray, rgb, cmyk

        var sampleCount: Int {
            switch self {
            case .gray: 1
            case .rgb: 3
            case .cmyk: 4
            }
        }
    }

    /// How samples become light.
    package enum Model: Sendable {
        /// Light between black and white, or lightness (L*).
        case gray(ToneCurve, isLab: Bool)
        /// Linear light by curves, and a matrix from there to XYZ.
        case matrix([ToneCurve], ColourMatrix)
        case lookup(ICCLookup, isLab: Bool)
    }

    /// Most bytes of a profile that is read; a printer's has one or two million.
    static let byteLimit = 4 << 20
    private static let tagLimit = 200

    package let space: Space
    package let model: Model
    /// The bytes of the profile, as embedded in pictures.
    package let bytes: [UInt8]

    /// Reads an ICC profile; nil where it is damaged, or of a class that does not describe pixels.
    package init?(icc bytes: [UInt8]) {
        let data = ICCData(bytes[...])
        guard bytes.count <= Self.byteLimit, data.signature(36) == "acsp", let tagCount = data.uint32(128),
            tagCount <= Self.tagLimit
        else { return nil }
        switch data.signature(16) {
        case "GRAY": space = .gray
        case "RGB ": space = .rgb
        case "CMYK": space = .cmyk
        default: return nil
        }
        let isLab = data.signature(20) == "Lab "
        guard isLab || data.signature(20) == "XYZ " else { return nil }
        var tags: [String: ICCData] = [:]
        for index in 0..<tagCount {
            guard let name = data.signature(132 + 12 * index), let start = data.uint32(136 + 12 * index),
                let count = data.uint32(140 + 12 * index)
            else { return nil }
            tags[name] = data.part(at: start, count: count)
        }
        self.bytes = bytes
        guard let model = Self.model(tags, space, isLab: isLab) else { return nil }
        self.model = model
    }

    /// Returns the code points of ITU-T H.273 for full-range RGB in an ICC profile (`cicp`, ICC.1:2022 §9.2.17).
    static func codePoints(_ icc: [UInt8]) -> (lights: UInt8, curve: UInt8)? {
        let data = ICCData(icc[...])
        guard data.signature(16) == "RGB ", data.signature(36) == "acsp" else { return nil }
        for index in 0..<min(data.uint32(128) ?? 0, tagLimit) where data.signature(132 + 12 * index) == "cicp" {
            guard let tag = data.uint32(136 + 12 * index).flatMap({ data.part(at: $0, count: 12) }),
                tag.signature(0) == "cicp", let lights = tag.byte(8), let curve = tag.byte(9), tag.byte(10) == 0,
                tag.byte(11) == 1
            else { return nil }
            return (UInt8(clamping: lights), UInt8(clamping: curve))
        }
        return nil
    }

    /// Creates an RGB profile from chromaticities and one curve; nil where the chromaticities are impossible.
    package init?(_ chromaticities: Chromaticities, _ curve: ToneCurve) {
        guard let matrix = chromaticities.matrix else { return nil }
        space = .rgb
        model = .matrix([curve, curve, curve], matrix)
        bytes = Self.file(matrix, curve)
    }

    /// Chooses a model as browsers do: a table before a matrix, and the perceptual table first.
    private static func model(_ tags: [String: ICCData], _ space: Space, isLab: Bool) -> Model? {
        func curve(_ name: String) -> ToneCurve? { tags[name].flatMap(ToneCurve.read)?.curve }
        func vector(_ name: String) -> ColourMatrix.Vector? {
            guard let tag = tags[name], tag.signature(0) == "XYZ ", let x = tag.fixed(8), let y = tag.fixed(12),
                let z = tag.fixed(16)
            else { return nil }
            return [x, y, z]
        }
        if space == .gray { return curve("kTRC").map { .gray($0, isLab: isLab) } }
        for name in ["A2B0", "A2B1"] {
            if let table = tags[name].flatMap({ ICCLookup($0, count: space.sampleCount, isLab: isLab) }) {
                return .lookup(table, isLab: isLab)
            }
        }
        guard space == .rgb, !isLab, let red = vector("rXYZ"), let green = vector("gXYZ"), let blue = vector("bXYZ"),
            let first = curve("rTRC"), let second = curve("gTRC"), let third = curve("bTRC")
        else { return nil }
        return .matrix([first, second, third], ColourMatrix(red, green, blue))
    }

    /// Converts samples of 0...1 to XYZ with white point D50 at Y = 1.
    func xyz(_ samples: SIMD4<Double>) -> ColourMatrix.Vector {
        switch model {
        case .gray(let curve, let isLab):
            let value = curve.value(samples[0])
            return isLab ? Self.xyz(lab: [value, 128.0 / 255, 128.0 / 255]) : Chromaticities.d50 * value
        case .matrix(let curves, let matrix):
            return matrix.applied(
                to: [curves[0].value(samples[0]), curves[1].value(samples[1]), curves[2].value(samples[2])])
        case .lookup(let table, let isLab):
            let value = table.value(samples)
            // XYZ's 1 is stored as 0x8000 (ICC.1:2022 §6.3.4.2).
            return isLab ? Self.xyz(lab: value) : value * (65535.0 / 32768)
        }
    }

    /// Inverts ISO/CIE 11664-4 §4.1; L* of 0...100 and a* and b* of −128...127 are each stored as 0...1.
    private static func xyz(lab: ColourMatrix.Vector) -> ColourMatrix.Vector {
        let y = (lab[0] * 100 + 16) / 116
        let values = ColourMatrix.Vector(y + (lab[1] * 255 - 128) / 500, y, y - (lab[2] * 255 - 128) / 200)
        func light(_ t: Double) -> Double { t > 6.0 / 29 ? t * t * t : (t - 4.0 / 29) * 108 / 841 }
        return Chromaticities.d50 * ColourMatrix.Vector(light(values[0]), light(values[1]), light(values[2]))
    }
}
