// The names of layouts in URLs and JSON.

/// How a plan places items; the raw value is the name in URLs and JSON.
enum LayoutKind: String, Sendable, CaseIterable {
    case grid, justified, stack, strip, pages
    /// The view of one item.
    case item

    /// Those that show a collection.
    static let ofCollections: [LayoutKind] = [.grid, .justified, .stack, .strip, .pages]
}
