// The pages of a JPEG: the pictures in it that people want to look at.

import Pixels

/// Finds the pages of a JPEG by its index of pictures (CIPA DC-007-2009).
///
/// **A page** is the first picture, and each further one that is a part of a panorama, a view of a stereo pair, an
/// angle, or of undefined type without being a gain map. Large thumbnails, which cameras write for screens, are none.
/// Pages are in the order of the index.
///
/// An entry that lies outside of the file, begins within another page, or is no JPEG is left out. So the pages together
/// are no longer than the file, and an entry that leads back is never followed.
package struct JPEGPages: Sendable {
    /// Most bytes that are read of a picture to find out whether it is a gain map.
    private static let headerByteLimit = 1 << 17
    /// Most bytes that are read so of all pictures; further ones count as pages.
    private static let byteLimit = 1 << 22

    /// Byte ranges of the pages in the file; the first one begins at 0.
    package private(set) var pages: [Range<Int>]
    /// Whether one of the other pictures is a gain map.
    private(set) var hasGainMap = false
    /// Why pictures are left out; nil where none is.
    package private(set) var error: ImageError?

    /// Finds the pages of a file; a single one in a JPEG without an index.
    package init(_ source: ByteSource) {
        var reader = HeaderReader(source)
        guard let segment = (try? JPEGProbe.read(&reader, at: 0))?.pictureIndex,
            let index = MultiPictureIndex(&reader, in: segment)
        else {
            self.init(single: source.count)
            return
        }
        self.init(index, in: segment, of: source)
    }

    private init(single byteCount: Int) { pages = [0..<byteCount] }

    /// Finds the pages that an index in the bytes `segment` leads to.
    init(_ index: MultiPictureIndex, in segment: Range<Int>, of source: ByteSource) {
        let own = index.entries.first { $0.offset == 0 }?.byteCount ?? 0
        pages = [0..<(own > segment.upperBound ? min(own, source.count) : source.count)]
        var leftOut = 0
        var readByteCount = 0
        for picture in Self.apart(index, in: segment, of: source, leftOut: &leftOut) {
            let (kind, range) = picture
            guard source.bytes(at: range.lowerBound, count: 3) == [0xFF, 0xD8, 0xFF] else {
                leftOut += 1
                continue
            }
            if kind == .undefined, readByteCount < Self.byteLimit {
                var reader = HeaderReader(source.part(range), budget: Self.headerByteLimit)
                let facts = (try? JPEGProbe.read(&reader, at: 0))?.header.facts
                readByteCount += reader.readByteCount
                if facts?.extras.contains(PictureFacts.gainMap) == true {
                    hasGainMap = true
                    continue
                }
            }
            if kind == .gainMap { hasGainMap = true } else { pages.append(range) }
        }
        guard leftOut > 0 else { return }
        let what = leftOut == 1 ? "1 entry of its index leads" : "\(leftOut) entries of its index lead"
        error = .damaged("\(what) to no picture of its own", offset: segment.lowerBound)
    }

    /// Returns the further pictures that may be pages or gain maps, in the order of the index, without those outside of
    /// the file and those that begin within another one.
    private static func apart(
        _ index: MultiPictureIndex, in segment: Range<Int>, of source: ByteSource, leftOut: inout Int
    ) -> [(kind: MultiPictureIndex.Kind, range: Range<Int>)] {
        let wanted = index.entries.filter { $0.kind != .other && $0.offset > 0 }
        let found = wanted.compactMap { entry -> (kind: MultiPictureIndex.Kind, range: Range<Int>)? in
            let start = segment.lowerBound + entry.offset
            guard start >= segment.upperBound, start < source.count, entry.byteCount > 0 else { return nil }
            // A file that is cut off shows as much of the picture as is there.
            return (entry.kind, start..<start + min(entry.byteCount, source.count - start))
        }
        var end = segment.upperBound
        var isApart = [Bool](repeating: false, count: found.count)
        let byStart = found.indices.sorted { (found[$0].range.lowerBound, $0) < (found[$1].range.lowerBound, $1) }
        for place in byStart where found[place].range.lowerBound >= end {
            (isApart[place], end) = (true, found[place].range.upperBound)
        }
        let apart = found.indices.filter { isApart[$0] }.map { found[$0] }
        leftOut += wanted.count - apart.count
        return apart
    }
}
