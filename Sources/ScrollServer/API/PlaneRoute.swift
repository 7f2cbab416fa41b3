// GET /api/collections/{collection}/plane/{level}/{column}/{row}

import Catalog
import HTTP
import Platform
import Tiles
import Tiling

/// Answers tiles of planes: of each pixel the mean colour of its pictures, or their number.
struct PlaneRoute: Sendable {
    static let parameters: [any Parameter] =
        [show] + PlanRequest.plane + [tall, dark, counts] + Parameters.ofArrangement + [version]

    static let show = WordParameter(
        "show", [PlaneShow.colours.rawValue, PlaneShow.density.rawValue], default: PlaneShow.colours.rawValue,
        "`colours` for the mean colours of pictures, `density` for the colours of their numbers")
    static let tall = FlagParameter("tall", "the plane is first halved across its height, as in high windows")
    static let dark = FlagParameter("dark", "with `show=density`: colours for a dark ground, where more is lighter")
    static let counts = FlagParameter("counts", "the numbers of pictures as JSON, in place of a picture")
    static let version = TextParameter("v", "the version, which changes with the pictures and their known colours")

    let plans: Plans

    /// Answers one tile; with `v`, the version, the answer is immutable, without it has an `ETag`.
    ///
    /// `path` is the end of the URL's path: level, column and row. Throws a 400 that names a bad parameter, and a 404
    /// where there is no such tile.
    func answer(
        _ request: Request, position path: ArraySlice<String>, of entry: CatalogEntry
    ) throws(Problem) -> Answer {
        guard path.count == 3 else {
            throw .notFound("the address of a plane's tile ends with its level, column and row")
        }
        let first = path.startIndex
        let (level, column, row) = (
            try TileRoute.number(path[first], "level"), try TileRoute.number(path[first + 1], "column"),
            try TileRoute.number(path[first + 2], "row")
        )
        let parameters = Parameters(request.query)
        guard entry.collection.series == nil, let fields = try parameters.planeFields(of: entry.collection) else {
            throw .notFound("the collection has no plane: no two fields of it can place pictures")
        }
        let isTall = try parameters.read(Self.tall)
        guard let raster = PlaneRaster(level: level, isTall: isTall), column < raster.counts.columns,
            row < raster.counts.rows
        else { throw .notFound("the plane has no tile \(path.joined(separator: "/"))") }
        let show = try parameters.read(Self.show).flatMap { PlaneShow(rawValue: $0) } ?? .colours
        let look = PlaneLook(show: show, isDark: try parameters.read(Self.dark))
        let order = try parameters.order(of: entry.collection)
        try entry.collection.check(order)
        let geometry = PlaneGeometry(fields, isTall: isTall, order: order, shows: look, level: level)
        guard try parameters.read(Self.counts) else {
            return MosaicRoute(plans: plans).answer(request) { [plans] () throws(Problem) in
                let (view, index) = try Self.points(geometry, of: entry)
                let version = plans.mosaics.version(geometry, of: index, view, in: entry.collection)
                return MosaicTile(
                    geometry, column: column, row: row, version: version, of: view, in: entry.collection)
            }
        }
        return .work(on: plans.pool) { () throws(Problem) in
            let (_, index) = try Self.points(geometry, of: entry)
            return .json { json in
                json.member("level", level)
                json.member("column", column)
                json.member("row", row)
                json.member("side", PlaneRaster.side)
                json.member("greatest", index.greatestCount(level: level))
                json.array("counts") { json in
                    for count in index.counts(level: level, column: column, row: row) ?? [] { json.value(Int(count)) }
                }
            }
        }
    }

    /// The present items of a plane, and where they lie.
    ///
    /// Blocks.
    private static func points(
        _ geometry: PlaneGeometry, of entry: CatalogEntry
    ) throws(Problem) -> (view: CatalogView, index: PlaneIndex) {
        let view = try entry.makeView(geometry.order)
        guard let index = geometry.index(of: view) else {
            throw .notFound("the pictures have no such fields")
        }
        return (view, index)
    }
}
