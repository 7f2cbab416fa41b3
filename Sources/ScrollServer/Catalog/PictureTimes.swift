// The items of a view in the order of their times.

import Platform
import Synchronization

/// The items of one revision of a view by the times of one field.
///
/// Takes 12 bytes for each item with a time; each search is O(log n).
package struct PictureTimes: Sendable {
    package let field: String
    /// The view's revision; indices count in it.
    package let revision: Int
    /// How many items have no time.
    package let untimedCount: Int
    /// Ascending, in seconds since 1970-01-01 00:00 on the clock that showed them.
    private let seconds: [Double]
    /// Their indices in the view; those of equal times ascend.
    private let items: [UInt32]

    /// Sorts a view's items; nil where they have no such field of times.
    ///
    /// O(n log n), some 0.2 s for a million items.
    package init?(_ field: String, of view: any CollectionView) {
        guard let (found, revision) = view.values(of: [field]), let values = found.first, values.kind == .time else {
            return nil
        }
        var timed: [(seconds: Double, item: UInt32)] = []
        for (item, seconds) in values.numbers.enumerated() where seconds.isFinite {
            timed.append((seconds, UInt32(clamping: item)))
        }
        timed.sort { $0.seconds == $1.seconds ? $0.item < $1.item : $0.seconds < $1.seconds }
        (self.field, self.revision) = (field, revision)
        untimedCount = values.numbers.count - timed.count
        (seconds, items) = (timed.map(\.seconds), timed.map(\.item))
    }

    package var count: Int { seconds.count }

    /// The time at a place in the order, and the item's index in the view.
    package subscript(place: Int) -> (seconds: Double, item: Int) { (seconds[place], Int(items[place])) }

    /// The first place whose time is not before `time`; the count where there is none.
    package func place(atOrAfter time: Double) -> Int { seconds.partitioningIndex { $0 >= time } }

    /// The place whose time is nearest to `time`, the earlier of two; nil where no item has a time.
    package func place(nearest time: Double) -> Int? {
        guard count > 0, time.isFinite else { return nil }
        let after = place(atOrAfter: time)
        guard after > 0 else { return 0 }
        // Of equal times, the first.
        let before = place(atOrAfter: seconds[after - 1])
        guard after < count else { return before }
        return seconds[after] - time < time - seconds[before] ? after : before
    }
}

/// The orders by time of one view that were used last, each of one revision.
package final class TimeOrders: Sendable {
    /// Most orders that are kept.
    private static let most = 2

    private let items: any CollectionView
    /// The most recently used first; made under the lock.
    private let orders = Mutex<[PictureTimes]>([])

    init(_ items: any CollectionView) { self.items = items }

    /// The order by a field, if it is there for the present revision; never waits.
    package func known(_ field: String) -> PictureTimes? {
        orders.withLockIfAvailable { orders in orders.first { isNew($0, field) } } ?? nil
    }

    /// The order by a field, made where necessary; nil where the items have no such field.
    ///
    /// O(n log n) after each change of the items. Blocks: call it on a worker thread.
    package func made(_ field: String) -> PictureTimes? {
        orders.withLock { orders in
            if let found = orders.first(where: { isNew($0, field) }) { return found }
            orders.removeAll { $0.field == field }
            guard let order = PictureTimes(field, of: items) else { return nil }
            orders = [order] + orders.prefix(Self.most - 1)
            return order
        }
    }

    private func isNew(_ order: PictureTimes, _ field: String) -> Bool {
        order.field == field && order.revision == items.status.revision
    }
}

extension ItemCollection {
    /// The fields of times by which its items can be laid below a chart; empty where there is none.
    ///
    /// First when a picture was taken, then the collection's own columns, then when a file was changed.
    package var timeFields: [String] {
        let names = factFields.lazy.filter { $0.kind == .time }.map(\.name)
        let usual = ["taken", "modified"]
        let own = names.filter { !usual.contains($0) }
        return usual.prefix(1).filter(names.contains) + own + usual.dropFirst().filter(names.contains)
    }

    /// The field of times that is used where none is chosen: the first with values, but not when a file was changed.
    ///
    /// nil where there is no field of times.
    package var usualTimeField: String? {
        let fields = timeFields
        let facts = facts
        return fields.first { $0 != "modified" && facts?.hasValues(of: $0) == true } ?? fields.first
    }
}
