// A grid of a site: plans of all its rows, made beforehand.

import Pixels
import Platform
import Tiles
import Tiling

/// The plans of a grid with so many columns, at one width; the page scales them to its own.
///
/// Each plan is a band of whole rows. All are made by the server's planner.
struct SiteGrid {
    /// The columns of the grids; the page shows the one whose cells come nearest to what a reader wants.
    static let columns = [2, 3, 4, 6, 8, 12, 16, 24]
    /// The side of a cell, in points; less where more of them would be wider than `greatestWidth`.
    private static let greatestCell = 180
    private static let greatestWidth = 1468
    private static let spacing = 4
    /// Device pixels per point: pictures are sharp on dense screens, too.
    private static let scale = 2.0
    /// Items in a band, about.
    private static let bandCount = 96

    private let pictures: [ExportedPicture]
    private let layout: GridLayout
    /// Rows of a band.
    private let rows: Int

    init(_ pictures: [ExportedPicture], columns: Int) {
        self.pictures = pictures
        let gaps = Self.spacing * (columns - 1)
        let cell = min(Self.greatestCell, (Self.greatestWidth - gaps) / columns)
        layout = GridLayout(
            count: pictures.count, width: Double(columns * cell + gaps), columns: columns,
            spacing: Double(Self.spacing), scale: Self.scale)
        rows = max(1, Self.bandCount / columns)
    }

    private var itemsPerBand: Int { rows * layout.columns }

    /// The number of bands.
    var count: Int { (pictures.count + itemsPerBand - 1) / itemsPerBand }

    var folder: String { "plans/grid/\(layout.columns)" }

    /// The name of a band within the folder.
    static func name(of band: Int) -> String { "\(band).json" }

    /// Writes what a page needs to find the band at an offset, and that of an item.
    func writeExtent(into json: inout JSONWriter) {
        json.member("columns", layout.columns)
        json.member("width", layout.contentSize.width)
        json.member("height", layout.contentSize.height)
        json.member("cell", layout.cell)
        json.member("bandHeight", Double(rows) * layout.pitch)
        json.member("bandCount", itemsPerBand)
        json.member("bands", "\(folder)/{band}.json")
    }

    /// A band: its tiles, with frames in points from the band's upper left corner, and there, by two numbers for each
    /// item, the corners of the cells.
    func band(_ band: Int) -> [UInt8] {
        let items = band * itemsPerBand..<min((band + 1) * itemsPerBand, pictures.count)
        let top = Double(band * rows) * layout.pitch
        var request = Planner.Request(
            viewport: Size(
                width: layout.contentSize.width,
                height: max(1, min(Double(rows) * layout.pitch - layout.gap, layout.contentSize.height - top))))
        request.offset.y = top
        request.scale = Self.scale
        request.overscan = 0
        request.hasBackdrop = true
        request.greatestMagnification = Planner.greatestMagnification
        let plan = Planner(layout: .grid(layout)).plan(for: request) { window in
            pictures[window].map {
                Planner.Picture(size: $0.pyramid.size, isTiled: true, storedTiles: $0.item.storedTiles)
            }
        }
        // Of each picture the coarsest first, which lies beneath the others.
        let tiles = plan.tiles.sorted {
            ($0.index, $1.level, $0.row, $0.column) < ($1.index, $0.level, $1.row, $1.column)
        }
        return JSONWriter.object(capacity: 1 << 15) { json in
            json.array("tiles") { json in
                for tile in tiles { json.object { write(tile, into: &$0) } }
            }
            json.array("corners") { json in
                for frame in items.lazy.map(layout.frame) {
                    json.value(frame.x)
                    json.value(frame.y - top)
                }
            }
        }
    }

    private func write(_ tile: PlannedTile, into json: inout JSONWriter) {
        let picture = pictures[tile.index]
        json.member("index", tile.index)
        json.member("item", picture.name)
        json.member("level", tile.level)
        json.member("column", tile.column)
        json.member("row", tile.row)
        json.member("x", tile.frame.x)
        json.member("y", tile.frame.y)
        json.member("width", tile.frame.width)
        json.member("height", tile.frame.height)
        json.write(clip: tile.clip)
        json.member("name", picture.title)
        json.member(
            "url",
            SitePicture.address(
                of: TilePosition(level: tile.level, column: tile.column, row: tile.row), of: picture))
    }
}
