// The parts of paths that are in braces.

import Tiling

/// What the parts of a path in braces may be.
enum PathParameters {
    private static let collection = TextParameter("collection", isRequired: true, "the id of a collection")
    private static let item = TextParameter("item", isRequired: true, "the id of an item")
    private static let state = TextParameter(
        "restorationIdentifier", .text(pattern: "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"), isRequired: true,
        "the name of a saved place")
    private static let companion = TextParameter("name", isRequired: true, "the name of a file beside the item's")

    /// The numbers in addresses of tiles.
    private static let places = 0...999_999_999
    private static let level = TextParameter(
        "level", .wholeOrWord(places, [Addresses.copy]), isRequired: true,
        "0 is full size, each further level half of the one before; `copy` is the smaller copy in a HEIC")
    private static let deepZoomLevel = TextParameter(
        "level", .whole(places, default: nil), isRequired: true,
        "0 is one pixel, each further level has twice the sides")
    private static let mapLevel = TextParameter(
        "level", .whole(MapTile.levels, default: nil), isRequired: true,
        "0 is the whole world, each further level has twice the sides")
    private static let planeLevel = TextParameter(
        "level", .whole(places, default: nil), isRequired: true,
        "how often the plane is halved into tiles, across and down by turns")
    private static let column = TextParameter(
        "column", .whole(places, default: nil), isRequired: true, "the column of a tile, from 0")
    private static let row = TextParameter(
        "row", .whole(places, default: nil), isRequired: true, "the row of a tile, from 0")

    private static let region = TextParameter(
        "region", isRequired: true, "`full`, `square`, `x,y,w,h` in pixels, or `pct:x,y,w,h` in percent")
    private static let size = TextParameter(
        "size", isRequired: true, "`max`, `w,`, `,h`, `w,h`, `!w,h` or `pct:n`; in version 3 also with `^` before it")
    private static let rotation = TextParameter(
        "rotation", isRequired: true, "`0`, `90`, `180`, `270` or `360`; with `!` before it the image is mirrored first"
    )
    private static let quality = TextParameter(
        "quality", .word(ImageRequest.Quality.allCases.map(\.rawValue), default: nil), isRequired: true, "the colours")
    private static let format = TextParameter(
        "format", .word(ImageRequest.Format.allCases.map(\.rawValue), default: nil), isRequired: true, "the format")

    private static let known: [String: TextParameter] = Dictionary(
        uniqueKeysWithValues: [
            collection, item, state, companion, level, column, row, region, size, rotation, quality, format,
        ].map { ($0.name, $0) })

    /// The parameters of a path, in its order.
    ///
    /// A name without a declaration is taken for any text; a test finds it.
    static func parameters(of template: String) -> [TextParameter] {
        template.split(separator: "{").dropFirst().map { part in
            let name = String(part.prefix { $0 != "}" })
            if name == deepZoomLevel.name, template.hasPrefix("/dzi/") { return deepZoomLevel }
            if name == mapLevel.name, template.hasPrefix("/api/outline/") { return mapLevel }
            if name == planeLevel.name, template.contains("/plane/") { return planeLevel }
            return known[name] ?? TextParameter(name, isRequired: true, "")
        }
    }
}
