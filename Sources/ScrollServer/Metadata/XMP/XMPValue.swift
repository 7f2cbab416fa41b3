// The forms of single values in XMP.

/// Parses the texts of properties.
enum XMPValue {
    /// Parses a rating, −1...5, which some programs write with a fraction: `4.0`.
    static func rating(_ text: String) -> Double? { PictureFacts.rating(Double(text)) }

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

    /// Names a lens by its shortest and longest focal length and the f-numbers there, four fractions.
    static func lens(range text: String) -> String? {
        PictureFacts.lens(text.split(separator: " ").prefix(5).map { number($0) ?? .nan })
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
