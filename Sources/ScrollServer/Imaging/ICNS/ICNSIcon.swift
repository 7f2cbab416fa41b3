// Decodes the largest picture of an ICNS.

import Metadata
import Pixels

/// The picture of an ICNS: a PNG, or a classic icon, of bits or runs of bytes by channel.
enum ICNSIcon {
    /// The pixels of a classic icon, which has at most 128 × 128 of them.
    private struct ClassicRows: RowSource {
        let width: Int
        let height: Int
        let format = PixelFormat.rgba
        let isPartial: Bool
        var pixels: [UInt8]

        mutating func readRows(into rows: inout [UInt8]) -> Int {
            defer { pixels = [] }
            rows += pixels
            return pixels.isEmpty ? 0 : height
        }
    }

    /// Decodes a PNG from the top, or a classic icon at once.
    ///
    /// Throws `ImageError` where the file is no ICNS, or as a PNG does.
    static func open(_ source: ByteSource) throws(ImageError) -> any RowSource {
        let directory = try ICNSDirectory(of: source)
        guard directory.kind == .png else {
            let (pixels, isCut) = pixels(directory, source)
            return ClassicRows(width: directory.width, height: directory.height, isPartial: isCut, pixels: pixels)
        }
        let png = try ICODecoder.png(source.part(directory.bytes))
        guard png.width == directory.width, png.height == directory.height else { throw .changed }
        return ICODecoder(png)
    }

    /// Returns red, green, blue and alpha of all pixels, and whether some bytes are missing, which are then 0.
    private static func pixels(_ directory: ICNSDirectory, _ source: ByteSource) -> (pixels: [UInt8], isCut: Bool) {
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
