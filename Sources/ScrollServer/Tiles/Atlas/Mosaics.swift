// The tiles of mosaics: many small cells, painted from the atlas.

import Tiling

/// Paints the tiles of mosaics. Safe on any thread.
final class Mosaics: Sendable {
    /// Paints a tile. Blocks: call it on a worker thread.
    func tile(_ scene: MosaicScene, of view: CatalogView, in collection: any ItemCollection) -> EncodedTile {
        let (width, height) = (scene.size.width, scene.size.height)
        var pixels = PixelBuffer(width: width, height: height, format: .rgba)
        guard let first = scene.rows.first else {
            return EncodedTile(bytes: PNGEncoder.encode(pixels, profile: nil), mediaType: "image/png", colour: nil)
        }
        var place = 0
        _ = first
        for y in 0..<height {
            let middle = Double(y) + 0.5
            while place + 1 < scene.rows.count, scene.rows[place + 1].y <= middle { place += 1 }
            let row = scene.rows[place]
            guard middle >= row.y, middle < row.y + max(scene.side, 1) else { continue }
            var last: (index: Int, colour: UInt32) = (-1, 0x808080)
            for x in 0..<width {
                let across = (Double(x) + 0.5 - row.x) / scene.pitch
                guard across >= 0, across < Double(row.items.count) else { continue }
                let cell = Int(across)
                guard (across - Double(cell)) * scene.pitch < max(scene.side, 1) else { continue }
                let index = row.items.lowerBound + cell
                if index != last.index { last = (index, view.items.summary(at: index)?.colour ?? 0x808080) }
                let start = (y * width + x) * 4
                pixels.bytes[start] = UInt8(truncatingIfNeeded: last.colour >> 16)
                pixels.bytes[start + 1] = UInt8(truncatingIfNeeded: last.colour >> 8)
                pixels.bytes[start + 2] = UInt8(truncatingIfNeeded: last.colour)
                pixels.bytes[start + 3] = 255
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
