// The messages that the server sends on a live session: differences of plans as text, tiles as binary messages.

import HTTP
import Pixels
import Platform
import Tiling

/// Writes messages.
///
/// A binary message, all numbers big-endian:
///
///      0          4          8
///     | message  | tiles    |                          then for each tile:
///
///      0          4          8          12     13      16
///     | slot     | number   | bytes    | type | 0 0 0 | bytes …
///
/// `message` counts the session's binary messages from 1; the page acknowledges this number. `tiles` is how many tiles
/// follow. `slot` is the slot that shows the tile in plan number `plan`, or 0xFFFFFFFF for a tile to hold and not show.
/// `number` names the tile in later plans. `bytes` is the length of the tile's data in bytes. `type` is 1 for JPEG,
/// 2 for PNG, 3 for WebP, 4 for GIF, 5 for SVG, 6 for AVIF, 0 for others.
enum SessionMessage {
    /// The difference between two plans.
    ///
    /// A slot that is neither shown, moved nor freed keeps its place in the content.
    struct Difference {
        var report: Int
        /// Whether this is the session's first plan: the page then clears everything it shows.
        var isFresh: Bool
        var document: [UInt8]
        var freed: [Int]
        /// The tiles that their slots have not shown before.
        var shown: [(slot: Int, wanted: SendQueue.Wanted)] = []
        var moved: [(slot: Int, placement: TilePlacement)] = []
        /// Numbers of the bands that the page is to remove.
        var freedBands: [Int] = []
        var bands: [PlanBands.New] = []
        /// nil where the page draws none.
        var sheets: Sheets?

        /// Whether nothing changes on the page.
        var isEmpty: Bool {
            freed.isEmpty && shown.isEmpty && moved.isEmpty && freedBands.isEmpty && bands.isEmpty && sheets == nil
        }
    }

    /// The contact sheets that the page is to have.
    struct Sheets {
        var grid: ContactSheets.Grid
        /// Whether the page's sheets are of another geometry.
        var isOther: Bool
        /// The number of each sheet, and of the tile with its picture.
        var numbers: [(sheet: Int, number: Int)]
    }

    static func plan(_ difference: Difference) -> [UInt8] {
        JSONWriter.object(capacity: 1024 + difference.document.count + 400 * difference.shown.count) { json in
            json.member("report", difference.report)
            json.member("fresh", difference.isFresh)
            json.member("place", written: difference.document)
            json.member("free", difference.freed)
            json.objects("show", of: difference.shown) { json, shown in
                json.member("slot", shown.slot)
                json.member("number", shown.wanted.number)
                json.member("sent", shown.wanted.tile.making != nil)
                json.member("tile", written: shown.wanted.tile.json)
            }
            json.objects("move", of: difference.moved) { json, moved in
                let placement = moved.placement
                json.member("slot", moved.slot)
                json.member("index", placement.index)
                if let name = placement.label.name { json.member("name", name) }
                json.write(placement.label)
                json.write(placement.frame)
                json.write(clip: placement.clip)
            }
            if !difference.freedBands.isEmpty || !difference.bands.isEmpty { writeBands(of: difference, to: &json) }
            if let sheets = difference.sheets { write(sheets, to: &json) }
        }
    }

    /// Writes patches as one flat array of numbers, five for each patch: column, row, columns, rows, colour.
    ///
    /// The first four count steps from the band's top-left corner; the colour is 0xRRGGBB, or −1 where it is not known.
    private static func writeBands(of difference: Difference, to json: inout JSONWriter) {
        json.object("bands") { json in
            json.member("free", difference.freedBands)
            json.objects("show", of: difference.bands) { json, new in
                json.member("band", new.band.number)
                json.member("x", new.position.x)
                json.member("y", new.position.y)
                json.member("width", new.band.size.width)
                json.member("height", new.band.size.height)
                json.member("columns", new.band.columns)
                json.member("rows", new.band.rows)
                json.array("patches") { json in
                    for (patch, colour) in zip(new.band.patches, new.colours) {
                        json.value(patch.column)
                        json.value(patch.row)
                        json.value(patch.columns)
                        json.value(patch.rows)
                        json.value(colour.map { Int($0) } ?? -1)
                    }
                }
                if let grid = difference.sheets?.grid { writePictures(of: new.band, on: grid, to: &json) }
            }
        }
    }

