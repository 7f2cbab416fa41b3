// What one entry of a directory is: an image, a directory, or neither.

import Imaging
import Platform

/// An image, a directory to walk, an entry to ignore, or one that cannot be looked at just now.
enum FolderEntry: Sendable {
    case file(ItemStore.Finding)
    case directory
    case nothing
    /// Not known, for a reason that may pass: to be looked at again. An entry that is named like an image counts as a
    /// file, whose error may pass.
    case unavailable

    /// Looks at an entry and, if it is a file, at its first bytes. Opens regular files only; never waits for a pipe.
    ///
    /// - Parameters:
    ///   - kind: the kind that the directory's listing gives.
    ///   - directory: the descriptor of the directory that holds `name`.
    ///   - known: headers that need not be read.
    ///   - sidecars: among which the file's own is looked for.
    static func examine(
        _ name: ArraySlice<UInt8>, kind listed: FileKind, in directory: Int32, root: FolderRoot,
        known: KnownHeaders? = nil, sidecars: Sidecar.Names = .none
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
        _ known: KnownHeaders?, _ sidecars: Sidecar.Names
    ) throws(SystemError) -> FolderEntry {
        let status = file.status
        if isLink, root.contains(file.descriptor) != true { return .nothing }
        guard status.kind == .regular else {
            return unreadable(name, "this is \(status.kind.description), not a file")
        }
        var finding = ItemStore.Finding(status)
        finding.isLink = isLink
        guard status.count > 0 else { return unreadable(name, "the file is empty", finding) }
        finding.sidecar = Sidecar.find(beside: name, in: directory, among: sidecars)
        // A sidecar is not looked for in vain, which would count as news to keep.
        if !Sidecar.isName(name), let header = known?.header(stamp: finding.stampWithSidecar) {
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
            // It is known to be a file, but not of what kind.
            finding.error = error
            return MediaFormat.isMediaName(name) ? .file(finding) : .unavailable
        }
        guard finding.format == nil else {
            finding.error = finding.header?.problem
            finding.readSidecar(beside: name, in: directory)
            return .file(finding)
        }
        // What claims to be a picture by its name is missed where it is not seen.
        guard MediaFormat.isMediaName(name), !MediaFormat.isOftenText(name) else { return .nothing }
        finding.error = .notAnImage("the file is not an image of a known format")
        return .file(finding)
    }

    /// An entry that cannot be looked at just now.
    private static func unavailable(_ name: ArraySlice<UInt8>, _ error: SystemError) -> FolderEntry {
        guard MediaFormat.isMediaName(name) else { return .unavailable }
        return .file(ItemStore.Finding(error: .unavailable(error.explanation)))
    }

    /// An entry that cannot be read counts as an item only when its name ends like an image's.
    private static func unreadable(
        _ name: ArraySlice<UInt8>, _ reason: String, _ finding: ItemStore.Finding = ItemStore.Finding()
    ) -> FolderEntry {
        guard MediaFormat.isMediaName(name) else { return .nothing }
        var finding = finding
        finding.error = .unreadable(reason)
        return .file(finding)
    }
}
