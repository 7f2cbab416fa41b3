// The film in a motion photo: a still picture with an MP4 or QuickTime file in it.

import Pixels

/// A film that lies in the file of a still picture.
///
/// Where it is stands in XMP (Android's Motion Photo format 1.0, and its predecessor Micro Video), in a box of HEIF
/// files, or in the directory that Samsung's cameras write at the file's end. None of them is trusted: a film begins
/// with a file type box (ISO/IEC 14496-12 §4.3).
package struct EmbeddedFilm: Sendable, Equatable {
    /// The film's bytes in the file.
    package let range: Range<Int>
    package let format: MediaFormat

    /// Most bytes that are read to find the box of a HEIF file.
    private static let boxByteLimit = 1 << 16

    /// What a picture says about a film in its file.
    struct Claim: Sendable, Equatable {
        /// Distance of the film's start from the end of the file, in bytes; nil where only its presence is stated.
        var distance: Int?
        /// The film's length in bytes; nil where it extends to the end of the file.
        var byteCount: Int?
    }

    /// Finds the film of a picture; nil where the picture states none, or there is none at the stated place.
    ///
    /// Reads the end of the file only where its facts are those of a motion photo, or of a camera by Samsung.
    ///
    /// `open` gives the whole file.
    static func find(
        _ facts: PictureFacts?, _ format: MediaFormat, in open: () throws(ImageError) -> ByteSource
    ) throws(ImageError) -> EmbeddedFilm? {
        let isSamsung = facts?.camera?.lowercased().hasPrefix("samsung") == true
        guard let facts, facts.claimedFilm != nil || isSamsung else { return nil }
        let source = try open()
        if isSamsung, format == .jpeg, let range = SamsungTrailer.film(in: source),
            let film = EmbeddedFilm(range, in: source)
        {
            return film
        }
        if let claim = facts.claimedFilm, let distance = claim.distance, distance > 0, distance <= source.count {
            let start = source.count - distance
            if let film = EmbeddedFilm(start..<start + min(claim.byteCount ?? distance, distance), in: source) {
                return film
            }
        }
        guard format == .heic else { return nil }
        var reader = HeaderReader(source, budget: boxByteLimit)
        guard let box = try? ISOBox(reader).child("mpvd", from: 0, &reader) else { return nil }
        return EmbeddedFilm(box.start..<box.end, in: source)
    }

    /// Checks that a film begins at the start of a byte range; nil where it does not.
    private init?(_ range: Range<Int>, in source: ByteSource) {
        guard range.lowerBound >= 0, range.upperBound <= source.count, range.count >= 16 else { return nil }
        let start = source.bytes(at: range.lowerBound, count: 16)
        guard start.count == 16, start[4..<8].elementsEqual("ftyp".utf8),
            let format = MediaFormat.sniff(start), [.mp4, .quickTime].contains(format)
        else { return nil }
        let byteCount = start[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard (16...range.count).contains(byteCount) else { return nil }
        (self.range, self.format) = (range, format)
    }
}

extension PictureFacts {
    /// The file has a film that belongs to the picture.
    package static let filmWord = "film"

    /// Notes the film of the picture's file, where there is one.
    ///
    /// - Throws: `ImageError.damaged` where the reader has only the file's beginning, and the end would be needed.
    static func noteFilm(
        in facts: inout PictureFacts?, _ format: MediaFormat, _ reader: inout HeaderReader
    ) throws(ImageError) {
        let film = try EmbeddedFilm.find(facts, format) { () throws(ImageError) in try reader.mustReadSource() }
        guard let film else { return }
        facts?.film = film
        facts?.addExtra(filmWord)
    }
}
