// Comparisons with a sign and no colon, and the conditions that they mean.

import Testing
import Tiling

@testable import Catalog

@Suite struct SpokenComparisonTests {
    private let words = SpokenWords(today: CivilDate(year: 2026, month: 11, day: 27))

    private func replaced(_ query: String, fields: [FactField] = FactField.ofPictures) -> String {
        words.replaced(in: query, fields: fields).text
    }

    @Test(
        arguments: [
            ("iso>800", "iso:>800"), ("iso > 800", "iso:>800"), ("iso> 800", "iso:>800"), ("iso >800", "iso:>800"),
            ("ISO  >=  800", "iso:>=800"), ("iso => 800", "iso:>=800"), ("iso≥800", "iso:>=800"),
            ("iso ≤ 800", "iso:<=800"), ("iso<800", "iso:<800"), ("iso = 800", "iso:800"), ("iso == 800", "iso:800"),
            ("iso=100..800", "iso:100..800"), ("iso = none", "iso:none"), ("-iso>800", "-iso:>800"),
            ("(iso > 800 | iso<200) dog", "(iso:>800 | iso:<200) dog"), ("dog iso>800 cat", "dog iso:>800 cat"),
            ("stars >= 4", "stars:>=4"), ("size > 2 MB dog", "size:>2MB dog"), ("bytes>2MB", "bytes:>2MB"),
            ("focal = 35 mm", "focal:35mm"), ("iso > 800 dog", "iso:>800 dog"), ("iso > 800 200", "iso:>800 200"),
            ("duration>1:30", "duration:>1:30"), ("duration > 1:30 dog", "duration:>1:30 dog"),
            ("aperture<f/2.8", "aperture:<f/2.8"), ("exposure < 1/250", "exposure:<1/250"),
            ("label = dog", "label:dog"), ("camera=x100", "camera:x100"), ("label=\"a | b\" c", "label:\"a | b\" c"),
            ("label = \"a \"\"b\"\"\"", "label:\"a \"\"b\"\"\""), ("caption=a=b", "caption:a=b"),
            ("taken > 2019", "taken:>2019"), ("taken>=2019-05-03T14:30", "taken:>=2019-05-03T14:30"),
            ("taken > yesterday", "taken:>2026-11-26"), ("date = last summer dog", "date:2026-06..2026-08 dog"),
            ("taken=july", "taken:*-07"), ("iso > 800 last summer", "iso:>800 taken:2026-06..2026-08"),
            ("iso>800 videos 4+ stars", "iso:>800 is:video rating:>=4"),
        ])
    func signsCompare(query: String, expected: String) throws {
        #expect(replaced(query) == expected)
        let parsed = try QueryParser.query(expected, fields: FactField.ofPictures)
        #expect(try words.parsed(query, fields: FactField.ofPictures).query == parsed)
    }

