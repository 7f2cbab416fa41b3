// Dates as spreadsheets count them.

/// Days since 30 December 1899, with the time of day as a fraction (ISO/IEC 29500-1, 18.17.4.1).
enum SerialDate {
    /// The days that are taken for dates: from 1954 to 2119.
    static let days = 20_000.0...80_000.0
    /// 1 January 1970.
    private static let epoch = 25_569.0

    /// Seconds since 1970, to a thousandth; nil where the number is not finite.
    static func time(_ days: Double) -> Double? {
        guard days.isFinite else { return nil }
        return ((days - epoch) * 86_400_000).rounded() / 1000
    }

    /// Whether a column's name says that it holds dates: one of its words does, as in `date`, `start_date`, `InvoiceDate`.
    static func isName(_ name: String) -> Bool { words(of: name).contains { dates.contains($0) } }

    /// Whether a column's name may say so, but says something else in other languages.
    static func mayBeName(_ name: String) -> Bool { words(of: name).contains { $0 == "data" || $0 == "timestamp" } }

    private static let dates: Set<String> = ["date", "datetime", "datum", "fecha", "дата", "日期", "日付", "날짜"]

    /// The words in small letters; `InvoiceDate` has two.
    private static func words(of name: String) -> [String] {
        var words = [""]
        var wasLower = false
        for letter in name {
            if !letter.isLetter || wasLower && letter.isUppercase { words.append("") }
            if letter.isLetter { words[words.count - 1] += letter.lowercased() }
            wasLower = letter.isLowercase
        }
        return words
    }
}
