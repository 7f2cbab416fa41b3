// The file of one list.

import Platform
import Synchronization

/// The journal of a list's edits, which several programs share; all members block.
package final class ListJournal: Sendable {
    /// The journal may have this many bytes more than three times those of the list.
    private static let slack = 1 << 16

    private struct Progress {
        /// The end of the journal as read; nil where there is none.
        var position: Journal.Position?
        /// Whether a record was not understood, as of a later version: a shorter journal would lose it.
        var hasSkipped = false
        /// The length of the journal after it was made shorter.
        var shortest = 0
    }

    private let id: String
    private let store: ListStore
    private let path: String?
    /// Held while the file is read or written.
    private let progress = Mutex(Progress())

    init(_ id: String, of store: ListStore) {
        (self.id, self.store) = (id, store)
        path = store.path(of: id)
    }

    /// Calls `body` while no other program changes a list; `failure` converts the error of the lock.
    func exclusively<Result, Failure: Error>(
        throwing failure: (SystemError) -> Failure, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let folder = store.folder else { return try body() }
        return try FileSystem.withLock(of: "\(folder)/.lock", throwing: failure, body)
    }

    /// What others have written since the journal was read: records, or where the file is another one, the whole list.
    func news() throws(SystemError) -> (whole: ListItems?, records: [[UInt8]]) {
        guard let path else { return (nil, []) }
        return try progress.withLock { (progress) throws(SystemError) in
            var records: [[UInt8]] = []
            var whole = progress.position == nil ? ListItems(name: id) : nil
            var hasSkipped = false
            let (position, _) = try Journal(path: path).read(after: progress.position) {
                whole = ListItems(name: id)
            } _: { record in
                if whole == nil {
                    records.append(record)
                } else if whole?.replay(record) == false {
                    hasSkipped = true
                }
            }
            if hasSkipped { noteSkipped(&progress) }
            progress.position = position
            return (position == nil ? nil : whole, records)
        }
    }

    private func noteSkipped(_ progress: inout Progress) {
        progress.hasSkipped = true
        Log.warning("lists that cannot be read", "a record of '\(path ?? "")' is skipped")
    }

    /// Makes the edits of records, as `news` returned them.
    func replay(_ records: [[UInt8]], in items: inout ListItems) {
        for record in records where !items.replay(record) { progress.withLock { noteSkipped(&$0) } }
    }

    /// Writes the edit that has made the list what it is, or where there is no journal, the whole list.
    func append(_ record: [UInt8], of items: ListItems) throws(SystemError) {
        guard let path else { return }
        try progress.withLock { (progress) throws(SystemError) in
            let journal = Journal(path: path)
            guard let position = progress.position else { return try write(items, to: journal, &progress) }
            let end = try journal.append(record, at: position)
            progress.position = end
            let least = max(items.count * ListItems.byteCountOfItem, progress.shortest)
            guard end.offset > 3 * least + Self.slack, !progress.hasSkipped else { return }
            // The long journal is as good.
            try? write(items, to: journal, &progress)
        }
    }

    private func write(_ items: ListItems, to journal: Journal, _ progress: inout Progress) throws(SystemError) {
        let end = try journal.replace(with: items.whole)
        (progress.position, progress.shortest) = (end, end.offset)
    }

    func delete() throws(SystemError) {
        guard let folder = store.folder, let path else { return }
        // First what would become a journal again.
        try FileSystem.delete(store.formerPath(of: id))
        try FileSystem.delete(path)
        try FileSystem.flush(folder: folder)
        progress.withLock { $0 = Progress() }
    }
}
