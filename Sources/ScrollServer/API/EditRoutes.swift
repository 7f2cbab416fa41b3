// POST /api/collections, PATCH and DELETE …/{collection}, POST, PATCH and DELETE …/items, DELETE and PATCH
// …/items/{item}, POST …/undo and …/redo

import Catalog
import HTTP
import Platform

/// Makes and edits lists; edits to any other kind of collection are answered 409.
///
/// An edit may carry `If-Match` with the revision it was made for; it is answered 412 when the list has another one.
struct EditRoutes: Sendable {
    /// The largest number of items that one request may add.
    private static let largestBatch = 1000
    /// The longest name, in bytes of UTF-8.
    private static let longestName = 200

    let catalog: Catalog
    let lists: ListStore
    let pool: WorkerPool
    let collections: CollectionRoutes
    let selections: SelectionSaver

    // MARK: Collections

    /// Makes a new list.
    ///
    /// The body is `{"name"}`, and what the list has at first: see `additions`.
    ///
    /// - Throws: a 400 for a missing, empty or too long name; a 409 when there are `ListStore.capacity` lists already.
    func makeCollection(_ request: Request) throws(Problem) -> Answer {
        let name = try Self.name(request)
        let additions = try additions(request, try Self.body(request))
        return .work(on: pool) { () throws(Problem) in
            try make(name, of: try additions?.contents() ?? AnySequence([]))
        }
    }

    private static func name(_ request: Request) throws(Problem) -> String {
        guard let name = try body(request)["name"]?.text, !name.isEmpty, name.utf8.count <= longestName else {
            throw .badParameter("name", "give the list a name of 1 to \(longestName) bytes")
        }
        return name
    }

    private func make(_ name: String, of contents: AnySequence<ListContent>) throws(Problem) -> Response {
        // Another request may take the id between its choice and its use: then try again. Each failure means that one more
        // list exists, which bounds the tries.
        for _ in 0...ListStore.capacity {
            // Avoid the ids of lists saved by other programs too.
            let id = Catalog.id(for: name, taken: Set(catalog.entries.map(\.collection.id) + lists.ids))
            let list = Self.list(lists.make(id: id, name: name), catalog)
            guard !Self.isFull(catalog.entries) else {
                throw Problem(409, "there are \(ListStore.capacity) lists already; delete one first")
            }
            // Lists may be made concurrently: the limit is checked when this one is appended.
            guard catalog.append(list, unless: Self.isFull), let entry = catalog[id] else { continue }
            // Its items will have the same ids as those of an older list of this name.
            selections.forget(list)
            do throws(ListCollection.EditError) {
                // An edit writes the list to disk, also one that changes nothing.
                _ = try list.edit { (items) throws(ListCollection.EditError) in
                    try items.insert(new: contents, at: 0)
                }
            } catch {
                catalog.remove(id)
                throw problem(error, list)
            }
            var response = collections.answer(entry)
            response.status = 201
            response.headers["Location"] = collections.addresses.collection(id)
            return response
        }
        throw .unavailable("no id can be found for '\(name)'")
    }

    private static func isFull(_ entries: [CatalogEntry]) -> Bool {
        entries.count { $0.collection.list != nil } >= ListStore.capacity
    }

    /// Reloads a list that another program has saved, or adds it when it is new.
    ///
    /// Blocks.
    static func refresh(_ id: String, _ catalog: Catalog, _ lists: ListStore, _ selections: SelectionSaver) {
        if let entry = catalog.entry(id) {
            entry.collection.list?.refresh()
        } else if let stored = lists.load(id), case let new = list(stored, catalog), catalog.append(new) {
            selections.restore(new)
        }
    }

    /// A list that looks up the items it refers to in `catalog` (a weak reference) and saves itself.
    static func list(_ stored: ListStore.Stored, _ catalog: Catalog) -> ListCollection {
        ListCollection(
            id: stored.id, items: stored.items,
            find: { [weak catalog] other in
                // A list may not refer to a list: such references could form a cycle.
                catalog?.entry(other).flatMap { $0.collection.list == nil ? $0.collection : nil }
            },
            journal: stored.journal)
    }

    /// The list, if it was made here; others cannot be renamed or removed.
    private static func madeList(_ request: Request, _ entry: CatalogEntry) throws(Problem) -> ListCollection {
        guard let list = entry.collection.list, list.kind == .list else {
            throw .methodNotAllowed(request.method, allowed: [.get, .head])
        }
        return list
    }

    /// Gives a list another name.
    ///
    /// The body is `{"name"}`; the list keeps its id.
    func rename(_ request: Request, _ entry: CatalogEntry) throws(Problem) -> Answer {
        let list = try Self.madeList(request, entry)
        let name = try Self.name(request)
        return edit(request, list, status: 200) { (items) throws(ListCollection.EditError) in
            items.rename(name)
            return Edited()
        }
    }

