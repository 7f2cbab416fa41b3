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

    /// A file that goes into the archive.
    struct File: Sendable {
        let entry: ZIPFormat.Entry
        let file: ExportedFile
        /// `FileStatus.stamp` when the archive was begun.
        let stamp: UInt64
    }

    let collection: any ItemCollection
    /// Whether all files are in one folder.
    let isFlat: Bool
    let hasCompanions: Bool

    /// The archive, written while it is sent.
    ///
    /// Opens each file to know its length. Blocks.
    ///
    /// A text in the archive lists the files that cannot be read, with the reasons.
    ///
    /// - Throws: a 400 for too many files, a 503 where too much has changed meanwhile.
    func body(of items: any CollectionView) throws(Problem) -> StreamBody {
        var walk = ItemWalk(items)
        var found = ExportedFiles(collection, hasCompanions: hasCompanions)
        var names = UniqueNames()
        var files: [File] = []
        var leftOut: [UInt8] = []
        while true {
            let run: [ItemDetails]
            do throws(ItemCursor.Failure) {
                run = try walk.next()
            } catch {
                throw .unavailable("the items changed too much while their files were looked up; try again")
            }
            if run.isEmpty {
                guard items.isThere else {
                    throw .unavailable("the items changed too much while their files were looked up; try again")
                }
                break
            }
            for file in found.files(of: run) {
                guard files.count < Self.mostFiles else {
                    throw .badRequest(
                        "an archive has at most \(Self.mostFiles) files; narrow q down, or take paths.txt or a script")
                }
                do throws(ImageError) {
                    let status = try file.open(in: collection).status
                    let isInside = !isFlat && file.path.relative.first != UInt8(ascii: "/")
                    let path = isInside ? file.path.relative : Array(file.path.name)
                    // Names that are not UTF-8 get the replacement character.
                    let name = names.name(for: Array(String(decoding: path, as: UTF8.self).utf8))
                    guard name.count <= ZIPFormat.longestName else { throw .unreadable("its path is too long") }
                    let entry = ZIPFormat.Entry(
                        name: name, byteCount: UInt64(max(0, status.count)), modified: status.modified)
                    files.append(File(entry: entry, file: file, stamp: status.stamp))
                } catch {
                    leftOut += file.path.relative + Array(": \(error.explanation)\n".utf8)
                }
            }
        }
        let note = leftOut.isEmpty ? nil : (name: names.name(for: Array("not-included.txt".utf8)), text: leftOut)
        // Guards the writer: parts are made one at a time, on whichever thread is free.
        let writer = Mutex(ArchiveWriter(files, note: note, collection))
        return StreamBody(count: Int(clamping: writer.withLock { $0.byteCount })) { writer.withLock { $0.next() } }
    }
}
