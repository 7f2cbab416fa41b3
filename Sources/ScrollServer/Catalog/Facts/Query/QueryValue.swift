// Parses the value that a query asks of one field.

import Metadata

/// A value of a field in a query.
struct QueryValue {
    private let field: FactField
    private let fields: [FactField]
    private let offset: Int

    init(_ field: FactField, _ fields: [FactField], at offset: Int) {
        (self.field, self.fields, self.offset) = (field, fields, offset)
    }

    /// Names that ask about a row as a whole: `is:portrait`, `has:gps`, `near:48.1,11.5,5km`, `like:ID`.
    static let words = ["is", "has", "near", "like"]

    static func special(_ name: String) -> FactField? {
        words.contains(name) ? FactField(name: name, kind: .category) : nil
    }

    private static let orientations = ["portrait", "landscape", "square", "panorama"]
    /// What `is:` finds by the format.
    private static let kinds: [(name: String, includes: @Sendable (MediaFormat) -> Bool)] = [
        ("video", { $0.isVideo }), ("raw", { $0 == .raw }),
    ]
    /// What `is:` calls photos with a film in their file.
    private static let live = "live"
    /// What `is:` calls files that could not be read.
    private static let unreadable = "unreadable"
    /// What is asked of a field to find the rows without a value.
    private static let none = "none"

    static func expected(_ field: FactField) -> String {
        switch (field.name, field.kind) {
        case ("is", _):
            (orientations + kinds.map(\.name) + [live, unreadable, "selected", "duplicate"]).joined(separator: ", ")
        case ("has", _): "the name of a field"
        case ("like", _): "the id of an item"
        case ("near", _): "a latitude, a longitude and a distance such as 48.1,11.5,5km"
        case (_, .number) where field.unit == .duration:
            "a length such as 90, 2min or 1:30, a range such as 0:30..2min, none, or >, >=, <, <= and a length"
        case (_, .number): "a number, a range such as 10..20, none, or >, >=, <, <= and a number"
        case (_, .time):
            "a date such as 2019, 2019-05, 2019-05-03, *-12-25 or yesterday, none, a range such as 2019-05..2020, or >2019"
        case (_, .position): "near:48.1,11.5,5km or has:gps, without the field's name,"
        case (_, .text), (_, .category), (_, .keywords): "a word or a \"phrase\""
        }
    }

    private func error(_ reason: String) -> QueryError {
        QueryError(offset, reason, expected: Self.expected(field))
    }

    func test(word: [UInt8]) throws(QueryError) -> FactQuery {
        let text = String(decoding: word, as: UTF8.self)
        switch field.name {
        case "is": return try kind(text)
        case "has":
            let name = FactField.aliases[text.lowercased()] ?? text.lowercased()
            guard let found = fields.first(where: { $0.name == text.lowercased() || $0.name == name }) else {
                throw QueryError(
                    offset, "'\(text.prefix(40))' is no field",
                    expected: NearestName.nearest(to: text, among: fields.map(\.name)).map { "'\($0)'" }
                        ?? "a field: \(FactField.examples(of: fields))")
            }
            return .field(found.name, .exists)
        case "like":
            guard hasField(FactField.alike) else { throw error("nothing is known of what pictures here look like") }
            return .like(Likeness(item: text))
        case "near": return .field("gps", .near(try circle(text)))
        default: break
        }
        // Readers call a kind a format, too: `type:video`.
        if field.name == "format", Self.kinds.contains(where: { $0.name == text.lowercased() }) {
            return try kind(text.lowercased())
        }
        let isNone = text.lowercased() == Self.none
        switch field.kind {
        case .number where isNone, .time where isNone, .position where isNone: return withoutValue
        case .text, .category, .keywords:
            if let sign = text.first, "<>".contains(sign), text.count > 1 {
                throw error("'\(field.name)' holds no numbers, which '\(sign)' compares")
            }
            let query = FactQuery.field(field.name, .text(TextPattern(word: named(word, text))))
            return isNone ? .any([withoutValue, query]) : query
        case .number: return .field(field.name, .range(try range(text, NumberText(field.unit).interval)))
        case .time:
            if let days = DateText.yearly(text) { return .field(field.name, .yearly(days)) }
            return .field(field.name, .range(try range(text, DateText.interval)))
        case .position: throw error("a position is not written so")
        }
    }

    /// Finds the rows without a value of the field; a rating of 0 is none.
    private var withoutValue: FactQuery {
        let missing = FactQuery.not(.field(field.name, .exists))
        guard field.name == "rating", field.kind == .number else { return missing }
        return .any([missing, .field(field.name, .range(NumberRange(lower: 0, upper: 0)))])
    }

    /// Converts a word to the field's own spelling: formats may be called by file extensions.
    private func named(_ word: [UInt8], _ text: String) -> [UInt8] {
        guard field.name == "format" else { return word }
        return switch text.lowercased() {
        case "jpg": Array("jpeg".utf8)
        case "tif": Array("tiff".utf8)
        default: word
        }
    }

