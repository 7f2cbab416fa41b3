// MP4 and QuickTime: the video track's displayed size and rotation.

import Pixels

/// Reads movie headers: ISO/IEC 14496-12 §8.3.2 (`tkhd`), §8.4.3 (`hdlr`).
enum MP4Probe {
    /// Reads the header; throws `ImageError.damaged` when a box is wrong, `unsupported` where there is no video track.
    static func read(_ reader: inout HeaderReader, format: MediaFormat) throws(ImageError) -> ImageHeader {
        guard let movie = try ISOBox(reader).child("moov", &reader) else {
            throw .damaged("no movie box", offset: reader.count)
        }
        var boxes = movie.boxes()
        while let track = try boxes.next(&reader) {
            guard track.type == ISOBox.code("trak"), try isPictures(track, &reader),
                var header = try header(track, &reader, format: format)
            else { continue }
            let told = MovieFacts(movie, &reader)
            (header.taken, header.isTakenUniversal) = (told.taken, told.isTakenUniversal)
            header.facts = told.facts == .none ? nil : told.facts
            return header
        }
        throw .unsupported("sound without pictures")
    }

    private static func isPictures(_ track: ISOBox, _ reader: inout HeaderReader) throws(ImageError) -> Bool {
        guard let media = try track.child("mdia", &reader), let handler = try media.child("hdlr", &reader) else {
            return false
        }
        return try reader.matches("vide", at: handler.start + 8)
    }

    private static func header(
        _ track: ISOBox, _ reader: inout HeaderReader, format: MediaFormat
    ) throws(ImageError) -> ImageHeader? {
        guard let box = try track.child("tkhd", &reader) else { return nil }
        // Version 1 has 64-bit times and durations.
        let matrix = box.start + (try reader.byte(box.start) == 1 ? 52 : 40)
        // 16.16 fixed point.
        let (width, height) = (try reader.uint32(matrix + 36) >> 16, try reader.uint32(matrix + 40) >> 16)
        guard width > 0, height > 0 else { return nil }
        let orientation: Int
        switch (try sign(matrix, &reader), try sign(matrix + 4, &reader)) {
        case (0, 1): orientation = 6
        case (-1, _): orientation = 3
        case (0, -1): orientation = 8
        default: orientation = 1
        }
        return ImageHeader(format: format, width: width, height: height, orientation: orientation)
    }

    /// Reads the sign of a 32-bit number.
    private static func sign(_ offset: Int, _ reader: inout HeaderReader) throws(ImageError) -> Int {
        Int(Int32(truncatingIfNeeded: try reader.uint32(offset)).signum())
    }
}
