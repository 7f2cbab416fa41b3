// What changed in a reader's window since the revision it has.

import Tiling

/// The difference between what a reader has and what is there now, as far as its window is concerned. Applied to the
/// items that the reader has, it leads to those of the new window: take out what was removed, put in what is new, move
/// and measure the others.
struct WindowChanges: Sendable, Equatable {
    struct Placed: Sendable, Equatable {
        var id: String
        var index: Int
    }

    /// The revision that the reader has.
    var from: Int
    /// Whether that is too long ago to tell: all that the reader has may be wrong.
    var isReset = false
    /// Ids of items that would stand in the window now and have gone, or moved out of it.
    var removed: [String] = []
    var inserted: [Placed] = []
    /// Items that stand elsewhere in the order than before, by where they are now.
    var moved: [Placed] = []
    var resized: [String] = []

    /// - Parameters:
    ///   - revision: the one the reader has.
    ///   - difference: what happened since then; nil when that cannot be told.
    ///   - window: the items that are near the reader now.
    ///   - ids: those of the items of `window`.
    init(since revision: Int, _ difference: OrderDifference?, window: Range<Int>, ids: [String]) {
        from = revision
        guard let difference else {
            isReset = true
            return
        }
        var gone = Set<String>()
        // Where a removed item would stand now: its place among those before it that are still there, and those that have
        // come before that.
        var (before, taken) = (0, 0)
        for run in difference.removed {
            let place = Self.place(run.lowerBound - before, behind: difference.inserted)
            for id in difference.removedIDs[taken..<taken + run.count] {
                let id = Base32.encode(id, length: 13)
                gone.insert(id)
                if place >= window.lowerBound, place <= window.upperBound { removed.append(id) }
            }
            taken += run.count
            before += run.count
        }
        var back = Set<String>()
        for run in difference.inserted {
            for index in run.clamped(to: window) where index - window.lowerBound < ids.count {
                let placed = Placed(id: ids[index - window.lowerBound], index: index)
                if gone.contains(placed.id) {
                    back.insert(placed.id)
                    moved.append(placed)
                } else {
                    inserted.append(placed)
                }
            }
        }
        removed.removeAll { back.contains($0) }
        resized = difference.resized.filter { window.contains($0) && $0 - window.lowerBound < ids.count }
            .map { ids[$0 - window.lowerBound] }
    }

    /// Where in the new state the item comes that had `kept` others before it which are still there.
    private static func place(_ kept: Int, behind inserted: [Range<Int>]) -> Int {
        var place = kept
        for run in inserted {
            guard run.lowerBound <= place else { break }
            place += run.count
        }
        return place
    }

    /// As the plan's field `changes` (DESIGN.md §5).
    func write(into json: inout JSONWriter) {
        json.object { json in
            json.member("from", from)
            if isReset {
                json.member("reset", true)
            } else {
                json.member("removed", removed)
                Self.write("inserted", inserted, into: &json)
                Self.write("moved", moved, into: &json)
                json.member("resized", resized)
            }
        }
    }

    private static func write(_ name: StaticString, _ placed: [Placed], into json: inout JSONWriter) {
        json.array(name) { json in
            for item in placed {
                json.object { json in
                    json.member("id", item.id)
                    json.member("index", item.index)
                }
            }
        }
    }
}
