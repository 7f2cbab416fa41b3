// The corpus of formats: pictures of many kinds, and what other programs make of them.

import Foundation

@testable import Pixels

/// One file of the corpus of formats.
struct FormatsCorpusFile: Decodable, Sendable {
    struct Expected: Decodable, Sendable {
        /// `decode`, `refuse` or `either`.
        let verdict: String?
        /// How sure that is: `exact`, `exact-single`, `tolerance` or `disputed`.
        let match: String?
        let rgba8_sha256: String?
        /// Of a BMP, as decoders differ.
        let rgba8_sha256_any_of: [String]?
        /// Of a GIF, of each frame with those before it.
        let frame_sha256: [String]?
        /// The means of 16 × 16 parts of the picture, as red, green and blue in hexadecimal digits.
        let grid16: String?
    }

    let path: String
    let format: String
    let features: [String]?
    let expected: Expected

    private static let folder = Corpus.folder.appendingPathComponent("formats")

    private static let files: [FormatsCorpusFile] = {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("manifest.json")) else { return [] }
        return (try? JSONDecoder().decode([FormatsCorpusFile].self, from: data)) ?? []
    }()

    static func all(_ format: String) -> [FormatsCorpusFile] { files.filter { $0.format == format } }

    var isAnimated: Bool { features?.contains("anim") == true }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(path))) }

    /// How far the means of a picture's parts are from those expected, of 255, on average; nil where none are known.
    func gridDifference(_ pixels: PixelBuffer) -> Double? {
        guard let grid16 = expected.grid16 else { return nil }
        let digits = Array(grid16.utf8)
        guard digits.count == 16 * 16 * 6, pixels.width > 0, pixels.height > 0 else { return nil }
        let (width, height, bytes) = (pixels.width, pixels.height, pixels.rgba)
        var sum = 0.0
        for part in 0..<256 {
            let (row, column) = (part / 16, part % 16)
            let rows = row * height / 16..<max(row * height / 16 + 1, (row + 1) * height / 16)
            let columns = column * width / 16..<max(column * width / 16 + 1, (column + 1) * width / 16)
            var (means, count) = ([0.0, 0, 0], 0.0)
            for y in rows {
                for x in columns {
                    for channel in 0..<3 { means[channel] += Double(bytes[(y * width + x) * 4 + channel]) }
                    count += 1
                }
            }
            for channel in 0..<3 {
                let text = String(decoding: digits[part * 6 + channel * 2..<part * 6 + channel * 2 + 2], as: UTF8.self)
                sum += abs(Double(Int(text, radix: 16) ?? 0) - means[channel] / count)
            }
        }
        return sum / (256 * 3)
    }
}
