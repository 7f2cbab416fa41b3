// Tables as people write them are read as people expect.

import Foundation
import Testing

@testable import Charts

@Suite struct TableCorpusTests {
    private static var folder: URL { Corpus.folder.appendingPathComponent("tables") }

    /// Tables whose reading cannot be known from the file, so that the notices must say that it is a guess.
    private static func mustGuess(_ never: [String]) -> Bool {
        never.contains { $0.contains("without a word") && $0.contains("either") }
    }

    @Test(.needs(.corpus)) func `at least 97 of 100 tables show what they should, and none what it must not`() throws {
        let data = try Data(contentsOf: Self.folder.appendingPathComponent("expected.json"))
        let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let tables = try #require(file["tables"] as? [String: [String: Any]])
        var (complaints, wrong): ([String], [String]) = ([], [])
        for (name, expected) in tables.sorted(by: { $0.key < $1.key }) {
            let verdict = try TableVerdict.open(Self.folder.appendingPathComponent(name).path)
            var complaint = TableJudge(expected, verdict).complaint()
            let never = expected["never"] as? [String] ?? []
            if complaint == nil, Self.mustGuess(never), case .chart(let series) = verdict {
                let says = series.status.notices.contains { $0.contains("guess") }
                if !says { complaint = "nothing says that it is a guess" }
            }
            if let complaint {
                complaints.append("\(name): \(complaint)")
                if !never.isEmpty { wrong.append("\(name): \(never)") }
            }
            if case .chart(let series) = verdict { series.stop() }
        }
        for complaint in complaints { print("TABLE", complaint) }
        print("TABLES \(tables.count - complaints.count) of \(tables.count) as expected")
        #expect(complaints.count * 100 <= tables.count * 3, "\(complaints.joined(separator: "\n"))")
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
    }
}
