// The folder that a collection may not be led out of.

/// An open directory, and the rule that nothing outside of it is read.
final class FolderRoot: Sendable {
    let descriptor: Int32
    /// As it was given.
    let path: String
    let followsLinksOutside: Bool

    /// - Throws: `unreadable` when `path` is no directory or may not be read.
    init(path: String, followsLinksOutside: Bool = false) throws(ImageError) {
        guard let systemPath = SystemPath(path.utf8) else { throw .unreadable("\(path) is not a path") }
        do {
            descriptor = try FileSystem.open(systemPath, in: FileSystem.workingDirectory, asDirectory: true)
        } catch {
            throw .unreadable("\(path) cannot be opened: \(error.text)")
        }
        self.path = path
        self.followsLinksOutside = followsLinksOutside
    }

    deinit {
        FileSystem.close(descriptor)
    }

    /// Whether what is open lies in this folder, wherever links led on the way: the system is asked where the open
    /// file is, so a link put in place of a file after a check does not help.
    func contains(_ descriptor: Int32) -> Bool {
        if followsLinksOutside { return true }
        guard let root = try? FileSystem.resolvedPath(of: self.descriptor),
            let path = try? FileSystem.resolvedPath(of: descriptor)
        else { return false }
        if root == [UInt8(ascii: "/")] || path == root { return true }
        return path.count > root.count && path.starts(with: root) && path[root.count] == UInt8(ascii: "/")
    }

    /// Opens a file of the folder for reading.
    ///
    /// - Throws: `unreadable` when it cannot be, is not a regular file, or lies outside.
    func openFile(_ path: [UInt8]) throws(ImageError) -> (file: OpenFile, status: FileStatus) {
        let (start, name) = try parent(of: path)
        defer { if start != descriptor { FileSystem.close(start) } }
        guard let name = SystemPath(name) else { throw .unreadable("a name with a NUL") }
        let (file, status) = try OpenFile.open(name, in: start)
        guard contains(file.descriptor) else { throw .unreadable("the file is a link that leads out of the folder") }
        return (file, status)
    }

    /// Opens a directory of the folder; an empty path is the folder itself. The caller closes the descriptor.
    func openDirectory(_ path: [UInt8]) throws(ImageError) -> Int32 {
        let (start, name) = try parent(of: path.isEmpty ? [UInt8(ascii: ".")] : path)
        defer { if start != descriptor { FileSystem.close(start) } }
        guard let name = SystemPath(name) else { throw .unreadable("a name with a NUL") }
        let opened: Int32
        do {
            opened = try FileSystem.open(name, in: start, asDirectory: true)
        } catch {
            throw .unreadable(error.explanation)
        }
        guard contains(opened) else {
            FileSystem.close(opened)
            throw .unreadable("the folder is a link that leads out of the collection")
        }
        return opened
    }

    /// The longest path that is handed to the system at once; PATH_MAX is 1024 on macOS, 4096 on Linux.
    private static let pathLimit = 1000

    /// Goes down a path that is too long for one call, in pieces.
    ///
    /// - Returns: a directory, which the caller closes unless it is `descriptor`, and the rest of the path.
    private func parent(of path: [UInt8]) throws(ImageError) -> (directory: Int32, rest: ArraySlice<UInt8>) {
        var directory = descriptor
        var rest = path[...]
        while rest.count > Self.pathLimit, let slash = rest.prefix(Self.pathLimit).lastIndex(of: UInt8(ascii: "/")) {
            defer { rest = rest[(slash + 1)...] }
            guard let piece = SystemPath(rest[..<slash]) else { throw .unreadable("a name with a NUL") }
            let before = directory
            defer { if before != descriptor { FileSystem.close(before) } }
            do {
                directory = try FileSystem.open(piece, in: before, asDirectory: true)
            } catch {
                throw .unreadable(error.explanation)
            }
        }
        return (directory, rest)
    }
}
