// One picture as one of several that are compared.

import Catalog
import HTTP
import Platform
import Tiling

/// Where a picture is shown beside others: the parameters `magnification`, `middleX` and `middleY`.
struct PlanComparison: Sendable, Equatable {
    /// A multiple of the scale at which the whole picture just fits the viewport.
    var magnification: Double
    /// The point of the picture in the viewport's middle, as fractions of its width and height.
    var middle: Point

    static let magnificationParameter = OptionalNumberParameter(
        "magnification", in: ComparedPicture.magnifications,
        "with `layout=item`: a multiple of the scale at which all of the picture just fits")
    static let middleX = NumberParameter(
        "middleX", in: 0...1, default: 0.5, "the point in the viewport's middle, as a fraction of the picture's width")
    static let middleY = NumberParameter(
        "middleY", in: 0...1, default: 0.5, "the point in the viewport's middle, as a fraction of the picture's height")

    /// The parameters that say in another way where the picture is.
    private static let excludedNames = ["zoom", "toZoom", "zoomSteps", "zoomTo", "align", "anchor"]

    /// Reads the parameters; nil without a `magnification`.
    init?(_ parameters: Parameters, in layout: LayoutKind) throws(Problem) {
        let magnification = try parameters.read(Self.magnificationParameter)
        middle = Point(
            x: try parameters.read(Self.middleX), y: try parameters.read(Self.middleY))
        guard let magnification else { return nil }
        self.magnification = magnification
        guard layout == .item else {
            throw .badParameter("magnification", "is for layout=item, which shows one picture")
        }
        for name in Self.excludedNames {
            guard try parameters.text(name) == nil else {
                throw .badParameter(name, "and magnification exclude each other; give one of them")
            }
        }
    }

    /// Half a viewport around the picture, so that any point of it may lie in the middle.
    static func inset(_ viewport: Size) -> EdgeInsets {
        let (across, down) = (viewport.width / 2, viewport.height / 2)
        return EdgeInsets(top: down, left: across, bottom: down, right: across)
    }
}

/// A picture of a comparison and where it lies.
struct PlacedComparison: Sendable {
    var picture: ComparedPicture
    var placement: ComparedPicture.Placement
}

extension ResolvedRequest {
    /// Shows the request's item where a comparison asks for it.
    mutating func place(_ comparison: PlanComparison, _ items: any CollectionView) {
        guard let index = layoutRequest.item.flatMap({ items.index(ofItem: $0) }) else { return }
        let picture = ComparedPicture(
            size: limits(of: index, items).size, viewport: request.viewport, scale: request.scale)
        let placement = picture.placement(magnification: comparison.magnification, middle: comparison.middle)
        (request.zoomScale, request.offset) = (placement.zoomScale, placement.offset)
        self.comparison = PlacedComparison(picture: picture, placement: placement)
    }
}

extension JSONWriter {
    /// The member `comparison`.
    mutating func write(_ comparison: PlacedComparison) {
        let (picture, placement) = (comparison.picture, comparison.placement)
        object("comparison") { json in
            json.member("magnification", exactly: placement.magnification)
            json.member("minimum", exactly: picture.minimum)
            json.member("maximum", exactly: picture.maximum)
            json.member("pixels", exactly: picture.pixels)
            json.member("detail", exactly: picture.detail)
            json.member("step", exactly: ZoomSteps.step(in: .item))
            json.member("width", exactly: placement.picture.width)
            json.member("height", exactly: placement.picture.height)
            json.object("range") { json in
                json.member("minX", exactly: placement.range.minimum.x)
                json.member("minY", exactly: placement.range.minimum.y)
                json.member("maxX", exactly: placement.range.maximum.x)
                json.member("maxY", exactly: placement.range.maximum.y)
            }
        }
    }
}
