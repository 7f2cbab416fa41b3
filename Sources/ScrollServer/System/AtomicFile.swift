// Files that are there whole or not at all, and the leftovers of those who were writing one when they were killed.

/// Writes a file under a temporary name in the same folder and then gives it its name, so that a reader, or a crash, sees
/// the old file or the whole new one.
///
/// Who writes holds the temporary file's lock until it has its name. The system lets go of the lock when the writer ends,
/// however it ends: a temporary file without a lock is nobody's any more, also where the writer was another process,
/// with a number that another one has by now.
enum AtomicFile {
    /// Temporary names are `scrollserver-`, a random number, and this.
    private static let (prefix, suffix) = ("scrollserver-", ".part")
    /// After so many seconds a temporary file is nobody's where the file system has no locks.
    private static let longest: Int64 = 24 * 3600

    /// Writes the parts, one after the other, as one file. Blocks.
    static func write(_ parts: [[UInt8]], to path: String) throws(SystemError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        for attempt in 1... {
            do throws(SystemError) {
                return try write(parts, to: path, by: temporaryPath(in: folder))
            } catch {
                // A sweep between the temporary file's making and its locking takes it for a leftover: then once more.
                guard error.call == "rename", error.isMissing, attempt < 3 else { throw error }
            }
        }
    }

    private static func write(_ parts: [[UInt8]], to path: String, by temporary: String) throws(SystemError) {
        let descriptor = try FileSystem.create(temporary)
        defer { System.close(descriptor) }
        // Where there are no locks its age alone keeps a temporary file from being swept.
        _ = FileSystem.lock(descriptor)
        do throws(SystemError) {
            for part in parts { try FileSystem.write(part, to: descriptor) }
            try FileSystem.rename(temporary, to: path)
        } catch {
            FileSystem.remove(temporary)
            throw error
        }
    }

    /// A name in `folder` for a file that is renamed when it is complete. Its writer has to hold its lock until then.
    static func temporaryPath(in folder: String) -> String {
        "\(folder)/\(prefix)\(String(UInt64.random(in: .min ... .max), radix: 36))\(suffix)"
    }

    /// Removes the temporary files in a folder that nobody writes to any more. Other files are left alone, and those of
    /// running writers, in whatever process. Blocks.
    static func sweep(_ folder: String) {
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
