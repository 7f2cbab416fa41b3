// AVIF and HEIC: their brands and headers.

import Pixels

/// Reads AVIF and HEIC headers: ISO/IEC 14496-12 §4.2 (boxes), §8.11 (`meta`, `pitm`).
package enum HEIFProbe {
    private static let avifBrands: Set<UInt32> = [ISOBox.code("avif"), ISOBox.code("avis")]
    private static let heicBrands: Set<UInt32> = [
        ISOBox.code("heic"), ISOBox.code("heix"), ISOBox.code("heim"), ISOBox.code("heis"), ISOBox.code("hevc"),
        ISOBox.code("hevx"), ISOBox.code("hevm"),
        ISOBox.code("hevs"), ISOBox.code("mif1"), ISOBox.code("mif2"), ISOBox.code("mif3"),
        ISOBox.code("msf1"), ISOBox.code("avci"), ISOBox.code("vvic"),
    ]

    /// Returns the format by the major brand, or by the first specific compatible brand if that is general (`mif1`).
    ///
    /// Nil when the file is not an image.
    static func sniff(_ bytes: [UInt8]) -> MediaFormat? {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let size = min(Int(bytes[2]) << 8 | Int(bytes[3]), bytes.count)
        guard bytes[0] == 0, bytes[1] == 0, size >= 12 else { return nil }
        var isHEIC = false
        for offset in stride(from: 8, through: size - 4, by: 4) where offset != 12 {
            let brand = bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            if avifBrands.contains(brand) { return .avif }
            if heicBrands.contains(brand) { isHEIC = true }
            // Videos list image brands as compatible too, but not as their major brand.
            if offset == 8, !isHEIC { return nil }
            if brand == ISOBox.code("heic") || brand == ISOBox.code("heix") { return .heic }
        }
        return isHEIC ? .heic : nil
    }

    /// Reads the displayed size and the orientation of the primary item, and the facts of its EXIF block and XMP
    /// packet.
    ///
    /// - Throws: `ImageError.damaged` when a box is wrong or missing.
    static func read(_ reader: inout HeaderReader, format: MediaFormat) throws(ImageError) -> ImageHeader {
        let picture: HEIFProperties
        var facts: PictureFacts?
        var copySide = 0
        do throws(ImageError) {
            let (meta, first) = try metadata(&reader)
            picture = try HEIFProperties(meta, from: first, &reader, format: format)
            facts = HEIFItems.facts(meta, from: first, &reader)
            if format == .heic { copySide = HEIFCopy.side(of: picture, meta, from: first, &reader) }
            let extras = HEIFExtras.words(meta, from: first, &reader)
            if !extras.isEmpty {
                var all = facts ?? PictureFacts()
                for word in extras { all.addExtra(word) }
                facts = all
            }
        } catch {
            // A sequence of pictures need not have items.
            guard let track = try? HEIFTrack.first(&reader, format: format) else { throw error }
            picture = track.properties
        }
        if format == .heic { try PictureFacts.noteFilm(in: &facts, format, &reader) }
        var header = ImageHeader(
            format: format, width: picture.area.width, height: picture.area.height, orientation: picture.orientation,
            taken: facts?.taken, facts: facts)
        header.copySide = copySide
        return header
    }

    /// Reads the properties of a HEIC's primary item.
    ///
    /// - Throws: `ImageError.damaged` when a box is wrong or missing.
    package static func properties(of source: ByteSource) throws(ImageError) -> HEIFProperties {
        var reader = HeaderReader(source)
        let (meta, first) = try metadata(&reader)
        return try HEIFProperties(meta, from: first, &reader, format: .heic)
    }

    /// Returns the `meta` box and where its child boxes begin: after version and flags (4 bytes), since it is a full
    /// box.
    private static func metadata(_ reader: inout HeaderReader) throws(ImageError) -> (box: ISOBox, first: Int) {
        guard let meta = try ISOBox(reader).child("meta", from: 0, &reader) else {
            if (try? ISOBox(reader).child("mini", from: 0, &reader)) != nil {
                throw .unsupported("a HEIF file with a short header ('mini')")
            }
            throw .damaged("no meta box", offset: reader.count)
        }
        return (meta, meta.start + 4)
    }
}
