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
        var rgba: [UInt8] = []
        rgba.reserveCapacity(width * height * 4)
        for pixel in 0..<(width * height) {
            let at = pixel * format.channelCount
            switch format {
            case .gray: rgba += [bytes[at], bytes[at], bytes[at], 255]
            case .grayAlpha: rgba += [bytes[at], bytes[at], bytes[at], bytes[at + 1]]
            case .rgb: rgba += [bytes[at], bytes[at + 1], bytes[at + 2], 255]
            case .rgba: rgba += bytes[at..<(at + 4)]
            }
        }
        return rgba
    }
}
