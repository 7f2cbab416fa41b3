// GIF: the logical screen.

/// GIF89a §18.
enum GIFProbe {
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        let width = try reader.uint16(6, littleEndian: true)
        let height = try reader.uint16(8, littleEndian: true)
        return ImageHeader(format: .gif, width: width, height: height)
    }
}
