// What goes into a ZIP archive.

import Catalog
import HTTP
import Pixels
import Platform
import Synchronization

/// Finds the files of a view for an archive.
struct ArchiveContents: Sendable {
    /// Most files; the archive's directory is kept in memory, some 200 bytes for each.
    static let mostFiles = 200_000

    /// What files are of the items.
    enum Choice: Sendable {
        /// The items' own files, and on request their companions.
        case originals(hasCompanions: Bool)
        /// The sidecars of annotated items, as they would be written.
        case sidecars(SidecarFile.Naming)
    }

    /// Where the bytes of a file come from.
    enum Source: Sendable {
        /// A file, with its `FileStatus.stamp` when the archive was begun.
        case file(ExportedFile, stamp: UInt64)
        /// Bytes that are made when they are sent.
        case made(@Sendable () throws(ImageError) -> [UInt8])
    }

    /// A file that goes into the archive.
    struct File: Sendable {
        let entry: ZIPFormat.Entry
        let source: Source
    }

    /// A file that may go into the archive.
    struct Candidate {
        /// Its path in the archive, unless another file has that.
        let path: [UInt8]
        let content: Result<(byteCount: Int, modified: FileTime, source: Source), ImageError>
        /// What is said of it where it cannot be read.
        let shown: [UInt8]
    }

    let collection: any ItemCollection
    /// Whether all files are in one folder.
    let isFlat: Bool
    let choice: Choice

    /// The archive, written while it is sent.
    ///
    /// Opens each file to know its length. Blocks.
    ///
    /// A text in the archive lists the files that cannot be read, with the reasons.
    ///
    /// - Throws: a 400 for too many files, a 503 where too much has changed meanwhile.
    func body(of items: any CollectionView) throws(Problem) -> StreamBody {
        var walk = ItemWalk(items)
        let candidates = candidates()
        var names = UniqueNames()
        var files: [File] = []
        var leftOut: [UInt8] = []
        while true {
            guard let run = try? walk.next(), !run.isEmpty || items.isThere else {
                throw .unavailable("the items changed too much while their files were looked up; try again")
            }
            if run.isEmpty { break }
            for file in candidates(run) {
                guard files.count < Self.mostFiles else {
                    throw .badRequest(
                        "an archive has at most \(Self.mostFiles) files; narrow q down, or take paths.txt or a script")
                }
                // Names that are not UTF-8 get the replacement character.
                let name = names.name(for: Array(String(decoding: file.path, as: UTF8.self).utf8))
                do throws(ImageError) {
                    let content = try file.content.get()
                    guard name.count <= ZIPFormat.longestName else { throw .unreadable("its path is too long") }
                    let entry = ZIPFormat.Entry(
                        name: name, byteCount: UInt64(max(0, content.byteCount)), modified: content.modified)
                    files.append(File(entry: entry, source: content.source))
                } catch {
                    leftOut += file.shown + Array(": \(error.explanation)\n".utf8)
                }
            }
        }
        let note = leftOut.isEmpty ? nil : (name: names.name(for: Array("not-included.txt".utf8)), text: leftOut)
        // Guards the writer: parts are made one at a time, on whichever thread is free.
        let writer = Mutex(ArchiveWriter(files, note: note, collection))
        return StreamBody(count: Int(clamping: writer.withLock { $0.byteCount })) { writer.withLock { $0.next() } }
    }

    /// Finds the files of runs of items.
    private func candidates() -> (_ run: [ItemDetails]) -> [Candidate] {
        switch choice {
        case .originals(let hasCompanions):
            var found = ExportedFiles(collection, hasCompanions: hasCompanions)
            return { run in found.files(of: run).map { original($0) } }
        case .sidecars(let naming):
            var found = SidecarExport(collection, isFlat: isFlat, naming: naming)
            return { run in found.candidates(of: run) }
        }
    }

    private func original(_ file: ExportedFile) -> Candidate {
        let content = Result { () throws(ImageError) in
            let status = try file.open(in: collection).status
            return (status.count, status.modified, Source.file(file, stamp: status.stamp))
        }
        return Candidate(
            path: Self.path(of: file.path, isFlat: isFlat), content: content.map { ($0.0, $0.1, $0.2) },
            shown: file.path.relative)
    }

    /// The path of a file in an archive.
    static func path(of path: ItemPath, isFlat: Bool) -> [UInt8] {
        isFlat || path.relative.first == UInt8(ascii: "/") ? Array(path.name) : path.relative
    }
}
