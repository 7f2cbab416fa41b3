// The parameters of a plan, checked.

import Tiling

/// What a plan is asked for.
struct PlanParameters {
    /// Offsets beyond this many points are refused rather than rounded: up to here positions are exact.
    static let farthest = 2e12

    var wish: LayoutIndex.Wish
    var request: Planner.Request
    var order: ItemOrder
    /// The revision that the asker has, who wants to know what has changed since.
    var since: Int?
    /// The revision the asker's offset belongs to, and an item to hold on to where that revision has passed.
    var anchor: Anchor?

    /// An item and where its top-left corner was on the asker's screen, in points from the viewport's corner.
    struct Anchor: Sendable, Equatable {
        var item: String
        var position: Point
        var revision: Int
    }

    /// - Throws: a 400 that names the parameter.
    init(_ query: Query) throws(Problem) {
        let parameters = Parameters(query)
        let viewport = Size(
            width: try parameters.required("width", in: 1...100_000),
            height: try parameters.required("height", in: 1...100_000))
        request = Planner.Request(viewport: viewport)
        let range = -Self.farthest...Self.farthest
        request.offset = Point(
            x: try parameters.number("x", in: range, default: 0), y: try parameters.number("y", in: range, default: 0))
        request.zoomScale = try parameters.number("zoom", in: 0.001...1000, default: 1)
        request.scale = try parameters.number("scale", in: 0.1...10, default: 1)
        request.overscan = try parameters.number("overscan", in: 0...10_000, default: 100)
        if let inset = try parameters.numbers("inset", count: 4, in: 0...100_000) {
            request.inset = EdgeInsets(top: inset[0], left: inset[1], bottom: inset[2], right: inset[3])
        }
        request.velocity = Point(
            x: try parameters.number("velocityX", in: -1e9...1e9, default: 0),
            y: try parameters.number("velocityY", in: -1e9...1e9, default: 0))
        request.paging = try parameters.flag("paging")
        request.fit =
            Planner.Fit(
                rawValue: try parameters.choice("fit", of: ["contain", "cover"]) ?? "") ?? .cover
        order = try parameters.order()
        since = try parameters.integer("since", in: 0...Int.max)
        let layout = try parameters.choice("layout", of: LayoutKind.allCases.map(\.rawValue))
        wish = LayoutIndex.Wish(
            kind: layout.flatMap(LayoutKind.init) ?? .grid, viewport: Self.uncovered(viewport, request.inset),
            columns: try parameters.integer("columns", in: 1...1000),
            spacing: try parameters.number("spacing", in: 0...1000, default: 4))
        try readAnchor(parameters)
        try readZoom(parameters)
    }

    /// The room that content has where nothing lies over it: what a row or column fits into.
    private static func uncovered(_ viewport: Size, _ inset: EdgeInsets) -> Size {
        Size(
            width: max(1, viewport.width - inset.left - inset.right),
            height: max(1, viewport.height - inset.top - inset.bottom))
    }

    /// `focusX`, `focusY`, `toZoom`: zooms about a point of the viewport.
    private mutating func readZoom(_ parameters: Parameters) throws(Problem) {
        let focus = (
            try parameters.number("focusX", in: -100_000...100_000),
            try parameters.number("focusY", in: -100_000...100_000)
        )
        if focus.0 != nil || focus.1 != nil {
            request.focus = Point(
                x: focus.0 ?? request.viewport.width / 2, y: focus.1 ?? request.viewport.height / 2)
        }
        guard let zoom = try parameters.number("toZoom", in: 0.001...1000) else { return }
        let middle = Point(x: request.viewport.width / 2, y: request.viewport.height / 2)
        let center = request.focus ?? middle
        request.offset = ZoomAnchor.offset(
            from: request.offset, focus: center, scale: request.zoomScale, to: zoom)
        // What is anchored moves away from the focus like everything else.
        if let position = anchor?.position {
            let factor = zoom / request.zoomScale
            anchor?.position = Point(
                x: center.x + (position.x - center.x) * factor, y: center.y + (position.y - center.y) * factor)
        }
        request.zoomScale = zoom
    }

    private mutating func readAnchor(_ parameters: Parameters) throws(Problem) {
        let revision = try parameters.integer("revision", in: 0...Int.max)
        let x = try parameters.number("anchorX", in: -1e9...1e9, default: 0)
        let y = try parameters.number("anchorY", in: -1e9...1e9, default: 0)
        guard let item = try parameters.text("anchor") else { return }
        guard let revision else {
            throw .badParameter("revision", "is missing; an anchor needs the revision its position belongs to")
        }
        anchor = Anchor(item: item, position: Point(x: x, y: y), revision: revision)
    }
}
