// Every WebP of the corpus against the pixels that libwebp gives.
import Foundation
import Testing

@testable import ScrollServer

/// One file of the corpus of formats.
private struct FormatsCorpusFile: Decodable, Sendable {
    struct Expected: Decodable, Sendable {
        let verdict: String?
        let rgba8_sha256: String?
    }

    let path: String
    let format: String
    let features: [String]
    let expected: Expected

    private static let folder = Corpus.folder.appendingPathComponent("formats")

    static let webP: [FormatsCorpusFile] = {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("manifest.json")) else { return [] }
        return ((try? JSONDecoder().decode([FormatsCorpusFile].self, from: data)) ?? []).filter { $0.format == "webp" }
    }()

    var isAnimated: Bool { features.contains("anim") }

    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(path))) }
}

@Suite(.optimised(), .needs(.corpus))
struct WebPCorpusTests {
    @Test func `every still file gives the pixels of libwebp`() throws {
        var matchCount = 0
        for file in FormatsCorpusFile.webP where !file.isAnimated {
            guard let digest = file.expected.rgba8_sha256 else { continue }
            do {
                var decoder = try WebPDecoder(source: ByteSource(try file.bytes()))
                let pixels = try decoder.readAll()
                let isMatch = !decoder.isPartial && SHA256Digest.hex(pixels.rgba) == digest
                #expect(isMatch, "\(file.path)")
                matchCount += isMatch ? 1 : 0
            } catch {
                Issue.record("\(file.path): \(error)")
            }
        }
        #expect(matchCount >= 130)
    }

    @Test func `animated files are known as such, and damaged ones say what is wrong`() throws {
        var (animatedCount, refusedCount) = (0, 0)
        for file in FormatsCorpusFile.webP {
            let bytes = try file.bytes()
            #expect((MediaFormat.sniff(bytes) == .animatedWebP) == file.isAnimated, "\(file.path)")
            animatedCount += file.isAnimated ? 1 : 0
            if file.expected.verdict == "refuse" {
                #expect(throws: ImageError.self, "\(file.path)") { try WebPDecoder(source: ByteSource(bytes)) }
                refusedCount += 1
            }
        }
        #expect(animatedCount > 0 && refusedCount > 0)
    }
}
