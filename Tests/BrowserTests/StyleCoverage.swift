// Which rules of the page's style sheets the browser has used.

import Foundation

/// Gathers the used rules over any number of documents, by Chromium's own coverage.
final class StyleCoverage {
    /// A rule by its sheet and the place of its first character there, in UTF-16 as browsers count.
    struct Rule: Hashable {
        var sheet: String
        var start: Int
        /// With the conditions around it, such as `@media print > .bar`.
        var selector: String
    }

    private struct Usage: Decodable {
        let styleSheetId: String
        let startOffset: Double
    }

    private let browser: WebDriver
    /// The sheets' texts by name, such as `bar.css`, and the names of those that documents have loaded by the browser's ids.
    private var texts: [String: String] = [:]
    private var names: [String: String] = [:]
    private(set) var rules: [Rule] = []
    private var used: Set<Rule> = []
    private var places: [String: [Int: Rule]] = [:]

    /// Begins to follow; `stop` must be called at the end.
    init(_ browser: WebDriver) async throws {
        self.browser = browser
        for command in ["DOM.enable", "CSS.enable", "CSS.startRuleUsageTracking"] { try await browser.tool(command) }
    }

    func stop() async throws {
        for command in ["CSS.stopRuleUsageTracking", "CSS.disable", "DOM.disable"] { try await browser.tool(command) }
    }

    /// The rules that no document has used so far.
    var unused: [Rule] { rules.filter { !used.contains($0) } }

    /// Adds what the present document has used since the last call.
    func take() async throws {
        struct Delta: Decodable { let coverage: [Usage] }
        if texts.isEmpty { try await read() }
        let delta: Delta = try await browser.tool("CSS.takeCoverageDelta", [:])
        for usage in delta.coverage {
            guard let name = try await name(of: usage.styleSheetId), let rule = places[name]?[Int(usage.startOffset)]
            else { continue }
            used.insert(rule)
        }
    }

    /// Reads the style sheets of the present document.
    private func read() async throws {
        texts = try await browser.runAsync(
            """
            const read = async ({ href }) => [href.split("/").at(-1), await (await fetch(href)).text()];
            Promise.all([...document.styleSheets].map(read)).then(all => arguments[0](Object.fromEntries(all)));
            """)
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            let found = StyleRules.all(in: text).map { Rule(sheet: name, start: $0.start, selector: $0.selector) }
            rules += found
            places[name] = Dictionary(found.map { ($0.start, $0) }) { first, _ in first }
        }
    }

    /// Which sheet an id of the browser means; nil for the browser's own and the page's inline styles.
    private func name(of id: String) async throws -> String? {
        struct Sheet: Decodable { let text: String }
        if let known = names[id] { return known.isEmpty ? nil : known }
        let sheet: Sheet = try await browser.tool("CSS.getStyleSheetText", ["styleSheetId": .text(id)])
        let name = texts.first { $0.value == sheet.text }?.key
        names[id] = name ?? ""
        return name
    }

    /// Lets all elements that a selector finds have the pointer, the focus and a press.
    ///
    /// Where the page replaces one of them meanwhile, it looks for those that are there then.
    func force(_ selector: String) async throws {
        for _ in 0..<10 {
            do {
                return try await forceThose(selector)
            } catch {
                guard "\(error)".contains("Could not find node") else { throw error }
            }
        }
        try await forceThose(selector)
    }

    private func forceThose(_ selector: String) async throws {
        struct Document: Decodable {
            struct Root: Decodable { let nodeId: Int }
            let root: Root
        }
        struct Found: Decodable { let nodeIds: [Int] }
        let document: Document = try await browser.tool("DOM.getDocument", ["depth": 0])
        let found: Found = try await browser.tool(
            "DOM.querySelectorAll", ["nodeId": .integer(document.root.nodeId), "selector": .text(selector)])
        for node in found.nodeIds {
            try await browser.tool(
                "CSS.forcePseudoState",
                [
                    "nodeId": .integer(node),
                    "forcedPseudoClasses": ["hover", "focus", "focus-visible", "focus-within", "active"],
                ])
        }
    }
}

/// The style rules of a sheet.
enum StyleRules {
    /// Reads a sheet whose brackets are balanced; rules within `@property`, `@font-face` and `@keyframes` are none.
    static func all(in text: String) -> [(start: Int, selector: String)] {
        let units = withoutComments(Array(text.utf16))
        var found: [(start: Int, selector: String)] = []
        var open: [(start: Int, prelude: String)] = []
        var (start, index) = (0, 0)
        while index < units.count {
            switch units[index] {
            case quote, apostrophe:
                let mark = units[index]
                index += 1
                while index < units.count, units[index] != mark { index += units[index] == backslash ? 2 : 1 }
            case semicolon: start = index + 1
            case brace:
                let first = units[start..<index].firstIndex { !isBlank($0) } ?? index
                open.append((first, words(units[first..<index])))
                start = index + 1
            case closingBrace:
                start = index + 1
                guard let rule = open.popLast() else { break }
                let path = open.map(\.prelude) + [rule.prelude]
                guard !rule.prelude.hasPrefix("@"), !path.contains(where: isNoStyle) else { break }
                found.append((rule.start, path.joined(separator: " > ")))
            default: break
            }
            index += 1
        }
        return found.sorted { $0.start < $1.start }
    }

    private static let (quote, apostrophe, backslash, semicolon): (UInt16, UInt16, UInt16, UInt16) =
        (0x22, 0x27, 0x5C, 0x3B)
    private static let (brace, closingBrace, slash, star): (UInt16, UInt16, UInt16, UInt16) = (0x7B, 0x7D, 0x2F, 0x2A)

    private static func isBlank(_ unit: UInt16) -> Bool { unit == 0x20 || (0x09...0x0D).contains(unit) }

    private static func isNoStyle(_ prelude: String) -> Bool {
        ["@property", "@font-face", "@keyframes"].contains { prelude.hasPrefix($0) }
    }

    /// Joins words by single blanks.
    private static func words(_ units: ArraySlice<UInt16>) -> String {
        String(decoding: units, as: UTF16.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Puts blanks in the place of comments, so that all else stays where it is.
    private static func withoutComments(_ units: [UInt16]) -> [UInt16] {
        var plain = units
        var index = 0
        while index + 1 < plain.count {
            guard plain[index] == slash, plain[index + 1] == star else {
                index += 1
                continue
            }
            var end = index + 2
            while end + 1 < plain.count, !(units[end] == star && units[end + 1] == slash) { end += 1 }
            end = min(end + 2, plain.count)
            for place in index..<end { plain[place] = 0x20 }
            index = end
        }
        return plain
    }
}
