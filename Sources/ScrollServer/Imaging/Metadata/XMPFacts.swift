// Reads the facts in an XMP packet.

/// Scans XMP (ISO 16684-1), which is RDF in XML, for the properties that describe the picture.
///
/// Tags are read one after the other; nothing is nested, expanded or fetched, so any bytes are read in linear time.
package struct XMPFacts {
    /// The longest packet that is read.
    static let longest = 1 << 16

    private var facts = PictureFacts()
    private var make: String?
    private var model: String?
    /// The property whose element is open.
    private var property: String?
    private var latitude: Double?
    private var longitude: Double?

    /// Reads at most `limit` bytes; a sidecar file may be longer than a packet in a picture.
    package static func read(_ bytes: ArraySlice<UInt8>, limit: Int = longest) -> PictureFacts {
        var scan = XMPFacts()
        scan.scan(bytes.prefix(limit))
        scan.facts.camera = PictureFacts.camera(make: scan.make, model: scan.model)
        scan.facts.setPosition(latitude: scan.latitude, longitude: scan.longitude)
        return scan.facts
    }

    private mutating func scan(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            if let property, let text = Self.decoded(rest[..<open]) { record(property, text) }
            rest = rest[(open + 1)...]
            if rest.starts(with: "!--".utf8) {
                guard let end = Self.find("-->", in: rest) else { return }
                rest = rest[(end + 3)...]
                continue
            }
            guard let close = Self.tagEnd(rest) else { return }
            tag(rest[..<close])
            rest = rest[(close + 1)...]
        }
    }

    /// Returns where the tag ends: at a `>` outside of quotes.
    private static func tagEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
        var quote: UInt8?
        for index in bytes.indices {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index
            }
        }
        return nil
    }

    private static func find(_ text: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let wanted = Array(text.utf8)
        var index = bytes.startIndex
        while let first = bytes[index...].firstIndex(of: wanted[0]) {
            if bytes[first...].starts(with: wanted) { return first }
            index = first + 1
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Reads a tag without its angle brackets.
    private mutating func tag(_ tag: ArraySlice<UInt8>) {
        guard let first = tag.first, first != UInt8(ascii: "?"), first != UInt8(ascii: "!") else { return }
        let isEnd = first == UInt8(ascii: "/")
        let body = isEnd ? tag.dropFirst() : tag
        let nameEnd = body.firstIndex { Self.isSpace($0) || $0 == UInt8(ascii: "/") } ?? body.endIndex
        let name = String(decoding: body[..<nameEnd].prefix(64), as: UTF8.self)
        if isEnd {
            if name == property { property = nil }
            return
        }
        if name == "rdf:Description" {
            attributes(body[nameEnd...])
        } else if !name.hasPrefix("rdf:"), !name.hasPrefix("x:"), body.last != UInt8(ascii: "/") {
            property = name
        }
    }

    private mutating func attributes(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = rest[..<equals].filter { !Self.isSpace($0) }
            let value = rest[(equals + 1)...].drop(while: Self.isSpace)
            guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = value.dropFirst().firstIndex(of: quote)
            else { return }
            if name.count <= 64, let text = Self.decoded(value[(value.startIndex + 1)..<end]) {
                record(String(decoding: name, as: UTF8.self), text)
            }
            rest = value[(end + 1)...]
        }
    }

    /// Decodes a value's entities (XML 1.0 §4.1, §4.6); nil for white space.
    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.contains(UInt8(ascii: "&")) else { return PictureFacts.text(bytes) }
        var decoded: [UInt8] = []
        var rest = bytes
        while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
            decoded += rest[..<ampersand]
            rest = rest[ampersand...]
            // The longest entity read is `&#x10FFFF;`.
            guard let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";")),
                let scalar = entity(String(decoding: rest[(ampersand + 1)..<end], as: UTF8.self))
            else {
                decoded.append(UInt8(ascii: "&"))
                rest = rest.dropFirst()
                continue
            }
            decoded += Array(String(scalar).utf8)
            rest = rest[(end + 1)...]
        }
        return PictureFacts.text(decoded + rest)
    }

    private static func entity(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
        }
    }

    // MARK: Properties

    /// Records a property; the first value counts, except that all keywords do.
    private mutating func record(_ name: String, _ text: String) {
        switch name {
        case "xmp:Rating": facts.rating = facts.rating ?? PictureFacts.rating(Double(text))
        case "xmp:Label": facts.label = facts.label ?? text
        // darktable's own property instead of `xmp:Label`: red, yellow, green, blue, purple.
        case "darktable:colorlabels": facts.label = facts.label ?? Self.darktableLabel(text)
        case "dc:subject": if facts.keywords.count < PictureFacts.mostKeywords { facts.keywords.append(text) }
        case "dc:title": facts.title = facts.title ?? text
        case "dc:description": facts.caption = facts.caption ?? text
        case "tiff:Make": make = make ?? text
        case "tiff:Model": model = model ?? text
        case "exif:FNumber":
            facts.aperture = facts.aperture ?? PictureFacts.positive(Self.number(text), below: 1000)
        case "exif:ExposureTime": facts.exposure = facts.exposure ?? PictureFacts.exposure(Self.number(text))
        case "exif:FocalLength": facts.focal = facts.focal ?? PictureFacts.positive(Self.number(text), below: 1e5)
        case "exif:ISOSpeedRatings", "exifEX:PhotographicSensitivity":
            facts.iso = facts.iso ?? PictureFacts.positive(Self.number(text), below: 1e8)
        case "exifEX:LensModel", "aux:Lens": facts.lens = facts.lens ?? text
        case "exif:DateTimeOriginal": take(text, from: .xmpOriginal)
        case "xmp:CreateDate": take(text, from: .created)
        case "photoshop:DateCreated": take(text, from: .photoshopCreated)
        case "exif:GPSLatitude": latitude = latitude ?? Self.angle(text)
        case "exif:GPSLongitude": longitude = longitude ?? Self.angle(text)
        default: break
        }
    }

    private static func darktableLabel(_ text: String) -> String? {
        let labels = ["Red", "Yellow", "Green", "Blue", "Purple"]
        return Int(text).flatMap { labels.indices.contains($0) ? labels[$0] : nil }
    }

    /// Parses a decimal number, or a fraction with a slash.
    private static func number(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count <= 2, let above = parts[0] else { return nil }
        guard parts.count == 2 else { return above }
        guard let below = parts[1], below != 0 else { return nil }
        return above / below
    }

    private mutating func take(_ text: String, from source: DateSource) {
        guard let (time, zone) = CaptureTime.parsed(text.utf8) else { return }
        facts.setTaken(time, zone: zone, from: source)
    }

    /// Parses `48,8.25N` or `48,8,15N` (ISO 16684-2, GPSCoordinate).
    private static func angle(_ text: String) -> Double? {
        guard let last = text.last, "NSEW".contains(last) else { return nil }
        let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(parts.count), let degrees = parts[0], let minutes = parts[1] else { return nil }
        let angle = degrees + minutes / 60 + ((parts.count == 3 ? parts[2] : 0) ?? 0) / 3600
        return last == "S" || last == "W" ? -angle : angle
    }
}
