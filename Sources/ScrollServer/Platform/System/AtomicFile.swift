// Writes files atomically, and removes the temporary files of killed writers.

/// Writes a file under a temporary name in the same folder, then renames it.
///
/// Readers see the old file or the whole new one, even if the program is killed.
///
/// A writer locks its temporary file until it is renamed. The system releases the lock when the process ends, however
/// it ends. So a temporary file without a lock is a leftover, which any process may remove.
package enum AtomicFile {
    /// A temporary name is this prefix, a random number in base 36, and this suffix.
    private static let (prefix, suffix) = ("scrollserver-", ".part")
    /// Age in seconds after which a temporary file is a leftover, where the file system has no locks.
    private static let longest: Int64 = 24 * 3600

    /// Whether a file must survive a power failure.
    package enum Durability {
        /// The file can be recreated: nothing waits for the disk.
        case cache
        /// The user was told that it is saved: file and name are on the disk when `write` returns.
        case flushed
    }

    /// Writes the parts in sequence as one file.
    ///
    /// Blocks.
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
                // A sweep may remove the temporary file between its creation and its locking: retry.
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
            // Flush before the rename: else the new name might refer to an empty file after a power failure.
            if durability == .flushed { try FileSystem.flush(descriptor) }
            try FileSystem.rename(temporary, to: path)
        } catch {
            FileSystem.remove(temporary)
            throw error
        }
    }

    /// Returns a new temporary path in `folder`; the writer must lock the file until it is renamed.
    package static func temporaryPath(in folder: String) -> String {
        "\(folder)/\(prefix)\(String(UInt64.random(in: .min ... .max), radix: 36))\(suffix)"
    }

    /// Creates a folder if it does not exist, and sweeps it; nil if that fails, or there is none; blocks.
    package static func prepared(_ folder: String?) -> String? {
        guard let folder, (try? FileSystem.makeFolder(folder)) != nil else { return nil }
        sweep(folder)
        return folder
    }

    /// Removes leftover temporary files from a folder, but not those of running writers in any process.
    ///
    /// Blocks.
    package static func sweep(_ folder: String) {
        for name in FileSystem.names(in: folder) where isTemporary(name) {
            let path = "\(folder)/\(name)"
            guard let descriptor = try? FileSystem.openForWriting(path) else { continue }
            defer { System.close(descriptor) }
            guard let status = try? FileSystem.status(of: descriptor), status.kind == .regular else { continue }
            switch FileSystem.lock(descriptor) {
            case .acquired: FileSystem.remove(path)
            case .taken: break
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
