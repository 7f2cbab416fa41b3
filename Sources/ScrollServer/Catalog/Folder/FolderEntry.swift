// The kind of a directory entry: an image, a directory, or neither.

import Metadata
import Pixels
import Platform

/// An image, a directory to walk, an entry to ignore, or one that cannot be examined now.
enum FolderEntry: Sendable {
    case file(ItemStore.Finding)
    case directory
    case nothing
    /// A system folder, which is not listed.
    case leftOut
    /// Unknown for a temporary reason: to be examined again. An entry named like an image counts as a file with a
    /// temporary error instead.
    case unavailable

    /// Examines an entry and, if it is a file, its first bytes.
    ///
    /// Opens regular files only; never waits for a pipe. `listed` is the kind in the listing of `directory`, an open
    /// descriptor; `known` has cached headers; the file's sidecar is searched among `sidecars`.
    static func examine(
        _ name: ArraySlice<UInt8>, kind listed: FileKind, in directory: Int32, root: FolderRoot,
        known: KnownHeaders? = nil, sidecars: SidecarNames? = nil
    ) -> FolderEntry {
        guard let path = SystemPath(name) else { return .nothing }
        var kind = listed
        do throws(SystemError) {
            if kind == .unknown { kind = try FileSystem.status(of: path, in: directory, followLink: false).kind }
            let isLink = kind == .link
            if isLink { kind = try FileSystem.status(of: path, in: directory, followLink: true).kind }
            switch kind {
            case .regular: break
            case .directory where !root.listsAllFolders && LeftOutFolders.isName(name): return .leftOut
            case .directory: return isLink ? try link(path, in: directory, root: root) : .directory
            default: return unreadable(name, "this is \(kind.description), not a file")
            }
            if CompanionFiles.isThumbnail(name, in: directory) { return .nothing }
            if root.hidesPairedRaws, CompanionFiles.isPairedRaw(name, in: directory) { return .nothing }
            let file = try OpenFile(owning: try FileSystem.open(path, in: directory, followLink: isLink))
            return try examine(file, name: name, in: directory, isLink: isLink, root: root, known, sidecars)
        } catch {
            guard error.isAboutFile else { return unavailable(name, error) }
            // The file was deleted after the directory was listed. A link that leads nowhere is reported.
            if error.isMissing, kind != .link { return .nothing }
            return unreadable(name, error.explanation)
        }
    }

    private static func examine(
        _ file: OpenFile, name: ArraySlice<UInt8>, in directory: Int32, isLink: Bool, root: FolderRoot,
        _ known: KnownHeaders?, _ sidecars: SidecarNames?
    ) throws(SystemError) -> FolderEntry {
        let status = file.status
        if isLink, let isInside = root.contains(file.descriptor) {
            if !isInside { return outside(name, file.descriptor) }
        } else if isLink {
            return .nothing
        }
        guard status.kind == .regular else {
            return unreadable(name, "this is \(status.kind.description), not a file")
        }
        var finding = ItemStore.Finding(status)
        finding.isLink = isLink
        guard status.count > 0 else { return unreadable(name, "the file is empty", finding) }
        finding.sidecar = Sidecar.find(sidecars?.found(for: name), beside: name, in: directory)
        // Do not look up a sidecar: the miss would count as a header to cache.
        if !SidecarNames.isName(name), let header = known?.header(stamp: finding.stampWithSidecar) {
            (finding.format, finding.header) = (header.format, header)
            return .file(finding)
        }
        let source = file.source
        do throws(ImageError) {
            (finding.format, finding.header) = try source.checked { () throws(ImageError) in
                let start = source.bytes(at: 0, count: MediaFormat.signatureByteCount)
                let header = ImageHeader.read(prefix: start, count: status.count, name: name)
                return (MediaFormat(of: source, start: start, name: name), header?.onClocks(of: .local))
            }
        } catch {
            // This is a file, but of unknown format.
            finding.error = error
            return MediaFormat.isMediaName(name) ? .file(finding) : .unavailable
        }
        guard finding.format == nil else {
            finding.error = finding.header?.problem
            finding.readSidecar(beside: name, in: directory)
            return .file(finding)
        }
        // Report a file named like a picture, since its absence would be noticed.
        guard MediaFormat.isMediaName(name), !MediaFormat.isOftenText(name) else { return .nothing }
        finding.error = .notAnImage("the file is not an image of a known format")
        return .file(finding)
    }

    /// The result for an entry that cannot be examined now.
    private static func unavailable(_ name: ArraySlice<UInt8>, _ error: SystemError) -> FolderEntry {
        guard MediaFormat.isMediaName(name) else { return .unavailable }
        return .file(ItemStore.Finding(error: .unavailable(error.explanation)))
    }

    /// The result for an unreadable entry, which is an item only when it is named like an image.
    private static func unreadable(
        _ name: ArraySlice<UInt8>, _ reason: String, _ finding: ItemStore.Finding = ItemStore.Finding()
    ) -> FolderEntry {
        guard MediaFormat.isMediaName(name) else { return .nothing }
        var finding = finding
        finding.error = .unreadable(reason)
        return .file(finding)
    }
}
