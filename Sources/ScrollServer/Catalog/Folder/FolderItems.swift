// The items of a folder in each of their orders, and all operations that change them.

import Metadata
import Pixels
import Platform

/// The known files of a folder, always sorted; pure: never touches the disk.
///
/// A change costs O(log n) in each order that has been made. A revision may hold many changes.
struct FolderItems: Sendable, SelectableItems {
    /// The viewers' time zone: dates are as their clocks showed them.
    private let zone: ZoneOffsets
    private(set) var store = ItemStore()
    /// The order by name, in which a scan finds the files.
    private(set) var names = ItemSequence()
    /// The other orders that have been made.
    private var others: [ItemOrder.Key: ItemSequence] = [:]
    /// The requested ranks of orders by appearance.
    private var ranks: [ItemOrder.Key: ItemRanks] = [:]
    /// Handles of items of unknown appearance when their ranks were requested, or that appeared or changed since.
    private(set) var unranked: Set<UInt32> = []
    /// The facts of the items, by their handles.
    var facts = FactTable()
    /// The stamps of sidecars when they were read, by the handles of their items.
    private(set) var sidecars: [UInt32: Sidecar.Stamp] = [:]
    /// The names of sidecars by directory; a directory without sidecars has no entry.
    var sidecarNames: [Int: SidecarNames] = [:]
    /// The arrangements in use.
    var arranged = ArrangedSequences()
    private(set) var revision = 0
    /// Handles of the items that were added, removed or changed since an order began to be made; nil while none is made.
    var touched: Set<UInt32>?
    /// The handle of the first item of the range that a client was shown last.
    var focus: UInt32?
    /// Whether a file that needs measuring may have been added or changed since the last `takeNewFiles`.
    private var hasNewFiles = true
    /// Whether the current batch has changed anything.
    var isChanged = false
    /// Whether the first scan has ended.
    var isScanned = false {
        didSet { if isScanned != oldValue { noteCompletion() } }
    }
    /// Number of directories that could not be read completely, for a temporary reason.
    var unreadDirectories = 0 {
        didSet { if (unreadDirectories == 0) != (oldValue == 0) { noteCompletion() } }
    }

    var status: CollectionStatus {
        CollectionStatus(
            count: names.count, isComplete: isScanned && unreadDirectories == 0, revision: revision,
            pending: unreadDirectories + store.pending.count)
    }

    /// The table of facts of the files; nil for none; a replacement must have the same fields.
    ///
    /// New files are joined with it at once, the others by `join`.
    var joined: JoinedFacts? {
        didSet { (joinedRows, joinedCount) = (RowBits(), 0) }
    }
    /// The rows with facts from that table, and their number.
    var joinedRows = RowBits()
    var joinedCount = 0
    /// What readers have noted about the files; nil where that is not offered.
    var annotations: FileAnnotations?

    /// Starts a revision because something about the whole folder changed that plans show.
    mutating func touch() { revision += 1 }

    init(zone: ZoneOffsets = .local, joined: JoinedFacts? = nil) {
        (self.zone, self.joined) = (zone, joined)
        if let joined { facts.setFields(joined.fields) }
    }

    // MARK: Reading

    /// Whether this order has been made.
    func has(_ key: ItemOrder.Key) -> Bool { key == .name || others[key] != nil }

    /// Calls `body` with the sequence of this order; nil when the order has not been made.
    func read<Result>(_ key: ItemOrder.Key, _ body: (ItemSequence) -> Result) -> Result? {
        key == .name ? body(names) : others[key].map(body)
    }

    /// Whether there may be new items to measure since the last call.
    mutating func takeNewFiles() -> Bool {
        defer { hasNewFiles = false }
        return hasNewFiles
    }

    // MARK: Changing

    /// Makes a batch of changes as one revision; without a change the revision stays.
    mutating func changing<Result>(_ body: (inout FolderItems) -> Result) -> Result {
        isChanged = false
        revision += 1
        defer { if !isChanged { revision -= 1 } }
        return body(&self)
    }

    mutating func appendDirectory(_ name: ArraySlice<UInt8>, in parent: Int) -> Int? {
        store.appendDirectory(name, in: parent)
    }

    /// Appends a file behind all others, or updates it if known; returns false when the store is full.
    mutating func append(_ name: ArraySlice<UInt8>, in directory: Int, _ finding: ItemStore.Finding) -> Bool {
        if let known = store.handle(named: name, in: directory) {
            update(known, finding)
            return true
        }
        return insert(name, in: directory, finding, at: names.count)
    }