    /// Removes a list, but nothing that its items refer to.
    func delete(_ request: Request, _ entry: CatalogEntry) throws(Problem) -> Answer {
        let (list, revisions) = (try Self.madeList(request, entry), Self.revisions(request))
        return .work(on: pool) {
            do throws(ListCollection.EditError) {
                try list.delete(ifRevision: revisions)
                catalog.remove(list.id)
                selections.forget(list)
                return Response(204)
            } catch {
                return problem(error, list).response
            }
        }
    }

    /// Undoes the last edit.
    func undo(_ request: Request, _ entry: CatalogEntry) throws(Problem) -> Answer {
        edit(request, try Self.list(entry), status: 200) { (items) throws(ListCollection.EditError) in
            guard items.undo() else { throw .conflict("there is no edit to take back") }
            return Edited()
        }
    }

    /// Makes the edit again that was undone last.
    func redo(_ request: Request, _ entry: CatalogEntry) throws(Problem) -> Answer {
        edit(request, try Self.list(entry), status: 200) { (items) throws(ListCollection.EditError) in
            guard items.redo() else { throw .conflict("there is no edit to make again") }
            return Edited()
        }
    }

    // MARK: Items

    /// Moves a run of items, or does what an `action` says.
    ///
    /// The body is `{"first","count","to"}`: the items from index `first` on get the indices from `to` on.
    func change(_ request: Request, in entry: CatalogEntry) throws(Problem) -> Answer {
        let list = try Self.list(entry)
        let body = try Self.body(request)
        if body["action"] != nil { return try act(request, body, on: list) }
        var numbers: [Int] = []
        for name in ["first", "count", "to"] {
            guard let number = body[name]?.integer, number >= 0 else {
                throw .badParameter(name, "is not a whole number from 0")
            }
            numbers.append(number)
        }
        let (first, count, target) = (numbers[0], numbers[1], numbers[2])
        return edit(request, list, status: 200) { (items) throws(ListCollection.EditError) in
            guard first <= items.count, count <= items.count - first, target <= items.count - count else {
                throw .invalid(
                    "the list has \(items.count) items; \(count) from \(first) cannot stand from \(target) on")
            }
            items.move(first..<first + count, to: target)
            return Edited(first: target)
        }
    }

    /// Inserts items.
    ///
    /// The body is `{"items":[{"collection","item"} or {"width","height"}, …], "index"}`; without `index` the items go
    /// to the end. With `from`, see `additions`.
    func insert(_ request: Request, into entry: CatalogEntry) throws(Problem) -> Answer {
        let list = try Self.list(entry)
        let body = try Self.body(request)
        let index = try Self.index(body)
        if let additions = try additions(request, body) { return insert(additions, at: index, request, into: list) }
        guard case .list(let values)? = body["items"], (1...Self.largestBatch).contains(values.count) else {
            throw .badParameter("items", "give 1 to \(Self.largestBatch) of them")
        }
        var contents: [ListContent] = []
        for value in values { contents.append(try content(value)) }
        return edit(request, list, status: 201) { [contents] (items) throws(ListCollection.EditError) in
            let start = try Self.start(index, in: items)
            let ids = try items.insert(contents, at: start)
            return Edited(first: start, ids: ids.map { Base32.encode($0, length: 13) })
        }
    }

    private static func index(_ body: JSONValue) throws(Problem) -> Int? {
        guard let value = body["index"] else { return nil }
        guard let number = value.integer, number >= 0 else {
            throw .badParameter("index", "is not a whole number from 0")
        }
        return number
    }

    /// Where items are inserted.
    static func start(_ index: Int?, in items: ListItems) throws(ListCollection.EditError) -> Int {
        let start = index ?? items.count
        guard start <= items.count else {
            throw .invalid("index: \(start) is behind the end; give 0 to \(items.count)")
        }
        return start
    }

    private func content(_ value: JSONValue) throws(Problem) -> ListContent {
        guard let content = ListContent(value, number: 0) else {
            let side = ListContent.sideRange
            throw .badParameter(
                "items",
                "an item is {\"collection\", \"item\"} or {\"width\", \"height\"}, each side from \(side.lowerBound) to "
                    + "\(side.upperBound) pixels, \(ListContent.largestBox) pixels together at most")
        }
        if case .reference(let collection, let item) = content {
            // Such items would make the list open files whose pages nobody has requested.
            guard ItemOrigin(pages: collection) == nil else {
                throw .badParameter("items", "'\(collection)' is of an item's pages, which cannot be in lists")
            }
            guard let entry = catalog.entry(collection) else {
                throw .badParameter("items", "there is no collection '\(collection)' to take items from")
            }
            guard entry.collection.list == nil else {
                throw .badParameter(
                    "items", "'\(collection)' is a list itself; name the collection that the item comes from")
            }
            guard entry.collection.index(ofItem: item) != nil else {
                throw .badParameter("items", "collection '\(collection)' has no item '\(item)'")
            }
        }
        return content
    }

    func remove(_ item: String, _ request: Request, from entry: CatalogEntry) throws(Problem) -> Answer {
        edit(request, try Self.list(entry), status: 204) { (items) throws(ListCollection.EditError) in
            guard let handle = items.handle(ofItem: item) else { throw .missing }
            items.remove(handle)
            return Edited()
        }
    }

