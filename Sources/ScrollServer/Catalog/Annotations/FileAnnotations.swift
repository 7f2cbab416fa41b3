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

    /// Brings an item's facts up to date.
    ///
    /// - Returns: whether they have changed.
    mutating func show(on handle: UInt32, of items: ItemStore, in facts: inout FactTable) -> Bool {
        // Most items of most collections are not annotated, and most readers annotate none.
        if !facts.hasAnnotations, store.count == 0 { return false }
        let key = key(of: handle, in: items)
        let code = unseen == nil ? store.code(of: key) : store.code(ofPresent: key)
        if code == 0, !facts.hasAnnotations { return false }
        return facts.annotate(Int(handle), store.annotation(code), code: code)
    }
}

/// Items whose facts show annotations.
protocol AnnotatedItems: ArrangedSequences.Items {
    var annotations: FileAnnotations? { get set }
    var facts: FactTable { get set }
    var touched: Set<UInt32>? { get set }
    var revision: Int { get }
    mutating func withArranged<Result>(_ body: (inout ArrangedSequences, Self) -> Result) -> Result?
    /// Whether an item names a file.
    func hasFile(_ handle: UInt32) -> Bool
}

extension AnnotatedItems {
    /// Brings the facts of some items up to date; call it within a batch of changes.
    ///
    /// - Returns: whether any of them has changed.
    mutating func annotate(_ handles: [UInt32]) -> Bool {
        guard var own = annotations else { return false }
        var isChanged = false
        var changed: [UInt64] = []
        for handle in handles {
            let before = withArranged { $0.before(handle, in: $1) }
            guard own.show(on: handle, of: store, in: &facts) else { continue }
            touched?.insert(handle)
            isChanged = true
            let id = store.id(of: handle)
            changed.append(id)
            guard let before else { continue }
            _ = withArranged { $0.update(handle, id: id, from: before, isShown: false, of: $1, revision: $1.revision) }
        }
        annotations = own
        annotations?.unseen?.add(changed)
        return isChanged
    }

    /// The keys of the files of some items, in this order, without those of unknown items.
    mutating func fileKeys(of ids: ArraySlice<UInt64>) -> [FileKey] {
        guard var own = annotations else { return [] }
        defer { annotations = own }
        return ids.compactMap { id in
            store.handle(of: id).flatMap { hasFile($0) ? own.key(of: $0, in: store) : nil }
        }
    }
}

/// Collections of files whose facts show annotations.
protocol AnnotatedCollection: ItemCollection {
    associatedtype Items: AnnotatedItems

    /// Calls `body` under the items' lock, and starts a revision where it returns true.
    func changeItems(_ body: (inout Items) -> Bool)
}

/// Items examined while the lock is held once.
private let batchCount = 256

extension AnnotatedCollection {
    package var canBeAnnotated: Bool {
        var isOffered = false
        changeItems { own in
            isOffered = own.annotations != nil
            return false
        }
        return isOffered
    }

    package func annotation(ofItem id: String) -> Annotation? {
        var annotation: Annotation?
        changeItems { own in
            if let store = own.annotations?.store, let number = Base32.decode64(id) {
                annotation = own.fileKeys(of: [number]).first.map { store.annotation(of: $0) }
            }
            return false
        }
        return annotation
    }

    package func fileKeys(of items: [UInt64]) -> [FileKey] {
        var keys: [FileKey] = []
        keys.reserveCapacity(items.count)
        for first in stride(from: 0, to: items.count, by: batchCount) {
            changeItems { own in
                keys += own.fileKeys(of: items[first..<min(first + batchCount, items.count)])
                return false
            }
        }
        return keys
    }

    package func showAnnotations(of items: [UInt64]) {
        for first in stride(from: 0, to: items.count, by: batchCount) {
            changeItems { own in
                let ids = items[first..<min(first + batchCount, items.count)]
                return own.annotate(ids.compactMap { own.store.handle(of: $0) })
            }
        }
    }

    package func showAnnotations() {
        var next = 0
        var isDone = false
        while !isDone {
            changeItems { own in
                // By rows, which stay where items are moved.
                let rows = min(next, own.facts.rowCount)..<min(next + batchCount, own.facts.rowCount)
                isDone = rows.upperBound >= own.facts.rowCount
                return own.annotate(rows.filter { own.facts.present.contains($0) }.map { UInt32($0) })
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
