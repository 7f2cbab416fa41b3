// Rounds content to whole device pixels for painting.

extension Planner {
    /// A frame as it is painted: edges on whole device pixels of the content, at least one device pixel wide and high.
    ///
    /// `scale` is device pixels per point; `phase` is subtracted before rounding, in device pixels (see
    /// `Request.phase`).
    public static func snapped(_ rect: Rect, scale: Double, phase: Point = .zero) -> Rect {
        let device = 1 / scale
        // With one device pixel per point, the common case, this saves a division for each edge.
        func snap(_ value: Double, _ phase: Double) -> Double {
            scale == 1 ? (value - phase).nearestUp : (value * scale - phase).nearestUp / scale
        }
        let (minX, minY) = (snap(rect.minX, phase.x), snap(rect.minY, phase.y))
        return Rect(
            minX: minX, minY: minY, maxX: max(snap(rect.maxX, phase.x), minX + device),
            maxY: max(snap(rect.maxY, phase.y), minY + device))
    }

    /// The request's phase, in device pixels along each axis.
    func phase(of request: Request) -> Point {
        var phase = Point.zero
        phase[layout.axis] = request.phase
        return phase
    }

    /// The point of the layout, as zoomed, that is painted at a point of the content, to less than a device pixel.
    public func layoutPoint(_ point: Point, for request: Request) -> Point {
        var point = point
        point[layout.axis] += request.phase / request.scale
        return point
    }

    /// The item's frame as it is painted, in content points as zoomed.
    ///
    /// O(log n).
    public func paintedFrame(of index: Int, for request: Request) -> Rect {
        painted(layout.frame(of: index).scaled(by: request.zoomScale), for: request)
    }

    /// A frame of the layout, in points as zoomed, as it is painted.
    public func painted(_ frame: Rect, for request: Request) -> Rect {
        Planner.snapped(frame, scale: request.scale, phase: phase(of: request))
    }

    /// The offset of an item's frame start from its painted start, in device pixels: what rounding has taken from it.
    ///
    /// From −½ to below ½, along the axis. `frame` is the layout's, at zoom scale 1.
    public func rounding(of frame: Rect, for request: Request) -> Double {
        let exact = frame.start(layout.axis) * request.zoomScale * request.scale - request.phase
        return exact - exact.nearestUp
    }

    /// The phase with which rounding takes `rounding` device pixels from the item's start, as in an earlier plan.
    ///
    /// All content left from that plan is then painted at its old distance from the item. O(log n).
    public func phase(rounding: Double, of index: Int, for request: Request) -> Double {
        switch layout {
        case .linear, .grid, .justified, .periodicRows, .grouped: break
        // These items are shown one at a time, or have their place from outside.
        case .pages, .picture, .slides, .plane: return 0
        }
        let start = layout.frame(of: index).start(layout.axis) * request.zoomScale
        let phase = start * request.scale - rounding
        return phase + (-phase).nearestUp
    }
}
