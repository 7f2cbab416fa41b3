// GET /api/collections/{collection}/marks

import Catalog
import HTTP
import Platform

/// Answers the labels beside a scrubber, which show where parts of a plan's content begin.
struct MarksRoute: Sendable {
    static let parameters = PlanRequest.parameters + own
    /// The parameters in addition to those of a plan.
    private static let own: [any Parameter] = [length, least]
    private static let names = own.map(\.name)

    static let length = NumberParameter(
        "length", in: 1...100_000, default: 600, "the length of the scrubber's track, in points")
    static let least = NumberParameter(
        "least", in: 1...1000, default: 20, "the smallest distance between labels, in points")

    let plans: Plans

    /// Takes a plan's parameters, `length`, the distance that a scrubber's thumb can move, and `least`, the least
    /// distance of labels, both in points.
    ///
    /// A pool thread examines some thousand items.
    ///
    /// - Throws: a 400 that names a bad parameter.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let all = request.query.parameters
        let own = Parameters(request.query)
        let length = try own.read(Self.length)
        let least = try own.read(Self.least)
        var plan = try PlanRequest(Query(all.filter { !Self.names.contains($0.name) }), for: entry.collection)
        try entry.collection.check(plan.order)
        // Neither has a beginning to which a scrubber leads.
        guard entry.collection.series == nil, plan.layoutRequest.kind != .plane else {
            return .now(Self.response([], revision: entry.collection.status.revision))
        }
        plan.request.hasFooter = plan.footer(of: entry.collection) != nil
        return .work(on: plans.pool) { [plan] () throws(Problem) in
            let view = try entry.makeView(plan.order)
            let revision = view.items.status.revision
            let marks = ScrubberMarks(view: view, request: plan, length: length, least: least).marks()
            return Self.response(marks, revision: revision)
        }
    }

    private static func response(_ marks: [ScrubberMark], revision: Int) -> Response {
        return .json { json in
            json.objects("marks", of: marks) { json, mark in
                json.member("index", mark.index)
                json.member("title", mark.title)
                if let date = mark.date { json.member("date", date) }
                json.member("major", mark.isMajor)
                json.member("position", exactly: mark.position)
            }
            json.member("revision", revision)
        }
    }
}
