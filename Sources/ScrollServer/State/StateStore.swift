// The saved scroll states, in memory and on disk.

import Platform
import Synchronization

/// Keeps scroll states by restoration identifier, one file for each.
///
/// A file always has the old state or the new one, never a part of one, even after a crash.
///
/// When the folder cannot be written, states are kept in memory only, and are lost when the program ends.
final class StateStore: Sendable {
    /// The largest number of states kept.
    ///
    /// Beyond it, the state saved longest ago is removed.
    static let capacity = 256
    /// The largest size of a state, in bytes.
    static let largest = 8192
    private static let suffix = ".json"

    /// Writes a state to its file, or removes the file when the state is nil.
    ///
    /// Blocks; what it wrote is on the disk when it returns.
    typealias Writer = @Sendable (_ state: [UInt8]?, _ path: String) throws(SystemError) -> Void

    private struct Saved {
        var bytes: [UInt8]
        /// Counts the saves: the higher, the later this state was saved.
        var number: Int
    }

    private struct States {
        var values: [String: Saved] = [:]
        /// Saves so far.
        var count = 0
        /// Identifiers whose file differs from the state in memory.
        var unwritten: Set<String> = []

        /// - Returns: whether the identifier is new.
        mutating func save(_ bytes: [UInt8], as identifier: String) -> Bool {
            count += 1
            return values.updateValue(Saved(bytes: bytes, number: count), forKey: identifier) == nil
        }

        /// Removes the state saved longest ago and returns its identifier.
        ///
        /// O(capacity).
        mutating func removeOldest() -> String? {
            guard let oldest = values.min(by: { $0.value.number < $1.value.number })?.key else { return nil }
            values[oldest] = nil
            return oldest
        }
    }

    private let folder: String?
    private let write: Writer
    /// Event loops take this lock, so no thread holds it while it reads or writes the disk.
    private let states = Mutex(States())
    /// Held while a file is written; only threads that may block take it.
    ///
    /// It puts the writes in order, so that the newest state is written last.
    private let writing = Mutex(())

    /// Reads the states saved in the folder.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - folder: where states are kept, made if missing; nil keeps states in memory only.
    ///   - write: writes a state to the disk; tests replace it.
    init(folder: String?, write: @escaping Writer = StateStore.write) {
        self.folder = AtomicFile.prepared(folder)
        self.write = write
        guard let saved = self.folder.map(Self.load) else { return }
        states.withLock { states in
            for (identifier, bytes) in saved { _ = states.save(bytes, as: identifier) }
        }
    }

    /// The `capacity` states in a folder that were written last, oldest first.
    private static func load(_ folder: String) -> [(identifier: String, bytes: [UInt8])] {
        var found: [(identifier: String, path: String, modified: Int64)] = []
        for name in FileSystem.names(in: folder) where name.hasSuffix(suffix) {
            let (identifier, path) = (String(name.dropLast(suffix.count)), "\(folder)/\(name)")
            guard isValid(identifier), let status = try? FileSystem.status(of: path), status.count <= largest else {
                continue
            }
            found.append((identifier, path, status.modified.nanoseconds))
        }
        // Equal times are ordered by name, so that every start gives the same order.
        found.sort { ($0.modified, $0.identifier) < ($1.modified, $1.identifier) }
        return found.suffix(capacity).compactMap { file in
            FileSystem.contents(of: file.path, atMost: largest).map { (file.identifier, $0) }
        }
    }

    /// Whether an identifier may be used: 1 to 64 ASCII letters, digits, `-`, `_` and dots, not starting with a dot.
    ///
    /// Such an identifier is a safe file name.
    static func isValid(_ identifier: String) -> Bool {
        (1...64).contains(identifier.utf8.count) && !identifier.hasPrefix(".")
            && identifier.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
            }
    }

    /// The identifiers under which something is saved, in ascending order.
    var identifiers: [String] { states.withLock { $0.values.keys.sorted() } }

    /// The state saved last under an identifier, from memory.
    ///
    /// O(1); never waits for the disk.
    subscript(identifier: String) -> [UInt8]? {
        states.withLock { $0.values[identifier]?.bytes }
    }

    /// Saves a state.
    ///
    /// Blocks until this state, or a newer one under the same identifier, is on the disk.
    ///
    /// - Returns: whether the identifier is new.
    /// - Throws: the system's error when it cannot be written; it is kept in memory then, and the next save under this
    ///   identifier tries again.
    func save(_ state: [UInt8], as identifier: String) throws(SystemError) -> Bool {
        let (isNew, changed) = states.withLock { states in
            let isNew = states.save(state, as: identifier)
            var changed = [identifier]
            if states.values.count > Self.capacity, let oldest = states.removeOldest() { changed.append(oldest) }
            states.unwritten.formUnion(changed)
            return (isNew, changed)
        }
        for identifier in changed { try store(identifier) }
        return isNew
    }

    /// Follows the states that other programs save in the same folder until the result is stopped; nil without a
    /// folder.
    func follow() -> FolderMonitor? {
        folder.flatMap { folder in
            try? FolderMonitor(folder: folder) { [weak self] name in
                guard name.hasSuffix(Self.suffix) else { return }
                self?.takeOver(String(name.dropLast(Self.suffix.count)), from: "\(folder)/\(name)")
            }
        }
    }

    private func takeOver(_ identifier: String, from path: String) {
        guard Self.isValid(identifier), let bytes = FileSystem.contents(of: path, atMost: Self.largest) else { return }
        states.withLock { states in
            // An unwritten state in memory is newer than the file.
            guard !states.unwritten.contains(identifier), states.values[identifier]?.bytes != bytes,
                states.values.count < Self.capacity || states.values[identifier] != nil
            else { return }
            _ = states.save(bytes, as: identifier)
        }
    }

    /// Writes the state in memory to the identifier's file, unless another thread has written it already.
    ///
    /// Blocks.
    private func store(_ identifier: String) throws(SystemError) {
        guard let folder else { return }
        try writing.withLock { (_) throws(SystemError) in
            let (isUnwritten, bytes) = states.withLock { states in
                (states.unwritten.remove(identifier) != nil, states.values[identifier]?.bytes)
            }
            guard isUnwritten else { return }
            do throws(SystemError) {
                try write(bytes, "\(folder)/\(identifier)\(Self.suffix)")
            } catch {
                states.withLock { _ = $0.unwritten.insert(identifier) }
                throw error
            }
        }
    }

    static func write(_ state: [UInt8]?, to path: String) throws(SystemError) {
        if let state { try AtomicFile.write([state], to: path, .flushed) } else { try FileSystem.delete(path) }
    }
}
