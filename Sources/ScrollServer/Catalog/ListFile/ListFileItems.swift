// The items of a list file, as far as it has been read.

import Tiling

/// What is known of the files that a list names, in the order in which it names them. Pure: knows nothing of the disk.
///
/// Takes 60 bytes an item beside its name: see `ItemStore`.
struct ListFileItems: Sendable {
    private(set) var store = ItemStore()
    private(set) var sequence = ItemSequence()
    private(set) var revision = 1
    var pagination = Pagination() {
        didSet { if pagination != oldValue { revision += 1 } }
    }
    /// Items that the list itself names.
    private var titles: [UInt32: (place: UInt32, count: Int)] = [:]
    private var titleBytes = NameArena()

    var status: CollectionStatus {
        CollectionStatus(count: sequence.count, isComplete: !pagination.hasNextPage, revision: revision)
    }

    /// Takes a page.
    mutating func append(_ page: [(entry: ListEntry, finding: ItemStore.Finding)]) {
        revision += 1
        for (entry, finding) in page {
            guard let (directory, name) = place(entry), let slot = store.insert(name[...], in: directory, finding)
            else { continue }
            if let title = entry.title, let place = title.withUnsafeBytes({ titleBytes.append($0) }) {
                titles[slot] = (place, title.count)
            }
            sequence.insert(slot, at: sequence.count, revision: revision)
        }
    }

    /// The directory and the name of a path. What is no path is a name as a whole.
    private mutating func place(_ entry: ListEntry) -> (directory: Int, name: [UInt8])? {
        let slash = UInt8(ascii: "/")
        guard entry.error == nil else { return (DirectoryTree.root, Array(entry.path.prefix(NameArena.nameLimit))) }
        var names = entry.path.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }.map { Array($0) }
        guard !names.isEmpty else { return (DirectoryTree.root, entry.path) }
        // An absolute path begins with a slash also when it is put together again.
        if entry.path.first == slash { names[0].insert(slash, at: 0) }
        var directory = DirectoryTree.root
        for name in names.dropLast() {
            guard let next = store.appendDirectory(name[...], in: directory) else { return nil }
            directory = next
        }
        return (directory, names[names.count - 1])
    }

    /// What a look at the file has told.
    ///
    /// - Returns: whether that changes what is shown.
    mutating func update(_ slot: UInt32, _ finding: ItemStore.Finding) -> Bool {
        guard store.update(slot, finding) else { return false }
        sequence.noteSize(of: slot, revision: revision)
        return true
    }

    /// Makes a batch of updates, in a revision of its own where they change anything.
    mutating func updating<Result>(_ body: (inout ListFileItems) -> [Result]) -> [Result] {
        revision += 1
        let changed = body(&self)
        if changed.isEmpty { revision -= 1 }
        return changed
    }

    /// `index` is where the item stands.
    func details(of slot: UInt32, index: Int) -> ItemDetails {
        var details = store.details(of: slot, index: index)
        if let (place, count) = titles[slot] {
            details.name = String(decoding: titleBytes.bytes(at: place, count: count), as: UTF8.self)
        }
        return details
    }
}
