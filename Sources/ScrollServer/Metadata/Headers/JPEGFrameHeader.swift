// Reads a JPEG's frame header, for both the probe and the decoder (T.81 §B.2.2, §B.2.5).

import Pixels

/// What a frame header declares, whether or not its process can be decoded.
package struct JPEGFrameHeader: Sendable, Equatable {
    /// One colour plane as the frame header declares it (T.81 §B.2.2).
    package struct Component: Sendable, Equatable {
        package var identifier: UInt8
        /// Sampling factors, 1...4.
        package var horizontal: Int
        package var vertical: Int
        /// Which quantisation table it uses, 0...3.
        package var quantisation: Int
    }

    /// Most bytes searched for the DNL segment after a frame header without a height.
    private static let searchedByteCount = 1 << 26

    /// The frame marker, SOF0...SOF15.
    let marker: UInt8
    package let precision: Int
    /// In pixels, 1...65535.
    package let width: Int
    /// In pixels, 1...65535; taken from the DNL segment after the first scan where the header says 0.
    package let height: Int
    package let components: [Component]

    /// Reads a frame header.
    ///
    /// - Parameters:
    ///   - marker: the frame marker, SOF0...SOF15.
    ///   - segment: the bytes after the segment's length, or fewer where the file ends first.
    ///   - end: the file offset after the segment.
    ///   - source: returns the file; called only where the header has no height.
    /// - Throws: `ImageError.damaged` where the segment is cut short or has no size.
    package init(
        _ marker: UInt8, _ segment: [UInt8], endingAt end: Int, in source: () throws(ImageError) -> ByteSource
    ) throws(ImageError) {
        let offset = end - segment.count
        guard segment.count >= 6, segment.count >= 6 + 3 * Int(segment[5]) else {
            throw .damaged("the frame header is cut short", offset: end)
        }
        self.marker = marker
        precision = Int(segment[0])
        width = Int(segment[3]) << 8 | Int(segment[4])
        guard segment[5] > 0 else { throw .damaged("the frame has no components", offset: offset) }
        guard width > 0 else { throw .damaged("the width is 0", offset: offset) }
        components = (0..<Int(segment[5])).map { index in
            let bytes = segment[(6 + 3 * index)...]
            return Component(
                identifier: bytes[6 + 3 * index], horizontal: Int(bytes[7 + 3 * index] >> 4),
                vertical: Int(bytes[7 + 3 * index] & 15), quantisation: Int(bytes[8 + 3 * index]))
        }
        let lines = Int(segment[1]) << 8 | Int(segment[2])
        height = lines > 0 ? lines : try Self.numberOfLines(in: try source(), from: end)
    }

    /// Whether the frame is a displayable picture.
    ///
    /// Lossless frames (SOF3 and the like), in which cameras store sensor values, are not.
    var isShown: Bool { marker <= 0xC2 || marker == 0xC9 || marker == 0xCA }

    /// Throws `unsupported` where the decoder cannot decode the frame, `damaged` with `offset` where a number is out of
    /// range.
    package func checkDecodable(offset: Int) throws(ImageError) {
        if let process = JPEGMarker.unsupportedProcess(marker) { throw .unsupported(process) }
        guard marker == JPEGMarker.lossless ? (2...16).contains(precision) : precision == 8 || precision == 12 else {
            throw .unsupported("a \(precision)-bit JPEG")
        }
        guard components.count == 1 || components.count == 3 || components.count == 4 else {
            throw .unsupported("a JPEG of \(components.count) components")
        }
        for (index, component) in components.enumerated() {
            guard (1...4).contains(component.horizontal), (1...4).contains(component.vertical),
                component.quantisation < 4
            else { throw .damaged("component \(index) of the frame is out of range", offset: offset) }
        }
    }

    /// Reads the height in pixels from the DNL segment after the first scan.
    ///
    /// Cost: reads the file from `offset` up to that segment.
    private static func numberOfLines(in source: ByteSource, from offset: Int) throws(ImageError) -> Int {
        var input = BlockReader(source, offset: offset)
        var scanCount = 0
        search: while input.offset - offset < searchedByteCount, let code = nextMarker(&input) {
            if code == JPEGMarker.endOfImage { break }
            if JPEGMarker.isStandalone(code) { continue }
            guard let length = input.nextUInt16() else { break }
            switch code {
            case JPEGMarker.numberOfLines:
                guard length == 4, let lines = input.nextUInt16(), lines > 0 else { break search }
                return lines
            case JPEGMarker.startOfScan:
                scanCount += 1
                if scanCount > 1 { break search }
            default: break
            }
            input.offset += max(0, length - 2)
        }
        throw .damaged("the height is 0 and no segment declares it later", offset: offset)
    }

    /// Returns the code of the next marker.
    ///
    /// Entropy-coded data contains none: each 0xFF byte in it is followed by a zero.
    private static func nextMarker(_ input: inout BlockReader) -> UInt8? {
        var previous: UInt8 = 0
        while let byte = input.next() {
            if previous == 0xFF, byte != 0, byte != 0xFF { return byte }
            previous = byte
        }
        return nil
    }
}
