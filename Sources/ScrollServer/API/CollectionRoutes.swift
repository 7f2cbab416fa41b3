// GET /api/collections, …/{collection}, …/items and …/items/{item}

/// Answers what collections there are and what they hold.
struct CollectionRoutes: Sendable {
    /// Items on a page of `items` unless fewer or more are asked for.
    static let defaultLimit = 100
    static let largestLimit = 1000
    /// Below this a picture is a speck; above it a pixel fills the screen.
    static let zoomScales = (minimum: 0.05, maximum: 64.0)

    let catalog: Catalog
    let pipeline: TilePipeline

    func collections() -> Response {
        var json = JSONWriter()
        json.beginObject()
        json.name("collections")
        json.beginArray()
        for entry in catalog.entries { Self.write(entry, into: &json, withZoom: false) }
        json.endArray()
        json.endObject()
        return .json(json)
    }

    func collection(_ entry: CatalogEntry) -> Response { Self.answer(entry) }

    /// One collection. Its entity tag is its revision, which edits may name in `If-Match`.
    static func answer(_ entry: CatalogEntry) -> Response {
        var json = JSONWriter()
        let revision = write(entry, into: &json, withZoom: true)
        var response = Response.json(json)
        response.headers["ETag"] = "\"\(revision)\""
        return response
    }

    /// - Returns: the revision that was written.
    @discardableResult
    private static func write(_ entry: CatalogEntry, into json: inout JSONWriter, withZoom: Bool) -> Int {
        let status = entry.collection.status
        json.beginObject()
        json.name("id")
        json.value(entry.collection.id)
        json.name("name")
        json.value(entry.collection.name)
        json.name("kind")
        json.value(entry.collection.kind.rawValue)
        json.name("count")
        json.value(status.count)
        json.name("complete")
        json.value(status.isComplete)
        json.name("layouts")
        json.values(entry.collection.layouts.map(\.rawValue))
        json.name("groups")
        json.values(entry.collection.groupings.map(\.rawValue))
        json.name("orders")
        json.beginArray()
        for key in entry.collection.orders {
            json.value(ItemOrder(key: key).text)
            json.value(ItemOrder(key: key, isDescending: true).text)
        }
        json.endArray()
        json.name("revision")
        json.value(status.revision)
        writeLinks(of: entry, into: &json)
        if withZoom { entry.collection.series?.writeTable(into: &json) }
        if withZoom {
            json.name("minimumZoomScale")
            json.value(zoomScales.minimum)
            json.name("maximumZoomScale")
            json.value(zoomScales.maximum)
            if let footer = entry.collection.footer { write(footer, into: &json) }
        }
        json.endObject()
        return status.revision
    }

    /// Where everything of a collection is asked for, so that a client need not put addresses together.
    private static func writeLinks(of entry: CatalogEntry, into json: inout JSONWriter) {
        let address = address(of: entry.collection.id)
        json.name("links")
        json.beginObject()
        json.name("self")
        json.value(address)
        let routes: [StaticString] = ["plan", "items", "session", "retry"]
        for route in routes {
            json.name(route)
            json.value("\(address)/\(route)")
        }
        json.endObject()
    }

    private static func address(of collection: String) -> String { "/api/collections/\(collection)" }

    private static func write(_ footer: CollectionFooter, into json: inout JSONWriter) {
        json.name("footer")
        json.beginObject()
        json.name("state")
        json.value(footer.state.rawValue)
        json.name("message")
        if let message = footer.message { json.value(message) } else { json.null() }
        json.name("retryAfter")
        if let seconds = footer.retryAfter { json.value(seconds) } else { json.null() }
        json.endObject()
    }

    /// POST …/retry: has the next page fetched, also one that has failed. Asked for again while that is under way, or when
    /// there are no more pages, it changes nothing.
    func retry(_ entry: CatalogEntry) -> Response {
        entry.collection.fetchNextPage()
        var response = Self.answer(entry)
        if entry.collection.footer?.state == .loading { response.status = 202 }
        return response
    }

