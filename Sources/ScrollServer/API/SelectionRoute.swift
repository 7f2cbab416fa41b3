// GET, PATCH and PUT /api/collections/{collection}/selection

import Catalog
import HTTP
import Platform
import Tiling

/// Reads and changes which items of a collection are selected.
///
/// A change may carry `If-Match` with the revision it was made for; it is answered 412 when the selection has another
/// one.
struct SelectionRoute: Sendable {
    /// The most ids that a request may name.
    static let mostItems = 10_000
    static let reading: [any Parameter] = [limit] + Parameters.ofArrangement
    /// A change takes those of a plan, of which `width` and `height` must be given with a frame alone.
    static let changing: [any Parameter] = PlanRequest.parameters.map { OptionalParameter($0) }
    private static let arrangement = ParameterTable(Parameters.ofArrangement)
    static let limit = OptionalWholeParameter(
        "limit", in: 1...mostItems, "with the ids of this many selected items, the first that the address shows")
    /// Coordinates of frames, in points from the viewport's corner.
    private static let coordinates = -PlanRequest.farthest...PlanRequest.farthest
    /// Most times that a changing collection is looked at again.
    private static let mostAttempts = 16

    let plans: Plans
    let saver: SelectionSaver

    /// The body is `{"action"}`, which PUT leaves out, with one of `items`, `range`, `heading`, `all` and
    /// `frame`.
    ///
    /// With a frame, the parameters are those of a plan, else those that choose and sort items.
    ///
    /// - Throws: a 400 that names what is wrong, a 404 for a collection whose items cannot be selected.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let collection = entry.collection
        guard collection.selectionRevision != nil else {
            throw .notFound("the items of '\(collection.id)' cannot be selected")
        }
        guard request.method == .patch || request.method == .put else {
            return try read(request.query, entry)
        }
        let body = try EditRoutes.body(request)
        let action = try Self.action(body, isWhole: request.method == .put)
        let what = try What(body)
        let revisions = EditRoutes.revisions(request)
        let find = try finder(what, request.query, entry)
        return .work(on: plans.pool) { () throws(Problem) in
            let scope = try find()
            let status = try mapError(try collection.select(action, scope, ifRevision: revisions)) {
                (error: SelectionError) in Self.problem(error, collection)
            }
            saver.note(collection)
            return Self.response(status, of: collection)
        }
    }

    /// Answers the status; with `limit`, also the first selected items that the address shows, in its order.
    private func read(_ query: Query, _ entry: CatalogEntry) throws(Problem) -> Answer {
        let collection = entry.collection
        let parameters = Parameters(query)
        let limit = try parameters.read(Self.limit)
        let order = try parameters.order(of: collection)
        try collection.check(order)
        guard let limit else { return .now(Self.response(try Self.status(of: collection), of: collection)) }
        return .work(on: plans.pool) { () throws(Problem) in
            let items = try Self.firstSelected(limit, in: entry.makeView(order).items)
            return Self.response(try Self.status(of: collection), items: items, of: collection)
        }
    }

    private static func status(of collection: any ItemCollection) throws(Problem) -> SelectionStatus {
        guard let status = collection.selection else { throw .notFound("nothing can be selected") }
        return status
    }

    /// The ids of the first selected items of a view; O(items) where they are far apart.
    static func firstSelected(_ limit: Int, in items: any CollectionView) -> [String] {
        var ids: [String] = []
        let (count, step) = (items.status.count, 1 << 16)
        for first in stride(from: 0, to: count, by: step) {
            for run in items.selectedRuns(in: first..<min(first + step, count)) {
                ids += items.summaries(in: run.prefix(limit - ids.count)).map(\.id)
            }
            if ids.count == limit { break }
        }
        return ids
    }

    // MARK: Reading the request

    private static func action(_ body: JSONValue, isWhole: Bool) throws(Problem) -> SelectionAction {
        guard let value = body["action"] else {
            if isWhole { return .replace }
            throw .badParameter("action", "is missing; give one of \(actionNames)")
        }
        guard let text = value.text, let action = SelectionAction(rawValue: text), !isWhole || action == .replace else {
            throw .badParameter("action", isWhole ? "PUT replaces the selection" : "is none of \(actionNames)")
        }
        return action
    }

    private static var actionNames: String { SelectionAction.allCases.map(\.rawValue).joined(separator: ", ") }

    /// What a body names.
    private enum What {
        case items([String])
        case range(from: String, to: String)
        /// The group below a plan's heading.
        case group(items: Range<Int>)
        case all
        case frame(Rect)

        init(_ body: JSONValue) throws(Problem) {
            let names = ["items", "range", "heading", "all", "frame"].filter { body[$0] != nil }
            guard names.count == 1 else {
                throw .badRequest(
                    "give exactly one of items, range, heading, all and frame"
                        + (names.isEmpty ? "" : ", not \(names.joined(separator: " and "))"))
            }
            switch names[0] {
            case "items":
                guard case .list(let values)? = body["items"], values.count <= SelectionRoute.mostItems else {
                    throw .badParameter("items", "is not a list of at most \(SelectionRoute.mostItems) ids")
                }
                let ids = values.compactMap(\.text)
                guard ids.count == values.count else { throw .badParameter("items", "has something that is no id") }
                self = .items(ids)
            case "range":
                guard let from = body["range"]?["from"]?.text, let to = body["range"]?["to"]?.text else {
                    throw .badParameter("range", "has no from and to, which are ids")
                }
                self = .range(from: from, to: to)
            case "heading":
                guard let first = body["heading"]?["first"]?.integer, first >= 0,
                    let count = body["heading"]?["count"]?.integer, count > 0, count < Int.max - first
                else { throw .badParameter("heading", "has no first and count, as a plan's headings have") }
                self = .group(items: first..<first + count)
            case "all":
                guard body["all"] == .bool(true) else { throw .badParameter("all", "is not true") }
                self = .all
            default:
                var numbers: [Double] = []
                for name in ["x", "y", "width", "height"] {
                    guard let number = body["frame"]?[name]?.number, SelectionRoute.coordinates.contains(number)
                    else { throw .badParameter("frame", "its \(name) is not a number of points") }
                    numbers.append(number)
                }
                guard numbers[2] >= 0, numbers[3] >= 0 else {
                    throw .badParameter("frame", "its width and height are not at least 0")
                }
                // A point has an area, too.
                self = .frame(
                    Rect(
                        x: numbers[0], y: numbers[1], width: max(numbers[2], 1.0 / 1024),
                        height: max(numbers[3], 1.0 / 1024)))
            }
        }
    }

    /// Checks the parameters.
    ///
    /// - Returns: what finds the items that are meant; it blocks.
    private func finder(
        _ what: What, _ query: Query, _ entry: CatalogEntry
    ) throws(Problem) -> @Sendable () throws(Problem) -> SelectionScope {
        if case .frame(let frame) = what {
            let plan = try PlanRequest(query, for: entry.collection)
            try entry.collection.check(plan.order)
            return { () throws(Problem) in try items(in: frame, of: plan, entry) }
        }
        try Self.arrangement.checkNames(query)
        let order = try Parameters(query).order(of: entry.collection)
        try entry.collection.check(order)
        switch what {
        case .items(let ids): return { .ids(ids) }
        case .range(let from, let to): return { () throws(Problem) in try items(from: from, to: to, order, entry) }
        case .group(let group): return { () throws(Problem) in try items(ofGroup: group, order, entry) }
        case .all, .frame: return { .found(order.arrangement?.query ?? .everything) }
        }
    }

    // MARK: Finding items

    private func items(
        from: String, to: String, _ order: ItemOrder, _ entry: CatalogEntry
    ) throws(Problem) -> SelectionScope {
        try Self.settled(entry, order) { (view, _) throws(Problem) in
            var ends: [Int] = []
            for (name, id) in [("from", from), ("to", to)] {
                guard let index = view.items.index(ofItem: id) else {
                    throw .badParameter("range", "\(name): '\(id.prefix(64))' is no item of what the address shows")
                }
                ends.append(index)
            }
            let range = min(ends[0], ends[1])..<max(ends[0], ends[1]) + 1
            return Self.scope(of: [range], view.items, entry.collection)
        }
    }

    /// The items of a group, which must still be one: others may have come or gone since a plan told of it.
    private func items(
        ofGroup group: Range<Int>, _ order: ItemOrder, _ entry: CatalogEntry
    ) throws(Problem) -> SelectionScope {
        try Self.settled(entry, order) { (view, _) throws(Problem) in
            guard view.items.grouping != nil else {
                throw .badParameter("heading", "the items have no groups in the order of the address")
            }
            func number(_ index: Int) -> Int? { view.items.groups(of: index..<index + 1).first }
            let (first, end) = (group.lowerBound, group.upperBound)
            // The items of a group are neighbours.
            guard let own = number(first), number(end - 1) == own, number(end) != own,
                first == 0 || number(first - 1) != own
            else {
                throw Problem(
                    409, "no group has \(group.count) items from index \(first) on; take a heading of the latest plan")
            }
            return Self.scope(of: [group], view.items, entry.collection)
        }
    }

    private func items(in frame: Rect, of plan: PlanRequest, _ entry: CatalogEntry) throws(Problem) -> SelectionScope {
        try Self.settled(entry, plan.order) { (view, revision) throws(Problem) in
            guard let resolved = try ResolvedRequest(plan, view, entry.collection.id, revision: revision, .waiting)
            else { throw .unavailable("the layout is not ready") }
            let request = resolved.request
            let found = view.layouts.withLayout(resolved.layoutRequest) { layout -> [Range<Int>]? in
                let planner = Planner(layout: layout)
                let origin = planner.layoutPoint(planner.offset(for: request), for: request)
                return layout.runs(
                    in: frame.relative(to: Point(x: -origin.x, y: -origin.y)).scaled(by: 1 / request.zoomScale))
            }
            guard let found else { throw .unavailable("the layout is not ready") }
            guard let runs = found else {
                throw .badParameter("frame", "meets too many rows to select a part of each; take all, or a range")
            }
            return Self.scope(of: runs, view.items, entry.collection)
        }
    }

    /// What `find` returns of one revision of a view; it returns nil where the items have changed meanwhile.
    ///
    /// - Throws: a 503 where the items change all the time.
    static func settled<Found>(
        _ entry: CatalogEntry, _ order: ItemOrder,
        _ find: (CatalogView, _ revision: Int) throws(Problem) -> Found?
    ) throws(Problem) -> Found {
        for _ in 0..<mostAttempts {
            let view = try entry.makeView(order)
            let revision = view.items.status.revision
            let found = try find(view, revision)
            if let found, view.items.isThere, view.items.status.revision == revision { return found }
        }
        throw .unavailable("the items change all the time just now; try again", retryAfter: 1)
    }

    /// The items at some indices of a view; nil where it has changed meanwhile.
    private static func scope(
        of runs: [Range<Int>], _ items: any CollectionView, _ collection: any ItemCollection
    ) -> SelectionScope? {
        guard collection.selectsIndices else {
            let step = 1 << 14
            return .numbers(
                runs.flatMap { run in
                    stride(from: run.lowerBound, to: run.upperBound, by: step).flatMap { first in
                        items.numbers(in: first..<min(first + step, run.upperBound)).map(\.item)
                    }
                })
        }
        var indices: [Range<Int>] = []
        for run in runs where !run.isEmpty {
            guard let first = items.summary(at: run.lowerBound), let last = items.summary(at: run.upperBound - 1),
                let start = collection.index(ofItem: first.id), let end = collection.index(ofItem: last.id)
            else { return nil }
            indices.append(min(start, end)..<max(start, end) + 1)
        }
        return .indices(indices)
    }

    // MARK: Answering

    private static func response(
        _ status: SelectionStatus, items: [String]? = nil, of collection: any ItemCollection
    ) -> Response {
        var response = Response.json { json in
            json.writeMembers(of: status, among: collection.status.count)
            if let items { json.member("items", items) }
        }
        response.headers["ETag"] = "\"\(status.revision)\""
        return response
    }

    private static func problem(_ error: SelectionError, _ collection: any ItemCollection) -> Problem {
        switch error {
        case .stale(let revision):
            var problem = Problem(
                412,
                "the selection of '\(collection.id)' is at revision \(revision), not the one this was meant for; "
                    + "fetch it again")
            problem.headers["ETag"] = "\"\(revision)\""
            return problem
        case .missing(let id): return .badParameter("items", "'\(id.prefix(64))' is no item of '\(collection.id)'")
        case .unsupported: return .notFound("these items of '\(collection.id)' cannot be selected")
        }
    }
}
