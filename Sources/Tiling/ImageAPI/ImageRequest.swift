// What a request of the IIIF Image API asks for, read from the parts of its path (3.0 §4, 2.1 §4).

/// The versions of the IIIF Image API.
public enum ImageAPIVersion: Int, Sendable, CaseIterable {
    case two = 2
    case three = 3
}

/// A request for an image, before it is applied to a picture.
///
/// The operations come in this order: region, size, rotation, quality, format.
public struct ImageRequest: Sendable, Equatable {
    /// The parts of the path.
    public enum Part: String, Sendable {
        case region, size, rotation, quality, format
    }

    /// The part of the picture.
    public enum Region: Sendable, Equatable {
        case full
        /// A square in the middle whose side is the picture's shorter one.
        case square
        /// In pixels; numbers above `ImageNumber.greatest` count as that.
        case pixels(PixelRect)
        /// In percent of the picture's sides.
        case percent(x: Double, y: Double, width: Double, height: Double)
    }

    /// The size to which the region is scaled.
    public enum Size: Sendable, Equatable {
        /// The region's own size, however large; only in version 2.1.
        case full
        /// The largest size within the limits.
        case maximum
        case width(Int)
        case height(Int)
        case exact(PixelSize)
        /// The largest size within this one that keeps the proportions.
        case confined(PixelSize)
        /// In percent of the region's sides.
        case percent(Double)
    }

    /// Mirrored left to right, or not, and then turned clockwise.
    public struct Rotation: Sendable, Equatable {
        public let isMirrored: Bool
        /// 0 … 3 turns by 90°.
        public let quarterTurns: Int

        public init(isMirrored: Bool = false, quarterTurns: Int = 0) {
            (self.isMirrored, self.quarterTurns) = (isMirrored, quarterTurns)
        }
    }

    public enum Quality: String, Sendable, CaseIterable {
        case `default`, color, gray, bitonal
    }

    public enum Format: String, Sendable, CaseIterable {
        case jpg, png, webp
    }

    public let version: ImageAPIVersion
    public let region: Region
    public let size: Size
    /// Whether the result may have more pixels than the region: version 3 says so with `^`, 2.1 always.
    public let mayUpscale: Bool
    public let rotation: Rotation
    public let quality: Quality
    public let format: Format

    /// Reads the decoded parts of a path; `file` is the last one, as `default.jpg`.
    ///
    /// - Throws: `malformed` or `unsupported`, with the part that is wrong.
    public init(
        _ version: ImageAPIVersion, region: String, size: String, rotation: String, file: String
    ) throws(ImageRequestError) {
        self.version = version
        self.region = try Self.region(region)
        (self.size, mayUpscale) = try Self.size(size, version)
        self.rotation = try Self.rotation(rotation)
        let dot = file.utf8.lastIndex(of: UInt8(ascii: ".")) ?? file.endIndex
        let (quality, format) = (String(file[..<dot]), String(file[dot...].dropFirst()))
        guard let quality = Quality(rawValue: quality) else { throw .unsupported(.quality, quality) }
        guard let format = Format(rawValue: format) else { throw .unsupported(.format, format) }
        (self.quality, self.format) = (quality, format)
    }

    private static func region(_ text: String) throws(ImageRequestError) -> Region {
        switch text {
        case "full": return .full
        case "square": return .square
        default: break
        }
        if text.hasPrefix("pct:") {
            let values = ImageNumber.list(text.dropFirst(4), ImageNumber.decimal)
            guard values.count == 4 else { throw .malformed(.region, text) }
            return .percent(x: values[0], y: values[1], width: values[2], height: values[3])
        }
        let values = ImageNumber.list(text[...], ImageNumber.whole)
        guard values.count == 4 else { throw .malformed(.region, text) }
        return .pixels(PixelRect(x: values[0], y: values[1], width: values[2], height: values[3]))
    }

    private static func size(
        _ text: String, _ version: ImageAPIVersion
    ) throws(ImageRequestError) -> (Size, mayUpscale: Bool) {
        var rest = text[...]
        var mayUpscale = version == .two
        if version == .three, rest.first == "^" {
            mayUpscale = true
            rest.removeFirst()
        }
        if rest == "max" { return (.maximum, mayUpscale && version == .three) }
        if rest == "full", version == .two { return (.full, false) }
        if rest.hasPrefix("pct:") {
            guard let percent = ImageNumber.decimal(rest.dropFirst(4)) else { throw .malformed(.size, text) }
            return (.percent(percent), mayUpscale)
        }
        let isConfined = rest.first == "!"
        if isConfined { rest.removeFirst() }
        let parts = rest.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .malformed(.size, text) }
        let (width, height) = (ImageNumber.whole(parts[0]), ImageNumber.whole(parts[1]))
        switch (width, height) {
        case (let width?, let height?):
            let size = PixelSize(width: width, height: height)
            // Version 2.1 leaves it to the server how large the best fit is: no larger than the region, as in 3.0.
            return isConfined
                ? (.confined(size), mayUpscale && version == .three) : (.exact(size), mayUpscale)
        case (let width?, nil) where parts[1].isEmpty && !isConfined: return (.width(width), mayUpscale)
        case (nil, let height?) where parts[0].isEmpty && !isConfined: return (.height(height), mayUpscale)
        default: throw .malformed(.size, text)
        }
    }

    private static func rotation(_ text: String) throws(ImageRequestError) -> Rotation {
        let isMirrored = text.hasPrefix("!")
        guard let degrees = ImageNumber.decimal(isMirrored ? text.dropFirst() : text[...]), degrees <= 360 else {
            throw .malformed(.rotation, text)
        }
        let turns = degrees / 90
        guard turns == turns.rounded() else { throw .unsupported(.rotation, text) }
        return Rotation(isMirrored: isMirrored, quarterTurns: Int(clamping: turns) % 4)
    }
}

/// Why a request for an image is refused: status 400 in both versions.
public enum ImageRequestError: Error, Sendable, Equatable {
    /// A part is not written as the specification says; the text is the part.
    case malformed(ImageRequest.Part, String)
    /// A part is well written, but not offered.
    case unsupported(ImageRequest.Part, String)
    /// The region has no pixels, or lies outside the picture.
    case emptyRegion
    /// The result would have more pixels than the region, of this size, and was not allowed to.
    case upscaled(PixelSize)
    /// The result would have no pixels.
    case emptySize
    /// The result would be larger than the limits.
    case tooLarge(ImageLimits)
}

/// The numbers in the paths of the IIIF Image API.
public enum ImageNumber {
    /// Larger numbers count as this one: far above any picture's side, and small enough for arithmetic.
    public static let greatest = 1 << 40

    /// Reads a whole number: digits only.
    static func whole(_ text: Substring) -> Int? {
        guard !text.isEmpty else { return nil }
        var value = 0
        for byte in text.utf8 {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = min(value * 10 + Int(byte &- 0x30), greatest)
        }
        return value
    }

    /// Reads a number of digits and at most one point (3.0 §4.7); no sign and no exponent.
    static func decimal(_ text: Substring) -> Double? {
        var (points, digits) = (0, 0)
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39: digits += 1
            case 0x2E: points += 1
            default: return nil
            }
        }
        guard digits > 0, points <= 1, let value = Double(text) else { return nil }
        return min(value, Double(greatest))
    }

    /// Reads numbers with commas between them; empty where one of them is none.
    static func list<Number>(_ text: Substring, _ read: (Substring) -> Number?) -> [Number] {
        let parts = text.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false)
        let numbers = parts.compactMap(read)
        return numbers.count == parts.count ? numbers : []
    }
}
