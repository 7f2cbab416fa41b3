// The units of columns.

/// Finds units in the names of columns.
enum UnitNames {
    /// The text in the brackets at a name's end, where it looks like a unit: `Temperatur (°C)`, `speed [km/h]`.
    static func unit(inName name: String) -> String? {
        let name = name.filter { $0 != "\u{A0}" }
        guard let last = name.last, last == ")" || last == "]",
            let open = name.lastIndex(of: last == ")" ? "(" : "[")
        else { return nil }
        let text = name[name.index(after: open)..<name.index(before: name.endIndex)].trimmingBlanks()
        guard !text.isEmpty, text.count <= 24 else { return nil }
        let hasSign = text.contains { "%°€$£/²³µμ‰".contains($0) }
        let isShort = text.count <= 4 && text.contains { $0.isLetter } && !text.contains(" ")
        return hasSign || isShort || text.contains(" per ") ? text : nil
    }

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

    private static let known: Set<String> = [
        "degc", "°c", "degf", "°f", "k", "%", "m", "km", "mm", "cm", "s", "ms", "h", "min", "utc", "hpa", "pa", "kpa",
        "bar", "mbar", "v", "mv", "a", "ma", "w", "kw", "kwh", "wh", "mwh", "hz", "khz", "mhz", "m/s", "km/h", "kn",
        "kg", "g", "t", "l", "ml", "n", "nm", "j", "rpm", "1/min", "ppm", "db", "dbm", "deg", "°", "rad", "lux", "usd",
        "eur", "$", "€", "w/m2", "w/m²", "m3", "m³", "m2", "m²", "l/min", "m3/h", "cet", "local", "yyyy-mm-dd", "-",
    ]
}

extension Substring {
    /// Without blanks at both ends.
    fileprivate func trimmingBlanks() -> String {
        var text = self
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
