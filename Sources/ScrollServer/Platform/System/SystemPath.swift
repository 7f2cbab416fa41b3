// Paths in the form that system calls take.

/// A NUL-terminated path for system calls.
///
/// File names are bytes without NUL, and need not be UTF-8.
package struct SystemPath: Sendable {
    /// The bytes with the final NUL.
    let terminated: [CChar]

    /// Returns nil if `bytes` contain a NUL.
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

    /// The path as text, for messages; invalid UTF-8 is replaced.
    var text: String {
        String(decoding: terminated.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
