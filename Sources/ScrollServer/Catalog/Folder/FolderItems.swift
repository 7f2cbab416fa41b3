// The items of a folder in each of their orders, and how they change.

import Tiling

/// What is known of a folder's files, always in order. Pure: knows nothing of the disk.
///
/// Every change is O(log n) for each order that has been asked for, and belongs to a revision, of which one may hold many
/// changes.
struct FolderItems: Sendable {
    private(set) var store = ItemStore()
    /// By name, which is the order in which a scan finds them.
    private(set) var names = ItemSequence()
    /// The others that have been asked for.
    private var others: [ItemOrder.Key: ItemSequence] = [:]
    private(set) var revision = 0
    /// Slots of items that came, went or changed since an order began to be made; nil while none is.
    var touched: Set<UInt32>?
    /// The slot of an item that was looked at last.
    var focus: UInt32?
    /// Whether there may be files to measure that were not there, or were others, when this was last taken.
    private var hasNews = true
    /// Whether anything has changed in the revision that was begun last.
    private var isChanged = false
    var isComplete = false {
        didSet { if isComplete != oldValue { revision += 1 } }
    }

    var status: CollectionStatus {
        CollectionStatus(count: names.count, isComplete: isComplete, revision: revision)
    }

    // MARK: Reading

    /// Whether the order has been made.
    func has(_ key: ItemOrder.Key) -> Bool { key == .name || others[key] != nil }

    /// Calls `body` with the sequence of an order that has been made.
    func read<Result>(_ key: ItemOrder.Key, _ body: (ItemSequence) -> Result) -> Result? {
        key == .name ? body(names) : others[key].map(body)
    }

    /// Files of one directory, not of those below it, in natural order: at most `limit` of those behind the one called
    /// `last`, or from the first on. O(log n + limit).
    func files(in directory: Int, behind last: [UInt8]? = nil, limit: Int = .max) -> [UInt32] {
        let start = names.slots.partitioningIndex { slot in
            guard !isBefore(slot, directory) else { return false }
            guard let last else { return true }
            return store.directory(of: slot) != directory || store.precedes(last[...], in: directory, slot)
        }
        let end = names.slots.partitioningIndex { slot in
            !isBefore(slot, directory) && store.directory(of: slot) != directory
        }
        return names.slots(in: start..<max(start, min(end, start + min(limit, max(0, end - start)))))
    }

    /// Whether an item comes before all that a directory and those below it hold.
    private func isBefore(_ slot: UInt32, _ directory: Int) -> Bool {
        store.directories.precedes(store.directory(of: slot), directory) ?? false
    }

    /// Whether there may be more to measure than when this was asked last.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    // MARK: Changing

    /// Makes a batch of changes that will be seen all at once, in a revision of its own unless nothing changes.
    mutating func changing<Result>(_ body: (inout FolderItems) -> Result) -> Result {
        isChanged = false
        revision += 1
        defer { if !isChanged { revision -= 1 } }
        return body(&self)
    }

    mutating func appendDirectory(_ name: ArraySlice<UInt8>, in parent: Int) -> Int? {
        store.appendDirectory(name, in: parent)
    }

    /// Adds a file that comes behind all others, or that is known already.
    ///
    /// - Returns: false when no more can be held.
    mutating func append(_ name: ArraySlice<UInt8>, in directory: Int, _ finding: ItemStore.Finding) -> Bool {
        if let known = store.slot(named: name, in: directory) {
            update(known, finding)
            return true
        }
        return insert(name, in: directory, finding, at: names.count)
    }

    /// Puts a file in its place, or replaces what is known of it. Of a file that was not touched the size stays known.
    ///
    /// - Parameter hint: where the file may belong, which costs two comparisons rather than O(log n) of them.
    /// - Returns: where it is now; nil when no more can be held, or the directory has gone.
    @discardableResult
    mutating func put(
        _ name: ArraySlice<UInt8>, in directory: Int, _ finding: ItemStore.Finding, near hint: Int? = nil
    ) -> Int? {
        guard store.directories.contains(directory) else { return nil }
        if let known = store.slot(named: name, in: directory) {
            let isUntouched =
                store.modified(of: known) == finding.modified && store.byteCount(of: known) == finding.byteCount
                && store.error(of: known) == nil && finding.error == nil
            if !isUntouched { update(known, finding) }
            return names.slots.index(of: known)
        }
        let index: Int
        if let hint, hint > 0, hint <= names.count, !store.precedes(name, in: directory, names.slots[hint - 1]),
            hint == names.count || store.precedes(name, in: directory, names.slots[hint])
        {
            index = hint
        } else {
            index = names.slots.partitioningIndex { store.precedes(name, in: directory, $0) }
        }
        return insert(name, in: directory, finding, at: index) ? index : nil
    }

