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
        #expect(Self.faults(/\bfetch\(|XMLHttpRequest|sendBeacon/, except: ["api.js"]).isEmpty)
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
        #expect(Self.faults(/["'`]\/?api\//, except: ["api.js"]).isEmpty)
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
}
