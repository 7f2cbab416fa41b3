// GET /api/collections, …/{collection}, …/items and …/items/{item}

import Catalog
import Charts
import HTTP
import Platform
import Tiles

/// Lists the collections and their items.
struct CollectionRoutes: Sendable {
    /// The parameters of the list of items.
    static let ofItems: [any Parameter] = [after, limit] + Parameters.ofArrangement
    /// The parameters of one item, named by its id, and by its address.
    static let ofNamedItem: [any Parameter] = [id, path]
    static let ofItem: [any Parameter] = [path]

    static let after = TextParameter("after", "the last page's `nextCursor`, or an item's id")
    static let limit = WholeParameter("limit", in: 1...1000, default: 100, "how many items")
    static let id = TextParameter("id", isRequired: true, "the item's id")
    static let path = FlagParameter("path", "with the file's path on this machine, where that is told")
    /// The parameter of the list of collections.
    static let collectionID = TextParameter("id", "the id of one collection, which is answered alone")

    let catalog: Catalog
    let pipeline: TilePipeline
    var addresses = Addresses()
    /// Whether editing requests are refused; pages then offer no editing.
    var isReadOnly = false
    /// The saved states; their identifiers are listed, so that pages do not request missing ones.
    var states = StateStore(folder: nil)
    /// Paths of the command line that are not shown, and why.
    var unshown: [UnshownPath] = []
    /// Whether clients may learn where files lie on this machine.
    var tellsPaths = false
    /// The mosaics, which know how far the atlas is filled.
    var mosaics = Mosaics()

    func collections() -> Response {
        return .json { json in
            json.array("collections") { json in
                for entry in catalog.entries { write(entry, into: &json, withZoom: false) }
            }
            if !unshown.isEmpty {
                json.objects("unshown", of: unshown) { json, path in
                    json.member("name", path.name)
                    json.member("reason", path.reason)
                }
            }
            if isReadOnly { json.member("readOnly", true) }
            let saved = states.identifiers
            if !saved.isEmpty { json.member("states", saved) }
        }
    }

    /// The collection with this id, including unlisted ones, such as the pages of a picture.
    ///
    /// - Throws: a 404 where there is none.
    func collection(_ id: String) throws(Problem) -> Response {
        guard let entry = catalog[id] else { throw .notFound("there is no collection '\(id.prefix(200))'") }
        return answer(entry)
    }

    /// The item that `id` names, for clients that have its id and no address of it.
    ///
    /// - Throws: a 400 where `id` is missing, else as `item(_:_:of:pool:)`.
    func item(_ request: Request, of entry: CatalogEntry, pool: WorkerPool) throws(Problem) -> Answer {
        guard let id = try Parameters(request.query).read(Self.id) else {
            throw .badParameter("id", "is missing; give an item's id")
        }
        return try item(id, request, of: entry, pool: pool)
    }

    /// The description of one collection; its entity tag is the revision, which edits may name in `If-Match`.
    func answer(_ entry: CatalogEntry) -> Response {
        var json = JSONWriter()
        let revision = write(entry, into: &json, withZoom: true)
        var response = Response.json(json)
        response.headers["ETag"] = entityTag(of: entry.collection, revision: revision)
        return response
    }

    /// The entity tag of a collection's description at a revision, which answers to edits have as well.
    ///
    /// The atlas' progress is part of the description but changes no revision: it is in the tag, after a hyphen. So is
    /// whether files are being compared.
    func entityTag(of collection: any ItemCollection, revision: Int) -> String {
        let done = mosaics.progress(of: collection).map { "-\($0.done)" } ?? ""
        return "\"\(revision)\(done)\(collection.isComparing ? "-comparing" : "")\""
    }

    /// The entity tag of a page of items.
    private static func entityTag(ofItemsAt revision: Int, origins: Int) -> String {
        "\"\(ItemCursor.run).\(revision).\(origins)\""
    }

    /// The revision in a tag of a collection's description, of its items or of an edit; nil for any other tag, and for a
    /// weak one.
    static func revision(of tag: EntityTag) -> Int? {
        guard !tag.isWeak else { return nil }
        let parts = tag.opaque.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 3, parts[0] == ItemCursor.run { return Int(parts[1]) }
        return tag.opaque.split(separator: "-", maxSplits: 1).first.flatMap { Int($0) }
    }

