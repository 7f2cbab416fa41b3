// All items of a view, one run after the other.

import Catalog
import HTTP
import Platform

/// A walk over a view's items in constant memory, which meets each item once however the collection changes meanwhile.
struct ItemWalk {
    /// Items in a run.
    static let runCount = 256

    /// The items at one revision.
    struct Run {
        let details: [ItemDetails]
        let status: CollectionStatus
        /// The index behind the last of them.
        let next: Int
        /// The position behind the last of them; nil where there are none.
        let end: ItemCursor?
    }

    let items: any CollectionView
    private var cursor: ItemCursor?

    init(_ items: any CollectionView) { self.items = items }

    /// The next items; none at the end.
    ///
    /// O(log n + items + changes since the last run).
    ///
    /// - Throws: `tooOld` where too much has changed since the last run.
    mutating func next() throws(ItemCursor.Failure) -> [ItemDetails] {
        let run = try Self.run(after: cursor, limit: Self.runCount, in: items)
        cursor = run.end ?? cursor
        return run.details
    }

    /// The items after a position, from the first item on where there is none.
    static func run(after cursor: ItemCursor?, limit: Int, in items: any CollectionView) throws(ItemCursor.Failure)
        -> Run
    {
        while true {
            let revision = items.status.revision
            let first = try cursor?.next(in: items) ?? 0
            let found = items.details(in: first..<max(first, first.addingReportingOverflow(limit).partialValue))
            guard found.status.revision == revision else { continue }
            let next = first + found.details.count
            let end = found.details.last.map {
                ItemCursor(behind: $0.id, index: next - 1, revision: revision, in: items)
            }
            return Run(details: found.details, status: found.status, next: next, end: end)
        }
    }

    /// Items whose numbers are read at once.
    private static let numbersCount = 1024

    /// All items of a view as numbers, or the selected ones alone; each once however the collection changes meanwhile.
    ///
    /// - Throws: a 503 where too much has changed meanwhile.
    static func numbers(of items: any CollectionView, areSelected: Bool = false) throws(Problem) -> [UInt64] {
        var numbers: [UInt64] = []
        var cursor: ItemCursor?
        while items.isThere {
            let revision = items.status.revision
            guard let first = try? cursor?.next(in: items) ?? 0 else { break }
            let run = items.numbers(in: first..<first + numbersCount)
            let range = first..<first + run.count
            let wanted = areSelected ? items.selectedRuns(in: range) : [range]
            guard items.status.revision == revision else { continue }
            guard let last = run.last else {
                if items.isThere { return numbers }
                break
            }
            for part in wanted { numbers += part.map { run[$0 - first].item } }
            cursor = ItemCursor(
                behind: Base32.encode(last.item, length: 13), index: range.upperBound - 1, revision: revision,
                in: items)
        }
        throw .unavailable("too much has changed meanwhile; try again", retryAfter: 1)
    }
}
