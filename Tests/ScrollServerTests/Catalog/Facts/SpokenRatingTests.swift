// Numbers of stars in natural language, and the ratings that they mean.

import Testing
import Tiling

@testable import Catalog

@Suite struct SpokenRatingTests {
    private let words = SpokenWords(today: CivilDate(year: 2026, month: 11, day: 27))

    private func replaced(_ query: String, fields: [FactField] = FactField.ofPictures) -> String {
        words.replaced(in: query, fields: fields).text
    }

    @Test(
        arguments: [
            ("5 stars", "rating:5"), ("4 Stars", "rating:4"), ("one star", "rating:1"), ("five-star", "rating:5"),
            ("0 stars", "rating:none"), ("4+ stars", "rating:>=4"), ("four stars or more", "rating:>=4"),
            ("3 stars and up", "rating:>=3"), ("3 stars or better", "rating:>=3"), ("at least 4 stars", "rating:>=4"),
            ("2 stars or less", "rating:<=2"), ("at most two stars", "rating:<=2"), ("more than 3 stars", "rating:>3"),
            ("exactly 4 stars", "rating:4"), ("-1 star", "-rating:1"), ("4-star or more", "rating:>=4"),
            ("beach 4 stars | 5 stars last summer", "beach rating:4 | rating:5 taken:2026-06..2026-08"),
            ("(4 stars or more) dog", "(rating:>=4) dog"), ("4 stars or more cats", "rating:>=4 cats"),
            ("unrated", "rating:none"), ("-Unrated beach", "-rating:none beach"), ("no stars", "rating:none"),
            ("no stars last summer", "rating:none taken:2026-06..2026-08"), ("0 stars or less", "rating:<=0"),
        ])
    func starsBecomeRatings(query: String, expected: String) throws {
        #expect(replaced(query) == expected)
        _ = try QueryParser.query(expected, fields: FactField.ofPictures)
    }

    /// Texts without a number of stars are returned unchanged, and so are words in quotation marks.
    @Test(
        arguments: [
            "stars", "star", "4", "4+", "6 stars", "44 stars", "+ stars", "\"5 stars\"", "title:\"4 stars\"",
            "name:4 stars", "star 4", "starsky", "4 starsky", "at least", "many stars", "-stars",
            "\"unrated\"", "title:unrated", "no starsky", "no",
        ])
    func otherWordsStay(query: String) { #expect(replaced(query) == query) }

    @Test func aTableWithoutRatingsHasNone() {
        let other = [FactField(name: "rating", kind: .category), FactField(name: "taken", kind: .time)]
        #expect(replaced("5 stars yesterday", fields: other) == "5 stars taken:2026-11-26")
        #expect(replaced("5 stars yesterday", fields: []) == "5 stars yesterday")
    }

    @Test func errorsHaveTheTypedOffset() throws {
        let error = try #require(throws: QueryError.self) {
            _ = try words.parsed("four stars or more iso:fast", fields: FactField.ofPictures)
        }
        #expect(error.offset == 23)
    }
}