    /// Writes a collection and returns its revision.
    ///
    /// `withZoom` adds the members that only the description of a single collection has: zoom limits, series and
    /// footer.
    @discardableResult
    private func write(_ entry: CatalogEntry, into json: inout JSONWriter, withZoom: Bool) -> Int {
        let status = entry.collection.status
        json.object { json in
            json.member("id", entry.collection.id)
            json.member("name", entry.collection.name)
            json.member("kind", entry.collection.kind.rawValue)
            json.member("count", status.count)
            json.member("complete", status.isComplete)
            json.member("pending", status.pending)
            json.member("layouts", entry.collection.layouts.map(\.rawValue))
            json.member("groups", entry.collection.groupings.map(\.rawValue))
            json.array("orders") { json in
                for key in entry.collection.orders {
                    json.value(ItemOrder(key: key).text)
                    json.value(ItemOrder(key: key, isDescending: true).text)
                }
            }
            writeFields(of: entry.collection, into: &json)
            json.member("revision", status.revision)
            if let notice = entry.collection.notice { json.member("notice", notice) }
            if let below = entry.collection.picturesBelow { json.member("with", below) }
            if let origin = entry.collection.origin { writeOrigin(origin, into: &json) }
            if case let axes = entry.collection.axes, !axes.isEmpty {
                json.write(axes: axes)
            }
            writeLinks(of: entry, into: &json)
            if withZoom {
                entry.collection.series?.writeTable(into: &json)
                if entry.collection.isComparing { json.member("comparing", true) }
                json.member("minimumZoomScale", exactly: PlanRequest.zoomScales.lowerBound)
                json.member("maximumZoomScale", exactly: PlanRequest.zoomScales.upperBound)
                if let footer = entry.collection.footer { json.object("footer") { $0.writeMembers(of: footer) } }
                if let progress = mosaics.progress(of: entry.collection) {
                    json.object("atlas") { json in
                        json.member("done", progress.done)
                        json.member("total", progress.total)
                        json.member("secondsLeft", progress.secondsLeft.map { Int(clamping: $0.rounded(.up)) })
                    }
                }
            }
        }
        return status.revision
    }

    /// Writes the fields of the items, by which they can be searched, sorted and grouped.
    private func writeFields(of collection: any ItemCollection, into json: inout JSONWriter) {
        let fields = collection.factFields
        if fields.isEmpty { return }
        json.objects("fields", of: fields) { json, field in FactJSON.head(of: field, into: &json) }
    }

    /// Writes the addresses of a collection's resources, so that clients need not build them.
    private func writeLinks(of entry: CatalogEntry, into json: inout JSONWriter) {
        let address = addresses.collection(entry.collection.id)
        json.object("links") { json in
            json.member("self", address)
            json.member("plan", "\(address)/plan")
            if entry.collection.series == nil { json.member("cell", "\(address)/cell") }
            json.member("marks", "\(address)/marks")
            if entry.collection.groupings.contains(.folder) { json.member("folders", "\(address)/folders") }
            if entry.collection.series != nil { json.member("table", "\(address)/table") }
            json.member("items", "\(address)/items")
            json.member("item", "\(address)/item")
            json.member("manifest", addresses.manifest(of: entry.collection.id))
            if entry.collection.selectionRevision != nil { json.member("selection", "\(address)/selection") }
            if !entry.collection.factFields.isEmpty { json.member("facets", "\(address)/facets") }
            if entry.collection.hasFiles { json.member("export", "\(address)/export") }
            if entry.collection.series != nil {
                json.member("picture", "\(address)/picture")
                json.member("points", "\(address)/points")
                json.member("statistics", "\(address)/statistics")
            }
            json.member("session", "\(address)/session")
            if !isReadOnly {
                json.member("retry", "\(address)/retry")
                // Made here, so that it can be edited.
                if entry.collection.list?.kind == .list {
                    json.member("undo", "\(address)/undo")
                    json.member("redo", "\(address)/redo")
                }
                if entry.collection.canBeAnnotated {
                    json.member("annotations", "\(address)/annotations")
                    json.member("undoAnnotations", "\(address)/annotations/undo")
                    json.member("redoAnnotations", "\(address)/annotations/redo")
                }
            }
        }
    }

