// A ZIP archive, part by part.

import Catalog
import HTTP
import Pixels
import Platform

/// Writes the files of an archive and its directory.
///
/// Takes constant memory, besides the directory's entries.
struct ArchiveWriter {
    private static let partByteCount = 256 << 10
    /// Entries of the directory in a part.
    private static let runCount = 1000

    private let entries: [ZIPFormat.Entry]
    private let files: [ArchiveContents.File]
    /// The bytes of the last entry, a text; nil if there is none.
    private let text: [UInt8]?
    private let collection: any ItemCollection
    private var checksums: [UInt32] = []
    private var offsets: [UInt64] = []
    /// Bytes written.
    private var offset: UInt64 = 0
    /// The file that is being written, and how many of its bytes have been.
    private var open: (file: OpenFile, sent: Int, checksum: CRC32)?
    private var directoryStart: UInt64?
    private var directoryCount = 0
    private var isEnded = false

    /// The length of the whole archive in bytes.
    let byteCount: UInt64

    init(_ files: [ArchiveContents.File], note: (name: [UInt8], text: [UInt8])?, _ collection: any ItemCollection) {
        (self.files, self.collection, text) = (files, collection, note?.text)
        let last = note.map {
            ZIPFormat.Entry(
                name: $0.name, byteCount: UInt64($0.text.count),
                modified: FileTime(seconds: Int(System.unixSeconds()), nanoseconds: 0))
        }
        entries = files.map(\.entry) + (last.map { [$0] } ?? [])
        var (offset, directory): (UInt64, UInt64) = (0, 0)
        for entry in entries {
            directory += UInt64(ZIPFormat.centralHeader(entry, checksum: 0, offset: offset).count)
            offset += UInt64(ZIPFormat.localHeader(entry).count + ZIPFormat.descriptor(entry, checksum: 0).count)
            offset += entry.byteCount
        }
        let end = ZIPFormat.end(entryCount: entries.count, offset: offset, byteCount: directory)
        byteCount = offset + directory + UInt64(end.count)
    }

    /// The next part.
    ///
    /// Blocks. Fails if a file has changed since the archive was begun.
    mutating func next() -> StreamBody.Part {
        guard !isEnded else { return .end }
        do {
            let part = try open != nil ? moreOfFile() : offsets.count < entries.count ? nextFile() : directory()
            offset += UInt64(part.count)
            return .bytes(part)
        } catch {
            return .failed
        }
    }

    private mutating func nextFile() throws -> [UInt8] {
        let index = offsets.count
        let entry = entries[index]
        offsets.append(offset)
        let header = ZIPFormat.localHeader(entry)
        switch index < files.count ? files[index].source : nil {
        case .file(let exported, let stamp):
            let file = try exported.open(in: collection)
            guard file.status.stamp == stamp else { throw ImageError.changed }
            open = (file, 0, CRC32())
            return try header + moreOfFile()
        case .made(let make): return try header + whole(try make(), of: entry)
        case nil: return try header + whole(text ?? [], of: entry)
        }
    }

    /// The bytes of a file that is not read piece by piece, and its descriptor.
    private mutating func whole(_ bytes: [UInt8], of entry: ZIPFormat.Entry) throws -> [UInt8] {
        guard UInt64(bytes.count) == entry.byteCount else { throw ImageError.changed }
        let checksum = CRC32.checksum(bytes.span)
        checksums.append(checksum)
        return bytes + ZIPFormat.descriptor(entry, checksum: checksum)
    }

    /// The next bytes of the open file; after the last ones its descriptor.
    private mutating func moreOfFile() throws -> [UInt8] {
        guard let open else { return [] }
        let file = open.file
        var (sent, checksum) = (open.sent, open.checksum)
        let bytes = try file.bytes(at: sent, count: min(Self.partByteCount, file.count - sent))
        guard !bytes.isEmpty || sent == file.count else { throw ImageError.changed }
        checksum.update(bytes.span)
        sent += bytes.count
        guard sent == file.count else {
            self.open = (file, sent, checksum)
            return bytes
        }
        guard try file.isUnchanged() else { throw ImageError.changed }
        self.open = nil
        checksums.append(checksum.value)
        return bytes + ZIPFormat.descriptor(entries[checksums.count - 1], checksum: checksum.value)
    }

    private mutating func directory() -> [UInt8] {
        let start = directoryStart ?? offset
        directoryStart = start
        let run = directoryCount..<min(directoryCount + Self.runCount, entries.count)
        directoryCount = run.upperBound
        var part = run.flatMap {
            ZIPFormat.centralHeader(entries[$0], checksum: checksums[$0], offset: offsets[$0])
        }
        if directoryCount == entries.count {
            isEnded = true
            part += ZIPFormat.end(
                entryCount: entries.count, offset: start, byteCount: offset + UInt64(part.count) - start)
        }
        return part
    }
}
