// Paints the tiles of planes.

import Catalog
import Pixels
import Synchronization
import Tiling

/// Paints tiles of planes, and keeps the colours of those that were painted last.
///
/// Thread-safe.
final class PlanePainter: Sendable {
    /// Version of the painting; raise it when the same items would be painted otherwise.
    static let painting: UInt64 = 1
    /// The maximum number of planes whose colours are kept.
    private static let limit = 2

    /// Guards the list, the most recently used at the end; held while colours are looked up.
    private let known = Mutex<[PlaneColours]>([])

    /// Returns the colours of a plane at a moment that `stamp` names; `make` looks them up.
    ///
    /// Blocks.
    func colours(of view: any CollectionView, stamp: String, _ make: () -> PlaneColours) -> PlaneColours {
        known.withLock { known in
            if let position = known.lastIndex(where: { $0.areOf(view, stamp: stamp) }) {
                let found = known.remove(at: position)
                known.append(found)
                return found
            }
            // What the view showed before is of no use any more, and need not lie beside the new.
            known = known.filter { !$0.isOf(view) }.suffix(Self.limit - 1)
            let new = make()
            known.append(new)
            return new
        }
    }

    /// Paints each cell in the mean colour of its items, in grey where none is known; others are transparent.
    ///
    /// O(cells × log n).
    func colours(_ index: PlaneIndex, level: Int, column: Int, row: Int, _ colours: PlaneColours) -> EncodedTile {
        let side = PlaneRaster.side
        var bytes = [UInt8](repeating: 0, count: side * side * 4)
        var walk = PlaneColours.Walk()
        index.forEachCell(level: level, column: column, row: row) { place, run in
            let colour = walk.mean(of: run, in: colours) ?? TinyPicture.neutral
            bytes[4 * place] = UInt8(truncatingIfNeeded: colour >> 16)
            bytes[4 * place + 1] = UInt8(truncatingIfNeeded: colour >> 8)
            bytes[4 * place + 2] = UInt8(truncatingIfNeeded: colour)
            bytes[4 * place + 3] = 255
        }
        let pixels = PixelBuffer(width: side, height: side, format: .rgba, bytes: bytes)
        return EncodedTile(bytes: PNGEncoder.encode(pixels), mediaType: "image/png")
    }

    /// Paints each cell in the colour that stands for its number of items, by the scale of the level; empty ones are
    /// transparent.
    ///
    /// O(cells × log n).
    func density(_ index: PlaneIndex, level: Int, column: Int, row: Int, isDark: Bool) -> EncodedTile {
        let side = PlaneRaster.side
        let scale = DensityScale(greatest: index.greatestCount(level: level))
        var indices = [UInt8](repeating: 0, count: side * side)
        index.forEachCell(level: level, column: column, row: row) { place, run in
            indices[place] = UInt8(truncatingIfNeeded: scale.index(of: run.count))
        }
        let colours = DensityScale.colours(isDark: isDark).map { colour in
            PaletteColor(
                red: UInt8(truncatingIfNeeded: colour >> 16), green: UInt8(truncatingIfNeeded: colour >> 8),
                blue: UInt8(truncatingIfNeeded: colour))
        }
        let nothing = PaletteColor(red: 0, green: 0, blue: 0, alpha: 0)
        return EncodedTile(
            bytes: PNGEncoder.encode(indices: indices, width: side, height: side, palette: [nothing] + colours),
            mediaType: "image/png")
    }
}
