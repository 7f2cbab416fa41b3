// The contact sheets that a page has, as the atlas learns more.

import Tiling

/// Chooses between a sheet that a page has and one that shows more. While an atlas is filled, sheets change all the time; each is
/// made anew once a second at most.
struct LiveSheets: Sendable {
    /// Nanoseconds for which a sheet is shown at least.
    static let age: UInt64 = 1_000_000_000

    /// The view that numbers of sheets count in.
    private var geometry: PlanBands.Geometry?
    private var grid: ContactSheets.Grid?
    private var chosen: [Int: (tile: SessionTile, since: UInt64)] = [:]

    /// The sheets that the page is to have, the most needed first.
    ///
    /// - Parameter now: in nanoseconds.
    /// - Returns: also whether those that it has are of another view, so that it has to forget them.
    mutating func choose(_ new: ContactSheets, _ geometry: PlanBands.Geometry, at now: UInt64) -> (
        sheets: [(number: Int, tile: SessionTile)], isOther: Bool
    ) {
        let isOther = geometry != self.geometry || grid != new.grid
        var next: [Int: (tile: SessionTile, since: UInt64)] = [:]
        let sheets = new.sheets.map { sheet in
            var tile = (tile: SessionTile(sheet, revision: geometry.revision), since: now)
            if !isOther, let old = chosen[sheet.number] {
                if old.tile.key == tile.tile.key || now &- old.since < Self.age { tile = old }
            }
            next[sheet.number] = tile
            return (sheet.number, tile.tile)
        }
        (self.geometry, grid, chosen) = (geometry, new.grid, next)
        return (sheets, isOther)
    }
}

extension SessionTile {
    fileprivate init(_ sheet: ContactSheets.Sheet, revision: Int) {
        key = sheet.tile.key
        frame = Rect(x: 0, y: 0, width: 0, height: 0)
        isVisible = false
        json = []
        mosaic = sheet.tile
        index = 0
        self.revision = revision
    }
}
