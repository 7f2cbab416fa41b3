// GET …/tiles/{item}/{level}/{column}/{row}, …/items/{item}/original and …/items/{item}/thumbnail

import Catalog
import HTTP
import Metadata
import Pixels
import Platform
import Tiles
import Tiling

/// Answers with image bytes.
struct TileRoute: Sendable {
    /// For URLs that name the item's version: their bytes never change (RFC 8246).
    private static let immutable = "public, max-age=31536000, immutable"

    static let side = TextParameter("side", "keeps addresses of stored tiles apart from others in a browser's cache")

    let pipeline: TilePipeline
    let pool: WorkerPool
    private let waits = ItemWaits()

    init(pipeline: TilePipeline, pool: WorkerPool) { (self.pipeline, self.pool) = (pipeline, pool) }

    /// Answers about an item: at once where it is there, else once `open(item:)` or a scan under way has found it.
    ///
    /// - Throws: a 404 where it cannot come any more, and what `answer` throws.
    func found(
        _ id: String, in collection: any ItemCollection,
        _ answer: @escaping @Sendable (ItemSummary) throws(Problem) -> Answer
    ) throws(Problem) -> Answer {
        if let item = collection.summary(ofItem: id) { return try answer(item) }
        let late: @Sendable () throws(Problem) -> Answer = { () throws(Problem) in try answer(collection.existing(id)) }
        if collection.needsLoading(item: id) {
            return .later(
                .chain(on: pool) { chain, finish in
                    collection.open(item: id)
                    chain.add(waits.wait(for: id, in: collection) { Deferred.finish(late, finish, chain) })
                })
        }
        guard collection.isScanning else { return try late() }
        return .later(
            Deferred { finish in
                let chain = CancellationChain()
                chain.add(waits.wait(for: id, in: collection) { Deferred.finish(late, finish, chain) })
                return chain.cancellation
            })
    }

    /// Answers one tile: from memory at once, else when the pipeline has made it.
    ///
    /// `path` is the end of the URL's path: level, column and row. `isLast` says that the file has just been examined,
    /// so that a retry would not help. Throws a 400 for a bad number, a 404 for a tile or item that does not exist, and
    /// `problem(_:)` for a file that cannot be shown.
    func answer(
        _ request: Request, ofItem id: String, position path: ArraySlice<String>, of entry: CatalogEntry,
        isLast: Bool = false
    ) throws(Problem) -> Answer {
        guard path.count == 3 else { throw .notFound("a tile's address ends with its level, column and row") }
        let first = path.startIndex
        let isCopy = path[first] == Addresses.copy
        let level = isCopy ? Pyramid.copyLevel : try Self.number(path[first], "level")
        let position = TilePosition(
            level: level, column: try Self.number(path[first + 1], "column"),
            row: try Self.number(path[first + 2], "row"))
        guard let summary = entry.collection.summary(ofItem: id) else {
            return try found(id, in: entry.collection) { (_) throws(Problem) in
                try answer(request, ofItem: id, position: path, of: entry)
            }
        }
        if let error = summary.error {
            // The file may have been examined while another program wrote it, so examine it once more.
            if isLast { throw Self.problem(error) }
            return .later(examined(request, id, path, entry))
        }
        guard summary.isTiled else {
            guard level == 0, position.column == 0, position.row == 0 else {
                throw .notFound("item '\(id)' comes whole, as tile 0/0/0")
            }
            if let refusal = summary.format?.refusal { throw Self.problem(refusal) }
            if let format = summary.format, format.isOriginalOnly {
                throw Problem(
                    415, "videos cannot be shown yet; the original can be downloaded", kind: "unsupported")
            }
            return original(of: summary, of: entry, request: request)
        }
        guard let pyramid = summary.pyramid else {
            if isLast { throw Self.problem(.changed) }
            return .later(examined(request, id, path, entry))
        }
        guard
            isCopy
                ? summary.copySide != nil && position == .copy
                : pyramid.region(level: level, column: position.column, row: position.row) != nil
        else {
            throw .notFound(
                "item '\(id)' (\(pyramid.size.width) × \(pyramid.size.height) pixels) has no tile "
                    + path.joined(separator: "/"))
        }
        let display = try display(request, of: summary)
        guard let pass = TilePass(entry.collection, summary, level: level, display: display) else {
            throw .notFound("item '\(id)' has no tiles")
        }
        let key = pass.key(position)
        let (tag, caching) = (key.entityTag, Self.caching(request, version: summary.version))
        let isKnown = ConditionalRequest(request).outcome(tag: tag, modified: nil) == .notModified
        if isKnown { return .now(Self.response(nil, tag, caching)) }
        if let tile = pipeline.cached(key) { return .now(Self.response(tile, tag, caching)) }
        return .later(
            Deferred { finish in
                let chain = CancellationChain()
                let decode = pipeline.request(position, of: pass) { result in
                    switch result {
                    case .success(let tile): finish(Self.response(tile, tag, caching))
                    case .failure(.changed) where !isLast:
                        // Once more, with the present file.
                        chain.add(examined(request, id, path, entry).start(finish))
                    case .failure(let error): finish(Self.problem(error).response)
                    }
                }
                chain.add(decode)
                return chain.cancellation
            })
    }

