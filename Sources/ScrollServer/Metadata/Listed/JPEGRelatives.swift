// The sizes of JPEG 2000, JPEG XR and JPEG-LS pictures.

import Pixels
import Tiling

extension FormatTraits {
    static let jpeg2000 = listed(
        .jpeg2000, "jp2", "image/jp2", title: "JPEG 2000",
        endings: ["jp2", "j2k", "j2c", "jpc", "jpf", "jpx", "jpm"], size: JPEG2000Header.size
    ) { $0.starts(with: JPEG2000Header.container) || $0.starts(with: JPEG2000Header.codestream) }

    /// Its header is that of a TIFF with another version, and other tags for the size (ITU-T T.832 §A).
    static let jpegXR = listed(
        .jpegXR, "jxr", "image/jxr", title: "JPEG XR", endings: ["jxr", "wdp", "hdp"],
        size: { (reader) throws(ImageError) in
            let directory = try TIFFDirectory(firstOf: &reader, at: 0, end: reader.count, versions: [0x1BC])
            guard let width = directory.number(0xBC80, &reader), let height = directory.number(0xBC81, &reader) else {
                return nil
            }
            return PixelSize(width: width, height: height)
        }
    ) { $0.starts(with: [0x49, 0x49, 0xBC, 0x01]) }

    /// Recognised with JPEG.
    static let jpegLS = listed(
        .jpegLS, "jls", "image/jls", title: "JPEG-LS", endings: ["jls"], size: JPEGLSHeader.size
    ) { _ in false }
}

/// ISO/IEC 15444-1: §I (the boxes of a JP2) and §A.5 (the size in a codestream).
enum JPEG2000Header {
    static let container: [UInt8] = [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]
    static let codestream: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]

    static func size(_ reader: inout HeaderReader) throws(ImageError) -> PixelSize? {
        if try reader.uint32(0) == codestream.bigEndianNumber {
            // The size and the offset of the reference grid.
            return PixelSize(
                width: try reader.uint32(8) - reader.uint32(16), height: try reader.uint32(12) - reader.uint32(20))
        }
        guard let header = try ISOBox(reader).child("jp2h", &reader), let image = try header.child("ihdr", &reader)
        else { return nil }
        return PixelSize(width: try reader.uint32(image.start + 4), height: try reader.uint32(image.start))
    }
}

/// JPEG-LS (ITU-T T.87): a JPEG with a frame header of its own.
enum JPEGLSHeader {
    private static let frame: UInt8 = 0xF7

    /// Whether a file that begins like a JPEG has the frame header of JPEG-LS, which most files have at once.
    static func begins(_ start: [UInt8]) -> Bool {
        var offset = 2
        while offset + 4 <= start.count, start[offset] == 0xFF {
            let code = start[offset + 1]
            if code == frame { return true }
            // Only application data and comments come before it.
            guard 0xE0...0xEF ~= code || code == 0xFE else { return false }
            offset += 2 + start[offset + 2..<offset + 4].bigEndianNumber
        }
        return false
    }

    static func size(_ reader: inout HeaderReader) throws(ImageError) -> PixelSize? {
        var offset = 2
        while try reader.byte(offset + 1) != Int(frame) { offset += 2 + (try reader.uint16(offset + 2)) }
        return PixelSize(width: try reader.uint16(offset + 7), height: try reader.uint16(offset + 5))
    }
}
