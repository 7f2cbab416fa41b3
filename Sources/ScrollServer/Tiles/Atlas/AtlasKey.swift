// The keys and entries of the atlas.

import Catalog
import Platform

/// Identifies one version of one item of one source; the same in every run, and never 0.
package struct AtlasKey: Sendable, Hashable {
    let value: UInt64

    init?(value: UInt64) {
        guard value != 0 else { return nil }
        self.value = value
    }

    /// Makes a key; `source` comes from `AtlasKey.source(_:)`.
    init(source: UInt64, _ numbers: ItemNumbers) {
        let value = StableHash.mix(source ^ StableHash.mix(numbers.item ^ StableHash.mix(numbers.version)))
        self.value = value == 0 ? 1 : value
    }

    package init(source: String, _ item: ItemSummary) {
        self.init(source: Self.source(source), ItemNumbers(item))
    }

    /// Returns a hash of where a collection's items come from.
    package static func source(_ source: String) -> UInt64 { StableHash.of(source.utf8) }
}

/// What the atlas knows about an item, in 8 bytes.
///
///      63      32 31      24 23        0
///     | picture  | flags    | 0xRRGGBB |
struct AtlasEntry: Sendable, Equatable {
    /// The picture number of an entry without stored pixels.
    static let noPicture = UInt32.max
    private static let (alpha, unreadable): (UInt64, UInt64) = (1 << 24, 1 << 25)
    private static let lost: UInt64 = 1 << 27
    private static let unconfirmed: UInt64 = 1 << 28
    /// The flag set whenever the entry is looked up.
    static let used: UInt64 = 1 << 26

    var bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    /// Makes an entry; `pictureNumber` is `noPicture` if only the colour is known.
    init(pictureNumber: UInt32, colour: UInt32, hasAlpha: Bool = false, isUnconfirmed: Bool = false) {
        bits =
            UInt64(pictureNumber) << 32 | UInt64(colour & 0xFF_FFFF) | (hasAlpha ? Self.alpha : 0)
            | (isUnconfirmed ? Self.unconfirmed : 0)
    }

    /// Makes the entry of a picture.
    init(pictureNumber: UInt32, _ picture: TinyPicture) {
        self.init(
            pictureNumber: pictureNumber, colour: picture.colour, hasAlpha: picture.hasAlpha,
            isUnconfirmed: picture.isFromThumbnail)
    }

    /// The entry of an item without a readable picture: it is done, and stays neutral.
    static let ofUnreadable = AtlasEntry(
        bits: UInt64(noPicture) << 32 | UInt64(TinyPicture.neutral) | unreadable)

    /// The entry of an item whose picture was damaged: nothing is known about it any more.
    static let forgotten = AtlasEntry(
        bits: UInt64(noPicture) << 32 | UInt64(TinyPicture.neutral) | lost)

    /// The chunk's number times 4096, plus the picture's position in it.
    var pictureNumber: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }
    /// The average colour, 0xRRGGBB.
    var colour: UInt32 { UInt32(truncatingIfNeeded: bits & 0xFF_FFFF) }
    var hasAlpha: Bool { bits & Self.alpha != 0 }
    /// The same entry without pixels.
    var withoutPixels: AtlasEntry { AtlasEntry(bits: bits | UInt64(Self.noPicture) << 32) }
    /// The same entry, marked as used.
    var inUse: AtlasEntry { AtlasEntry(bits: bits | Self.used) }
    /// The same entry, after its thumbnail was found to agree with the picture.
    var confirmed: AtlasEntry { AtlasEntry(bits: bits & ~Self.unconfirmed) }
    /// Whether it is of a thumbnail that has not been compared with its picture in this run.
    var isUnconfirmed: Bool { bits & Self.unconfirmed != 0 }
    /// Whether it was made or looked up since the program started.
    var isUsed: Bool { bits & Self.used != 0 }
    var isUnreadable: Bool { bits & Self.unreadable != 0 }
    var hasPixels: Bool { pictureNumber != Self.noPicture }
    /// Whether its colour must not be shown.
    var isForgotten: Bool { bits & Self.lost != 0 }
    /// Whether nothing more can be found out.
    var isDone: Bool { hasPixels || isUnreadable }
}
