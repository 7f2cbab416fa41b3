// PATCH /api/collections/{collection}/annotations, POST …/annotations/undo and …/annotations/redo

import Catalog
import HTTP
import Platform

/// Changes what the reader has noted about pictures: rating, flag, label and keywords.
struct AnnotationRoutes: Sendable {
    /// The largest number of items that one request may name.
    private static let largestBatch = 10_000
    /// Most keywords that one request may add, or remove, and the longest of them, in bytes of UTF-8.
    private static let (mostKeywords, longestKeyword) = (100, 200)
    private static let members = ["items", "all", "selected", "rating", "flag", "label", "keywords", "dryRun"]
    /// The flag that picks the best of alike pictures and rejects the others.
    private static let best = JSONValue.text("best")

    let annotations: AnnotationStore
    let pool: WorkerPool
    let spread: AnnotationSpread
    /// nil where no sidecars are written.
    let sidecars: SidecarWriter?

    /// Annotates items.
    ///
    /// The body is `{"items":[id, …]}`, `{"all":true}` or `{"selected":true}`, and what to note. With `"dryRun":true`
    /// nothing is changed, and the answer says how many items would be.
    ///
    /// - Throws: a 400 that names a bad parameter or member; a 409 for a collection whose items are no files.
    func change(_ request: Request, in entry: CatalogEntry) throws(Problem) -> Answer {
        let collection = try Self.collection(entry)
        let order = try Parameters(request.query).order(of: collection)
        try collection.check(order)
        let body = try EditRoutes.body(request)
        guard case .object(let members) = body else { throw .badRequest("the body is not an object") }
        if let other = members.keys.sorted().first(where: { !Self.members.contains($0) }) {
            throw .badParameter(other, "is none of \(Self.members.joined(separator: ", "))")
        }
        let change = try Self.change(body)
        let isOfBest = body["flag"] == Self.best
        let items = try Self.items(body)
        let isTrial = try Self.isTrial(body)
        return .work(on: pool) { () throws(Problem) in
            try annotations.whileEditing { () throws(Problem) in
                let numbers: [UInt64]
                switch items {
                case .ids(let items):
                    for item in items where collection.index(ofItem: item) == nil {
                        throw .badParameter("items", "'\(collection.id)' has no item '\(item.prefix(200))'")
                    }
                    numbers = items.map { ItemNumbers.number(ofItem: $0) }
                case .selected: numbers = collection.savedSelection?.numbers ?? []
                case .all: numbers = try ItemWalk.numbers(of: try entry.makeView(order).items)
                }
                let edits = Self.edits(change, of: numbers, in: collection, isOfBest: isOfBest)
                let keys = edits.map { (keys: collection.fileKeys(of: $0.items), change: $0.change) }
                let best = isOfBest ? keys.last?.keys.count : nil
                let count = keys.reduce(0) { $0 + $1.keys.count }
                if isTrial { return Self.response(count, best: best, collection) }
                let number = try mapError(try annotations.edit(keys, in: collection.id), Self.problem)
                for edit in edits {
                    sidecars?.write(edit.items, of: collection)
                    collection.showAnnotations(of: edit.items)
                }
                spread.show(changesOf: collection)
                return Self.response(count, best: best, isChanged: number != nil, edit: number, collection)
            }
        }
    }

    /// Returns what becomes of which items; of alike ones the best is picked and the others are rejected if `isOfBest`.
    private static func edits(
        _ change: AnnotationChange, of items: [UInt64], in collection: any ItemCollection, isOfBest: Bool
    ) -> [(items: [UInt64], change: AnnotationChange)] {
        guard isOfBest else { return [(items, change)] }
        let (best, others) = collection.bestOfAlike(among: items)
        var (pick, reject) = (change, change)
        pick.flag = .set(.pick)
        reject.flag = .set(.reject)
        return [(others, reject), (best, pick)]
    }

    /// Takes back the last change that was made in a collection, or the one that the request names.
    ///
    /// - Throws: a 400 that names a bad parameter; a 409 where there is no such change.
    func undo(_ request: Request, in entry: CatalogEntry) throws(Problem) -> Answer {
        let edit = try Parameters(request.query).read(Self.edit)
        return try step(entry) { (id) throws(AnnotationStore.EditError) in try annotations.undo(in: id, edit: edit) }
    }

    /// Makes the change again that was taken back last in a collection, or the one that the request names.
    ///
    /// - Throws: a 400 that names a bad parameter; a 409 where there is no such change.
    func redo(_ request: Request, in entry: CatalogEntry) throws(Problem) -> Answer {
        let edit = try Parameters(request.query).read(Self.edit)
        return try step(entry) { (id) throws(AnnotationStore.EditError) in try annotations.redo(in: id, edit: edit) }
    }

    static let ofSteps: [any Parameter] = [edit]
    private static let edit = OptionalWholeParameter(
        "edit", in: 1...(1 << 53), "the change's number, as its answer said it")

    private func step(
        _ entry: CatalogEntry,
        _ take: @escaping @Sendable (_ id: String) throws(AnnotationStore.EditError) -> AnnotationStore.Reverted
    ) throws(Problem) -> Answer {
        let collection = try Self.collection(entry)
        return .work(on: pool) { () throws(Problem) in
            try annotations.whileEditing { () throws(Problem) in
                let reverted = try mapError(try take(collection.id), Self.problem)
                // A sidecar that is not written now is written after the next change.
                if let sidecars, let numbers = try? ItemWalk.numbers(of: collection) {
                    sidecars.write(numbers, of: collection)
                }
                collection.showAnnotations()
                spread.show(changesOf: collection)
                return Self.response(reverted.count, kept: reverted.keptCount, collection)
            }
        }
    }

