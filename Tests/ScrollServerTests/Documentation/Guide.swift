// The documentation as text: README and the pages beside the sources.

import Foundation
import Testing

/// One Markdown file.
struct GuidePage: Sendable {
    /// Relative to the package.
    let path: String
    let text: String
    /// The file's lines, the first of which is line 1.
    var lines: [String] { text.components(separatedBy: "\n") }
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// A block between two fences, with the number of its first line.
    struct Block {
        let language: String
        let line: Int
        let text: String
    }

    var blocks: [Block] {
        var blocks: [Block] = []
        var open: (language: String, line: Int, lines: [String])?
        for (number, line) in lines.enumerated() {
            // In a list, a block is indented.
            let line = line.drop { $0 == " " }
            if line.hasPrefix("```") {
                if let found = open {
                    let text = found.lines.map { $0 + "\n" }.joined()
                    blocks.append(Block(language: found.language, line: found.line, text: text))
                    open = nil
                } else {
                    open = (String(line.dropFirst(3)), number + 2, [])
                }
            } else {
                open?.lines.append(lines[number])
            }
        }
        return blocks
    }

    /// The text without what stands between fences.
    var prose: String {
        var isInside = false
        return lines.filter { line in
            let line = line.drop { $0 == " " }
            if line.hasPrefix("```") { isInside.toggle() }
            return !isInside && !line.hasPrefix("```")
        }.joined(separator: "\n")
    }

    /// What stands below a heading, until the next one of the same level or a higher one.
    func section(_ heading: String) throws -> String {
        let level = heading.prefix { $0 == "#" }.count
        let start = try #require(lines.firstIndex(of: heading), "\(path) has no '\(heading)'")
        let end = lines[(start + 1)...].firstIndex {
            let count = $0.prefix { $0 == "#" }.count
            return (1...level).contains(count)
        }
        return lines[(start + 1)..<(end ?? lines.endIndex)].joined(separator: "\n")
    }

    /// The headings as a code host makes anchors of them.
    var anchors: Set<String> {
        Set(
            prose.components(separatedBy: "\n").filter { $0.hasPrefix("#") }.map { line in
                String(
                    line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                        .filter { $0.isLetter || $0.isNumber || "- _".contains($0) }
                        .map { $0 == " " ? "-" : $0 })
            })
    }
}

enum Guide {
    static let folder = "Sources/ScrollServer/Documentation.docc"

    /// README first, then the pages by name.
    static let pages: [GuidePage] = {
        let root = SourceTree.root
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
        let paths = ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
        return paths.compactMap { path in
            (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)).map { GuidePage(path: path, text: $0) }
        }
    }()

    static func page(_ name: String) throws -> GuidePage {
        try #require(pages.first { $0.name == name }, "there is no \(name)")
    }

    /// A table: the cells of its head, and of each row.
    struct Table {
        var head: [String]
        var rows: [[String]] = []
    }

    static func tables(in text: String) -> [Table] {
        var tables: [Table] = []
        var isInside = false
        for line in text.components(separatedBy: "\n") {
            guard line.hasPrefix("|") else {
                isInside = false
                continue
            }
            if line.hasPrefix("| ---") { continue }
            // A bar in a cell is written with a backslash.
            let cells = line.replacing("\\|", with: "\u{1}").dropFirst().dropLast().components(separatedBy: "|")
                .map { $0.replacing("\u{1}", with: "|").trimmingCharacters(in: .whitespaces) }
            if isInside {
                tables[tables.count - 1].rows.append(cells)
            } else {
                tables.append(Table(head: cells))
            }
            isInside = true
        }
        return tables
    }

    /// The rows of all tables in a text.
    static func rows(in text: String) -> [[String]] { tables(in: text).flatMap(\.rows) }

    /// What stands between backticks.
    static func codes(in text: String) -> [String] {
        text.matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
}
