// GET …/items/{item}/measure

import Catalog
import HTTP
import Metadata
import Platform
import Synchronization
import Tiling

/// Answers how far two points of a picture are apart, and where they lie on the map that it shows.
struct MeasureRoute: Sendable {
    static let parameters: [any Parameter] = [x, y, toX, toY]
    private static let x = RequiredNumberParameter("x", in: range, "a point, in pixels of the upright picture")
    private static let y = RequiredNumberParameter("y", in: range, "the same from its top")
    private static let toX = RequiredNumberParameter(
        "toX", in: range, isRequired: false, "another point; goes with `toY`")
    private static let toY = RequiredNumberParameter("toY", in: range, isRequired: false, "the same from the top")
    /// A picture has fewer pixels a side.
    private static let range = -1e10...1e10

    let pool: WorkerPool
    private let known = KnownScales()

    init(pool: WorkerPool) { self.pool = pool }

    /// Takes `x` and `y`, a point in pixels of the upright picture from its top-left corner, and `toX` and `toY`, another.
    ///
    /// A pool thread reads the file's header, unless it is known.
    ///
    /// - Throws: a 400 that names a bad parameter, a 404 for an unknown item.
    func answer(_ request: Request, for entry: CatalogEntry) throws(Problem) -> Answer {
        let item = try entry.collection.existing(request.pathSegments[4])
        let parameters = Parameters(request.query)
        func point(_ x: RequiredNumberParameter, _ y: RequiredNumberParameter) throws(Problem) -> Point {
            Point(x: try parameters.read(x), y: try parameters.read(y))
        }
        let from = try point(Self.x, Self.y)
        let hasEnd = request.query[Self.toX.name] != nil || request.query[Self.toY.name] != nil
        let to = hasEnd ? try point(Self.toX, Self.toY) : nil
        let collection = entry.collection
        let key = KnownScales.Key(collection: collection.id, item: item.id, version: item.version)
        guard collection.mayTellScale else { return .now(Self.response(from, to, item, nil)) }
        if let scale = known[key] { return .now(Self.response(from, to, item, scale.scale)) }
        return .reading(on: pool) {
            let scale = try collection.scale(ofItem: item.id)
            known.add(scale, for: key)
            return Self.response(from, to, item, scale)
        }
    }

    private static func response(_ from: Point, _ to: Point?, _ item: ItemSummary, _ scale: ItemScale?) -> Response {
        .json { json in
            json.object("from") { $0.write(from, of: item, scale) }
            guard let to else { return }
            json.object("to") { $0.write(to, of: item, scale) }
            let (across, down) = (to.x - from.x, to.y - from.y)
            let pixels = (across * across + down * down).squareRoot()
            json.member("pixels", exactly: pixels)
            let metres = scale?.distance(from: from, to: to).flatMap { $0.isFinite ? $0 : nil }
            json.member("metres", exactly: metres)
            let text =
                metres.map { FactText.length($0) } ?? FactText.number((pixels * 10).rounded() / 10, unit: .pixels)
            json.member("text", text)
        }
    }
}

/// The scales of the pictures that were measured last, so that a moving pointer reads no files.
private final class KnownScales: Sendable {
    struct Key: Hashable {
        let collection: String
        let item: String
        let version: String
    }

    /// What is known of a picture: also that its file tells nothing.
    struct Known {
        let scale: ItemScale?
    }

    private static let capacity = 32
    private let scales = Mutex<[(key: Key, known: Known)]>([])

    subscript(key: Key) -> Known? { scales.withLock { scales in scales.last { $0.key == key }?.known } }

    func add(_ scale: ItemScale?, for key: Key) {
        scales.withLock { scales in
            scales.removeAll { $0.key == key }
            if scales.count == Self.capacity { scales.removeFirst() }
            scales.append((key, Known(scale: scale)))
        }
    }
}

extension JSONWriter {
    /// The pixel that a point lies in, whether it is one of the picture's, and the point's place on the map.
    fileprivate mutating func write(_ point: Point, of item: ItemSummary, _ scale: ItemScale?) {
        let (column, row) = (point.x.rounded(.down), point.y.rounded(.down))
        let isInside =
            item.size.map { 0..<Double($0.width) ~= point.x && 0..<Double($0.height) ~= point.y } ?? false
        member("column", Int(clamping: column))
        member("row", Int(clamping: row))
        member("inside", isInside)
        guard let scale, let map = scale.pixels.map, let (x, y) = scale.position(of: point), x.isFinite, y.isFinite
        else { return }
        object("map") { json in
            json.member("x", exactly: x)
            json.member("y", exactly: y)
            json.member("text", map.text(x: x, y: y, pixel: min(scale.pixels.x, scale.pixels.y)))
        }
    }
}

extension MapPlacement {
    /// A place on the map as people write it, as precise as a pixel: latitude before longitude, else east before north.
    fileprivate func text(x: Double, y: Double, pixel: Double) -> String {
        if unit == .degrees {
            return Self.degrees(y, "N", "S", pixel) + ", " + Self.degrees(x, "E", "W", pixel)
        }
        let text = "\(Self.rounded(x, to: pixel)), \(Self.rounded(y, to: pixel))"
        return code.map { "\(text) (EPSG:\($0))" } ?? text
    }

    private static func degrees(_ angle: Double, _ positive: String, _ negative: String, _ pixel: Double) -> String {
        "\(rounded(angle.magnitude, to: pixel))° \(angle < 0 ? negative : positive)"
    }

    /// A number with a decimal more than a pixel needs, at most nine.
    private static func rounded(_ number: Double, to pixel: Double) -> String {
        var (power, decimals) = (1.0, 0)
        while decimals < 9, pixel * power < 10 { (power, decimals) = (power * 10, decimals + 1) }
        return FactText.plain((number * power).rounded() / power)
    }
}