    /// Inserts a file at its place by name, or updates it; a file with the same date and length keeps its size.
    ///
    /// `hint` is a probable index of the file; if it is right, two comparisons suffice, else O(log n).
    ///
    /// - Returns: the file's index by name; nil when the store is full or the directory was removed.
    @discardableResult
    mutating func put(
        _ name: ArraySlice<UInt8>, in directory: Int, _ finding: ItemStore.Finding, near hint: Int? = nil
    ) -> Int? {
        guard store.directories.contains(directory) else { return nil }
        if let known = store.handle(named: name, in: directory) {
            let isUntouched =
                store.stamp(of: known) == finding.stamp && store.modified(of: known) == finding.modified
                && store.byteCount(of: known) == finding.byteCount && store.error(of: known) == finding.error
                && sidecars[known] == finding.sidecar?.stamp
            if !isUntouched {
                if store.stamp(of: known) != finding.stamp { noteChangedFile(known) }
                update(known, finding)
            }
            return names.handles.index(of: known)
        }
        let index: Int
        if let hint, hint > 0, hint <= names.count, !store.precedes(name, in: directory, names.handles[hint - 1]),
            hint == names.count || store.precedes(name, in: directory, names.handles[hint])
        {
            index = hint
        } else {
            index = names.handles.partitioningIndex { store.precedes(name, in: directory, $0) }
        }
        return insert(name, in: directory, finding, at: index) ? index : nil
    }

    private mutating func insert(
        _ name: ArraySlice<UInt8>, in directory: Int, _ finding: ItemStore.Finding, at index: Int
    ) -> Bool {
        guard let handle = store.insert(name, in: directory, finding) else { return false }
        isChanged = true
        if let sidecar = finding.sidecar { sidecars[handle] = sidecar.stamp }
        // The handle may have belonged to another item.
        for key in ranks.keys { ranks[key]?[handle] = ItemRanks.last }
        if !ranks.isEmpty { unranked.insert(handle) }
        if store.needsMeasuring(handle) { hasNewFiles = true }
        names.insert(handle, at: index, revision: revision)
        touched?.insert(handle)
        for key in others.keys { insert(handle, into: key) }
        facts.insertFile(handle, of: store)
        facts.setFile(Int(handle), finding, zone: zone)
        noteJoined(joined?.add(to: &facts, row: Int(handle), path: store.path(of: handle)))
        annotations?.show(on: handle, of: store, in: &facts)
        annotations?.unseen?.add([store.id(of: handle)])
        withArranged { $0.insert(handle, of: $1, revision: $1.revision) }
        return true
    }

    /// Removes a file, if it is known.
    mutating func remove(_ name: ArraySlice<UInt8>, in directory: Int) {
        if let handle = store.handle(named: name, in: directory) { remove(handle) }
    }

    private mutating func remove(_ handle: UInt32) {
        let id = store.id(of: handle)
        isChanged = true
        noteGoneFile(handle)
        touched?.insert(handle)
        unranked.remove(handle)
        sidecars[handle] = nil
        if let index = names.handles.index(of: handle) { names.remove(at: index, id: id, revision: revision) }
        for key in others.keys {
            if let index = others[key]?.handles.index(of: handle) {
                others[key]?.remove(at: index, id: id, revision: revision)
            }
        }
        withArranged { $0.remove(handle, id: id, revision: $1.revision) }
        facts.remove(Int(handle))
        store.remove(handle)
    }

    /// Removes at most `limit` files of a directory and those below it, then the directories; the root stays.
    ///
    /// - Returns: the numbers of the removed directories; nil while files are left: call again.
    mutating func removeDirectory(_ directory: Int, limit: Int = .max) -> [Int]? {
        let all = range(below: directory)
        let (start, end) = (all.lowerBound, all.upperBound)
        // Front to back, so that the log joins the removals into one step.
        for handle in names.handles(in: start..<min(end, start + min(limit, end - start))) { remove(handle) }
        if end - start > limit { return nil }
        let gone = store.removeDirectory(directory)
        for directory in gone { sidecarNames[directory] = nil }
        return gone
    }

    /// Sets the error of at most `limit` files in a directory and below it after the `first`; keeps their other facts.
    ///
    /// - Returns: the number of files done so far; nil when all are done.
    mutating func markUnreadable(_ directory: Int, _ error: ImageError, from first: Int, limit: Int) -> Int? {
        let all = range(below: directory)
        let start = min(all.lowerBound + first, all.upperBound)
        for handle in names.handles(in: start..<min(start + limit, all.upperBound)) {
            isChanged = true
            change(handle, isShown: true) { items in
                items.store.markUnreadable(handle, error)
                items.facts.setUnreadable(error.isOfUnreadable, row: Int(handle))
            }
            names.noteSize(of: handle, revision: revision)
            for key in others.keys { others[key]?.noteSize(of: handle, revision: revision) }
        }
        return start + limit < all.upperBound ? first + limit : nil
    }

