// The units of columns.

/// Finds units in the names of columns.
enum UnitNames {
    /// The text in the brackets at a name's end, where it looks like a unit: `Temperatur (°C)`, `speed [km/h]`; or the last
    /// word, where it can be nothing else: `temp °C`, `Wind km/h`.
    static func unit(inName name: String) -> String? {
        inBrackets(name.filter { $0 != "\u{A0}" }) ?? lastWord(name)
    }

    /// A last word that is no word of a language but a unit; nil where it stands alone.
    private static func lastWord(_ name: String) -> String? {
        guard let blank = name.lastIndex(where: { $0 == " " || $0 == "\u{A0}" }), blank > name.startIndex
        else {
            return nil
        }
        let word = String(name[name.index(after: blank)...])
        let parts = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isUnit =
            parts.count == 2
            ? parts.allSatisfy { distinct.contains($0) || short.contains($0) } : distinct.contains(word)
        return isUnit ? word : nil
    }

    /// Units that are no words; as they are written, since `MM` and `mm` are two things.
    private static let distinct: Set<String> = [
        "°C", "°F", "°", "%", "‰", "hPa", "kPa", "MPa", "mbar", "mV", "kV", "mA", "kW", "MW", "GW", "Wh", "kWh", "MWh",
        "GWh", "Hz", "kHz", "MHz", "GHz", "ppm", "ppb", "rpm", "mm", "cm", "km", "µm", "nm", "m²", "m³", "km²", "µg",
        "mg", "kg", "ml", "mL", "ms", "µs", "ns", "dB", "dBm", "kB", "MB", "GB", "kJ", "MJ", "kn", "lx",
    ]
    /// Units that count only beside a stroke: alone they are letters and words.
    private static let short: Set<String> = ["m", "s", "h", "g", "t", "l", "L", "d", "W", "min", "m2", "m3"]

    private static func inBrackets(_ name: String) -> String? {
        guard let last = name.last, last == ")" || last == "]",
            let open = name.lastIndex(of: last == ")" ? "(" : "[")
        else { return nil }
        let text = name[name.index(after: open)..<name.index(before: name.endIndex)].trimmingBlanks()
        guard !text.isEmpty, text.count <= 24 else { return nil }
        let hasSign = text.contains { "%°€$£/²³µμ‰".contains($0) }
        return hasSign || text.contains(" per ") || isBracketUnit(text) ? text : nil
    }

    /// Whether a short text in brackets is a unit and no word, such as `All`.
    private static func isBracketUnit(_ text: String) -> Bool {
        guard text.count <= 8, text.contains(where: \.isLetter), !text.contains(" ") else { return false }
        if distinct.contains(text) || short.contains(text) || known.contains(text.lowercased()) { return true }
        if codes.contains(text) { return true }
        guard text.count <= 4 else { return false }
        // Words have a vowel and begin with a large letter, or are large throughout: `New`, `MAX`.
        let isWord = text.count > 2 && text.allSatisfy(\.isLetter) && text.contains { "aeiouyAEIOUY".contains($0) }
        return !isWord
    }

    /// Units and currencies that look like words.
    private static let codes: Set<String> = [
        "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "AUD", "CAD", "INR", "SEK", "NOK", "DKK", "PLN", "BRL", "ZAR",
        "ppm", "psi", "rad", "deg", "mol", "bar", "lux", "amp", "var", "MVA", "kVA", "PSU", "DU", "inHg", "mmHg", "gal",
        "inch", "in", "ft", "mi", "oz", "lb", "lbs", "yd", "mile", "min", "sec", "hour", "day", "Ohm", "ohm", "dBA",
        "pcs", "Stk", "Pa", "Nm", "eV", "keV", "MeV", "GeV", "uS", "mS", "AU", "pc", "Mpc", "Gyr", "Myr", "year", "a",
        "Tage", "Tag", "week", "Std", "UTC", "CET", "veh", "ha", "acre", "NTU", "pH",
    ]

    /// Whether the cells of a row that stands between header and data look like units.
    static func areUnits(_ cells: [[UInt8]]) -> Bool {
        let texts = cells.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.isEmpty }
        guard !texts.isEmpty else { return false }
        return texts.allSatisfy { text in
            text.count <= 10 && !text.contains(",") && text.count { $0 == " " } <= 1
        }
            && texts.contains {
                known.contains($0.lowercased().filter { !"()[]".contains($0) }) || $0.first == "(" || $0.first == "["
            }
    }

    /// The number of cells that are units.
    static func knownCount(_ cells: [[UInt8]]) -> Int {
        cells.count { known.contains(String(decoding: $0, as: UTF8.self).lowercased().filter { !"()[]".contains($0) }) }
    }

    private static let known: Set<String> = [
        "degc", "°c", "degf", "°f", "k", "%", "m", "km", "mm", "cm", "s", "ms", "h", "min", "utc", "hpa", "pa", "kpa",
        "bar", "mbar", "v", "mv", "a", "ma", "w", "kw", "kwh", "wh", "mwh", "hz", "khz", "mhz", "m/s", "km/h", "kn",
        "kg", "g", "t", "l", "ml", "n", "nm", "j", "rpm", "1/min", "ppm", "db", "dbm", "deg", "°", "rad", "lux", "usd",
        "eur", "$", "€", "w/m2", "w/m²", "m3", "m³", "m2", "m²", "l/min", "m3/h", "cet", "local", "yyyy-mm-dd", "-",
    ]
}

extension Substring {
    /// The text without blanks at both ends.
    fileprivate func trimmingBlanks() -> String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
