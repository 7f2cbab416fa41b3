// Dates in natural language, such as "last summer", in queries.

import Tiling

/// Replaces dates in natural language by the days they mean: `last summer` by `taken:2026-06..2026-08`.
///
/// The words are English. Weeks begin on Monday (ISO 8601). Seasons are whole months of the northern hemisphere.
package struct SpokenDates: Sendable {
    private let today: CivilDate

    /// - Parameter today: the date from which `yesterday` and `last …` count.
    package init(today: CivilDate) { self.today = today }

    /// Parses a query after replacing its dates in natural language; O(length).
    ///
    /// - Returns: the parsed query, and its text with the dates replaced.
    /// - Throws: an error whose offset counts bytes of the text as typed.
    package func parsed(
        _ query: String, fields: [FactField]
    ) throws(QueryError) -> (query: FactQuery, understood: String) {
        let (text, replacements) = replaced(in: query, fields: fields)
        do throws(QueryError) {
            return (try QueryParser.query(text, fields: fields), text)
        } catch {
            var error = error
            for replacement in replacements.reversed() where error.offset >= replacement.start {
                let end = replacement.start + replacement.count
                let (first, last) = (replacement.typed.lowerBound, replacement.typed.upperBound)
                error.offset = error.offset < end ? first : last + error.offset - end
                break
            }
            throw error
        }
    }

    /// One replaced date.
    struct Replacement {
        /// Its byte range in the query as typed.
        var typed: Range<Int>
        /// The byte offset of its days in the new text.
        var start: Int
        /// Their length in the new text, in bytes.
        var count: Int
    }

    /// Returns the query with its dates in natural language replaced; O(length).
    ///
    /// Phrases in quotation marks are dates only as values of a field of times. A query that cannot be parsed is
    /// returned unchanged.
    func replaced(in query: String, fields: [FactField]) -> (text: String, replacements: [Replacement]) {
        guard let tokens = try? QueryToken.tokens(of: query), let taken = Self.time("taken", among: fields) else {
            return (query, [])
        }
        let bytes = Array(query.utf8)
        var result: [UInt8] = []
        var replacements: [Replacement] = []
        func replace(_ range: Range<Int>, with text: String) {
            result += bytes[(replacements.last?.typed.upperBound ?? 0)..<range.lowerBound]
            replacements.append(Replacement(typed: range, start: result.count, count: text.utf8.count))
            result += Array(text.utf8)
        }
        // For each open bracket, the field whose values it holds; nil for words of any field.
        var brackets: [String?] = []
        var field: String?
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            index += 1
            let asked = field ?? brackets.last ?? nil
            field = nil
            switch token.kind {
            case .field(let name): field = name
            case .whole, .minus: field = asked
            case .open: brackets.append(asked)
            case .close: _ = brackets.popLast()
            case .bar: break
            case .word(let word):
                if let asked {
                    guard Self.time(asked, among: fields) != nil, let text = value([Self.lowercased(word)]) else {
                        break
                    }
                    replace(token.offset..<token.offset + word.count, with: text)
                } else {
                    let words = tokens[(index - 1)...].prefix(Self.mostWords).prefixOfWords
                    for count in stride(from: words.count, to: 0, by: -1) {
                        guard let span = days(words.prefix(count).map(Self.lowercased)) else { continue }
                        let last = tokens[index - 2 + count]
                        let end = last.offset + words[count - 1].count
                        replace(token.offset..<end, with: "\(taken):\(span.text)")
                        index += count - 1
                        break
                    }
                }
            case .phrase(let phrase):
                // No date has a doubled quotation mark, so the typed phrase is longer by its two marks only.
                guard let asked, Self.time(asked, among: fields) != nil,
                    let text = value(Self.lowercased(phrase).split(separator: " ").map(String.init))
                else { break }
                replace(token.offset..<token.offset + phrase.count + 2, with: text)
            }
        }
        guard let last = replacements.last else { return (query, []) }
        return (String(decoding: result + bytes[last.typed.upperBound...], as: UTF8.self), replacements)
    }

    /// Most words of one date: `3 July 2026`, `2 weeks ago`, `last 30 days`.
    private static let mostWords = 3

    private static func lowercased(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).lowercased() }

    /// Returns the field of times that has this name or alias; nil where there is none.
    private static func time(_ name: String, among fields: [FactField]) -> String? {
        let known = FactField.aliases[name] ?? name
        let field = fields.first { $0.name == name } ?? fields.first { $0.name == known }
        return field?.kind == .time ? field?.name : nil
    }

    // MARK: Values

    /// Returns the query's value for a field of times, also for days of every year; nil where the words are no date.
    private func value(_ words: [String]) -> String? {
        if let span = days(words) { return span.text }
        guard words.count == 1, let occasion = Occasion(words[0]) else { return nil }
        return occasion.everyYear
    }

    /// Returns the days that words mean outside of any field; nil where they are no date.
    func days(_ words: [String]) -> DaySpan? {
        let words = words.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
        switch words.count {
        case 1:
            if words[0] == "today" { return DaySpan(today) }
            if words[0] == "yesterday" { return DaySpan(day(-1)) }
            return nil
        case 2:
            if words[0] == "this" { return this(words[1]) }
            if words[0] == "last" { return last(words[1]) }
            if let occasion = Occasion(words[0]), let year = Self.year(words[1]) { return occasion.days(in: year) }
            if let occasion = Occasion(words[1]), let year = Self.year(words[0]) { return occasion.days(in: year) }
            return nil
        case 3:
            if words[2] == "ago", let count = Self.count(words[0]) { return ago(count, words[1]) }
            if words[0] == "last", let count = Self.count(words[1]) { return latest(count, words[2]) }
            guard let year = Self.year(words[2]) else { return nil }
            if case .month(let month)? = Occasion(words[1]) { return Self.date(year, month, words[0]) }
            if case .month(let month)? = Occasion(words[0]) { return Self.date(year, month, words[1]) }
            return nil
        default: return nil
        }
    }

    private static func count(_ text: String) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func year(_ text: String) -> Int? {
        text.utf8.count == 4 ? count(text).flatMap { $0 >= 1000 ? $0 : nil } : nil
    }

    private static func date(_ year: Int, _ month: Int, _ text: String) -> DaySpan? {
        let ending = ["st", "nd", "rd", "th"].first(where: text.hasSuffix)
        guard let day = count(String(text.dropLast(ending?.count ?? 0))),
            day <= CivilDate.dayCount(ofMonth: month, year: year)
        else { return nil }
        return DaySpan(CivilDate(year: year, month: month, day: day))
    }

    // MARK: Counted from today

    private func day(_ distance: Int) -> CivilDate { CivilDate(daysSince1970: today.daysSince1970 + distance) }

    /// The first day of the month that lies `distance` months away.
    private func month(_ distance: Int) -> CivilDate {
        let months = today.year * 12 + today.month - 1 + distance
        return CivilDate(year: months / 12, month: months % 12 + 1, day: 1)
    }

    /// 0 for Monday … 6 for Sunday.
    private var weekday: Int { (today.daysSince1970 % 7 + 10) % 7 }

    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private func this(_ word: String) -> DaySpan? {
        if word == "weekend" { return DaySpan(day(5 - weekday), day(6 - weekday)) }
        if let span = ago(0, word) { return span }
        guard let occasion = Occasion(word) else { return nil }
        let years = [today.year, today.year - 1].compactMap { occasion.days(in: $0) }
        return years.first { $0.first <= today && today <= $0.last } ?? years.first
    }

    private func last(_ word: String) -> DaySpan? {
        if word == "weekend" { return DaySpan(day(-2 - weekday), day(-1 - weekday)) }
        if let weekday = Self.weekdays.firstIndex(of: word) {
            return DaySpan(day(-((self.weekday - weekday + 6) % 7 + 1)))
        }
        if ["week", "month", "year"].contains(word), let span = ago(1, word) { return span }
        guard let occasion = Occasion(word) else { return nil }
        return [today.year, today.year - 1, today.year - 2].compactMap { occasion.days(in: $0) }
            .first { $0.last < today }
    }

    /// Returns the day, week, month or year that lies `count` units before today's; nil before the year 1000.
    private func ago(_ count: Int, _ unit: String) -> DaySpan? {
        let span: DaySpan
        switch unit {
        case "day", "days": span = DaySpan(day(-count))
        case "week", "weeks": span = DaySpan(day(-weekday - 7 * count), day(6 - weekday - 7 * count))
        case "month", "months":
            guard count < 12 * (today.year - 1000) else { return nil }
            span = DaySpan(month: month(-count))
        case "year", "years":
            span = DaySpan(
                CivilDate(year: today.year - count, month: 1, day: 1),
                CivilDate(year: today.year - count, month: 12, day: 31))
        default: return nil
        }
        return span.first.year >= 1000 ? span : nil
    }

    /// Returns the last `count` days, weeks, months or years, up to today; nil before the year 1000.
    private func latest(_ count: Int, _ unit: String) -> DaySpan? {
        let first: CivilDate
        switch unit {
        case "day", "days": first = day(1 - count)
        case "week", "weeks": first = day(1 - 7 * count)
        case "month", "months", "year", "years":
            let months = unit.hasPrefix("month") ? count : 12 * count
            guard months < 12 * (today.year - 1000) else { return nil }
            let month = month(-months)
            let length = CivilDate.dayCount(ofMonth: month.month, year: month.year)
            let same = CivilDate(year: month.year, month: month.month, day: min(today.day, length))
            first = CivilDate(daysSince1970: same.daysSince1970 + 1)
        default: return nil
        }
        return first.year >= 1000 ? DaySpan(first, today) : nil
    }
}

extension ArraySlice<QueryToken> {
    /// The words before the first token of another kind.
    fileprivate var prefixOfWords: [[UInt8]] {
        var words: [[UInt8]] = []
        for token in self {
            guard case .word(let word) = token.kind else { break }
            words.append(word)
        }
        return words
    }
}
