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

    /// Whether a column's name says that it holds dates.
    static func isName(_ name: String) -> Bool {
        let words = name.lowercased().split { !$0.isLetter }
        let known: Set<Substring> = ["date", "datetime", "datum", "fecha", "data", "дата", "timestamp", "日期", "日付"]
        return words.contains { known.contains($0) || $0.hasSuffix("date") || $0.hasSuffix("datum") }
    }
}
