// Reads the texts in which generators of pictures write their settings.

import Platform

/// Parses texts other than JSON: those of A1111 and similar programs, of Midjourney, and of the first InvokeAI.
enum GeneratorText {
    private static let steps = "Steps: "
    private static let negative = "Negative prompt:"
    private static let job = "Job ID: "

    /// Returns whether a text contains words that generators write.
    static func mayBeGenerated(_ text: String) -> Bool {
        position(of: steps, in: text[...]) != nil || position(of: negative, in: text[...]) != nil
            || position(of: job, in: text[...]) != nil
    }

    // MARK: A1111

    /// Parses A1111's parameters: the prompt, a line `Negative prompt: …`, and `Steps: 20, Sampler: Euler a, Seed: 1`.
    ///
    /// A prompt may have lines that look like settings; the last such line counts. Line breaks may have become spaces.
    ///
    /// - Returns: nil for a text without such lines, unless `isKnown` says that it is a prompt.
    static func parameters(_ text: String, isKnown: Bool) -> PictureFacts? {
        guard isKnown || position(of: steps, in: text[...]) != nil || position(of: negative, in: text[...]) != nil
        else { return nil }
        let text = text[..<(text.firstIndex(of: "\0") ?? text.endIndex)]
        let start = settingsStart(text)
        let words = text[..<(start ?? text.endIndex)]
        let pairs = start.map { GeneratorSettings.pairs(text[$0...]) } ?? [:]
        let split = negativeStart(words)
        guard isKnown || start != nil || split != nil else { return nil }
        var facts = PictureFacts()
        if let split {
            facts.prompt = GeneratedPicture.prompt(String(words[..<split]))
            facts.negative = GeneratedPicture.prompt(String(words[split...].dropFirst(negative.count)))
        } else if pairs["guidance scale"] != nil, let split = dashStart(words) {
            // Draw Things begins the line of the negative prompt with a dash.
            facts.prompt = GeneratedPicture.prompt(String(words[..<split]))
            facts.negative = GeneratedPicture.prompt(String(words[split...].dropFirst()))
        } else {
            facts.prompt = GeneratedPicture.prompt(String(words))
        }
        facts.sampler = pairs["sampler"].flatMap { PictureFacts.text($0) }
        facts.seed = pairs["seed"].flatMap { PictureFacts.text($0) }
        facts.model =
            pairs["model"].flatMap { GeneratedPicture.modelName($0) }
            ?? pairs["civitai resources"].flatMap { checkpoint($0) }
        return facts
    }

    /// Returns where the last line of settings begins: `Steps: ` and a number, then a comma or the line's end.
    private static func settingsStart(_ text: Substring) -> Substring.Index? {
        let hasLines = text.contains(where: \.isNewline)
        var found: Substring.Index?
        var rest = text
        while let index = position(of: steps, in: rest) {
            rest = text[index...].dropFirst(steps.count)
            let after = rest.drop { ("0"..."9").contains($0) }
            guard after.startIndex > rest.startIndex, isLineStart(index, of: text, hasLines: hasLines) else { continue }
            guard let next = after.first else {
                // Nothing follows: a text of a single line could be a person's.
                if hasLines || index == text.startIndex { found = index }
                continue
            }
            if next == "," || next.isNewline { found = index }
        }
        return found
    }

    /// Returns where the negative prompt begins.
    private static func negativeStart(_ text: Substring) -> Substring.Index? {
        let hasLines = text.contains(where: \.isNewline)
        var rest = text
        while let index = position(of: negative, in: rest) {
            if isLineStart(index, of: text, hasLines: hasLines) { return index }
            rest = text[index...].dropFirst(negative.count)
        }
        return nil
    }

    /// Returns where a line begins with a dash and not with two.
    private static func dashStart(_ text: Substring) -> Substring.Index? {
        var isStart = false
        for index in text.indices {
            if isStart, text[index] == "-", text[index...].dropFirst().first != "-" { return index }
            isStart = text[index].isNewline
        }
        return nil
    }

    /// Whether a line begins at `index`; in a text without line breaks, whether a word does.
    private static func isLineStart(_ index: Substring.Index, of text: Substring, hasLines: Bool) -> Bool {
        guard index > text.startIndex else { return true }
        let before = text[text.index(before: index)]
        return before.isNewline || !hasLines && before == " "
    }

    /// Returns the name of the checkpoint among Civitai's resources, which are JSON.
    private static func checkpoint(_ text: String) -> String? {
        guard case .list(let resources)? = GeneratorJSON.value(of: text) else { return nil }
        let checkpoint = resources.first { $0["type"]?.text?.lowercased() == "checkpoint" }
        return checkpoint?["modelName"]?.text.flatMap { PictureFacts.text($0) }
    }

    /// Returns where `word`, which is ASCII, first occurs.
    private static func position(of word: String, in text: Substring) -> Substring.Index? {
        guard let first = word.utf8.first else { return nil }
        var rest = text.utf8[...]
        while let index = rest.firstIndex(of: first) {
            if rest[index...].starts(with: word.utf8) { return index }
            rest = rest[index...].dropFirst()
        }
        return nil
    }

    // MARK: Midjourney

