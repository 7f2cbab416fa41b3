// The names of layouts in URLs and JSON.

/// How a plan places items; the raw value is the name in URLs and JSON.
enum LayoutKind: String, Sendable, CaseIterable {
    case grid, justified, stack, strip, pages
    /// A chart, cut into slides.
    case slides
    /// The view of one item.
    case item

    /// Those that show pictures, the first one unless another is asked for. The view of one item is reached from each.
    static let ofPictures: [LayoutKind] = [.grid, .justified, .stack, .strip, .pages]
}
