// The orders in which a collection can be shown.

/// The key by which items are sorted, and the direction. As text: `name`, `-date`.
package struct ItemOrder: Sendable, Hashable {
    package enum Key: String, Sendable, CaseIterable {
        /// The collection's own order: natural order of paths in a folder, order of creation in a list.
        case name
        /// When the picture was taken, if its header says so, else when its file was changed; then by name.
        case date
        /// Length of the original in bytes; then by name.
        case size
        /// By hue, then by lightness, pictures without a hue behind the others; then by name.
        case colour
        /// Pictures that look alike beside each other.
        case likeness

        /// Whether it depends on what the pictures look like.
        var isVisual: Bool { self == .colour || self == .likeness }
    }

    package var key: Key
    package var isDescending = false
    /// Which of the items, and by what field they are sorted or grouped before the key counts; nil for all, by the key.
    package var selection: FactSelection?

    /// The collection's own order, which exists without sorting.
    package static let own = ItemOrder(key: .name)

    package init(key: Key, isDescending: Bool = false, selection: FactSelection? = nil) {
        self.key = key
        self.isDescending = isDescending
        self.selection = selection
    }

    /// Reads a key's name, with a `-` in front for descending; nil for any other text.
    package init?(_ text: String) {
        isDescending = text.hasPrefix("-")
        guard let key = Key(rawValue: isDescending ? String(text.dropFirst()) : text) else { return nil }
        self.key = key
    }

    package var text: String { (isDescending ? "-" : "") + key.rawValue }

    /// The text of every order.
    static let names = Key.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }
}