    /// A page of items: those after the item whose id `after` is, from the first one without it.
    func items(_ request: Request, of entry: CatalogEntry, pool: WorkerPool) throws(Problem) -> Answer {
        let parameters = try Parameters(request.query, known: ["after", "limit", "order"])
        let after = try parameters.text("after")
        let limit = try parameters.integer("limit", in: 1...Self.largestLimit) ?? Self.defaultLimit
        return try entry.view(try parameters.order(), pool: pool) { (view) throws(Problem) in
            try page(of: view.items, after: after, limit: limit, collection: entry.collection.id)
        }
    }

    private func page(
        of items: any CollectionView, after: String?, limit: Int, collection: String
    ) throws(Problem) -> Response {
        var first = 0
        if let cursor = after {
            guard let index = items.index(ofItem: cursor) else {
                throw .badParameter("after", "'\(cursor)' is no item of '\(collection)'; take a page's nextCursor")
            }
            first = index + 1
        }
        let status = items.status
        let end = min(status.count, first + limit)
        var json = JSONWriter(capacity: 256 * (limit + 1))
        json.beginObject()
        json.name("items")
        json.beginArray()
        var last: String?
        for index in first..<max(first, end) {
            guard let details = items.details(at: index) else { break }
            Self.write(details, of: collection, into: &json)
            last = details.id
        }
        json.endArray()
        // More may come while a scan goes on: then the last item is a cursor for what follows it.
        let hasNext = end < status.count || !status.isComplete
        json.name("nextCursor")
        let cursor = last ?? after
        if hasNext, let cursor { json.value(cursor) } else { json.null() }
        json.name("hasNextPage")
        json.value(hasNext)
        json.endObject()
        return .json(json)
    }

    /// Everything about one item; its header is read first if it has not been.
    func item(_ id: String, of entry: CatalogEntry, pool: WorkerPool) throws(Problem) -> Answer {
        let collection = entry.collection
        guard let details = collection.details(ofItem: id) else {
            throw .notFound("collection '\(collection.id)' has no item '\(id)'")
        }
        guard !details.isMeasured, details.error == nil else { return .now(response(details, collection.id)) }
        return .later(
            .work(on: pool) {
                collection.measure(item: id)
                return response(collection.details(ofItem: id), collection.id)
            })
    }

    private func response(_ details: ItemDetails?, _ collection: String) -> Response {
        guard let details else { return Problem.notFound("the item has gone; ask for the list again").response }
        var json = JSONWriter()
        let progress = pipeline.progress(collection: collection, item: details.id)
        Self.write(details, of: collection, progress: progress, into: &json)
        return .json(json)
    }

    private static func write(
        _ item: ItemDetails, of collection: String, progress: Double? = nil, into json: inout JSONWriter
    ) {
        json.beginObject()
        json.name("index")
        json.value(item.index)
        json.name("id")
        json.value(item.id)
        json.name("name")
        json.value(item.name)
        json.name("width")
        if let size = item.size { json.value(size.width) } else { json.null() }
        json.name("height")
        if let size = item.size { json.value(size.height) } else { json.null() }
        json.name("measured")
        json.value(item.isMeasured)
        json.name("orientation")
        json.value(item.orientation)
        json.name("format")
        if let format = item.format { json.value(format.name) } else { json.null() }
        json.name("bytes")
        if let byteCount = item.byteCount { json.value(byteCount) } else { json.null() }
        json.name("modified")
        if let modified = item.modified { json.value(modified.iso8601) } else { json.null() }
        let address = "\(address(of: collection))/items/\(item.id)"
        json.name("url")
        json.value(address)
        json.name("original")
        json.value("\(address)/original")
        if let taken = item.taken {
            json.name("taken")
            json.value(taken.iso8601)
        }
        if let progress {
            json.name("progress")
            json.value(progress)
        }
        if let error = item.error {
            json.name("error")
            json.value(error.explanation)
        }
        json.endObject()
    }
}

extension Response {
    /// An answer that may be another one the next time.
    static func json(_ json: JSONWriter) -> Response {
        var response = Response(contentType: "application/json", json.bytes)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
