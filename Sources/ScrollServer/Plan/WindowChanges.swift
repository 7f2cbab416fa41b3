// The changes in a client's window since the revision that the client has.

import Catalog
import Platform

/// The difference between the items that a client has and those in its window now.
///
/// The client removes `removed`, inserts `inserted`, moves `moved`, and asks for the sizes of `resized`.
struct WindowChanges: Sendable, Equatable {
    struct Placed: Sendable, Equatable {
        var id: String
        var index: Int
    }

    /// The revision that the client has.
    var from: Int
    /// Whether the changes since `from` are unknown, so that all of the client's items may be out of date.
    var isReset = false
    /// Ids of items that would be in the window now but have been removed or moved out of it.
    var removed: [String] = []
    var inserted: [Placed] = []
    /// Items whose position in the order has changed, with their new index.
    var moved: [Placed] = []
    var resized: [String] = []

    /// - Parameters:
    ///   - revision: the revision that the client has.
    ///   - difference: the collection's changes since then; nil when they are no longer known.
    ///   - window: the indices of the items in the window now.
    ///   - ids: the ids of the items of `window`, in order.
    init(since revision: Int, _ difference: OrderDifference?, window: Range<Int>, ids: [String]) {
        from = revision
        guard let difference else {
            isReset = true
            return
        }
        var gone = Set<String>()
        // The index that a removed item would have now: the number of items before it that remain, plus the items
        // inserted before that index.
        var (before, taken) = (0, 0)
        for run in difference.removed {
            let newIndex = Self.newIndex(run.lowerBound - before, behind: difference.inserted)
            for id in difference.removedIDs[taken..<taken + run.count] {
                let id = Base32.encode(id, length: 13)
                gone.insert(id)
                if newIndex >= window.lowerBound, newIndex <= window.upperBound { removed.append(id) }
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

    /// The new index of an item that has `kept` remaining items before it.
    private static func newIndex(_ kept: Int, behind inserted: [Range<Int>]) -> Int {
        var newIndex = kept
        for run in inserted {
            guard run.lowerBound <= newIndex else { break }
            newIndex += run.count
        }
        return newIndex
    }

    /// Writes the plan's member `changes` (DESIGN.md §5).
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
        json.objects(name, of: placed) { json, item in
            json.member("id", item.id)
            json.member("index", item.index)
        }
    }
}
