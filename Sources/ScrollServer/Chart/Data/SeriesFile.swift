// The files in which series are kept: those of the cache, and temporary ones without a name.

import Synchronization

/// An open file of our own, closed with the last reference.
///
/// It is mapped, so nobody may cut it short: it is made for its user alone, in a folder of ours, under a name of ours,
/// and no version of this program shortens one. Only who holds its lock writes to it.
final class SeriesFile: Sendable {
    let descriptor: Int32
    /// Unlike that of any other file of this process.
    let number = UInt64.random(in: .min ... .max)
    /// Whether it may be written: then nobody else does.
    let isWritable: Bool
    /// The name under which it was made, and which goes with it unless `rename` gives it another; nil where it has none.
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

    /// A new file in a folder, under a temporary name until `rename` gives it a lasting one; nil where none can be made.
    static func make(in folder: String) -> SeriesFile? {
        let path = AtomicFile.temporaryPath(in: folder)
        guard let descriptor = try? FileSystem.create(path) else { return nil }
        let isLocked = FileSystem.lock(descriptor) == .held
        return SeriesFile(descriptor: descriptor, isWritable: isLocked, provisionalPath: path)
    }

    /// A new file without a name; nil where none can be made.
    static func makeTemporary() -> SeriesFile? {
        for folder in [System.environment("TMPDIR") ?? "/var/tmp", "/tmp"] {
            let path = AtomicFile.temporaryPath(in: folder)
            guard let descriptor = try? FileSystem.create(path) else { continue }
            FileSystem.remove(path)
            return SeriesFile(descriptor: descriptor, isWritable: true, provisionalPath: nil)
        }
        return nil
    }

    /// A file that is there; not writable where it is another's, or another process writes to it.
    static func open(_ path: String) -> SeriesFile? {
        let (descriptor, isWritable): (Int32, Bool)
        if let opened = try? FileSystem.openForWriting(path) {
            (descriptor, isWritable) = (opened, FileSystem.lock(opened) == .held)
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

    /// In bytes; 0 when the system does not tell.
    var byteCount: Int { (try? FileSystem.status(of: descriptor))?.count ?? 0 }

    /// Writes all of the bytes; false when the disk does not accept them.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        isWritable && (try? FileSystem.write(bytes, to: descriptor, at: offset)) != nil
    }

    /// Waits until what was written is on the disk.
    func flush() -> Bool { (try? FileSystem.flush(descriptor)) != nil }

    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, count <= byteCount - offset else { return nil }
        let bytes = try? FileSystem.read(descriptor, at: offset, count: count)
        return bytes?.count == count ? bytes : nil
    }

    /// Gives a file that was made here its lasting name, in place of what has it.
    func rename(to name: String) -> Bool {
        provisionalPath.withLock { path in
            guard let provisional = path, (try? FileSystem.rename(provisional, to: name)) != nil else { return false }
            path = nil
            return true
        }
    }
}
