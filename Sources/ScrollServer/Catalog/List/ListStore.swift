// Saves lists to disk, loads them at start, and reports changes by other programs.

import Platform
import Synchronization
import Tiling

/// The file of one list, shared by any number of programs; all members block.
package protocol ListStorage: Sendable {
    /// Calls `body` while no other program changes the list.
    func exclusively<Result>(_ body: () -> Result) throws(SystemError) -> Result
    /// The list that another program has saved since this one last read or saved it; nil where none has.
    func changedList() throws(SystemError) -> ListItems.Saved?
    func save(_ items: ListItems) throws(SystemError)
    func delete() throws(SystemError)
}

/// Saves each list as one JSON file, atomically: a reader finds the old or the new file, even after a crash.
///
/// Several programs may share one folder: each change is made under the folder's lock, on top of the others' changes.
package final class ListStore: Sendable {
    /// Most lists that a server has.
    package static let capacity = 100
    /// Largest file that is read, in bytes.
    private static let largest = 64 << 20
    private static let suffix = ".json"

    /// The folder; nil when lists are not saved and end with the program.
    private let folder: String?
    /// Guards the stamp (`FileStatus.stamp`) that each list's file had when this program last read or wrote it.
    private let stamps = Mutex<[String: UInt64]>([:])

    /// Creates `folder` if it does not exist; if that fails, lists are not saved; blocks.
    package init(folder: String?) {
        var usable: String?
        if let folder, (try? FileSystem.makeFolder(folder)) != nil { usable = folder }
        self.folder = usable
        if let usable { AtomicFile.sweep(usable) }
    }

    /// A list with its id.
    package struct Stored {
        package var id: String
        package var items: ListItems

        package init(id: String, items: ListItems) {
            self.id = id
            self.items = items
        }
    }

    /// All saved lists, sorted by id; files without a valid list are skipped; blocks.
    package func load() -> [Stored] { ids.prefix(Self.capacity).compactMap { load($0) } }

    /// The saved list with this id; nil when there is none, or its file holds no valid list; blocks.
    package func load(_ id: String) -> Stored? {
        guard let saved = (try? read(id)) ?? nil else { return nil }
        // One more than the saved revision, so that a client's copy from before the restart counts as outdated.
        var newer = saved
        newer.revision += 1
        return Stored(id: id, items: ListItems(newer))
    }

    /// The ids of all lists that this or another program has saved, sorted; blocks.
    package var ids: [String] {
        guard let folder else { return [] }
        return FileSystem.names(in: folder).compactMap { Self.id(ofFile: $0) }.sorted()
    }

    /// The id of the list that a file of the folder holds; nil for other files.
    static func id(ofFile name: String) -> String? {
        let id = String(name.dropLast(suffix.count))
        return name.hasSuffix(suffix) && Catalog.id(for: id, taken: []) == id ? id : nil
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

    private func path(of id: String) -> String? { folder.map { "\($0)/\(id)\(Self.suffix)" } }

    /// Reads a list's file and records its stamp; blocks.
    ///
    /// - Returns: nil when there is no such file, or it holds no valid list.
    /// - Throws: the system's error when the file cannot be read.
    private func read(_ id: String) throws(SystemError) -> ListItems.Saved? {
        guard let path = path(of: id) else { return nil }
        let file: OpenFile
        do throws(SystemError) {
            file = try OpenFile(path: path)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        guard file.count <= Self.largest else { return nil }
        let bytes = try file.bytes(at: 0, count: file.count)
        stamps.withLock { $0[id] = file.status.stamp }
        return (try? JSONReader.value(of: bytes)).flatMap { Self.list($0) }
    }

    private static func list(_ value: JSONValue) -> ListItems.Saved? {
        guard let name = value["name"]?.text, case .list(let values)? = value["items"],
            let next = value["next"]?.integer, let revision = value["revision"]?.integer
        else { return nil }
        let contents = values.prefix(ListItems.limit).compactMap { value -> (id: UInt64, content: ListContent)? in
            guard let id = value["id"]?.text.flatMap({ Base32.decode64($0) }),
                let content = ListContent(value, number: value["number"]?.integer ?? 0)
            else { return nil }
            return (id, content)
        }
        // Far below the greatest number, so that counting on cannot overflow.
        let most = 1 << 53
        return ListItems.Saved(
            name: name, contents: contents, nextNumber: min(max(next, 0), most), revision: min(max(revision, 0), most))
    }

    /// Writes a list to its file; blocks.
    fileprivate func save(_ items: ListItems, id: String) throws(SystemError) {
        guard let path = path(of: id) else { return }
        let bytes = JSONWriter.bytes(capacity: 96 * (items.count + 1)) { json in
            json.object { json in
                json.member("name", items.name)
                json.member("revision", items.revision)
                json.member("next", items.nextNumber)
                json.array("items") { json in
                    for record in items.all { json.write(record) }
                }
            }
        }
        try AtomicFile.write([bytes], to: path, .flushed)
        let stamp = (try? FileSystem.status(of: path))?.stamp
        stamps.withLock { $0[id] = stamp }
    }

    /// Saves the list with this id.
    package func storage(id: String) -> any ListStorage { StoredList(store: self, id: id) }

    private struct StoredList: ListStorage {
        let store: ListStore
        let id: String

        func exclusively<Result>(_ body: () -> Result) throws(SystemError) -> Result {
            guard let folder = store.folder else { return body() }
            return try FileSystem.withLock(of: "\(folder)/.lock", body)
        }

        func changedList() throws(SystemError) -> ListItems.Saved? {
            guard let path = store.path(of: id) else { return nil }
            let stamp: UInt64
            do throws(SystemError) {
                stamp = try FileSystem.status(of: path).stamp
            } catch {
                if error.isMissing { return nil }
                throw error
            }
            guard store.stamps.withLock({ $0[id] }) != stamp else { return nil }
            return try store.read(id)
        }

        func save(_ items: ListItems) throws(SystemError) { try store.save(items, id: id) }

        func delete() throws(SystemError) {
            guard let folder = store.folder, let path = store.path(of: id) else { return }
            try FileSystem.delete(path)
            try FileSystem.flush(folder: folder)
            store.stamps.withLock { $0[id] = nil }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ record: ListItems.Record) {
        object { json in
            json.member("id", Base32.encode(record.id, length: 13))
            switch record.content {
            case .box(let size, let number):
                json.member("width", size.width)
                json.member("height", size.height)
                json.member("number", number)
            case .reference(let collection, let item):
                json.member("collection", collection)
                json.member("item", item)
            }
        }
    }
}

extension ListContent {
    /// Parses `{"collection","item"}` or `{"width","height"}`; nil for anything else, and for values out of range.
    package init?(_ value: JSONValue, number: Int) {
        if let collection = value["collection"]?.text, let item = value["item"]?.text {
            guard collection.utf8.count <= 64, item.utf8.count <= 64 else { return nil }
            self = .reference(collection: collection, item: item)
        } else if let size = Self.size(value) {
            self = .box(size, number: min(max(number, 0), 999_999_999))
        } else {
            return nil
        }
    }

    /// Parses `width` and `height` in pixels; nil when they are missing, or out of a generated picture's range.
    package static func size(_ value: JSONValue) -> PixelSize? {
        guard let width = value["width"]?.integer, let height = value["height"]?.integer,
            sideRange.contains(width), sideRange.contains(height), width * height <= largestBox
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
