// The JPEG decoder over the whole corpus of pictures, sound and broken, against the manifest and against djpeg.

import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite(.optimised(), .needs(.corpus))
struct JPEGCorpusTests {
    /// Every sound picture looks like its oracle: 16 × 16 means of blocks.
    @Test func soundPicturesMatchTheManifest() throws {
        var checked = 0
        for entry in try JPEGCorpus.entries() where entry.status == "ok" && entry.isOurs {
            guard let hex = entry.grid16, !entry.hasNoDefinedPixels else { continue }
            do {
                var decoder = try JPEGDecoder(source: ByteSource(entry.bytes))
                let picture = try decoder.readAll()
                let error = zip(grid(picture), bytes(hex: hex)).map { abs($0 - Double($1)) }.max() ?? 999
                let bound: Double =
                    entry.jpeg?.components == 4 ? 12 : min(picture.width, picture.height) >= 64 ? 2 : 5
                #expect(error <= bound + 0.5, "\(entry.path) differs by \(error)")
                checked += 1
            } catch {
                Issue.record("\(entry.path): \(error)")
            }
        }
        #expect(checked > 300)
        print("JPEG corpus: \(checked) pictures match")
    }

    /// Every broken file, and every kind we do not decode, is answered: by rows as far as they go or by a reason.
    @Test func everyFileIsAnswered() throws {
        var outcomes: [String: Int] = [:]
        for entry in try JPEGCorpus.entries() where entry.jpeg != nil {
            for denominator in [1, 2, 4, 8] {
                let outcome: String
                do {
                    let decoder = try JPEGDecoder(source: ByteSource(entry.bytes), scaleDenominator: denominator)
                    var rows: [UInt8] = []
                    var rowCount = 0
                    // A gray 65500 × 65500 of a few hundred bytes is among them: its first rows tell enough.
                    while rowCount < decoder.height, rowCount * decoder.width < 1 << 26 {
                        rows.removeAll(keepingCapacity: true)
                        rowCount += try decoder.readRows(into: &rows)
                    }
                    outcome = decoder.isPartial ? "partial" : "whole"
                } catch {
                    #expect(!error.explanation.isEmpty)
                    #expect(entry.status != "ok" || !entry.isOurs, "\(entry.path): \(error)")
                    outcome = "error"
                }
                outcomes["\(entry.status) → \(outcome)", default: 0] += 1
            }
        }
        print("JPEG corpus, four scales each: \(outcomes.sorted { $0.key < $1.key })")
    }

    /// At every scale the samples are those of libjpeg-turbo, to the last bit.
    @Test(.needs(.djpeg))
    func scaledSamplesAreThoseOfLibjpeg() throws {
        let djpeg = try #require(Requirement.path(of: "djpeg"))
        var checked = 0
        for entry in try JPEGCorpus.entries() where entry.status == "ok" && entry.isOurs && entry.byteCount < 400_000 {
            guard entry.jpeg?.components != 4, !entry.hasNoDefinedPixels else { continue }
            for denominator in [1, 2, 4, 8] {
                var decoder = try JPEGDecoder(source: ByteSource(entry.bytes), scaleDenominator: denominator)
                let picture = try decoder.readAll()
                // With damage the two differ in what they make up; coarse pictures are interpolated differently.
                if decoder.isPartial || decoder.frame.isDCOnly { continue }
                let output = try JPEGCorpus.run(djpeg, ["-pnm", "-scale", "1/\(denominator)", entry.url.path])
                let expected = output.suffix(picture.bytes.count)
                guard expected.count == picture.bytes.count else {
                    Issue.record("\(entry.path) at 1/\(denominator): djpeg gives another size")
                    continue
                }
                let error = Bytes.largestDifference(picture.bytes, [UInt8](expected))
                #expect(error == 0, "\(entry.path) at 1/\(denominator) differs by \(error)")
                checked += 1
            }
        }
        #expect(checked > 500)
        print("JPEG corpus: \(checked) decodings equal djpeg's")
    }

    /// The embedded thumbnail lies where the manifest's own TIFF walk found it.
    @Test func thumbnailsAreFound() throws {
        var checked = 0
        for entry in try JPEGCorpus.entries() where entry.status == "ok" {
            guard let expected = entry.exifThumbnail, expected.jpeg == true, let offset = expected.offset,
                let header = try? JPEGHeader(source: ByteSource(entry.bytes)), let range = header.exif
            else { continue }
            let thumbnail = EXIF.thumbnail(in: Array(entry.bytes[range.clamped(to: 0..<entry.bytes.count)]))
            #expect(thumbnail?.lowerBound == offset - range.lowerBound, "\(entry.path)")
            checked += 1
        }
        #expect(checked > 40)
    }

