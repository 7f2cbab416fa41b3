// The forms of single values in XMP.

/// Parses the texts of properties.
enum XMPValue {
    /// Parses a rating, −1...5, which some programs write with a fraction: `4.0`.
    static func rating(_ text: String) -> Double? { PictureFacts.rating(Double(text)) }

    /// Converts Windows' rating of 1, 25, 50, 75 or 99 percent to 1...5 stars, and 0 to 0.
    static func rating(percent text: String) -> Double? {
        guard let percent = Double(text), percent == 0 || percent >= 1, percent <= 100 else { return nil }
        if percent == 0 { return 0 }
        // Windows' own limits: 1-12 is one star, 13-37 two, 38-62 three, 63-87 four.
        return 1 + [12.5, 37.5, 62.5, 87.5].reduce(0) { $0 + (percent > $1 ? 1 : 0) }
    }

    /// Converts darktable's number of a colour label, from 0, to its name; nil for other texts.
    static func darktableLabel(_ text: String) -> String? {
        let labels = ["Red", "Yellow", "Green", "Blue", "Purple"]
        return Int(text).flatMap { labels.indices.contains($0) ? labels[$0] : nil }
    }

    /// Parses a decimal number, or a fraction with a slash.
    static func number(_ text: some StringProtocol) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count <= 2, let above = parts[0] else { return nil }
        guard parts.count == 2 else { return above }
        guard let below = parts[1], below != 0 else { return nil }
        return above / below
    }

    /// Parses `48,8.25N` or `48,8,15N` (ISO 16684-2, GPSCoordinate), and degrees with a fraction.
    static func angle(_ text: String) -> Double? {
        guard let last = text.last?.uppercased() else { return nil }
        let hasReference = "NSEW".contains(last)
        let digits = hasReference ? text.dropLast() : text[...]
        let parts = digits.split(separator: ",", omittingEmptySubsequences: false).map { number($0) }
        guard (1...3).contains(parts.count), let degrees = parts[0] else { return nil }
        guard parts.count > 1 else { return last == "S" || last == "W" ? -degrees : degrees }
        guard hasReference, let minutes = parts[1] else { return nil }
        let angle = degrees + minutes / 60 + ((parts.count == 3 ? parts[2] : 0) ?? 0) / 3600
        return last == "S" || last == "W" ? -angle : angle
    }

    /// Names a lens by its shortest and longest focal length and the f-numbers there: `24-70mm f/2.8`.
    static func lens(range text: String) -> String? {
        let values = text.split(separator: " ").prefix(5).map { number($0) }
        guard values.count == 4, let shortest = values[0], shortest > 0, shortest < 1e5 else { return nil }
        let longest = values[1].flatMap { $0 > shortest && $0 < 1e5 ? $0 : nil }
        let name = written(shortest) + (longest.map { "-" + written($0) } ?? "") + "mm"
        let numbers = values[2...].compactMap { PictureFacts.positive($0, below: 1000) }
        guard let widest = numbers.first else { return name }
        let last = numbers.last.flatMap { $0 > widest ? $0 : nil }
        return "\(name) f/\(written(widest))" + (last.map { "-" + written($0) } ?? "")
    }

    private static func written(_ number: Double) -> String {
        let tenths = (number * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }
}

/// Parses keywords in ACDSee's form.
enum XMPKeywords {
    /// Finds the keywords in ACDSee's categories: a text of XML with nested elements `Category`.
    ///
    /// The picture's own have the attribute `Assigned="1"`. `found` is called with the path of each from the root.
    static func categories(_ text: [UInt8], _ found: ([Substring]) -> Void) {
        var xml = XMLReader(text)
        var path: [(name: [UInt8], isAssigned: Bool, hasChildren: Bool)] = []
        /// Deeper categories are skipped.
        let depthLimit = 16
        var deeperCount = 0
        while true {
            switch xml.next() {
            case .start:
                guard path.count < depthLimit, deeperCount == 0 else {
                    deeperCount += 1
                    continue
                }
                let isAssigned = xml.attributes.contains {
                    xml.bytes[$0.name].elementsEqual("Assigned".utf8) && xml.bytes[$0.value].elementsEqual("1".utf8)
                }
                if let last = path.indices.last { path[last].hasChildren = true }
                path.append(([], isAssigned, false))
            case .text:
                guard deeperCount == 0, let last = path.indices.last, !path[last].hasChildren else { continue }
                xml.append(xml.text, isVerbatim: xml.isVerbatim, to: &path[last].name)
            case .end:
                guard deeperCount == 0 else {
                    deeperCount -= 1
                    continue
                }
                if path.last?.isAssigned == true {
                    // The outermost element has no text, so it is not in the path.
                    found(path.compactMap { PictureFacts.text($0.name).map { Substring($0) } })
                }
                _ = path.popLast()
            case .finish: return
            }
        }
    }
}
