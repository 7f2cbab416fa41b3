// The part of the world that a map shows at zoom scale 1.

/// A square of the world, on the map of side 1 that `WebMercator` makes.
public struct MapArea: Sendable, Hashable {
    /// Its western and its northern edge.
    public let x: Double
    public let y: Double
    public let side: Double

    /// The side of the least square: a place alone is seen with some 80 kilometres around it.
    private static let least = 1.0 / 512
    /// The side of the largest square that is a part of the world.
    private static let largestPart = 0.5
    /// What is around the places, as a share of the square.
    private static let margin = 0.06
    /// Bits of the places that are told apart, of the whole world: some 40 metres, as positions of cameras are exact.
    private static let worldBits = 20
    /// The most bits of a plane: zooming must lead to bins with room for all that lie at one place.
    private static let mostBits = 17
    /// The bits by which the bin of a lone place is larger than what is told apart.
    private static let pointBits = 3

    public static let world = MapArea(x: 0, y: 0, side: 1)

    private init(x: Double, y: Double, side: Double) { (self.x, self.y, self.side) = (x, y, side) }

    /// The square around these places, within the world.
    public init(around x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
        let longest = max(x.upperBound - x.lowerBound, y.upperBound - y.lowerBound)
        let side = min(1, max(longest / (1 - 2 * Self.margin), Self.least))
        // Places all over the world are seen on all of it.
        guard side <= Self.largestPart else {
            self = .world
            return
        }
        func start(_ run: ClosedRange<Double>) -> Double {
            min(max((run.lowerBound + run.upperBound - side) / 2, 0), 1 - side)
        }
        self.init(x: start(x), y: start(y), side: side)
    }

    /// Whether all of these places lie in the square.
    public func contains(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Bool {
        x.lowerBound >= self.x && x.upperBound <= self.x + side && y.lowerBound >= self.y
            && y.upperBound <= self.y + side
    }

    /// Bits of a coordinate that are kept: what lies closer together counts as at one place.
    var keptBits: Int { min(Self.mostBits, Self.worldBits + side.exponent) }

    /// The bits of the bin of a lone place, which grows no smaller.
    var pointBitCount: Int { 2 * (keptBits - Self.pointBits) }

    /// Where a place of the world lies in the square; nil where it lies beyond.
    public func place(x: Double, y: Double) -> PlaneIndex.Place? {
        let (across, down) = ((x - self.x) / side, (y - self.y) / side)
        guard (0...1).contains(across), (0...1).contains(down) else { return nil }
        let place = PlaneIndex.Place(x: across, y: down)
        let kept = UInt32.max << UInt32(truncatingIfNeeded: 32 - keptBits)
        return PlaneIndex.Place(x: place.x & kept, y: place.y & kept)
    }

    /// The axes of the square: degrees.
    public var axes: (x: PlaneAxis, y: PlaneAxis) {
        (
            PlaneAxis(longitudes: WebMercator.longitude(x: x)...WebMercator.longitude(x: x + side)),
            PlaneAxis(latitudes: WebMercator.latitude(y: y + side)...WebMercator.latitude(y: y))
        )
    }

    /// The whole world in the points of a plane whose content, with this square in it, is `length` points long.
    public func world(length: Double) -> Rect {
        let whole = length / side
        return Rect(x: -x * whole, y: -y * whole, width: whole, height: whole)
    }

    /// The zoom scale at which the whole world is seen, though the square stays in the viewport's middle.
    public var leastZoomScale: Double {
        let (middleX, middleY) = (x + side / 2, y + side / 2)
        return side / (2 * max(middleX, 1 - middleX, middleY, 1 - middleY))
    }
}

extension MapArea {
    /// Where a map can be scrolled to.
    ///
    /// At zoom scale 1 the square stays in the middle, at whole points: between squares of the map that begin within a
    /// pixel a seam is seen. Else each place of the world can be there, so that zooming keeps
    /// what is under the focus in place, however small the map is.
    func geometry(_ square: ScrollGeometry, zoomScale: Double) -> ScrollGeometry {
        guard zoomScale != 1 else { return square.centered().roundedDown() }
        let (viewport, inset, world) = (square.viewport, square.inset, world(length: square.contentSize.width))
        let middle = Point(
            x: (inset.left + viewport.width - inset.right) / 2, y: (inset.top + viewport.height - inset.bottom) / 2)
        var geometry = square
        geometry.inset = EdgeInsets(
            top: middle.y - world.minY, left: middle.x - world.minX,
            bottom: world.maxY - middle.y - square.contentSize.height + viewport.height,
            right: world.maxX - middle.x - square.contentSize.width + viewport.width)
        return geometry
    }
}

extension ScrollGeometry {
    /// The same geometry with its content at whole points before the others: what the leading insets lose, the others gain.
    fileprivate func roundedDown() -> ScrollGeometry {
        var geometry = self
        geometry.inset.left.round(.down)
        geometry.inset.top.round(.down)
        geometry.inset.right += inset.left - geometry.inset.left
        geometry.inset.bottom += inset.top - geometry.inset.top
        return geometry
    }
}

extension Planner {
    /// The squares of the world that lie in and near the viewport at `offset`, each with its frame in points from the
    /// viewport's corner, as it is painted; none for a layout that is no map.
    public func mapTiles(for request: Request, at offset: Point) -> [(tile: MapTile, frame: Rect)] {
        guard case .plane(let plane) = layout, let map = plane.map else { return [] }
        let world = map.world(length: plane.contentSize.width * request.zoomScale)
        return MapTile.tiles(in: request.near(at: offset), world: world).map { tile in
            (tile, painted(tile.frame(in: world), for: request).relative(to: offset))
        }
    }
}
