// HEIC files of many programs beside what libheif decodes of them.

import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite(.needs(.corpus), .needs(.heifConvert), .optimised()) struct HEICCorpusTests {
    /// Files of little more than 100 KB at most: one of each kind suffices.
    private static let files: [URL] = {
        let folder = Corpus.folder.appendingPathComponent("heic")
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
        return (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { url in
            let size = (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
            return ["heic", "heif"].contains(url.pathExtension) && size > 0 && size < 130_000
        }.sorted { $0.path < $1.path }
    }()

    /// libheif's constants for the range of video are rounded: up to 4 of 255 beside the exact ones.
    @Test func `pictures are those of libheif, and what libheif cannot decode has a reason`() throws {
        let folder = try ScratchFolder()
        var (same, refused) = (0, 0)
        for file in Self.files {
            let source = ByteSource([UInt8](try Data(contentsOf: file)))
            let pixels: PixelBuffer
            do throws(ImageError) {
                var decoder = try HEICDecoder(source: source)
                let stored = try decoder.readAll()
                pixels = (Orientation(rawValue: decoder.orientation) ?? .up).apply(to: stored)
            } catch {
                #expect(error.isOfContent)
                refused += 1
                continue
            }
            let path = "\(folder.path)/a.png"
            _ = try? FileManager.default.removeItem(atPath: path)
            _ = try ToolRun("heif-convert", [file.path, path])
            // Of collections it writes several files, under other names.
            guard let bytes = FileManager.default.contents(atPath: path),
                var decoder = try? PNGDecoder(source: ByteSource([UInt8](bytes))), let other = try? decoder.readAll(),
                other.width == pixels.width, other.height == pixels.height
            else { continue }
            let (one, two) = (pixels.converted(to: .rgba).bytes, other.converted(to: .rgba).bytes)
            let differences = zip(one, two).map { abs(Int($0) - Int($1)) }
            let mean = Double(differences.reduce(0, +)) / Double(differences.count)
            #expect((differences.max() ?? 0) <= 6 && mean < 0.8, "\(file.lastPathComponent): \(mean)")
            same += 1
        }
        print("\(Self.files.count) files: \(same) as libheif, \(refused) refused")
        #expect(same >= 25)
    }
}
