// Paths in the form that system calls take.

/// A path for system calls: bytes without NUL, then one NUL. File names are bytes, and need not be UTF-8.
package struct SystemPath: Sendable {
    /// The bytes with the final NUL.
    let terminated: [CChar]

    /// nil when `bytes` contain a NUL, which no file name can.
    package init?(_ bytes: some Sequence<UInt8>) {
        var terminated: [CChar] = []
        terminated.reserveCapacity(bytes.underestimatedCount + 1)
        for byte in bytes {
            guard byte != 0 else { return nil }
            terminated.append(CChar(bitPattern: byte))
        }
        terminated.append(0)
        self.terminated = terminated
    }

    /// The path as text, for messages; bytes that are not UTF-8 are replaced.
    var text: String {
        String(decoding: terminated.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
