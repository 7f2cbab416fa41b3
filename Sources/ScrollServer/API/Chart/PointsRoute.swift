// GET /api/collections/{collection}/points

import Catalog
import Charts
import HTTP
import Platform
import Synchronization

/// Answers all points of a range of a chart as they were read, as CSV or as JSON lines.
struct PointsRoute: Sendable {
    let pool: WorkerPool

    static let parameters = RangeParameters.parameters + [format]
    static let format = WordParameter("format", PointWriter.Format.self, "the format; without it `Accept` decides")

    /// - Throws: a 400 that names a bad parameter, a 404 for a collection that is no chart, a 406 where `Accept` takes
    ///   neither format.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let parameters = Parameters(request.query)
        let range = try RangeParameters(parameters)
        let format = try Self.format(request, parameters)
        _ = try RangeParameters.series(entry)
        let collection = entry.collection
        // Formulas may still be computed.
        if let series = collection.openedSeries(range.choice), series.view.isComputed {
            return .now(try Self.response(series.view, range, format))
        }
        return .work(on: pool) { () throws(Problem) in
            try Self.response(
                try RangeParameters.open(range.choice, collection, columns: RangeParameters.columns).view, range, format
            )
        }
    }

    private static func response(
        _ view: SeriesView, _ range: RangeParameters, _ format: PointWriter.Format
    ) throws(Problem) -> Response {
        let lines = try range.lines(view)
        let points = range.points(view)
        guard view.isSound else { throw RangeParameters.damaged }
        // Guards the writer: parts are made one at a time, on whichever thread is free.
        let writer = Mutex(PointWriter(view, points, lines: lines, format))
        let body = StreamBody {
            let part = writer.withLock { $0.part() }
            guard view.isSound else { return .failed }
            return part.map { .bytes($0) } ?? .end
        }
        var response = Response(headers: ["Content-Type": format.mediaType], body: .stream(body))
        response.headers["Cache-Control"] = "no-store"
        response.headers["Vary"] = "Accept"
        return response
    }

    private static func format(_ request: Request, _ parameters: Parameters) throws(Problem) -> PointWriter.Format {
        if let format: PointWriter.Format = try parameters.read(Self.format) { return format }
        guard let accepted = request.headers["Accept"]?.lowercased() else { return .csv }
        let types = accepted.split(separator: ",").map { type in
            type.prefix { $0 != ";" }.filter { $0 != " " }
        }
        for type in types {
            switch type {
            case "text/csv", "text/*", "*/*": return .csv
            case "application/x-ndjson", "application/jsonl", "application/json", "application/*": return .jsonl
            default: continue
            }
        }
        throw Problem(406, "there are text/csv and application/x-ndjson; give one of them in Accept, or format=csv")
    }
}
