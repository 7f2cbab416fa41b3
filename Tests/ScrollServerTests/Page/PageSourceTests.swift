// What the page's scripts may not do, by their text.

import Foundation
import Testing

@testable import ScrollServer

/// The server sends every address whole, and all requests go one way.
@Suite struct PageSourceTests {
    private struct Fault: CustomStringConvertible {
        let file: String
        let line: Int
        let text: Substring
        var description: String { "\(file):\(line): \(text.drop { $0 == " " })" }
    }

    /// Lines of the scripts, without comments, in which a pattern is found.
    private static func faults(_ pattern: some RegexComponent, except files: Set<String> = []) -> [Fault] {
        EmbeddedPage.files.filter { $0.key.hasSuffix(".js") && !files.contains($0.key) }.flatMap { file, text in
            text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { number, line in
                let code = line.replacing(/(?:^|\s)(?:\/\/|\/?\*).*$/, with: "")
                return code.contains(pattern) ? Fault(file: file, line: number + 1, text: line) : nil
            }
        }
    }

    @Test("Only api.js sends requests") func requests() {
        #expect(Self.faults(/\bfetch\(|XMLHttpRequest|sendBeacon/, except: ["wire/api.js"]).isEmpty)
    }

    @Test("Only element.js makes elements") func elements() {
        #expect(Self.faults(/createElement\(/, except: ["elements/element.js"]).isEmpty)
    }

    @Test("No script takes an address of the server apart") func takenApart() {
        let taken =
            /(?i)(?:url|address|href|src|links\.\w+|original|preview)\)?\.(?:replace|split|slice|match|substring|indexOf|lastIndexOf|startsWith|endsWith|includes)\(/
        #expect(Self.faults(taken).isEmpty)
        // Parts of the addresses of items, as literals or in expressions.
        #expect(Self.faults(/\/(?:tiles|items|original|thumbnail|companions|mosaic)\b/).isEmpty)
    }

    @Test("No script puts an address of the server together from parts of a path") func putTogether() {
        #expect(Self.faults(/\$\{[^}]*(?:url|address|links\.\w+|collections)[^}]*\}\//).isEmpty)
        #expect(Self.faults(/["'`]\/?api\//, except: ["wire/api.js"]).isEmpty)
    }

    /// The patterns find what they are for.
    @Test(arguments: [
        "element.src = url.replace(/\\/tiles\\/x/, \"\");", "await load(`${url.replace(\"/items/\", \"/tiles/\")}/0`);",
        "const place = tile.url.slice(0, tile.url.lastIndexOf(\"&v=\"));", "ask(`${links.items}/${id}`);",
        "ask(`${address}/companions`);", "known(`api/collections/${id}`);", "const answer = await fetch(url);",
    ])
    func patterns(line: String) {
        let patterns: [Regex<Substring>] = [
            /\bfetch\(|XMLHttpRequest|sendBeacon/, /\$\{[^}]*(?:url|address|links\.\w+|collections)[^}]*\}\//,
            /(?i)(?:url|address|href|src|links\.\w+|original|preview)\)?\.(?:replace|split|slice|match|substring|indexOf|lastIndexOf|startsWith|endsWith|includes)\(/,
            /\/(?:tiles|items|original|thumbnail|companions|mosaic)\b/, /["'`]\/?api\//,
        ]
        #expect(patterns.contains { line.contains($0) })
    }

    /// The page's folders, the lowest first: each may import from itself and from those before it.
    private static let folders = [
        "values", "elements", "wire", "site", "state", "input", "scene", "panels", "chart", "find", "annotate",
        "lists", "select", "compare", "",
    ]

    /// The modules that each module imports, by path.
    private static var imports: [String: [String]] {
        EmbeddedPage.files.filter { $0.key.hasSuffix(".js") }.reduce(into: [:]) { graph, module in
            let folder = (module.key as NSString).deletingLastPathComponent
            graph[module.key] = module.value.matches(of: /(?m)(?:from|^import) "([^"]+)";/).map { match in
                ("/\(folder)/\(match.output.1)" as NSString).standardizingPath.trimmingCharacters(in: ["/"])
            }
        }
    }

    @Test("Modules import from their own folder and from lower ones, and there is no circle") func moduleGraph() throws
    {
        let graph = Self.imports
        #expect(graph.values.map(\.count).reduce(0, +) > 100)
        for (module, others) in graph {
            let floor = try #require(
                Self.folders.firstIndex(of: (module as NSString).deletingLastPathComponent), "\(module)")
            for other in others {
                #expect(graph[other] != nil, "\(module) imports \(other), which is not there")
                let lower = Self.folders.firstIndex(of: (other as NSString).deletingLastPathComponent) ?? .max
                #expect(lower <= floor, "\(module) imports \(other) from a higher folder")
            }
        }
        // Modules whose imports are all done go, until none is left.
        var left = graph
        while let free = left.first(where: { module in module.value.allSatisfy { left[$0] == nil } }) {
            left[free.key] = nil
        }
        #expect(left.isEmpty, "import each other in a circle: \(left.keys.sorted())")
    }
}
