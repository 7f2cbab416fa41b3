// The items of the part of a list file that has been read.

import Charts
import Pixels
import Platform

/// The files that a list names, in its order; pure: never touches the disk.
///
/// Takes 68 bytes an item plus its name: see `ItemStore`.
struct ListFileItems: Sendable, SelectableItems {
    private(set) var store = ItemStore()
    private(set) var sequence = ItemSequence()
    /// The facts of the items, by their handles.
    var facts = FactTable()
    private(set) var columns: ListColumns
    /// The arrangements in use.
    var arranged = ArrangedSequences()
    /// Handles of items added, removed or changed since an arrangement began to be made; nil while none is made.
    var touched: Set<UInt32>?
    private let zone: ZoneOffsets
    private(set) var revision = 1
    var pagination = Pagination() {
        didSet { if pagination != oldValue { noteCompletion() } }
    }
    /// The directory of the entry added last, as written in its path.
    private var latest: (path: [UInt8], directory: Int)?
    /// Titles that the list gives to items, as ranges of `titleBytes`.
    private var titles: [UInt32: (address: UInt32, count: Int)] = [:]
    private var titleBytes = NameArena()
    /// What readers have noted about the files; nil where that is not offered.
    var annotations: FileAnnotations?
    /// Items of records without a path, which have no file to examine.
    private(set) var pathless = RowBits()

    /// Makes an empty list; `options` tells how the list writes numbers and dates where it is ambiguous.
    init(zone: ZoneOffsets = .local, options: TableOptions = TableOptions()) {
        self.zone = zone
        columns = ListColumns(options: options)
    }

    /// Adds the new columns of a page, before the page itself is added.
    ///
    /// - Returns: the guesses made, in whole sentences.
    @discardableResult
    mutating func add(_ names: [String], sample: [ListEntry], delimiter: UInt8? = nil) -> [String] {
        guard names.count > columns.names.count else { return [] }
        let known = columns.guesses.count
        columns.add(names, sample: sample, delimiter: delimiter)
        facts.setFields(columns.fields)
        return Array(columns.guesses[known...])
    }

    /// Notices for viewers about the columns, in whole sentences.
    var notices: [String] { columns.notices }

    var status: CollectionStatus {
        CollectionStatus(count: sequence.count, isComplete: !pagination.hasNextPage, revision: revision)
    }

    /// The facts of an entry whose file has not been opened.
    static func finding(_ entry: ListEntry) -> ItemStore.Finding {
        ItemStore.Finding(error: entry.error)
    }

    /// Appends items, as one revision.
    mutating func append(_ page: some Sequence<(ListEntry, ItemStore.Finding)>) {
        replace(sequence.count..<sequence.count, with: page)
    }

    /// Replaces a run of items, as one revision; items with the same path keep their ids.
    mutating func replace(_ gone: Range<Int>, with page: some Sequence<(ListEntry, ItemStore.Finding)>) {
        revision += 1
        for index in gone.reversed() {
            guard let handle = sequence.handles(in: index..<index + 1).first else { continue }
            sequence.remove(at: index, id: store.id(of: handle), revision: revision)
            arranged.remove(handle, id: store.id(of: handle), revision: revision)
            touched?.insert(handle)
            // The list may name it elsewhere.
            if facts.selection.contains(Int(handle)) { facts.selection.expect(store.id(of: handle)) }
            facts.remove(Int(handle))
            store.remove(handle)
            setTitle(nil, of: handle)
            pathless.remove(Int(handle))
        }
        var index = gone.lowerBound
        for (entry, finding) in page {
            guard let (directory, name) = locate(entry), let handle = store.insert(name, in: directory, finding)
            else { continue }
            if let title = entry.title, let address = titleBytes.append(title[...]) {
                titles[handle] = (address, title.count)
            }
            if entry.error != nil { pathless.insert(Int(handle)) }
            sequence.insert(handle, at: index, revision: revision)
            index += 1
            touched?.insert(handle)
            let row = Int(handle)
            facts.insertFile(handle, of: store)
            facts.setFile(row, finding, zone: zone, title: entry.title)
            for (column, value) in columns.take(entry) { facts.set(value, row: row, column: column) }
            annotations?.show(on: handle, of: store, in: &facts)
            withArranged { $0.insert(handle, of: $1, revision: $1.revision) }
        }
    }

    /// The list's own order is the only one.
    func precedes(_ first: UInt32, _ second: UInt32, by key: ItemOrder.Key) -> Bool {
        (sequence.handles.index(of: first) ?? 0) < (sequence.handles.index(of: second) ?? 0)
    }

    func rank(_ handle: UInt32, _ key: ItemOrder.Key) -> Int64 { 0 }
    func group(of handle: UInt32, by key: ItemOrder.Key) -> Int? { nil }

    func read<Result>(_ key: ItemOrder.Key, _ body: (ItemSequence) -> Result) -> Result? {
        key == .name ? body(sequence) : nil
    }

