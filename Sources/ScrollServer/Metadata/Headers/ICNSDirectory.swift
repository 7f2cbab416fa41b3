// The parts of an ICNS file, Apple's icons (as Wikipedia, "Apple Icon Image format", documents them).

import Pixels

extension FormatTraits {
    /// Its media type is not registered.
    static let icns = FormatTraits(
        "icns", "image/x-icns", endings: ["icns"], decoding: .fromTop, header: ICNSDirectory.reading(.icns)
    ) { $0.starts(with: "icns".utf8) ? .icns : nil }
}

/// The picture of an ICNS that is shown: the largest that is a PNG, or of the classic kinds.
package struct ICNSDirectory: SizedHeader, Equatable, Sendable {
    /// How a picture is stored.
    package enum Kind: Equatable, Sendable {
        case png
        /// Runs of red, green and blue, with the bytes of a mask of 8 bits; nil where there is none.
        case runs(mask: Range<Int>?)
        /// Runs of alpha, red, green and blue.
        case alphaRuns
        /// Bits of black, and as many of the mask.
        case bits
    }

    private static let entryLimit = 256
    /// Most bytes that are before the runs of the largest classic picture.
    private static let runs = ["is32": (16, "s8mk"), "il32": (32, "l8mk"), "ih32": (48, "h8mk"), "it32": (128, "t8mk")]
    private static let bits = ["ics#": 16, "ICN#": 32, "ich#": 48]
    private static let pictures: Set = [
        "icp4", "icp5", "icp6", "ic04", "ic05", "ic07", "ic08", "ic09", "ic10", "ic11", "ic12", "ic13", "ic14", "icsb",
        "icsB", "sb24", "SB24",
    ]
    private static let alphaSides = ["ic04": 16, "ic05": 32, "icsb": 18]

    package let kind: Kind
    /// The picture's bytes in the file, without the header of its part.
    package let bytes: Range<Int>
    /// In pixels, at least 1.
    package let width: Int
    package let height: Int

    /// Finds the picture; throws `ImageError` where the file is no ICNS, or has no picture that is decoded.
    package init(_ reader: inout HeaderReader) throws(ImageError) {
        guard try reader.matches("icns", at: 0) else { throw .notAnImage("the file is not an ICNS") }
        var parts: [(type: String, bytes: Range<Int>)] = []
        var offset = 8
        while offset + 8 <= reader.count, parts.count < Self.entryLimit {
            let type = String(decoding: try reader.bytes(at: offset, limit: 4), as: UTF8.self)
            let byteCount = try reader.uint32(offset + 4)
            guard byteCount >= 8, byteCount <= reader.count - offset else { break }
            parts.append((type, offset + 8..<offset + byteCount))
            offset += byteCount
        }
        var best: (kind: Kind, bytes: Range<Int>, width: Int, height: Int)?
        for (type, bytes) in parts {
            guard let found = try Self.picture(type, bytes, parts, &reader),
                found.width * found.height > (best.map { $0.width * $0.height } ?? 0)
            else { continue }
            best = (found.kind, bytes, found.width, found.height)
        }
        guard let best else { throw .unsupported("an ICNS without a PNG or a classic icon") }
        (kind, bytes, width, height) = best
    }

    private static func picture(
        _ type: String, _ bytes: Range<Int>, _ parts: [(type: String, bytes: Range<Int>)], _ reader: inout HeaderReader
    ) throws(ImageError) -> (kind: Kind, width: Int, height: Int)? {
        if let (side, mask) = runs[type] {
            let found = parts.first { $0.type == mask && $0.bytes.count >= side * side }
            return (.runs(mask: found?.bytes), side, side)
        }
        if let side = bits[type], bytes.count >= side * side / 4 { return (.bits, side, side) }
        guard pictures.contains(type) else { return nil }
        let start = try reader.bytes(at: bytes.lowerBound, limit: PNGHeader.byteCount)
        if start.starts(with: "ARGB".utf8), let side = alphaSides[type] { return (.alphaRuns, side, side) }
        guard let png = try? PNGHeader(start) else { return nil }
        return (.png, png.width, png.height)
    }
}
