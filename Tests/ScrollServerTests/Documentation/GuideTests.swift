// The documentation against the program: links, options, routes, keys and fields, none missing and none invented.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Metadata
@testable import ScrollServer

@Suite struct GuideTests {
    /// Every link leads to a file, and to a heading where it names one; every page can be reached from README.
    @Test func links() throws {
        #expect(Guide.pages.count >= 15)
        var reached: Set<String> = ["README.md"]
        for page in Guide.pages {
            let folder = page.path.split(separator: "/").dropLast().joined(separator: "/")
            for match in page.prose.replacing(/`[^`]*`/, with: "code").matches(of: /\]\(([^)\s]+)\)/) {
                let target = String(match.output.1)
                if target.contains("://") { continue }
                let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
                    String.init)
                let path = parts[0].isEmpty ? page.path : folder.isEmpty ? parts[0] : "\(folder)/\(parts[0])"
                let real = URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: SourceTree.root + "/"))
                #expect(FileManager.default.fileExists(atPath: real.path), "\(page.path): \(target)")
                reached.insert(real.relativePath.replacing("\(SourceTree.root)/", with: ""))
                guard parts.count > 1, let other = Guide.pages.first(where: { $0.path == path }) else { continue }
                #expect(other.anchors.contains(parts[1]), "\(page.path): \(target)")
            }
        }
        for page in Guide.pages { #expect(reached.contains(page.path), "nothing leads to \(page.path)") }
    }

    /// Every option with its variable, and no other.
    @Test func options() throws {
        var documented: [String: String] = [:]
        for cells in Guide.rows(in: try Guide.page("Options.md").text) {
            let names = Guide.codes(in: cells[0]).map { $0.split { " =".contains($0) }.first.map(String.init) ?? "" }
            let row = try #require(OptionRow.all.first { $0.name == names.first }, "\(cells[0])")
            #expect(documented[row.name] == nil, "\(row.name) is there twice")
            documented[row.name] = Guide.codes(in: cells[1]).first ?? ""
            #expect(row.letter.map(names.contains) != false, "\(row.name)")
            #expect(names.allSatisfy { $0 == row.name || $0 == row.letter }, "\(cells[0])")
            if case .required(let value) = row.value {
                #expect(cells[0].contains("\(row.name) \(value)`"), "\(cells[0])")
            }
        }
        let expected = OptionRow.all.map { ($0.name, $0.variable ?? "") }
        #expect(documented == Dictionary(uniqueKeysWithValues: expected))
        // What pages say of options elsewhere is about options that there are.
        let tools: Set = [
            "--", "--name", "--filter", "--minutes", "--data-urlencode", "--static-swift-stdlib", "--product", "--user",
        ]
        let known = Set(OptionRow.all.map(\.name))
        for page in Guide.pages where page.name != "Contributing.md" && page.name != "Robustness.md" {
            for code in Guide.codes(in: page.prose) {
                guard let name = code.firstMatch(of: /^--[a-z][a-z-]*/)?.output, !tools.contains(String(name)) else {
                    continue
                }
                #expect(known.contains(String(name)), "\(page.path): \(code)")
            }
        }
    }

    /// Every route with its methods and its parameters, and no other.
    @Test func routes() throws {
        let page = try Guide.page("HTTPAPI.md")
        let router = try APIClient(demo: 1).router
        let documented = page.lines.filter { $0.hasPrefix("### `") }.flatMap { Guide.codes(in: $0) }
        #expect(Set(documented).count == documented.count)
        var expected: Set<String> = []
        for route in router.routes {
            for method in route.methods where method != .head { expected.insert("\(method.name) \(route.template)") }
        }
        #expect(Set(documented).subtracting(expected) == [], "documented, but not there")
        #expect(expected.subtracting(documented) == [], "there, but not documented")
        // The list at the top is made from the table of routes.
        let start = try #require(page.lines.firstIndex { $0.hasPrefix("| ---") }) + 1
        let listed = page.lines[start...].prefix { $0.hasPrefix("|") && !$0.hasPrefix("| [every other path]") }
        let made = router.routes.map(Self.line)
        #expect(Array(listed) == made, "write these lines there:\n\(made.joined(separator: "\n"))")
        for route in router.routes where route.methods.contains(.get) {
            let section = try page.section("### `GET \(route.template)`")
            var named = Set(
                Guide.tables(in: section).filter { $0.head.first == "parameter" }.flatMap {
                    $0.rows.flatMap { Guide.codes(in: $0[0]) }
                })
            if section.replacing("\n", with: " ").contains("all parameters of a [plan]") {
                named.formUnion(PlanRequest.names)
            }
            let operation = try #require(route.operations.first { $0.method == .get })
            #expect(named == Set(operation.parameters.map(\.name)), "\(route.template)")
        }
    }

    /// The line of a route in the list of all addresses.
    private static func line(of route: Route) -> String {
        let methods = route.operations.map(\.method.name)
        let anchor = "\(methods[0])-\(route.template)".lowercased().filter {
            $0.isLetter || $0.isNumber || "-_".contains($0)
        }
        let address = route.template.replacing(/^\/api\/collections\/{collection}\//, with: "…/")
        return "| [`\(address)`](#\(anchor)) | \(methods.joined(separator: ", ")) | \(route.summary) |"
    }

    /// Every key that the page listens for, and no other; and those that the help lists.
    @Test func keys() throws {
        let names = [
            "ArrowUp": "↑", "ArrowDown": "↓", "ArrowLeft": "←", "ArrowRight": "→", "PageUp": "Page Up",
            "PageDown": "Page Down", " ": "Space", "Escape": "Esc",
        ]
        // `Ctrl+F` is the key f; `Shift+←` is the arrow; `+` is itself.
        func plain(_ key: String) -> String {
            guard key.count > 2, let plus = key.firstIndex(of: "+") else { return names[key] ?? key }
            let rest = String(key[key.index(after: plus)...])
            return (names[rest] ?? rest).lowercased().replacing("space", with: "Space")
        }
        let folder = SourceTree.root + "/Public"
        // The keys of a table's rows, such as `keys: ["/", "Ctrl+F"]`.
        func table(_ file: String) throws -> Set<String> {
            let source = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            let lists = source.matches(of: /keys: \[([^\]]*)\]/).map(\.output.1)
            return Set(lists.flatMap { list in list.matches(of: /"([^"]+)"/).map { String($0.output.1) } })
        }
        let actions = try table("input/actions.js")
        #expect(actions.count > 25)
        var listened = actions
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".js") {
            let source = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            for match in source.matches(of: /(?:^|[^a-z])key [!=]== "([^"]+)"/) {
                listened.insert(String(match.output.1))
            }
            guard file == "input/keys.js" else { continue }
            let start = try #require(source.range(of: "function movement"))
            for match in source[start.upperBound...].matches(of: /[{,]\s*(?:"([^"]+)"|([A-Za-z0-9_]+)):/) {
                listened.insert(String(match.output.1 ?? match.output.2 ?? ""))
            }
        }
        let page = try Guide.page("ThePage.md")
        let documented = Set(Guide.rows(in: try page.section("## Keys")).flatMap { Guide.codes(in: $0[0]) })
        #expect(Set(listened.map(plain)) == Set(documented.map(plain)))
        // With the same modifiers, too.
        #expect(actions.filter { $0.hasPrefix("Ctrl+") || $0.hasPrefix("Cmd+") }.isSubset(of: documented))
        // What the help lists besides.
        let besides = try table("input/ways.js")
        #expect(!besides.isEmpty && Set(besides.map(plain)).isSubset(of: Set(documented.map(plain))))
    }

    /// Every field of a folder's pictures, and no other.
    @Test func fields() throws {
        let section = try Guide.page("Searching.md").section("## Fields")
        let tables = Guide.tables(in: section)
        let documented = tables.filter { $0.head[0] == "field" }.flatMap { $0.rows.flatMap { Guide.codes(in: $0[0]) } }
        #expect(Set(documented) == Set(FactField.ofPictures.map(\.name)))
        let others = tables.filter { $0.head[0] != "field" }.flatMap { $0.rows.flatMap { Guide.codes(in: $0[0]) } }
        #expect(Set(others) == Set(FactField.aliases.keys))
    }

    /// Every ending that is read, and every format by the name that JSON has.
    @Test func formats() throws {
        let text = try Guide.page("Formats.md").text.lowercased()
        for format in MediaFormat.allCases {
            let names = [format.name, format.name.replacing("-", with: " "), format.mimeType]
            #expect(names.contains { text.contains($0) }, "\(format)")
        }
    }

    /// Every format that is only listed, with its names, and no other.
    @Test func listedFormats() throws {
        let rows = Guide.rows(in: try Guide.page("Formats.md").section("## Listed by name"))
        let documented = rows.map { [$0[0]] + Guide.codes(in: $0[1]) + Guide.codes(in: $0[2]) }
        let expected = MediaFormat.allCases.filter { $0.refusal != nil }.map {
            [$0.traits.title, $0.name] + $0.traits.endings + $0.traits.sharedEndings
        }
        #expect(Set(documented) == Set(expected) && documented.count == expected.count)
    }

    /// Sentences are short enough for readers in their second language.
    @Test func sentences() {
        for page in Guide.pages {
            let paragraphs = page.prose.components(separatedBy: "\n\n").flatMap { paragraph -> [String] in
                let lines = paragraph.components(separatedBy: "\n")
                guard lines.contains(where: { $0.hasPrefix("|") || $0.hasPrefix("- ") || $0.hasPrefix("#") }) else {
                    return [lines.joined(separator: " ")]
                }
                return lines.flatMap { $0.components(separatedBy: "|") }
            }
            for sentence in paragraphs.flatMap({ $0.split(separator: /[.!?:;](?:\s|$)/) }) {
                let words = sentence.replacing(/`[^`]*`/, with: "code").replacing(/\([^)]*\)/, with: "")
                    .split(separator: " ")
                #expect(words.count <= 25, "\(page.path): \(sentence)")
            }
        }
    }
}
