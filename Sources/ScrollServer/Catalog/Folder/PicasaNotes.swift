// Picasa's notes about the pictures of a directory.

import Metadata
import Platform

/// The notes in a `.picasa.ini`, by the folded names of pictures: see `PathSpelling.folded`.
struct PicasaNotes: Sendable, Equatable {
    /// Names of Picasa's file, which was not hidden in the first versions.
    private static let names = [".picasa.ini", "Picasa.ini"].map { Array($0.utf8) }

    /// The name of the file.
    let name: [UInt8]
    /// `FileStatus.stamp` of the file.
    let stamp: UInt64
    private let notes: [[UInt8]: PicasaNote]

    static func isName(_ name: some Collection<UInt8>) -> Bool { names.contains { $0.elementsEqual(name) } }

    /// Reads the file of an open directory; nil where there is none, or it is a link; blocks.
    ///
    /// - Throws: the error of a read that may succeed later.
    static func read(in directory: Int32) throws(SystemError) -> PicasaNotes? {
        for name in names {
            guard let path = SystemPath(name) else { continue }
            do throws(SystemError) {
                let file = try OpenFile(owning: try FileSystem.open(path, in: directory, followLink: false))
                guard file.status.kind == .regular else { continue }
                let bytes = try file.bytes(at: 0, count: min(file.count, PicasaNote.byteLimit))
                return PicasaNotes(name: name, stamp: file.status.stamp, bytes)
            } catch {
                if !error.isAboutFile { throw error }
            }
        }
        return nil
    }

    private init(name: [UInt8], stamp: UInt64, _ bytes: [UInt8]) {
        (self.name, self.stamp) = (name, stamp)
        let notes = PicasaNote.read(bytes[...]).map { (PathSpelling.folded($0.name), $0.note) }
        self.notes = Dictionary(notes) { first, _ in first }
    }

    subscript(folded: [UInt8]) -> PicasaNote? { notes[folded] }

    /// Returns the folded names of the pictures whose notes differ in two files.
    static func differences(_ first: PicasaNotes?, _ second: PicasaNotes?) -> Set<[UInt8]> {
        let (first, second) = (first?.notes ?? [:], second?.notes ?? [:])
        return Set(first.keys).union(second.keys).filter { first[$0] != second[$0] }
    }
}
