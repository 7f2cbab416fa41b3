// Made-up items and pictures for tests of the atlas.

import Tiling

@testable import Catalog
@testable import Tiles

extension Atlas {
    /// Records the colour of an item, 0xRRGGBB.
    func note(colour: UInt32, of item: ItemSummary, in source: String) {
        note(
            colour: colour, AtlasKey(source: source, item),
            of: RecentAtlasItems.Item(source: AtlasKey.source(source), id: item.id))
    }

    /// Stores pictures of items.
    func note(_ pictures: [(item: ItemSummary, picture: TinyPicture)], in source: String) {
        note(
            pictures.map { item, picture in
                (
                    AtlasKey(source: source, item), picture,
                    RecentAtlasItems.Item(source: AtlasKey.source(source), id: item.id)
                )
            })
    }

    func picture(_ item: ItemSummary, in source: String) -> TinyPicture? {
        picture(AtlasKey(source: source, item))
    }
}

extension TinyPicture {
    /// A picture of noise, the same for the same number.
    static func noise(_ number: Int) -> TinyPicture {
        var noise = RepeatableNoise(seed: UInt64(number) &+ 1)
        return TinyPicture(
            pixels: (0..<256).map { _ in
                SIMD4(
                    Float.random(in: 0...255, using: &noise), Float.random(in: 0...255, using: &noise),
                    Float.random(in: 0...255, using: &noise), 0)
            }, hasAlpha: false)
    }
}
