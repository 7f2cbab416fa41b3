// The part of a slide's key about its values, its zone and its columns.

extension SlideKey {
    /// Empty where the chart has one linear range, times as they are written, straight lines and the table's own
    /// columns.
    ///
    /// Otherwise: the measure and the stacking, the base, the ranges after the first, their members and weights, the
    /// zone, the choice, and the forms where some line is not straight.
    var more: [String] {
        let forms = forms.contains { $0 != .straight } ? [Self.text(forms.map(\.digit))] : []
        guard panes != ValuePanes() || zone != .written || !choice.isEmpty || !forms.isEmpty else { return [] }
        let flags = panes.measure.rawValue.prefix(2) + (panes.isStacked ? "s" : "o") + "\(panes.others.count)"
        let ranges = panes.others.flatMap { [Self.digits($0.lowerBound), Self.digits($0.upperBound)] }
        var members = panes.members
        while members.last == 0 { members.removeLast() }
        return [String(flags), Self.digits(panes.base)] + ranges + [
            Self.text(members), Self.text(panes.weights), Self.hexadecimal(zone.name), choice,
        ] + forms
    }

    /// Reads what `more` has written; false where it is something else.
    mutating func readMore(_ parts: ArraySlice<Substring>) -> Bool {
        var parts = parts
        guard !parts.isEmpty else { return true }
        guard let flags = parts.popFirst(), flags.utf8.count == 4, let count = flags.last?.wholeNumberValue,
            (0..<ValuePanes.most).contains(count), (5...6).contains(parts.count - 2 * count),
            let measure = ValuePanes.Measure.allCases.first(where: { $0.rawValue.prefix(2) == flags.prefix(2) }),
            let base = parts.popFirst().flatMap(Self.number)
        else { return false }
        (panes.measure, panes.base) = (measure, base)
        panes.isStacked = flags.dropFirst(2).first == "s"
        for _ in 0..<count {
            guard let low = parts.popFirst().flatMap(Self.number), let high = parts.popFirst().flatMap(Self.number),
                low < high
            else { return false }
            panes.others.append(low...high)
        }
        guard let members = parts.popFirst().flatMap(Self.list), let weights = parts.popFirst().flatMap(Self.list),
            members.allSatisfy({ Int($0) <= count }), members.count <= TableFormat.lineLimit,
            weights.count <= ValuePanes.most, let name = parts.popFirst().flatMap(Self.plain),
            let zone = ChartZone(name), let choice = parts.popFirst()
        else { return false }
        (panes.members, panes.weights, self.zone, self.choice) = (members, weights, zone, String(choice))
        guard let text = parts.popFirst() else { return true }
        guard let digits = Self.list(text), digits.count <= TableFormat.lineLimit else { return false }
        forms = digits.compactMap(LineForm.init(digit:))
        return forms.count == digits.count && forms.last != .straight
    }

    /// One digit for each number, which is below 8.
    private static func text(_ numbers: [UInt8]) -> String {
        String(decoding: numbers.map { UInt8(ascii: "0") + min($0, 7) }, as: UTF8.self)
    }

    private static func list(_ text: Substring) -> [UInt8]? {
        let numbers = text.utf8.map { $0 &- UInt8(ascii: "0") }
        return numbers.allSatisfy { $0 < 8 } ? numbers : nil
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { String(UInt($0) + 256, radix: 16).dropFirst() }.joined()
    }

    private static func plain(_ text: Substring) -> String? {
        guard text.utf8.count % 2 == 0, text.utf8.count <= 120 else { return nil }
        var bytes: [UInt8] = []
        var rest = text
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
