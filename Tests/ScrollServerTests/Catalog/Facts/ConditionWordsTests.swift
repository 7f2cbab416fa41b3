// What people call the conditions of a query.

import Testing

@testable import Catalog

@Suite struct ConditionWordsTests {
    private static func words(_ query: String) -> [String] {
        ConditionWords.conditions(of: query, fields: FactField.ofPictures).map(\.words)
    }

    @Test(
        arguments: [
            ("rating:>=4", "4 stars or more"), ("rating:1", "1 star"), ("rating:none", "no stars"),
            ("rating:0", "no stars"), ("rating:>=5", "5 stars"), ("rating:<=2", "2 stars or fewer"),
            ("rating:2..3", "2 to 3 stars"), ("rating:4..", "4 stars or more"), ("rating:>3", "more than 3 stars"),
            ("near:38.72,-9.14,25km", "near Lisbon"), ("near:38.72,-9.14,5km", "within 5 km of Lisbon"),
            ("near:48.1,1.5,3", "within 3 km of 48.1, 1.5"), ("near:-22.91,-43.17,25km", "near Rio de Janeiro"),
            ("(near:38.72,-9.14,25km | lisbon*)", "near Lisbon or named so"),
            ("(near:40.71,-74.01,25km | \"new york\")", "near New York or named so"),
            ("taken:2024-07", "July 2024"), ("taken:2019", "2019"), ("taken:2019-05-03", "3 May 2019"),
            ("taken:2019-05-03T14:30", "3 May 2019, 14:30"), ("taken:2019-06..2019-08", "June to August 2019"),
            ("taken:2019-12-24..2019-12-26", "24 to 26 December 2019"), ("taken:2019-05..2020", "May 2019 to 2020"),
            ("taken:2019-12..2020-02", "December 2019 to February 2020"), ("taken:>=2019", "since 2019"),
            ("taken:<2019-03", "before March 2019"), ("taken:..2019", "until 2019"), ("taken:none", "no date"),
            ("taken:*-12-25", "25 December, any year"),
            ("taken:(*-12-31 | *-01)", "31 December, any year or January, any year"),
            ("modified:>2024-03-01", "Date modified: after 1 March 2024"),
            ("(taken:2026-11-23 | 23.11.2026*)", "23 November 2026 or named so"),
            ("camera:=\"X100\"", "Camera: X100"), ("camera:x100", "Camera: x100"),
            ("(camera:=\"X100\" | camera:=\"X-T2\")", "Camera: X100 or X-T2"),
            ("label:(cat | dog)", "Label: cat or dog"),
            ("-label:dog", "Label: not dog"), ("label:none", "no label"), ("keywords:sea*", "Keyword: sea…"),
            ("iso:>3200", "ISO above 3200"), ("iso:800", "ISO 800"), ("iso:100..400", "ISO 100 to 400"),
            ("focal:85", "85 mm"), ("focal:24mm..70mm", "Focal length 24 mm to 70 mm"), ("aperture:f/2.8", "f/2.8"),
            ("exposure:1/250", "1/250 s"), ("megapixels:24mp", "24 MP"), ("bytes:>2MB", "Size above 2 MB"),
            ("bytes:<=1500", "Size 1.5 kB or less"), ("width:>=4000", "Width 4000 px or more"),
            ("duration:>90", "Duration above 1:30"), ("is:video", "videos"), ("-is:video", "no videos"),
            ("is:raw", "raw files"), ("is:selected", "selected pictures"), ("flag:reject", "rejected"),
            ("-flag:reject", "not rejected"), ("flag:none", "no flag"), ("has:gps", "with location"),
            ("format:=tiff", "TIFF"), ("(format:=tiff | tif*)", "TIFF or named so"), ("type:quicktime", "MOV"),
            ("folder:=\"2021/italy/\"", "in 2021/italy"), ("folder:=\"2021\"", "directly in 2021"),
            ("beach", "beach"), ("\"sun set\"", "“sun set”"), ("*set", "“…set”"), ("-beach", "not beach"),
            ("(dog | beach)", "dog or beach"), ("(dog big | beach)", "dog and big or beach"),
            ("dog | beach sun", "dog or beach and sun"),
        ])
    func aConditionIsSaid(query: String, expected: String) throws {
        #expect(Self.words(query) == [expected])
        _ = try QueryParser.query(query, fields: FactField.ofPictures)
    }

    @Test func aPictureIsCalledByItsName() {
        let conditions = ConditionWords.conditions(of: "like:b -like:a", fields: FactField.ofPictures) {
            $0 == "b" ? "2019/sea.jpg" : nil
        }
        #expect(conditions.map(\.words) == ["like sea.jpg", "not like an unknown picture"])
        #expect(conditions.map(\.text) == ["like:b", "-like:a"])
    }

    /// Each condition has its own text, so that one can be taken away.
    @Test func severalConditions() {
        let conditions = ConditionWords.conditions(
            of: "  sunny   -(a | b)  rating:>=4 ", fields: FactField.ofPictures)
        #expect(conditions.map(\.text) == ["sunny", "-(a | b)", "rating:>=4"])
        #expect(conditions.map(\.words) == ["sunny", "not a or b", "4 stars or more"])
        #expect(Self.words("") == [] && Self.words("(") == [] && Self.words("\"open") == [])
    }

    /// Whatever can be parsed is said, condition by condition.
    @Test(arguments: 0..<4) func whatCanBeParsedIsSaid(seed: UInt64) throws {
        var noise = SeededNumbers(state: seed)
        let parts = [
            "a", "\"b c\"", "-", "(", ")", "|", "rating:", ">=4", "..", "taken:2019", "near:", "1,2,3km", "is:video",
            "none",
            "label:=", "*", "-07", "bytes:2MB", "folder:", " ",
        ]
        for _ in 0..<750 {
            let query = (0..<Int.random(in: 1...6, using: &noise)).map { _ in parts.randomElement(using: &noise) ?? "" }
                .joined(separator: Bool.random(using: &noise) ? " " : "")
            guard let parsed = try? QueryParser.query(query, fields: FactField.ofPictures), parsed != .everything else {
                _ = Self.words(query)
                continue
            }
            let conditions = ConditionWords.conditions(of: query, fields: FactField.ofPictures)
            #expect(!conditions.isEmpty && conditions.allSatisfy { !$0.words.isEmpty }, "\(query)")
            let again = try QueryParser.query(
                conditions.map(\.text).joined(separator: " "), fields: FactField.ofPictures)
            #expect(again == parsed, "\(query)")
        }
    }
}
