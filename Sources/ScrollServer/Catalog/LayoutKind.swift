// The names of layouts in URLs and JSON.

/// How a plan places items; the raw value is the name in URLs and JSON.
enum LayoutKind: String, Sendable, CaseIterable {
    case grid, justified, stack, strip, pages
    /// A chart, cut into slides.
    case slides
    /// The view of one item.
    case item
}

extension CollectionKind {
    /// The layouts that show a collection of this kind, the one it is shown in unless another is asked for first.
    var layouts: [LayoutKind] {
        self == .chart ? [.slides] : [.grid, .justified, .stack, .strip, .pages]
    }
}
