// Numbers of a camera, and comparisons in words, such as "85 mm" and "iso above 1600".

/// Reads numbers that people write without a sign or a colon as conditions.
///
/// `85mm` is `focal:85`, `f/1.8` is `aperture:1.8`, `iso 3200` is `iso:3200`, and `iso above 1600` is `iso:>1600`. The
/// fields must be there, and must be able to have the values.
struct SpokenNumber {
    private let fields: [FactField]

    init(fields: [FactField]) { self.fields = fields }

    /// Returns the condition that lowercased words mean; nil where they are none.
    func condition(_ words: [String], _ dates: SpokenDates) -> String? {
        guard let text = setting(words) ?? named(words, dates), (try? QueryParser.query(text, fields: fields)) != nil
        else { return nil }
        return text
    }

    // MARK: Numbers with a unit

    /// Returns the condition for `85mm`, `85 mm`, `1/500 s`, `f/1.8`, `24 mp` or `iso800`.
    private func setting(_ words: [String]) -> String? {
        guard words.count == 1 || words.count == 2 && Self.areLetters(words[1]) else { return nil }
        let text = words.joined()
        if let number = Self.number(text, before: ["mm"]) { return condition("focal", .millimetres, number) }
        if let number = Self.number(text, before: ["mp"]) { return condition("megapixels", .megapixels, number) }
        if text.hasPrefix("1/"), let number = Self.number(text.dropFirst(2), before: Self.seconds) {
            return condition("exposure", .seconds, "1/\(number)")
        }
        guard words.count == 1 else { return nil }
        if let number = ["f/", "ƒ/"].lazy.compactMap({ Self.number(text, behind: $0) }).first {
            return condition("aperture", .aperture, number)
        }
        // `f2` is more often a name.
        if let number = Self.number(text, behind: "f"), number.contains(".") {
            return condition("aperture", .aperture, number)
        }
        return Self.number(text, behind: "iso").flatMap { condition("iso", .none, $0) }
    }

    private static let seconds = ["s", "sec", "second", "seconds"]

    private func condition(_ name: String, _ unit: FactField.Unit, _ number: String) -> String? {
        fields.contains { $0.name == name && $0.kind == .number && $0.unit == unit } ? "\(name):\(number)" : nil
    }

    private static func number(_ text: some StringProtocol, before units: [String]) -> String? {
        units.lazy.compactMap { text.hasSuffix($0) ? number(text.dropLast($0.count)) : nil }.first
    }

    private static func number(_ text: String, behind prefix: String) -> String? {
        text.hasPrefix(prefix) ? number(text.dropFirst(prefix.count)) : nil
    }

    private static func areLetters(_ text: String) -> Bool { text.utf8.allSatisfy { (0x61...0x7A).contains($0) } }

    /// Returns a text that is digits, with at most one point among them; nil for others.
    private static func number(_ text: some StringProtocol) -> String? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        return parts.count <= 2 && areDigits && text.utf8.count <= 9 ? String(text) : nil
    }

    // MARK: A field's name and a number

    /// What people say between a field's name and a number, with the comparison that it means.
    private static let comparisons: [(words: [String], sign: String)] = [
        (["above"], ">"), (["over"], ">"), (["more", "than"], ">"), (["greater", "than"], ">"),
        (["higher", "than"], ">"), (["larger", "than"], ">"), (["bigger", "than"], ">"), (["longer", "than"], ">"),
        (["below"], "<"), (["under"], "<"), (["less", "than"], "<"), (["fewer", "than"], "<"),
        (["lower", "than"], "<"), (["smaller", "than"], "<"), (["shorter", "than"], "<"),
        (["at", "least"], ">="), (["at", "most"], "<="), (["up", "to"], "<="),
    ]
    /// The same between a field of times and a date.
    private static let ofTimes: [(words: [String], sign: String)] = [
        (["after"], ">"), (["before"], "<"), (["since"], ">="), (["until"], "<="),
    ]
    /// The fields whose name is followed by a number when people say it: `iso 3200`.
    private static let saidWithNumber = ["iso", "focal", "aperture", "exposure", "rating"]

    /// Returns the condition for `iso 3200`, `iso above 1600`, `iso between 100 and 400` or `taken before 2019`.
    private func named(_ words: [String], _ dates: SpokenDates) -> String? {
        guard words.count > 1, let field = FactField.named(words[0], among: fields),
            [.number, .time].contains(field.kind)
        else { return nil }
        let (name, rest) = (words[0], words.dropFirst())
        let known = field.kind == .time ? Self.ofTimes : Self.comparisons
        if let (said, sign) = known.first(where: { rest.starts(with: $0.words) }) {
            return value(rest.dropFirst(said.count), of: field, dates).map { "\(name):\(sign)\($0)" }
        }
        if rest.count == 4, rest.first == "between", rest[rest.startIndex + 2] == "and",
            let lower = value(rest[(rest.startIndex + 1)...].prefix(1), of: field, dates),
            let upper = value(rest.suffix(1), of: field, dates)
        {
            return "\(name):\(lower)..\(upper)"
        }
        guard Self.saidWithNumber.contains(field.name), field.kind == .number, name.utf8.count > 1 else { return nil }
        return value(rest, of: field, dates).map { "\(name):\($0)" }
    }

    /// The value that words mean: a date in one word, or a number and perhaps its unit.
    private func value(_ words: ArraySlice<String>, of field: FactField, _ dates: SpokenDates) -> String? {
        guard let first = words.first, let last = words.last else { return nil }
        if field.kind == .time { return words.count == 1 ? dates.days([first])?.text ?? first : nil }
        let isNumber = first.utf8.contains { (0x30...0x39).contains($0) } && !first.contains("..")
        guard isNumber, words.count == 1 || words.count == 2 && Self.areLetters(last) else { return nil }
        return field.name == "rating" && ["star", "stars"].contains(last) ? first : words.joined()
    }
}
