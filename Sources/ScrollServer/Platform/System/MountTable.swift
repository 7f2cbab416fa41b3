// The table of mounted file systems.

/// The mounts that this process sees.
package struct MountTable: Sendable, Equatable {
    static let path = "/proc/self/mountinfo"

    package struct Mount: Sendable, Equatable {
        /// Identifies a mount; a later mount at the same path has another id.
        package var id: Int
        /// Absolute, without links; `/` for the root.
        package var path: [UInt8]
        /// The type of the file system, such as `ext4` or `nfs4`.
        var type = ""

        /// Whether other computers can change its files, which this system does not report.
        ///
        /// `fuseblk` does not count: FUSE serves it from a local disk.
        var isNetwork: Bool { MountTable.networks.contains(type) || type.hasPrefix("fuse.") }
    }

    private static let networks: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "ceph", "afs", "coda", "lustre", "davfs", "vboxsf",
        "fuse",
    ]

    /// A later mount covers an earlier one at the same path.
    let mounts: [Mount]

    private let hasNetworks: Bool

    package init(_ mounts: [Mount] = []) {
        self.mounts = mounts
        hasNetworks = mounts.contains(where: \.isNetwork)
    }

    /// Parses /proc/self/mountinfo (proc_pid_mountinfo(5)), skipping malformed lines.
    ///
    /// Fields are separated by spaces: the first is the mount's id, the fifth its path, with white space and
    /// backslashes as `\` and three octal digits. The file system's type follows the field that is a hyphen.
    init(text: [UInt8]) {
        self.init(
            text.split(separator: UInt8(ascii: "\n")).compactMap { line in
                let fields = line.split(separator: UInt8(ascii: " "))
                guard fields.count > 4, let id = Int(String(decoding: fields[0], as: UTF8.self)) else { return nil }
                let type = fields.dropFirst(5).drop { !$0.elementsEqual("-".utf8) }.dropFirst().first ?? []
                return Mount(id: id, path: Self.unescaped(fields[4]), type: String(decoding: type, as: UTF8.self))
            })
    }

    /// Reads the current table; empty where the system has none.
    ///
    /// Blocks.
    package static func read() -> MountTable {
        guard let path = SystemPath(path.utf8),
            let descriptor = try? FileSystem.open(path, in: FileSystem.workingDirectory)
        else { return MountTable() }
        defer { System.close(descriptor) }
        return MountTable(text: (try? FileSystem.read(descriptor, at: 0, count: 1 << 20)) ?? [])
    }

    /// Returns the type of the file system at a path if other computers can change it, else nil.
    ///
    /// O(1) if the machine has no such mount.
    package func network(of path: () -> [UInt8]?) -> String? {
        guard hasNetworks, let path = path(), let mount = mount(containing: path), mount.isNetwork else { return nil }
        return mount.type
    }

    /// Returns the mount that contains an absolute path without links; nil if unknown.
    package func mount(containing path: [UInt8]) -> Mount? {
        var best: Mount?
        for mount in mounts where Self.isWithin(path, mount.path) && mount.path.count >= best?.path.count ?? 0 {
            best = mount
        }
        return best
    }

    /// Returns the ids of the mounts below a folder (an absolute path without links), by path relative to it.
    ///
    /// If two are mounted at one path, the covering one is returned.
    package func inside(_ folder: [UInt8]) -> [[UInt8]: Int] {
        var inside: [[UInt8]: Int] = [:]
        for mount in mounts where mount.path.count > folder.count + 1 && Self.isWithin(mount.path, folder) {
            inside[Array(mount.path.dropFirst(folder.last == UInt8(ascii: "/") ? folder.count : folder.count + 1))] =
                mount.id
        }
        return inside
    }

    package func contains(_ id: Int) -> Bool { mounts.contains { $0.id == id } }

    private static func isWithin(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
        let slash = UInt8(ascii: "/")
        guard path.starts(with: folder) else { return false }
        return path.count == folder.count || folder.last == slash || path[folder.count] == slash
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) }) {
                result.append(digits.reduce(0) { $0 << 3 | ($1 & 7) })
                rest = rest.dropFirst(3)
            } else {
                result.append(byte)
            }
        }
        return result
    }
}
