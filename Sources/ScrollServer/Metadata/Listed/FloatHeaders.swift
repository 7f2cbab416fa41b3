// The sizes of pictures with numbers beyond white: Radiance HDR, PFM, FITS.

import Pixels
import Tiling

extension FormatTraits {
    /// Other programs call headers of raw data `.hdr`.
    static let radiance = listed(
        .radiance, "hdr", "image/vnd.radiance", title: "Radiance HDR", endings: ["rgbe"],
        sharedEndings: ["hdr", "pic"],
        size: RadianceSize.find
    ) { $0.starts(with: "#?RADIANCE".utf8) || $0.starts(with: "#?RGBE".utf8) }

    /// Its media type is not registered; printers' font metrics are called `.pfm`, too.
    static let pfm = listed(
        .pfm, "pfm", "image/x-portable-floatmap", sharedEndings: ["pfm"],
        size: { (reader) throws(ImageError) in
            let words = try reader.bytes(at: 2, limit: 64).split(maxSplits: 3) { $0 <= 0x20 }
            let numbers = words.prefix(2).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            return numbers.count == 2 ? PixelSize(width: numbers[0], height: numbers[1]) : nil
        }
    ) { start in
        guard start.count > 4, start.starts(with: "PF".utf8) || start.starts(with: "Pf".utf8) else { return false }
        return start[2] <= 0x20 && start[3...].prefix(64).drop { $0 <= 0x20 }.first.map { 0x30...0x39 ~= $0 } == true
    }

    /// Watches record exercise in `.fit`.
    static let fits = listed(
        .fits, "fits", "image/fits", endings: ["fits", "fts"], sharedEndings: ["fit"], size: FITSSize.find
    ) { $0.starts(with: "SIMPLE  =".utf8) }
}

/// A Radiance picture's line with its size (Radiance file formats, "Picture File Format").
enum RadianceSize {
    private static let headerLimit = 1 << 14

    static func find(_ reader: inout HeaderReader) throws(ImageError) -> PixelSize? {
        let start = try reader.bytes(at: 0, limit: headerLimit)
        // An empty line ends the header.
        guard let end = start.indices.dropFirst().first(where: { start[$0] == 10 && start[$0 - 1] == 10 }) else {
            return nil
        }
        let words = start[(end + 1)...].prefix(64).prefix { $0 != 10 }.split(separator: 0x20)
            .map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 4, let first = Int(words[1]), let second = Int(words[3]) else { return nil }
        // A picture whose columns are stored one after the other is turned.
        return words[0].hasSuffix("Y")
            ? PixelSize(width: second, height: first) : PixelSize(width: first, height: second)
    }
}

/// A FITS file's cards of 80 characters (FITS Standard 4.0 §4).
enum FITSSize {
    private static let cardByteCount = 80
    private static let cardLimit = 36 * 16

    static func find(_ reader: inout HeaderReader) throws(ImageError) -> PixelSize? {
        var (width, height): (Int?, Int?)
        for card in 0..<cardLimit {
            let text = String(
                decoding: try reader.bytes(at: card * cardByteCount, limit: cardByteCount), as: UTF8.self)
            let name = text.prefix(8).trimmed
            if name == "END" || text.isEmpty { break }
            let value = Int(text.dropFirst(10).prefix { $0 != "/" }.trimmed)
            if name == "NAXIS1" { width = value }
            if name == "NAXIS2" { height = value }
        }
        guard let width, let height else { return nil }
        return PixelSize(width: width, height: height)
    }
}

extension Substring {
    /// The text without spaces at its ends.
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return text
    }
}
