// Decodes the pictures in a HEIF file, those that others are made of among them.

import HEVC
import Metadata
import Pixels
import Synchronization
import Tiling

/// The items of a file, and what may still be spent on those that are made of others.
struct HEICPictures: Sendable {
    /// Most pixels of a picture that is decoded in one piece, or held in memory.
    static let pixelLimit = 1 << 26
    /// How deep pictures may be made of others.
    static let depthLimit = 8

    var file: HEIFFile
    private let work = HEICWork()

    init(_ source: ByteSource) throws(ImageError) { file = try HEIFFile(source) }

    /// Decodes a coded item.
    ///
    /// - Throws: `ImageError` where it is damaged, too large, or coded in a way that is not decoded.
    func decode(_ item: HEIFItem) throws(ImageError) -> HEVCPicture {
        let place = item.extents.first?.lowerBound ?? 0
        let whole = item.properties.whole
        guard let configuration = file.configuration(of: item) else {
            throw .damaged("an HEVC picture without its configuration", offset: place)
        }
        do throws(HEVCError) {
            let decoder = try HEVCDecoder(configuration: configuration)
            guard decoder.width == whole.width, decoder.height == whole.height else {
                throw .damaged(
                    "a picture of \(decoder.width) × \(decoder.height) pixels that is said to have "
                        + "\(whole.width) × \(whole.height)")
            }
            let sample: [UInt8]
            do throws(ImageError) { sample = try file.bytes(of: item) } catch { throw .damaged(error.explanation) }
            return try decoder.decode(sample, maximumSamples: Self.pixelLimit)
        } catch {
            switch error {
            case .damaged(let text): throw .damaged(text, offset: place)
            case .unsupported(let text): throw .unsupported(text)
            case .tooLarge(let width, let height): throw Self.tooLarge(width, height)
            case .cancelled: throw .unavailable("decoding was stopped")
            }
        }
    }

    static func tooLarge(_ width: Int, _ height: Int) -> ImageError {
        .tooLarge(
            "a HEIC of \(width) × \(height) pixels in one piece is too large; up to \(pixelLimit) pixels are decoded")
    }

    /// Checks the size of a picture that is held in memory.
    static func check(_ size: (width: Int, height: Int)) throws(ImageError) {
        let (count, isTooMuch) = size.width.multipliedReportingOverflow(by: size.height)
        guard !isTooMuch, count <= pixelLimit else { throw tooLarge(size.width, size.height) }
        guard count > 0 else { throw .damaged("a picture without pixels", offset: 0) }
    }

    /// Debits the work that a part of a picture causes, so that few bytes cannot cause much.
    func charge(_ size: (width: Int, height: Int)) throws(ImageError) {
        try Self.check(size)
        guard work.spend(max(size.width * size.height, 1 << 12)) else {
            throw .tooLarge("a HEIC that is made of too many pictures is not decoded")
        }
    }

    /// Whether a picture has no colours, by the configuration of what it is made of.
    mutating func isGray(_ item: HEIFItem, depth: Int = 0) throws(ImageError) -> Bool {
        switch item.kind {
        case .hevc:
            // ISO/IEC 14496-15 §8.3.3.1.2: chroma_format_idc.
            guard let bytes = file.configuration(of: item), bytes.count > 16 else { return false }
            return bytes[16] & 3 == 0
        case .grid, .identity:
            guard depth < Self.depthLimit, let first = item.inputs.first else { return false }
            return try isGray(file.item(first), depth: depth + 1)
        case .overlay, .other: return false
        }
    }

    /// Decodes an item as it is to be shown, with its own crops and turns.
    mutating func pixels(
        of item: HEIFItem, _ codePoints: HEIFColour.CodePoints?, hasAlpha: Bool, depth: Int
    ) throws(ImageError) -> PixelBuffer {
        try Self.check(item.properties.whole)
        var decoder = try HEICDecoder(item, self, codePoints, hasAlpha: hasAlpha, depth: depth)
        let pixels = try decoder.readAll()
        return (Orientation(rawValue: item.properties.orientation) ?? .up).apply(to: pixels)
    }
}

/// What may still be decoded of a file's parts.
private final class HEICWork: Sendable {
    /// Pixels; lanes of a grid share them.
    private let left = Mutex(1 << 27)

    /// Returns whether there was enough left.
    func spend(_ count: Int) -> Bool {
        left.withLock { left in
            left -= min(left, count)
            return left > 0
        }
    }
}
