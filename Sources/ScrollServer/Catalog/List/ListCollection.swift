// Collections that clients compose through the API.

import Pixels
import Platform
import Synchronization
import Tiling

/// A list of references to items of other collections and of generated pictures, in an order of its own.
///
/// Clients edit it through the API; the files themselves are never changed.
package final class ListCollection: ItemCollection {
    package let id: String
    package var name: String { items.withLock { $0.name } }
    package let kind: CollectionKind
    package var source: String { "list:\(id)" }

    /// Guards the items; never held while a thread waits for the disk.
    let items: Mutex<ListItems>
    /// Held during an edit, so that edits are saved in the order in which they are made.
    private let editing = Mutex(())
    /// Finds the collection with an id, for the items that refer to it; nil when there is none.
    let find: @Sendable (String) -> (any ItemCollection)?
    /// The sum of the selected files' lengths when it was computed last.
    let selectedBytes = Mutex<SelectedBytes?>(nil)
    /// Saves the list; nil for a list that ends with the program.
    private let journal: ListJournal?

    /// Makes a list; `find` returns the collection with an id, and `journal` saves each edit.
    ///
    /// An edit fails when it cannot be saved.
    package init(
        id: String, kind: CollectionKind = .list, items: ListItems,
        find: @escaping @Sendable (String) -> (any ItemCollection)? = { _ in nil }, journal: ListJournal? = nil
    ) {
        self.id = id
        self.kind = kind
        self.items = Mutex(items)
        self.find = find
        self.journal = journal
    }

    package var list: ListCollection? { self }

    package var originsRevision: Int {
        items.withLock { $0.collections }.reduce(0) { $0 &+ (find($1)?.status.revision ?? 0) }
    }

    // MARK: Editing

    /// Why an edit was not made.
    package enum EditError: Error, Equatable {
        /// The list is at `revision`, but the edit was meant for another one.
        case stale(revision: Int)
        /// The list has no such item.
        case missing
        case invalid(String)
        /// The edit does not fit the list's present items.
        case conflict(String)
        case unsaved(String)
    }

    /// Edits the list and saves it, all or nothing; returns the result of `body` and the new revision.
    ///
    /// Blocks. `body` may be called several times, on top of what other programs have saved meanwhile. If `revisions`
    /// is not nil, the edit is refused unless the list is unedited since one of these. Throws `stale`, `unsaved`, or
    /// what `body` throws.
    package func edit<Edited: Sendable>(
        ifRevision revisions: Set<Int>? = nil, _ body: (inout ListItems) throws(EditError) -> Edited
    ) throws(EditError) -> (result: Edited, revision: Int) {
        try editing.withLock { (_) throws(EditError) in
            guard let journal else { return try make(revisions, body) }
            return try journal.exclusively(throwing: Self.unsaved) { () throws(EditError) in
                try read(journal)
                return try make(revisions, body)
            }
        }
    }

    private static func unsaved(_ error: SystemError) -> EditError {
        .unsaved(error.isInUse ? "another program is writing the lists" : error.reason)
    }

    /// Loads what another program has saved; blocks, and leaves what cannot be read to a later call.
    package func refresh() {
        guard let journal else { return }
        editing.withLock { _ in try? read(journal) }
    }

    private func read(_ journal: ListJournal) throws(EditError) {
        do throws(SystemError) {
            let (whole, records) = try journal.news()
            items.withLock { items in
                if let whole, whole.lastEdit != items.lastEdit { items.become(whole) }
                journal.replay(records, in: &items)
            }
        } catch {
            // An edit on top of an older state would undo the change of the other program.
            throw .unsaved("the list cannot be read: \(error.reason)")
        }
    }

    private func make<Edited>(
        _ revisions: Set<Int>?, _ body: (inout ListItems) throws(EditError) -> Edited
    ) throws(EditError) -> (result: Edited, revision: Int) {
        var edited = items.withLock { $0 }
        let (revision, selectionRevision) = (edited.revision, edited.selection.revision)
        let current = edited.editRevision...revision
        if let revisions, !revisions.contains(where: current.contains) { throw .stale(revision: revision) }
        edited.beginEdit()
        let result = try body(&edited)
        let record = edited.endEdit()
        try mapError(try journal?.append(record, of: edited)) { (error: SystemError) in
            EditError.unsaved(error.reason)
        }
        items.withLock { items in
            // If items were measured meanwhile, the edit is made again on top of that.
            guard items.revision == revision else {
                _ = items.replay(record)
                items.history = edited.history
                return edited = items
            }
            if items.selection.revision != selectionRevision { edited.keepSelection(of: items) }
            items = edited
        }
        return (result, edited.revision)
    }

    /// Deletes the saved list; blocks, and throws and checks `revisions` as `edit` does.
    package func delete(ifRevision revisions: Set<Int>? = nil) throws(EditError) {
        _ = try edit(ifRevision: revisions) { (_) throws(EditError) in }
        guard let journal else { return }
        do throws(SystemError) {
            try journal.exclusively(throwing: { $0 }) { () throws(SystemError) in try journal.delete() }
        } catch {
            throw .unsaved(error.reason)
        }
    }

    // MARK: Items

    package var status: CollectionStatus { items.withLock { $0.status } }

    package func index(ofItem id: String) -> Int? {
        items.withLock { items in items.handle(ofItem: id).flatMap { items.index(of: $0) } }
    }

    package func summaries(in range: Range<Int>) -> [ItemSummary] {
        let items = items.withLock { items in items.sequence.handles(in: range).map { items.item($0) } }
        // Without the lock, since the other collections take theirs.
        let known = items.map { ($0, summary(of: $0)) }
        // A version that differs from the recorded one means that the file has changed; a size, that its collection has
        // measured it.
        note(known.filter { $0.0.record.isOutdated(by: $0.1) })
        return known.map(\.1)
    }

    package func sizes(in range: Range<Int>) -> [PixelSize?] {
        items.withLock { items in items.sequence.handles(in: range).map { items[$0].size } }
    }

    package func changes(since revision: Int, following known: Int, adding limit: Int) -> CollectionChanges? {
        items.withLock { items in
            (known == 0 ? OrderDifference.none : items.sequence.difference(since: revision)).map { difference in
                CollectionChanges(difference, status: items.status, following: known, adding: limit) { run in
                    items.sequence.handles(in: run).map { items[$0].size }
                }
            }
        }
    }

    package func difference(since revision: Int) -> (difference: OrderDifference, status: CollectionStatus)? {
        items.withLock { items in items.sequence.difference(since: revision).map { ($0, items.status) } }
    }

    package var isFixed: Bool { false }

    package func details(at index: Int) -> ItemDetails? {
        guard index >= 0, index < Int.max else { return nil }
        let item = items.withLock { items in
            items.sequence.handles(in: index..<index + 1).first.map { items.item($0) }
        }
        return item.map { details(of: $0, index: index) }
    }

    package func summary(ofItem id: String) -> ItemSummary? { item(id).map { summary(of: $0) } }

    package func details(ofItem id: String) -> ItemDetails? {
        guard let item = item(id), let index = index(ofItem: id) else { return nil }
        return details(of: item, index: index)
    }

    package func badge(of item: ItemSummary) -> ItemBadge {
        guard let (collection, id) = origin(ofItem: item.id) else { return ItemBadge(item.format) }
        var own = item
        own.id = id
        return collection.badge(of: own)
    }

    package func scale(ofItem id: String) throws(ImageError) -> ItemScale? {
        guard let (collection, item) = origin(ofItem: id) else { return nil }
        return try collection.scale(ofItem: item)
    }

    package func pixelSize(ofItem id: String) -> Double? {
        origin(ofItem: id).flatMap { $0.collection.pixelSize(ofItem: $0.item) }
    }

    private func item(_ id: String) -> ListItems.Item? {
        items.withLock { items in items.handle(ofItem: id).map { items.item($0) } }
    }

    /// The collection that an item comes from, and its id there; nil for a box, and where the collection has gone.
    private func origin(ofItem id: String) -> (collection: any ItemCollection, item: String)? {
        guard case .reference(let collection, let item)? = item(id)?.content else { return nil }
        return find(collection).map { ($0, item) }
    }

    private func summary(of item: ListItems.Item) -> ItemSummary {
        let id = Base32.encode(item.record.id, length: 13)
        switch item.content {
        case .box(let size, _):
            return ItemSummary(
                id: id, version: "\(size.width)x\(size.height)", size: item.record.size, error: nil, format: .png,
                isDrawn: true)
        case .reference(let collection, let item):
            guard var summary = find(collection)?.summary(ofItem: item) else {
                return ItemSummary(id: id, version: "gone", size: nil, error: Self.gone, format: nil)
            }
            summary.id = id
            return summary
        }
    }

    private static let gone = ImageError.unreadable("the item has gone from the collection it comes from")

    private func details(of item: ListItems.Item, index: Int) -> ItemDetails {
        let summary = summary(of: item)
        if case .reference(let collection, let id) = item.content, var details = find(collection)?.details(ofItem: id) {
            details.index = index
            details.id = summary.id
            return details
        }
        var name = "gone"
        if case .box(_, let number) = item.content { name = "\(number).png" }
        return ItemDetails(
            index: index, id: summary.id, version: summary.version, name: name, width: summary.size?.width ?? 0,
            height: summary.size?.height ?? 0, isMeasured: summary.size != nil, orientation: 1, format: summary.format,
            byteCount: nil, modified: nil, error: summary.error)
    }

    // MARK: Measuring

    @discardableResult
    package func measure(_ indices: [Int]) -> [Int] {
        let handles = items.withLock { items in
            Set(indices).flatMap { $0 < 0 || $0 == .max ? [] : items.sequence.handles(in: $0..<$0 + 1) }
        }
        let changed = measure(handles)
        return items.withLock { items in changed.compactMap { items.index(of: $0) }.sorted() }
    }

    package func measure(item id: String) {
        if let handle = items.withLock({ $0.handle(ofItem: id) }) { measure([handle]) }
    }

    package func examine(item id: String) {
        guard case .reference(let collection, let item)? = self.item(id)?.content else { return }
        find(collection)?.examine(item: item)
        measure(item: id)
    }

    package func noteUndecodable(item id: String, version: String, _ error: ImageError) {
        guard let (collection, item) = origin(ofItem: id) else { return }
        collection.noteUndecodable(item: item, version: version, error)
    }

    @discardableResult
    private func measure(_ handles: [UInt32]) -> [UInt32] {
        let wanted = items.withLock { items in
            handles.filter { items[$0].size == nil }.map { items.item($0) }
        }
        return note(
            wanted.map { item in
                var summary = summary(of: item)
                switch item.content {
                case .box(let size, _): summary.size = size
                case .reference(let collection, let id):
                    find(collection)?.measure(item: id)
                    summary = self.summary(of: item)
                }
                return (item, summary)
            })
    }

    /// Records the measured sizes and versions of items; those that differ make one new revision.
    ///
    /// - Returns: the handles of the items that differ.
    @discardableResult
    private func note(_ found: [(ListItems.Item, ItemSummary)]) -> [UInt32] {
        found.isEmpty ? [] : items.withLock { $0.learn(found) }
    }

    // MARK: Annotations

    package var canBeAnnotated: Bool { kind == .list }

    package func annotation(ofItem id: String) -> Annotation? {
        origin(ofItem: id).flatMap { $0.annotation(ofItem: $1) }
    }

    package func sidecarName(ofItem id: String) -> [UInt8]? {
        origin(ofItem: id).flatMap { $0.sidecarName(ofItem: $1) }
    }

    package func fileKeys(of ids: [UInt64]) -> [FileKey] {
        references(ids).flatMap { find($0.key)?.fileKeys(of: $0.value) ?? [] }
    }

    package func showAnnotations(of ids: [UInt64]) {
        for (collection, ids) in references(ids) { find(collection)?.showAnnotations(of: ids) }
        noteAnnotations()
    }

    package func showAnnotations() {
        for collection in items.withLock({ $0.collections }) { find(collection)?.showAnnotations() }
        noteAnnotations()
    }

    /// Starts a revision after the collections that items come from show other annotations.
    package func noteAnnotations() { items.withLock { $0.touch() } }

    package func keywords(ofItem id: String) -> [String] {
        origin(ofItem: id).map { $0.keywords(ofItem: $1) } ?? []
    }

    /// The items that these refer to, by the ids of their collections.
    private func references(_ ids: [UInt64]) -> [String: [UInt64]] {
        var found: [String: [UInt64]] = [:]
        items.withLock { items in
            for id in ids {
                guard let handle = items.handle(ofItem: Base32.encode(id, length: 13)),
                    case .reference(let collection, let item) = items.content(of: handle)
                else { continue }
                found[collection, default: []].append(ItemNumbers.number(ofItem: item))
            }
        }
        return found
    }

    // MARK: Bytes

    package func path(ofItem id: String) -> ItemPath? { origin(ofItem: id).flatMap { $0.path(ofItem: $1) } }

    package func original(ofItem id: String) throws(ImageError) -> Original {
        guard let item = item(id) else { throw .unreadable("there is no item '\(id)'") }
        switch item.content {
        case .box(let size, let number): return .bytes(DemoPicture(index: number, size: size).png, .png)
        case .reference(let collection, let item):
            guard let collection = find(collection) else { throw Self.gone }
            return try collection.original(ofItem: item)
        }
    }

    package func film(ofItem id: String) throws(ImageError) -> ItemFilm {
        guard case .reference(let collection, let item)? = self.item(id)?.content else { throw ItemFilm.missing }
        guard let collection = find(collection) else { throw Self.gone }
        return try collection.film(ofItem: item)
    }

    package func content(ofItem id: String, version: String) throws(ImageError) -> ItemContent {
        guard let item = item(id) else { throw .unreadable("there is no item '\(id)'") }
        switch item.content {
        case .box(let size, let number): return .drawing(DemoPicture(index: number, size: size))
        case .reference(let collection, let item):
            guard let collection = find(collection) else { throw Self.gone }
            return try collection.content(ofItem: item, version: version)
        }
    }
}
