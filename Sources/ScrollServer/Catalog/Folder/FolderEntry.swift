// What one entry of a directory is: an image, a directory, or neither.

/// An image, a directory to walk, or an entry to ignore.
enum FolderEntry: Sendable {
    case file(ItemStore.Finding)
    case directory
    case nothing

    /// Looks at an entry and, if it is a file, at its first bytes. Opens regular files only; never waits for a pipe.
    ///
    /// - Parameters:
    ///   - kind: the kind that the directory's listing gives.
    ///   - directory: the descriptor of the directory that holds `name`.
    static func examine(
        _ name: ArraySlice<UInt8>, kind listed: FileKind, in directory: Int32, root: FolderRoot
    ) -> FolderEntry {
        guard let path = SystemPath(name) else { return .nothing }
        var kind = listed
        do throws(SystemError) {
            if kind == .unknown { kind = try FileSystem.status(of: path, in: directory, followLink: false).kind }
            let isLink = kind == .link
            if isLink { kind = try FileSystem.status(of: path, in: directory, followLink: true).kind }
            switch kind {
            case .regular: break
            case .directory: return .directory
            default: return unreadable(name, "this is \(kind.description), not a file")
            }
            let (file, status) = try OpenFile.own(try FileSystem.open(path, in: directory, followLink: isLink))
            return try examine(file, status, name: name, isLink: isLink, root: root)
        } catch {
            // The file was deleted after the directory was listed. A link that leads nowhere is reported.
            if error.isMissing, kind != .link { return .nothing }
            return unreadable(name, error.explanation)
        }
    }

    private static func examine(
        _ file: OpenFile, _ status: FileStatus, name: ArraySlice<UInt8>, isLink: Bool, root: FolderRoot
    ) throws(SystemError) -> FolderEntry {
        if isLink, root.contains(file.descriptor) != true { return .nothing }
        guard status.kind == .regular else {
            return unreadable(name, "this is \(status.kind.description), not a file")
        }
        var finding = ItemStore.Finding(byteCount: status.count, modified: status.modified)
        guard status.count > 0 else { return unreadable(name, "the file is empty", finding) }
        let start: [UInt8]
        do throws(SystemError) {
            start = try file.bytes(at: 0, count: min(status.count, ImageFormat.signatureByteCount))
        } catch {
            return unreadable(name, error.explanation, finding)
        }
        finding.format = ImageFormat.sniff(start)
        if finding.format == nil, start.count < status.count, SVGProbe.mayBegin(start) {
            let more = try file.bytes(at: 0, count: min(status.count, SVGProbe.searchByteCount))
            if SVGProbe.root(in: more[...]) == .svg { finding.format = .svg }
        }
        guard finding.format != nil else { return .nothing }
        finding.header = ImageHeader.read(prefix: start, count: status.count)
        return .file(finding)
    }

    /// An entry that cannot be read counts as an item only when its name ends like an image's.
    private static func unreadable(
        _ name: ArraySlice<UInt8>, _ reason: String, _ finding: ItemStore.Finding = ItemStore.Finding()
    ) -> FolderEntry {
        guard ImageFormat.isImageName(name) else { return .nothing }
        var finding = finding
        finding.error = .unreadable(reason)
        return .file(finding)
    }
}
