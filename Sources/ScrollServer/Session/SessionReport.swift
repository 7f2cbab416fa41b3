// The messages that a page sends on its live session.

import HTTP
import Pixels
import Platform
import Tiles
import Tiling

/// One text message of a page, a JSON object.
///
///     {"report": 12, "plan": "width=800&height=600&y=1234", "budget": 67108864, "pixels": 6291456, "room": 524288,
///      "acknowledged": 41}
///
/// `report` and `plan` come together, or neither does: a message may only acknowledge. With `"bands": true` the page
/// requests bands, and with `"sheets": true` contact sheets; the server sends neither before. A page that reconnects
/// lists the tiles it still holds in its first message: `"holds": {"/api/collections/…/tiles/…?v=…": byteCount, …}`.
struct SessionReport: Sendable, Equatable {
    /// The viewport's position, as a plan's query.
    struct Position: Sendable, Equatable {
        /// The page's number for this report; the answer repeats it.
        var number: Int
        /// The query that `GET …/plan` takes.
        var query: String
    }

    /// A tile that the page holds from an earlier connection.
    struct ClientTile: Sendable, Equatable {
        var url: String
        var key: TileKey
        var byteCount: Int
    }

    var position: Position?
    /// Sorted by URL.
    var clientTiles: [ClientTile] = []
    /// Bytes of tiles that the page can hold; nil leaves it as it was.
    var budget: Int?
    /// Bytes of decoded pixels, four a pixel, that the page can hold of tiles that the newest plan has ahead and no plan
    /// has needed yet; nil leaves it as it was.
    var pixels: Int?
    /// Bytes that may be sent to the page and not yet acknowledged; nil leaves it as it was.
    var room: Int?
    /// Number of the last binary message that the page has processed.
    var acknowledged: Int?
    /// Whether the page paints bands; nil leaves it as it was.
    var bands: Bool?
    /// Whether the page draws contact sheets over its bands; nil leaves it as it was.
    var sheets: Bool?
}

extension SessionReport {
    /// Reads a text message; unknown members are ignored.
    ///
    /// - Throws: an error that says what is wrong with the text.
    init(json text: String) throws(SessionError) {
        self.init()
        let value = try mapError(try JSONReader.value(of: Array(text.utf8))) { (error: JSONError) in
            SessionError("a report is not JSON: \(error.description), byte \(error.offset)")
        }
        guard case .object = value else { throw SessionError("a report is not a JSON object") }
        budget = try Self.integer("budget", of: value)
        pixels = try Self.integer("pixels", of: value)
        room = try Self.integer("room", of: value)
        acknowledged = try Self.integer("acknowledged", of: value)
        bands = try Self.flag("bands", of: value)
        sheets = try Self.flag("sheets", of: value)
        if let tiles = value["holds"] { clientTiles = try Self.clientTiles(tiles) }
        switch (try Self.integer("report", of: value), value["plan"]) {
        case (nil, nil): break
        case (let number?, .text(let query)?): position = Position(number: number, query: query)
        default: throw SessionError("'report' is a number and 'plan' a text, or neither is given")
        }
    }

    private static func clientTiles(_ value: JSONValue) throws(SessionError) -> [ClientTile] {
        guard case .object(let members) = value else { throw SessionError("'holds' is not an object") }
        var tiles: [ClientTile] = []
        for (url, byteCount) in members {
            guard let key = TileKey(url: url), let byteCount = byteCount.integer, (0...1 << 30).contains(byteCount)
            else {
                throw SessionError("'holds' says of '\(url.prefix(60))' what is no tile or no byte count")
            }
            tiles.append(ClientTile(url: url, key: key, byteCount: byteCount))
        }
        return tiles.sorted { $0.url < $1.url }
    }

    private static func flag(_ name: String, of value: JSONValue) throws(SessionError) -> Bool? {
        guard let member = value[name] else { return nil }
        guard case .bool(let flag) = member else { throw SessionError("'\(name)' is not true or false") }
        return flag
    }

    private static func integer(_ name: String, of value: JSONValue) throws(SessionError) -> Int? {
        guard let member = value[name] else { return nil }
        guard let number = member.integer, number >= 0 else {
            throw SessionError("'\(name)' is not a whole number from 0")
        }
        return number
    }
}

extension TileKey {
    /// The tile with this URL (the form that plans use), or nil where the URL is not a tile's.
    fileprivate init?(url: String) {
        guard let target = try? RequestTarget(Array(url.utf8)[...], method: .get), let version = target.query["v"]
        else {
            return nil
        }
        // The base path does not matter: the key is only compared with those of plans.
        if let mosaic = TileKey(mosaic: target, version: version) {
            self = mosaic
            return
        }
        if let plane = TileKey(plane: target, version: version) {
            self = plane
            return
        }
        let path = Array(target.segments.suffix(8))
        guard path.count == 8, path[0] == "api", path[1] == "collections", path[3] == "tiles",
            let level = path[5] == Addresses.copy ? Pyramid.copyLevel : Self.number(path[5]),
            let column = Self.number(path[6]), let row = Self.number(path[7])
        else { return nil }
        let display = SampleDisplay(target.query)?.text ?? ""
        self.init(
            collection: path[2], item: path[4], version: version, level: level, column: column, row: row,
            display: display)
    }

    /// The tile of a mosaic.
    private init?(mosaic target: RequestTarget, version: String) {
        let path = Array(target.segments.suffix(6))
        guard path.count == 6, path[0] == "api", path[1] == "collections", path[3] == "mosaic",
            let column = Self.number(path[4]), let row = Self.number(path[5])
        else { return nil }
        let query = target.query.parameters.filter { $0.name != "v" }.map { "\($0.name)=\($0.value)" }
        self = MosaicTile.key(
            collection: path[2], query: query.joined(separator: "&"), version: version, column: column, row: row)
    }

    /// The tile of a plane.
    private init?(plane target: RequestTarget, version: String) {
        let path = Array(target.segments.suffix(7))
        guard path.count == 7, path[0] == "api", path[1] == "collections", path[3] == "plane",
            let level = Self.number(path[4]), let column = Self.number(path[5]), let row = Self.number(path[6])
        else { return nil }
        let query = target.query.parameters.filter { $0.name != "v" }.map { "\($0.name)=\($0.value)" }
        self = MosaicTile.planeKey(
            collection: path[2], query: query.joined(separator: "&"), version: version, level: level, column: column,
            row: row)
    }

    private static func number(_ text: String) -> Int? {
        guard text.utf8.count <= 8, let number = Int(text), number >= 0 else { return nil }
        return number
    }
}

/// A page's breach of the protocol; the connection is closed with this text as the reason.
struct SessionError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
