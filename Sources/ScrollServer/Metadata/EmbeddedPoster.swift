// The preview picture that a video or a HEIC contains.

import Pixels

/// Finds the preview by the file's structure, without searching the data.
package enum EmbeddedPoster {
    /// Most bytes of a preview that is read.
    private static let byteLimit = 1 << 24

    /// Reads the JPEG or PNG preview in a file; nil where it has none.
    ///
    /// - MP4, QuickTime: `covr` among the metadata that iTunes writes (Apple, "QuickTime File Format", user data).
    /// - Matroska: the first attached picture (RFC 9559 §5.1.6).
    /// - HEIC: an item that is a JPEG (ISO/IEC 23008-12 annex H), else the thumbnail of its EXIF block.
    package static func find(in source: ByteSource, _ format: MediaFormat) -> [UInt8]? {
        var reader = HeaderReader(source)
        let range: Range<Int>? =
            switch format {
            case .mp4, .quickTime: try? cover(&reader)
            case .matroska: try? MatroskaProbe.attachedPicture(&reader)
            case .heic: try? HEIFItems.thumbnail(&reader)
            default: nil
            }
        guard let range, !range.isEmpty, range.lowerBound >= 0, range.upperBound <= source.count,
            range.count <= byteLimit
        else { return nil }
        let bytes = source.bytes(at: range.lowerBound, count: range.count)
        guard bytes.count == range.count, let found = MediaFormat.sniff(bytes), found == .jpeg || found == .png else {
            return nil
        }
        return bytes
    }

    private static func cover(_ reader: inout HeaderReader) throws(ImageError) -> Range<Int>? {
        guard let movie = try ISOBox(reader).child("moov", &reader), let user = try movie.child("udta", &reader),
            let meta = try user.child("meta", &reader),
            // A full box: version and flags come first.
            let list = try meta.child("ilst", from: meta.start + 4, &reader),
            let cover = try list.child("covr", &reader), let data = try cover.child("data", &reader),
            data.end - data.start > 8
        else { return nil }
        return data.start + 8..<data.end
    }
}
