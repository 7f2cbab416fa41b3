// The contact sheets that a page has, updated as the atlas learns more.

import Tiles
import Tiling

/// Decides when a sheet that a page has is replaced by one that shows more.
///
/// While an atlas is filled, sheets change all the time; each is made anew at most once a second.
struct LiveSheets: Sendable {
    /// The least time for which a sheet is shown, in nanoseconds.
    static let age: UInt64 = 1_000_000_000

    /// The geometry that sheets' numbers refer to.
    private var geometry: PlanBands.Geometry?
    private var grid: ContactSheets.Grid?
    private var chosen: [Int: (tile: SessionTile, since: UInt64)] = [:]

    /// Whether a sheet was kept although a newer one exists.
    private(set) var isBehind = false

    /// The sheets that a page is to have.
    struct Choice {
        /// The most needed first.
        var sheets: [(number: Int, tile: SessionTile)]
        /// Whether the page's sheets are of another geometry, so that it must drop them.
        var isOther: Bool
        /// Whether the sheets differ from the last choice.
        var isChanged: Bool
    }

    /// Chooses the sheets that a page is to have; `now` is in nanoseconds.
    mutating func choose(_ new: ContactSheets, _ geometry: PlanBands.Geometry, at now: UInt64) -> Choice {
        var choice = Choice(sheets: [], isOther: geometry != self.geometry || grid != new.grid, isChanged: false)
        var next: [Int: (tile: SessionTile, since: UInt64)] = [:]
        isBehind = false
        for sheet in new.sheets {
            let made = SessionTile(
                key: sheet.tile.key, placement: TilePlacement(frame: .zero), making: .mosaic(sheet.tile),
                revision: geometry.revision)
            var tile = (tile: made, since: now)
            let old = choice.isOther ? nil : chosen[sheet.number]
            if let old, old.tile.key != tile.tile.key, now &- old.since < Self.age { isBehind = true }
            if let old, old.tile.key == tile.tile.key || now &- old.since < Self.age { tile = old }
            if old?.tile.key != tile.tile.key { choice.isChanged = true }
            next[sheet.number] = tile
            choice.sheets.append((sheet.number, tile.tile))
        }
        if next.count != chosen.count { choice.isChanged = true }
        (self.geometry, grid, chosen) = (geometry, new.grid, next)
        return choice
    }
}
