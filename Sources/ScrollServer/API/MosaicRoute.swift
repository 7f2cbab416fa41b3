// GET /api/collections/{collection}/mosaic/{column}/{row}

import Catalog
import HTTP
import Pixels
import Platform
import Tiles
import Tiling

/// Answers tiles of mosaics: pictures of many small cells of a grid.
struct MosaicRoute: Sendable {
    static let parameters: [any Parameter] =
        [width, columns, cell, PlanRequest.scale, PlanRequest.spacing, PlanRequest.lead, zoom, side]
        + Parameters.ofArrangement + [held, PlanRequest.groundColour, version]

    static let width = RequiredNumberParameter("width", in: 1...100_000, "of all columns together, in points")
    static let columns = OptionalWholeParameter(
        "columns", in: 1...DensityZoom.mostColumns, "how many columns there are; this or `cell` must be given")
    static let cell = OptionalNumberParameter(
        "cell", in: 0.001...1000, "about how many device pixels there are from one cell to the next")
    static let zoom = NumberParameter("zoom", in: 1...1000, default: 1, "the plan's zoom scale")
    static let side = WordParameter(
        "side", MosaicTiles.sides.map(String.init), default: String(MosaicTiles.sides[0]),
        "of a tile, in device pixels")
    static let held = TextParameter(
        "held", .list(.whole(0...1 << 48, default: nil), count: 2...128),
        "a plan's `mosaic.held`: pairs of the first item of a group, and the empty cells before it")
    static let version = TextParameter("v", "the version, which changes as more of the items are known")

    let plans: Plans

    /// Answers one tile; with `v`, the version, the answer is immutable, without it has an `ETag`.
    ///
    /// The layout is given by `columns`, or `cell`, the approximate device pixels from one cell to the next; `width`,
    /// of all columns, in points; `lead`, `spacing`, `scale`, `q`, `order` and `group` as for a plan; `zoom`; `side`,
    /// of a tile in device pixels; `ground`, the colour where there is no cell, which makes the tile opaque; and
    /// `held`, pairs of a group's first item and the empty cells before it. `path` is the end of the URL's path: column
    /// and row. Throws a 400 that names a bad parameter.
    func answer(
        _ request: Request, position path: ArraySlice<String>, of entry: CatalogEntry
    ) throws(Problem) -> Answer {
        guard path.count == 2, let first = path.first, let last = path.last else {
            throw .notFound("the address of a mosaic's tile ends with its column and row")
        }
        let (column, row) = (try TileRoute.number(first, "column"), try TileRoute.number(last, "row"))
        guard entry.collection.series == nil else { throw .notFound("a chart has no mosaic") }
        let geometry = try Self.geometry(request.query, of: entry.collection)
        try entry.collection.check(geometry.order)
        return answer(request) { [plans] () throws(Problem) in
            try Self.tile(geometry, column: column, row: row, of: entry, plans)
        }
    }

    /// Answers the tile that `find` returns on a worker thread.
    func answer(
        _ request: Request, _ find: @escaping @Sendable () throws(Problem) -> MosaicTile
    ) -> Answer {
        let conditions = ConditionalRequest(request)
        let respond: @Sendable (EncodedTile?, _ tag: String, _ version: String) -> Response = { tile, tag, version in
            TileRoute.response(tile, tag, TileRoute.caching(request, version: version))
        }
        return .later(
            .chain(on: plans.pool) { [plans] chain, finish in
                do throws(Problem) {
                    let tile = try find()
                    let tag = tile.key.entityTag
                    if conditions.outcome(tag: tag, modified: nil) == .notModified {
                        return finish(respond(nil, tag, tile.key.version))
                    }
                    if let known = plans.tiler.cached(tile.key) {
                        return finish(respond(known, tag, tile.key.version))
                    }
                    let urgency = TileUrgency(turn: plans.pipeline.newTurn())
                    let pending = plans.tiler.request(tile, urgency: urgency) { result in
                        switch result {
                        case .success(let made):
                            var key = tile.key
                            key.version = made.version
                            finish(respond(made.tile, key.entityTag, made.version))
                        case .failure(let error): finish(TileRoute.problem(error).response)
                        }
                    }
                    if let pending { chain.add(Cancellation { pending.cancel() }) }
                } catch {
                    finish(error.response)
                }
            })
    }

