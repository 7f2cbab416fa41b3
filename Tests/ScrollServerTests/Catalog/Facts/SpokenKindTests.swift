// Kinds of pictures in natural language, and the conditions that they mean.

import Testing
import Tiling

@testable import Catalog
@testable import Metadata

@Suite struct SpokenKindTests {
    private let words = SpokenWords(today: CivilDate(year: 2026, month: 11, day: 27))

    private func replaced(_ query: String, fields: [FactField] = FactField.ofPictures) -> String {
        words.replaced(in: query, fields: fields).text
    }

    @Test(
        arguments: [
            ("videos", "is:video"), ("Films", "is:video"), ("movies", "is:video"), ("video clips", "is:video"),
            ("raws", "is:raw"), ("raw files", "is:raw"), ("RAW photos", "is:raw"), ("duplicates", "is:duplicate"),
            ("duplicate photos", "is:duplicate"), ("unreadable files", "is:unreadable"), ("panoramas", "is:panorama"),
            ("photos", "-is:video"), ("-videos", "-is:video"), ("-photos", "is:video"),
            ("dog -raw files", "dog -is:raw"),
            ("photos last summer", "-is:video taken:2026-06..2026-08"), ("5 stars videos", "rating:5 is:video"),
            ("(videos | raws) -yesterday", "(is:video | is:raw) -taken:2026-11-26"),
        ])
    func wordsBecomeKinds(query: String, expected: String) throws {
        #expect(replaced(query) == expected)
        _ = try QueryParser.query(expected, fields: FactField.ofPictures)
    }

    /// The name of a city finds what was taken around it, and the names with the word.
    @Test(
        arguments: [
            ("Lisbon", "(near:38.72,-9.14,25km | lisbon*)"), ("lisboa", "(near:38.72,-9.14,25km | lisboa*)"),
            ("New York 2019", "(near:40.71,-74.01,25km | \"new york\") 2019"),
            ("-München", "-(near:48.14,11.58,25km | münchen*)"),
            ("videos berlin", "is:video (near:52.52,13.40,25km | berlin*)"),
            ("\"lisbon\"", "\"lisbon\""), ("name:berlin", "name:berlin"), ("york", "york"), ("lisbon*", "lisbon*"),
        ])
    func citiesAreTheirSurroundings(query: String, expected: String) throws {
        #expect(replaced(query) == expected)
        #expect(replaced(query, fields: FactField.ofPictures.filter { $0.name != "gps" }).contains("near:") == false)
        _ = try QueryParser.query(expected, fields: FactField.ofPictures)
    }

    /// Every line of the table of cities can be read.
    @Test func everyCityIsAPlace() throws {
        let lines = SpokenPlace.table.split(separator: "\n")
        #expect(lines.count > 200)
        for line in lines {
            for name in line.split(separator: "|").dropFirst() {
                let text = replaced(String(name))
                #expect(text.hasPrefix("(near:"), "\(name)")
                _ = try QueryParser.query(text, fields: FactField.ofPictures)
            }
        }
    }

