// The names of layouts in URLs and JSON.

/// The ways to place items; the raw value is the layout's name in URLs and JSON.
package enum LayoutKind: String, Sendable, CaseIterable {
    case grid, justified, stack, strip, pages
    /// By the values of two fields.
    case plane
    /// A chart, cut into slides.
    case slides
    /// The view of one item.
    case item

    /// The layouts for pictures, the default first; a client opens the view of one item from any of them.
    static let ofPictures: [LayoutKind] = [.grid, .justified, .stack, .strip, .pages]
    /// The same, for pictures of which something is known.
    static let ofKnownPictures = ofPictures + [plane]
}
