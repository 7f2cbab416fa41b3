// The glossary against the sources: each word once, in order, and still in the code.

import Testing

@Suite struct GlossaryTests {
    private struct Row {
        let word: String
        /// What the word is called in the code.
        let names: [String]
        let meaning: String
    }

    private static func rows() throws -> [Row] {
        Guide.rows(in: try Guide.page("Glossary.md").text).map { cells in
            Row(word: cells[0], names: Guide.codes(in: cells[1]), meaning: cells[2])
        }
    }

    @Test func eachWordHasOneMeaning() throws {
        let rows = try Self.rows()
        #expect(rows.count > 50)
        #expect(Set(rows.map(\.word)).count == rows.count, "a word is there twice")
        #expect(rows.map(\.word) == rows.map(\.word).sorted(), "the words are not in order")
        for row in rows {
            // A full stop within the sentence would begin another one.
            #expect(row.meaning.hasSuffix(".") && !row.meaning.dropLast().contains(". "), "\(row.word)")
        }
    }

    /// The code has what a row names; of `Outer.inner` it has both.
    @Test func eachWordIsInTheCode() throws {
        var words: Set<String> = []
        for file in try SourceTree.program.get() + SourceTree.files(in: "Sources/Tiling") {
            guard file.path != "Page/EmbeddedPage.swift" else { continue }
            let parts = file.code.utf8.split { byte in
                let letter = byte | 0x20
                return !(0x61...0x7A).contains(letter) && !(0x30...0x39).contains(byte)
            }
            for part in parts { words.insert(String(Substring(part))) }
        }
        for row in try Self.rows() {
            #expect(!row.names.isEmpty, "\(row.word)")
            for name in row.names.flatMap({ $0.split(separator: ".") }) {
                #expect(words.contains(String(name)), "\(row.word): nothing is called \(name)")
            }
        }
    }
}
