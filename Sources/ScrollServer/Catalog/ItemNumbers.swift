// Numbers that stand for an item, where texts would cost too much.

import Imaging
import Platform

/// An item and its version as numbers, for tables of millions of items.
package struct ItemNumbers: Sendable, Equatable {
    /// Two items of a collection have different ones.
    package var item: UInt64
    /// Changes when the item's version does.
    package var version: UInt64
    /// As `ItemSummary.colour`.
    package var colour: UInt32?
    /// Whether it can never be shown.
    package var isLost: Bool

    package init(item: UInt64, version: UInt64, colour: UInt32? = nil, isLost: Bool = false) {
        (self.item, self.version, self.colour, self.isLost) = (item, version, colour, isLost)
    }

    /// What a kind of collection tells quickly is the same: ids of 13 digits stand for the number that they spell, versions
    /// of 8 digits as well.
    package init(_ summary: ItemSummary) {
        item = Self.number(ofItem: summary.id)
        version = Self.number(ofVersion: summary.version)
        colour = summary.colour
        isLost = summary.error.map { !$0.isPassing } ?? false
    }

    package static func number(ofItem id: String) -> UInt64 { Base32.decode64(id) ?? hash(id) }

    package static func number(ofVersion version: String) -> UInt64 {
        guard version.utf8.count == 8 else { return hash(version) }
        // Read as the last 8 digits of 13.
        return Base32.decode64("00000" + version) ?? hash(version)
    }

    private static func hash(_ text: String) -> UInt64 {
        var hash = StableHash()
        hash.add(text.utf8)
        return hash.value
    }
}
