// SVG: the attributes of the root element.

import Pixels

/// Reads the size (SVG 2 §7 and §8.2; CSS Images 3 §5.2 for a picture without one).
enum SVGProbe {
    /// The root element, as far as the first bytes of an XML file tell.
    enum Root: Equatable {
        /// An `svg` element begins.
        case svg
        case other
        /// The bytes end before the root element, for example within comments.
        case unknown
    }

    /// Bytes of a file's start searched for the root element.
    static let searchByteCount = 64 << 10

    /// Finds the root element in `bytes`, the start of a file; cost: O(bytes).
    static func root(in bytes: ArraySlice<UInt8>) -> Root {
        var scanner = XMLScanner(bytes)
        return scanner.findRoot()
    }

    /// Whether more bytes could show the file to be an SVG.
    static func mayBegin(_ bytes: [UInt8]) -> Bool {
        root(in: bytes[...]) == .unknown
    }

    /// Reads the size in CSS pixels, rounded, at least 1.
    ///
    /// Reads 4 KiB, and `searchByteCount` bytes if these are too few.
    ///
    /// - Throws: `ImageError.notAnImage` without an `svg` root element, `.damaged` when its tag does not end,
    ///   `.tooLarge`.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        var bytes = try reader.bytes(at: 0, limit: 4096)
        if root(in: bytes[...]) == .unknown || !isTagWhole(bytes) {
            bytes = try reader.bytes(at: 0, limit: searchByteCount)
        }
        var scanner = XMLScanner(bytes[...])
        switch scanner.findRoot() {
        case .svg: break
        case .other: throw .notAnImage("the file is XML, but not an SVG")
        case .unknown: throw .notAnImage("no svg element in the first \(searchByteCount >> 10) KiB")
        }
        guard let attributes = scanner.attributes() else {
            throw .damaged("the svg element's tag does not end", offset: bytes.count)
        }
        let size = size(attributes)
        // Far larger numbers do not fit in an Int; no picture is that large.
        guard size.width < 1e9, size.height < 1e9 else { throw .tooLarge("an SVG of that size is too large") }
        return ImageHeader(
            format: .svg, width: max(Int(clamping: size.width.rounded()), 1),
            height: max(Int(clamping: size.height.rounded()), 1))
    }

    private static func isTagWhole(_ bytes: [UInt8]) -> Bool {
        var scanner = XMLScanner(bytes[...])
        return scanner.findRoot() == .svg && scanner.attributes() != nil
    }

    /// Returns the size in CSS pixels.
    ///
    /// A missing side follows from the view box's aspect ratio; without one the default is 300 × 150 (CSS 2.1 §10.3.2).
    private static func size(_ attributes: [String: String]) -> (width: Double, height: Double) {
        let width = attributes["width"].flatMap(pixels)
        let height = attributes["height"].flatMap(pixels)
        if let width, let height { return (width, height) }
        if let box = attributes["viewBox"].flatMap(viewBox) {
            if let width { return (width, width * box.height / box.width) }
            if let height { return (height * box.width / box.height, height) }
            return box
        }
        return (width ?? 300, height ?? 150)
    }

    /// Parses a length to CSS pixels (CSS Values 3 §6.2); nil for percentages, `auto`, and all but positive lengths.
    private static func pixels(_ text: String) -> Double? {
        let trimmed = text.trimmingXMLSpace()
        let unitStart = trimmed.lastIndex { $0.isASCII && ($0.isNumber || $0 == ".") }.map { trimmed.index(after: $0) }
        guard let unitStart, let number = Double(trimmed[..<unitStart]), number > 0, number.isFinite else { return nil }
        let scale: Double
        switch trimmed[unitStart...].lowercased() {
        case "", "px": scale = 1
        case "pt": scale = 96.0 / 72
        case "pc": scale = 16
        case "in": scale = 96
        case "cm": scale = 96 / 2.54
        case "mm": scale = 96 / 25.4
        case "q": scale = 96 / 101.6
        // The initial font is 16 pixels; `ex` and `ch` are half of that.
        case "em", "rem": scale = 16
        case "ex", "ch": scale = 8
        default: return nil
        }
        return number * scale
    }

    private static func viewBox(_ text: String) -> (width: Double, height: Double)? {
        let numbers = text.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0, numbers[2].isFinite, numbers[3].isFinite else {
            return nil
        }
        return (numbers[2], numbers[3])
    }
}

extension String {
    fileprivate func trimmingXMLSpace() -> Substring {
        let start = self[...].drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}
