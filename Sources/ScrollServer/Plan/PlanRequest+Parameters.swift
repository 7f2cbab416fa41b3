// The parameters of a plan of pictures. Those of charts are in ChartParameters+Table.swift.

import Catalog
import Tiling

extension PlanRequest {
    /// All parameters, of pictures and of charts, in the order of the documentation.
    static let parameters: [any Parameter] =
        view + layouts + going + zooming + comparing + moving + staying + tileMembers + Parameters.ofDisplay
        + ChartParameters.parameters

    /// The names of all parameters.
    static let names = parameters.map(\.name)

    static let table = ParameterTable(parameters)

    // MARK: The view

    private static let view: [any Parameter] = [width, height, x, y, zoomScale, scale, inset, overscan]

    static let width = RequiredNumberParameter("width", in: 1...100_000, "the viewport's width, in points")
    static let height = RequiredNumberParameter("height", in: 1...100_000, "the viewport's height, in points")
    static let x = NumberParameter(
        "x", in: -farthest...farthest, default: 0, "the offset at `zoom`, in points; beyond an end it is clamped")
    static let y = NumberParameter(
        "y", in: -farthest...farthest, default: 0, "the offset at `zoom`, in points; beyond an end it is clamped")
    static let zoomScale = NumberParameter("zoom", in: zoomScales, default: 1, "the zoom scale")
    static let scale = NumberParameter("scale", in: 0.1...10, default: 1, "device pixels per point")
    static let inset = NumbersParameter(
        "inset", count: 4, in: 0...100_000, "what covers the edges: top, left, bottom, right, in points")
    static let overscan = NumberParameter(
        "overscan", in: 0...10_000, default: 100, "how far around the viewport items count as near, in points")

    // MARK: The layout

    private static let layouts: [any Parameter] =
        [layout, columns, lead, rowHeight, spacing, fit] + plane + Parameters.ofArrangement

    static let layout = WordParameter(
        "layout", LayoutKind.self, "the layout; by default the first that the collection has. `slides` is for charts")
    static let columns = TextParameter(
        "columns", .wholeOrWord(1...DensityZoom.mostColumns, [all]),
        "the columns of a grid, or `all` for as many as show everything at once")
    static let all = "all"
    static let lead = WholeParameter(
        "lead", in: 0...DensityZoom.mostColumns - 1, default: 0, "of a grid: empty cells before the first item")
    static let rowHeight = OptionalNumberParameter(
        "rowHeight", in: rowHeights, "the height of justified rows, in points")
    static let spacing = NumberParameter("spacing", in: 0...1000, default: 4, "between items, in points")
    static let fit = WordParameter(
        "fit", ["contain", "cover", "inside"],
        "`contain` shows all of a picture, `cover` fills all of its cell, `inside` is `contain` and never enlarges")

    // MARK: The plane

    /// What is read in a plane alone.
    static let plane: [any Parameter] = [fieldX, fieldY, logX, logY]
    static let planeTable = ParameterTable(plane)

    static let fieldX = TextParameter(
        "fieldX", .name,
        "of a plane: the field that places pictures from left to right, by default a usual one; `gps` for a map")
    static let fieldY = TextParameter(
        "fieldY", .name, "of a plane: the field that places pictures upwards; with `fieldX` alone they are stacked")
    static let logX = FlagParameter(
        "logX", "of a plane: logarithms of the numbers from left to right; without it, the numbers decide")
    static let logY = FlagParameter(
        "logY", "of a plane: logarithms of the numbers upwards; without it, the numbers decide")

    // MARK: Going to an item

    private static let going: [any Parameter] = [item, index, align, turn]
    /// What is read of pictures alone, and only in some layouts.
    static let goingTable = ParameterTable(going)

    static let item = TextParameter(
        "item", "with `layout=item` the item that is shown; with `align` the item to scroll to")
    static let index = OptionalWholeParameter(
        "index", in: 0...Int.max, "with `align`: the index to scroll to, if `item` is not given or not there")
    static let align = WordParameter("align", Alignment.self, "where in the viewport to put the item")
    static let turn = OptionalWholeParameter(
        "turn", in: -1...1, "with `layout=item`: 1 shows the next item instead, -1 the previous one")

