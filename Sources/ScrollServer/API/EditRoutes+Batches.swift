// Edits of lists by what is selected: items taken from other collections, removed, and moved.

import Catalog
import HTTP
import Platform

extension EditRoutes {
    private static let noParameters = ParameterTable([])

    /// What a body takes from another collection: `{"from":id}` with `"items":[id, …]` or `"selected":true`.
    ///
    /// Selected items are sorted by the parameters `order` and `group`.
    ///
    /// - Returns: nil where the body has no `from`.
    /// - Throws: a 400 that names a bad member or parameter.
    func additions(_ request: Request, _ body: JSONValue) throws(Problem) -> ListAdditions? {
        guard let value = body["from"] else {
            // Other bodies have no use for parameters.
            try Self.noParameters.check(request.query)
            return nil
        }
        guard let id = value.text, ItemOrigin(pages: id) == nil, let entry = catalog.entry(id),
            entry.collection.selectionRevision != nil
        else { throw .badParameter("from", "is no collection whose items can be in lists") }
        let order = try Parameters(request.query).order(of: entry.collection)
        try entry.collection.check(order)
        return ListAdditions(entry: entry, order: order, items: try ListedItems(body))
    }

    func insert(
        _ additions: ListAdditions, at index: Int?, _ request: Request, into list: ListCollection
    ) -> Answer {
        let revisions = Self.revisions(request)
        return .work(on: pool) { () throws(Problem) in
            let contents = try additions.contents()
            return finish(list, ifRevision: revisions, status: 201) { (items) throws(ListCollection.EditError) in
                Edited(count: try items.insert(new: contents, at: try Self.start(index, in: items)))
            }
        }
    }

    /// Removes or moves items of a list.
    ///
    /// The body is `{"action":"remove"}`, or `{"action":"move"}` with one of `before`, `after` and `by`; and `items` or
    /// `selected`.
    func act(_ request: Request, _ body: JSONValue, on list: ListCollection) throws(Problem) -> Answer {
        let items = try ListedItems(body)
        var goal: ListGoal?
        switch body["action"]?.text {
        case "remove": break
        case "move": goal = try Self.goal(body)
        default: throw .badParameter("action", "is none of remove, move")
        }
        let revisions = Self.revisions(request)
        return .work(on: pool) { [goal] in
            let response = finish(list, ifRevision: revisions, status: 200) {
                (all) throws(ListCollection.EditError) in
                let handles = try items.handles(in: all)
                if let goal {
                    try all.move(handles, to: goal)
                } else {
                    all.remove(handles)
                }
                return Edited(count: handles.count)
            }
            // Items that have gone are not selected any more.
            selections.note(list)
            return response
        }
    }

    private static func goal(_ body: JSONValue) throws(Problem) -> ListGoal {
        switch (body["before"], body["after"], body["by"]) {
        case (.text(let id)?, nil, nil): return .before(id)
        case (nil, .text(let id)?, nil): return .behind(id)
        case (nil, nil, let value?):
            guard let steps = value.integer else { throw .badParameter("by", "is not a whole number") }
            return .by(steps)
        default: throw .badRequest("give one of before and after, which are ids, and by, a number of items")
        }
    }
}