    /// Whether an item equals the one that an entry would make.
    func isEntry(_ entry: ListEntry, at index: Int) -> Bool {
        guard let handle = sequence.handles(in: index..<index + 1).first else { return false }
        let title = titles[handle].map { titleBytes.bytes(at: $0.address, count: $0.count) }
        return store.path(of: handle) == Array(Self.names(entry).joined(separator: [UInt8(ascii: "/")]))
            && title.map(Array.init) == entry.title
            && columns.values(of: entry).allSatisfy { column, value in
                let own = facts.value(row: Int(handle), column: column)
                // The words of a set have no order.
                if case (.words(let one)?, .words(let two)?) = (own, value) { return Set(one) == Set(two) }
                return own == value
            }
            && pathless.contains(Int(handle)) == (entry.error != nil)
            && (entry.error == nil || store.error(of: handle) == entry.error)
    }

    /// The names in a path; a record that is not a path becomes a single name.
    private static func names(_ entry: ListEntry) -> [[UInt8]] {
        let slash = UInt8(ascii: "/")
        guard entry.error == nil else { return [Array(entry.path.prefix(NameArena.nameLimit))] }
        var names = entry.path.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }.map { Array($0) }
        guard !names.isEmpty else { return [entry.path] }
        // Keep the leading slash in the first name, so that joining the names gives an absolute path again.
        if entry.path.first == slash { names[0].insert(slash, at: 0) }
        return names
    }

    /// Splits a path into directory and name; the directory is remembered, since neighbours often share it.
    private mutating func locate(_ entry: ListEntry) -> (directory: Int, name: ArraySlice<UInt8>)? {
        let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
        guard entry.error == nil, let end = entry.path.lastIndex(of: slash), end > 0, end + 1 < entry.path.count,
            entry.path[end + 1] != dot
        else { return locateByName(entry) }
        if let latest, entry.path[..<end].elementsEqual(latest.path) {
            return (latest.directory, entry.path[(end + 1)...])
        }
        let location = locateByName(entry)
        latest = location.map { (Array(entry.path[..<end]), $0.directory) }
        return location
    }

    private mutating func locateByName(_ entry: ListEntry) -> (directory: Int, name: ArraySlice<UInt8>)? {
        let names = Self.names(entry)
        var directory = DirectoryTree.root
        for name in names.dropLast() {
            guard let next = store.appendDirectory(name[...], in: directory) else { return nil }
            directory = next
        }
        return (directory, names[names.count - 1][...])
    }

    /// Updates an item with a finding about its file; call it within `updating`.
    ///
    /// - Returns: whether its size, version or error changed.
    mutating func update(_ handle: UInt32, _ finding: ItemStore.Finding) -> Bool {
        let before = withArranged { $0.before(handle, in: $1) }
        touched?.insert(handle)
        let isShown = store.update(handle, finding)
        if isShown { sequence.noteSize(of: handle, revision: revision) }
        let title = titles[handle].map { Array(titleBytes.bytes(at: $0.address, count: $0.count)) }
        facts.setFile(
            Int(handle), finding, zone: zone, title: title, isUndecodable: store.isUndecodable(handle))
        return rearrange(handle, from: before, isShown: isShown) || isShown
    }

    /// Counts a version of an item as unreadable, since decoding it has failed; call it within `updating`.
    ///
    /// - Returns: whether that is new.
    mutating func noteUndecodable(_ id: String, version: String, _ error: ImageError) -> Bool {
        guard let handle = store.handle(ofItem: id), store.version(of: handle) == version,
            store.noteUndecodable(handle, error)
        else { return false }
        change(handle) { $0.facts.setUnreadable(true, row: Int(handle)) }
        return true
    }

    /// Sets or removes an item's title; an update must follow.
    mutating func setTitle(_ title: [UInt8]?, of handle: UInt32) {
        if let (address, count) = titles[handle] {
            if let title, titleBytes.bytes(at: address, count: count).elementsEqual(title) { return }
            titleBytes.remove(at: address, count: count)
        }
        titles[handle] = title.flatMap { title in
            titleBytes.append(title[...]).map { ($0, title.count) }
        }
    }

    /// Starts a revision because something about the whole list changed that plans show.
    mutating func touch() { revision += 1 }

    /// Makes a batch of updates as one revision, unless `body` returns no changes.
    mutating func updating<Result>(_ body: (inout ListFileItems) -> [Result]) -> [Result] {
        revision += 1
        let changed = body(&self)
        if changed.isEmpty { revision -= 1 }
        return changed
    }

    func handle(ofItem id: String) -> UInt32? { store.handle(ofItem: id) }
    func summary(of handle: UInt32) -> ItemSummary { store.summary(of: handle, facts) }

    /// The details of an item; `index` is its index in the list.
    func details(of handle: UInt32, index: Int) -> ItemDetails {
        var details = store.details(of: handle, index: index)
        if let (address, count) = titles[handle] {
            details.name = String(decoding: titleBytes.bytes(at: address, count: count), as: UTF8.self)
            details.isTitled = true
        }
        return details
    }
}
