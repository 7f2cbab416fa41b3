// What is mounted where.

/// The mounts that this process sees.
package struct MountTable: Sendable, Equatable {
    static let path = "/proc/self/mountinfo"

    package struct Mount: Sendable, Equatable {
        /// Tells one mount from another, also one that takes its place.
        package var id: Int
        /// Absolute, without links; `/` for the root.
        package var place: [UInt8]
        /// The file system's, as `ext4` or `nfs4`.
        var type = ""

        /// Whether other computers can change what is on it, of which this one's system reports nothing. What FUSE
        /// serves from a disk is called `fuseblk`.
        var isNetwork: Bool { MountTable.networks.contains(type) || type.hasPrefix("fuse.") }
    }

    private static let networks: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "ceph", "afs", "coda", "lustre", "davfs", "vboxsf",
        "fuse",
    ]

    /// Of two at one place the later one covers the other.
    let mounts: [Mount]

    private let hasNetworks: Bool

    package init(_ mounts: [Mount] = []) {
        self.mounts = mounts
        hasNetworks = mounts.contains(where: \.isNetwork)
    }

    /// Reads the text of /proc/self/mountinfo: in each line, separated by spaces, the mount's id is the first field and
    /// its place the fifth, with `\` and three octal digits for white space and backslashes; the type follows a field
    /// that is a hyphen (proc_pid_mountinfo(5)). Lines that are otherwise are left out.
    init(text: [UInt8]) {
        self.init(
            text.split(separator: UInt8(ascii: "\n")).compactMap { line in
                let fields = line.split(separator: UInt8(ascii: " "))
                guard fields.count > 4, let id = Int(String(decoding: fields[0], as: UTF8.self)) else { return nil }
                let type = fields.dropFirst(5).drop { !$0.elementsEqual("-".utf8) }.dropFirst().first ?? []
                return Mount(id: id, place: Self.unescaped(fields[4]), type: String(decoding: type, as: UTF8.self))
            })
    }

    /// The table now; empty where the system has none. Blocks.
    static func read() -> MountTable {
        guard let path = SystemPath(path.utf8),
            let descriptor = try? FileSystem.open(path, in: FileSystem.workingDirectory)
        else { return MountTable() }
        defer { System.close(descriptor) }
        return MountTable(text: (try? FileSystem.read(descriptor, at: 0, count: 1 << 20)) ?? [])
    }

    /// The type of the file system at a path, if it is one that other computers can change; else nil. O(1) where there
    /// is none on this machine.
    package func network(of path: () -> [UInt8]?) -> String? {
        guard hasNetworks, let path = path(), let holder = holder(of: path), holder.isNetwork else { return nil }
        return holder.type
    }

    /// The mount on which the file at an absolute path without links lies; nil where it is not known.
    package func holder(of path: [UInt8]) -> Mount? {
        var best: Mount?
        for mount in mounts where Self.isWithin(path, mount.place) && mount.place.count >= best?.place.count ?? 0 {
            best = mount
        }
        return best
    }

    /// The mounts below a folder, an absolute path without links: the id by the path from there. Of two at one place the
    /// one on top.
    package func inside(_ folder: [UInt8]) -> [[UInt8]: Int] {
        var inside: [[UInt8]: Int] = [:]
        for mount in mounts where mount.place.count > folder.count + 1 && Self.isWithin(mount.place, folder) {
            inside[Array(mount.place.dropFirst(folder.last == UInt8(ascii: "/") ? folder.count : folder.count + 1))] =
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
