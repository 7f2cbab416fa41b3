// Files that accompany a picture beside them: its raw file, and files of other programs about it.

import Platform

/// Recognizes by name the files of a directory that belong together.
///
/// For example `DSC001.JPG`, `DSC001.ARW`, `DSC001.xmp` and `DSC001.ARW.xmp`. Extensions are all lower or all upper
/// case, stems equal byte for byte.
package enum CompanionFiles {
    /// Raw files that cameras write beside a JPEG or HEIC.
    private static let rawEndings = [
        "arw", "cr2", "cr3", "crw", "dng", "erf", "nef", "nrw", "orf", "pef", "raf", "rw2", "sr2", "srw", "x3f",
    ]
    private static let pictureEndings = ["jpg", "jpeg", "heic", "heif", "hif"]
    /// Edits by Adobe's and other programs, Apple's edits, a camera's thumbnail of a video, the video of a live photo.
    private static let otherEndings = ["xmp", "aae", "thm", "mov"]

    /// Films beside which cameras write thumbnails.
    private static let filmEndings = ["mp4", "mov", "avi", "mpg", "mpeg", "m4v", "3gp", "mts", "m2ts", "mkv"]

    package struct Companion: Sendable, Equatable {
        package let name: [UInt8]
        package let byteCount: Int
    }

    /// Whether a file is a raw file with a picture beside it; for raw files at most ten system calls, else none.
    static func isPairedRaw(_ name: ArraySlice<UInt8>, in directory: Int32) -> Bool {
        guard let stem = stem(of: name, endings: rawEndings) else { return false }
        return names(stem, pictureEndings).contains { status(of: $0, in: directory) != nil }
    }

    /// Adds the raw files beside the pictures of a listing, including removed pictures.
    ///
    /// A raw file is hidden when its picture appears, and shown again when the picture is removed.
    static func addRaws(to listing: inout DirectoryListing, in directory: Int32) {
        add(rawEndings, beside: pictureEndings, to: &listing, in: directory)
    }

    /// Adds the files with some endings beside those of a listing with others.
    private static func add(
        _ added: [String], beside endings: [String], to listing: inout DirectoryListing, in directory: Int32
    ) {
        let listed = (0..<listing.count).map { Array(listing.name(at: $0)) }
        var known = Set(listed)
        for name in listed {
            guard let stem = stem(of: name[...], endings: endings) else { continue }
            for other in names(stem, added) where !known.contains(other) && status(of: other, in: directory) != nil {
                known.insert(other)
                listing.append(other[...], kind: .unknown)
            }
        }
    }

    /// Whether a file is a camera's thumbnail of a film or picture beside it; for `.thm` some fifty system calls, else
    /// none.
    static func isThumbnail(_ name: ArraySlice<UInt8>, in directory: Int32) -> Bool {
        guard let stem = stem(of: name, endings: ["thm"]) else { return false }
        return names(stem, filmEndings + pictureEndings + rawEndings).contains { status(of: $0, in: directory) != nil }
    }

    /// Adds the thumbnails beside the films and pictures of a listing, including removed ones.
    ///
    /// A thumbnail without its film or picture is shown as a picture.
    static func addThumbnails(to listing: inout DirectoryListing, in directory: Int32) {
        add(["thm"], beside: filmEndings + pictureEndings + rawEndings, to: &listing, in: directory)
    }

    /// Returns the files that accompany the file `name`, each once even if the file system ignores case.
    ///
    /// `sidecars` are the names of its known sidecars; `directory` is an open descriptor.
    static func all(of name: ArraySlice<UInt8>, besides sidecars: [[UInt8]], in directory: Int32) -> [Companion] {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return [] }
        var found = names(name[..<dot], rawEndings + otherEndings)
        found += names(name, ["xmp"])
        for raw in names(name[..<dot], rawEndings) { found += names(raw[...], ["xmp"]) }
        found += sidecars
        var seen: Set<FileIdentity> = []
        if let own = status(of: Array(name), in: directory) { seen.insert(own.identity) }
        return found.compactMap { name in
            guard let status = status(of: name, in: directory), seen.insert(status.identity).inserted else {
                return nil
            }
            return Companion(name: name, byteCount: status.count)
        }
    }

    private static func stem(of name: ArraySlice<UInt8>, endings: [String]) -> ArraySlice<UInt8>? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
        let ending = name[(dot + 1)...].map { $0 | 0x20 }
        return endings.contains { $0.utf8.elementsEqual(ending) } ? name[..<dot] : nil
    }

    private static func names(_ stem: ArraySlice<UInt8>, _ endings: [String]) -> [[UInt8]] {
        endings.flatMap { ending in
            [ending, ending.uppercased()].map { Array(stem) + [UInt8(ascii: ".")] + Array($0.utf8) }
        }
    }

    /// The status of a file; nil if it does not exist or is a link.
    private static func status(of name: [UInt8], in directory: Int32) -> FileStatus? {
        FileSystem.status(ofEntry: name, in: directory).flatMap { $0.kind == .regular ? $0 : nil }
    }
}
