// Metadata in a PNG's texts, written as hexadecimal digits.

import Platform

/// Decodes the texts `Raw profile type …` of ImageMagick, GIMP and exiftool.
///
/// A text is a line break, the profile's name, its byte count and lines of digits (ImageMagick, `coders/png.c`,
/// Magick_png_write_raw_profile).
enum RawProfile {
    /// Returns the profile's bytes, skipping characters other than digits; nil where there are none.
    static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.first == 0x0A, let nameEnd = text.dropFirst().firstIndex(of: 0x0A) else { return nil }
        let count = text[(nameEnd + 1)...].drop { $0 == 0x20 || $0 == 0x0A }
        guard let countEnd = count.firstIndex(of: 0x0A) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count.count / 2)
        var high: UInt8?
        for character in count[countEnd...] {
            guard let digit = ASCII.hexadecimal(character) else { continue }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes.isEmpty ? nil : bytes
    }
}

extension MetadataBlocks {
    private static let packetName = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// Reads a raw profile by the name that follows `Raw profile type `.
    mutating func add(profile name: some StringProtocol, _ text: ArraySlice<UInt8>) {
        guard ["exif", "app1", "xmp", "iptc", "8bim"].contains(String(name)), let bytes = RawProfile.bytes(text) else {
            return
        }
        switch name {
        case "iptc", "8bim": add(iptc: bytes[...])
        // `app1` is the content of a JPEG's APP1 segment, EXIF or XMP; some programs also write XMP as `exif`.
        case _ where bytes.starts(with: Self.packetName): add(xmp: bytes[Self.packetName.count...])
        case "xmp": add(xmp: bytes[...])
        default: add(exif: EXIF(bytes))
        }
    }
}
