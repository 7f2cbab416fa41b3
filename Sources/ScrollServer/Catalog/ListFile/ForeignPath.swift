// Paths as Windows writes them.

/// A path of a list that was made on Windows: with `\` between names, perhaps from a drive (`D:\`) or from a computer of
/// its network (`\\server\share`) on. See Microsoft, “File path formats on Windows systems”.
package enum ForeignPath {
    /// A folder of this machine that holds the files of a drive, or of a folder on it.
    package struct Mapping: Sendable {
        /// In small letters, with `/` between names, and none at the end.
        let prefix: [UInt8]
        package let folder: String

        /// The mappings among what `--root` was given, the longest prefixes first.
        package static func all(in roots: [String]) -> [Mapping] {
            roots.compactMap { Mapping($0) }.sorted { $0.prefix.count > $1.prefix.count }
        }

        /// Reads `C:=DIR`, `D:\photos=DIR`, `\\server\share=DIR`; nil where the text is no such mapping.
        package init?(_ text: String) {
            let bytes = Array(text.utf8)
            guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
                let prefix = ForeignPath.rooted(Array(bytes[..<equals]))
            else { return nil }
            self.prefix = ForeignPath.folded(prefix)
            folder = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
        }
    }

    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")

    /// Whether the path may have been written by Windows. A file of this machine may have such a name, too.
    static func isLikely(_ path: [UInt8]) -> Bool { path.contains(backslash) || hasDrive(path) }

    /// The path with `/` between names.
    static func slashed(_ path: [UInt8]) -> [UInt8] { path.map { $0 == backslash ? slash : $0 } }

    /// A path from a drive or a computer on, with `/` between names and none at the end; nil for any other.
    static func rooted(_ path: [UInt8]) -> [UInt8]? {
        var path = path
        // `\\?\` before a path says that it is to be taken as it is.
        if path.starts(with: #"\\?\"#.utf8) { path.removeFirst(4) }
        guard hasDrive(path) || path.starts(with: #"\\"#.utf8) else { return nil }
        path = slashed(path)
        while path.last == slash { path.removeLast() }
        return path
    }

    /// What leads from a mapping's folder to the file; nil where the path, which is `rooted`, does not lie there. Letters are
    /// compared without their case, as Windows does, for ASCII.
    static func rest(of path: [UInt8], in mapping: Mapping) -> [UInt8]? {
        guard path.count > mapping.prefix.count, path[mapping.prefix.count] == slash,
            folded(Array(path.prefix(mapping.prefix.count))) == mapping.prefix
        else { return nil }
        return Array(path[(mapping.prefix.count + 1)...])
    }

    /// Where such a path leads on this machine; nil where it is of a drive or a computer that no mapping knows.
    static func local(_ path: [UInt8], _ mappings: [Mapping]) -> [UInt8]? {
        guard let rooted = rooted(path) else { return slashed(path) }
        for mapping in mappings {
            guard let rest = rest(of: rooted, in: mapping) else { continue }
            return Array(mapping.folder.utf8) + [slash] + rest
        }
        return nil
    }

    private static func hasDrive(_ path: [UInt8]) -> Bool {
        guard path.count >= 2, path[1] == UInt8(ascii: ":"), (0x61...0x7A).contains(path[0] | 0x20) else {
            return false
        }
        return path.count == 2 || path[2] == slash || path[2] == backslash
    }

    private static func folded(_ path: [UInt8]) -> [UInt8] { path.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } }
}
