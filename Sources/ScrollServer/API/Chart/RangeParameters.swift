// The parameters that routes about a range of a chart have in common.

import Catalog
import Charts
import HTTP
import Platform

/// `from`, `to` and `lines`: a closed range of x, and the requested lines.
struct RangeParameters {
    static let parameters: [any Parameter] = [ChartX.from, ChartX.to, lines, columns] + SeriesChoice.ofKeys

    static let lines = TextParameter("lines", "names or numbers of lines, with commas between them; all otherwise")
    static let columns = TextParameter("columns", "the columns that are lines: what a plan calls `lines`")

    let from: Double?
    let to: Double?
    /// The columns of the chart; the plan's parameter `lines` is called `columns` here.
    let choice: SeriesChoice
    private let names: [String]?

    init(_ parameters: Parameters) throws(Problem) {
        (from, to) = (try ChartX.read(ChartX.from, parameters), try ChartX.read(ChartX.to, parameters))
        if let from, let to, from > to { throw .badParameter("to", "is before from") }
        names = try parameters.read(Self.lines).flatMap { text in
            text.isEmpty
                ? nil
                : text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        choice = try SeriesChoice(parameters, columns: Self.columns)
        if let names, names.count > 4096 { throw .badParameter("lines", "names more than 4096 lines") }
    }

    /// The points in the range.
    ///
    /// O(log n).
    func points(_ view: SeriesView) -> Range<Int> {
        let first = from.map { view.firstIndex(atOrAfter: $0) } ?? 0
        let end = to.map { view.firstIndex(after: $0) } ?? view.count
        return first..<max(first, end)
    }

    /// The lines' numbers, in the order in which they are named; all lines where none is named.
    ///
    /// - Throws: a 400 for what is neither a line's number nor its name, and for a line that is named twice.
    func lines(_ view: SeriesView) throws(Problem) -> [Int] {
        guard let names else { return Array(view.lines.indices) }
        var lines: [Int] = []
        for name in names {
            // Numbers first, since names may hold commas.
            guard
                let line = Int(name).flatMap({ view.lines.indices.contains($0) ? $0 : nil })
                    ?? view.lines.firstIndex(of: name)
            else {
                throw .badParameter(
                    "lines",
                    "'\(name.prefix(64))' is no line; give their numbers, from 0 to \(view.lines.count - 1), or names")
            }
            guard !lines.contains(line) else { throw .badParameter("lines", "'\(name.prefix(64))' is named twice") }
            lines.append(line)
        }
        return lines
    }

    /// The series with this choice of columns.
    ///
    /// May read the table: on a pool thread. `columns` is the parameter that has chosen the lines.
    static func open(
        _ choice: SeriesChoice, _ collection: any ItemCollection, columns: TextParameter = SeriesChoice.lineColumns
    ) throws(Problem) -> Series {
        if let series = collection.openedSeries(choice) { return try computed(series) }
        let opened = try mapError(try collection.openSeries(choice)) { (error: SeriesError) in
            choice.problem(error, columns: columns)
        }
        guard let series = opened else { throw choice.problem(.unreadable("the chart has gone"), columns: columns) }
        return try computed(series)
    }

    /// How long an answer waits for formulas, in milliseconds.
    private static let longestWait = 20_000

    /// A series whose formulas have their values.
    private static func computed(_ series: Series) throws(Problem) -> Series {
        guard series.isComputed(within: longestWait) else {
            throw .unavailable("the formulas are being computed", retryAfter: 2)
        }
        return series
    }

    /// The series of a collection that is a chart.
    ///
    /// - Throws: a 404 for a collection of pictures.
    static func series(_ entry: CatalogEntry) throws(Problem) -> Series {
        guard let series = entry.collection.series else {
            throw .notFound("'\(entry.collection.id)' is no chart, and has no points")
        }
        return series
    }

    /// The problem where the stored data of a table turns out to be damaged.
    static var damaged: Problem {
        .unavailable("what was kept of the table is damaged; it is read anew", retryAfter: 2)
    }
}
