// BMP: the header that follows the file header.

/// The OS/2 and Windows headers, distinguished by their length.
enum BMPProbe {
    /// The header lengths in use, in bytes: OS/2 1.x; OS/2 2.x short and long; Windows 3, with masks, V4, V5.
    static let lengths: Set<Int> = [12, 16, 64, 40, 52, 56, 108, 124]

    /// Reads the size in pixels; throws `ImageError.damaged`.
    static func read(_ reader: inout HeaderReader) throws(ImageError) -> ImageHeader {
        if try reader.uint32(14, littleEndian: true) == 12 {
            return ImageHeader(
                format: .bmp, width: try reader.uint16(18, littleEndian: true),
                height: try reader.uint16(20, littleEndian: true))
        }
        let width = Int(Int32(truncatingIfNeeded: try reader.uint32(18, littleEndian: true)))
        // A negative height means that rows are stored from the top.
        let height = Int(Int32(truncatingIfNeeded: try reader.uint32(22, littleEndian: true)))
        guard width >= 0 else { throw .damaged("a BMP with a width of \(width)", offset: 18) }
        return ImageHeader(format: .bmp, width: width, height: abs(height))
    }
}