    private static func geometry(
        _ query: Query, of collection: any ItemCollection
    ) throws(Problem) -> MosaicGeometry {
        let parameters = Parameters(query)
        let width = try parameters.read(Self.width)
        let scale = try parameters.read(PlanRequest.scale)
        let spacing = try parameters.read(PlanRequest.spacing)
        let columns = try parameters.read(Self.columns)
        let cell = try parameters.read(Self.cell)
        guard (columns == nil) != (cell == nil) else {
            throw .badParameter(
                "columns", columns == nil ? "is missing; give columns or cell" : "and cell exclude each other")
        }
        let fitting = cell.map { GridLayout.mosaicColumns(width: width, spacing: spacing, scale: scale, pitch: $0) }
        var layout = LayoutRequest(
            kind: .grid, viewport: Size(width: width, height: 1), columns: columns ?? fitting, scale: scale,
            spacing: spacing)
        layout.lead = try parameters.read(PlanRequest.lead)
        layout.grouping = try parameters.grouping(of: collection)
        layout.pinnedRows = try pinnedRows(parameters)
        guard layout.grid(count: 0).isMosaic else {
            throw .badParameter(
                columns == nil ? "cell" : "columns",
                "cells of \(Int(clamping: DensityZoom.smallestCell)) points and more have tiles of their own; give smaller ones"
            )
        }
        let side = try parameters.read(Self.side).flatMap { Int($0) } ?? MosaicTiles.sides[0]
        return MosaicGeometry(
            layout, order: try parameters.order(of: collection),
            zoomScale: try parameters.read(Self.zoom), side: side,
            ground: try parameters.colour(PlanRequest.groundColour))
    }

    /// The rows that begin with empty cells.
    static func pinnedRows(_ parameters: Parameters) throws(Problem) -> [PinnedRow] {
        guard let text = try parameters.read(Self.held) else { return [] }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        let values = numbers.compactMap(\.self)
        let isWhole = values.count == numbers.count && values.count % 2 == 0 && values.count <= 128
        guard isWhole, values.allSatisfy({ (0...1 << 48).contains($0) }) else {
            throw .badParameter(
                "held", "needs pairs of numbers: the first item of a group, and the empty cells before it")
        }
        return stride(from: 0, to: values.count, by: 2).map {
            PinnedRow(start: values[$0], isWhole: false, column: values[$0 + 1])
        }
    }

    /// The tile of the present items.
    ///
    /// Blocks.
    ///
    /// - Throws: a 404 where there is no such tile.
    private static func tile(
        _ geometry: MosaicGeometry, column: Int, row: Int, of entry: CatalogEntry, _ plans: Plans
    ) throws(Problem) -> MosaicTile {
        let view = try entry.makeView(geometry.order)
        try ResolvedRequest.check(geometry.layoutRequest.grouping, view.items)
        let items = view.layouts.withLayout(geometry.layoutRequest) { layout -> Range<Int>? in
            guard let tiles = geometry.tiles(of: layout), column < tiles.counts.columns, row < tiles.counts.rows
            else { return nil }
            return tiles.items(column: column, row: row)
        }
        guard let items = items ?? nil else {
            throw .notFound("the mosaic has no tile \(column)/\(row): it ends before that")
        }
        let version = plans.mosaics.version(ofItems: items, of: view, in: entry.collection)
        return MosaicTile(geometry, column: column, row: row, version: version, of: view, in: entry.collection)
    }
}
