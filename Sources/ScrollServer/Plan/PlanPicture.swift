// The one picture that a plan shows: where it lies, and how long things in it are.

import Catalog
import Platform
import Tiling

/// Where a plan's one picture lies in the viewport, and a bar that tells its scale.
struct PlanPicture: Sendable, Equatable {
    let item: String
    /// Its top-left corner, in points from the viewport's.
    let corner: Point
    /// The width of one of its pixels, in points.
    let scale: Double
    /// nil where the real size of its pixels is not known.
    let bar: ScaleBar?
    /// The addresses of an image of the part that is seen, in full size; nil where nothing of it is seen, or the server
    /// has no pixels of it.
    let region: Addresses.Region?
    /// The stack of files that the picture is one of; nil for none.
    let series: NumberedSeries?
    /// nil where most of the picture is seen, or the server makes no tiles of it.
    let map: PictureMap?

    /// The longest bar, in points, and its longest part of the viewport.
    private static let longest = 160.0
    private static let longestPart = 0.25

    /// nil where the plan shows several pictures, or the picture's size is not known.
    init?(_ plan: Plan, _ item: ItemSummary?, at index: Int, of draft: PictureDraft) {
        switch draft.layout {
        case .picture, .pages: break
        case .linear, .grid, .justified, .periodicRows, .grouped, .slides, .plane: return nil
        }
        guard let item, let size = item.size, size.width > 0, size.height > 0 else { return nil }
        var request = draft.request
        request.zoomScale = plan.zoomScale
        let frame = request.frame(of: size, in: draft.layout.frame(of: index).scaled(by: plan.zoomScale)).relative(
            to: plan.contentOffset)
        (self.item, corner) = (item.id, Point(x: frame.minX, y: frame.minY))
        let scale = frame.width / Double(size.width)
        guard scale > 0, scale.isFinite else { return nil }
        self.scale = scale
        bar = draft.collection.pixelSize(ofItem: item.id).flatMap { metres in
            ScaleBar(
                metresPerPoint: metres / scale, longest: min(Self.longest, request.viewport.width * Self.longestPart))
        }
        series = Self.series(of: item, at: index, in: draft)
        region = Self.region(of: size, frame, scale, in: request).flatMap { region in
            draft.plans.addresses.region(region, of: item, in: draft.collection.id)
        }
        map = PictureMap(of: item, frame, in: request, at: plan.contentOffset)
    }

    private static func series(of item: ItemSummary, at index: Int, in draft: PictureDraft) -> NumberedSeries? {
        guard draft.collection.hasFiles, item.isTiled, let name = draft.shown.details(at: index)?.name else {
            return nil
        }
        return NumberedSeries(name, at: index) { draft.shown.details(at: $0)?.name }
    }

    /// The pixels that the viewport shows, also in part, where nothing covers it.
    private static func region(
        of size: PixelSize, _ frame: Rect, _ scale: Double, in request: Planner.Request
    ) -> PixelRect? {
        let seen = Rect(
            minX: request.inset.left, minY: request.inset.top, maxX: request.viewport.width - request.inset.right,
            maxY: request.viewport.height - request.inset.bottom
        ).intersection(frame).relative(to: Point(x: frame.minX, y: frame.minY)).scaled(by: 1 / scale)
        guard seen.width > 0, seen.height > 0 else { return nil }
        // A sum of rounded numbers may lie behind a whole one by a billionth.
        let left = Int(clamping: (seen.minX + 1e-6).rounded(.down))
        let top = Int(clamping: (seen.minY + 1e-6).rounded(.down))
        let right = min(size.width, Int(clamping: (seen.maxX - 1e-6).rounded(.up)))
        let bottom = min(size.height, Int(clamping: (seen.maxY - 1e-6).rounded(.up)))
        guard right > left, bottom > top else { return nil }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension JSONWriter {
    /// Writes the member `picture`.
    mutating func write(_ picture: PlanPicture, of scene: PlanScene) {
        object("picture") { json in
            json.member("x", exactly: picture.corner.x)
            json.member("y", exactly: picture.corner.y)
            json.member("scale", exactly: picture.scale)
            json.text("measure") { $0.append(scene.prefix, "items/", picture.item, "/measure") }
            if let bar = picture.bar {
                json.object("bar") { json in
                    json.member("length", bar.length)
                    json.member("text", FactText.length(bar.metres))
                }
            }
            if let series = picture.series {
                json.object("stack") { json in
                    json.member("first", series.first)
                    json.write(axes: series.axes)
                }
            }
            if let map = picture.map { json.write(map, of: scene) }
            if let region = picture.region {
                json.object("region") { json in
                    json.member("png", region.png)
                    json.member("jpeg", region.jpeg)
                }
            }
        }
    }
}
