// Decodes the largest picture of an ICNS.

import Metadata
import Pixels

/// Decodes a PNG in an ICNS from the top, or a classic icon at once, which has at most 128 × 128 pixels.
///
/// Not thread-safe: one task at a time may use a decoder.
final class ICNSDecoder: RowSource {
    /// Most bytes of an interlaced PNG kept in memory.
    private static let interlacedByteCount = 1 << 25

    let width: Int
    let height: Int
    let format: PixelFormat
    let profile: [UInt8]?
    var isPartial: Bool { picture?.isPartial ?? isCut }

    private let picture: (any RowSource)?
    /// The pixels of a classic icon, until they are returned.
    private var pixels: [UInt8] = []
    private var isCut = false

    /// Reads the directory, and a classic icon; throws `ImageError` where the file is no ICNS, or as a PNG does.
    init(source: ByteSource) throws(ImageError) {
        let directory = try ICNSDirectory(of: source)
        (width, height) = (directory.width, directory.height)
        guard directory.kind == .png else {
            (picture, format, profile) = (nil, .rgba, nil)
            (pixels, isCut) = ICNSIcon.pixels(directory, source)
            return
        }
        var limits = PNGDecoder.Limits()
        limits.interlacedByteCount = Self.interlacedByteCount
        let png = try PNGDecoder(source: source.part(directory.bytes), limits: limits, refines: true)
        (picture, format, profile) = (png, png.format, png.profile)
        guard png.width == width, png.height == height else { throw .changed }
    }

    /// Returns the approximate bytes of memory that decoding takes.
    static func byteEstimate(width: Int, height: Int) -> Int { ICODecoder.byteEstimate(width: width, height: height) }

    func readRows(into rows: inout [UInt8]) throws(ImageError) -> Int {
        if var picture { return try picture.readRows(into: &rows) }
        guard !pixels.isEmpty else { return 0 }
        rows += pixels
        pixels = []
        return height
    }
}

/// Classic icons: bits, or runs of bytes by channel.
enum ICNSIcon {
    /// Returns red, green, blue and alpha of all pixels, and whether some bytes are missing, which are then 0.
    static func pixels(_ directory: ICNSDirectory, _ source: ByteSource) -> (pixels: [UInt8], isCut: Bool) {
        let count = directory.width * directory.height
        let stored = source.bytes(at: directory.bytes.lowerBound, count: min(directory.bytes.count, 1 << 18))
        var pixels = [UInt8](repeating: 0, count: 4 * count)
        switch directory.kind {
        case .png: return (pixels, true)
        case .bits:
            func bit(_ index: Int) -> Bool { stored[index / 8] << (index % 8) & 128 != 0 }
            guard stored.count >= count / 4 else { return (pixels, true) }
            for index in 0..<count {
                for channel in 0..<3 { pixels[4 * index + channel] = bit(index) ? 0 : 255 }
                pixels[4 * index + 3] = bit(count + index) ? 255 : 0
            }
            return (pixels, false)
        case .alphaRuns:
            let (bytes, isWhole) = unpacked(stored.dropFirst(4), count: 4 * count)
            for index in 0..<count {
                for channel in 0..<3 { pixels[4 * index + channel] = bytes[(channel + 1) * count + index] }
                pixels[4 * index + 3] = bytes[index]
            }
            return (pixels, !isWhole)
        case .runs(let mask):
            // The largest has four zeros before its runs. Pictures that runs would enlarge are stored plain.
            let data = directory.width == 128 && stored.starts(with: [0, 0, 0, 0]) ? stored.dropFirst(4) : stored[...]
            let isPlain = data.count == 4 * count
            let (bytes, isWhole) = isPlain ? ([], true) : unpacked(data, count: 3 * count)
            let alpha = mask.map { source.bytes(at: $0.lowerBound, count: count) } ?? []
            for index in 0..<count {
                for channel in 0..<3 {
                    pixels[4 * index + channel] =
                        isPlain ? data[data.startIndex + 4 * index + channel + 1] : bytes[channel * count + index]
                }
                pixels[4 * index + 3] = index < alpha.count ? alpha[index] : 255
            }
            return (pixels, !isWhole)
        }
    }

    /// Unpacks runs: up to 127 a number of bytes that follow, less one; from 128 on a repeated byte, 3 to 130 times.
    private static func unpacked(_ data: ArraySlice<UInt8>, count: Int) -> (bytes: [UInt8], isWhole: Bool) {
        var (bytes, position) = ([UInt8](), data.startIndex)
        bytes.reserveCapacity(count + 130)
        while bytes.count < count, position + 1 < data.endIndex {
            let head = data[position]
            if head < 128 {
                let end = min(data.endIndex, position + 2 + Int(head))
                bytes += data[position + 1..<end]
                position = end
            } else {
                bytes += repeatElement(data[position + 1], count: Int(head) - 125)
                position += 2
            }
        }
        let isWhole = bytes.count >= count
        if bytes.count < count { bytes += repeatElement(0, count: count - bytes.count) }
        return (bytes, isWhole)
    }
}
