// Finds out by looking what has changed in a folder.

/// A look at every directory of a folder: which names are new, gone, or another file than they were.
struct FolderComparison {
    private let folder: FolderCollection
    private let scan: FolderScan?

    /// `scan` knows which directories of the disk were walked.
    init(_ folder: FolderCollection, scan: FolderScan?) {
        self.folder = folder
        self.scan = scan
    }

    /// Opens no file: one `stat` for each name. Blocks.
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
                // A link to nothing is known by its error alone.
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
