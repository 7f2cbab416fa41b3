// A folder in which files are opened, and the check that no file outside it is read.

import Pixels
import Platform
import Synchronization

/// A directory that is open only while something in it is being opened, so that its medium can be unmounted.
///
/// Files are opened only if they lie in it, unless links may lead outside.
package final class FolderRoot: Sendable {
    /// The path as given to `init`.
    let path: String
    /// The path with links resolved, without a slash at its end.
    let realPath: [UInt8]
    let followsLinksOutside: Bool
    /// Whether raw files beside a picture of the same name are hidden.
    let hidesPairedRaws: Bool
    /// Whether system folders, and those with `.nomedia`, are listed.
    let listsAllFolders: Bool
    private let systemPath: SystemPath
    /// The directory, open while in use; guards its opening and closing.
    private let opened = Mutex((descriptor: Int32(-1), users: 0))

    /// Checks that the folder can be opened; throws `unreadable` when `path` is not a directory or may not be read.
    package init(
        path: String, followsLinksOutside: Bool = false, hidesPairedRaws: Bool = false, listsAllFolders: Bool = false
    ) throws(ImageError) {
        guard let systemPath = SystemPath(path.utf8) else { throw .unreadable("\(path) is not a path") }
        do {
            System.close(try FileSystem.open(systemPath, in: FileSystem.workingDirectory, asDirectory: true))
        } catch {
            throw .unreadable("\(path) cannot be opened: \(error.reason)")
        }
        self.path = path
        realPath = ListRoots.absolute(Array((FileSystem.realPath(path) ?? path).utf8), in: [])
        self.systemPath = systemPath
        self.followsLinksOutside = followsLinksOutside
        self.hidesPairedRaws = hidesPairedRaws
        self.listsAllFolders = listsAllFolders
    }

    /// Opens the folder at the same path again, with the same settings; throws as `init`.
    func reopened() throws(ImageError) -> FolderRoot {
        try FolderRoot(
            path: path, followsLinksOutside: followsLinksOutside, hidesPairedRaws: hidesPairedRaws,
            listsAllFolders: listsAllFolders)
    }

    /// Keeps the folder open until `body` returns, so that files in it are opened faster.
    ///
    /// Blocks. If the folder cannot be opened, opening its files in `body` fails.
    func keepingOpen<Result>(_ body: () -> Result) -> Result {
        let isOpen = (try? acquire()) != nil
        defer { if isOpen { release() } }
        return body()
    }

    /// Opens the folder if necessary; the descriptor is valid until `release`.
    private func acquire() throws(ImageError) -> Int32 {
        try opened.withLock { opened throws(ImageError) in
            if opened.users == 0 {
                opened.descriptor = try Self.openDirectory(
                    systemPath, in: FileSystem.workingDirectory, followLink: true)
            }
            opened.users += 1
            return opened.descriptor
        }
    }

    private func release() {
        opened.withLock { opened in
            opened.users -= 1
            if opened.users == 0 { System.close(opened.descriptor) }
        }
    }

    /// Whether an open file or directory lies in this folder, whatever links led to it.
    ///
    /// Uses the system's path of the open file, so replacing a file by a link after the check is harmless. nil when the
    /// path is longer than the system's limit, or there is no /proc.
    func contains(_ descriptor: Int32) -> Bool? {
        if followsLinksOutside { return true }
        return switch location(of: descriptor) {
        case .inside: true
        case .outside: false
        case .unknown: nil
        }
    }

    /// Where an open file or directory lies, with all links resolved.
    enum Location {
        /// The path from the folder, without a slash at the end; empty for the folder itself.
        case inside([UInt8])
        case outside
        /// The path is longer than the system's limit, or there is no /proc.
        case unknown
    }

    /// Returns where an open file or directory lies, by the path that the system has for it.
    func location(of descriptor: Int32) -> Location {
        guard let own = try? acquire() else { return .unknown }
        defer { release() }
        guard let root = try? FileSystem.resolvedPath(of: own),
            let path = try? FileSystem.resolvedPath(of: descriptor)
        else { return .unknown }
        let slash = UInt8(ascii: "/")
        if root == [slash] { return .inside([UInt8](path.dropFirst())) }
        if path == root { return .inside([]) }
        guard path.count > root.count, path.starts(with: root), path[root.count] == slash else { return .outside }
        return .inside([UInt8](path[(root.count + 1)...]))
    }

    /// Whether a folder is listed at its real path.
    enum Listing {
        case listed
        /// A name in the path begins with a dot.
        case hidden
        /// A name in the path is that of a system folder, or a folder in the path has `.nomedia`.
        case leftOut
    }

    /// Returns whether the folder at a path from the root, without a slash at the end, is listed there.
    ///
    /// Blocks for one system call for each name in the path.
    func listing(of path: [UInt8]) -> Listing {
        let slash = UInt8(ascii: "/")
        let names = path.split(separator: slash)
        if names.contains(where: { $0.first == UInt8(ascii: ".") }) { return .hidden }
        guard !listsAllFolders else { return .listed }
        let isLeftOut = names.contains { name in
            LeftOutFolders.isName(name)
                || (try? status(of: path[..<name.endIndex] + [slash] + LeftOutFolders.marker)) != nil
        }
        return isLeftOut ? .leftOut : .listed
    }

    /// Opens a file of the folder for reading, from a path relative to it; links may also lead to `others`; blocks.
    ///
    /// Throws `unreadable` when the file cannot be opened, is not a regular file, or lies outside; `unavailable` when
    /// the reason is temporary.
    func openFile(
        _ path: [UInt8], orIn others: [FolderRoot] = []
    ) throws(ImageError) -> OpenFile {
        _ = try acquire()
        defer { release() }
        let opened = try withParent(of: path, followLinks: true) { (parent, name) throws(ImageError) in
            try OpenFile.open(name, in: parent)
        }
        switch contains(opened.descriptor) {
        case true: return opened
        case false where others.contains { $0.contains(opened.descriptor) == true }: return opened
        case false: throw others.isEmpty ? .outsideLink : .outsideLinkOfList
        default:
            return try withParent(of: path, followLinks: false) { (parent, name) throws(ImageError) in
                try OpenFile.open(name, in: parent, followLink: false)
            }
        }
    }

    /// Opens a directory of the folder, which the caller must close; an empty path is the folder itself.
    ///
    /// Throws `unreadable` or, when the reason is temporary, `unavailable`.
    func openDirectory(_ path: [UInt8]) throws(ImageError) -> Int32 {
        _ = try acquire()
        defer { release() }
        var path = path.isEmpty ? [UInt8(ascii: ".")] : path
        if path.last == UInt8(ascii: "/") { path.removeLast() }
        let opened = try withParent(of: path, followLinks: true) { (parent, name) throws(ImageError) in
            try Self.openDirectory(name, in: parent, followLink: true)
        }
        if contains(opened) == true { return opened }
        defer { System.close(opened) }
        if contains(opened) == false { throw .outsideLink }
        return try withParent(of: path, followLinks: false) { (parent, name) throws(ImageError) in
            try Self.openDirectory(name, in: parent, followLink: false)
        }
    }

    /// Returns the status of the target of a path, following links; blocks.
    ///
    /// The path is relative to the folder; it may be empty, or end with a slash. Throws `unreadable` or, when the
    /// reason is temporary, `unavailable`.
    func status(of path: [UInt8]) throws(ImageError) -> FileStatus {
        var path = path.isEmpty ? [UInt8(ascii: ".")] : path
        if path.last == UInt8(ascii: "/") { path.removeLast() }
        return try withParent(of: path, followLinks: true) { (parent, name) throws(ImageError) in
            try mapError(try FileSystem.status(of: name, in: parent, followLink: true), ImageError.init(reading:))
        }
    }

    private static func openDirectory(
        _ path: SystemPath, in parent: Int32, followLink: Bool
    ) throws(ImageError) -> Int32 {
        try mapError(
            try FileSystem.open(path, in: parent, asDirectory: true, followLink: followLink), ImageError.init(reading:))
    }

    /// Longest path passed to one system call, in bytes; PATH_MAX is 1024 on macOS, 4096 on Linux.
    private static let pathLimit = 1000

    /// Calls `body` with an open directory on the way to `path`, and the rest of the path from there.
    ///
    /// With links, a path too long for one system call is opened in pieces. Without links, it is opened name by name
    /// and every link is refused, so the result lies in the folder.
    private func withParent<Opened>(
        of path: [UInt8], followLinks: Bool, _ body: (Int32, SystemPath) throws(ImageError) -> Opened
    ) throws(ImageError) -> Opened {
        let root = try acquire()
        defer { release() }
        var directory = root
        var rest = path[...]
        defer { if directory != root { System.close(directory) } }
        let slash = UInt8(ascii: "/")
        while true {
            let cut: Int?
            if followLinks {
                cut = rest.count > Self.pathLimit ? rest.prefix(Self.pathLimit).lastIndex(of: slash) : nil
            } else {
                cut = rest.firstIndex(of: slash)
            }
            guard let cut else { break }
            guard let piece = SystemPath(rest[..<cut]) else { throw .unreadable("a name with a NUL") }
            let next = try Self.openDirectory(piece, in: directory, followLink: followLinks)
            if directory != root { System.close(directory) }
            directory = next
            rest = rest[(cut + 1)...]
        }
        guard let name = SystemPath(rest) else { throw .unreadable("a name with a NUL") }
        return try body(directory, name)
    }
}
