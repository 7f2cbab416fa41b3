// The files that hold series: those of the cache, and temporary ones without a name.

import Platform
import Synchronization

/// An open file of the server's own, closed with the last reference.
///
/// It is in a folder of the server that only its user may access, and no version of this program shortens one. Only the
/// process that holds its lock writes to it. The blocks' checksums and `MappingGuard` detect damage by other programs.
final class SeriesFile: Sendable {
    let descriptor: Int32
    /// A random number that identifies the file within this process.
    let number = UInt64.random(in: .min ... .max)
    /// Whether this process holds the file's lock, and so may write.
    let isWritable: Bool
    /// The temporary name.
    ///
    /// A file that still has it is deleted at the end; nil after `rename`, and for files without a name.
    private let provisionalPath: Mutex<String?>

    private init(descriptor: Int32, isWritable: Bool, provisionalPath: String?) {
        self.descriptor = descriptor
        self.isWritable = isWritable
        self.provisionalPath = Mutex(provisionalPath)
    }

    deinit {
        if let path = provisionalPath.withLock({ $0 }) { FileSystem.remove(path) }
        System.close(descriptor)
    }

    /// A new file in a folder, with a temporary name until `rename` gives it the final one; nil where none can be made.
    static func make(in folder: String) -> SeriesFile? {
        let path = AtomicFile.temporaryPath(in: folder)
        guard let descriptor = try? FileSystem.create(path) else { return nil }
        let isLocked = FileSystem.lock(descriptor) == .acquired
        return SeriesFile(descriptor: descriptor, isWritable: isLocked, provisionalPath: path)
    }

    /// A new file without a name, in the folder of the variable TMPDIR (or /var/tmp), or else in /tmp; nil where none can
    /// be made.
    static func makeTemporary() -> SeriesFile? {
        makeNameless().map { SeriesFile(descriptor: $0, isWritable: true, provisionalPath: nil) }
    }

    /// The descriptor of such a file, which the caller must close.
    static func makeNameless() -> Int32? {
        for folder in [System.environment("TMPDIR") ?? "/var/tmp", "/tmp"] {
            let path = AtomicFile.temporaryPath(in: folder)
            guard let descriptor = try? FileSystem.create(path) else { continue }
            FileSystem.remove(path)
            return descriptor
        }
        return nil
    }

    /// Opens an existing file; nil where that fails.
    ///
    /// It is not writable when the permissions forbid it, or when another process holds its lock.
    static func open(_ path: String) -> SeriesFile? {
        let (descriptor, isWritable): (Int32, Bool)
        if let opened = try? FileSystem.openForWriting(path) {
            (descriptor, isWritable) = (opened, FileSystem.lock(opened) == .acquired)
        } else if let system = SystemPath(path.utf8),
            let opened = try? FileSystem.open(system, in: FileSystem.workingDirectory, followLink: false)
        {
            (descriptor, isWritable) = (opened, false)
        } else {
            return nil
        }
        guard let status = try? FileSystem.status(of: descriptor), status.kind == .regular else {
            System.close(descriptor)
            return nil
        }
        return SeriesFile(descriptor: descriptor, isWritable: isWritable, provisionalPath: nil)
    }

    /// The length in bytes; 0 when the system does not tell it.
    var byteCount: Int { (try? FileSystem.status(of: descriptor))?.count ?? 0 }

    /// Writes all of the bytes; false when that fails (a full disk) or the file is not writable.
    func write(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
        isWritable && (try? FileSystem.write(bytes, to: descriptor, at: offset)) != nil
    }

    /// Waits until everything written is on the disk; false when that fails.
    func flush() -> Bool { (try? FileSystem.flush(descriptor)) != nil }

    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, count <= byteCount - offset else { return nil }
        let bytes = try? FileSystem.read(descriptor, at: offset, count: count)
        return bytes?.count == count ? bytes : nil
    }

    /// Gives a file made by `make` its final name, in place of any file of that name; false when that fails.
    func rename(to name: String) -> Bool {
        provisionalPath.withLock { path in
            guard let provisional = path, (try? FileSystem.rename(provisional, to: name)) != nil else { return false }
            path = nil
            return true
        }
    }
}
