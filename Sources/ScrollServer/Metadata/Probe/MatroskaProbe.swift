// WebM and Matroska: the elements that lead to the first video track.

import Pixels
import Platform

/// Reads Matroska headers: RFC 8794 (elements), RFC 9559 §5.1.4 (tracks).
enum MatroskaProbe {
    private static let segment = 0x1853_8067, tracks = 0x1654_AE6B, entry = 0xAE, video = 0xE0, cluster = 0x1F43_B675
    private static let pixelWidth = 0xB0, pixelHeight = 0xBA, displayWidth = 0x54B0, displayHeight = 0x54BA
    private static let displayUnit = 0x54B2
    private static let info = 0x1549_A966, timestampScale = 0x2A_D7B1, duration = 0x4489, dateUTC = 0x4461
    private static let title = 0x7BA9
    private static let attachments = 0x1941_A469, attachedFile = 0x61A7, mediaType = 0x4660, fileData = 0x465C
    /// Seconds from the start of 1970 to that of 2001, from which dates count (RFC 8794 §7.6).
    private static let secondsTo2001 = 978_307_200

    private struct Element {
        var id: Int
        /// Offsets of the contents' first byte and of the byte after the last.
        var start: Int
        var end: Int
    }

    /// Reads the header.
    ///
    /// - Throws: `ImageError.damaged` when an element is wrong, `unsupported` where no video track precedes the first
    ///   cluster.
    static func read(_ reader: inout HeaderReader, format: MediaFormat) throws(ImageError) -> ImageHeader {
        let file = Element(id: 0, start: 0, end: reader.count)
        if let segment = try first(segment, of: file, &reader), let tracks = try first(tracks, of: segment, &reader) {
            let info = try? first(info, of: segment, &reader)
            var offset = tracks.start
            while offset < tracks.end {
                let track = try element(at: offset, within: tracks.end, &reader)
                offset = track.end
                guard track.id == entry, let video = try first(video, of: track, &reader),
                    let size = try size(video, &reader)
                else { continue }
                var header = ImageHeader(format: format, width: size.width, height: size.height)
                if let info { try? tell(info, &header, &reader) }
                return header
            }
        }
        throw .unsupported("a video that does not say its size")
    }

    /// Adds the duration, the date and the title (RFC 9559 §5.1.2).
    private static func tell(
        _ info: Element, _ header: inout ImageHeader, _ reader: inout HeaderReader
    ) throws(ImageError) {
        var facts = PictureFacts.none
        // Nanoseconds per unit of durations.
        let scale = try number(timestampScale, of: info, &reader) ?? 1_000_000
        if let element = try first(duration, of: info, &reader) {
            let length: Double? =
                switch element.end - element.start {
                case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: try reader.uint32(element.start))))
                case 8:
                    Double(
                        bitPattern: UInt64(try reader.uint32(element.start)) << 32
                            | UInt64(try reader.uint32(element.start + 4)))
                default: nil
                }
            facts.duration = PictureFacts.positive(length.map { $0 * Double(scale) / 1e9 }, below: 1e8)
        }
        if let element = try first(dateUTC, of: info, &reader), element.end - element.start == 8 {
            let bits =
                UInt64(try reader.uint32(element.start)) << 32 | UInt64(try reader.uint32(element.start + 4))
            let time = FileTime(nanoseconds: Int64(bitPattern: bits))
            header.taken = CaptureTime(time).flatMap {
                CaptureTime(secondsSince1970: $0.secondsSince1970 + secondsTo2001, detail: $0.detail)
            }
            header.isTakenUniversal = header.taken != nil
        }
        if let element = try first(title, of: info, &reader) {
            facts.title = PictureFacts.text(
                try reader.bytes(
                    at: element.start, limit: min(element.end - element.start, PictureFacts.longestText)))
        }
        header.facts = facts == .none ? nil : facts
    }

    /// Returns the byte range of the first attached picture (RFC 9559 §5.1.6); nil where none precedes the clusters.
    static func attachedPicture(_ reader: inout HeaderReader) throws(ImageError) -> Range<Int>? {
        let file = Element(id: 0, start: 0, end: reader.count)
        guard let segment = try first(segment, of: file, &reader),
            let list = try first(attachments, of: segment, &reader)
        else { return nil }
        var offset = list.start
        while offset < list.end {
            let attached = try element(at: offset, within: list.end, &reader)
            offset = attached.end
            guard attached.id == attachedFile, let type = try first(mediaType, of: attached, &reader),
                try reader.matches("image/", at: type.start), let data = try first(fileData, of: attached, &reader)
            else { continue }
            return data.start..<data.end
        }
        return nil
    }

    private static func size(
        _ video: Element, _ reader: inout HeaderReader
    ) throws(ImageError) -> (width: Int, height: Int)? {
        // The display size may differ; the unit tells whether it is in pixels or a ratio.
        let unit = try number(displayUnit, of: video, &reader)
        if unit == nil || unit == 0, let width = try number(displayWidth, of: video, &reader),
            let height = try number(displayHeight, of: video, &reader)
        {
            return (width, height)
        }
        guard let width = try number(pixelWidth, of: video, &reader),
            let height = try number(pixelHeight, of: video, &reader)
        else { return nil }
        return (width, height)
    }

    private static func number(
        _ id: Int, of parent: Element, _ reader: inout HeaderReader
    ) throws(ImageError) -> Int? {
        guard let element = try first(id, of: parent, &reader), element.end - element.start <= 4 else { return nil }
        var value = 0
        for offset in element.start..<element.end { value = value << 8 | (try reader.byte(offset)) }
        return value
    }

    private static func first(
        _ id: Int, of parent: Element, _ reader: inout HeaderReader
    ) throws(ImageError) -> Element? {
        var offset = parent.start
        while offset < parent.end {
            let child = try element(at: offset, within: parent.end, &reader)
            if child.id == id { return child }
            if child.id == cluster { return nil }
            offset = child.end
        }
        return nil
    }

    private static func element(
        at offset: Int, within end: Int, _ reader: inout HeaderReader
    ) throws(ImageError) -> Element {
        let (id, idLength) = try integer(at: offset, keepsMark: true, &reader)
        let (size, sizeLength) = try integer(at: offset + idLength, keepsMark: false, &reader)
        let start = offset + idLength + sizeLength
        // All ones: an unknown size, so everything that is left.
        let isUnknown = size == 1 << (7 * sizeLength) - 1
        guard start <= end, isUnknown || size <= end - start else {
            throw .damaged("an element of \(size) bytes", offset: offset)
        }
        return Element(id: id, start: start, end: isUnknown ? end : start + size)
    }

    /// Reads a number of variable length (RFC 8794 §4): leading zero bits tell how many bytes follow.
    private static func integer(
        at offset: Int, keepsMark: Bool, _ reader: inout HeaderReader
    ) throws(ImageError) -> (value: Int, length: Int) {
        let first = try reader.byte(offset)
        let length = UInt8(truncatingIfNeeded: first).leadingZeroBitCount + 1
        guard length <= 8 else { throw .damaged("a number of more than 8 bytes", offset: offset) }
        var value = keepsMark ? first : first & (0xFF >> length)
        for next in 1..<max(1, length) { value = value << 8 | (try reader.byte(offset + next)) }
        return (value, length)
    }
}
