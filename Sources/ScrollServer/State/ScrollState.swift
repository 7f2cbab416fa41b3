// A scroll position, as saved under a restoration identifier.

import Catalog
import HTTP
import Platform
import Tiling

/// The restorable state of a scroll view, and an anchor to find the place after the content has changed.
///
/// The anchor is the item at the top, and the part of it that is scrolled out of sight.
struct ScrollState: Sendable, Equatable {
    struct Anchor: Sendable, Equatable {
        var item: String
        /// The part of the item, per axis, that lay above and left of the visible area inside the insets: 0 none, 1
        /// all.
        var fraction: Point
    }

    var collection: String
    var layout: LayoutKind
    /// The value of a plan's `order` parameter; nil for the collection's own order.
    var order: String?
    /// The value of a plan's `group` parameter; nil without headings.
    var group: String?
    /// The search query, as a plan's `q`; nil for all items.
    var query: String?
    /// Only for a grid: 1 to `DensityZoom.mostColumns`.
    var columns: Int?
    var lead: Int?
    /// Only for justified rows, in points.
    var rowHeight: Double?
    /// The item's id; only for the view of one item.
    var item: String?
    var zoomScale = 1.0
    /// In points on the screen.
    var contentInset = EdgeInsets.zero
    /// In points at `zoomScale`.
    var contentOffset = Point.zero
    var anchor: Anchor?

    /// Reads the state that a page sends.
    ///
    /// - Throws: a 400 that names the first member that is unknown, missing or out of range.
    init(_ json: JSONValue) throws(Problem) {
        guard case .object(let members) = json else { throw .badRequest("the state is not a JSON object") }
        let known: Set<String> = [
            "collection", "layout", "order", "group", "q", "columns", "lead", "rowHeight", "item", "zoomScale",
            "contentInset", "contentOffset", "anchor",
        ]
        if let name = members.keys.sorted().first(where: { !known.contains($0) }) {
            throw .badParameter(name, "is no member of a state; known are \(known.sorted().joined(separator: ", "))")
        }
        guard let collection = try Self.text("collection", json) else {
            throw .badParameter("collection", "is missing")
        }
        guard let name = try Self.text("layout", json), let layout = LayoutKind(rawValue: name) else {
            let names = LayoutKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badParameter("layout", "is missing or none of \(names)")
        }
        (self.collection, self.layout) = (collection, layout)
        columns = try Self.whole("columns", json, in: 1...DensityZoom.mostColumns)
        lead = try Self.whole("lead", json, in: 0...DensityZoom.mostColumns - 1)
        item = try Self.text("item", json)
        order = try Self.text("order", json)
        group = try Self.text("group", json)
        query = try Self.text("q", json, longest: QueryToken.longest)
        rowHeight = try Self.number("rowHeight", json, in: PlanRequest.rowHeights)
        if let value = try Self.number("zoomScale", json, in: PlanRequest.zoomScales) { zoomScale = value }
        if let inset = json["contentInset"], inset != .null {
            let edges = try Self.numbers(["top", "left", "bottom", "right"], of: "contentInset", inset)
            contentInset = EdgeInsets(top: edges[0], left: edges[1], bottom: edges[2], right: edges[3])
        }
        if let offset = json["contentOffset"], offset != .null {
            let axes = try Self.numbers(["x", "y"], of: "contentOffset", offset)
            contentOffset = Point(x: axes[0], y: axes[1])
        }
        if let anchor = json["anchor"], anchor != .null {
            guard let item = try Self.text("item", anchor) else { throw .badParameter("anchor", "has no item") }
            let fraction = try Self.numbers(["fractionX", "fractionY"], of: "anchor", anchor)
            self.anchor = Anchor(item: item, fraction: Point(x: fraction[0], y: fraction[1]))
        }
        if layout == .item, item == nil { throw .badParameter("item", "is missing; this layout shows one item") }
    }

    private static func text(_ name: String, _ json: JSONValue, longest: Int = 256) throws(Problem) -> String? {
        guard let value = json[name], value != .null else { return nil }
        guard let text = value.text, text.utf8.count <= longest else {
            throw .badParameter(name, "is not a text of at most \(longest) bytes")
        }
        return text
    }

    /// A whole number in `range`, or nil where the member is missing or null.
    private static func whole(
        _ name: String, _ json: JSONValue, in range: ClosedRange<Int>
    ) throws(Problem) -> Int? {
        guard let value = json[name], value != .null else { return nil }
        guard let number = value.integer, range.contains(number) else {
            throw .badParameter(name, "is not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func number(
        _ name: String, _ json: JSONValue, in range: ClosedRange<Double>
    ) throws(Problem) -> Double? {
        guard let value = json[name], value != .null else { return nil }
        guard let number = value.number, range.contains(number) else {
            throw .badParameter(name, "is not a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func numbers(_ names: [String], of parent: String, _ json: JSONValue) throws(Problem) -> [Double] {
        let range = -PlanRequest.farthest...PlanRequest.farthest
        var numbers: [Double] = []
        for name in names {
            guard let number = try number(name, json, in: range) else { throw .badParameter(parent, "has no \(name)") }
            numbers.append(number)
        }
        return numbers
    }

    /// The state as JSON, as it is saved and answered.
    ///
    /// Numbers are written exactly, without rounding.
    var json: [UInt8] {
        JSONWriter.object { json in
            json.member("collection", collection)
            json.member("layout", layout.rawValue)
            json.member("columns", columns)
            json.member("lead", lead)
            json.member("order", order)
            json.member("group", group)
            if let query { json.member("q", query) }
            json.member("item", item)
            json.member("rowHeight", exactly: rowHeight)
            json.member("zoomScale", exactly: zoomScale)
            json.object("contentInset") { json in
                json.member("top", exactly: contentInset.top)
                json.member("left", exactly: contentInset.left)
                json.member("bottom", exactly: contentInset.bottom)
                json.member("right", exactly: contentInset.right)
            }
            json.object("contentOffset") { json in
                json.member("x", exactly: contentOffset.x)
                json.member("y", exactly: contentOffset.y)
            }
            guard let anchor else { return json.null("anchor") }
            json.object("anchor") { json in
                json.member("item", anchor.item)
                json.member("fractionX", exactly: anchor.fraction.x)
                json.member("fractionY", exactly: anchor.fraction.y)
            }
        }
    }
}
