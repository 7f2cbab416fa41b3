// Saves selections to disk, and loads them.

import Platform

/// Saves each selection as one text file, atomically.
///
/// The first line is a JSON object that says whose selection it is; each further line has the id of an item, or in
/// generated collections the first and the last index of a run:
/// ```
/// {"collection":"photos","source":"/home/me/photos","revision":7,"count":2}
/// 0h3k5v8yq2w4d
/// 1r7c0m5zj9xbt
/// ```
package struct SelectionStore: Sendable {
    /// Largest file that is read, in bytes: of some 16 million items.
    private static let largest = 256 << 20
    private static let suffix = ".txt"

    /// The folder; nil when selections are not saved and end with the program.
    private let folder: String?

    /// Creates `folder` if it does not exist; if that fails, selections are not saved; blocks.
    package init(folder: String?) { self.folder = AtomicFile.prepared(folder) }

    var isSaving: Bool { folder != nil }

    /// A file's name does not depend on the collection's id, which differs when other paths are shown as well.
    private func path(of key: String) -> String? {
        guard let folder else { return nil }
        return "\(folder)/\(Base32.encode(StableHash.of(key.utf8), length: 13))\(Self.suffix)"
    }

    /// Loads the selection saved under a key; nil where there is none, or its file is not whole; blocks.
    func load(_ key: String) -> SavedSelection? {
        guard let path = path(of: key), let bytes = FileSystem.contents(of: path, atMost: Self.largest) else {
            return nil
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first, let head = try? JSONReader.value(of: Array(first)),
            head["source"]?.text == key, let revision = head["revision"]?.integer,
            head["count"]?.integer == lines.count - 1
        else { return nil }
        var saved = SavedSelection(revision: revision)
        for line in lines.dropFirst() {
            let text = String(decoding: line, as: UTF8.self)
            if let number = Base32.decode64(text) {
                saved.numbers.append(number)
            } else if let run = Self.run(text) {
                saved.indices.append(run)
            } else {
                return nil
            }
        }
        return saved
    }

    private static func run(_ text: String) -> Range<Int>? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(parts[0]), let last = Int(parts[1]), first >= 0, first <= last,
            last < Int.max
        else { return nil }
        return first..<last + 1
    }

    /// Saves a selection under a key; blocks.
    func save(_ saved: SavedSelection, as key: String, of collection: String) throws(SystemError) {
        guard let path = path(of: key) else { return }
        var bytes = JSONWriter.object { json in
            json.member("collection", collection)
            json.member("source", key)
            json.member("revision", saved.revision)
            json.member("count", saved.numbers.count + saved.indices.count)
        }
        bytes.reserveCapacity(bytes.count + 14 * saved.numbers.count + 24 * saved.indices.count + 1)
        bytes.append(UInt8(ascii: "\n"))
        for number in saved.numbers {
            bytes.append(contentsOf: Base32.encode(number, length: 13).utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        for run in saved.indices { bytes.append(contentsOf: "\(run.lowerBound)-\(run.upperBound - 1)\n".utf8) }
        try AtomicFile.write([bytes], to: path, .flushed)
    }

    /// Removes the selection saved under a key; blocks.
    func remove(_ key: String) { if let path = path(of: key) { FileSystem.remove(path) } }
}