    /// How a request wants the samples shown; throws a 400 where the item's samples cannot be shown so.
    private func display(_ request: Request, of item: ItemSummary) throws(Problem) -> SampleDisplay? {
        guard request.query["window"] != nil || request.query["channels"] != nil,
            let display = try Parameters(request.query).display()
        else { return nil }
        guard item.takes(display) else {
            let needed =
                switch display {
                case .window: "is for gray and RGB of more than 8 bits, signed numbers or floats"
                case .channels: "is for TIFFs with channels besides gray or RGB, or of pages that are channels"
                }
            throw .badParameter(display.name, "\(needed); item '\(item.id)' has other samples")
        }
        return display
    }

    /// Examines the item's file on a pool thread, then answers for the last time: which tiles exist depends on the
    /// item's size.
    private func examined(
        _ request: Request, _ id: String, _ path: ArraySlice<String>, _ entry: CatalogEntry
    ) -> Deferred {
        .answer(on: pool) { () throws(Problem) in
            if entry.collection.summary(ofItem: id)?.error != nil {
                entry.collection.examine(item: id)
            } else {
                entry.collection.measure(item: id)
            }
            return try answer(request, ofItem: id, position: path, of: entry, isLast: true)
        }
    }

    /// The thumbnail embedded in the file, turned upright, to show until the tile is made, or in place of one.
    ///
    /// Answers 204 where the file has none that fits, so that a page can try without an error.
    func thumbnail(_ request: Request, ofItem id: String, of entry: CatalogEntry) throws(Problem) -> Answer {
        let collection = entry.collection
        return try found(id, in: collection) { (item) throws(Problem) in
            if let error = item.error { throw Self.problem(error) }
            return .reading(on: pool) {
                collection.measure(item: id)
                var response = Response(204)
                let (tile, isFinal) = try thumbnail(of: item, in: collection)
                if let tile {
                    response = Response(contentType: tile.mediaType, tile.bytes)
                    response.headers["ETag"] = "\"\(item.version)-thumbnail\""
                }
                // Decoding the picture may later show that its thumbnail is stale.
                response.headers["Cache-Control"] =
                    isFinal ? Self.caching(request, version: item.version) : "no-cache"
                return response
            }
        }
    }

    /// The embedded thumbnail of one version of an item; nil where it has none that fits.
    ///
    /// `isFinal` is whether the answer stays the same once the picture has been decoded.
    private func thumbnail(
        of item: ItemSummary, in collection: any ItemCollection
    ) throws(ImageError) -> (tile: EncodedTile?, isFinal: Bool) {
        guard let details = collection.details(ofItem: item.id), let format = details.format, let size = details.size,
            format == .jpeg || format.mayHavePoster,
            case .file(let source, let orientation) = try collection.content(ofItem: item.id, version: item.version)
        else { return (nil, true) }
        return try source.checked { () throws(ImageError) in
            guard format == .jpeg else {
                return (EmbeddedThumbnail.poster(from: source, format, size: size, orientation: orientation), true)
            }
            var verdict = Atlas.Verdict.unknown
            let tile = EmbeddedThumbnail.make(from: source, size: size, orientation: orientation) { thumbnail in
                verdict = pipeline.atlas.verdict(on: thumbnail, AtlasKey(source: collection.source, item))
                return verdict == .isStale
            }
            return (tile, tile == nil || verdict == .agrees)
        }
    }

