// One picture per page, side by side.

/// `pages`: each item has a page of its own, as large as the viewport.
///
/// Every query is O(1).
public struct PagesLayout: Sendable, Equatable {
    /// Points between two pages, so that neighbours do not touch while a page is turned.
    public static let gap = 16.0

    /// Number of items.
    public let count: Int
    /// The viewport's size in points.
    public let page: Size
    /// The insets of each page; pictures stay inside them.
    public let inset: EdgeInsets

    public init(count: Int, page: Size, inset: EdgeInsets) {
        self.count = max(0, count)
        self.page = page
        self.inset = inset
    }

    /// Distance from one page to the next, in points.
    public var pitch: Double { page.width + Self.gap }

    /// The content's size at zoom scale 1, in points.
    public var contentSize: Size {
        Size(width: count == 0 ? 0 : Double(count) * pitch - Self.gap, height: page.height)
    }

    /// The area of the page that item `index` may use, in content points at zoom scale 1.
    public func frame(of index: Int) -> Rect {
        let start = Double(index) * pitch
        return Rect(
            minX: start + inset.left, minY: inset.top, maxX: start + page.width - inset.right,
            maxY: page.height - inset.bottom)
    }

    /// The items whose pages share an area with `rect` (content points at zoom scale 1).
    public func items(in rect: Rect) -> Range<Int> {
        guard count > 0, rect.minX < rect.maxX, rect.maxX > 0 else { return 0..<0 }
        let lowest = max(0, (rect.minX / pitch).rounded(.down))
        guard lowest < Double(count) else { return count..<count }
        var first = Int(clamping: lowest)
        // `rect` begins in the gap after that page.
        if Double(first) * pitch + page.width <= rect.minX { first += 1 }
        let last = Int(clamping: min(Double(count - 1), (rect.maxX / pitch).rounded(.up) - 1))
        return last < first ? first..<first : first..<last + 1
    }

    /// The page nearest to an offset (points at zoom scale 1).
    public func page(at offset: Double) -> Int {
        guard count > 0 else { return 0 }
        return Int(clamping: min(max(0, (offset / pitch).rounded()), Double(count - 1)))
    }
}
