// An item as numbers, where strings would cost too much.

import Pixels
import Platform

/// An item and its version as numbers, for tables of millions of items.
package struct ItemNumbers: Sendable, Equatable {
    /// Distinct for each item of a collection.
    package var item: UInt64
    /// Changes when the item's version does.
    package var version: UInt64
    /// The average colour, as `ItemSummary.colour`.
    package var colour: UInt32?
    /// Whether the item can never be shown.
    package var isUnreadable: Bool

    package init(item: UInt64, version: UInt64, colour: UInt32? = nil, isUnreadable: Bool = false) {
        (self.item, self.version, self.colour, self.isUnreadable) = (item, version, colour, isUnreadable)
    }

    /// Gives the numbers that collections compute directly: the value of a 13-digit id and of an 8-digit version.
    package init(_ summary: ItemSummary) {
        item = Self.number(ofItem: summary.id)
        version = Self.number(ofVersion: summary.version)
        colour = summary.colour
        isUnreadable = summary.error.map { !$0.isTransient } ?? false
    }

    package static func number(ofItem id: String) -> UInt64 { Base32.decode64(id) ?? hash(id) }

    package static func number(ofVersion version: String) -> UInt64 {
        Base32.decode64(version, length: 8) ?? hash(version)
    }

    private static func hash(_ text: String) -> UInt64 { StableHash.of(text.utf8) }
}
