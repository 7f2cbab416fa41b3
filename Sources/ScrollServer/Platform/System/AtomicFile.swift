// Writes files atomically, and removes the temporary files that killed writers have left.

/// Writes a file under a temporary name in the same folder, then renames it. So readers see the old file or the whole
/// new one, even after the program is killed.
///
/// A writer holds a lock on its temporary file until the file is renamed. The system releases the lock when the
/// writer's process ends, however it ends. So a temporary file without a lock is a leftover, and may be removed by any
/// process.
package enum AtomicFile {
    /// A temporary name is this prefix, a random number in base 36, and this suffix.
    private static let (prefix, suffix) = ("scrollserver-", ".part")
    /// Where the file system has no locks, a temporary file older than this many seconds is a leftover.
    private static let longest: Int64 = 24 * 3600

    /// Whether a file has to be there after the machine has lost its power.
    package enum Durability {
        /// What can be made again: nothing waits for the disk.
        case cache
        /// What somebody was told is kept: the file and its name are on the disk when `write` returns.
        case flushed
    }

    /// Writes the parts, one after the other, as one file. Blocks.
    package static func write(_ parts: [[UInt8]], to path: String, _ durability: Durability = .cache)
        throws(SystemError)
    {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        for attempt in 1... {
            do throws(SystemError) {
                try write(parts, to: path, by: temporaryPath(in: folder), durability)
                if durability == .flushed { try FileSystem.flush(folder: folder) }
                return
            } catch {
                // A sweep may remove the temporary file between its creation and its locking: then try again.
                guard error.call == "rename", error.isMissing, attempt < 3 else { throw error }
            }
        }
    }

    private static func write(
        _ parts: [[UInt8]], to path: String, by temporary: String, _ durability: Durability
    ) throws(SystemError) {
        let descriptor = try FileSystem.create(temporary)
        defer { System.close(descriptor) }
        // Without locks, `sweep` spares the file because of its age.
        _ = FileSystem.lock(descriptor)
        do throws(SystemError) {
            for part in parts { try FileSystem.write(part, to: descriptor) }
            // Before the rename: else the new name might stand for an empty file after a loss of power.
            if durability == .flushed { try FileSystem.flush(descriptor) }
            try FileSystem.rename(temporary, to: path)
        } catch {
            FileSystem.remove(temporary)
            throw error
        }
    }

    /// A temporary path in `folder`. Its writer must hold the file's lock until it renames the complete file.
    package static func temporaryPath(in folder: String) -> String {
        "\(folder)/\(prefix)\(String(UInt64.random(in: .min ... .max), radix: 36))\(suffix)"
    }

    /// Removes the leftover temporary files in a folder. Leaves other files alone, and the temporary files of running
    /// writers in any process. Blocks.
    package static func sweep(_ folder: String) {
        for name in FileSystem.names(in: folder) where isTemporary(name) {
            let path = "\(folder)/\(name)"
            guard let descriptor = try? FileSystem.openForWriting(path) else { continue }
            defer { System.close(descriptor) }
            guard let status = try? FileSystem.status(of: descriptor), status.kind == .regular else { continue }
            switch FileSystem.lock(descriptor) {
            case .held: FileSystem.remove(path)
            case .anothers: break
            case .impossible:
                if System.unixSeconds() - Int64(status.modified.seconds) > longest { FileSystem.remove(path) }
            }
        }
    }

    private static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let number = name.dropFirst(prefix.count).dropLast(suffix.count)
        return UInt64(number, radix: 36) != nil
    }
}
