// The files in which series are kept: those of the cache, and temporary ones without a name.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

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
    /// Under which it was made; nil where it has no name.
    let path: String?

    private init(descriptor: Int32, isWritable: Bool, path: String?) {
        self.descriptor = descriptor
        self.isWritable = isWritable
        self.path = path
    }

    deinit { FileSystem.close(descriptor) }

    /// A new file; nil where none can be made.
    static func make(_ path: String) -> SeriesFile? {
        let descriptor = create(path)
        guard descriptor >= 0 else { return nil }
        let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
        return SeriesFile(descriptor: descriptor, isWritable: isLocked, path: path)
    }

    /// A new file without a name; nil where none can be made.
    static func makeTemporary() -> SeriesFile? {
        for folder in [FileSystem.environment("TMPDIR") ?? "/var/tmp", "/tmp"] {
            let path = "\(folder)/scrollserver-\(UInt64.random(in: .min ... .max)).series"
            let descriptor = create(path)
            guard descriptor >= 0 else { continue }
            unlink(path)
            return SeriesFile(descriptor: descriptor, isWritable: true, path: nil)
        }
        return nil
    }

    private static func create(_ path: String) -> Int32 {
        systemOpen(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }

    /// A file that is there; not writable where it is another's, or another process writes to it.
    static func open(_ path: String) -> SeriesFile? {
        var descriptor = systemOpen(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0)
        var isWritable = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0
        if descriptor < 0 {
            descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0)
            isWritable = false
        }
        guard descriptor >= 0 else { return nil }
        guard let status = try? FileSystem.status(of: descriptor), status.kind == .regular else {
            FileSystem.close(descriptor)
            return nil
        }
        return SeriesFile(descriptor: descriptor, isWritable: isWritable, path: path)
    }

    /// In bytes; 0 when the system does not tell.
    var byteCount: Int { (try? FileSystem.status(of: descriptor))?.count ?? 0 }

    /// Writes all of the bytes; false when the disk does not take them.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        guard isWritable else { return false }
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if count > 0 {
                done += count
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, count <= byteCount - offset else { return nil }
        let bytes = try? System.read(descriptor, at: offset, count: count)
        return bytes?.count == count ? bytes : nil
    }

    /// Gives the file another name, in place of what has it.
    func rename(to name: String) -> Bool {
        guard let path else { return false }
        return systemRename(path, name) == 0
    }
}

/// `open` and `rename` are also names of methods, beside which the C functions are not seen.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
private func systemRename(_ from: String, _ to: String) -> Int32 { rename(from, to) }
