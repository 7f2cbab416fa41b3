// The folders in which the files of a list may lie.

import Metadata
import Pixels
import Platform

/// Opens files that a list names, only if they lie in its own folder or in an allowed one.
struct ListRoots: Sendable {
    /// A folder with its absolute paths (as given, and with links resolved), without a slash at the end.
    private struct Root: Sendable {
        let root: FolderRoot
        let paths: [[UInt8]]
    }

    private let base: [UInt8]
    private let roots: [Root]
    private let mappings: [ForeignPath.Mapping]

    /// Allows the list's own `folder`, to which its paths are relative, and other folders.
    ///
    /// Among `others` may be mappings of another computer's drives (see `ForeignPath.Mapping`). Throws `unreadable`
    /// when one of them is not a folder.
    init(folder: String, others: [String] = []) throws(ImageError) {
        var roots: [Root] = []
        mappings = ForeignPath.Mapping.all(in: others)
        for path in [folder] + others.map({ ForeignPath.Mapping($0)?.folder ?? $0 }) {
            guard let real = FileSystem.realPath(path) else { throw .unreadable("'\(path)' does not exist") }
            let new = Root(
                root: try FolderRoot(path: real),
                paths: Set([path.hasPrefix("/") ? path : real, real]).map { Self.absolute(Array($0.utf8), in: []) })
            roots.append(new)
        }
        self.roots = roots
        base = Self.absolute(Array((FileSystem.realPath(folder) ?? folder).utf8), in: [])
    }

    /// Opens a file for reading.
    ///
    /// Blocks. Throws `unavailable` when the reason is temporary, and `unreadable` unless the path, by its text, lies
    /// in one of the folders; the disk is not touched then. The target of links must lie in one of the folders, too. A
    /// path that Windows may have written is interpreted so if there is no file of that name.
    func openFile(_ path: [UInt8]) throws(ImageError) -> OpenFile {
        guard ForeignPath.isLikely(path) else { return try openOwn(path) }
        if let file = try? openOwn(path) { return file }
        if let local = ForeignPath.local(path, mappings) { return try openOwn(local) }
        let start = String(decoding: path.prefix(path.starts(with: "\\\\".utf8) ? 40 : 2), as: UTF8.self)
        throw .unreadable(
            "'\(start)' is of another computer; --root '\(start)=DIR' says where its files are on this one")
    }

    /// Where a file that a list names lies on this machine.
    func path(of path: [UInt8]) -> ItemPath {
        let local = ForeignPath.isLikely(path) ? ForeignPath.local(path, mappings) ?? path : path
        return ItemPath(absolute: Self.absolute(local, in: base), folder: base)
    }

    /// The same from the root of the file system, with the links on the way to the folders resolved.
    func realPath(of path: [UInt8]) -> [UInt8] {
        let absolute = self.path(of: path).absolute
        for entry in roots {
            for given in entry.paths where given != entry.root.realPath && Self.isWithin(absolute, given) {
                return entry.root.realPath + absolute.dropFirst(given.count)
            }
        }
        return absolute
    }

    /// Opens a file of this machine, even if its names are spelled otherwise on the disk.
    private func openOwn(_ path: [UInt8]) throws(ImageError) -> OpenFile {
        do throws(ImageError) {
            return try openSpelled(path)
        } catch {
            if error.isTransient { throw error }
            for other in PathSpelling.others(of: path) {
                if let file = try? openSpelled(other) { return file }
            }
            throw error
        }
    }

    private func openSpelled(_ path: [UInt8]) throws(ImageError) -> OpenFile {
        let wanted = Self.absolute(path, in: base)
        var best: (entry: Root, count: Int)?
        for entry in roots {
            for root in entry.paths where Self.isWithin(wanted, root) && root.count >= best?.count ?? 0 {
                best = (entry, root.count)
            }
        }
        guard let best else {
            throw .unreadable("the file lies outside of the folders that may be shown; --root DIR adds one")
        }
        let rest = wanted.dropFirst(best.count + 1)
        guard !rest.isEmpty else { throw .unreadable("this is a folder, not a file") }
        return try best.entry.root.openFile(Array(rest), orIn: roots.map(\.root))
    }

    /// Whether a path is a folder or lies below it; both are absolute.
    private static func isWithin(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
        path.starts(with: folder) && (path.count == folder.count || path[folder.count] == UInt8(ascii: "/"))
    }

    /// Makes a path absolute, without `.`, `..` and empty names; empty for `/`.
    ///
    /// Neither reads the disk nor follows links.
    static func absolute(_ path: [UInt8], in folder: [UInt8]) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let full = path.first == slash ? path : folder + [slash] + path
        var names: [ArraySlice<UInt8>] = []
        for name in full.split(separator: slash) {
            if name.elementsEqual(".".utf8) { continue }
            if name.elementsEqual("..".utf8) {
                _ = names.popLast()
            } else {
                names.append(name)
            }
        }
        return names.reduce(into: []) { $0 += [slash] + $1 }
    }

    /// Examines a file that a list names: format and size, or the reason why it cannot be shown.
    ///
    /// Unless `wholeHeader`, the size is nil when the first bytes do not contain it. Blocks.
    func finding(_ path: [UInt8], wholeHeader: Bool) -> ItemStore.Finding {
        var finding = ItemStore.Finding()
        do throws(ImageError) {
            let file = try openFile(path)
            finding = ItemStore.Finding(file.status)
            guard file.count > 0 else { throw .unreadable("the file is empty") }
            let source = file.source
            (finding.format, finding.header) = try source.checked { () throws(ImageError) in
                let start = source.bytes(at: 0, count: MediaFormat.signatureByteCount)
                guard let format = MediaFormat(of: source, start: start, name: path) else {
                    throw .notAnImage("the file is not an image of a known format")
                }
                let header =
                    wholeHeader
                    ? try ImageHeader.read(from: source, name: path)
                    : ImageHeader.read(prefix: start, count: file.count, name: path)
                return (format, header?.onClocks(of: .local))
            }
            finding.error = finding.header?.problem
        } catch {
            finding.error = error
        }
        return finding
    }
}
