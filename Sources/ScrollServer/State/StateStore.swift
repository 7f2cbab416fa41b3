// Scroll states by restoration identifier, on disk.

import Synchronization

/// Keeps what pages save of where they were. A state is written to a temporary name and renamed, so that a reader, or a
/// crash, sees the old one or the new one.
///
/// Where the disk takes nothing, states are kept in memory alone and last as long as the program.
final class StateStore: Sendable {
    /// Identifiers kept; the ones written longest ago go first.
    static let capacity = 256
    /// Bytes of a state, at most.
    static let largest = 8192

    private struct States {
        /// Identifiers, the one written last at the end.
        var order: [String] = []
        var values: [String: [UInt8]] = [:]
    }

    private let folder: String?
    /// Guards the states, and that they are written to disk in the order in which they came.
    private let states = Mutex(States())

    /// - Parameter folder: where states are kept; nil keeps them in memory. Reads what is there. Blocks.
    init(folder: String?) {
        var usable: String?
        if let folder, (try? FileSystem.makeFolder(folder)) != nil { usable = folder }
        self.folder = usable
        guard let usable else { return }
        AtomicFile.sweep(usable)
        states.withLock { states in
            for name in FileSystem.names(in: usable) where name.hasSuffix(Self.suffix) {
                let identifier = String(name.dropLast(Self.suffix.count))
                guard Self.isValid(identifier), states.order.count < Self.capacity,
                    let bytes = FileSystem.contents(of: "\(usable)/\(name)", atMost: Self.largest)
                else { continue }
                states.order.append(identifier)
                states.values[identifier] = bytes
            }
        }
    }

    private static let suffix = ".json"

    /// Letters, digits, `-`, `_` and dots within, at most 64: fit for a file's name as they are.
    static func isValid(_ identifier: String) -> Bool {
        (1...64).contains(identifier.utf8.count) && !identifier.hasPrefix(".")
            && identifier.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
            }
    }

    /// What was saved last under an identifier.
    subscript(identifier: String) -> [UInt8]? {
        states.withLock { $0.values[identifier] }
    }

    /// Saves a state. Blocks.
    ///
    /// - Returns: whether there was none under this identifier.
    func save(_ state: [UInt8], as identifier: String) -> Bool {
        states.withLock { states in
            let isNew = states.values.updateValue(state, forKey: identifier) == nil
            if !isNew { states.order.removeAll { $0 == identifier } }
            states.order.append(identifier)
            if states.order.count > Self.capacity {
                let oldest = states.order.removeFirst()
                states.values[oldest] = nil
                if let folder { FileSystem.remove("\(folder)/\(oldest)\(Self.suffix)") }
            }
            if let folder {
                // A full disk loses nothing while the program runs; the next save tries again.
                try? AtomicFile.write([state], to: "\(folder)/\(identifier)\(Self.suffix)")
            }
            return isNew
        }
    }
}
