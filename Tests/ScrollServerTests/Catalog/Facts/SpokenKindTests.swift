// Kinds of pictures in natural language, and the conditions that they mean.

import Arithmetic
import Testing
import Tiling

@testable import Catalog

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

    /// Names are found by words in quotation marks, or of a field, and singulars stay words.
    @Test(
        arguments: [
            "\"videos\"", "name:videos", "folder:photos", "-\"photos\"", "film", "video", "raw", "files", "photo",
            "videoswap", "raw file", "caption:(movies)",
        ])
    func otherWordsStay(query: String) { #expect(replaced(query) == query) }

    @Test func aTableWithoutFormatsHasNone() {
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
