// Words that occur, in place of those that find nothing.

import Testing
import Tiling

@testable import Catalog

@Suite struct NearWordsTests {
    private let spoken = SpokenWords(today: CivilDate(year: 2026, month: 11, day: 27))

    /// A table whose rows have these values of `keywords`, `city` and `name`; nil is a row that was removed.
    private func table(_ rows: [(keywords: [String], city: String, name: String)?]) throws -> FactTable {
        var table = FactTable()
        for (row, value) in rows.enumerated() {
            table.insert(row)
            let (keywords, city, name) = value ?? (["removed"], "Removal", "removed.jpg")
            for (field, value) in [
                ("keywords", FactValue.words(keywords.map { Array($0.utf8) })), ("city", .text(Array(city.utf8))),
                ("name", .text(Array(name.utf8))),
            ] {
                table.set(value, row: row, column: try #require(table.columnIndex(of: field)))
            }
            if value == nil { table.remove(row) }
        }
        return table.snapshot
    }

    private func near(_ query: String, in table: FactTable) -> [String] {
        NearWords(of: table, spoken: spoken).suggestions(for: query).map { "\($0.text) | \($0.query) | \($0.count)" }
    }

    @Test(
        arguments: [
            ("dogs", ["dog | dog | 3"]), ("DÓGS", ["dog | dog | 3"]), ("boxes", ["box | box | 1"]),
            ("retreiver", ["retriever | retriever | 1"]), ("beech", ["beach | beach | 2"]),
            ("dogs city:zürich", ["dog | dog city:zürich | 2"]), ("(dogs | zebra)", ["dog | (dog | zebra) | 3"]),
            ("cafés", ["cafe | cafe | 1"]), ("zurihc", ["zurich | \"zurich\" | 2"]),
            ("vidoes", ["videos | \"videos\" | 1"]),
            ("dgo", []), ("zebra", []), ("dogs yesterday", []), ("-dogs", []), ("\"dogs\"", []), ("city:dogs", []),
            ("city:(dogs)", []), ("dog beach", []), ("dog*s", []), ("img9", []), ("remuved", []), ("", []), ("(", []),
            ("привед", ["привет | привет | 1"]),
        ])
    func nearestWordsAreOffered(query: String, expected: [String]) throws {
        let table = try table([
            (["dog", "Golden Retriever"], "Zürich", "img_1.jpg"), (["dog"], "Zürich", "beach 2.jpg"),
            (["Dog"], "Rome", "beach 3.jpg"), (["Café", "box"], "Rome", "4.jpg"), (["привет"], "Rome", "my videos.jpg"),
            nil,
        ])
        #expect(near(query, in: table) == expected)
    }

    /// Nearer words come first, then those that find more; there are at most three.
    @Test func theNearestComeFirst() throws {
        let names = ["mouses", "mousse", "mousse", "rouse", "douse", "house", "house"]
        let table = try table(names.map { ([], "", "\($0).jpg") })
        #expect(near("mouse", in: table) == [])
        #expect(near("nouse", in: table).map { $0.prefix(5) } == ["house", "douse", "rouse"])
        #expect(near("mousses", in: table).first?.hasPrefix("mousse | mousse | 2") == true)
    }

    /// Spellings are compared as a slow model does it, which fills the table of the optimal string alignment distance.
    @Test func spellingsAgreeWithTheModel() {
        let seed = TestSeed.seed()
        var random = RepeatableNoise(seed: seed)
        func word() -> [UInt32] {
            (0..<Int.random(in: 1...10, using: &random)).map { _ in UInt32.random(in: 97...99, using: &random) }
        }
        for _ in 0..<3000 {
            let first = word()
            var second = word()
            if Bool.random(using: &random) {
                second = first
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let place = Int.random(in: 0...second.count, using: &random)
                    switch Int.random(in: 0...2, using: &random) {
                    case 0: second.insert(UInt32.random(in: 97...99, using: &random), at: place)
                    case 1 where place < second.count: second.remove(at: place)
                    default: if place > 0, place < second.count { second.swapAt(place - 1, place) }
                    }
                }
            }
            let distance = Self.distance(first, second)
            let most = first.count < 4 ? 0 : first.count < 8 ? 1 : 2
            let expected = distance > 0 && distance <= most ? Spelling.edits(distance) : nil
            #expect(Spelling(first, second) == expected, "\(first) \(second), seed \(seed)")
        }
        let letters = { (text: String) in text.unicodeScalars.map(\.value) }
        #expect(Spelling(letters("dogs"), letters("dog")) == .plural)
        #expect(Spelling(letters("box"), letters("boxes")) == .plural)
        #expect(Spelling(letters("as"), letters("a")) == nil)
        #expect(Spelling(letters("dog"), letters("dog")) == nil)
    }

    private static func distance(_ first: [UInt32], _ second: [UInt32]) -> Int {
        var table = [[Int]](repeating: [Int](repeating: 0, count: second.count + 1), count: first.count + 1)
        for row in 0...first.count {
            for column in 0...second.count {
                guard row > 0, column > 0 else {
                    table[row][column] = row + column
                    continue
                }
                let isEqual = first[row - 1] == second[column - 1]
                var least = min(table[row - 1][column], table[row][column - 1]) + 1
                least = min(least, table[row - 1][column - 1] + (isEqual ? 0 : 1))
                if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
                    least = min(least, table[row - 2][column - 2] + 1)
                }
                table[row][column] = least
            }
        }
        return table[first.count][second.count]
    }

    /// What is offered finds as many rows as is said, by the slow matching of single rows.
    @Test func countsAreThoseOfTheQuery() throws {
        let seed = TestSeed.seed()
        var random = RepeatableNoise(seed: seed)
        let words = ["beach", "beaches", "bench", "bleach", "peach", "teach", "houses", "house", "mouse"]
        let table = try table(
            (0..<60).map { number in
                let keywords = (0..<2).compactMap { _ in words.randomElement(using: &random) }
                return number % 7 == 0 ? nil : (keywords, words.randomElement(using: &random) ?? "", "\(number).jpg")
            })
        for query in ["reach", "leach", "hause", "rouse", "mouze", "-peach bezch", "beachs | hauses"] {
            let found = NearWords(of: table, spoken: spoken).suggestions(for: query)
            #expect(found.count <= NearWords.most)
            for suggestion in found {
                let parsed = try QueryParser.query(suggestion.query, fields: table.fields)
                let count = (0..<table.rowCount).count {
                    table.present.contains($0) && parsed.matches(table, row: $0)
                }
                #expect(count == suggestion.count && count > 0, "\(query): \(suggestion), seed \(seed)")
            }
        }
    }
}
