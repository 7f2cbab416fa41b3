// OpenEXR: windows, channels, orders, alpha, damage and refusals.

import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct OpenEXRTests {
    private typealias Channel = OpenEXRFile.Channel

    private static func open(_ file: [UInt8]) throws(ImageError) -> any RowSource {
        let source = ByteSource(file)
        let header = try ImageHeader.read(from: source)
        guard let picture = try SequentialPicture(source, header.format) else { throw .notAnImage("no decoder") }
        return picture.decoder
    }

    private func pixels(_ file: [UInt8]) throws -> (pixels: PixelBuffer, isPartial: Bool) {
        try SmallFormatFile.pixels(Self.open(file))
    }

    private func explanation(_ file: [UInt8]) -> String {
        SmallFormatFile.explanation { () throws(ImageError) in try Self.open(file) }
    }

    private static func even(_ name: String, _ value: Float) -> Channel { Channel(name: name) { _, _ in value } }

    /// The bytes of a picture of one pixel.
    private func first(_ channels: [Channel]) throws -> [UInt8] {
        try pixels(OpenEXRFile.plain(channels, data: [0, 0, 0, 0])).pixels.bytes
    }

    @Test func `the display window is shown, and 0 beyond the data window`() throws {
        let gray = Channel(name: "Y") { x, y in x == 1 && y == 1 ? 0.5 : 1 }
        let file = OpenEXRFile.plain([gray], data: [-1, 1, 1, 4], display: [0, 0, 2, 2])
        let (pixels, isPartial) = try pixels(file)
        #expect(pixels.bytes == [0, 0, 0, 255, 188, 0, 255, 255, 0] && pixels.format == .gray && !isPartial)
        let clear = OpenEXRFile.plain([Self.even("A", 1), gray], data: [1, 1, 1, 1], display: [0, 0, 1, 1])
        #expect(try self.pixels(clear).pixels.bytes == [0, 0, 0, 0, 0, 0, 188, 255])
        let apart = OpenEXRFile.plain([gray], data: [5, 5, 6, 6], display: [0, 0, 1, 1])
        #expect(try self.pixels(apart).pixels.bytes == [0, 0, 0, 0])
    }

    @Test func `which channels are shown`() throws {
        let (zero, half, one) = (Float(0), Float(0.5), Float(1))
        #expect(try first([Self.even("B", zero), Self.even("G", half), Self.even("R", one)]) == [255, 188, 0])
        #expect(try first([Self.even("G", half)]) == [0, 188, 0])
        let layers = [Self.even("N.X", one), Self.even("N.Y", one), Self.even("b.B", one), Self.even("b.R", half)]
        #expect(try first(layers) == [188, 0, 255])
        #expect(try first([Self.even("Y", half), Self.even("left.R", one)]) == [255, 0, 0])
        #expect(try first([Self.even("Z", half)]) == [188])
        // What is no number is black, what is brighter than white is white.
        #expect(try first([Self.even("B", .nan), Self.even("G", .infinity), Self.even("R", -1)]) == [0, 255, 0])
    }

    @Test func `colours were multiplied with alpha`() throws {
        func first(_ alpha: Float, _ light: Float) throws -> [UInt8] {
            try self.first([Self.even("A", alpha), Self.even("Y", light)])
        }
        #expect(try first(0.5, 0.25) == [188, 128] && first(0.5, 2) == [255, 128])
        #expect(try first(0, 1) == [0, 0] && first(.nan, 1) == [0, 0] && first(2, 0.5) == [188, 255])
    }

    @Test func `brightness and two differences make colours`() throws {
        // Half of white, and a red: brightness 0.2126, of which red is 1.
        let red = Float(1 / 0.2126 - 1)
        let channels = [
            Channel(name: "BY") { x, _ in x < 2 ? 0 : -1 }, Channel(name: "RY") { x, _ in x < 2 ? 0 : red },
            Channel(name: "Y") { x, _ in x < 2 ? 0.5 : 0.2126 },
        ]
        let file = OpenEXRFile.plain(channels, data: [0, 0, 3, 2], sampling: 2)
        let row: [UInt8] = [188, 188, 188, 188, 188, 188, 255, 0, 0, 255, 0, 0]
        let bytes = try pixels(file).pixels.bytes
        #expect(zip(bytes, row + row + row).allSatisfy { abs(Int($0) - Int($1)) <= 1 } && bytes.count == 36)
    }

    @Test func `a layer in ZIP with the lowest row first`() throws {
        let file = try #require(OpenEXRFile.made.first { $0.name == "layer" }?.bytes)
        let bytes = try pixels(file).pixels.bytes
        for y in 0..<20 {
            for (channel, divisor) in [Float(20), 30, 40].enumerated() {
                let expected = Int(ShownLight.encoded(Float(y) / divisor))
                #expect(abs(Int(bytes[y * 18 + channel]) - expected) <= 1, "\(y), \(channel)")
            }
        }
    }

    @Test func `of a file with the lowest row first the upper rows are missing where it is cut`() throws {
        let channels = [Channel(name: "Y") { _, y in y < 2 ? 1 : 0.5 }]
        let file = OpenEXRFile.plain(channels, data: [0, 0, 0, 3], isReversed: true)
        #expect(try pixels(file).pixels.bytes == [255, 255, 188, 188])
        let (cut, isPartial) = try pixels(Array(file.dropLast(1)))
        #expect(cut.bytes == [0, 0, 255, 255, 188, 255, 188, 255] && isPartial)
        let all = file.count - 4 * 12
        #expect(explanation(Array(file[..<(all + 11)])).contains("ends before its first row"))
    }

    @Test func `a file without its list of chunks is read from the top`() throws {
        let file = OpenEXRFile.plain([Channel(name: "Y") { _, y in y < 2 ? 1 : 0.5 }], data: [0, 0, 0, 3])
        var unfinished = file
        for index in file.count - 4 * 20..<file.count - 4 * 12 { unfinished[index] = 0 }
        let (pixels, isPartial) = try pixels(unfinished)
        #expect(pixels.bytes == [255, 255, 188, 188] && !isPartial)
    }

    @Test func `other primaries have a profile`() throws {
        func file(_ numbers: [Float]) -> [UInt8] {
            let value = numbers.flatMap { TinyImage.little(Int($0.bitPattern), 4) }
            let attribute = OpenEXRFile.attribute("chromaticities", "chromaticities", value)
            let channels = ["B", "G", "R"].map { Self.even($0, 1) }
            return OpenEXRFile.plain(channels, data: [0, 0, 0, 0], others: attribute)
        }
        #expect(try Self.open(file([0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329])).profile == nil)
        #expect(try Self.open(file([0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329])).profile != nil)
        // White of ACES is white.
        let aces = file([0.7347, 0.2653, 0, 1, 0.0001, -0.077, 0.32168, 0.33767])
        #expect(try Self.open(aces).profile != nil && pixels(aces).pixels.bytes == [255, 255, 255])
        #expect(try Self.open(file([0, 0, 0, 0, 0, 0, 0, .nan])).profile == nil)
    }

    @Test func `what is not decoded says so, and no header gets memory`() throws {
        let gray = [Self.even("Y", 1)]
        func plain(_ data: [Int], _ display: [Int]? = nil, compression: UInt8 = 0, flags: UInt8 = 0) -> String {
            var file = OpenEXRFile.plain(gray, data: [0, 0, 0, 0], compression: compression, flags: flags)
            // Windows that no test should write the pixels of.
            for (name, corners) in [("dataWindow", data), ("displayWindow", display ?? data)] {
                let start = file.firstRange(of: [UInt8]("\(name)\0box2i\0".utf8))?.upperBound ?? 0
                file.replaceSubrange(
                    start + 4..<start + 20, with: corners.flatMap { TinyImage.little($0 & 0xFFFF_FFFF, 4) })
            }
            return explanation(file)
        }
        let one = [0, 0, 0, 0]
        #expect(plain(one) == "1 × 1")
        #expect(plain(one, compression: 8) == "an OpenEXR picture in DWA compression cannot be shown")
        #expect(plain(one, compression: 99) == "an OpenEXR picture in compression 99 cannot be shown")
        #expect(plain(one, flags: 8) == "an OpenEXR picture of deep pixels cannot be shown")
        #expect(plain([0, 0, -1, 0]).contains("a size of 0 × 1"))
        #expect(plain([0, 0, 3_000_000, 0]).contains("too wide"))
        #expect(plain([0, 0, 1_000_000, 1_000_000]).contains("of which the file holds but a few"))
        #expect(plain([0, 0, 0, 1000], one).contains("list of chunks"))
        #expect(plain([-2_000_000_000, 0, 2_000_000_000, 0], one).contains("chunks of more than 64 MiB"))
        #expect(plain([5, 0, 5000, 0], one) == "1 × 1")
        // A compressed chunk of one byte would be rows of many pixels.
        #expect(plain([0, 0, 20_000, 0], compression: 3).contains("ends before its first row"))
        // No header of a sound file is refused.
        #expect(try OpenEXRFile.all.allSatisfy { try ImageHeader.read(from: ByteSource($0)).problem == nil })
    }
}