    private static func collection(_ entry: CatalogEntry) throws(Problem) -> any ItemCollection {
        guard entry.collection.canBeAnnotated else {
            throw Problem(
                409, "the items of '\(entry.collection.id)' are no files of their own that could be annotated",
                kind: "not-editable")
        }
        return entry.collection
    }

    /// Returns the answer to a change; `best` is the number of groups of which the best is picked, nil for other changes.
    ///
    /// `isChanged` tells whether there is something to undo; nil where nothing was asked to be changed. `edit` is the
    /// change's number, and `kept` how many items stay as they are since they were changed later.
    private static func response(
        _ count: Int, best: Int? = nil, isChanged: Bool? = nil, edit: Int? = nil, kept: Int = 0,
        _ collection: any ItemCollection
    ) -> Response {
        .json { json in
            json.member("count", count)
            if let best { json.member("best", best) }
            if let isChanged { json.member("changed", isChanged) }
            if let edit { json.member("edit", edit) }
            if kept > 0 { json.member("kept", kept) }
            json.member("revision", collection.status.revision)
        }
    }

    private static func problem(_ error: AnnotationStore.EditError) -> Problem {
        switch error {
        case .unsaved(let text): Problem(507, "the annotations cannot be written: \(text)")
        case .nothing: Problem(409, "there is no change of annotations to take back or to make again")
        case .tooManyKeywords: Problem(409, "a file can be given at most \(AnnotationChange.mostKeywords) keywords")
        }
    }

    // MARK: Bodies

    /// The items that a body names.
    private enum Items {
        case ids([String])
        /// All that the address finds.
        case all
        case selected
    }

    private static func items(_ body: JSONValue) throws(Problem) -> Items {
        switch (body["items"], body["all"], body["selected"]) {
        case (nil, .bool(true)?, nil): return .all
        case (nil, nil, .bool(true)?): return .selected
        case (.list(let values)?, nil, nil):
            let ids = values.compactMap(\.text)
            guard ids.count == values.count, ids.count <= largestBatch else {
                throw .badParameter("items", "give at most \(largestBatch) ids of items")
            }
            return .ids(ids)
        case (_?, nil, nil): throw .badParameter("items", "is not a list of ids")
        case (nil, _?, nil): throw .badParameter("all", "can only be true")
        case (nil, nil, _?): throw .badParameter("selected", "can only be true")
        default: throw .badRequest("give one of items, all and selected")
        }
    }

    private static func isTrial(_ body: JSONValue) throws(Problem) -> Bool {
        switch body["dryRun"] {
        case nil: return false
        case .bool(let isTrial)?: return isTrial
        default: throw .badParameter("dryRun", "is neither true nor false")
        }
    }

    private static func change(_ body: JSONValue) throws(Problem) -> AnnotationChange {
        var change = AnnotationChange()
        var isAnything = false
        if let value = body["rating"] {
            let rating = value.integer.flatMap { (0...5).contains($0) ? UInt8($0) : nil }
            change.rating = try part("rating", value, rating, "is not a whole number from 0 to 5, nor null")
            isAnything = true
        }
        if let value = body["flag"] {
            // What the best and the others get is decided once the items are known.
            let flag = value == best ? Annotation.Flag.pick : Annotation.Flag.allCases.first { $0.name == value.text }
            let names = Annotation.Flag.allCases.map(\.name) + ["best"]
            change.flag = try part("flag", value, flag, Self.choices(names))
            isAnything = true
        }
        if let value = body["label"] {
            let label = Annotation.Label.allCases.first { $0.name == value.text }
            change.label = try part("label", value, label, Self.choices(Annotation.Label.allCases.map(\.name)))
            isAnything = true
        }
        if let value = body["keywords"] {
            change.keywords = try keywords(value)
            isAnything = true
        }
        guard isAnything else { throw .badRequest("give what to note: rating, flag, label or keywords") }
        return change
    }

    private static func choices(_ names: [String]) -> String { "is none of \(names.joined(separator: ", ")), null" }

    /// Throws `why` where the value is neither null nor valid.
    private static func part<Value>(
        _ name: String, _ value: JSONValue, _ valid: Value?, _ why: String
    ) throws(Problem) -> AnnotationChange.Part<Value> {
        if value == .null { return .cleared }
        guard let valid else { throw .badParameter(name, why) }
        return .set(valid)
    }

    private static func keywords(
        _ value: JSONValue
    ) throws(Problem) -> AnnotationChange.Part<AnnotationChange.Keywords> {
        if value == .null { return .cleared }
        guard case .object(let members) = value, !members.isEmpty, members.keys.allSatisfy(["add", "remove"].contains)
        else { throw .badParameter("keywords", "give {\"add\":[…],\"remove\":[…]}, or null") }
        let keywords = AnnotationChange.Keywords(
            added: try words(members["add"]), removed: try words(members["remove"]))
        if let both = keywords.added.first(where: keywords.removed.contains) {
            throw .badParameter("keywords", "'\(both)' cannot be added and removed at once")
        }
        return .set(keywords)
    }

    private static func words(_ value: JSONValue?) throws(Problem) -> [String] {
        guard let value else { return [] }
        guard case .list(let values) = value, values.count <= mostKeywords else {
            throw .badParameter("keywords", "give at most \(mostKeywords) to add and to remove")
        }
        var words: [String] = []
        for value in values {
            guard let word = value.text, !word.isEmpty, word.utf8.count <= longestKeyword,
                word.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
            else {
                throw .badParameter("keywords", "a keyword has 1 to \(longestKeyword) bytes, without line breaks")
            }
            words.append(word)
        }
        return words
    }
}
