// Windows paths in lists.

/// Paths of lists that were made on Windows, with `\` between names.
///
/// They may be relative, or begin at a drive (`D:\`) or a network computer (`\\server\share`). See Microsoft, “File
/// path formats on Windows systems”.
package enum ForeignPath {
    /// A folder of this machine that holds the files of a drive, or of a folder on it.
    package struct Mapping: Sendable {
        /// Lower case, with `/` between names and none at the end.
        let prefix: [UInt8]
        package let folder: String

        /// The mappings among the values of `--root`, the longest prefixes first.
        package static func all(in roots: [String]) -> [Mapping] {
            roots.compactMap { Mapping($0) }.sorted { $0.prefix.count > $1.prefix.count }
        }

        /// Parses `C:=DIR`, `D:\photos=DIR`, `\\server\share=DIR`; nil where the text is not a mapping.
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

    /// Whether the path may have been written by Windows; a file of this machine may have such a name, too.
    static func isLikely(_ path: [UInt8]) -> Bool { path.contains(backslash) || hasDrive(path) }

    /// The path with `/` between names.
    static func slashed(_ path: [UInt8]) -> [UInt8] { path.map { $0 == backslash ? slash : $0 } }

    /// A path that begins at a drive or computer, with `/` between names and none at the end; nil for others.
    static func rooted(_ path: [UInt8]) -> [UInt8]? {
        var path = path
        // The prefix `\\?\` tells Windows to use a path literally.
        if path.starts(with: #"\\?\"#.utf8) { path.removeFirst(4) }
        guard hasDrive(path) || path.starts(with: #"\\"#.utf8) else { return nil }
        path = slashed(path)
        while path.last == slash { path.removeLast() }
        return path
    }

    /// The path from a mapping's folder to the file; nil where the path, which is `rooted`, does not lie there.
    ///
    /// Ignores the case of ASCII letters, as Windows does.
    static func rest(of path: [UInt8], in mapping: Mapping) -> [UInt8]? {
        guard path.count > mapping.prefix.count, path[mapping.prefix.count] == slash,
            folded(Array(path.prefix(mapping.prefix.count))) == mapping.prefix
        else { return nil }
        return Array(path[(mapping.prefix.count + 1)...])
    }

    /// The path on this machine; nil where no mapping covers the path's drive or computer.
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
