// The orders in which a collection can be shown.

/// What items are sorted by, and which way round: `name`, `-date`.
struct ItemOrder: Sendable, Hashable {
    enum Key: String, Sendable, CaseIterable {
        /// The collection's own order: natural order of paths in a folder, the order of making in a list.
        case name
        /// When the picture was taken, where its header says so, else when its file was changed; then by name.
        case date
        /// Bytes of the original; then by name.
        case size
    }

    var key: Key
    var isDescending = false

    /// The order that needs no sorting.
    static let own = ItemOrder(key: .name)

    init(key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }

    /// `name`, `date` or `size`, descending with `-` before it.
    init?(_ text: String) {
        isDescending = text.hasPrefix("-")
        guard let key = Key(rawValue: isDescending ? String(text.dropFirst()) : text) else { return nil }
        self.key = key
    }

    var text: String { (isDescending ? "-" : "") + key.rawValue }

    /// All there are, as they are spelled.
    static let names = Key.allCases.flatMap { [$0.rawValue, "-" + $0.rawValue] }
}
