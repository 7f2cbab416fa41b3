// GET /api/collections/{collection}/facets

import Catalog
import HTTP
import Platform

/// Answers the distribution of a query's items over the values of all fields.
struct FacetsRoute: Sendable {
    static let parameters: [any Parameter] = [Parameters.query, field, limit, begins]

    static let limit = WholeParameter("limit", in: 1...10_000, default: 20, "how many values of a field")
    static let field = TextParameter("field", .name, "only this field")
    static let begins = TextParameter(
        "begins", "only values with a word that begins so; of times, the bars of days whose date begins so")

    let pool: WorkerPool

    /// Takes `q`, the query; `limit`, the most values of a field; `field`, the only field to answer; and `begins`, with
    /// which a word of the value begins, or a date.
    ///
    /// - Throws: a 400 for a query that cannot be understood, and for a collection that cannot be searched.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let parameters = Parameters(request.query)
        let collection = entry.collection
        let fields = collection.factFields
        guard !fields.isEmpty else {
            throw .notFound("nothing is known of the items of '\(collection.id)' that could be counted")
        }
        let limit = try parameters.read(Self.limit)
        let field = try parameters.choice(Self.field.name, of: fields.map(\.name))
        let start = try parameters.read(Self.begins) ?? ""
        let arrangement = try parameters.order(of: collection).arrangement
        let query = arrangement?.query ?? .everything
        return .work(on: pool) { () throws(Problem) in
            let revision = collection.status.revision
            guard let table = collection.facts else { throw .unavailable("the items are being read; try again") }
            let counting = FacetCounting(query, of: table, limit: limit, beginning: start)
            var near: [NearWords.Suggestion] = []
            // Who asks for one field or for completions is still typing.
            if counting.rows.count == 0, field == nil, start.isEmpty, let text = arrangement?.written.text {
                near = NearWords(of: table, spoken: Parameters.spokenWords).suggestions(for: text)
            }
            return .json(capacity: 8192) { json in
                json.member("count", counting.rows.count)
                json.member("total", table.present.count)
                json.member("unreadable", counting.unreadable)
                if !near.isEmpty {
                    json.objects("near", of: near) { json, word in
                        json.member("text", word.text)
                        json.member("query", word.query)
                        json.member("count", word.count)
                    }
                }
                json.array("fields") { json in
                    // A list's own columns describe it better than camera data.
                    let pictures = FactField.ofPictures.count { $0.kind != .text }
                    let facets = counting.facets.dropFirst(pictures) + counting.facets.prefix(pictures)
                    for facet in facets where field == nil || facet.field.name == field {
                        FactJSON.write(facet, into: &json)
                    }
                }
                json.member("revision", revision)
            }
        }
    }
}
