// The orders in which a collection can be shown.

/// The key by which items are sorted, and the direction; as text `name` or `-date`.
package struct ItemOrder: Sendable, Hashable {
    package enum Key: String, Sendable, CaseIterable {
        /// The collection's own order: natural order of paths in a folder, order of creation in a list.
        case name
        /// The time at which the picture was taken, if its header has it, else of the file's last change; then by name.
        case date
        /// Length of the original in bytes; then by name.
        case size
        /// By hue, then by lightness, pictures without a hue last; then by name.
        case colour
        /// Similar pictures beside each other.
        case likeness

        /// Whether the order depends on the appearance of pictures.
        var isVisual: Bool { self == .colour || self == .likeness }
    }

    package var key: Key
    package var isDescending = false
    /// The arrangement of items, which may also sort or group them before the key applies; nil: all items, by the key.
    package var arrangement: Arrangement?

    /// The collection's own order, which needs no sorting.
    package static let own = ItemOrder(key: .name)

    package init(key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }

    /// Parses a key's name, with a `-` in front for descending; nil for any other text.
    package init?(_ text: String) {
        isDescending = text.hasPrefix("-")
        guard let key = Key(rawValue: isDescending ? String(text.dropFirst()) : text) else { return nil }
        self.key = key
    }

    package var text: String { (isDescending ? "-" : "") + key.rawValue }

    /// The text of every order.
    static let names = Key.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }
}
