// A session with its page, and tiles that are made when a test lets them.

import Tiling

@testable import Pixels
@testable import ScrollServer
@testable import Tiles

/// The world around a `LiveSession`: plans of a column of tiles 100 points high, for queries `first count offset`.
struct SessionBench {
    static let items = StagedCollection(sizes: [], isTiled: true)

    /// A tile that was asked for.
    struct Asked {
        var request: Int
        var key: TileKey
        var isAhead: Bool
    }

    var session: LiveSession
    var page = SessionPage()
    /// Tiles asked for and not made, in the order in which they were asked for.
    var asked: [Asked] = []
    /// Plans to be computed: at most one.
    var planning: [(number: Int, query: String)] = []
    var cancelled = 0
    /// Items whose tiles were made ahead of need and came to be needed.
    var used: [String] = []
    /// The last movement that a plan was asked with.
    var travel = Point.zero
    /// How many tiles a plan has ahead.
    var ahead = 0
    /// Whether plans are of a mosaic, and the version of the first tile in them.
    var isMosaic = false
    var version = "v"
    /// The revision of the first tile, if that is a contact sheet.
    var revision: Int?
    var failure: SessionError?
    var time: UInt64 = 0
    /// How large a tile is, by its index.
    var byteCount: (Int) -> Int = { 1000 + $0 % 7 * 100 }
    private var nextReport = 0
    private var acknowledged = 0

    init(limits: LiveSession.Limits = LiveSession.Limits()) {
        session = LiveSession(limits: limits)
    }

    // MARK: The page's side

    /// The page says where it is.
    mutating func report(first: Int, count: Int, offset: Double = 0) {
        nextReport += 1
        handle(.report(SessionReport(position: .init(number: nextReport, query: "\(first) \(count) \(offset)"))))
    }

    mutating func acknowledge(_ message: Int? = nil) {
        acknowledged = message ?? page.lastMessage
        handle(.report(SessionReport(acknowledged: acknowledged)))
    }

    /// Says where the page is, and has its plan computed.
    mutating func move(first: Int, count: Int, offset: Double = 0) {
        report(first: first, count: count, offset: offset)
        while !planning.isEmpty { plan() }
    }

    // MARK: The server's side

    mutating func handle(_ events: LiveSession.Event...) {
        handle(events)
    }

    mutating func handle(_ events: [LiveSession.Event]) {
        time += 1_000_000
        for action in session.handle(events, at: time) {
            switch action {
            case .plan(let number, let query):
                planning.append((number, query.text))
                travel = query.page.travel
            case .ask(let request, let tile, _):
                asked.append(Asked(request: request.number, key: tile.key, isAhead: request.isAhead))
            case .rank(let request, _):
                for place in asked.indices where asked[place].request == request.number {
                    asked[place].isAhead = request.isAhead
                }
            case .use(let key): used.append(key.item)
            case .cancel(let request):
                cancelled += 1
                asked.removeAll { $0.request == request }
            case .text(let bytes): page.take(text: bytes)
            case .binary(let parts):
                page.take(binary: Array(parts.joined()))
            case .fail(let error): failure = error
            }
        }
    }

    /// Computes the plan that is under way.
    mutating func plan() {
        let (number, query) = planning.removeFirst()
        var plan = Self.plan(query, ahead: ahead)
        plan.basis.isMosaic = isMosaic
        if !plan.tiles.isEmpty {
            plan.tiles[0].key.version = version
            plan.tiles[0].revision = revision
        }
        handle(.planned(number, .success(plan)))
    }

    /// Makes some of the tiles that were asked for, all at once.
    mutating func make(_ count: Int = .max) {
        let now = asked.suffix(count)
        asked.removeLast(now.count)
        handle(now.map { .made($0.request, .success(tile($0.key))) })
    }

    /// Makes those of the tiles that were asked for which are meant, all at once.
    mutating func make(where isMeant: (Asked) -> Bool) {
        let now = asked.filter(isMeant)
        asked.removeAll(where: isMeant)
        handle(now.map { .made($0.request, .success(tile($0.key))) })
    }

    /// The same, in vain.
    mutating func fail(where isMeant: (Asked) -> Bool) {
        let now = asked.filter(isMeant)
        asked.removeAll(where: isMeant)
        handle(now.map { .made($0.request, .failure(.unreadable("by chance"))) })
    }

    /// Makes all there is, acknowledging everything, until nothing is left to do.
    mutating func settle() {
        while !asked.isEmpty || !planning.isEmpty || acknowledged < page.lastMessage {
            while !planning.isEmpty { plan() }
            make()
            acknowledge()
        }
    }

    func tile(_ key: TileKey) -> EncodedTile {
        let index = Int(key.item.dropFirst()) ?? 0
        return EncodedTile(
            bytes: [UInt8](repeating: UInt8(index % 256), count: byteCount(index)), mediaType: "image/png")
    }

    static func plan(_ query: String, ahead: Int = 0) -> SessionPlan {
        let numbers = query.split(separator: " ").compactMap { Double($0) }
        let offset = numbers[0] * 100 + numbers[2]
        let first = Int(clamping: numbers[0])
        let end = first + Int(clamping: numbers[1])
        let tiles = (first..<end + ahead).map { index in
            let frame = Rect(x: 0, y: Double(index) * 100 - offset, width: 100, height: 100)
            let json = "{\"index\":\(index),\"url\":\"/i\(index)\",\"x\":0,\"y\":\(frame.y)}"
            let pass = TilePass(
                items, item: "i\(index)", version: "v", size: PixelSize(width: 10, height: 10),
                format: .png,
                level: 0)
            let position = TilePosition(level: 0, column: 0, row: 0)
            return SessionTile(
                key: pass.key(position), placement: TilePlacement(frame: frame), isVisible: index < end,
                json: Array(json.utf8), making: .picture(position, pass))
        }
        return SessionPlan(
            document: Array("{\"contentOffset\":{\"x\":0,\"y\":\(offset)}}".utf8), offset: Point(x: 0, y: offset),
            tiles: Array(tiles.prefix(end - first)), ahead: Array(tiles.suffix(ahead)))
    }
}