    /// POST …/retry: fetches the collection's next page, or retries failed reads, even after a failure.
    ///
    /// Does nothing while a fetch is under way or when there is nothing more. Answers 202 while the page is being
    /// fetched, else 200.
    func retry(_ entry: CatalogEntry) -> Response {
        entry.collection.fetchNextPage()
        var response = answer(entry)
        if entry.collection.footer?.state == .loading { response.status = 202 }
        return response
    }

    /// One page of items: those that follow the item with id `after`, or the first ones when `after` is missing.
    ///
    /// - Throws: a 400 that names a bad or unknown parameter.
    func items(_ request: Request, of entry: CatalogEntry, pool: WorkerPool) throws(Problem) -> Answer {
        let parameters = Parameters(request.query)
        let after = try parameters.read(Self.after)
        let limit = try parameters.read(Self.limit)
        return try entry.view(try parameters.order(of: entry.collection), pool: pool) { (view) throws(Problem) in
            try page(of: view.items, after: after, limit: limit, entry.collection)
        }
    }

    /// The page at one revision: read again when the collection has changed meanwhile.
    private func page(
        of items: any CollectionView, after: String?, limit: Int, _ collection: any ItemCollection
    ) throws(Problem) -> Response {
        let origins = collection.originsRevision
        let cursor = after.map { ItemCursor($0, in: items) }
        let run = try mapError(try ItemWalk.run(after: cursor, limit: limit, in: items)) {
            (error: ItemCursor.Failure) in Self.problem(error, after ?? "", collection.id)
        }
        let (status, revision) = (run.status, run.status.revision)
        var response = Response.json(capacity: 256 * (limit + 1)) { json in
            json.array("items") { json in
                for details in run.details { write(details, of: collection.id, into: &json) }
            }
            // While a scan goes on, more items may follow: the last item then serves as the cursor.
            let hasNext = run.next < status.count || !status.isComplete
            json.member("nextCursor", hasNext ? run.end?.text ?? after : nil)
            json.member("hasNextPage", hasNext)
            json.member("revision", revision)
        }
        response.headers["ETag"] = Self.entityTag(ofItemsAt: revision, origins: origins)
        response.headers["Cache-Control"] = "no-cache"
        return response
    }

    private static func problem(_ failure: ItemCursor.Failure, _ cursor: String, _ collection: String) -> Problem {
        switch failure {
        case .unknownItem:
            .badParameter("after", "'\(cursor)' is no item of '\(collection)'; take a page's nextCursor")
        case .tooOld:
            Problem(
                410,
                "'\(cursor)' is of an item that has gone, and too much has changed since to say what was behind it; "
                    + "begin again, without 'after'")
        }
    }

    /// Everything known about one item.
    ///
    /// If the item has not been measured yet, a pool thread reads the file's header first. With `path=true`, where
    /// clients may learn paths, it opens the file to find its path.
    ///
    /// - Throws: a 404 when the collection has no such item, a 400 for a bad parameter.
    func item(_ id: String, _ request: Request, of entry: CatalogEntry, pool: WorkerPool) throws(Problem) -> Answer {
        let wantsPath =
            try Parameters(request.query).read(Self.path) && tellsPaths
            && !ForwardedFields.isForwarded(request.headers)
        let collection = entry.collection
        guard let details = collection.details(ofItem: id) else {
            if collection.needsLoading(item: id) {
                return .work(on: pool) {
                    collection.open(item: id)
                    return response(collection.details(ofItem: id), collection)
                }
            }
            throw .notFound("collection '\(collection.id)' has no item '\(id)'")
        }
        let isUnknown = !details.isMeasured && details.error == nil
        // What told the size of its pixels, and the map, are not kept.
        guard isUnknown || wantsPath || collection.pixelSize(ofItem: id) != nil else {
            return .now(response(details, collection))
        }
        return .work(on: pool) {
            if isUnknown { collection.measure(item: id) }
            let path = wantsPath ? Self.path(ofItem: id, in: collection) : nil
            let hasScale = collection.mayTellScale && collection.pixelSize(ofItem: id) != nil
            let scale = hasScale ? try? collection.scale(ofItem: id) : nil
            return response(collection.details(ofItem: id), collection, path: path, scale: scale)
        }
    }

