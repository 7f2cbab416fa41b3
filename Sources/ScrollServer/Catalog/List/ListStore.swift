// Saves lists to disk, and loads them at start.

import Tiling

/// Saves each list as one JSON file, atomically: a reader finds the old or the new file, also after a crash.
final class ListStore: Sendable {
    /// Most lists that a server has.
    static let capacity = 100
    /// Largest file that is read, in bytes.
    private static let largest = 16 << 20
    private static let suffix = ".json"

    /// nil when lists are not saved and end with the program.
    private let folder: String?

    /// - Parameter folder: made if it does not exist; if it cannot be made, lists are not saved. Blocks.
    init(folder: String?) {
        var usable: String?
        if let folder, (try? FileSystem.makeFolder(folder)) != nil { usable = folder }
        self.folder = usable
    }

    /// A list with its id and name.
    struct Stored {
        var id: String
        var name: String
        var items: ListItems
    }

    /// All saved lists, sorted by id; files that hold no valid list are skipped. Blocks.
    func load() -> [Stored] {
        guard let folder else { return [] }
        AtomicFile.sweep(folder)
        let names = FileSystem.names(in: folder).filter { $0.hasSuffix(Self.suffix) }.sorted()
        return names.prefix(Self.capacity).compactMap { name in
            guard let bytes = FileSystem.contents(of: "\(folder)/\(name)", atMost: Self.largest),
                let value = try? JSONReader.value(of: bytes)
            else { return nil }
            return Self.list(value, id: String(name.dropLast(Self.suffix.count)))
        }
    }

    private static func list(_ value: JSONValue, id: String) -> Stored? {
        guard let name = value["name"]?.text, case .list(let values)? = value["items"],
            let next = value["next"]?.integer, let revision = value["revision"]?.integer,
            Catalog.id(for: id, taken: []) == id
        else { return nil }
        let contents = values.prefix(ListItems.limit).compactMap { value -> (id: UInt64, content: ListContent)? in
            guard let id = value["id"]?.text.flatMap({ Base32.decode64($0) }),
                let content = ListContent(value, number: value["number"]?.integer ?? 0)
            else { return nil }
            return (id, content)
        }
        // One more than the saved revision, so that a client's copy from before the restart counts as outdated.
        let items = ListItems(contents, nextNumber: max(next, 0), revision: max(revision, 0) &+ 1)
        return Stored(id: id, name: name, items: items)
    }

    /// Writes a list to its file, or does nothing without a folder. Blocks.
    func save(_ items: ListItems, id: String, name: String) throws(SystemError) {
        guard let folder else { return }
        var json = JSONWriter(capacity: 96 * (items.count + 1))
        json.object { json in
            json.member("name", name)
            json.member("revision", items.revision)
            json.member("next", items.nextNumber)
            json.array("items") { json in
                for record in items.all {
                    json.object { json in
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
        }
        try AtomicFile.write([json.bytes], to: "\(folder)/\(id)\(Self.suffix)")
    }
}

extension ListContent {
    /// Reads `{"collection","item"}` or `{"width","height"}`; nil for anything else, and for values out of range.
    init?(_ value: JSONValue, number: Int) {
        if let collection = value["collection"]?.text, let item = value["item"]?.text {
            guard collection.utf8.count <= 64, item.utf8.count <= 64 else { return nil }
            self = .reference(collection: collection, item: item)
        } else if let size = Self.size(value) {
            self = .box(size, number: min(max(number, 0), 999_999_999))
        } else {
            return nil
        }
    }

    /// Reads `width` and `height` in pixels; nil when they are missing, or out of a generated picture's range.
    static func size(_ value: JSONValue) -> PixelSize? {
        guard let width = value["width"]?.integer, let height = value["height"]?.integer,
            sideRange.contains(width), sideRange.contains(height), width * height <= largestBox
        else { return nil }
        return PixelSize(width: width, height: height)
    }
}
