// Months and years back in time, by the clocks of a table.

import Tiling

/// Counts months back from moments, in the zone that a table's times name.
struct FormulaClock {
    private let zone: ChartZone?

    init(_ view: SeriesView) { zone = view.zone }

    /// The same clock time of the same day, so many months earlier; nil where that month has no such day.
    func day(ofMonths months: Int, before x: Double) -> Double? {
        let (date, rest, offset) = split(x)
        let (year, month) = Self.month(date, minus: months)
        guard date.day <= CivilDate.dayCount(ofMonth: month, year: year) else { return nil }
        return Double(CivilDate(year: year, month: month, day: date.day).daysSince1970) * 86_400 + rest - offset
    }

    /// That time, or the end of that month where it has no such day.
    func start(ofMonths months: Int, before x: Double) -> Double {
        if let start = day(ofMonths: months, before: x) { return start }
        let (date, _, offset) = split(x)
        let (year, month) = Self.month(date, minus: months)
        let days = CivilDate(year: year, month: month, day: 1).daysSince1970
        return Double(days + CivilDate.dayCount(ofMonth: month, year: year)) * 86_400 - offset
    }

    /// A date, the seconds since it began, and the seconds that clocks are ahead of UTC.
    private func split(_ x: Double) -> (CivilDate, rest: Double, offset: Double) {
        let offset = zone?.offset(at: x) ?? 0
        let day = ((x + offset) / 86_400).rounded(.down)
        return (CivilDate(daysSince1970: Int(clamping: day)), x + offset - day * 86_400, offset)
    }

    private static func month(_ date: CivilDate, minus months: Int) -> (year: Int, month: Int) {
        let all = date.year * 12 + date.month - 1 - months
        let month = (all % 12 + 12) % 12
        return ((all - month) / 12, month + 1)
    }
}