    private mutating func insert(
        _ name: ArraySlice<UInt8>, in directory: Int, _ finding: ItemStore.Finding, at index: Int
    ) -> Bool {
        guard let slot = store.insert(name, in: directory, finding) else { return false }
        isChanged = true
        if store.needsMeasuring(slot) { hasNews = true }
        names.insert(slot, at: index, revision: revision)
        touched?.insert(slot)
        for key in others.keys { insert(slot, into: key) }
        return true
    }

    /// Forgets a file, if it is known.
    mutating func remove(_ name: ArraySlice<UInt8>, in directory: Int) {
        if let slot = store.slot(named: name, in: directory) { remove(slot) }
    }

    private mutating func remove(_ slot: UInt32) {
        let id = store.id(of: slot)
        isChanged = true
        touched?.insert(slot)
        if let index = names.slots.index(of: slot) { names.remove(at: index, id: id, revision: revision) }
        for key in others.keys {
            if let index = others[key]?.slots.index(of: slot) {
                others[key]?.remove(at: index, id: id, revision: revision)
            }
        }
        store.remove(slot)
    }

    /// Forgets the files of a directory and of those below it, and then the directories; the root itself stays.
    ///
    /// - Parameter limit: how many files at most, so that nobody is held up for long.
    /// - Returns: the directories that were forgotten; nil while files are left.
    mutating func removeDirectory(_ directory: Int, limit: Int = .max) -> [Int]? {
        let start = names.slots.partitioningIndex { !isBefore($0, directory) }
        let end = names.slots.partitioningIndex { slot in
            !isBefore(slot, directory) && !store.directories.isWithin(store.directory(of: slot), directory)
        }
        // From the front, so that the log has one run of them.
        for slot in names.slots(in: start..<min(end, start + min(limit, end - start))) { remove(slot) }
        if end - start > limit { return nil }
        return store.removeDirectory(directory)
    }

    /// Replaces what is known of a file, and moves it where its date or length asks for another place.
    ///
    /// - Returns: whether that changes what is shown.
    @discardableResult
    mutating func update(_ slot: UInt32, _ finding: ItemStore.Finding) -> Bool {
        let before = others.keys.map { ($0, rank(slot, $0)) }
        touched?.insert(slot)
        var isShown = store.update(slot, finding)
        if isShown { names.noteSize(of: slot, revision: revision) }
        for (key, rank) in before {
            if rank == self.rank(slot, key) {
                if isShown { others[key]?.noteSize(of: slot, revision: revision) }
            } else if let index = others[key]?.slots.index(of: slot) {
                others[key]?.remove(at: index, id: store.id(of: slot), revision: revision)
                insert(slot, into: key)
                isShown = true
            }
        }
        if isShown { isChanged = true }
        if store.needsMeasuring(slot) { hasNews = true }
        return isShown
    }

    // MARK: Orders

    /// What an order goes by; items of the same rank follow each other by name.
    func rank(_ slot: UInt32, _ key: ItemOrder.Key) -> Int64 {
        switch key {
        case .name: 0
        case .date: (store.taken(of: slot)?.time ?? store.modified(of: slot)).nanoseconds
        case .size: Int64(store.byteCount(of: slot))
        }
    }

    /// The group of an item in an order: its directory by name, its month by date; nil where there are none. O(1).
    func group(of slot: UInt32, by key: ItemOrder.Key) -> Int? {
        switch key {
        case .name: store.directory(of: slot)
        case .date: FileTime(nanoseconds: rank(slot, key)).month
        case .size: nil
        }
    }

    private mutating func insert(_ slot: UInt32, into key: ItemOrder.Key) {
        guard let index = others[key].map({ index(of: slot, in: $0, by: key) }) else { return }
        others[key]?.insert(slot, at: index, revision: revision)
    }

    /// Where an item belongs in an order: behind those of a lower rank, and of its own rank by name. O(log n).
    func index(of slot: UInt32, in sequence: ItemSequence, by key: ItemOrder.Key) -> Int {
        let own = rank(slot, key)
        return sequence.slots.partitioningIndex { other in
            let rank = rank(other, key)
            return own == rank ? store.precedes(slot, other) : own < rank
        }
    }

    /// Whether an item has come, gone or changed since an order began to be made.
    func isTouched(_ slot: UInt32) -> Bool { touched?.contains(slot) ?? false }

    /// Takes on an order that holds all items.
    mutating func add(_ sequence: ItemSequence, as key: ItemOrder.Key) {
        var sequence = sequence
        // Nobody can have followed this order up to now.
        sequence.forget(upTo: revision)
        others[key] = sequence
    }
}
