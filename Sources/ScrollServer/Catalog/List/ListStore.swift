// Saves lists to disk, loads them at start, and reports changes by other programs.

import Platform

/// A folder with a journal for each list.
///
/// Several programs may share one folder: each change is made under the folder's lock, on top of the others' changes.
package final class ListStore: Sendable {
    /// Most lists that a server has.
    package static let capacity = 100
    private static let suffix = ".list"
    /// Of the files that versions before the journals wrote, one JSON text for each list.
    private static let formerSuffix = ".json"
    /// Largest of these that is read, in bytes.
    private static let formerLargest = 64 << 20

    /// The folder; nil when lists are not saved and end with the program.
    let folder: String?

    /// Creates `folder` if it does not exist; if that fails, lists are not saved; blocks.
    package init(folder: String?) { self.folder = AtomicFile.prepared(folder) }

    /// A list with its id, and its file.
    package struct Stored {
        package var id: String
        package var items: ListItems
        package var journal: ListJournal
    }

    /// A list that is not saved yet.
    package func make(id: String, name: String) -> Stored {
        Stored(id: id, items: ListItems(name: name), journal: ListJournal(id, of: self))
    }

    /// All saved lists, sorted by id; files without a valid list are skipped; blocks.
    package func load() -> [Stored] { ids.prefix(Self.capacity).compactMap { load($0) } }

    /// The saved list with this id; nil when there is none, or its file holds no valid list; blocks.
    package func load(_ id: String) -> Stored? {
        var stored = make(id: id, name: id)
        let whole: ListItems?
        do throws(SystemError) {
            whole = try stored.journal.news().whole
        } catch {
            Log.warning("lists that cannot be read", "'\(path(of: id) ?? id)' cannot be read: \(error.reason)")
            return nil
        }
        guard var items = whole ?? convert(id, stored.journal) else { return nil }
        // One more than the saved revision, so that a client's copy from before the restart counts as outdated.
        items.restart(at: items.revision + 1)
        stored.items = items
        return stored
    }

    /// The ids of all lists that this or another program has saved, sorted; blocks.
    package var ids: [String] {
        guard let folder else { return [] }
        return Set(FileSystem.names(in: folder).compactMap { Self.id(ofFile: $0) }).sorted()
    }

    /// The id of the list that a file of the folder holds; nil for other files.
    static func id(ofFile name: String) -> String? {
        guard let suffix = [suffix, formerSuffix].first(where: { name.hasSuffix($0) }) else { return nil }
        let id = String(name.dropLast(suffix.count))
        return Catalog.id(for: id, taken: []) == id ? id : nil
    }

    /// Calls `onChange` with the id of each list that any program saves, until the result is stopped; nil if lists are not
    /// saved.
    package func follow(_ onChange: @escaping @Sendable (_ id: String) -> Void) -> FolderMonitor? {
        folder.flatMap { folder in
            try? FolderMonitor(folder: folder) { name in
                if let id = Self.id(ofFile: name) { onChange(id) }
            }
        }
    }

    func path(of id: String) -> String? { folder.map { "\($0)/\(id)\(Self.suffix)" } }
    func formerPath(of id: String) -> String { "\(folder ?? "")/\(id)\(Self.formerSuffix)" }

    // MARK: Files of former versions

    /// Reads the JSON file of a list that has no journal, and replaces it by one; blocks.
    ///
    /// Where no journal can be written, the first edit writes it. The JSON file goes only when the journal is on the disk.
    private func convert(_ id: String, _ journal: ListJournal) -> ListItems? {
        var items: ListItems?
        try? journal.exclusively(throwing: { $0 }) { () throws(SystemError) in
            // Another program may have been faster.
            items = (try? journal.news())?.whole
            guard items == nil else { return }
            items = former(id)
            if let items, (try? journal.append([], of: items)) != nil { FileSystem.remove(formerPath(of: id)) }
        }
        return items ?? former(id)
    }

    private func former(_ id: String) -> ListItems? {
        guard let bytes = FileSystem.contents(of: formerPath(of: id), atMost: Self.formerLargest),
            let value = try? JSONReader.value(of: bytes), let name = value["name"]?.text,
            case .list(let values)? = value["items"], let next = value["next"]?.integer,
            let revision = value["revision"]?.integer
        else { return nil }
        var items = ListItems(name: name)
        for value in values.prefix(ListItems.limit) {
            guard let id = value["id"]?.text.flatMap({ Base32.decode64($0) }), items.handle(of: id) == nil,
                let content = ListContent(value, number: value["number"]?.integer ?? 0)
            else { continue }
            items.append(content, id: id)
        }
        let most = 1 << 53
        (items.nextNumber, items.lastEdit) = (min(max(next, 0), most), .random(in: 1 ... .max))
        items.restart(at: min(max(revision, 0), most))
        return items
    }
}
