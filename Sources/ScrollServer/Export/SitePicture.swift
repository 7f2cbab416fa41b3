// One picture of a site: what is said of it, and where its tiles lie at each level.

import Catalog
import Pixels
import Platform
import Tiles
import Tiling

/// Writes the plan of a picture, which the page scales to its view.
///
/// `picture.json` has the picture's details, and each level that is one window of tiles. Those of larger levels have
/// files of their own, so that a page of a gigapixel picture reads only what is seen.
struct SitePicture {
    /// A window of a level that has several.
    struct Part {
        let level: Int
        let column: Int
        let row: Int

        /// Relative to the picture's folder.
        var path: String { "\(level)/\(column)_\(row).json" }
    }

    /// Tiles across a window, and down.
    private static let windowSide = 8
    private static let folder = "pictures"

    private let picture: ExportedPicture

    init(_ picture: ExportedPicture) { self.picture = picture }

    /// The folder of a picture with this name.
    static func folder(_ name: String) -> String { "\(folder)/\(name)" }

    /// The address of a tile, relative to the page.
    static func address(of tile: TilePosition, of picture: ExportedPicture) -> String {
        "\(folder(picture.name))/\(PyramidFiles.path(tile))"
    }

    private var pyramid: Pyramid { picture.pyramid }

    private var levels: ClosedRange<Int> { 0...PyramidFiles.lastLevel(of: pyramid) }

    /// Windows of a level, across and down.
    private func windowCounts(of level: Int) -> (columns: Int, rows: Int) {
        let (columns, rows) = pyramid.tileCounts(of: level)
        return ((columns - 1) / Self.windowSide + 1, (rows - 1) / Self.windowSide + 1)
    }

    /// All windows that have files of their own, in a fixed order.
    var parts: [Part] {
        levels.flatMap { level in
            let counts = windowCounts(of: level)
            guard counts != (1, 1) else { return [Part]() }
            return (0..<counts.rows).flatMap { row in
                (0..<counts.columns).map { Part(level: level, column: $0, row: row) }
            }
        }
    }

    /// The file of a window.
    func bytes(of part: Part) -> [UInt8] {
        JSONWriter.object(capacity: 1 << 13) { writeTiles(of: part, into: &$0) }
    }

    /// `picture.json`.
    var description: [UInt8] {
        JSONWriter.object(capacity: 1 << 12) { json in
            writeDetails(into: &json)
            json.array("levels") { json in
                for level in levels {
                    json.object { json in
                        let (size, counts) = (pyramid.size(of: level), windowCounts(of: level))
                        json.member("level", level)
                        json.member("width", size.width)
                        json.member("height", size.height)
                        if counts == (1, 1) {
                            return writeTiles(of: Part(level: level, column: 0, row: 0), into: &json)
                        }
                        json.member("windows", "\(Self.folder(picture.name))/\(level)/{column}_{row}.json")
                        json.member("window", Self.windowSide * pyramid.tileSide(of: level))
                        json.member("columns", counts.columns)
                        json.member("rows", counts.rows)
                    }
                }
            }
        }
    }

    /// The tiles of a window, with their frames in pixels of the level.
    private func writeTiles(of part: Part, into json: inout JSONWriter) {
        let counts = pyramid.tileCounts(of: part.level)
        let (left, top) = (part.column * Self.windowSide, part.row * Self.windowSide)
        json.array("tiles") { json in
            for row in top..<min(top + Self.windowSide, counts.rows) {
                for column in left..<min(left + Self.windowSide, counts.columns) {
                    guard let rect = pyramid.region(level: part.level, column: column, row: row) else { continue }
                    let tile = TilePosition(level: part.level, column: column, row: row)
                    json.object { json in
                        json.member("column", column)
                        json.member("row", row)
                        json.member("x", rect.x)
                        json.member("y", rect.y)
                        json.member("width", rect.width)
                        json.member("height", rect.height)
                        json.member("url", Self.address(of: tile, of: picture))
                    }
                }
            }
        }
    }

    // MARK: Details

    /// What the page says of a picture: nothing of where it was taken, which may be private.
    private func writeDetails(into json: inout JSONWriter) {
        let (size, details) = (pyramid.size, picture.details)
        // The same on each machine, whatever its time zone.
        let modified = details?.modified?.iso8601
        json.member("id", picture.name)
        json.member("name", picture.title)
        json.member("width", size.width)
        json.member("height", size.height)
        json.member("measured", true)
        json.member("orientation", 1)
        json.member("format", picture.item.format?.name)
        json.member("bytes", details?.byteCount)
        json.member("modified", modified)
        if let taken = details?.taken { json.member("taken", taken.iso8601) }
        json.member("url", picture.descriptionPath)
        json.array("facts") { json in
            if let format = picture.item.format { Self.write("format", .category, format.name, into: &json) }
            Self.write("width", .pixels, size.width, into: &json)
            Self.write("height", .pixels, size.height, into: &json)
            if let bytes = details?.byteCount { Self.write("bytes", .bytes, bytes, into: &json) }
            if let modified { Self.write("modified", .time, modified, into: &json) }
            if let taken = details?.taken { Self.write("taken", .time, taken.iso8601, into: &json) }
        }
    }

    private static func write(_ name: String, _ kind: FactKind, _ text: String, into json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("kind", kind.rawValue)
            json.member("text", text)
            // Nothing can be looked for in a site.
            json.member("query", String?.none)
        }
    }

    private static func write(_ name: String, _ unit: FactField.Unit, _ number: Int, into json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("kind", FactKind.number.rawValue)
            json.member("unit", unit.rawValue)
            json.member("text", FactText.number(Double(number), unit: unit))
            json.member("query", String?.none)
            json.member("number", number)
        }
    }
}
