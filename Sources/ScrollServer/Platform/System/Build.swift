// Identifies the build of the program.

/// The version information that `--version` prints.
package enum Build {
    package static let version = "0.2.0"
    /// The date of this version, as printed in the manual page.
    package static let date = "2026-11-26"

    /// The first seven hexadecimal digits of the commit; nil if the build did not set SCROLLSERVER_COMMIT.
    ///
    /// `Package.swift` turns SCROLLSERVER_COMMIT into one compilation condition per bit, since only conditions reach
    /// the compiler without a generated file.
    package static var commit: String? {
        #if COMMIT_IS_KNOWN
            return commitBits.digits(7, radix: 16)
        #else
            return nil
        #endif
    }

    /// The build configuration, system and processor.
    package static var kind: String {
        #if DEBUG
            let kind = "debug"
        #else
            let kind = "release"
        #endif
        #if os(macOS)
            let system = "macOS"
        #else
            let system = "Linux"
        #endif
        #if arch(arm64)
            return "\(kind) build, \(system) arm64"
        #else
            return "\(kind) build, \(system) x86_64"
        #endif
    }

    /// One line: version, commit and kind.
    package static var description: String { "ScrollServer \(version) (commit \(commit ?? "not recorded"), \(kind))" }

    private static var commitBits: UInt32 {
        var bits: UInt32 = 0
        #if COMMIT_BIT_0
            bits |= 1 << 0
        #endif
        #if COMMIT_BIT_1
            bits |= 1 << 1
        #endif
        #if COMMIT_BIT_2
            bits |= 1 << 2
        #endif
        #if COMMIT_BIT_3
            bits |= 1 << 3
        #endif
        #if COMMIT_BIT_4
            bits |= 1 << 4
        #endif
        #if COMMIT_BIT_5
            bits |= 1 << 5
        #endif
        #if COMMIT_BIT_6
            bits |= 1 << 6
        #endif
        #if COMMIT_BIT_7
            bits |= 1 << 7
        #endif
        #if COMMIT_BIT_8
            bits |= 1 << 8
        #endif
        #if COMMIT_BIT_9
            bits |= 1 << 9
        #endif
        #if COMMIT_BIT_10
            bits |= 1 << 10
        #endif
        #if COMMIT_BIT_11
            bits |= 1 << 11
        #endif
        #if COMMIT_BIT_12
            bits |= 1 << 12
        #endif
        #if COMMIT_BIT_13
            bits |= 1 << 13
        #endif
        #if COMMIT_BIT_14
            bits |= 1 << 14
        #endif
        #if COMMIT_BIT_15
            bits |= 1 << 15
        #endif
        #if COMMIT_BIT_16
            bits |= 1 << 16
        #endif
        #if COMMIT_BIT_17
            bits |= 1 << 17
        #endif
        #if COMMIT_BIT_18
            bits |= 1 << 18
        #endif
        #if COMMIT_BIT_19
            bits |= 1 << 19
        #endif
        #if COMMIT_BIT_20
            bits |= 1 << 20
        #endif
        #if COMMIT_BIT_21
            bits |= 1 << 21
        #endif
        #if COMMIT_BIT_22
            bits |= 1 << 22
        #endif
        #if COMMIT_BIT_23
            bits |= 1 << 23
        #endif
        #if COMMIT_BIT_24
            bits |= 1 << 24
        #endif
        #if COMMIT_BIT_25
            bits |= 1 << 25
        #endif
        #if COMMIT_BIT_26
            bits |= 1 << 26
        #endif
        #if COMMIT_BIT_27
            bits |= 1 << 27
        #endif
        return bits
    }
}
