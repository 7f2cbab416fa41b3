// What the tiles of a plane are cut from: fields, order and level, also as the query of their URLs.

import Catalog
import HTTP
import Platform
import Tiling

/// A level of a plane: all that determines its tiles, apart from the items.
package struct PlaneGeometry: Sendable, Equatable {
    package let fields: PlaneFields
    /// Whether the plane is first halved across its height, as in windows that are higher than wide.
    let isTall: Bool
    package let order: ItemOrder
    /// Colours or density.
    let show: PlaneShow
    /// Whether the tiles lie on a dark ground, which matters to the colours of counts.
    let isDark: Bool
    /// As in `PlaneRaster`.
    package let level: Int
    /// The query of the tiles' URLs without `v`; the same geometry always has the same text.
    package let query: String

    package init(
        _ fields: PlaneFields, isTall: Bool, order: ItemOrder, shows look: PlaneLook, level: Int
    ) {
        (self.fields, self.isTall, self.order, self.level) = (fields, isTall, order, level)
        (show, isDark) = (look.show, look.show == .density && look.isDark)
        query = Self.query(fields, isTall, order, show, isDark)
    }

    private static func query(
        _ fields: PlaneFields, _ isTall: Bool, _ order: ItemOrder, _ show: PlaneShow, _ isDark: Bool
    ) -> String {
        var parts = ["show=\(show.rawValue)", "fieldX=\(Query.escaped(fields.x.field))"]
        if let y = fields.y { parts.append("fieldY=\(Query.escaped(y.field))") }
        if let isLogarithmic = fields.x.isLogarithmic { parts.append("logX=\(isLogarithmic)") }
        if let isLogarithmic = fields.y?.isLogarithmic { parts.append("logY=\(isLogarithmic)") }
        if isTall { parts.append("tall=true") }
        if isDark { parts.append("dark=true") }
        if let sort = order.arrangement?.sort {
            parts.append("order=\(sort.isDescending ? "-" : "")\(Query.escaped(sort.field))")
        } else if order.key != .name || order.isDescending {
            parts.append("order=\(order.text)")
        }
        if let text = order.arrangement?.written.text, !text.isEmpty { parts.append("q=\(Query.escaped(text))") }
        return parts.joined(separator: "&")
    }

    /// The layout of the plane; of the viewport only the proportions matter.
    private var layoutRequest: LayoutRequest {
        var request = LayoutRequest(
            kind: .plane, viewport: isTall ? Size(width: 1, height: 2) : Size(width: 2, height: 1), spacing: 0)
        request.plane = fields
        // The tiles of a plan lie on its axes, whatever has come since.
        request.keepsAxes = true
        return request
    }

    /// Returns the points of a view; nil where its items have no such fields.
    ///
    /// May take O(n).
    package func index(of view: CatalogView) -> PlaneIndex? {
        let found = view.layouts.withLayout(layoutRequest) { layout -> PlaneIndex? in
            // An index is never changed: a new one takes its place.
            if case .plane(let plane) = layout { return plane.index }
            return nil
        }
        return found ?? nil
    }
}

/// How the tiles of a plane look.
package struct PlaneLook: Sendable, Equatable {
    package var show: PlaneShow
    /// Whether the ground is dark.
    package var isDark: Bool

    package init(show: PlaneShow, isDark: Bool) { (self.show, self.isDark) = (show, isDark) }

    /// Makes a look on a ground, 0xRRGGBB; light where it is not known.
    package init(show: PlaneShow, on ground: UInt32?) {
        let ground = ground ?? 0xFF_FFFF
        let sum = (ground >> 16 & 255) + (ground >> 8 & 255) + (ground & 255)
        self.init(show: show, isDark: sum < 3 * 128)
    }
}
