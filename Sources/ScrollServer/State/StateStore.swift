// Scroll states by restoration identifier, on disk.

import Synchronization

/// Keeps what pages save of where they were. A reader of the files, or a crash, sees the old state or the new one.
///
/// Where the disk accepts nothing, states are kept in memory alone and last as long as the program.
final class StateStore: Sendable {
    /// Identifiers kept; the ones written longest ago go first.
    static let capacity = 256
    /// Bytes of a state, at most.
    static let largest = 8192
    private static let suffix = ".json"

    /// Puts a state into its file, or removes the file when there is none. Blocks.
    typealias Writer = @Sendable (_ state: [UInt8]?, _ path: String) -> Void

    private struct Saved {
        var bytes: [UInt8]
        /// The higher, the later it was written.
        var number: Int
    }

    private struct States {
        var values: [String: Saved] = [:]
        /// Writes so far.
        var count = 0
        /// Identifiers whose file is not what is in memory.
        var unwritten: Set<String> = []

        /// - Returns: whether there was none under this identifier.
        mutating func save(_ bytes: [UInt8], as identifier: String) -> Bool {
            count += 1
            return values.updateValue(Saved(bytes: bytes, number: count), forKey: identifier) == nil
        }

        /// Forgets the state written longest ago. O(capacity).
        mutating func removeOldest() -> String? {
            guard let oldest = values.min(by: { $0.value.number < $1.value.number })?.key else { return nil }
            values[oldest] = nil
            return oldest
        }
    }

    private let folder: String?
    private let write: Writer
    /// Event loops wait for this lock: it is never held while the disk is waited for.
    private let states = Mutex(States())
    /// Held while a file is written, by threads that may wait: one after the other, so that the newest state comes last.
    private let writing = Mutex(())

    /// - Parameters:
    ///   - folder: where states are kept; nil keeps them in memory. Reads what is there. Blocks.
    ///   - write: how states get to the disk.
    init(folder: String?, write: @escaping Writer = { StateStore.write($0, to: $1) }) {
        var usable: String?
        if let folder, (try? FileSystem.makeFolder(folder)) != nil { usable = folder }
        self.folder = usable
        self.write = write
        guard let usable else { return }
        AtomicFile.sweep(usable)
        let saved = Self.load(usable)
        states.withLock { states in
            for (identifier, bytes) in saved { _ = states.save(bytes, as: identifier) }
        }
    }

    /// The states in a folder that were written last, at most `capacity`, oldest first.
    private static func load(_ folder: String) -> [(identifier: String, bytes: [UInt8])] {
        var found: [(identifier: String, path: String, modified: Int64)] = []
        for name in FileSystem.names(in: folder) where name.hasSuffix(suffix) {
            let (identifier, path) = (String(name.dropLast(suffix.count)), "\(folder)/\(name)")
            guard isValid(identifier), let status = try? FileSystem.status(of: path), status.count <= largest else {
                continue
            }
            found.append((identifier, path, status.modified.nanoseconds))
        }
        // By name where two were written at the same moment, so that every start has the same order.
        found.sort { ($0.modified, $0.identifier) < ($1.modified, $1.identifier) }
        return found.suffix(capacity).compactMap { file in
            FileSystem.contents(of: file.path, atMost: largest).map { (file.identifier, $0) }
        }
    }

    /// Letters, digits, `-`, `_` and dots within, at most 64: fit for a file's name as they are.
    static func isValid(_ identifier: String) -> Bool {
        (1...64).contains(identifier.utf8.count) && !identifier.hasPrefix(".")
            && identifier.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
            }
    }

    /// What was saved last under an identifier. O(1); does not wait for the disk.
    subscript(identifier: String) -> [UInt8]? {
        states.withLock { $0.values[identifier]?.bytes }
    }

    /// Saves a state. Blocks until it, or a newer one under this identifier, is on the disk.
    ///
    /// - Returns: whether there was none under this identifier.
    func save(_ state: [UInt8], as identifier: String) -> Bool {
        let (isNew, changed) = states.withLock { states in
            let isNew = states.save(state, as: identifier)
            var changed = [identifier]
            if states.values.count > Self.capacity, let oldest = states.removeOldest() { changed.append(oldest) }
            states.unwritten.formUnion(changed)
            return (isNew, changed)
        }
        for identifier in changed { store(identifier) }
        return isNew
    }

    /// Brings an identifier's file up to date: to what is in memory when its turn comes, unless somebody else has.
    private func store(_ identifier: String) {
        guard let folder else { return }
        writing.withLock { _ in
            let (isUnwritten, bytes) = states.withLock { states in
                (states.unwritten.remove(identifier) != nil, states.values[identifier]?.bytes)
            }
            if isUnwritten { write(bytes, "\(folder)/\(identifier)\(Self.suffix)") }
        }
    }

    /// A full disk loses nothing while the program runs; the next state under this identifier tries again.
    static func write(_ state: [UInt8]?, to path: String) {
        if let state { try? AtomicFile.write([state], to: path) } else { FileSystem.remove(path) }
    }
}