    /// Texts without a field's name stay as they are, and so do values that the field cannot have and quoted words.
    @Test(
        arguments: [
            "a>b", "x = y", "800", "800<iso", ">800", "> 800", "iso", "iso >", "iso>", "iso > fast", "iso <> 800",
            "iso > = fast", "iso>>800", "iso \"> 800\"", "\"iso>800\"", "\"iso > 800\"", "iso > \"800\"", "iso | > 800",
            "iso (> 800)", "label > 5", "gps = 5", "name:iso>800", "name:(iso > 800)", "iso:>800", "iso:=800",
            "label:=\"dog\"", "taken > last summer=", "is = wide", "has=gps", "niso>800", "iso\u{2026}800", "iso!=800",
            "iso = (100 | 200)",
        ])
    func otherTextsStay(query: String) { #expect(replaced(query) == query) }

    /// Columns of a list compare as well, also where their name has a sign; without a field nothing is compared.
    @Test func fieldsAreThoseOfTheTable() {
        let fields = [FactField(name: "mean_score", kind: .number), FactField(name: "a>b", kind: .number)]
        #expect(replaced("mean_score>0.5 iso>800", fields: fields) == "mean_score:>0.5 iso>800")
        #expect(replaced("a>b:3", fields: fields) == "a>b:3")
        #expect(replaced("iso>800", fields: []) == "iso>800")
    }

    /// Numbers of a camera with their units, and comparisons in words.
    @Test(
        arguments: [
            ("ISO above 1600", "iso:>1600"), ("iso over 1600", "iso:>1600"), ("iso 3200", "iso:3200"),
            ("ISO below 400", "iso:<400"), ("iso under 400 dog", "iso:<400 dog"), ("iso3200", "iso:3200"),
            ("iso at least 800", "iso:>=800"), ("iso up to 800", "iso:<=800"), ("iso more than 800", "iso:>800"),
            ("iso between 100 and 400", "iso:100..400"), ("f/1.8", "aperture:1.8"), ("F1.8", "aperture:1.8"),
            ("aperture f/1.8", "aperture:f/1.8"), ("aperture below f/2", "aperture:<f/2"), ("85mm", "focal:85"),
            ("85 mm", "focal:85"), ("-85mm", "-focal:85"), ("focal 85 mm", "focal:85mm"), ("1/500 s", "exposure:1/500"),
            ("1/500s dog", "exposure:1/500 dog"), ("shutter 1/500", "shutter:1/500"), ("24 MP", "megapixels:24"),
            ("size over 2 MB", "size:>2mb"), ("taken after 2019", "taken:>2019"),
            ("taken before 23.11.2026", "taken:<2026-11-23"), ("taken since yesterday", "taken:>=2026-11-26"),
            ("rating 5 stars", "rating:5"), ("rating above 3", "rating:>3"), ("85mm f/1.8", "focal:85 aperture:1.8"),
            ("8 5mm", "8 focal:5"),
        ])
    func wordsCompare(query: String, expected: String) throws {
        #expect(replaced(query) == expected)
        #expect(replaced(expected) == expected)
        _ = try QueryParser.query(expected, fields: FactField.ofPictures)
    }

    @Test(
        arguments: [
            "\"85mm\"", "lens:85mm", "24-70mm", "f2", "f/", "f/1.8-4", "1/500", "85 m", "mm", "iso",
            "iso above", "iso above all", "iso \"800\"", "above 1600", "width 4000", "label above 5", "iso fast",
            "\"iso 800\"", "name:iso 800", "isolate", "iso800x", "taken after lunch", "f 2.8",
        ])
    func otherNumbersStay(query: String) { #expect(replaced(query) == query) }

    /// An error has the offset in the text as typed.
    @Test(arguments: [("iso > 800 iso:fast", 14), ("iso=100 )", 8), ("(size > 2 MB", 12)])
    func errorsHaveTheTypedOffset(query: String, offset: Int) throws {
        let error = try #require(throws: QueryError.self) {
            _ = try words.parsed(query, fields: FactField.ofPictures)
        }
        #expect(error.offset == offset)
    }

    /// Whatever is typed, it is read as something that is read as itself.
    @Test func whatIsUnderstoodStays() {
        let seed = TestSeed.seed()
        var random = RepeatableNoise(seed: seed)
        let parts = [
            "iso", "taken", "label", "dog", ">", "<", "=", "≥", " ", "800", "2 MB", "size", "\"a\"", "-", "|", "x:",
            "or", "85mm", "above", "f/2", "(", ")", "tif", "1/50",
        ]
        for _ in 0..<2000 {
            let query = (0..<Int.random(in: 1...8, using: &random)).map { _ in
                parts[Int.random(in: parts.indices, using: &random)]
            }.joined()
            let once = replaced(query)
            if (try? QueryParser.query(query, fields: FactField.ofPictures)) != nil {
                let again = try? QueryParser.query(once, fields: FactField.ofPictures)
                #expect(again != nil, "\(query) → \(once), seed \(seed)")
            }
            #expect(replaced(once) == once, "\(query) → \(once), seed \(seed)")
        }
    }
}
