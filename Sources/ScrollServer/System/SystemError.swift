// Why a system call failed: the call, what it was made on, and what kind of failure it is.

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A system call that failed. The only error that system calls throw; what kind of failure an `errno` is
/// is told here alone.
struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The call's name, for logs.
    let call: String
    /// The C library's `errno`.
    let code: Int32
    /// The path or address it was made on, where that is known.
    let subject: String?

    init(call: String, code: Int32, on subject: String? = nil) {
        self.call = call
        self.code = code
        self.subject = subject
    }

    /// The failure of the call made last on this thread.
    static func last(_ call: String, on subject: String? = nil) -> SystemError {
        SystemError(call: call, code: errno, on: subject)
    }

    /// Where a path cannot even be one.
    static func missing(_ call: String, on subject: String) -> SystemError {
        SystemError(call: call, code: ENOENT, on: subject)
    }

    /// What was opened is a folder, a device or a pipe.
    static func notAFile(_ call: String, on subject: String, isFolder: Bool) -> SystemError {
        SystemError(call: call, code: isFolder ? EISDIR : EINVAL, on: subject)
    }

    /// For calls of ours that fail for want of memory.
    static func outOfMemory(_ call: String) -> SystemError { SystemError(call: call, code: ENOMEM) }

    /// For logs.
    var description: String { "\(call)\(subject.map { " '\($0)'" } ?? ""): \(reason)" }

    /// The system's own words for it, to be put into a sentence.
    var reason: String { String(cString: strerror(code)) }

    /// A sentence's part for the person whose file it is that cannot be read.
    var explanation: String {
        if isPermission { return "the file may not be read: permission denied" }
        if isMissing { return "the file is not there any more, or is a link to nothing" }
        if isLinkCircle { return "the file is a link that leads back to itself" }
        if isOutOfDescriptors { return "too many files are open at once" }
        return "the file cannot be read: \(reason)"
    }

    // MARK: Kinds

    /// Nothing has that name.
    var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    var isPermission: Bool { code == EACCES || code == EPERM }
    /// Links that lead back to themselves, or a link where none is followed.
    var isLinkCircle: Bool { code == ELOOP }
    /// Something has that name already.
    var isTaken: Bool { code == EEXIST }
    /// The process or the system has no descriptor left.
    var isOutOfDescriptors: Bool { code == EMFILE || code == ENFILE }
    /// No memory, for the kernel's buffers or for ours.
    var isOutOfMemory: Bool { code == ENOMEM || code == ENOBUFS }
    /// The disk is full, or the user's share of it is.
    var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }
    /// A signal came: the call can be made again at once.
    var isInterrupted: Bool { code == EINTR }
    /// It would have to wait, and was told not to.
    var wouldBlock: Bool { code == EWOULDBLOCK || code == EAGAIN }
    /// Later the same call may succeed though nobody has done anything about it.
    var isTransient: Bool {
        isInterrupted || wouldBlock || isOutOfDescriptors || isOutOfMemory || code == EBUSY || code == ETIMEDOUT
    }
    var isAddressInUse: Bool { code == EADDRINUSE }
    var isAddressUnknown: Bool { code == EADDRNOTAVAIL }
}
