// Decodes PCX files: rows of planes, most often in runs (ZSoft PCX File Format Technical Reference Manual).

import Metadata
import Pixels

/// Decodes a PCX's rows.
struct PCXReader: RowReader {
    /// A run of two bytes encodes 63 bytes, of eight pixels each.
    private static let pixelsPerByte = 256
    private static let paletteMark: UInt8 = 12

    let width: Int
    let height: Int
    let format: PixelFormat

    private let header: PCXHeader
    /// Reds, greens and blues by index; empty where samples are no indices.
    private let palette: [UInt8]
    private var reader: BlockReader
    /// How many more times `repeated` follows; runs may go on in the next row.
    private var run = 0
    private var repeated: UInt8 = 0
    private var stored: [UInt8]

    /// Reads the header and the palette; throws `ImageError` where the file is no PCX, or of an unsupported kind.
    init(_ source: ByteSource) throws(ImageError) {
        header = try PCXHeader(of: source)
        (width, height) = (header.width, header.height)
        try ClaimedSize.check(header, "PCX", in: source, pixelsPerByte: Self.pixelsPerByte, offset: 4)
        reader = BlockReader(source, offset: PCXHeader.byteCount)
        stored = [UInt8](repeating: 0, count: header.planeByteCount * header.planeCount)
        let colours = source.bytes(at: 16, count: 48)
        guard colours.count == 48 else { throw .changed }
        switch (header.bits, header.planeCount) {
        case (1, 1): (format, palette) = (.gray, [])
        case (1, 2...4), (2, 1), (4, 1):
            (format, palette) = (.rgb, header.hasPalette ? colours : Self.usual)
        case (8, 1):
            // 256 colours behind the picture, after a mark.
            let end = source.bytes(at: source.count - 769, count: 769)
            let hasColours = end.count == 769 && end[0] == Self.paletteMark
            (format, palette) = hasColours ? (.rgb, Array(end[1...])) : (.gray, [])
        case (8, 3): (format, palette) = (.rgb, [])
        case (8, 4): (format, palette) = (.rgba, [])
        default: throw .unsupported("a PCX of \(header.planeCount) planes of \(header.bits) bits")
        }
    }

    /// The sixteen colours of an EGA.
    private static let usual: [UInt8] = (0..<16).flatMap { index -> [UInt8] in
        let light: UInt8 = index & 8 == 0 ? 0 : 0x55
        if index == 6 { return [0xAA, 0x55, 0] }
        return [4, 2, 1].map { index & $0 == 0 ? light : 0xAA + light }
    }

    mutating func read(_ row: Int, into pixels: inout MutableSpan<UInt8>, at start: Int) -> Bool {
        guard readStored() else { return false }
        let (step, plane) = (format.channelCount, header.planeByteCount)
        for column in 0..<width {
            let target = start + column * step
            guard header.bits < 8 else {
                if !palette.isEmpty {
                    store(Int(stored[column]), &pixels, target)
                } else {
                    for channel in 0..<step { pixels[target + channel] = stored[channel * plane + column] }
                }
                continue
            }
            let bit = column * header.bits
            let (byte, shift) = (bit / 8, 8 - header.bits - bit % 8)
            if palette.isEmpty {
                pixels[target] = stored[byte] >> shift & 1 == 0 ? 0 : 255
                continue
            }
            var index = 0
            for number in 0..<header.planeCount {
                let sample = Int(stored[number * plane + byte] >> shift) & (1 << header.bits - 1)
                index |= sample << (number * header.bits)
            }
            store(index, &pixels, target)
        }
        return true
    }

    private func store(_ index: Int, _ pixels: inout MutableSpan<UInt8>, _ target: Int) {
        for channel in 0..<3 { pixels[target + channel] = palette[index * 3 + channel] }
    }

    /// Reads the bytes of a row of all planes.
    private mutating func readStored() -> Bool {
        for index in stored.indices {
            // A run may be one of no bytes.
            while run == 0 {
                guard let byte = reader.next() else { return false }
                (run, repeated) = (1, byte)
                if header.hasRuns, byte >= 0xC0 {
                    guard let value = reader.next() else { return false }
                    (run, repeated) = (Int(byte & 0x3F), value)
                }
            }
            stored[index] = repeated
            run -= 1
        }
        return true
    }
}