    /// Names are found by words in quotation marks, or of a field, and singulars stay words.
    @Test(
        arguments: [
            "\"videos\"", "name:videos", "folder:photos", "-\"photos\"", "film", "files", "photo",
            "videoswap", "caption:(movies)", "\"raw\"", "rawhide", "\"tiff\"", "name:tiff", "format:tiff", "tiffany",
            "jpeg*", "label:(png | gif)", "letter.tif",
        ])
    func otherWordsStay(query: String) { #expect(replaced(query) == query) }

    /// The name of a format finds the format, and the files with the word that it found before.
    @Test(
        arguments: [
            ("tiff", "tiff"), ("TIF", "tiff"), ("jpeg", "jpeg"), ("jpg", "jpeg"), ("jpegs", "jpeg"), ("heic", "heic"),
            ("heif", "heic"), ("png", "png"), ("gif", "gif"), ("svg", "svg"), ("webp", "webp"), ("psd", "psd"),
            ("raw", "raw"), ("avif", "avif"), ("bmp", "bmp"), ("mov", "quicktime"), ("mp4", "mp4"), ("exr", "exr"),
        ])
    func wordsBecomeFormats(word: String, format: String) throws {
        let expected = "(format:=\(format) | \(word.lowercased())*)"
        #expect(replaced(word) == expected)
        #expect(replaced("dog -\(word) cat") == "dog -\(expected) cat")
        #expect(replaced(expected) == expected)
        let fields = FactField.ofPictures
        guard case .any(let parts) = try words.parsed(word, fields: fields).query else {
            Issue.record("\(word) is no choice")
            return
        }
        // What was found before is found by the same pattern.
        #expect(parts.contains(.word(TextPattern(word: Array("\(word.lowercased())*".utf8)))))
        #expect(MediaFormat.allCases.contains { $0.name == format })
    }

    /// All formats that are named are ones that files have.
    @Test func formatsAreKnown() {
        let names = Set(MediaFormat.allCases.map(\.name))
        for format in SpokenFormat.formats.values { #expect(names.contains(format), "\(format)") }
    }

    @Test(
        arguments: [
            ("video", "(is:video | video*)"), ("-video", "-(is:video | video*)"),
            ("tiff files", "(format:=tiff | tiff*)"), ("raw file", "(format:=raw | raw*) file"),
            ("rejected", "flag:reject"), ("-Rejected", "-flag:reject"), ("picked photos", "flag:pick"),
            ("unflagged", "flag:none"), ("favourites", "rating:5"), ("favorites dog", "rating:5 dog"),
            ("dog or beach", "(dog | beach)"), ("sunny dog OR beach", "sunny (dog | beach)"),
            ("a or b or \"c d\" e", "(a | b | \"c d\") e"), ("videos or raws", "(is:video | is:raw)"),
            ("label:cat or label:=\"dog\"", "(label:cat | label:=\"dog\")"), ("(a b) or c", "((a b) | c)"),
            ("(a or b) or c", "(((a | b)) | c)"), ("a or b(c or d)", "(a | b)((c | d))"),
            ("4 stars or more", "rating:>=4"), ("4 stars or 5 stars", "(rating:4 | rating:5)"),
            ("2026-11-23 or beach", "((taken:2026-11-23 | 2026-11-23*) | beach)"),
        ])
    func moreWordsAreRead(query: String, expected: String) throws {
        #expect(replaced(query) == expected)
        #expect(replaced(expected) == expected)
        _ = try QueryParser.query(expected, fields: FactField.ofPictures)
    }

    @Test(
        arguments: [
            ("not rejected", "-flag:reject"), ("without rejected photos", "-flag:reject"),
            ("hide rejected dog", "-flag:reject dog"), ("Not videos dog", "-is:video dog"), ("not photos", "is:video"),
            ("no duplicates", "-is:duplicate"), ("exclude raw files", "-is:raw"), ("no favourites", "-rating:5"),
            ("not dog", "-dog"), ("beach not (dog | cat)", "beach -(dog | cat)"), ("not label:dog", "-label:dog"),
            ("not \"sun set\"", "-\"sun set\""), ("(not rejected)", "(-flag:reject)"),
            ("not tiff", "-(format:=tiff | tiff*)"), ("not 4 stars or more", "-rating:>=4"),
            ("not iso > 800", "-iso:>800"), ("without label", "label:none"), ("without Location dog", "gps:none dog"),
            ("without stars", "rating:none"), ("without tags", "keywords:none"), ("without dog", "-dog"),
            ("not or dog", "(not | dog)"), ("not rejected or dog", "-flag:reject or dog"),
        ])
    func negationsAreRead(query: String, expected: String) throws {
        #expect(replaced(query) == expected)
        #expect(replaced(expected) == expected)
        _ = try QueryParser.query(expected, fields: FactField.ofPictures)
    }

    /// At an end, in quotation marks, among values and after a minus they are words; some before a kind or flag alone.
    @Test(
        arguments: [
            "not", "dog not", "\"not\" dog", "-not dog", "not | dog", "name:not dog", "label:(not dog)", "hide seek",
            "no country", "no", "exclude", "hide \"rejected\"", "notes", "without",
        ])
    func otherNegationsStay(query: String) { #expect(replaced(query) == query) }

    /// Conditions with a minus are no choice, and `or` at an end, in quotation marks or among values is a word.
    @Test(
        arguments: [
            "or", "or dog", "dog or", "-dog or beach", "dog or -beach", "dog \"or\" beach", "label:(cat or dog)",
            "label:or", "name:or dog", "dog | or", "oregon", "\"rejected\"", "caption:picked", "label:favourites",
            "dog (or beach)", "--dog or beach",
        ])
    func otherChoicesStay(query: String) { #expect(replaced(query) == query) }

    @Test func errorsBehindAChoiceHaveTheTypedOffset() throws {
        for (query, offset) in [
            ("dog or beach iso:fast", 17), ("tiff or yesterday iso:fast", 22), ("not rejected iso:fast", 17),
        ] {
            let error = try #require(throws: QueryError.self) {
                _ = try words.parsed(query, fields: FactField.ofPictures)
            }
            #expect(error.offset == offset, "\(query)")
        }
    }

    @Test func aTableWithoutFormatsHasNone() {
        let fields = [FactField(name: "name", kind: .text)]
        let others = "tiff rejected favourites 85mm 2026-11-23"
        #expect(replaced(others, fields: fields) == others)
        #expect(
            replaced("videos yesterday", fields: [FactField(name: "taken", kind: .time)]) == "videos taken:2026-11-26")
    }

    @Test func errorsHaveTheTypedOffset() throws {
        let error = try #require(throws: QueryError.self) {
            _ = try words.parsed("-raw files iso:fast", fields: FactField.ofPictures)
        }
        #expect(error.offset == 15)
    }
}
