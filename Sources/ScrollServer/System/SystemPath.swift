// Paths as the system takes them.

/// A path as the system takes it: bytes without NUL, then one NUL. File names are bytes, not text.
struct SystemPath: Sendable {
    /// With the closing NUL.
    let terminated: [CChar]

    /// nil when `bytes` hold a NUL, which no file name can.
    init?(_ bytes: some Sequence<UInt8>) {
        var terminated: [CChar] = []
        terminated.reserveCapacity(bytes.underestimatedCount + 1)
        for byte in bytes {
            guard byte != 0 else { return nil }
            terminated.append(CChar(bitPattern: byte))
        }
        terminated.append(0)
        self.terminated = terminated
    }

    /// For messages; bytes that are no UTF-8 are replaced.
    var text: String {
        String(decoding: terminated.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