    func removeAll(_ request: Request, from entry: CatalogEntry) throws(Problem) -> Answer {
        edit(request, try Self.list(entry), status: 204) { (items) throws(ListCollection.EditError) in
            items.removeAll()
            return Edited()
        }
    }

    /// Resizes a box.
    ///
    /// The body is `{"width","height"}` in pixels. An item that is a file's picture is answered 409.
    func resize(_ item: String, _ request: Request, in entry: CatalogEntry) throws(Problem) -> Answer {
        let list = try Self.list(entry)
        let body = try Self.body(request)
        guard let size = ListContent.size(body) else {
            let side = ListContent.sideRange
            throw .badRequest(
                "give width and height in pixels, each from \(side.lowerBound) to \(side.upperBound), "
                    + "\(ListContent.largestBox) pixels together at most")
        }
        return edit(request, list, status: 200) { (items) throws(ListCollection.EditError) in
            guard let handle = items.handle(ofItem: item), let index = items.index(of: handle) else { throw .missing }
            guard case .box = items.content(of: handle) else {
                throw .conflict("'\(item)' is a file's picture and has that one's size; only boxes can be resized")
            }
            items.resize(handle, to: size)
            return Edited(first: index, ids: [item])
        }
    }

    // MARK: Shared by all edits

    /// What an edit answers.
    struct Edited: Sendable {
        /// The index of the first of the items that are named.
        var first = 0
        var ids: [String] = []
        /// How many items were added, removed or moved, where they are not named.
        var count: Int?
    }

    /// Runs `body` on a pool thread, since the edit is written to disk, and answers with what `body` returns and the
    /// list's new revision.
    func edit(
        _ request: Request, _ list: ListCollection, status: Int,
        _ body: @escaping @Sendable (inout ListItems) throws(ListCollection.EditError) -> Edited
    ) -> Answer {
        let revisions = Self.revisions(request)
        return .work(on: pool) { finish(list, ifRevision: revisions, status: status, body) }
    }

    /// Makes an edit, and answers it; blocks.
    func finish(
        _ list: ListCollection, ifRevision revisions: Set<Int>?, status: Int,
        _ body: (inout ListItems) throws(ListCollection.EditError) -> Edited
    ) -> Response {
        do throws(ListCollection.EditError) {
            let (result, revision) = try list.edit(ifRevision: revisions, body)
            return response(status, result, list, revision)
        } catch {
            return problem(error, list).response
        }
    }

    private func response(_ status: Int, _ edited: Edited, _ list: ListCollection, _ revision: Int) -> Response {
        var response = Response(status)
        if status != 204 {
            response = .json(capacity: 64 * (edited.ids.count + 1)) { json in
                json.member("revision", revision)
                if let count = edited.count { json.member("count", count) }
                json.objects("items", of: edited.ids.enumerated()) { json, id in
                    json.member("id", id.element)
                    json.member("index", edited.first + id.offset)
                }
            }
            response.status = status
        }
        if status == 201, let id = edited.ids.first {
            response.headers["Location"] = collections.addresses.item(id, of: list.id)
        }
        response.headers["ETag"] = collections.entityTag(of: list, revision: revision)
        return response
    }

    /// The revisions that `If-Match` names (RFC 9110 §13.1.1).
    ///
    /// Without the header, or with `*`, nil: any revision will do. Weak tags never match.
    static func revisions(_ request: Request) -> Set<Int>? {
        guard let field = request.headers["if-match"], field != "*" else { return nil }
        return Set(EntityTag.list(field).compactMap { CollectionRoutes.revision(of: $0) })
    }

    private static func list(_ entry: CatalogEntry) throws(Problem) -> ListCollection {
        guard let list = entry.collection.list else {
            throw Problem(
                409,
                "'\(entry.collection.id)' is not a list: its items cannot be edited; make one with POST /api/collections",
                kind: "not-editable")
        }
        return list
    }

    static func body(_ request: Request) throws(Problem) -> JSONValue {
        do throws(JSONError) {
            let value = try JSONReader.value(of: request.body)
            guard case .object = value else { throw JSONError(offset: 0, description: "it is not an object") }
            return value
        } catch {
            throw .badRequest("the body is not JSON as expected, at byte \(error.offset): \(error.description)")
        }
    }

    private func problem(_ error: ListCollection.EditError, _ list: ListCollection) -> Problem {
        switch error {
        case .stale(let revision):
            var problem = Problem(
                412, "'\(list.id)' is at revision \(revision), not the one this was meant for; fetch it again")
            problem.headers["ETag"] = collections.entityTag(of: list, revision: revision)
            return problem
        case .missing: return .notFound("'\(list.id)' has no such item; it may have been removed already")
        case .invalid(let text): return .badRequest(text)
        case .conflict(let text): return Problem(409, text)
        case .unsaved(let text): return Problem(507, "the list cannot be written: \(text)")
        }
    }
}
