// What words of a query mean in a table: a date, a rating, a kind, a flag, a number, a format or a city.

/// Reads words of natural language as conditions on the fields of a table.
struct SpokenConditions {
    private let fields: [FactField]
    private let dates: SpokenDates
    private let numbers: SpokenNumber
    /// Whether the table has dates of pictures, formats, ratings, flags and positions.
    private let isDated: Bool, hasFormats: Bool, isRated: Bool, hasFlags: Bool, hasPositions: Bool

    init(fields: [FactField], dates: SpokenDates) {
        func has(_ name: String, _ kind: FactKind) -> Bool { fields.contains { $0.name == name && $0.kind == kind } }
        (self.fields, self.dates, numbers) = (fields, dates, SpokenNumber(fields: fields))
        isDated = has("taken", .time)
        hasFormats = has("format", .category)
        isRated = has("rating", .number)
        hasFlags = has("flag", .category)
        hasPositions = has("gps", .position)
    }

    /// Returns the condition that lowercased words mean; nil where they are none.
    ///
    /// `isExcluded` says whether a minus stands before the words; `replacesMinus` whether the condition includes it.
    func condition(_ words: [String], isExcluded: Bool) -> (text: String, replacesMinus: Bool)? {
        if isDated, words.count == 1, let days = WrittenDate.days(words[0]) {
            // Files and folders are often named after a day. With a `*` behind it the text stays a word.
            return ("(taken:\(days.text) | \(words[0])*)", false)
        }
        if isDated, let days = dates.days(words) { return ("taken:\(days.text)", false) }
        if isRated, let rating = SpokenRating.value(words) { return ("rating:\(rating)", false) }
        if let flag = SpokenFlag.condition(words, hasFlags: hasFlags, isRated: isRated) { return (flag, false) }
        if hasFormats, let kind = SpokenKind.condition(words, isExcluded: isExcluded) { return (kind, true) }
        if hasFormats, let format = SpokenFormat.condition(words) { return (format, false) }
        if hasPositions, let place = SpokenPlace.condition(words) { return (place, false) }
        return numbers.condition(words, dates).map { ($0, false) }
    }

    /// Whether lowercased words mean a flag, favourites or a kind of pictures.
    func isFlagOrKind(_ words: [String]) -> Bool {
        SpokenFlag.condition(words, hasFlags: hasFlags, isRated: isRated) != nil
            || hasFormats && SpokenKind.condition(words, isExcluded: false) != nil
    }
}
