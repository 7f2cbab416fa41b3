// The files beside a picture in which other programs store what people write about it.

import Imaging
import Platform

/// The files of one picture: XMP, the JSON of Google Takeout, and its section of Picasa's file.
///
/// Of XMP files `IMG_1.CR2.xmp`, as darktable names it, wins over `IMG_1.xmp`, as Lightroom does. Links are not
/// followed.
struct Sidecar: Sendable {
    /// A file that was found.
    struct File: Sendable {
        let name: [UInt8]
        let role: SidecarNames.Candidate.Role
        /// `FileStatus.stamp` of the file.
        var stamp: UInt64
    }

    /// Most bytes read of an XMP file: darktable stores masks and the history of edits in it.
    private static let byteLimit = 1 << 20
    /// Most of darktable's duplicates that are read.
    private static let mostDuplicates = 8

    private(set) var files: [File]
    private let note: PicasaNote?

    /// Whether nothing is left after reading.
    var isEmpty: Bool { files.isEmpty && note == nil }

    /// A hash of the states of all files and of the note.
    struct Stamp: Sendable, Equatable {
        fileprivate let value: UInt64

        /// The cache key of the facts of a picture and its sidecar, a hash of both stamps.
        func stamp(with picture: UInt64) -> UInt64 {
            var hash = StableHash()
            hash.add(picture)
            hash.add(value)
            return hash.value
        }
    }

    /// The stamp of what was found.
    var stamp: Stamp {
        var hash = StableHash()
        for file in files {
            hash.add(file.name)
            hash.add(file.stamp)
        }
        if let note { hash.add(note.stamp) }
        return Stamp(value: hash.value)
    }

    /// Finds the files of a picture among those of the right names; nil where there is none.
    ///
    /// One system call for each, and two more where a name matches only but for its case or composition.
    static func find(_ found: SidecarNames.Found?, beside picture: ArraySlice<UInt8>, in directory: Int32) -> Sidecar? {
        guard let found else { return nil }
        var files: [File] = []
        for file in found.files {
            switch file.role {
            case .long, .short: if !files.isEmpty { continue }
            case .duplicate: if files.count > mostDuplicates { continue }
            case .takeout: if files.last?.role == .takeout { continue }
            }
            guard let status = status(of: file.name, in: directory), status.kind == .regular,
                !belongsToAnother(file, than: picture, in: directory)
            else { continue }
            files.append(File(name: file.name, role: file.role, stamp: status.stamp))
        }
        return files.isEmpty && found.note == nil ? nil : Sidecar(files: files, note: found.note)
    }

    /// Whether another picture is there whose name is in the file's name exactly.
    ///
    /// So `a.jpg.xmp` is not that of `A.jpg` if there is an `a.jpg`. Nor is `a_01.jpg.xmp` a duplicate of `a.jpg` if
    /// there is an `a_01.jpg`.
    private static func belongsToAnother(
        _ file: SidecarNames.Candidate, than picture: ArraySlice<UInt8>, in directory: Int32
    ) -> Bool {
        guard file.role == .duplicate || file.role == .long && !file.isExact else { return false }
        guard let other = status(of: file.name.dropLast(4), in: directory) else { return false }
        // A file system may ignore case and composition.
        return other.identity != status(of: picture, in: directory)?.identity
    }

    private static func status(of name: some Collection<UInt8>, in directory: Int32) -> FileStatus? {
        SystemPath(name).flatMap { try? FileSystem.status(of: $0, in: directory, followLink: false) }
    }

    /// What the files tell, by who tells it.
    struct Facts {
        var xmp = PictureFacts()
        var takeout = PictureFacts()
        var picasa = PictureFacts()
    }

    /// Reads the files; blocks.
    ///
    /// Those that cannot be read are dropped, unless only a change of their permissions can help, which changes the
    /// stamp: they would else count as changed whenever they are found.
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

    /// Adds the sidecar's facts to the header.
    ///
    /// What people have written is taken from XMP, being newer; camera data, time and place from the picture, if it has
    /// them. Takeout's caption and people count before the picture's own, since they were written later.
    mutating func readSidecar(beside picture: ArraySlice<UInt8>, in directory: Int32) {
        guard var header, var sidecar else { return }
        let told = sidecar.read(beside: picture, in: directory)
        self.sidecar = sidecar.isEmpty ? nil : sidecar
        var facts = header.facts ?? .none
        // Films tell their time in the header alone.
        if facts.taken == nil {
            facts.setTaken(header.taken, zone: nil, from: header.format.isVideo ? .created : .exifOriginal)
        }
        var later = PictureFacts()
        (later.caption, later.people) = (told.takeout.caption, told.takeout.people)
        facts.prefer(later)
        facts.prefer(told.xmp)
        facts.complete(with: told.xmp)
        // Cameras and programs write 0 for "not rated", which a star is to replace.
        if facts.rating == 0 { facts.rating = told.takeout.rating ?? told.picasa.rating ?? 0 }
        facts.complete(with: told.takeout)
        facts.complete(with: told.picasa)
        header.taken = facts.taken
        header.facts = facts == .none ? nil : facts
        self.header = header
    }
}
