// GET /api/collections/{collection}/table

import Catalog
import Charts
import HTTP
import Platform

/// Answers how a chart's table was read: its first lines, what was found in it and why, its columns and their use, and
/// the key values of a long table's lines.
struct TableRoute: Sendable {
    static let parameters = SeriesChoice.parameters + [text, limit]
    static let text = TextParameter("q", "only values of the key that contain this")
    static let limit = WholeParameter("limit", in: 0...10_000, default: 1000, "how many values of the key")

    let pool: WorkerPool

    /// Takes a plan's choice of columns; `q`, text that the values contain; and `limit`, the most values in the answer.
    ///
    /// - Throws: a 404 for a collection that is no chart, a 400 that names a bad parameter.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let collection = entry.collection
        guard collection.series != nil else {
            throw .notFound("collection '\(collection.id)' is no chart and has no table")
        }
        let parameters = Parameters(request.query)
        let choice = try SeriesChoice(parameters)
        let limit = try parameters.read(Self.limit)
        let wanted = try parameters.read(Self.text).map { $0.lowercased() } ?? ""
        // Always on the pool: the key may have 200,000 values to be decoded and sorted.
        return .work(on: pool) { () throws(Problem) in
            Self.response(try RangeParameters.open(choice.ofTable, collection), wanted: wanted, limit: limit)
        }
    }

    private static func response(_ series: Series, wanted: String, limit: Int) -> Response {
        let status = series.status
        return .json { json in
            json.member("complete", status.isComplete)
            json.member("zone", series.view.zone.map(\.name))
            json.array("columns") { json in
                guard let format = status.format else { return }
                for (column, name) in format.names.enumerated() {
                    json.object { json in
                        json.member("name", name)
                        json.member("kind", format.kinds.indices.contains(column) ? format.kinds[column].name : "empty")
                        json.member("use", use(of: column, format))
                    }
                }
            }
            write(keysOf: status, wanted: wanted, limit: limit, to: &json)
            write(linesOf: status, to: &json)
            json.objects("findings", of: status.findings) { json, finding in write(finding, to: &json) }
        }
    }

    /// Writes the file's first lines as they are.
    private static func write(linesOf status: SeriesStatus, to json: inout JSONWriter) {
        json.objects("firstLines", of: TableBeginning(status).lines) { json, line in
            json.member("line", line.number)
            json.member("text", line.text)
            json.member("use", line.use.rawValue)
            json.member("isCut", line.isCut)
        }
    }

    private static func write(_ finding: TableFinding, to json: inout JSONWriter) {
        json.member("what", finding.what.rawValue)
        json.member("column", finding.column.isEmpty ? nil : finding.column)
        json.member("value", finding.value)
        json.member("isGuess", finding.isGuess)
        json.member("isNotice", finding.isNotice)
        json.member("because", finding.because)
        guard let override = finding.override else { return json.null("override") }
        json.object("override") { json in
            json.member("parameter", override.setting.rawValue)
            json.member("values", override.values)
            json.member("option", override.setting.option)
        }
    }

    private static func use(of column: Int, _ format: TableFormat) -> String {
        guard format.roles.indices.contains(column) else { return "ignored" }
        return switch format.roles[column] {
        case .ignored: "ignored"
        case .x, .part: "x"
        case .key, .secondKey: "key"
        case .line: "line"
        }
    }

    /// Writes the key's values that contain `wanted`, those with the most rows first.
    private static func write(keysOf status: SeriesStatus, wanted: String, limit: Int, to json: inout JSONWriter) {
        guard let format = status.format, let key = format.key else {
            json.null("keys")
            return
        }
        let shown = Set(key.values)
        var found: [(text: String, count: Int, isShown: Bool)] = []
        for entry in status.keyCounts {
            let text = TextEncoding.text(entry.value, isLatin: format.isLatin)
            guard wanted.isEmpty || text.lowercased().contains(wanted) else { continue }
            found.append((text, entry.count, shown.contains(entry.value)))
        }
        found.sort { ($1.count, $0.text) < ($0.count, $1.text) }
        json.object("keys") { json in
            json.member("column", key.name)
            json.member("count", found.count)
            json.objects("values", of: found.prefix(limit)) { json, value in
                json.member("name", value.text)
                json.member("rows", value.count)
                json.member("isShown", value.isShown)
            }
        }
    }
}