    /// Parses Midjourney's description: `a lighthouse --ar 3:2 --v 6.1 Job ID: 0123…`; nil for other texts.
    static func midjourney(_ text: String) -> PictureFacts? {
        var start: Substring.Index?
        var rest = text[...]
        while let index = position(of: job, in: rest) {
            start = index
            rest = text[index...].dropFirst(job.count)
        }
        let digits = rest.prefix { $0.isHexDigit || $0 == "-" }
        guard let start, digits.endIndex == rest.endIndex || rest[digits.endIndex].isWhitespace else { return nil }
        // Other programs have job numbers, too, so this must be a UUID, or the text must have options.
        guard digits.count == 36 || !digits.isEmpty && position(of: " --", in: text[..<start]) != nil else {
            return nil
        }
        var facts = PictureFacts()
        facts.prompt = GeneratedPicture.prompt(String(text[..<start]))
        var option = ""
        var values: [String: String] = [:]
        for word in text[..<start].split(whereSeparator: \.isWhitespace) {
            if word.hasPrefix("--") {
                option = word.dropFirst(2).lowercased()
            } else if !option.isEmpty {
                values[option, default: ""] += values[option] == nil ? "\(word)" : " \(word)"
            }
        }
        facts.negative = values["no"].flatMap { GeneratedPicture.prompt($0) }
        facts.seed = values["seed"].flatMap { PictureFacts.text($0) }
        facts.model =
            (values["v"] ?? values["version"]).flatMap { PictureFacts.text("Midjourney \($0)") }
            ?? values["niji"].flatMap { PictureFacts.text("Niji \($0)") }
        return facts
    }

    // MARK: InvokeAI

    /// Parses the command of the first InvokeAI: `"a lighthouse [blurry]" -s 50 -S 1234 -A k_lms`.
    static func dream(_ text: String) -> PictureFacts {
        guard let open = text.firstIndex(of: "\""), let close = text.lastIndex(of: "\""), open < close else {
            return bracketed(text)
        }
        var facts = bracketed(text[open..<close].dropFirst().replacing("\\\"", with: "\""))
        var words = text[close...].dropFirst().split(whereSeparator: \.isWhitespace)[...]
        // A value may follow its option without a space, as in `-S1234`.
        while let word = words.popFirst() {
            func value() -> String? {
                PictureFacts.text(String(word.count > 2 ? word.dropFirst(2) : words.first ?? ""))
            }
            switch word.prefix(2) {
            case "-S": facts.seed = facts.seed ?? value()
            case "-A": facts.sampler = facts.sampler ?? value()
            default: break
            }
        }
        return facts
    }

    /// Splits a prompt of the first InvokeAI, where brackets hold the negative prompt.
    static func bracketed(_ text: some StringProtocol) -> PictureFacts {
        var (shown, hidden) = ("", [""])
        var isHidden = false
        for character in text {
            switch character {
            case "[" where !isHidden:
                isHidden = true
                hidden.append("")
            case "]" where isHidden: isHidden = false
            default:
                if isHidden { hidden[hidden.count - 1].append(character) } else { shown.append(character) }
            }
        }
        var facts = PictureFacts()
        facts.prompt = GeneratedPicture.prompt(shown)
        facts.negative = GeneratedPicture.prompt(hidden.filter { !$0.isEmpty }.joined(separator: ", "))
        return facts
    }
}

/// Parses A1111's line of settings.
enum GeneratorSettings {
    /// Most settings that are read.
    private static let limit = 512

    /// Returns the values by name, in lower case; the first of a name counts.
    ///
    /// Values end at a comma or line break. Those in quotes, and JSON in braces or brackets, may contain commas.
    static func pairs(_ text: Substring) -> [String: String] {
        let bytes = Array(text.utf8)
        var pairs: [String: String] = [:]
        var position = 0
        // After an unclosed quote or bracket no other is searched for, so that the time stays linear.
        var mayClose = true
        while position < bytes.count, pairs.count < limit,
            let colon = bytes[position...].firstIndex(of: UInt8(ascii: ":"))
        {
            // Skip words without a colon before the name.
            let start = bytes[position..<colon].lastIndex { $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D }
            let name = string(bytes[(start.map { $0 + 1 } ?? position)..<colon]).lowercased()
            let valueStart = bytes[(colon + 1)...].firstIndex { $0 != 0x20 } ?? bytes.count
            let end = valueEnd(bytes, valueStart, &mayClose)
            let value = string(bytes[valueStart..<end])
            if !name.isEmpty, pairs[name] == nil { pairs[name] = unquoted(value) }
            position = end
        }
        return pairs
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String { PictureFacts.plain(bytes) ?? "" }

    private static func valueEnd(_ bytes: [UInt8], _ start: Int, _ mayClose: inout Bool) -> Int {
        guard start < bytes.count else { return bytes.count }
        if mayClose, "\"{[".utf8.contains(bytes[start]) {
            if let end = closedEnd(bytes, start) { return end }
            mayClose = false
        }
        return bytes[start...].firstIndex { $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    }

    /// Returns the end of a value in quotes, braces or brackets; nil where it is not closed.
    private static func closedEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
        var (depth, isQuoted, isEscaped) = (0, false, false)
        for index in bytes[start...].indices {
            switch bytes[index] {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isQuoted: isEscaped = true
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "{") where !isQuoted, UInt8(ascii: "[") where !isQuoted: depth += 1
            case UInt8(ascii: "}") where !isQuoted, UInt8(ascii: "]") where !isQuoted: depth -= 1
            default: break
            }
            if depth <= 0, !isQuoted, !isEscaped { return index + 1 }
        }
        return nil
    }

    /// Returns the contents of a quoted JSON text; other values unchanged.
    private static func unquoted(_ value: String) -> String {
        guard value.utf8.first == UInt8(ascii: "\"") else { return value }
        return GeneratorJSON.value(of: value)?.text ?? value
    }
}