    /// The absolute path of the item's file, links resolved; nil where it cannot be opened, or is not UTF-8.
    private static func path(ofItem id: String, in collection: any ItemCollection) -> String? {
        let file: OpenFile
        switch try? collection.original(ofItem: id) {
        case .file(let opened, _), .unknown(let opened), .part(let opened, _, _): file = opened
        case .bytes, nil: return nil
        }
        guard let bytes = try? FileSystem.resolvedPath(of: file.descriptor),
            let path = String(validating: bytes, as: UTF8.self),
            // nil too for a file that has gone or changed meanwhile.
            let status = try? FileSystem.status(of: path), status.stamp == file.status.stamp
        else { return nil }
        return path
    }

    private func response(
        _ details: ItemDetails?, _ collection: any ItemCollection, path: String? = nil, scale: ItemScale? = nil
    ) -> Response {
        guard let details else { return Problem.notFound("the item has gone; ask for the list again").response }
        var json = JSONWriter()
        let progress = pipeline.progress(collection: collection.id, item: details.id)
        let summary = collection.summary(ofItem: details.id)
        let badge = summary.map { collection.badge(of: $0) }
        write(
            details, of: collection.id, progress: progress, path: path, scale: scale,
            shown: summary, facts: collection.facts(ofItem: details.id), hasFilm: badge?.kind == .live,
            marks: FactJSON.Marks(ofItem: details.id, in: collection), into: &json)
        return .json(json)
    }

    private func write(
        _ item: ItemDetails, of collection: String, progress: Double? = nil, path: String? = nil,
        scale: ItemScale? = nil,
        shown: ItemSummary? = nil,
        facts: [(field: FactField, value: FactValue)] = [], hasFilm: Bool = false, marks: FactJSON.Marks? = nil,
        into json: inout JSONWriter
    ) {
        json.object { json in
            json.member("index", item.index)
            json.member("id", item.id)
            json.member("name", item.name)
            if let path { json.member("path", path) }
            json.member("width", item.size?.width)
            json.member("height", item.size?.height)
            json.member("measured", item.isMeasured)
            json.member("orientation", item.orientation)
            json.member("format", item.format?.name)
            if let stored = shown?.storedTiles {
                json.object("storedTiles") { json in
                    json.member("side", stored.side)
                    json.member("step", stored.step)
                }
            }
            if let scale { json.write(scale) }
            // The extension contradicts the content.
            if !item.isTitled, let ending = item.format?.wrongEnding(of: item.name) { json.member("misnamed", ending) }
            json.member("bytes", item.byteCount)
            json.member("modified", item.modified?.iso8601(in: .local))
            let address = addresses.item(item.id, of: collection)
            json.member("url", address)
            json.member("original", addresses.original(item.id, of: collection))
            json.member("companions", "\(address)/companions")
            if hasFilm { json.member("film", "\(address)/film") }
            // Of what cannot be decoded at all there is neither.
            if let shown, item.error.map(\.isOfPart) ?? true {
                if let preview = addresses.preview(shown, of: collection) { json.member("preview", preview) }
                if let histogram = addresses.histogram(shown, of: collection) { json.member("histogram", histogram) }
                if let samples = addresses.samples(shown, of: collection) { json.member("samples", samples) }
                if let viewers = addresses.viewers(shown, of: collection) {
                    json.member("iiif", viewers.imageAPI)
                    json.member("deepZoom", viewers.deepZoom)
                }
            }
            if let taken = item.taken { json.member("taken", taken.iso8601) }
            if let progress { json.member("progress", progress) }
            if let error = item.error { json.member("error", error.explanation) }
            writePages(of: item, collection, facts, into: &json)
            if !facts.isEmpty {
                json.array("facts") { json in
                    for (field, value) in facts { FactJSON.write(value, of: field, into: &json) }
                }
            }
            marks?.write(into: &json)
        }
    }
}

extension Response {
    /// A JSON response that clients and proxies must not store.
    static func json(_ json: borrowing JSONWriter) -> Response { .json(written: json.bytes) }

    /// The same of an object whose members `members` writes, of about `capacity` bytes.
    static func json(capacity: Int = 256, _ members: (inout JSONWriter) -> Void) -> Response {
        .json(written: JSONWriter.object(capacity: capacity, members))
    }

    /// The same of a document that is JSON already.
    static func json(written bytes: [UInt8]) -> Response {
        var response = Response(contentType: "application/json", bytes)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
