// Files beside a picture in which other programs store metadata.

import Metadata
import Platform

/// The sidecars of one picture: XMP files, the JSON of Google Takeout, and a section of Picasa's file.
///
/// Darktable's `IMG_1.CR2.xmp` counts before Lightroom's `IMG_1.xmp`. Links are not followed.
struct Sidecar: Sendable {
    /// A file that was found.
    struct File: Sendable {
        let name: [UInt8]
        let role: SidecarNames.Candidate.Role
        /// `FileStatus.stamp` of the file.
        var stamp: UInt64
    }

    /// Most bytes read of an XMP file, in which darktable also stores masks and the history of edits.
    private static let byteLimit = 1 << 20
    /// Most sidecars of darktable's duplicates that are read.
    private static let mostDuplicates = 8

    private(set) var files: [File]
    private let note: PicasaNote?

    /// Whether it has neither files nor a note, as after failed reads.
    var isEmpty: Bool { files.isEmpty && note == nil }

    /// A hash of the names and stamps of all files, and of the note.
    struct Stamp: Sendable, Equatable {
        fileprivate let value: UInt64

        /// Returns the cache key of the facts of a picture and its sidecars: a hash of both stamps.
        func stamp(with picture: UInt64) -> UInt64 {
            var hash = StableHash()
            hash.add(picture)
            hash.add(value)
            return hash.value
        }
    }

    /// The stamp of the files and the note.
    var stamp: Stamp {
        var hash = StableHash()
        for file in files {
            hash.add(file.name)
            hash.add(file.stamp)
        }
        if let note { hash.add(note.stamp) }
        return Stamp(value: hash.value)
    }

    /// Finds the sidecars of a picture among candidates; nil where there are none.
    ///
    /// Makes one system call for each, and two more for duplicates and for names that differ in case or composition.
    static func find(_ found: SidecarNames.Found?, beside picture: ArraySlice<UInt8>, in directory: Int32) -> Sidecar? {
        guard let found else { return nil }
        var files: [File] = []
        for file in found.files {
            switch file.role {
            case .long, .short: if !files.isEmpty { continue }
            case .duplicate: if files.count > mostDuplicates { continue }
            case .takeout: if files.last?.role == .takeout { continue }
            }
            guard let status = FileSystem.status(ofEntry: file.name, in: directory), status.kind == .regular,
                !belongsToAnother(file, than: picture, in: directory)
            else { continue }
            files.append(File(name: file.name, role: file.role, stamp: status.stamp))
        }
        return files.isEmpty && found.note == nil ? nil : Sidecar(files: files, note: found.note)
    }

    /// Returns whether the file's name contains the exact name of another existing picture.
    ///
    /// So `a.jpg.xmp` does not belong to `A.jpg` if `a.jpg` exists, nor `a_01.jpg.xmp` to `a.jpg` if `a_01.jpg` exists.
    private static func belongsToAnother(
        _ file: SidecarNames.Candidate, than picture: ArraySlice<UInt8>, in directory: Int32
    ) -> Bool {
        guard file.role == .duplicate || file.role == .long && !file.isExact else { return false }
        guard let other = FileSystem.status(ofEntry: file.name.dropLast(4), in: directory) else { return false }
        // A file system may ignore case and composition.
        return other.identity != FileSystem.status(ofEntry: picture, in: directory)?.identity
    }

    /// The facts in the files, by the program that wrote them.
    struct Facts {
        var xmp = PictureFacts()
        var takeout = PictureFacts()
        var picasa = PictureFacts()
    }

    /// Reads the files; blocks.
    ///
    /// Drops those that cannot be read, unless only a change of their permissions can help: without those, the sidecar
    /// would count as changed whenever it is found.
    mutating func read(beside picture: ArraySlice<UInt8>, in directory: Int32) -> Facts {
        var facts = Facts()
        files = files.compactMap { file in
            let limit = file.role == .takeout ? TakeoutFacts.longest : Self.byteLimit
            guard let path = SystemPath(file.name) else { return nil }
            let descriptor: Int32
            do throws(SystemError) {
                descriptor = try FileSystem.open(path, in: directory, followLink: false)
            } catch {
                return error.isPermission ? file : nil
            }
            guard let open = try? OpenFile(owning: descriptor), open.status.kind == .regular,
                let bytes = try? open.bytes(at: 0, count: min(open.count, limit))
            else { return nil }
            if file.role == .takeout {
                facts.takeout = TakeoutFacts.read(bytes[...], zone: .local) ?? PictureFacts()
                if let title = facts.takeout.title,
                    TakeoutName.isTitle(PathSpelling.folded(title.utf8), of: PathSpelling.folded(picture))
                {
                    facts.takeout.title = nil
                }
            } else {
                facts.xmp.complete(with: XMPFacts.read(bytes[...], limit: limit))
            }
            return File(name: file.name, role: file.role, stamp: open.status.stamp)
        }
        if let note { facts.picasa = note.facts }
        return facts
    }
}

extension ItemStore.Finding {
    /// The cache key of the facts.
    var stampWithSidecar: UInt64 { sidecar?.stamp.stamp(with: stamp) ?? stamp }

    /// Adds the sidecars' facts to the header.
    ///
    /// Descriptions are taken from XMP files first, which are newer than the picture. Camera data, time and position
    /// are taken from the picture first. Takeout's caption and people count before the picture's, since they are newer.
    mutating func readSidecar(beside picture: ArraySlice<UInt8>, in directory: Int32) {
        guard var header, var sidecar else { return }
        let added = sidecar.read(beside: picture, in: directory)
        self.sidecar = sidecar.isEmpty ? nil : sidecar
        var facts = header.facts ?? .none
        // Videos have their time only in the header.
        if facts.taken == nil {
            facts.setTaken(header.taken, zone: nil, from: header.format.isVideo ? .created : .exifOriginal)
        }
        var later = PictureFacts()
        (later.caption, later.people) = (added.takeout.caption, added.takeout.people)
        facts.prefer(later)
        facts.prefer(added.xmp)
        facts.complete(with: added.xmp)
        // Cameras and programs write 0 for "not rated", which a star of Takeout or Picasa replaces.
        if facts.rating == 0 { facts.rating = added.takeout.rating ?? added.picasa.rating ?? 0 }
        facts.complete(with: added.takeout)
        facts.complete(with: added.picasa)
        header.taken = facts.taken
        header.facts = facts == .none ? nil : facts
        self.header = header
    }
}