    /// Writes sheets as one flat array, two numbers for each: the sheet's and the tile's.
    private static func write(_ sheets: Sheets, to json: inout JSONWriter) {
        json.object("sheets") { json in
            json.member("side", sheets.grid.side)
            json.member("columns", sheets.grid.columns)
            json.member("fresh", sheets.isOther)
            json.member("numbers", sheets.numbers.flatMap { [$0.sheet, $0.number] })
        }
    }

    /// Writes the positions of a band's pictures: `runs` and `cut`, both flat arrays.
    ///
    /// A run has three numbers: the sheet, its first cell and the count of pictures, in the order of the patches. `cut`
    /// has five for each patch that extends beyond the band: its index, and the column, row, columns and rows of the
    /// whole patch.
    private static func writePictures(of band: Band, on grid: ContactSheets.Grid, to json: inout JSONWriter) {
        json.member("runs", grid.runs(of: band.patches).flatMap { [$0.sheet, $0.cell, $0.count] })
        json.member(
            "cut",
            band.patches.enumerated().flatMap { index, patch in
                patch.whole.map { [index, $0.column, $0.row, $0.columns, $0.rows] } ?? []
            })
    }

    /// Tells the page the numbers of the tiles that it reported to hold.
    static func numbers(_ tiles: [(url: String, number: Int)]) -> [UInt8] {
        JSONWriter.object { json in
            json.objects("numbers", of: tiles) { json, element in
                let (url, number) = element
                json.member("url", url)
                json.member("number", number)
            }
        }
    }

    /// Tells the page to drop tiles, by number.
    static func drop(_ numbers: [Int]) -> [UInt8] {
        JSONWriter.object { $0.member("drop", numbers) }
    }

    /// Tells the page that a tile cannot be made, and why.
    ///
    /// `retryAfter` is in seconds, nil for a permanent reason: the page then requests the tile by its URL.
    static func failure(number: Int, _ detail: String, retryAfter: Int?) -> [UInt8] {
        JSONWriter.object { json in
            json.member("failed", number)
            json.member("detail", detail)
            if let retryAfter { json.member("retryAfter", retryAfter) }
        }
    }

    /// Answers a report with a problem instead of a plan.
    static func problem(_ problem: Problem, report: Int) -> [UInt8] {
        let document = Array(problem.json.utf8.dropLast())
        return JSONWriter.object { json in
            json.member("report", report)
            json.member("problem", written: document)
        }
    }

    /// The parts of a binary message.
    static func tiles(message: Int, _ tiles: [(slot: Int?, number: Int, encoded: EncodedTile)]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var head: [UInt8] = []
        append(message, to: &head)
        append(tiles.count, to: &head)
        for (slot, number, encoded) in tiles {
            append(slot ?? 0xFFFF_FFFF, to: &head)
            append(number, to: &head)
            append(encoded.bytes.count, to: &head)
            head.append(contentsOf: [type(encoded.mediaType), 0, 0, 0])
            parts.append(head)
            parts.append(encoded.bytes)
            head.removeAll(keepingCapacity: true)
        }
        return parts
    }

    private static func type(_ mediaType: String) -> UInt8 {
        switch mediaType {
        case "image/jpeg": 1
        case "image/png": 2
        case "image/webp": 3
        case "image/gif": 4
        case "image/svg+xml": 5
        case "image/avif": 6
        default: 0
        }
    }

    /// Appends the lower 32 bits, big-endian.
    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
