// The fields of a table of facts about pictures.

import Metadata

/// The kind of a field's values, which decides what queries can ask.
package enum FactKind: String, Sendable {
    /// Names, titles, captions: searched by word, not counted.
    case text
    /// One of few values.
    case category
    /// Any number of words.
    case keywords
    case number
    /// A date and time of day, on the clock of the camera or the reader.
    case time
    /// A place on the earth.
    case position
}

/// A field of a table of facts.
package struct FactField: Sendable, Hashable {
    /// The name in queries and JSON: lower-case letters, digits, `_`, and any other characters of a column's name.
    package var name: String
    package var kind: FactKind
    /// Only for numbers: their unit.
    package var unit: Unit = .none
    /// Whether words without a field name are searched in it.
    var isSearched = false
    /// Whether most rows have a distinct value, so that the column stores numbers instead of codes.
    var isDense = false

    package enum Unit: String, Sendable {
        case none = ""
        case pixels, megapixels, bytes, millimetres, metres, seconds
        /// Length of a video, in seconds.
        case duration
        /// The f-number.
        case aperture
    }

    /// The fields of every picture, in the order of display.
    package static let ofPictures: [FactField] = [
        FactField(name: "name", kind: .text, isSearched: true),
        FactField(name: "folder", kind: .category, isSearched: true),
        FactField(name: "taken", kind: .time, isDense: true),
        FactField(name: "camera", kind: .category, isSearched: true),
        FactField(name: "lens", kind: .category, isSearched: true),
        FactField(name: "focal", kind: .number, unit: .millimetres),
        FactField(name: "aperture", kind: .number, unit: .aperture),
        FactField(name: "exposure", kind: .number, unit: .seconds),
        FactField(name: "iso", kind: .number),
        FactField(name: "duration", kind: .number, unit: .duration),
        FactField(name: "pages", kind: .number),
        FactField(name: "extras", kind: .keywords),
        FactField(name: "rating", kind: .number),
        FactField(name: "flag", kind: .category),
        FactField(name: "label", kind: .category),
        FactField(name: "keywords", kind: .keywords, isSearched: true),
        FactField(name: "title", kind: .text, isSearched: true),
        FactField(name: "caption", kind: .text, isSearched: true),
        FactField(name: "headline", kind: .text, isSearched: true),
        FactField(name: "people", kind: .keywords, isSearched: true),
        FactField(name: "creator", kind: .category, isSearched: true),
        FactField(name: "copyright", kind: .category),
        FactField(name: "sublocation", kind: .category, isSearched: true),
        FactField(name: "city", kind: .category, isSearched: true),
        FactField(name: "state", kind: .category, isSearched: true),
        FactField(name: "country", kind: .category, isSearched: true),
        FactField(name: "prompt", kind: .text, isSearched: true),
        FactField(name: "negative", kind: .text),
        FactField(name: "model", kind: .category, isSearched: true),
        FactField(name: "seed", kind: .category),
        FactField(name: "sampler", kind: .category),
        FactField(name: "gps", kind: .position, isDense: true),
        FactField(name: "orientation", kind: .category),
        FactField(name: "width", kind: .number, unit: .pixels),
        FactField(name: "height", kind: .number, unit: .pixels),
        FactField(name: "megapixels", kind: .number, unit: .megapixels),
        FactField(name: "pixelsize", kind: .number, unit: .metres),
        FactField(name: "format", kind: .category),
        FactField(name: "bytes", kind: .number, unit: .bytes, isDense: true),
        FactField(name: "modified", kind: .time, isDense: true),
        FactField(name: "zone", kind: .category),
        FactField(name: alike, kind: .number, isDense: true),
    ]

    /// The field with the number of a picture's group of alike pictures.
    package static let alike = "alike"

    /// The fields that are asked for most.
    private static let mostUsed = ["taken", "camera", "rating", "keywords", "name", "folder"]

    /// Names some of many fields for a message: the six that are asked for most, and how many others there are.
    static func examples(of fields: [FactField]) -> String {
        let names = fields.map(\.name)
        let first = mostUsed.filter(names.contains)
        let shown = (first + names.filter { !first.contains($0) }).prefix(mostUsed.count)
        let rest = names.count - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " or one of \(rest) others" : "")
    }

    /// Other names for fields, as users of other programs write them.
    static let aliases: [String: String] = [
        "keyword": "keywords", "tag": "keywords", "tags": "keywords", "size": "bytes", "date": "taken",
        "path": "folder", "f": "aperture", "fnumber": "aperture", "shutter": "exposure", "stars": "rating",
        "description": "caption", "mp": "megapixels", "length": "duration", "make": "camera",
        "artist": "creator", "author": "creator", "person": "people",
        "type": "format", "mpp": "pixelsize",
    ]

    /// Returns the field that has this name, or else this alias; nil where there is none.
    package static func named(_ name: String, among fields: [FactField]) -> FactField? {
        let known = aliases[name] ?? name
        return fields.first { $0.name == name } ?? fields.first { $0.name == known }
    }
}

/// A value of a field in one row.
package enum FactValue: Sendable, Hashable {
    /// UTF-8, as written.
    case text([UInt8])
    case words([[UInt8]])
    case number(Double)
    /// Seconds since 1970-01-01 00:00 on the clock that showed it; `detail` is as in `CaptureTime`.
    case time(Int64, detail: UInt32 = CaptureTime.wholeSecond)
    /// In degrees: north and east are positive.
    case position(latitude: Double, longitude: Double)
}
