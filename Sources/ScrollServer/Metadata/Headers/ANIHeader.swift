// The first icon of an animated cursor (Microsoft, "Multimedia Programming Interface and Data Specifications": RIFF).

import Pixels

extension FormatTraits {
    /// Its media type is not registered.
    static let animatedCursor = FormatTraits(
        "ani", "application/x-navi-animation", endings: ["ani"], decoding: .fromTop,
        header: ANIHeader.reading(.animatedCursor)
    ) {
        $0.count >= 12 && $0.starts(with: "RIFF".utf8) && $0[8..<12].elementsEqual("ACON".utf8)
            ? .animatedCursor : nil
    }
}

/// The icon of an ANI that is shown: the first of its list.
package struct ANIHeader: SizedHeader, Equatable, Sendable {
    /// Most chunks that are passed on the way.
    private static let chunkLimit = 256

    /// The icon's bytes in the file: an ICO or a CUR.
    package let bytes: Range<Int>
    /// The icon's picture; its places count from the icon's first byte.
    package let icon: ICODirectory
    package var width: Int { icon.width }
    package var height: Int { icon.height }

    /// Finds the icon; throws `ImageError` where the file is no ANI, or its first frame is no icon.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        guard try reader.matches("RIFF", at: 0), try reader.matches("ACON", at: 8) else {
            throw .notAnImage("the file is not an ANI")
        }
        var offset = 12
        var found: Range<Int>?
        for _ in 0..<Self.chunkLimit where found == nil {
            guard offset + 8 <= reader.count else { break }
            let byteCount = try reader.uint32(offset + 4, littleEndian: true)
            if try reader.matches("icon", at: offset) {
                found = offset + 8..<min(offset + 8 + byteCount, reader.count)
            } else if try reader.matches("LIST", at: offset), try reader.matches("fram", at: offset + 8) {
                offset += 12
            } else {
                offset += 8 + byteCount + byteCount % 2
            }
        }
        guard let found else { throw .damaged("an ANI without an icon", offset: min(offset, reader.count)) }
        bytes = found
        var part = HeaderReader(try reader.mustReadSource().part(found))
        guard ICODirectory.begins(try part.bytes(at: 0, limit: MediaFormat.signatureByteCount)) else {
            throw .unsupported("an ANI of frames that are no icons")
        }
        icon = try ICODirectory(&part)
    }
}
