// Shows what readers have noted among the facts of a collection's files.

import Platform
import Synchronization

/// The annotations of the files of one collection.
struct FileAnnotations: Sendable {
    let store: AnnotationStore
    private var keys: FileKeys
    /// The files to be looked at, so that annotations follow those that are moved; nil where they are in a list, whose
    /// files may not exist.
    var unseen: UnseenFiles?

    init(_ store: AnnotationStore, _ keys: FileKeys, unseen: UnseenFiles? = nil) {
        (self.store, self.keys, self.unseen) = (store, keys, unseen)
    }

    /// The key of an item's file.
    mutating func key(of handle: UInt32, in items: ItemStore) -> FileKey { keys.key(of: handle, in: items) }

    /// The path of an item's file, from the root of the file system.
    func path(of handle: UInt32, in items: ItemStore) -> [UInt8] { keys.path(of: handle, in: items) }

    /// Gives the facts of a new item what is noted about its file.
    mutating func show(on handle: UInt32, of items: ItemStore, in facts: inout FactTable) {
        for (row, code) in changes(of: [handle], in: items, facts) {
            facts.annotate(row, facts.prepare(store.annotation(code), code: code))
        }
    }

    /// The rows of those items whose facts show something else, and the codes of their annotations.
    mutating func changes(
        of handles: [UInt32], in items: ItemStore, _ facts: FactTable
    ) -> [(row: Int, code: UInt32)] {
        // Most items of most collections are not annotated, and most readers annotate none.
        if !facts.hasAnnotations, store.count == 0 { return [] }
        let keys = handles.map { key(of: $0, in: items) }
        let codes = store.codes(of: keys, arePresent: unseen != nil)
        var changes: [(row: Int, code: UInt32)] = []
        changes.reserveCapacity(handles.count)
        for (handle, code) in zip(handles, codes) where facts.annotationCode(row: Int(handle)) != code {
            changes.append((Int(handle), code))
        }
        return changes
    }
}

/// Items whose facts show annotations.
protocol AnnotatedItems: SelectableItems {
    var annotations: FileAnnotations? { get set }
    /// Whether an item names a file.
    func hasFile(_ handle: UInt32) -> Bool
}

extension AnnotatedItems {
    /// Brings the facts of some items up to date; call it within a batch of changes.
    ///
    /// Where many change, the arrangements that depend on annotations are dropped, and made again when they are asked for.
    ///
    /// - Returns: how many of the items have changed.
    mutating func annotate(_ handles: [UInt32], areMany: Bool) -> Int {
        guard var own = annotations, case let changes = own.changes(of: handles, in: store, facts), !changes.isEmpty
        else { return 0 }
        annotations = own
        if areMany { arranged.dropAnnotated() }
        let isArranged = arranged.asksForAnnotations
        var latest = facts.prepare(Annotation(), code: 0)
        for (row, code) in changes {
            let handle = UInt32(row)
            let before = isArranged ? withArranged { $0.before(handle, in: $1) } : nil
            if code != latest.code { latest = facts.prepare(own.store.annotation(code), code: code) }
            facts.annotate(row, latest)
            touched?.insert(handle)
            rearrange(handle, from: before)
        }
        if annotations?.unseen?.hasAll == false {
            let ids = changes.map { store.id(of: UInt32($0.row)) }
            annotations?.unseen?.add(ids)
        }
        return changes.count
    }

    /// The handles of some items, in this order, without those of unknown items.
    ///
    /// O(1) each, and fastest where the items are in the order of their handles, as those of a selection are.
    fileprivate func handles(of ids: ArraySlice<UInt64>) -> [UInt32] {
        var handles: [UInt32] = []
        handles.reserveCapacity(ids.count)
        var guess: UInt32 = 0
        for id in ids {
            let isRight = facts.present.contains(Int(guess)) && store.id(of: guess) == id
            guard let handle = isRight ? guess : store.handle(of: id) else { continue }
            handles.append(handle)
            guess = handle &+ 1
        }
        return handles
    }

    /// The keys of the files of some items, in this order, without those of unknown items.
    mutating func fileKeys(of ids: ArraySlice<UInt64>) -> [FileKey] {
        guard var own = annotations else { return [] }
        defer { annotations = own }
        return handles(of: ids).compactMap { hasFile($0) ? own.key(of: $0, in: store) : nil }
    }
}

/// Collections of files whose facts show annotations.
protocol AnnotatedCollection: SelectableCollection where Items: AnnotatedItems {
    /// Calls `body` under the items' lock, and starts a revision where it returns true.
    func changeItems(_ body: (inout Items) -> Bool)
}

/// Items handled while the lock is held once.
private let batchCount = 2048
/// The most items that are moved into, within and out of an arrangement one by one.
private let mostMoved = 1024

extension AnnotatedCollection {
    package var canBeAnnotated: Bool { withItems { $0.annotations != nil } }

    package func annotation(ofItem id: String) -> Annotation? {
        withItems { own in
            guard let store = own.annotations?.store, let number = Base32.decode64(id) else { return nil }
            return own.fileKeys(of: [number]).first.map { store.annotation(of: $0) }
        }
    }

    package func fileKeys(of items: [UInt64]) -> [FileKey] {
        var keys: [FileKey] = []
        keys.reserveCapacity(items.count)
        for first in stride(from: 0, to: items.count, by: batchCount) {
            keys += withItems { $0.fileKeys(of: items[first..<min(first + batchCount, items.count)]) }
        }
        return keys
    }

    package func showAnnotations(of items: [UInt64]) {
        for first in stride(from: 0, to: items.count, by: batchCount) {
            changeItems { own in
                let handles = own.handles(of: items[first..<min(first + batchCount, items.count)])
                return own.annotate(handles, areMany: items.count > mostMoved) > 0
            }
        }
    }

    package func showAnnotations() {
        var (next, count) = (0, 0)
        var isDone = false
        while !isDone {
            changeItems { own in
                // By rows, which stay where items are moved.
                let rows = min(next, own.facts.rowCount)..<min(next + batchCount, own.facts.rowCount)
                isDone = rows.upperBound >= own.facts.rowCount
                let handles = rows.filter { own.facts.present.contains($0) }.map { UInt32($0) }
                let changed = own.annotate(handles, areMany: count > mostMoved)
                count += changed
                return changed > 0
            }
            next += batchCount
        }
    }
}

extension FolderItems: AnnotatedItems {
    func hasFile(_ handle: UInt32) -> Bool { true }
}

extension FolderCollection: AnnotatedCollection {
    package var annotatedFolder: [UInt8]? { root.realPath }

    func changeItems(_ body: (inout FolderItems) -> Bool) {
        items.withLock { items in items.changing { if body(&$0) { $0.isChanged = true } } }
    }

    package func offerAnnotations(_ store: AnnotationStore) {
        let own = FileAnnotations(store, FileKeys(root: root.realPath), unseen: UnseenFiles())
        items.withLock { $0.annotations = own }
        showAnnotations()
    }
}

extension ListFileItems: AnnotatedItems {
    func hasFile(_ handle: UInt32) -> Bool { !pathless.contains(Int(handle)) }
}

extension ListFileCollection: AnnotatedCollection {
    func changeItems(_ body: (inout ListFileItems) -> Bool) {
        items.withLock { items in _ = items.updating { body(&$0) ? [true] : [] } }
    }

    package func offerAnnotations(_ store: AnnotationStore) {
        let own = FileAnnotations(store, FileKeys { [roots] path in roots.realPath(of: path) })
        items.withLock { $0.annotations = own }
        showAnnotations()
    }
}
