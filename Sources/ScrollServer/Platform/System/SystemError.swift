// The error of a system call: the call, its path or address, and the kind of failure.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A failed system call; only this type interprets `errno`.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The name of the system call, for logs.
    let call: String
    /// The C library's `errno`.
    let code: Int32
    /// The path or address that the call was made on, if known.
    let subject: String?

    init(call: String, code: Int32, on subject: String? = nil) {
        (self.call, self.code, self.subject) = (call, code, subject)
    }

    /// Returns the error of this thread's last system call, from `errno`.
    static func last(_ call: String, on subject: String? = nil) -> SystemError {
        SystemError(call: call, code: errno, on: subject)
    }

    /// Makes the error for a text that cannot be a path, such as one with a NUL.
    package static func missing(_ call: String, on subject: String) -> SystemError {
        SystemError(call: call, code: ENOENT, on: subject)
    }

    /// Makes the error for an opened path that is a folder, a device or a pipe instead of a file.
    static func notAFile(_ call: String, on subject: String, isFolder: Bool) -> SystemError {
        SystemError(call: call, code: isFolder ? EISDIR : EINVAL, on: subject)
    }

    /// Makes the error for a damaged file of this program.
    package static func damaged(_ call: String) -> SystemError { SystemError(call: call, code: EIO) }

    /// Makes the error for a function of this program that runs out of memory.
    package static func outOfMemory(_ call: String) -> SystemError { SystemError(call: call, code: ENOMEM) }

    /// The call, its subject and the reason, for logs.
    package var description: String { "\(call)\(subject.map { " '\($0)'" } ?? ""): \(reason)" }

    /// The system's message for the error, without a full stop.
    package var reason: String {
        let text = System.message(ofError: code)
        guard call == "pthread_create" else { return text }
        return "the system has no memory or no thread to spare (\(text)); look at ulimit -v and ulimit -u"
    }

    /// Explains why a file cannot be read, as part of a sentence for the user.
    package var explanation: String {
        if isPermission { return "the file may not be read: permission denied" }
        if isMissing { return "the file is not there any more, or is a link to nothing" }
        if isLinkCircle { return "the file is a link that leads back to itself" }
        if isOutOfDescriptors { return "too many files are open at once" }
        return "the file cannot be read: \(reason)"
    }

    // MARK: Kinds

    /// There is no file with this name.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    package var isPermission: Bool { code == EACCES || code == EPERM }
    /// Links form a loop, or the path is a link and links are not followed.
    var isLinkCircle: Bool { code == ELOOP }
    /// The process or the system has no descriptors left.
    var isOutOfDescriptors: Bool { code == EMFILE || code == ENFILE }
    /// There is no memory left, for the kernel's buffers or for the program.
    var isOutOfMemory: Bool { code == ENOMEM || code == ENOBUFS }
    /// The disk is full, or the user's quota is used up.
    package var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }
    /// A signal interrupted the call; it can be repeated at once.
    var isInterrupted: Bool { code == EINTR }
    /// The descriptor is non-blocking, and the call would block.
    var wouldBlock: Bool { code == EWOULDBLOCK || code == EAGAIN }
    /// The error concerns the file's name, kind or permissions, so the call fails until someone changes them.
    ///
    /// Any other error may pass: a failed read, no descriptors or memory left, a server that does not answer.
    package var isAboutFile: Bool {
        isMissing || isPermission || isLinkCircle
            || [EISDIR, EINVAL, ENXIO, ENODEV, ENAMETOOLONG, EOVERFLOW, EOPNOTSUPP].contains(code)
    }
    /// The same call may succeed later without anyone's intervention.
    var isTransient: Bool {
        isInterrupted || wouldBlock || isOutOfDescriptors || isOutOfMemory || code == EBUSY || code == ETIMEDOUT
    }
    /// Another program holds the file.
    package var isInUse: Bool { code == EBUSY }
    /// The address exists, but nobody listens on it.
    var isConnectionRefused: Bool { code == ECONNREFUSED }
    package var isAddressInUse: Bool { code == EADDRINUSE }
    package var isAddressUnknown: Bool { code == EADDRNOTAVAIL }
}
