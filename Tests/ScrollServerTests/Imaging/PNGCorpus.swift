// The PNG files of the shared corpus and what its manifest says of them.
import Foundation
import Testing

@testable import Pixels

/// One PNG of the corpus.
struct PNGCorpusFile: Decodable, Sendable {
    let path: String
    let sniffed: String?
    let status: String
    let rgba8_sha256: String?
    let pypng_error: String?

    var isPNG: Bool { sniffed == "png" || path.hasSuffix(".png") }

    static let all: [PNGCorpusFile] = {
        guard let data = try? Data(contentsOf: Corpus.manifest) else { return [] }
        return ((try? JSONDecoder().decode([PNGCorpusFile].self, from: data)) ?? []).filter(\.isPNG)
    }()

    func bytes() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Corpus.folder.appendingPathComponent(path)))
    }
}

extension PixelBuffer {
    /// The same pixels with four samples each.
    var rgba: [UInt8] {
        guard format != .rgba else { return bytes }
        let (step, isGray, hasAlpha) = (format.channelCount, format.channelCount < 3, format == .grayAlpha)
        var rgba = [UInt8](repeating: 255, count: width * height * 4)
        var (from, to) = (0, 0)
        while to < rgba.count {
            rgba[to] = bytes[from]
            rgba[to + 1] = bytes[isGray ? from : from + 1]
            rgba[to + 2] = bytes[isGray ? from : from + 2]
            if hasAlpha { rgba[to + 3] = bytes[from + 1] }
            from += step
            to += 4
        }
        return rgba
    }
}
