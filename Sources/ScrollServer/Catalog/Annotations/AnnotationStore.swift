// Keeps what readers note about pictures in the state folder.

import Platform
import Synchronization

/// The annotations of files, by their paths, in a journal that several programs share.
///
/// An edit is one record, on the disk before it is acknowledged. Other programs' edits are read from the journal.
package final class AnnotationStore: Sendable {
    /// Why an edit was not made; nothing of it was.
    package enum EditError: Error, Equatable {
        case unsaved(String)
        /// There is nothing to undo or to redo.
        case nothing
        /// A file would have more than `AnnotationChange.mostKeywords`.
        case tooManyKeywords
    }

    /// Files looked up or changed while the lock is held once.
    static let batchCount = 1024
    /// The journal may have this many bytes more than twice those of its latest annotations.
    private static let slack = 1 << 16

    /// The folder; nil where annotations are not saved and end with the program.
    let folder: String?
    let journal: Journal?
    /// The paths and contents of annotated files, by which they are known where they are moved to.
    let places: Journal?
    /// Guards the annotations; never held while a thread waits for the disk.
    let table = Mutex(AnnotationTable())

    /// What only edits and reading the journal change.
    struct Progress {
        /// The end of the journal as read; nil where there is none.
        var position: Journal.Position?
        /// Whether records were skipped, as of a later version: a shorter journal would lose them.
        var hasSkipped = false
        /// The same of the journal of places.
        var placesPosition: Journal.Position?
        var hasSkippedPlaces = false
        /// Whether that journal cannot be read; it is not written then.
        var hasUnreadPlaces = false
        /// The files of all records that were read or written, and the bytes of their paths.
        var (placeCount, pathByteCount) = (0, 0)
        /// By the id of the collection.
        var histories: [String: AnnotationHistory] = [:]
        /// The number of the last edit; it begins with the time, so that no number of an earlier run comes again.
        var lastEdit = Int(clamping: System.unixSeconds() * 1000)
    }

    /// Who is told of other programs' edits.
    private struct Follower: Sendable {
        let monitor: FolderMonitor
        let onChange: @Sendable () -> Void
    }

    /// Who is told of edits.
    ///
    /// A struct, since a closure that is a lock's whole value would be wrapped anew each time it is read.
    private struct Observer: Sendable {
        var body: (@Sendable (_ keys: [FileKey], _ codes: [UInt32]) -> Void)?
    }

    private let followers = Mutex<[Follower]>([])
    private let observer = Mutex(Observer())

    /// Held during an edit, and while the journal is read.
    let progress = Mutex(Progress())
    /// Edits for which readers wait.
    private let editCount = Atomic(0)

    /// Reads the annotations saved in `folder`, which is created if it does not exist; nil: none are saved; blocks.
    package init(folder: String?) {
        self.folder = folder
        journal = folder.map { Journal(path: "\($0)/journal") }
        places = folder.map { Journal(path: "\($0)/places") }
        guard let folder else { return }
        try? FileSystem.makeFolder(folder)
        AtomicFile.sweep(folder)
        do throws(SystemError) {
            try refresh()
        } catch {
            Log.warning("annotations that cannot be read", "those in '\(folder)' cannot be read: \(error.reason)")
        }
    }

    // MARK: Reading

    /// The codes of files' annotations, by which equal ones are known; 0 for none; O(1) each.
    ///
    /// `arePresent` notes that a folder has these files.
    func codes(of keys: [FileKey], arePresent: Bool = false) -> [UInt32] {
        table.withLock { table in
            var guess = 0
            return keys.map { key in
                guard let slot = table.slot(of: key, near: guess) else { return 0 }
                guess = slot + 1
                if arePresent { table.note(slot, isPresent: true) }
                return table.codes[slot]
            }
        }
    }

    /// The annotation of a code.
    func annotation(_ code: UInt32) -> Annotation { table.withLock { $0.annotation(code) } }

    /// The annotation of a file; O(1).
    package func annotation(of key: FileKey) -> Annotation { table.withLock { $0.annotation($0.code(of: key)) } }

    /// Number of files that are annotated.
    package var count: Int { table.withLock { $0.count } }

    /// Reads what other programs have written since; blocks.
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    package func refresh() throws(SystemError) -> Bool {
        let isChanged = try progress.withLock { (progress) throws(SystemError) in try readOn(&progress) }
        if isChanged { tellFollowers() }
        return isChanged
    }

    /// Follows what other programs write, and calls `onChange` after it was read, until the result is stopped; nil where
    /// nothing is saved.
    ///
    /// An edit reads it as well, and then makes the call before it returns.
    package func follow(_ onChange: @escaping @Sendable () -> Void) -> FolderMonitor? {
        guard let folder else { return nil }
        // The monitor's first look waits until its follower is known.
        return progress.withLock { _ in
            guard
                let monitor = try? FolderMonitor(
                    folder: folder, onChange: { [weak self] _ in _ = try? self?.refresh() })
            else { return nil }
            followers.withLock { $0.append(Follower(monitor: monitor, onChange: onChange)) }
            return monitor
        }
    }

    /// Tells that other programs' edits were read; call it without a lock.
    private func tellFollowers() {
        let followers = followers.withLock { followers in
            followers.removeAll { $0.monitor.isStopped }
            return followers
        }
        for follower in followers { follower.onChange() }
    }

    /// Calls `body` after each edit of this program with the files and the codes of the annotations that they had.
    ///
    /// `body` must not call the store.
    func observe(_ body: @escaping @Sendable (_ keys: [FileKey], _ codes: [UInt32]) -> Void) {
        observer.withLock { $0.body = body }
    }

    private func readOn(_ progress: inout Progress) throws(SystemError) -> Bool {
        guard let journal else { return false }
        var isChanged = false
        // Where the file was replaced, what it does not name is annotated no more.
        var named = RowBits()
        let (position, isNew) = try journal.read(after: progress.position) { bytes in
            isChanged = true
            let isWhole = AnnotationRecord.read(bytes) { annotation, keys in
                let slots = slots(of: keys)
                for slot in slots { named.insert(Int(slot)) }
                let code = table.withLock { $0.code(of: annotation) }
                set(slots) { _ in code }
            }
            if !isWhole {
                progress.hasSkipped = true
                Log.warning("annotations that cannot be read", "a record of '\(folder ?? "")' is skipped")
            }
        }
        if isNew, progress.position != nil {
            isChanged = true
            for slot in 0..<table.withLock({ $0.keys.count }) where !named.contains(slot) {
                table.withLock { $0.set(0, at: UInt32(slot)) }
            }
        }
        progress.position = position
        readPlaces(&progress)
        return isChanged
    }

    /// The slots of files, made where they have none.
    private func slots(of keys: [FileKey]) -> [UInt32] {
        var slots: [UInt32] = []
        slots.reserveCapacity(keys.count)
        var guess = 0
        for first in stride(from: 0, to: keys.count, by: Self.batchCount) {
            table.withLock { table in
                for key in keys[first..<min(first + Self.batchCount, keys.count)] {
                    guard let slot = table.makeSlot(of: key, near: guess) else { continue }
                    slots.append(slot)
                    guess = Int(slot) + 1
                }
            }
        }
        return slots
    }

    /// Gives slots new codes, by their indices.
    private func set(_ slots: [UInt32], _ code: (_ index: Int) -> UInt32) {
        for first in stride(from: 0, to: slots.count, by: Self.batchCount) {
            table.withLock { table in
                for index in first..<min(first + Self.batchCount, slots.count) {
                    table.set(code(index), at: slots[index])
                }
            }
        }
    }

    // MARK: Editing

    /// Changes the annotations of files; blocks until that is on the disk.
    ///
    /// `collection` is the id of the collection in which it can be undone.
    ///
    /// - Returns: the edit's number; nil where nothing is changed, so that there is nothing to undo.
    @discardableResult
    package func edit(
        _ keys: [FileKey], in collection: String, _ change: AnnotationChange
    ) throws(EditError) -> Int? {
        try edit([(keys, change)], in: collection)
    }

    /// Makes several changes of different files as one step.
    ///
    /// Of a file in several of them, the last one counts.
    ///
    /// - Returns: the edit's number; nil where nothing is changed, so that there is nothing to undo.
    @discardableResult
    package func edit(
        _ edits: [(keys: [FileKey], change: AnnotationChange)], in collection: String
    ) throws(EditError) -> Int? {
        try changing { (progress) throws(EditError) in
            var slots: [UInt32] = []
            // The changes of slots beyond the first.
            var numbers: [UInt32: Int] = [:]
            for (number, edit) in edits.enumerated() {
                let own = self.slots(of: edit.keys)
                slots += own
                if number > 0 { for slot in own { numbers[slot] = number } }
            }
            // A list may name a file twice.
            if !zip(slots, slots.dropFirst()).allSatisfy({ $0 < $1 }) { slots = SlotSet.sorted(slots) }
            let parts = edits.reduce(into: Annotation.Parts()) { $0.formUnion($1.change.parts) }
            var codes = [CodeMap](repeating: CodeMap(), count: edits.count)
            let step = try commit(slots, parts, &progress) { (index, old, table) throws(EditError) in
                let number = numbers.isEmpty ? 0 : numbers[slots[index]] ?? 0
                if let code = codes[number][UInt64(old)] { return code }
                guard let changed = edits[number].change.changed(table.annotation(old)) else {
                    throw .tooManyKeywords
                }
                return codes[number].add(table.code(of: changed), for: UInt64(old))
            }
            guard var step else { return nil }
            progress.lastEdit += 1
            step.edit = progress.lastEdit
            progress.histories[collection, default: AnnotationHistory()].add(step, .new)
            return step.edit
        }
    }

    /// Gives files new annotations, in the journal first.
    ///
    /// - Returns: what takes that back; nil where nothing changes.
    func commit(
        _ slots: [UInt32], _ parts: Annotation.Parts, _ progress: inout Progress,
        _ code: (_ index: Int, _ old: UInt32, inout AnnotationTable) throws(EditError) -> UInt32
    ) throws(EditError) -> AnnotationStep? {
        var (changed, before, after): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
        changed.reserveCapacity(slots.count)
        before.reserveCapacity(slots.count)
        after.reserveCapacity(slots.count)
        for first in stride(from: 0, to: slots.count, by: Self.batchCount) {
            try table.withLock { (table) throws(EditError) in
                for index in first..<min(first + Self.batchCount, slots.count) {
                    let (slot, old) = (slots[index], table.codes[Int(slots[index])])
                    let new = try code(index, old, &table)
                    guard new != old else { continue }
                    changed.append(slot)
                    before.append(old)
                    after.append(new)
                }
            }
        }
        guard !changed.isEmpty else { return nil }
        try save(changed, after, &progress)
        set(changed) { after[$0] }
        if let observer = observer.withLock({ $0.body }) {
            let keys = table.withLock { table in changed.map { table.keys[Int($0)] } }
            observer(keys, before)
        }
        compact(&progress)
        return AnnotationStep(parts: parts, slots: SlotSet(changed), before: SlotCodes(before))
    }

    /// Appends a record of slots and their new codes to the journal.
    func save(_ slots: [UInt32], _ codes: [UInt32], _ progress: inout Progress) throws(EditError) {
        guard let journal else { return }
        // A copy of references, so that the lock is not held while the bytes are written.
        let table = table.withLock { $0 }
        let record = AnnotationRecord.bytes(slots, codes, table)
        progress.position = try mapError(try journal.append(record, at: progress.position)) {
            (error: SystemError) in EditError.unsaved(error.reason)
        }
    }

    /// Whether a reader waits for an edit, so that work in the background should wait as well; O(1).
    package var isBeingEdited: Bool { editCount.load(ordering: .relaxed) > 0 }

    /// Runs an edit, with what is to be done before it is answered.
    package func whileEditing<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        editCount.add(1, ordering: .relaxed)
        defer { editCount.subtract(1, ordering: .relaxed) }
        return try body()
    }

    /// Calls `body` after everything that other programs have written was read, and while none of them writes.
    func changing<Value: Sendable>(
        _ body: (inout Progress) throws(EditError) -> Value
    ) throws(EditError) -> Value {
        var hasRead = false
        // The monitor finds nothing new any more.
        defer { if hasRead { tellFollowers() } }
        return try progress.withLock { (progress) throws(EditError) in
            guard let folder else { return try body(&progress) }
            try mapError(try FileSystem.makeFolder(folder), Self.unsaved)
            return try FileSystem.withLock(of: "\(folder)/.lock", throwing: Self.unsaved) { () throws(EditError) in
                hasRead = try mapError(try readOn(&progress)) { (error: SystemError) in
                    EditError.unsaved("what is there cannot be read: \(error.reason)")
                }
                return try body(&progress)
            }
        }
    }

    private static func unsaved(_ error: SystemError) -> EditError {
        .unsaved(error.isInUse ? "another program is writing the annotations" : error.reason)
    }

    /// Replaces the journal by one that has each file once, where that makes it much shorter.
    private func compact(_ progress: inout Progress) {
        guard let journal, !progress.hasSkipped, let position = progress.position else { return }
        let table = table.withLock { $0 }
        guard position.offset > 2 * 16 * table.count + Self.slack else { return }
        let slots = table.codes.indices.filter { table.codes[$0] != 0 }.map { UInt32($0) }
        let bytes = AnnotationRecord.bytes(slots, slots.map { table.codes[Int($0)] }, table)
        guard position.offset > 2 * bytes.count + Self.slack else { return }
        // The long journal is as good.
        if let shorter = try? journal.replace(with: [bytes]) { progress.position = shorter }
    }
}
