// The items of a list file, as far as the file has been read.

import Tiling

/// The files that a list names, in the order of the list. Pure: does not touch the disk.
///
/// Takes 60 bytes an item plus its name: see `ItemStore`.
struct ListFileItems: Sendable {
    private(set) var store = ItemStore()
    private(set) var sequence = ItemSequence()
    private(set) var revision = 1
    var pagination = Pagination() {
        didSet { if pagination != oldValue { revision += 1 } }
    }
    /// Titles that the list gives to items, as places in `titleBytes`.
    private var titles: [UInt32: (place: UInt32, count: Int)] = [:]
    private var titleBytes = NameArena()

    var status: CollectionStatus {
        CollectionStatus(count: sequence.count, isComplete: !pagination.hasNextPage, revision: revision)
    }

    /// Adds the items of a page, as one revision.
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

    /// Splits a path into directory and name. A record that is not a path becomes a name in the root.
    private mutating func place(_ entry: ListEntry) -> (directory: Int, name: [UInt8])? {
        let slash = UInt8(ascii: "/")
        guard entry.error == nil else { return (DirectoryTree.root, Array(entry.path.prefix(NameArena.nameLimit))) }
        var names = entry.path.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }.map { Array($0) }
        guard !names.isEmpty else { return (DirectoryTree.root, entry.path) }
        // Keep the leading slash in the first name, so that joining the names gives an absolute path again.
        if entry.path.first == slash { names[0].insert(slash, at: 0) }
        var directory = DirectoryTree.root
        for name in names.dropLast() {
            guard let next = store.appendDirectory(name[...], in: directory) else { return nil }
            directory = next
        }
        return (directory, names[names.count - 1])
    }

    /// Updates an item with what its file was found to be. Call it within `updating`.
    ///
    /// - Returns: whether its size, version or error changed.
    mutating func update(_ slot: UInt32, _ finding: ItemStore.Finding) -> Bool {
        guard store.update(slot, finding) else { return false }
        sequence.noteSize(of: slot, revision: revision)
        return true
    }

    /// Makes a batch of updates; `body` returns those that changed anything. If any did, they are one new revision.
    mutating func updating<Result>(_ body: (inout ListFileItems) -> [Result]) -> [Result] {
        revision += 1
        let changed = body(&self)
        if changed.isEmpty { revision -= 1 }
        return changed
    }

    /// - Parameter index: the item's index in the list.
    func details(of slot: UInt32, index: Int) -> ItemDetails {
        var details = store.details(of: slot, index: index)
        if let (place, count) = titles[slot] {
            details.name = String(decoding: titleBytes.bytes(at: place, count: count), as: UTF8.self)
        }
        return details
    }
}