    @Test func orientationsAreFound() throws {
        for entry in try JPEGCorpus.entries() where entry.status == "ok" && entry.exifOrientation != nil {
            guard let header = try? JPEGHeader(source: ByteSource(entry.bytes)), let range = header.exif else {
                continue
            }
            var reader = HeaderReader(ByteSource(entry.bytes))
            let exif = EXIF(&reader, at: range.lowerBound, end: range.upperBound)
            let expected = entry.exifOrientation ?? 1
            #expect(exif.orientation == ((1...8).contains(expected) ? expected : 1), "\(entry.path)")
        }
    }

    /// Means of 16 × 16 boxes, as RGB, by Pillow's rule: a pixel belongs to the boxes in which its centre lies, or to
    /// the nearest where the picture is smaller than that.
    private func grid(_ picture: PixelBuffer) -> [Double] {
        let channels = picture.format.channelCount
        func members(_ length: Int) -> [[Int]] {
            let scale = Double(length) / 16
            let reach = max(scale, 1)
            return (0..<16).map { box in
                let center = (Double(box) + 0.5) * scale
                let first = max(Int(clamping: center - reach / 2 + 0.5), 0)
                let last = min(Int(clamping: center + reach / 2 + 0.5), length)
                let inside = (first..<last).filter {
                    let distance = (Double($0) - center + 0.5) / reach
                    return distance > -0.5 && distance <= 0.5
                }
                return inside.isEmpty ? [min(first, length - 1)] : inside
            }
        }
        let columns = members(picture.width)
        return members(picture.height).flatMap { rows in
            columns.flatMap { columns in
                (0..<3).map { channel in
                    let offset = channels == 1 ? 0 : channel
                    var sum = 0
                    for y in rows {
                        for x in columns { sum += Int(picture.bytes[(y * picture.width + x) * channels + offset]) }
                    }
                    return Double(sum) / Double(rows.count * columns.count)
                }
            }
        }
    }

    private func bytes(hex: String) -> [UInt8] {
        let digits = hex.utf8.map { $0 < 58 ? $0 - 48 : $0 - 87 }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

/// The JPEGs of the corpus.
enum JPEGCorpus {
    struct Entry: Decodable {
        struct Markers: Decodable {
            var sof: Int?
            var precision: Int?
            var components: Int?
        }
        struct Thumbnail: Decodable {
            var offset: Int?
            var jpeg: Bool?
        }

        var path: String
        var byteCount: Int
        var status: String
        var jpeg: Markers?
        var grid16: String?
        var exifThumbnail: Thumbnail?
        var exifOrientation: Int?

        private enum CodingKeys: String, CodingKey {
            case path, status, jpeg, grid16
            case byteCount = "bytes"
            case exifThumbnail = "exif_thumbnail"
            case exifOrientation = "exif_orientation"
        }

        var url: URL { Corpus.folder.appendingPathComponent(path) }
        var bytes: [UInt8] { (try? Data(contentsOf: url)).map { [UInt8]($0) } ?? [] }
        /// Whether it is of a process we decode.
        var isOurs: Bool {
            guard let jpeg, let sof = jpeg.sof, let components = jpeg.components else { return false }
            return [0, 1, 2, 9, 10].contains(sof) && jpeg.precision == 8 && [1, 3, 4].contains(components)
        }
        /// Whether what is to be seen depends on the decoder: coefficients made so large by damage that libjpeg-turbo's
        /// own scalar and vector code differ (by 25 and more), or scans that are missing, which libjpeg makes up for by
        /// guessing (`block smoothing`).
        var hasNoDefinedPixels: Bool {
            [
                "jpeg-decoder/subtract-with-overflow.jpg", "jpeg-decoder/5482a54657765056f1a94116a8dbffe7.jpg",
                "jpeg-decoder/partial_progressive.jpg", "ljt-seed/182.jpg", "zune/re.jpg",
                "go/video-001.progressive.truncated.jpeg", "ljt-seed/id_005342_sync_jpeg_turbo_src_004012.jpg",
            ].contains(path) || path.contains("peacock.progressive.scan")
        }
    }

    static func entries() throws -> [Entry] {
        let data = try Data(contentsOf: Corpus.manifest)
        return try JSONDecoder().decode([Entry].self, from: data).filter { $0.jpeg != nil }
    }

    /// What the program writes to its standard output.
    static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return [UInt8](output)
    }
}