    /// Replaces the facts of a file, and moves it in the orders where its date or length requires.
    ///
    /// - Returns: whether anything that clients see has changed.
    @discardableResult
    mutating func update(_ handle: UInt32, _ finding: ItemStore.Finding) -> Bool {
        let before = others.keys.map { ($0, rank(handle, $0)) }
        let arrangedBefore = withArranged { $0.before(handle, in: $1) }
        touched?.insert(handle)
        if !ranks.isEmpty { unranked.insert(handle) }
        // Another picture has another look, and is in no group until that is known.
        if store.stamp(of: handle) != finding.stamp { forgetContents(of: handle) }
        var isShown = store.update(handle, finding)
        if isShown { names.noteSize(of: handle, revision: revision) }
        for (key, rank) in before {
            if rank == self.rank(handle, key) {
                if isShown { others[key]?.noteSize(of: handle, revision: revision) }
            } else if let index = others[key]?.handles.index(of: handle) {
                others[key]?.remove(at: index, id: store.id(of: handle), revision: revision)
                insert(handle, into: key)
                isShown = true
            }
        }
        facts.setFile(Int(handle), finding, zone: zone, isUndecodable: store.isUndecodable(handle))
        if sidecars[handle] != finding.sidecar?.stamp {
            sidecars[handle] = finding.sidecar?.stamp
            isChanged = true
        }
        if rearrange(handle, from: arrangedBefore, isShown: isShown) { isShown = true }
        if isShown { isChanged = true }
        if store.needsMeasuring(handle) { hasNewFiles = true }
        return isShown
    }

    /// Counts a version of an item as unreadable, since decoding it has failed; call it within `changing`.
    mutating func noteUndecodable(_ id: String, version: String, _ error: ImageError) {
        guard let handle = store.handle(ofItem: id), store.version(of: handle) == version,
            store.noteUndecodable(handle, error)
        else { return }
        isChanged = true
        change(handle) { $0.facts.setUnreadable(true, row: Int(handle)) }
    }

    // MARK: Orders

    func handle(ofItem id: String) -> UInt32? { store.handle(ofItem: id) }
    func summary(of handle: UInt32) -> ItemSummary { store.summary(of: handle, facts) }

    func details(of handle: UInt32, index: Int) -> ItemDetails { store.details(of: handle, index: index) }

    func precedes(_ first: UInt32, _ second: UInt32, by key: ItemOrder.Key) -> Bool {
        let (own, other) = (rank(first, key), rank(second, key))
        return own == other ? store.precedes(first, second) : own < other
    }

    /// The sort key of an item: `CaptureTime.value`, bytes, or a rank of an `ItemRanking`; equal keys sort by name.
    ///
    /// A date is what a clock showed: the camera's, which knows no zone, or else the reader's when the file was
    /// written. So in the hour that occurs twice when clocks are put back, files are sorted by the displayed time.
    func rank(_ handle: UInt32, _ key: ItemOrder.Key) -> Int64 {
        switch key {
        case .name: 0
        case .date:
            (store.taken(of: handle) ?? CaptureTime(store.modified(of: handle).onClocks(of: zone)))
                .map { Int64(clamping: $0.value) } ?? 0
        case .size: Int64(store.byteCount(of: handle))
        case .colour, .likeness: ranks[key]?[handle] ?? ItemRanks.last
        }
    }

    /// An item's group: by name its directory, by date its month (see `DateGroup`), else nil; O(1).
    func group(of handle: UInt32, by key: ItemOrder.Key) -> Int? {
        switch key {
        case .name: store.directory(of: handle)
        case .date: CaptureTime(value: UInt64(clamping: rank(handle, key))).map { DateGroup(month: $0).number }
        case .size, .colour, .likeness: nil
        }
    }

    /// The orders by appearance for which items have ranks.
    var rankedKeys: [ItemOrder.Key] { ranks.keys.sorted { $0.rawValue < $1.rawValue } }

    /// Stores ranks from now on.
    mutating func beginRanks(by key: ItemOrder.Key) {
        if ranks[key] == nil { ranks[key] = ItemRanks() }
    }

    /// Changes an item's rank, and moves it where that order has been made; O(log n); call it within `changing`.
    mutating func set(_ rank: Int64, of handle: UInt32, by key: ItemOrder.Key) {
        guard ranks[key] != nil else { return }
        if rank == ItemRanks.last { unranked.insert(handle) } else { unranked.remove(handle) }
        guard ranks[key]?[handle] != rank else { return }
        let index = others[key]?.handles.index(of: handle)
        if let index { others[key]?.remove(at: index, id: store.id(of: handle), revision: revision) }
        ranks[key]?[handle] = rank
        touched?.insert(handle)
        if index != nil {
            insert(handle, into: key)
            isChanged = true
        }
    }

    private mutating func insert(_ handle: UInt32, into key: ItemOrder.Key) {
        guard let index = others[key].map({ index(of: handle, in: $0, by: key) }) else { return }
        others[key]?.insert(handle, at: index, revision: revision)
    }

    /// The index at which an item belongs in an order: by rank, then by name; O(log n).
    func index(of handle: UInt32, in sequence: ItemSequence, by key: ItemOrder.Key) -> Int {
        let own = rank(handle, key)
        return sequence.handles.partitioningIndex { other in
            let rank = rank(other, key)
            return own == rank ? store.precedes(handle, other) : own < rank
        }
    }

    /// Whether an item was added, removed or changed since an order began to be made.
    func isTouched(_ handle: UInt32) -> Bool { touched?.contains(handle) ?? false }

    /// Stores an order that has been made; `sequence` must hold all items.
    mutating func add(_ sequence: consuming ItemSequence, as key: ItemOrder.Key) {
        // No client can have followed this order before.
        sequence.forget(upTo: revision)
        others[key] = sequence
    }
}