    func test(phrase: [UInt8]) throws(QueryError) -> FactQuery {
        guard Self.special(field.name) == nil, [.text, .category, .keywords].contains(field.kind) else {
            return try test(word: phrase)
        }
        return .field(field.name, .text(TextPattern(phrase: phrase)))
    }

    func test(whole: [UInt8]) throws(QueryError) -> FactQuery {
        guard Self.special(field.name) == nil, [.text, .category, .keywords].contains(field.kind) else {
            return try test(word: whole)
        }
        return FolderQuery.test(whole: whole, of: field) ?? .field(field.name, .text(TextPattern(whole: whole)))
    }

    /// Asks for a shape, for the formats of a kind, for files that could not be read, or for what is selected.
    private func kind(_ text: String) throws(QueryError) -> FactQuery {
        let name = text.lowercased()
        if name == Self.unreadable { return .unreadable }
        if name == Self.live, hasField("extras") {
            return .field("extras", .text(TextPattern(whole: Array(PictureFacts.filmWord.utf8))))
        }
        if name == "selected" { return .selected }
        if name == "duplicate" { return .duplicate }
        if Self.orientations.contains(name), hasField("orientation") {
            return .field("orientation", .text(TextPattern(whole: Array(name.utf8))))
        }
        guard let kind = Self.kinds.first(where: { $0.name == name }), hasField("format") else {
            throw error("'\(text.prefix(40))' is nothing that a picture can be")
        }
        return .any(
            MediaFormat.allCases.filter(kind.includes).map {
                .field("format", .text(TextPattern(whole: Array($0.name.utf8))))
            })
    }

    private func hasField(_ name: String) -> Bool { fields.contains { $0.name == name } }

    // MARK: Ranges

    /// The numbers that a text covers: `2019` covers a year.
    struct Interval {
        var lower: Double
        var upper: Double
        var includesUpper = true
        /// The exact number that comparisons and the ends of ranges use where a text covers several: `<3` includes 2.8.
        var edge: Double?

        /// The least value that a range beginning here includes; a camera's fraction is precise to a thousandth.
        var lowest: Double { edge.map { $0 - 0.0005 } ?? lower }
        var highest: Double { edge.map { $0 + 0.0005 } ?? upper }
        var includesHighest: Bool { edge != nil || includesUpper }
    }

    private func range(_ text: String, _ interval: (String) -> Interval?) throws(QueryError) -> NumberRange {
        func read(_ text: some StringProtocol) throws(QueryError) -> Interval {
            guard let value = interval(String(text)) else {
                throw error("'\(text.prefix(40))' is no \(field.kind == .time ? "date" : "number")")
            }
            return value
        }
        for (sign, isGreater, isEqual) in [
            (">=", true, true), ("<=", false, true), (">", true, false), ("<", false, false),
        ]
        where text.hasPrefix(sign) {
            let value = try read(text.dropFirst(sign.count))
            return switch (isGreater, isEqual) {
            case (true, true): NumberRange(lower: value.lowest)
            case (true, false): NumberRange(lower: value.highest, includesLower: !value.includesHighest)
            case (false, true): NumberRange(upper: value.highest, includesUpper: value.includesHighest)
            case (false, false): NumberRange(upper: value.lowest, includesUpper: false)
            }
        }
        guard let dots = Self.dots(in: text) else {
            let value = try read(text)
            return NumberRange(lower: value.lower, upper: value.upper, includesUpper: value.includesUpper)
        }
        var range = NumberRange()
        if !dots.before.isEmpty { range.lower = try read(dots.before).lowest }
        if !dots.after.isEmpty {
            let value = try read(dots.after)
            (range.upper, range.includesUpper) = (value.highest, value.includesHighest)
        }
        if dots.before.isEmpty, dots.after.isEmpty { throw error("a range without an end") }
        return range
    }

    /// The parts before and behind the first two dots.
    private static func dots(in text: String) -> (before: Substring, after: Substring)? {
        var position = text.startIndex
        while let dot = text[position...].firstIndex(of: ".") {
            let next = text.index(after: dot)
            if next < text.endIndex, text[next] == "." { return (text[..<dot], text[text.index(after: next)...]) }
            position = next
        }
        return nil
    }

    // MARK: Places

    private func circle(_ text: String) throws(QueryError) -> Circle {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.lowercased() }
        guard parts.count == 3, hasField("gps"),
            let latitude = NumberText.decimal(parts[0]), let longitude = NumberText.decimal(parts[1]),
            abs(latitude) <= 90, abs(longitude) <= 180
        else { throw error("'\(text.prefix(40))' is no place and distance") }
        let units: [(String, Double)] = [("km", 1000), ("mi", 1609.344), ("m", 1)]
        let unit = units.first { parts[2].hasSuffix($0.0) }
        guard let distance = NumberText.decimal(String(parts[2].dropLast(unit?.0.count ?? 0))), distance >= 0 else {
            throw error("'\(parts[2].prefix(40))' is no distance")
        }
        // Kilometres unless a unit is given.
        return Circle(latitude: latitude, longitude: longitude, metres: distance * (unit?.1 ?? 1000))
    }
}
