// The size of the picture in a FITS file.

import Pixels
import Tiling

extension FormatTraits {
    /// Watches record exercise in `.fit`.
    static let fits = listed(
        .fits, "fits", "image/fits", endings: ["fits", "fts"], sharedEndings: ["fit"], size: FITSSize.find
    ) { $0.starts(with: "SIMPLE  =".utf8) }
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
