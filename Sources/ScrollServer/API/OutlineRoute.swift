// GET /api/outline/{level}/{column}/{row}.svg

import HTTP
import Platform
import Tiling

/// Answers the squares of a plane's map as SVG: coasts, borders, graticule and names of cities.
struct OutlineRoute: Sendable {
    static let version = TextParameter("v", "the version of the drawing; with the current one it may be kept for ever")

    let pool: WorkerPool

    /// Answers one square; with `v`, the version, the answer is immutable, and it has an `ETag` always.
    ///
    /// - Throws: a 404 where there is no such square.
    func answer(_ request: Request) throws(Problem) -> Answer {
        let path = request.pathSegments
        guard path.count == 5, path[4].hasSuffix(".svg") else {
            throw .notFound("the address of a map's square ends with its level, its column, its row and '.svg'")
        }
        let level = try TileRoute.number(path[2], "level")
        let column = try TileRoute.number(path[3], "column")
        let row = try TileRoute.number(String(path[4].dropLast(4)), "row")
        guard let tile = MapTile(level: level, column: column, row: row) else {
            throw .notFound(
                "the map has no square \(level)/\(column)/\(row): there are levels 0 to \(MapTile.levels.upperBound), "
                    + "each with twice as many columns and rows as the one before")
        }
        let tag = "\"\(MapTile.version)-\(level)-\(column)-\(row)\""
        let caching = TileRoute.caching(request, version: MapTile.version)
        if ConditionalRequest(request).outcome(tag: tag, modified: nil) == .notModified {
            return .now(TileRoute.response(nil, tag, caching))
        }
        return .work(on: pool) { () throws(Problem) in
            var response = Response(contentType: "image/svg+xml", Array(tile.svg.utf8))
            response.headers["ETag"] = tag
            response.headers["Cache-Control"] = caching
            response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            return response
        }
    }
}

extension Addresses {
    /// The address of a square of a map.
    func map(_ tile: MapTile) -> String {
        base.address("/api/outline/\(tile.level)/\(tile.column)/\(tile.row).svg") + "?v=\(MapTile.version)"
    }
}
