// Contact sheets: one image with tiny pictures of many items, shown during a fling before tiles arrive.

import Catalog
import Tiles
import Tiling

/// Sheets of tiny pictures of consecutive items of a view.
///
/// During a fling of twenty screens a second, tiles arrive too late: each costs the page an element and a decode. One
/// sheet has the pictures of some ten screens, from the atlas; the page draws them over the patches of bands.
struct ContactSheets: Sendable {
    /// Width and height of a sheet, in pixels; the last sheet of a view may be lower.
    static let side = 512
    /// The most sheets that a plan names; together they have about as many pixels as a screen.
    static let mostSheets = 8

    /// How the pictures lie on a sheet: in rows from its top, left to right, without gaps.
    struct Grid: Sendable, Equatable {
        /// Width and height of a picture, in pixels.
        let side: Int

        /// Pictures in a row.
        var columns: Int { ContactSheets.side / side }
        /// Pictures on a sheet.
        var count: Int { columns * columns }

        /// - Parameters:
        ///   - patch: the side of an item's patch, in device pixels.
        ///   - count: the number of items in bands.
        init(patch: Double, count: Int) {
            // Small patches mean many items per screen.
            side = patch <= 40 || count > 4096 ? 8 : TinyPicture.side
        }
    }

    let grid: Grid
    /// The sheets with their numbers, where the first item's sheet is 0, and how they are made; the most needed first.
    let sheets: [(number: Int, tile: MosaicTile)]

    /// Chooses the sheets for `items`, the items of the bands that a page is to have; nil where there are none.
    ///
    /// `visible` are the items in view. `ground` is the colour beneath the pictures, 0xRRGGBB; nil where not known.
    /// O(sheets × log n).
    init?(
        _ grid: Grid, items: Range<Int>, visible: Range<Int>, order: ItemOrder, on ground: UInt32?,
        of view: CatalogView, in collection: any ItemCollection, _ mosaics: Mosaics
    ) {
        guard !items.isEmpty else { return nil }
        self.grid = grid
        let width = Double(Self.side)
        let geometry = MosaicGeometry(
            LayoutRequest(
                kind: .grid, viewport: Size(width: width, height: 1), columns: grid.columns, scale: 1, spacing: 0),
            // With a ground, a sheet that is not full has no transparent pixels and can be a JPEG too.
            order: order, zoomScale: 1, side: Self.side, ground: TinyPicture.neutral,
            unknown: ground.map(Self.patch) ?? TinyPicture.neutral)
        let middle = (visible.lowerBound + visible.upperBound) / 2 / grid.count
        let numbers = items.lowerBound / grid.count...(items.upperBound - 1) / grid.count
        var budget = MosaicColours.Budget()
        sheets = numbers.sorted { abs($0 - middle) < abs($1 - middle) }.prefix(Self.mostSheets).map { number in
            let own = number * grid.count..<min(view.items.status.count, (number + 1) * grid.count)
            let version = mosaics.version(ofItems: own, of: view, in: collection, within: &budget)
            return (
                number, MosaicTile(geometry, column: 0, row: number, version: version, of: view, in: collection)
            )
        }
    }
}

extension ContactSheets {
    /// The colour that the page paints for an unknown picture: neutral grey at 13 % opacity over the ground.
    ///
    /// Sheets use the same colour, so that an item does not darken when its sheet arrives.
    private static func patch(on ground: UInt32) -> UInt32 {
        [16, 8, 0].reduce(0) { colour, shift in
            let (below, grey) = (ground >> UInt32(shift) & 255, TinyPicture.neutral >> UInt32(shift) & 255)
            return colour << 8 | (below * 87 + grey * 13 + 50) / 100
        }
    }
}

extension ContactSheets.Grid {
    /// Pictures of a band in consecutive cells of a sheet.
    struct Run: Equatable {
        /// The sheet's number.
        var sheet: Int
        /// The cell of the first picture.
        var cell: Int
        var count: Int
    }

    /// Where the pictures of a band's patches lie, in the order of the patches.
    func runs(of patches: [Band.Patch]) -> [Run] {
        var runs: [Run] = []
        for patch in patches {
            let (sheet, cell) = patch.index.quotientAndRemainder(dividingBy: count)
            if let last = runs.last, last.sheet == sheet, last.cell + last.count == cell {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(sheet: sheet, cell: cell, count: 1))
            }
        }
        return runs
    }
}
