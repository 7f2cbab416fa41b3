// The sizes of pixels that programs write into a TIFF's ImageDescription.

/// Reads what Aperio, OME and ImageJ say of a pixel's size.
enum ScaleDescription {
    /// Most bytes of a description that are read: OME-XML has the size in its first elements.
    static let longest = 1 << 16

    /// What a description is, by its first bytes.
    enum Kind {
        case aperio, ome, imageJ

        init?(_ text: String) {
            if text.hasPrefix("Aperio") {
                self = .aperio
            } else if text.hasPrefix("ImageJ=") {
                self = .imageJ
            } else if text.hasPrefix("<?xml") || text.hasPrefix("<OME") {
                self = .ome
            } else {
                return nil
            }
        }
    }

    // MARK: Aperio

    /// Reads `MPP`, micrometres per pixel, of a page's description (Aperio's "Digital Slides and Third-Party Data
    /// Interchange", MAN-0069).
    ///
    ///     Aperio Image Library v10.0.51
    ///     46000x32914 [0,100 46000x32814] (256x256) -> 1024x732 - |AppMag = 20|MPP = 0.4990
    ///
    /// The size is that of the scan's pixels; a smaller copy, after the arrow, has larger ones.
    static func aperio(_ text: String) -> PixelScale? {
        let parts = text.split(separator: "|")
        guard let head = parts.first else { return nil }
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1).map { PictureFacts.text(String($0)) }
            guard pair.count == 2, pair[0] == "MPP", let micrometres = pair[1].flatMap({ Double($0) }) else { continue }
            let (x, y) = reduction(head)
            return PixelScale(metres: micrometres * x / 1e6, micrometres * y / 1e6, from: .aperio)
        }
        return nil
    }

    /// By how much a page is smaller than its scan; 1 for the scan.
    private static func reduction(_ head: Substring) -> (x: Double, y: Double) {
        let parts = head.split(separator: ">", maxSplits: 1)
        guard parts.count == 2, parts[0].hasSuffix("-"), let copy = sizes(in: parts[1]).first else { return (1, 1) }
        // The cut in brackets counts before the whole scan.
        let brackets = parts[0].split(separator: "[", maxSplits: 1)
        let cut = brackets.count == 2 ? sizes(in: brackets[1].prefix { $0 != "]" }).last : nil
        guard let whole = cut ?? sizes(in: brackets[0]).last else { return (1, 1) }
        return (whole.0 / copy.0, whole.1 / copy.1)
    }

    /// The sizes such as `1024x732` in a text.
    private static func sizes(in text: Substring) -> [(Double, Double)] {
        text.split { $0.isWhitespace || $0 == "," }.compactMap { word in
            let sides = word.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
            guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
                return nil
            }
            return (width, height)
        }
    }

    // MARK: OME

    /// Reads `PhysicalSizeX` and `PhysicalSizeY` of the first `Pixels` element (OME schema 2016-06).
    ///
    /// Without a unit they are micrometres, as in the schema; without `PhysicalSizeY` pixels are square.
    static func ome(_ bytes: [UInt8]) -> PixelScale? {
        var reader = XMLReader(bytes)
        while true {
            switch reader.next() {
            case .finish: return nil
            case .start: break
            case .end, .text: continue
            }
            let start = reader.colon.map { $0 + 1 } ?? reader.name.lowerBound
            guard bytes[start..<reader.name.upperBound].elementsEqual("Pixels".utf8) else { continue }
            var values: [String: String] = [:]
            for attribute in reader.attributes {
                let name = String(decoding: bytes[attribute.name], as: UTF8.self)
                var value: [UInt8] = []
                reader.append(attribute.value, to: &value)
                values[name] = String(decoding: value, as: UTF8.self)
            }
            func size(_ axis: String) -> Double? {
                guard let number = values["PhysicalSize\(axis)"].flatMap({ Double($0) }) else { return nil }
                return LengthUnit.metres(number, values["PhysicalSize\(axis)Unit"] ?? "µm")
            }
            guard let x = size("X") else { return nil }
            return PixelScale(metres: x, values["PhysicalSizeY"] == nil ? x : size("Y") ?? .nan, from: .ome)
        }
    }

    // MARK: ImageJ

    /// Reads the unit of the resolution, which TIFF 6.0 cannot name: ImageJ's `FileInfo.unit`, in a line `unit=`.
    static func imageJUnit(_ text: String) -> String? {
        for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("unit=") {
            return String(line.dropFirst(5))
        }
        return nil
    }
}

/// Units of length by their names.
enum LengthUnit {
    /// As in OME's schema and in ImageJ, which also escapes what is not ASCII.
    ///
    /// "Pixel" is none.
    private static let lengths: [String: Double] = [
        "km": 1e3, "m": 1, "meter": 1, "metre": 1, "dm": 1e-1, "cm": 1e-2, "centimeter": 1e-2, "mm": 1e-3,
        "millimeter": 1e-3, "µm": 1e-6, "um": 1e-6, "\\u00b5m": 1e-6, "micron": 1e-6, "microns": 1e-6,
        "micrometer": 1e-6, "nm": 1e-9, "nanometer": 1e-9, "pm": 1e-12, "å": 1e-10, "angstrom": 1e-10, "in": 0.0254,
        "inch": 0.0254, "inches": 0.0254, "ft": 0.3048, "yd": 0.9144, "mi": 1609.344,
    ]

    /// Returns a length in metres; nil for a unit that is none of length.
    static func metres(_ number: Double, _ unit: String) -> Double? {
        // The Greek letter stands for the sign of micro.
        lengths[unit.lowercased().replacing("μ", with: "µ")].map { number * $0 }
    }
}
