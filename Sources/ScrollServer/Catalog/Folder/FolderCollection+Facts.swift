// Searching a folder's items.

import Metadata
import Platform
import Synchronization

extension FolderItems {
    /// The film of the same name beside a picture, as Apple's cameras write live photos; nil for none; O(log n).
    func film(beside handle: UInt32) -> UInt32? {
        let name = store.name(of: handle)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let stem = name[...dot]
        return files(in: store.directory(of: handle), behind: Array(stem), limit: 8).first { other in
            let other = store.name(of: other)
            return other.count == stem.count + 3 && other.starts(with: stem)
                && other.suffix(3).lazy.map { $0 | 0x20 }.elementsEqual("mov".utf8)
        }
    }
}

extension FolderCollection: ArrangeableCollection {
    package func badge(of item: ItemSummary) -> ItemBadge {
        items.withLock { items in
            guard let handle = items.store.handle(ofItem: item.id) else { return ItemBadge(item.format) }
            var badge = items.facts.badge(row: Int(handle), item.format)
            if badge.kind == nil, item.format?.mayBeLive == true, items.film(beside: handle) != nil {
                badge.kind = .live
            }
            return badge
        }
    }

    /// The columns of the table of facts; nil for none.
    var joinedColumns: ListColumns? { items.withLock { $0.joined?.columns } }

    /// Replaces the facts from the table by those of a newer table with the same fields; blocks.
    func join(_ joined: JoinedFacts) {
        items.withLock { $0.joined = joined }
        var next = 0
        var isDone = false
        while !isDone {
            items.withLock { items in
                let end = min(next + 256, items.names.count)
                let handles = items.names.handles(in: min(next, end)..<end)
                items.changing { $0.join(handles) }
                isDone = end == items.names.count
            }
            next += 256
        }
    }

    /// Sets the notice that the table's facts are outdated.
    ///
    /// - Parameter failureReason: a sentence without its full stop; nil where the table was read.
    func noteFacts(_ failureReason: String?) {
        let isNew = factsFailure.withLock { known in
            defer { known = failureReason }
            return known != failureReason
        }
        guard isNew else { return }
        items.withLock { $0.touch() }
        if let failureReason { Log.warning("tables of facts that have changed", failureReason) }
    }
}

extension FolderItems {
    /// The header's facts and the stamp of the file, or of the file and its sidecar; nil if unread or unreadable.
    func header(of handle: UInt32) -> (stamp: UInt64, header: ImageHeader)? {
        let stamp = store.stamp(of: handle)
        guard stamp != 0, var header = store.header(of: handle) else { return nil }
        var stored = facts.pictureFacts(row: Int(handle)) ?? .none
        stored.setTaken(header.taken, zone: nil, from: store.takenSource(of: handle))
        header.facts = stored == .none ? nil : stored
        return (sidecars[handle]?.stamp(with: stamp) ?? stamp, header)
    }

    /// The notices about that table for viewers, in sentences without their full stops.
    var joinedNotices: [String] {
        guard let joined else { return [] }
        let lost = joined.count - joinedCount
        let total = joined.count == 1 ? "The one path" : "Of the \(joined.count) paths"
        let rest = joined.count == 1 ? "leads" : lost == 1 ? "one leads" : "\(lost) lead"
        return (isScanned && lost > 0 ? ["\(total) in the table of facts \(rest) to no picture here"] : [])
            + joined.columns.notices.map { String($0.dropLast()) }
    }

    mutating func noteJoined(_ row: Int?) {
        guard let row, !joinedRows.contains(row) else { return }
        joinedRows.insert(row)
        joinedCount += 1
    }

    /// Replaces the table's facts of these files; call it within `changing`.
    mutating func join(_ handles: [UInt32]) {
        guard let joined else { return }
        for handle in handles {
            let before = withArranged { $0.before(handle, in: $1) }
            let known = facts.values(row: Int(handle)).map(\.value)
            noteJoined(joined.replace(in: &facts, row: Int(handle), path: store.path(of: handle)))
            guard facts.values(row: Int(handle)).map(\.value) != known else { continue }
            touched?.insert(handle)
            isChanged = true
            rearrange(handle, from: before)
        }
    }
}
