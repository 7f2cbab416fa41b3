// GET /api/collections/{collection}/statistics

import Catalog
import Charts
import HTTP
import Platform

/// Answers statistics of a range of a chart.
///
/// For each line: count, first and last value, extremes, mean, slope and quantiles.
struct StatisticsRoute: Sendable {
    static let parameters = RangeParameters.parameters + [quantiles, ValueOptions.timeZone]
    static let quantiles = TextParameter(
        "quantiles", .list(.number(0...1, default: nil), count: 1...mostShares),
        "shares from 0 to 1; \(shares.map { "\($0)" }.joined(separator: ",")) otherwise")
    private static let shares = [0.05, 0.25, 0.5, 0.75, 0.95]
    private static let mostShares = 32

    let pool: WorkerPool

    /// - Throws: a 400 that names a bad parameter, a 404 for a collection that is no chart.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let parameters = Parameters(request.query)
        let range = try RangeParameters(parameters)
        let shares = try Self.shares(parameters)
        let own = try RangeParameters.series(entry).zone
        let requested = try ValueOptions.zone(parameters) ?? own
        let collection = entry.collection
        return .work(on: pool) { () throws(Problem) in
            let view = try RangeParameters.open(range.choice, collection, columns: RangeParameters.columns).view
            let lines = try range.lines(view)
            let zone = ChartZone.shown(requested, view)
            let response = Self.response(view, range.points(view), lines, shares, zone)
            guard view.isSound else { throw RangeParameters.damaged }
            return response
        }
    }

    private static func shares(_ parameters: Parameters) throws(Problem) -> [Double] {
        guard let text = try parameters.read(Self.quantiles) else { return Self.shares }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let shares = parts.compactMap { Parameters.number(String($0)) }
        guard shares.count == parts.count, shares.count <= mostShares, shares.allSatisfy({ (0...1).contains($0) })
        else {
            throw .badParameter("quantiles", "'\(text.prefix(64))' is not up to \(mostShares) numbers from 0 to 1")
        }
        return shares
    }

    private static func response(
        _ view: SeriesView, _ points: Range<Int>, _ lines: [Int], _ shares: [Double],
        _ zone: ChartZone
    ) -> Response {
        let names = PointNames(view, zone: zone)
        return .json(capacity: 1024) { json in
            json.member("points", points.count)
            json.member("xName", view.xName)
            if view.xKind == .time { json.member("zone", zone.name) }
            // The x unit of slopes.
            json.member("slopePer", view.xKind == .time ? "day" : view.xKind == .number ? "1" : "point")
            json.member("confidence", exactly: Quantiles.confidence)
            if let first = points.first, let last = points.last {
                write("first", first, view, names, into: &json)
                write("last", last, view, names, into: &json)
            }
            json.array("lines") { json in
                for line in lines { write(view, line, points, shares, names, into: &json) }
            }
        }
    }

    /// Writes a point, with its value where a line is given.
    private static func write(
        _ name: StaticString, _ index: Int?, line: Int? = nil, _ view: SeriesView, _ names: PointNames,
        into json: inout JSONWriter
    ) {
        guard let index else { return json.null(name) }
        json.object(name) { json in
            json.member("index", index)
            json.member("x", exactly: view.x(at: index))
            json.member("label", names[index])
            guard let line else { return }
            json.member("value", exactly: view.value(line: line, at: index))
            // JSON parsers may round numbers of more than 15 digits.
            if let whole = view.wholeNumber(line: line, at: index) { json.member("digits", String(whole)) }
        }
    }

    private static func write(
        _ view: SeriesView, _ line: Int, _ points: Range<Int>, _ shares: [Double], _ names: PointNames,
        into json: inout JSONWriter
    ) {
        let moments = view.moments(line: line, in: points)
        let ends = view.ends(line: line, in: points)
        let extremes = view.extremeIndices(line: line, in: points)
        json.object { json in
            json.member("line", line)
            json.member("name", view.lines[line])
            json.member("unit", view.units.indices.contains(line) ? view.units[line] : "")
            let kind = view.kind(ofLine: line)
            if kind != .number { json.member("kind", kind.rawValue) }
            json.member("count", moments.count)
            json.member("gaps", points.count - moments.count)
            write("first", ends?.first, line: line, view, names, into: &json)
            write("last", ends?.last, line: line, view, names, into: &json)
            write("min", extremes?.least, line: line, view, names, into: &json)
            write("max", extremes?.greatest, line: line, view, names, into: &json)
            let mean = moments.count > 0 && moments.mean.isFinite ? moments.mean : nil
            json.member("mean", exactly: mean)
            json.member("slope", exactly: moments.slope.map { view.xKind == .time ? $0 * 86_400 : $0 })
            let quantiles = shares.isEmpty ? nil : Quantiles(view, line: line, in: points)
            json.objects("quantiles", of: shares) { json, share in
                json.member("share", exactly: share)
                json.member("value", exactly: quantiles?[share])
            }
            json.member("rankError", exactly: quantiles?.rankError ?? 0)
        }
    }
}
