// A small map of a picture that is seen in part.

import Catalog
import Platform
import Tiling

/// All of a picture in little, and which part of it is seen.
struct PictureMap: Sendable, Equatable {
    /// The map's size in points.
    let size: Size
    /// The part that the viewport shows where nothing covers it, in points of the map; it lies within the map.
    let seen: Rect
    /// The content offsets at which the picture's first and last corner lie in the middle of what is uncovered: those of
    /// other points lie between them in proportion.
    let offsets: Rect
    /// The level whose only tile is the whole picture.
    let level: Int

    /// The longest side of a map in points, and its longest part of the viewport's side.
    private static let longest = 160.0
    private static let longestPart = 0.3
    /// A map is shown while at most this part of the picture is seen.
    private static let largestSeen = 0.5

    /// `frame` is where the picture lies, in points from the viewport's top-left corner, and `offset` the plan's content
    /// offset; nil where most of the picture is seen, or all of it would fit, as while a page turns, or the server makes
    /// no tiles of it.
    init?(of item: ItemSummary, _ frame: Rect, in request: Planner.Request, at offset: Point) {
        guard item.isTiled, let pyramid = item.pyramid, frame.width > 0, frame.height > 0 else { return nil }
        let (viewport, inset) = (request.viewport, request.inset)
        let view = Rect(
            minX: inset.left, minY: inset.top, maxX: viewport.width - inset.right, maxY: viewport.height - inset.bottom)
        let seen = view.intersection(frame)
        // Rounding makes a picture that fits a little larger.
        guard frame.width > view.width + 1 || frame.height > view.height + 1, seen.width > 0, seen.height > 0,
            seen.width / frame.width * (seen.height / frame.height) <= Self.largestSeen
        else { return nil }
        let scale = min(
            min(Self.longest, viewport.width * Self.longestPart) / frame.width,
            min(Self.longest, viewport.height * Self.longestPart) / frame.height)
        size = Size(width: max(1, frame.width * scale), height: max(1, frame.height * scale))
        self.seen = seen.relative(to: Point(x: frame.minX, y: frame.minY)).scaled(by: scale)
        offsets = frame.relative(to: Point(x: view.midX - offset.x, y: view.midY - offset.y))
        let ratio = size.width * request.scale / Double(pyramid.size.width)
        level =
            (pyramid.level(forRatio: ratio)...pyramid.maximumLevel).first { level in
                pyramid.tileCounts(of: level) == (1, 1)
            } ?? pyramid.maximumLevel
    }
}

extension JSONWriter {
    /// Writes the member `map`.
    mutating func write(_ map: PictureMap, of scene: PlanScene) {
        guard let item = scene.plan.anchor.flatMap({ scene.item(at: $0.index) }) else { return }
        object("map") { json in
            json.member("width", map.size.width)
            json.member("height", map.size.height)
            json.text("url") { text in
                text.append(scene.prefix, "tiles/", item.id, "/")
                text.append(plain: "", map.level)
                text.append(plain: "/0/0?v=")
                text.append(item.version)
                if let display = scene.display(of: item) {
                    text.append(plain: "&")
                    text.append(display.name)
                    text.append(plain: "=")
                    text.append(display.text)
                }
            }
            json.object("seen") { $0.write(map.seen) }
            json.object("offsets") { json in
                json.member("minX", map.offsets.minX)
                json.member("minY", map.offsets.minY)
                json.member("maxX", map.offsets.maxX)
                json.member("maxY", map.offsets.maxY)
            }
        }
    }
}
