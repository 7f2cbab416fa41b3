// Pictures that were shown wrong or refused once, against Pillow, ffmpeg and what their authors wrote.

import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite(.needs(.formatCases)) struct FormatCaseTests {
    /// The files of one folder, by name.
    private static func files(_ folder: String) throws -> [(name: String, bytes: [UInt8])] {
        let url = Corpus.formatCases.appendingPathComponent(folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
        return try names.map { ($0, [UInt8](try Data(contentsOf: url.appendingPathComponent($0)))) }
    }

    private static func pixels(_ name: String, _ bytes: [UInt8]) throws -> PixelBuffer {
        let source = ByteSource(bytes)
        let format = try ImageHeader.read(from: source, name: Array(name.utf8)).format
        var decoder: any RowSource =
            switch format {
            case .jpeg: try JPEGDecoder(source: source)
            case .png: try PNGDecoder(source: source)
            case .tiff: try TIFFDecoder(source: source)
            default: try #require(try SequentialPicture(source, format)).decoder
            }
        let pixels = try decoder.readAll()
        #expect(!decoder.isPartial && pixels.height == decoder.height, "\(name)")
        return pixels
    }

    /// Red, green, blue and alpha of a file in Pillow.
    private static func others(_ bytes: [UInt8]) throws -> [UInt8] {
        let program = """
            import io, sys
            from PIL import Image
            sys.stdout.buffer.write(Image.open(io.BytesIO(sys.stdin.buffer.read())).convert("RGBA").tobytes())
            """
        return try PythonOracle.run(program, input: bytes)
    }

    private static let asInPillowFolders = [
        "01-deflate-last-rows", "04-tga-alpha", "11-fax-without-eol", "12-bmp-palette-count", "14-fax-no-photometric",
    ]

    @Test(.needs(.pillow), arguments: asInPillowFolders) func asInPillow(folder: String) throws {
        for (name, bytes) in try Self.files(folder) {
            let pixels = try Self.pixels(name, bytes)
            #expect(try pixels.rgba.elementsEqual(Self.others(bytes)), "\(name)")
        }
    }

    /// Decoders differ a little in their arithmetic and in how they enlarge chroma.
    @Test(.needs(.pillow)) func oldJPEG() throws {
        for (name, bytes) in try Self.files("10-old-jpeg-tiff") {
            let (own, others) = (try Self.pixels(name, bytes).rgba, try Self.others(bytes))
            #expect(own.count == others.count, "\(name)")
            let sum = zip(own, others).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(sum) / Double(own.count) < 3, "\(name)")
        }
    }

    /// The first pixels as ffmpeg decodes them: a warm white, which as Y′CbCr would be green.
    @Test func losslessRGB() throws {
        for (name, bytes) in try Self.files("02-lossless-rgb-jpeg") {
            #expect(try Self.pixels(name, bytes).bytes.prefix(6) == [0xE3, 0xDD, 0xD9, 0xE3, 0xDD, 0xD9], "\(name)")
        }
    }

    /// Of a sequence the browser shows the first picture; its name says its size.
    @Test func sequence() throws {
        for (name, bytes) in try Self.files("13-heif-sequence") {
            let header = try ImageHeader.read(from: ByteSource(bytes))
            #expect((header.format, header.width, header.height) == (.avif, 480, 270), "\(name)")
            #expect(header.orientation == 1 && header.problem == nil, "\(name)")
        }
    }

    /// Every folder is tried by one of these tests.
    @Test func everyFolder() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Corpus.formatCases.path)
            .filter { $0 != "README.md" }
        let tried =
            Self.asInPillowFolders + [
                "02-lossless-rgb-jpeg", "06-png-exif-after-idat", "10-old-jpeg-tiff", "13-heif-sequence",
                "15-iptc-in-tiff",
            ]
        #expect(folders.sorted() == tried.sorted())
    }

    @Test func facts() throws {
        func facts(_ folder: String) throws -> [PictureFacts] {
            try Self.files(folder).compactMap { try ImageHeader.read(from: ByteSource($0.bytes)).facts }
        }
        let cameras = Set(try facts("06-png-exif-after-idat").compactMap(\.camera))
        #expect(cameras == ["ACME X1", "Canon PowerShot S40"])
        let iptc = try #require(try facts("15-iptc-in-tiff").first)
        #expect(iptc.title == "This is the title" && iptc.keywords == ["exiftool", "test", "picture"])
        #expect(iptc.city == "Kingston" && iptc.headline == "headline")
    }
}
