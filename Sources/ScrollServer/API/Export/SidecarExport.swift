// The sidecars of annotated items, as they would be written.

import Catalog
import Pixels
import Platform

/// Finds the sidecars of runs of items for an archive: those beside the items, with what the reader has noted, and new
/// ones.
///
/// Nothing is written into folders.
struct SidecarExport {
    private let collection: any ItemCollection
    private let isFlat: Bool
    private let naming: SidecarFile.Naming
    /// Paths found so far: a list may have a file twice.
    private var seen: Set<[UInt8]> = []
    /// The names of the pictures themselves in an archive of one folder.
    private var pictures = UniqueNames()
    /// The paths of sidecars in the archive.
    private var taken: Set<[UInt8]> = []

    init(_ collection: any ItemCollection, isFlat: Bool, naming: SidecarFile.Naming) {
        (self.collection, self.isFlat, self.naming) = (collection, isFlat, naming)
    }

    /// The sidecars of a run of items.
    ///
    /// Blocks.
    mutating func candidates(of run: [ItemDetails]) -> [ArchiveContents.Candidate] {
        var candidates: [ArchiveContents.Candidate] = []
        for item in run {
            guard let path = collection.path(ofItem: item.id), seen.insert(path.absolute).inserted else { continue }
            var picture = ArchiveContents.path(of: path, isFlat: isFlat)
            // As an archive of the pictures names them, so that both can be unpacked into one folder.
            if isFlat { picture = pictures.name(for: picture) }
            guard let edit = collection.annotation(ofItem: item.id)?.sidecarEdit, !edit.isEmpty else { continue }
            let file = SidecarFile(ofItem: item.id, at: path, in: collection, naming)
            let place = self.path(of: file, beside: picture)
            let content: Result<(byteCount: Int, modified: FileTime, source: ArchiveContents.Source), ImageError>
            do throws(SidecarFile.Failure) {
                guard let byteCount = try file.bytes(changedBy: edit)?.count else { continue }
                let source = ArchiveContents.Source.made { () throws(ImageError) in
                    do throws(SidecarFile.Failure) {
                        return try file.bytes(changedBy: edit) ?? []
                    } catch {
                        throw .unreadable(error.reason)
                    }
                }
                let now = FileTime(seconds: Int(System.unixSeconds()), nanoseconds: 0)
                content = .success((byteCount, now, source))
            } catch {
                content = .failure(.unreadable("its sidecar is left out, since \(error.reason)"))
            }
            candidates.append(ArchiveContents.Candidate(path: place, content: content, shown: path.relative))
        }
        return candidates
    }

    /// The path of a sidecar in the archive; the long name if another picture has the short one.
    private mutating func path(of file: SidecarFile, beside picture: [UInt8]) -> [UInt8] {
        let start = picture.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let path = picture[..<start] + file.name(beside: Array(picture[start...]))
        if taken.insert(Array(path)).inserted { return Array(path) }
        let long = picture + Array(".xmp".utf8)
        taken.insert(long)
        return long
    }
}
