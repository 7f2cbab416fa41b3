// Finds what has changed in a folder by looking at all of it.

/// Compares every directory of a folder with its known items: which names are new, gone, or lead to another file.
struct FolderComparison {
    private let folder: FolderCollection
    private let scan: FolderScan?

    /// - Parameter scan: knows the device and inode of each directory that was walked.
    init(_ folder: FolderCollection, scan: FolderScan?) {
        self.folder = folder
        self.scan = scan
    }

    /// The names that have changed. Opens no file: one `stat` for each name. Blocks.
    func dirt() -> FolderDirt {
        var dirt = FolderDirt()
        var waiting = [DirectoryTree.root]
        while let directory = waiting.popLast(), !folder.isCancelled {
            compare(directory, &dirt, &waiting)
        }
        return dirt
    }

    private func compare(_ directory: Int, _ dirt: inout FolderDirt, _ waiting: inout [Int]) {
        guard let path = folder.path(ofDirectory: directory), let descriptor = try? folder.root.openDirectory(path)
        else { return }
        defer { System.close(descriptor) }
        var missing = folder.files(in: directory)
        var missingDirectories = folder.directories(in: directory)
        for (name, kind) in Self.list(descriptor) {
            guard let systemPath = SystemPath(name),
                let status = try? FileSystem.status(of: systemPath, in: descriptor, followLink: true)
            else {
                // A link that leads nowhere has only its error to compare, and that is known.
                if missing.removeValue(forKey: name) == nil || kind != .link { dirt.add(name, in: directory) }
                continue
            }
            if status.kind == .directory {
                if let known = missingDirectories.removeValue(forKey: name),
                    scan?.identity(of: known) == status.identity
                {
                    waiting.append(known)
                } else {
                    dirt.add(name, in: directory)
                }
            } else if let known = missing.removeValue(forKey: name) {
                let isSame = known.modified == status.modified && known.byteCount == status.count
                if !isSame, status.kind == .regular { dirt.add(name, in: directory) }
            } else {
                dirt.add(name, in: directory)
            }
        }
        for name in missing.keys { dirt.add(name, in: directory) }
        for name in missingDirectories.keys { dirt.add(name, in: directory) }
    }

    private static func list(_ descriptor: Int32) -> [([UInt8], FileKind)] {
        var names: [([UInt8], FileKind)] = []
        guard let dot = SystemPath(".".utf8), let list = try? FileSystem.open(dot, in: descriptor, asDirectory: true)
        else { return names }
        try? FileSystem.readDirectory(list) { name, kind in
            if name.first != UInt8(ascii: ".") { names.append(([UInt8](name), kind)) }
            return true
        }
        return names
    }
}