    // MARK: Zooming

    private static let zooming: [any Parameter] = [
        focusX, focusY, toZoom, ZoomSteps.parameter, zoomTo, focusItem, focusFraction,
    ]

    static let focusX = OptionalNumberParameter(
        "focusX", in: -100_000...100_000, "the point of the viewport that stays in place, in points")
    static let focusY = OptionalNumberParameter(
        "focusY", in: -100_000...100_000, "the point of the viewport that stays in place, in points")
    static let toZoom = OptionalNumberParameter("toZoom", in: zoomScales, "the zoom scale to reach around that point")
    static let zoomTo = WordParameter(
        "zoomTo", ["item", "width", "pixels", "pixelsOrItem", "detail"], "where a zoom leads, in place of a scale")
    static let focusItem = TextParameter("focusItem", "the picture that the last step's `zoomFocus` named")
    static let focusFraction = NumberParameter(
        "focusFraction", in: -1e6...1e6, default: 0.5, "the place in that picture: 0 at its top, 1 at its bottom")

    // MARK: Comparing

    private static let comparing: [any Parameter] = [
        PlanComparison.magnificationParameter, PlanComparison.middleX, PlanComparison.middleY,
    ]

    // MARK: Moving

    private static let moving: [any Parameter] = [velocityX, velocityY, lag, deceleration, time, bounce, paging]

    static let velocityX = NumberParameter("velocityX", in: -1e9...1e9, default: 0, "points per second")
    static let velocityY = NumberParameter("velocityY", in: -1e9...1e9, default: 0, "points per second")
    static let lag = NumberParameter("lag", in: 0...10, default: 0, "seconds until the client shows the plan")
    static let deceleration = WordParameter(
        "deceleration", ["normal", "fast"], "the plan is for where a fling with this deceleration ends")
    static let time = OptionalNumberParameter(
        "t", in: 0...3600, "with `deceleration`: the plan is for so many seconds after the release")
    static let bounce = FlagParameter("bounce", "content goes past its ends as if pulled, and springs back")
    static let paging = FlagParameter("paging", "offsets come to rest on pages")

    // MARK: Staying in place

    private static let staying: [any Parameter] = [
        anchorItem, anchorX, anchorY, anchorRounding, revision, rows, fractionX, fractionY, changesSince,
    ]

    static let anchorItem = TextParameter("anchor", "the item of the last plan's `anchor`; needs `revision`")
    static let anchorX = OptionalNumberParameter("anchorX", in: -1e9...1e9, "its `x`")
    static let anchorY = OptionalNumberParameter("anchorY", in: -1e9...1e9, "its `y`")
    static let anchorRounding = OptionalNumberParameter("anchorRounding", in: -0.5...0.5, "its `rounding`")
    static let revision = OptionalWholeParameter("revision", in: 0...Int.max, "the last plan's `revision`")
    static let rows = TextParameter(
        "rows", .text(pattern: nil), "the last plan's `rows`, joined by commas, of at most \(SeenRows.most) rows")
    static let fractionX = OptionalNumberParameter(
        "fractionX", in: -1e9...1e9, "in place of `anchorX`: the anchor's `fractionX`")
    static let fractionY = OptionalNumberParameter(
        "fractionY", in: -1e9...1e9, "in place of `anchorY`: the anchor's `fractionY`")
    static let changesSince = OptionalWholeParameter(
        "since", in: 0...Int.max, "a revision: `changes` then lists what has changed in the window since")

    // MARK: What tiles have

    private static let tileMembers: [any Parameter] = [itemNames, badges, backdrop, groundColour, decodes]

    static let itemNames = FlagParameter("names", "with the items' names")
    static let badges = FlagParameter("badges", "with badges, and the values by which items are sorted")
    static let backdrop = FlagParameter("backdrop", "below the tiles of a large picture also one coarse tile")
    static let groundColour = TextParameter(
        "ground", .colour, "six hexadecimal digits, such as fafafa: mosaics are painted on this colour")
    static let decodes = WordParameter("decodes", ["heic"], "what the client decodes itself")
}

extension ParameterShape {
    /// Six hexadecimal digits.
    static let colour = ParameterShape.text(pattern: "^[0-9a-fA-F]{6}$")
}
