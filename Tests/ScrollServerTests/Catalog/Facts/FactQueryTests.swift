// Queries and facets of tables of facts, against the slow way.

import Foundation
import Testing

@testable import Catalog
@testable import Metadata

@Suite struct FactQueryTests {
    /// A table and its naive twin, after insertions, replacements and removals.
    static func tables(seed: UInt64, count: Int) -> (FactTable, NaiveFacts) {
        var random = RepeatableNoise(seed: seed)
        var (table, naive) = (FactTable(fields: NaiveFacts.fields), NaiveFacts())
        for number in 0..<count {
            let row = NaiveFacts.row(&random, number: number)
            NaiveFacts.put(row, in: &table, at: number)
            naive.rows.append(row)
        }
        for _ in 0..<count / 3 {
            let place = Int.random(in: 0..<count, using: &random)
            if Bool.random(using: &random) {
                table.remove(place)
                naive.rows[place] = nil
            } else {
                let row = NaiveFacts.row(&random, number: place)
                NaiveFacts.put(row, in: &table, at: place)
                naive.rows[place] = row
            }
        }
        return (table, naive)
    }

    @Test(arguments: [1, 70, 2500, 20_000] as [Int])
    func queriesFindWhatTheNaiveFilterFinds(count: Int) throws {
        let seed = TestSeed.seed()
        var random = RepeatableNoise(seed: seed)
        let (table, naive) = Self.tables(seed: seed, count: count)
        let snapshot = table.snapshot
        var found = 0
        for _ in 0..<(count > 10_000 ? 20 : 150) {
            let question = NaiveFacts.question(&random, depth: 2)
            let query = try QueryParser.query(question.text, fields: table.fields)
            let expected = naive.rows.indices.filter { naive.rows[$0].map(question.isTrue) ?? false }
            let rows = PreparedQuery(query, for: snapshot).rows(of: snapshot).rows.map(Int.init)
            #expect(rows == expected, "seed \(seed), \(count) rows, '\(question.text)'")
            for row in naive.rows.indices.shuffled(using: &random).prefix(20) where naive.rows[row] != nil {
                #expect(
                    query.matches(table, row: row) == expected.contains(row),
                    "seed \(seed), row \(row), '\(question.text)'")
            }
            found += expected.count
        }
        #expect(count < 70 || found > 0, "seed \(seed): nothing was ever found")
    }

    @Test(arguments: [1, 300, 18_000] as [Int])
    func facetsCountWhatTheNaiveFilterCounts(count: Int) throws {
        let seed = TestSeed.seed()
        var random = RepeatableNoise(seed: seed)
        let (table, naive) = Self.tables(seed: seed, count: count)
        for _ in 0..<(count > 10_000 ? 4 : 40) {
            let conditions = (0..<Int.random(in: 0...3, using: &random)).map { _ in NaiveFacts.condition(&random) }
            let text = conditions.map(\.question.text).joined(separator: " ")
            let query = try QueryParser.query(text, fields: table.fields)
            let counting = FacetCounting(query, of: table.snapshot, limit: 5)
            for facet in counting.facets {
                let name = facet.field.name
                let rows = naive.rows.compactMap { $0 }.filter { row in
                    conditions.allSatisfy { $0.field == name || $0.question.isTrue(row) }
                }
                let why = Comment("seed \(seed), \(count) rows, '\(text)', \(name)")
                #expect(facet.present == rows.count { $0[name] != nil }, why)
                #expect(facet.missing == rows.count { $0[name] == nil }, why)
                switch facet.field.kind {
                case .category, .keywords:
                    var counts: [[UInt8]: Int] = [:]
                    for row in rows { for text in Set(NaiveFacts.texts(row[name])) { counts[text, default: 0] += 1 } }
                    let sorted = counts.sorted {
                        $0.value != $1.value ? $0.value > $1.value : $0.key.lexicographicallyPrecedes($1.key)
                    }
                    let values = sorted.prefix(5).map {
                        Facet.Value(text: String(decoding: $0.key, as: UTF8.self), count: $0.value)
                    }
                    #expect(facet.values == values, why)
                    #expect(facet.otherValues == max(0, sorted.count - 5), why)
                    #expect(facet.otherCount == sorted.dropFirst(5).reduce(0) { $0 + $1.value }, why)
                case .number, .time:
                    let numbers = rows.compactMap { NaiveFacts.number($0[name]) }
                    #expect(facet.least == numbers.min() && facet.greatest == numbers.max(), why)
                    #expect(facet.bars.count <= 64, why)
                    #expect(facet.bars.reduce(0) { $0 + $1.count } == numbers.count, why)
                    for (number, bar) in facet.bars.enumerated() {
                        #expect(
                            bar.count == numbers.count { $0 >= bar.lower && $0 < bar.upper }, "\(why) bar \(number)")
                    }
                case .text, .position: break
                }
            }
        }
    }

    @Test func snapshotsStayAsTheyAre() throws {
        var (table, naive) = Self.tables(seed: 7, count: 3000)
        let snapshot = table.snapshot
        let query = try QueryParser.query("camera:nikon | sun", fields: table.fields)
        let before = PreparedQuery(query, for: snapshot).rows(of: snapshot)
        var random = RepeatableNoise(seed: 8)
        for place in naive.rows.indices {
            NaiveFacts.put(NaiveFacts.row(&random, number: place), in: &table, at: place)
        }
        #expect(PreparedQuery(query, for: snapshot).rows(of: snapshot) == before)
        naive.rows = []
        #expect(before.count > 0)
    }

    // MARK: What cannot be understood

    @Test(
        arguments: [
            ("", nil), ("   ", nil), ("(", 1), (")", 0), ("a)", 1), ("a |", 3), ("| a", 0), ("-", 1), ("a -|b", 3),
            ("\"abc", 0), ("colour:red", 0), ("camera:", 7), ("camera: x", 7), ("iso:fast", 4), ("iso:>", 4),
            ("taken:2019-13", 6), ("taken:19", 6), ("taken:2019-02-30", 6), ("is:round", 3), ("has:nose", 4),
            ("near:91,0,5km", 5), ("near:1,2", 5), ("near:1,2,-5km", 5), ("iso:..", 4), ("gps:1,2", 4), ("camera:=", 8),
            ("a\u{0}b", 1), ("a\u{202E}b", 1), ("a\u{9}b", 1), ("label:(a|", 9), ("iso:1e999", 4), ("iso:nan", 4),
            ("((a)", 4),
            ("iso:0x10", 4),
        ] as [(String, Int?)])
    func whatCannotBeUnderstoodSaysWhere(query: String, offset: Int?) {
        do throws(QueryError) {
            _ = try QueryParser.query(query, fields: FactField.ofPictures)
            #expect(offset == nil, "'\(query)' was understood")
        } catch {
            #expect(error.offset == offset, "'\(query)': \(error)")
            #expect(!error.reason.isEmpty)
        }
    }

    /// Of many fields the nearest is named, or else a few that are asked for often.
    @Test(
        arguments: [
            ("colour:red", FactField.ofPictures, "taken, camera, rating, keywords, name, folder or one of 36 others"),
            ("has:colour", FactField.ofPictures, "taken, camera, rating, keywords, name, folder or one of 36 others"),
            ("camra:x100", FactField.ofPictures, "'camera:'"), ("has:camra", FactField.ofPictures, "'camera'"),
            (
                "colour:red", [FactField(name: "weight", kind: .number), FactField(name: "name", kind: .text)],
                "name, weight"
            ),
        ])
    func anUnknownFieldNamesFew(query: String, fields: [FactField], expected: String) throws {
        let error = try #require(throws: QueryError.self) { try QueryParser.query(query, fields: fields) }
        #expect(error.expected.hasSuffix(expected), "\(error)")
        #expect(error.expected.utf8.count < 120)
    }

    @Test func hostileQueriesAreRefused() {
        let many = 100_000
        let texts = [
            String(repeating: "(", count: many), String(repeating: ")", count: many),
            String(repeating: "-", count: many),
            String(repeating: "(a|", count: 1300), String(repeating: "\u{202E}", count: 1000),
            String(repeating: "label:(", count: 500), String(repeating: "*", count: many),
            String(repeating: "\u{0}", count: many),
        ]
        for text in texts {
            #expect(throws: QueryError.self) { _ = try QueryParser.query(text, fields: FactField.ofPictures) }
        }
        // Long, and right.
        for text in [
            String(repeating: "a ", count: 2000), String(repeating: "*a", count: 2000),
            String(repeating: "a|", count: 2000) + "a",
        ] {
            #expect(throws: Never.self) { _ = try QueryParser.query(text, fields: FactField.ofPictures) }
        }
    }

    @Test func randomBytesNeverCrash() {
        let seed = TestSeed.seed()
        var random = RepeatableNoise(seed: seed)
        let parts = [
            "(", ")", "|", "-", "\"", ":", "=", "*", " ", "iso", "taken", "label", "near", "2019", "..", ">", "<=", "é",
            "東", "\u{301}", ",", "5km", "a",
        ]
        let (table, _) = Self.tables(seed: seed, count: 200)
        var understood = 0
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }.joined()
            guard let query = try? QueryParser.query(text, fields: table.fields) else { continue }
            understood += 1
            let rows = PreparedQuery(query, for: table).rows(of: table)
            let same = (0..<200).allSatisfy {
                !table.present.contains($0) || rows.contains($0) == query.matches(table, row: $0)
            }
            #expect(same, "seed \(seed), '\(text)'")
        }
        #expect(understood > 100, "seed \(seed)")
    }

    // MARK: Values

    @Test(
        arguments: [
            ("iso:400", 400, true), ("bytes:>2MB", 2_000_001, true), ("bytes:>2MB", 2_000_000, false),
            ("bytes:2KiB", 2048, true), ("focal:35", 35.4, true), ("focal:35", 35.5, false), ("focal:35mm", 34.5, true),
            ("aperture:f/2.8", 2.8, true), ("aperture:2.8", 2.84, true), ("aperture:2.8", 2.86, false),
            ("exposure:1/250", 0.004, true), ("exposure:<=1/250s", 0.004, true), ("exposure:<1/250", 0.004, false),
            // What is compared goes by the number, not by what is written like it.
            ("aperture:<3", 2.8, true), ("aperture:>=3", 2.8, false), ("aperture:>1", 1.2, true),
            ("aperture:<=1", 1.2, false), ("aperture:3..5", 2.8, false), ("aperture:2.8..5", 2.8, true),
            ("aperture:>=1.78", 1_244_236.0 / 699_009, true), ("focal:>=36", 35.5, false),
            ("focal:24..70", 70.4, false),
            ("megapixels:>=1", 0.9, false), ("megapixels:<12", 11.9, true), ("megapixels:>12", 12.4, true),
            ("duration:>0:05", 5.3, false), ("duration:>5", 5.3, false),
            ("megapixels:>=12MP", 12, true), ("width:4000px", 4000, true), ("iso:..400", 400, true),
            ("iso:401..", 400, false),
            ("rating:(4|5)", 5, true), ("rating:-3", 3, false), ("-rating:3", 3, false),
        ] as [(String, Double, Bool)])
    func numbersAreReadWithTheirUnits(text: String, value: Double, isFound: Bool) throws {
        let name = String(text.drop { $0 == "-" }.prefix { $0 != ":" })
        var table = FactTable()
        table.insert(0)
        table.set(.number(value), row: 0, column: try #require(table.columnIndex(of: name)))
        let query = try QueryParser.query(text, fields: table.fields)
        #expect(query.matches(table, row: 0) == isFound)
        #expect(PreparedQuery(query, for: table).rows(of: table).contains(0) == isFound)
    }

    /// `none` finds rows without a value; of ratings also 0, of words also those that begin so.
    @Test(
        arguments: [
            ("rating", [nil, .number(0), .number(1), .number(-1)], "rating:none", [0, 1]),
            ("rating", [nil, .number(0), .number(1), .number(5)], "STARS:None", [0, 1]),
            ("rating", [nil, .number(0), .number(1), .number(-1)], "-rating:none", [2, 3]),
            ("rating", [nil, .number(0), .number(1), .number(5)], "rating:(none|5)", [0, 1, 3]),
            ("iso", [nil, .number(0), .number(1)], "iso:none", [0]),
            ("bytes", [nil, .number(0), .number(1)], "bytes:none", [0]),
            ("taken", [nil, .time(0)], "taken:none", [0]),
            ("gps", [nil, .position(latitude: 0, longitude: 0)], "gps:none", [0]),
            ("flag", [nil, .text(Array("pick".utf8))], "flag:none", [0]),
            ("label", [nil, .text(Array("Red".utf8)), .text(Array("None".utf8))], "label:none", [0, 2]),
            ("label", [nil, .text(Array("Red".utf8)), .text(Array("None".utf8))], "label:\"none\"", [2]),
            ("keywords", [nil, .words([Array("sea".utf8)])], "keyword:none", [0]),
            ("title", [nil, .text(Array("A nonesuch".utf8)), .text(Array("B".utf8))], "title:none", [0, 1]),
        ] as [(String, [FactValue?], String, [Int])])
    func rowsWithoutAValueAreFound(field: String, values: [FactValue?], text: String, expected: [Int]) throws {
        var table = FactTable()
        for (row, value) in values.enumerated() {
            table.insert(row)
            if let value { table.set(value, row: row, column: try #require(table.columnIndex(of: field))) }
        }
        let query = try QueryParser.query(text, fields: table.fields)
        #expect(values.indices.filter { query.matches(table, row: $0) } == expected)
        #expect(PreparedQuery(query, for: table).rows(of: table).rows.map(Int.init) == expected)
        // Filters count a field without its own condition.
        let facets = FacetCounting(query, of: table, limit: 5).facets
        if let facet = facets.first(where: { $0.field.name == field }) {
            #expect(facet.present + facet.missing == values.count)
        }
    }

    /// `is:video` and `is:raw` find the formats of their kind and no other, alone and beside other conditions.
    @Test(arguments: MediaFormat.allCases) func kindsAreTheirFormats(format: MediaFormat) throws {
        var table = FactTable()
        table.insert(0)
        table.set(.text(Array(format.name.utf8)), row: 0, column: try #require(table.columnIndex(of: "format")))
        for (text, isFound) in [
            ("is:video", format.isVideo), ("IS:Video", format.isVideo), ("-is:video", !format.isVideo),
            ("is:raw", format == .raw), ("(is:raw | is:video)", format == .raw || format.isVideo),
            ("is:video is:raw", false), ("type:video", format.isVideo), ("format:RAW", format == .raw),
        ] {
            let query = try QueryParser.query(text, fields: table.fields)
            #expect(query.matches(table, row: 0) == isFound, "\(text)")
            #expect(PreparedQuery(query, for: table).rows(of: table).contains(0) == isFound, "\(text)")
        }
    }
}
