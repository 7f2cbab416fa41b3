// GET …/tiles/{item}/{level}/{column}/{row} and …/items/{item}/original

import Tiling

/// Answers with image bytes.
struct TileRoute: Sendable {
    /// A version in the URL names the bytes for good (RFC 8246).
    private static let immutable = "public, max-age=31536000, immutable"

    let pipeline: TilePipeline
    let pool: WorkerPool

    /// - Parameter path: level, column and row, as the URL has them.
    func answer(
        _ request: Request, ofItem id: String, position path: ArraySlice<String>, of entry: CatalogEntry
    ) throws(Problem) -> Answer {
        guard path.count == 3 else { throw .notFound("a tile's address ends with its level, column and row") }
        let (first, level) = (path.startIndex, try Self.number(path[path.startIndex], "level"))
        let position = TilePosition(
            level: level, column: try Self.number(path[first + 1], "column"),
            row: try Self.number(path[first + 2], "row"))
        guard let summary = entry.collection.summary(ofItem: id) else {
            throw .notFound("collection '\(entry.collection.id)' has no item '\(id)'")
        }
        if let error = summary.error { throw Self.problem(error) }
        guard summary.isTiled else {
            guard level == 0, position.column == 0, position.row == 0 else {
                throw .notFound("item '\(id)' comes whole, as tile 0/0/0")
            }
            if let format = summary.format, format == .heic || format == .tiff {
                throw Problem(
                    415, "\(format.name.uppercased()) pictures cannot be shown yet; the original can be downloaded",
                    kind: "unsupported")
            }
            return original(ofItem: id, of: entry, request: request, version: summary.version)
        }
        guard let size = summary.size else { return measured(request, id, path, entry) }
        guard Pyramid(size).region(level: level, column: position.column, row: position.row) != nil else {
            throw .notFound(
                "item '\(id)' (\(size.width) × \(size.height) pixels) has no tile "
                    + "\(level)/\(position.column)/\(position.row)")
        }
        guard let pass = TilePass(entry.collection, summary, level: level) else {
            throw .notFound("item '\(id)' has no tiles")
        }
        let key = pass.key(position)
        let (tag, caching) = (key.entityTag, Self.caching(request, version: summary.version))
        let isKnown = ConditionalRequest(request).outcome(tag: tag, modified: nil) == .notModified
        if isKnown { return .now(Self.response(nil, tag, caching)) }
        if let tile = pipeline.cached(key) { return .now(Self.response(tile, tag, caching)) }
        return .later(
            Deferred { finish in
                pipeline.request(position, of: pass) { result in
                    switch result {
                    case .success(let tile): finish(Self.response(tile, tag, caching))
                    case .failure(let error): finish(Self.problem(error).response)
                    }
                }
            })
    }

    /// Reads the item's header, then answers: which tiles there are depends on its size.
    private func measured(
        _ request: Request, _ id: String, _ path: ArraySlice<String>, _ entry: CatalogEntry
    ) -> Answer {
        .later(
            Deferred { finish in
                let work = pool.submit {
                    entry.collection.measure(item: id)
                    guard let summary = entry.collection.summary(ofItem: id),
                        summary.size != nil || summary.error != nil
                    else { return finish(Problem.notFound("the item has gone").response) }
                    do throws(Problem) {
                        switch try answer(request, ofItem: id, position: path, of: entry) {
                        case .now(let response): finish(response)
                        case .later(let deferred): _ = deferred.start(finish)
                        // No tile is another protocol.
                        case .upgrade: finish(Problem.internalError("this tile cannot be answered").response)
                        }
                    } catch {
                        finish(error.response)
                    }
                }
                guard let work else {
                    finish(Problem.unavailable("the server is stopping").response)
                    return .none
                }
                return Cancellation { work.cancel() }
            })
    }

    /// The thumbnail that the file brings along, upright: to be seen while the tile is made. 204 where there is none that
    /// fits, so that a page which asks on the off chance meets no error.
    func thumbnail(_ request: Request, ofItem id: String, of entry: CatalogEntry) throws(Problem) -> Answer {
        guard let summary = entry.collection.summary(ofItem: id) else { throw .notFound("the item has gone") }
        if let error = summary.error { throw Self.problem(error) }
        let caching = Self.caching(request, version: summary.version)
        let tag = "\"\(summary.version)-thumbnail\""
        return .later(
            .work(on: pool) {
                let collection = entry.collection
                collection.measure(item: id)
                var response = Response(204)
                if let details = collection.details(ofItem: id), details.format == .jpeg, let size = details.size,
                    case .file(let source, let orientation)? = try? collection.content(ofItem: id),
                    let tile = EmbeddedThumbnail.make(from: source, size: size, orientation: orientation)
                {
                    response = Response(contentType: tile.mediaType, tile.bytes)
                    response.headers["ETag"] = tag
                }
                response.headers["Cache-Control"] = caching
                return response
            })
    }

    /// The item's own bytes.
    func original(ofItem id: String, of entry: CatalogEntry) -> Answer {
        original(ofItem: id, of: entry, request: nil, version: nil)
    }

    private func original(ofItem id: String, of entry: CatalogEntry, request: Request?, version: String?) -> Answer {
        let caching = request.map { Self.caching($0, version: version ?? "") } ?? "no-cache"
        return .later(
            .work(on: pool) {
                do {
                    var response = try Self.response(try entry.collection.original(ofItem: id))
                    response.headers["Cache-Control"] = caching
                    return response
                } catch let error as ImageError {
                    return Self.problem(error).response
                } catch {
                    return Problem.notFound("the file cannot be read: \(error)").response
                }
            })
    }

    private static func response(_ original: Original) throws(SystemError) -> Response {
        var response: Response
        switch original {
        case .file(let file, let format):
            response = try StaticFiles.response(file, type: format.mimeType)
        case .bytes(let bytes, let format):
            response = Response(contentType: format.mimeType, bytes)
        }
        // An SVG is a document: opened by itself it must not run scripts in our origin's name.
        response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }

    private static func caching(_ request: Request, version: String) -> String {
        request.query["v"] == version ? immutable : "no-cache"
    }

    /// Without a tile, for who has it already.
    private static func response(_ tile: EncodedTile?, _ tag: String, _ caching: String) -> Response {
        guard let tile else { return Response(headers: ["ETag": tag, "Cache-Control": caching]) }
        return Response(
            headers: ["Content-Type": tile.mediaType, "ETag": tag, "Cache-Control": caching],
            body: .bytes(tile.bytes))
    }

    private static func number(_ text: String, _ name: String) throws(Problem) -> Int {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), text.utf8.count <= 9, let value = Int(text) else {
            throw .badParameter(name, "'\(text)' is not a whole number from 0")
        }
        return value
    }

    /// What a picture that cannot be shown is answered with.
    static func problem(_ error: ImageError) -> Problem {
        switch error {
        case .unreadable(let text): Problem(404, text, kind: "unreadable")
        case .notAnImage, .damaged: Problem(422, error.explanation, kind: "damaged")
        case .unsupported: Problem(415, error.explanation, kind: "unsupported")
        case .tooLarge: Problem(422, error.explanation, kind: "too-large")
        }
    }
}