    /// The bytes of the item's file, unchanged.
    func original(_ request: Request, ofItem id: String, of entry: CatalogEntry) throws(Problem) -> Answer {
        try found(id, in: entry.collection) { (item) throws(Problem) in
            original(of: item, of: entry, request: request)
        }
    }

    private func original(of item: ItemSummary, of entry: CatalogEntry, request: Request) -> Answer {
        .reading(on: pool) {
            let original = try entry.collection.original(ofItem: item.id)
            var response = try Self.response(original, of: item.format)
            response.headers["Cache-Control"] = Self.caching(request, version: original.version ?? item.version)
            return response
        }
    }

    /// `known` is the format as the whole header tells it, which the first bytes may not: whether there are more frames.
    private static func response(_ original: Original, of known: MediaFormat?) throws -> Response {
        var response: Response
        var isVideo = false
        switch original {
        case .file(let file, let format):
            let format = known?.decoded == format ? known ?? format : format
            response = try StaticFiles.response(file, type: format.mimeType)
            // A small file has been read completely; a large one is streamed later, as far as it goes.
            guard try file.isUnchanged() else { throw ImageError.changed }
            isVideo = format.isVideo
            // Browsers show an SVGZ only as an SVG in this coding; others get the file as it is.
            if format == .svgz { response.headers["Content-Encoding"] = "gzip" }
        case .unknown(let file):
            // A download: browsers must not guess its type and show it.
            response = try StaticFiles.response(file, type: "application/octet-stream")
            response.headers["Content-Disposition"] = "attachment"
            guard try file.isUnchanged() else { throw ImageError.changed }
        case .part(let file, let range, let format):
            response = try StaticFiles.response(file, part: range, type: format.mimeType)
            guard try file.isUnchanged() else { throw ImageError.changed }
        case .bytes(let bytes, let format):
            response = Response(contentType: format.mimeType, bytes)
        }
        // An SVG is a document: in a tab of its own, it must not run scripts with our origin's rights. A video's tab
        // must be allowed to load the video.
        response.headers["Content-Security-Policy"] =
            isVideo ? policyOfVideos : "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        return response
    }

    /// Lets the tab of a video load it.
    static let policyOfVideos = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'"

    static func caching(_ request: Request, version: String) -> String {
        request.query["v"] == version ? immutable : "no-cache"
    }

    /// The answer with a tile; without one, the headers of a 304.
    static func response(_ tile: EncodedTile?, _ tag: String, _ caching: String) -> Response {
        guard let tile else { return Response(headers: ["ETag": tag, "Cache-Control": caching]) }
        return Response(
            headers: ["Content-Type": tile.mediaType, "ETag": tag, "Cache-Control": caching],
            body: .bytes(tile.bytes))
    }

    static func number(_ text: String, _ name: String) throws(Problem) -> Int {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), text.utf8.count <= 9, let value = Int(text) else {
            throw .badParameter(name, "'\(text)' is not a whole number from 0")
        }
        return value
    }

    /// The problem to answer for a picture that cannot be shown.
    static func problem(_ error: ImageError) -> Problem {
        switch error {
        case .unreadable(let text), .shownElsewhere(let text): Problem(404, text, kind: "unreadable")
        case .notAnImage, .damaged, .damagedInPart: Problem(422, error.explanation, kind: "damaged")
        case .unsupported, .notDecoded: Problem(415, error.explanation, kind: "unsupported")
        case .tooLarge: Problem(422, error.explanation, kind: "too-large")
        case .unavailable: .unavailable("\(error.explanation); it is tried again", retryAfter: 2)
        case .changed: .unavailable("\(error.explanation); ask again", retryAfter: 1)
        }
    }
}
