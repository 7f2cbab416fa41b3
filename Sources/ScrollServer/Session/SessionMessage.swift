// What the server says on a live session: differences of plans as text, tiles as binary messages.

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
/// `message` counts the binary messages of the session from 1, and is what the page acknowledges. `slot` is that of the
/// plan that was said last, 0xFFFFFFFF for a tile that is to be held and not shown. `number` is the tile's, by which plans refer to
/// it from then on. `type` is 1 for JPEG, 2 for PNG, 3 for WebP, 4 for GIF, 5 for SVG, 6 for AVIF, 0 for others.
enum SessionMessage {
    /// One tile of a plan that is new in its slot.
    struct Shown {
        var slot: Int
        var number: Int
        var tile: SessionTile
    }

    /// The difference between two plans. What is neither shown, moved nor freed keeps its place in the content.
    struct Difference {
        var report: Int
        /// Whether it follows no plan: everything the page shows is void.
        var isFresh: Bool
        var place: [UInt8]
        var freed: [Int]
        var shown: [Shown]
        var moved: [(slot: Int, tile: SessionTile)]
        /// Numbers of bands that are not to be seen any more.
        var freedBands: [Int] = []
        var bands: [PlanBands.New] = []
    }

    static let headByteCount = 8
    static let tileHeadByteCount = 16

    static func plan(_ difference: Difference) -> [UInt8] {
        var json = JSONWriter(capacity: 1024 + difference.place.count + 400 * difference.shown.count)
        json.beginObject()
        json.name("report")
        json.value(difference.report)
        json.name("fresh")
        json.value(difference.isFresh)
        json.name("place")
        json.write(valueOfAtMost: difference.place.count) { $0.put(difference.place) }
        json.name("free")
        json.values(difference.freed)
        json.name("show")
        json.beginArray()
        for shown in difference.shown { write(shown, to: &json) }
        json.endArray()
        json.name("move")
        json.beginArray()
        for (slot, tile) in difference.moved { write(slot, tile, to: &json) }
        json.endArray()
        if !difference.freedBands.isEmpty || !difference.bands.isEmpty { writeBands(of: difference, to: &json) }
        json.endObject()
        return json.bytes
    }

    /// Patches are numbers in a row: column, row, columns, rows and colour of each, in steps from the band's corner;
    /// 0xRRGGBB, or −1 where it is not known.
    private static func writeBands(of difference: Difference, to json: inout JSONWriter) {
        json.name("bands")
        json.beginObject()
        json.name("free")
        json.values(difference.freedBands)
        json.name("show")
        json.beginArray()
        for new in difference.bands {
            json.beginObject()
            json.name("band")
            json.value(new.band.number)
            json.name("x")
            json.value(new.place.x)
            json.name("y")
            json.value(new.place.y)
            json.name("width")
            json.value(new.band.frame.width)
            json.name("height")
            json.value(new.band.frame.height)
            json.name("columns")
            json.value(new.band.columns)
            json.name("rows")
            json.value(new.band.rows)
            json.name("patches")
            json.beginArray()
            for (patch, colour) in zip(new.band.patches, new.colours) {
                json.value(patch.column)
                json.value(patch.row)
                json.value(patch.columns)
                json.value(patch.rows)
                json.value(colour.map { Int($0) } ?? -1)
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    /// The numbers of tiles that the page has said it holds.
    static func numbers(_ tiles: [(url: String, number: Int)]) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.name("numbers")
        json.beginArray()
        for (url, number) in tiles {
            json.beginObject()
            json.name("url")
            json.value(url)
            json.name("number")
            json.value(number)
            json.endObject()
        }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    /// Tiles that the page is to let go of.
    static func drop(_ numbers: [Int]) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.name("drop")
        json.values(numbers)
        json.endObject()
        return json.bytes
    }

    /// A tile that cannot be shown.
    static func failure(number: Int, _ detail: String) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.name("failed")
        json.value(number)
        json.name("detail")
        json.value(detail)
        json.endObject()
        return json.bytes
    }

    /// A report that has no plan.
    static func problem(_ problem: Problem, report: Int) -> [UInt8] {
        var json = JSONWriter()
        let document = Array(problem.json.utf8.dropLast())
        json.beginObject()
        json.name("report")
        json.value(report)
        json.name("problem")
        json.write(valueOfAtMost: document.count) { $0.put(document) }
        json.endObject()
        return json.bytes
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

    /// The lower 32 bits, the highest first.
    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private static func write(_ shown: Shown, to json: inout JSONWriter) {
        json.beginObject()
        json.name("slot")
        json.value(shown.slot)
        json.name("number")
        json.value(shown.number)
        json.name("sent")
        json.value(shown.tile.making != nil)
        json.name("tile")
        json.write(valueOfAtMost: shown.tile.json.count) { $0.put(shown.tile.json) }
        json.endObject()
    }

    private static func write(_ slot: Int, _ tile: SessionTile, to json: inout JSONWriter) {
        json.beginObject()
        json.name("slot")
        json.value(slot)
        json.name("index")
        json.value(tile.index)
        json.name("x")
        json.value(tile.frame.x)
        json.name("y")
        json.value(tile.frame.y)
        json.name("width")
        json.value(tile.frame.width)
        json.name("height")
        json.value(tile.frame.height)
        if let clip = tile.clip {
            json.name("clip")
            json.beginObject()
            json.name("top")
            json.value(clip.top)
            json.name("left")
            json.value(clip.left)
            json.name("bottom")
            json.value(clip.bottom)
            json.name("right")
            json.value(clip.right)
            json.endObject()
        }
        json.endObject()
    }
}
