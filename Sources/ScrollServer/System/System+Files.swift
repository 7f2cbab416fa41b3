// System calls on files.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension System {
    /// Opens a regular file for reading; never waits for the other end of a named pipe.
    static func openForReading(
        _ path: String
    ) throws(SystemError) -> (descriptor: Int32, byteCount: Int, modified: Int64) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw SystemError(call: "open", code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw SystemError(call: "fstat", code: code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw SystemError(call: "open", code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return (descriptor, Int(status.st_size), Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    /// Bytes of a file from an offset on, fewer than asked where it ends.
    static func read(_ descriptor: Int32, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 0)) { buffer, filled in
            while filled < buffer.count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                let part = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
                if part > 0 {
                    filled += part
                } else if part == 0 {
                    return
                } else if errno != EINTR {
                    code = errno
                    return
                }
            }
        }
        guard code == 0 else { throw SystemError(call: "read", code: code) }
        return bytes
    }

    /// The absolute path without symbolic links; nil when there is no such file.
    static func realPath(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A descriptor kept so that it can be given up when there is no other; -1 when there is none even for this.
    static func reserveDescriptor() -> Int32 {
        open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
}
