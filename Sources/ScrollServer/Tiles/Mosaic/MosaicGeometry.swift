// What the tiles of a mosaic are cut from: layout, order and scale, also as the query of their URLs.

import Catalog
import HTTP
import Platform
import Tiling

/// The arrangement of a mosaic's cells: all that determines its tiles, apart from the items.
package struct MosaicGeometry: Sendable, Equatable {
    /// The layout, of kind `grid` with a number of columns; its viewport has only a width, in points.
    package let layoutRequest: LayoutRequest
    package let order: ItemOrder
    /// At least 1: smaller cells come from more columns.
    let zoomScale: Double
    /// The side of a tile that does not end with the content, in device pixels.
    let side: Int
    /// The colour of places without a cell, 0xRRGGBB; nil for transparent.
    let ground: UInt32?
    /// On a contact sheet, the colour of unknown items, 0xRRGGBB; nil if this is no contact sheet.
    let unknown: UInt32?
    /// The query of the tiles' URLs without `v`; the same geometry always has the same text.
    package let query: String

    /// Makes a geometry from a resolved layout request.
    ///
    /// Of its pinned rows only those that make a difference must be left, each with the first item of its group, so that
    /// one geometry has one text.
    package init(
        _ layoutRequest: LayoutRequest, order: ItemOrder, zoomScale: Double, side: Int, ground: UInt32? = nil,
        unknown: UInt32? = nil
    ) {
        var grid = LayoutRequest(
            kind: .grid, viewport: Size(width: layoutRequest.viewport.width, height: 1),
            columns: layoutRequest.columnCount, scale: layoutRequest.scale, grouping: layoutRequest.grouping,
            spacing: layoutRequest.spacing)
        grid.lead = grid.grouping == nil ? layoutRequest.lead % layoutRequest.columnCount : 0
        grid.pinnedRows = grid.grouping == nil ? [] : layoutRequest.pinnedRows
        (self.layoutRequest, self.order, self.zoomScale, self.side) = (grid, order, zoomScale, side)
        (self.ground, self.unknown) = (ground, unknown)
        let query = Self.query(grid, order, zoomScale, side, ground)
        // Not part of any URL: contact sheets have none.
        self.query = query + (unknown.map { "&unknown=" + String($0, radix: 16) } ?? "")
    }

    private static func query(
        _ grid: LayoutRequest, _ order: ItemOrder, _ zoomScale: Double, _ side: Int, _ ground: UInt32?
    ) -> String {
        var parts = ["columns=\(grid.columnCount)", "width=\(plain(grid.viewport.width))"]
        if grid.lead > 0 { parts.append("lead=\(grid.lead)") }
        if !grid.pinnedRows.isEmpty { parts.append("held=" + text(of: grid.pinnedRows)) }
        parts.append("spacing=\(plain(grid.spacing))")
        parts.append("scale=\(plain(grid.scale))")
        if zoomScale != 1 { parts.append("zoom=\(plain(zoomScale))") }
        if side != MosaicTiles.sides[0] { parts.append("side=\(side)") }
        if let ground { parts.append("ground=" + ground.digits(6, radix: 16)) }
        let sort = order.arrangement?.sort
        if let sort {
            parts.append("order=\(sort.isDescending ? "-" : "")\(Query.escaped(sort.field))")
        } else if order.key != .name || order.isDescending {
            parts.append("order=\(order.text)")
        }
        if let grouping = grid.grouping { parts.append("group=\(Query.escaped(grouping.rawValue))") }
        if let text = order.arrangement?.written.text, !text.isEmpty { parts.append("q=\(Query.escaped(text))") }
        return parts.joined(separator: "&")
    }

    /// The rows that begin with empty cells: for each its first item, and the number of empty cells.
    package var pinnedRowText: String { Self.text(of: layoutRequest.pinnedRows) }

    private static func text(of rows: [PinnedRow]) -> String {
        rows.flatMap { ["\($0.start)", "\($0.column)"] }.joined(separator: ",")
    }

    /// Formats a number so that parsing gives the same number.
    private static func plain(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e15 ? "\(Int(clamping: number))" : "\(number)"
    }

    /// Returns the tiles of a layout; nil if it is no mosaic, or has no items.
    package func tiles(of layout: Layout) -> MosaicTiles? {
        MosaicTiles(layout, zoomScale: zoomScale, scale: layoutRequest.scale, side: side)
    }
}
