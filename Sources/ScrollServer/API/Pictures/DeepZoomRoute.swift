// GET /dzi/{collection}~{item}…: Deep Zoom.

import Catalog
import HTTP
import Platform
import Tiles
import Tiling

/// Answers with the description of a picture for Deep Zoom, and with its tiles.
struct DeepZoomRoute: Sendable {
    private static let tilesEnding = "_files"

    static let version = TextParameter(
        "v", "the item's version; with the current one the answer may be kept for ever, and so may its tiles")

    let lookup: PictureLookup
    let maker: RegionMaker
    let base: BasePath

    /// Answers with the description as XML.
    func xml(_ request: Request) throws(Problem) -> Answer {
        try description(request) { _, size in
            Response(contentType: "application/xml", Array(DeepZoom(Pyramid(size)).xml.utf8))
        }
    }

    /// Answers with the description as JSON; it names the address of the tiles, which cannot be guessed from its own.
    func json(_ request: Request) throws(Problem) -> Answer {
        try description(request) { identifier, size in
            Response(
                contentType: "application/json",
                JSONWriter.object { json in
                    json.object("Image") { json in
                        json.member("xmlns", DeepZoom.namespace)
                        json.member(
                            "Url",
                            request.origin + base.address("/dzi/\(Query.escaped(identifier))\(Self.tilesEnding)/"))
                        json.member("Format", "jpg")
                        json.member("Overlap", "\(DeepZoom.overlap)")
                        json.member("TileSize", "\(DeepZoom.tileSize)")
                        json.object("Size") { json in
                            json.member("Width", "\(size.width)")
                            json.member("Height", "\(size.height)")
                        }
                    }
                })
        }
    }

    private func description(
        _ request: Request, _ make: @escaping @Sendable (_ identifier: String, PixelSize) -> Response
    ) throws(Problem) -> Answer {
        let name = request.pathSegments[1]
        let identifier = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
        return try lookup.answer(identifier) { picture in
            var response = make(identifier, picture.size)
            response.headers["ETag"] = "\"\(picture.item.version)-dzi\""
            response.headers["Cache-Control"] = TileRoute.caching(request, version: picture.item.version)
            return .now(response)
        }
    }

    /// Answers with a tile.
    func tile(_ request: Request) throws(Problem) -> Answer {
        let identifier = String(request.pathSegments[1].dropLast(Self.tilesEnding.count))
        return try lookup.answer(identifier) { (picture) throws(Problem) in try tile(request, of: picture) }
    }

    private func tile(_ request: Request, of picture: FoundPicture) throws(Problem) -> Answer {
        let (path, file) = (request.pathSegments[2], request.pathSegments[3])
        let place = file.dropLast(".jpg".count).split(separator: "_", omittingEmptySubsequences: false)
        guard place.count == 2 else { throw .notFound("a tile's address ends with column_row.jpg") }
        let level = try TileRoute.number(path, "level")
        let (column, row) = (
            try TileRoute.number(String(place[0]), "column"), try TileRoute.number(String(place[1]), "row")
        )
        let zoom = DeepZoom(Pyramid(picture.size))
        guard let tile = zoom.tile(level: level, column: column, row: row) else {
            throw .notFound(
                "item '\(picture.item.id)' (\(picture.size.width) × \(picture.size.height) pixels) has no tile "
                    + "\(level)/\(column)_\(row)")
        }
        let fields: ResponseHeaders = [
            "ETag": "\"\(picture.item.version)-dzi-\(level)-\(column)-\(row)\"",
            "Cache-Control": TileRoute.caching(request, version: picture.item.version),
        ]
        return lookup.image(
            RegionImage(region: tile.region, size: tile.size), of: picture, by: maker, request, fields: fields
        ) { (picture) throws(Problem) in
            try self.tile(request, of: picture)
        }
    }
}
