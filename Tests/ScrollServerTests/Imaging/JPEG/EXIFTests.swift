// EXIF blocks, sound and not.

import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

struct EXIFTests {
    /// A TIFF block with orientation, DateTimeOriginal and a thumbnail of 6 bytes at its end.
    private func block(bigEndian: Bool, orientation: Int) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
            return bigEndian ? bytes.reversed() : bytes
        }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + value + [UInt8](repeating: 0, count: 4 - value.count)
        }
        var bytes = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        // Directory 0 at 8: two entries, then directory 1 at 38; the EXIF directory at 68, its text at 86.
        bytes += number(2, 2) + entry(0x0112, 3, 1, number(orientation, 2)) + entry(0x8769, 4, 1, number(68, 4))
        bytes += number(38, 4)
        bytes += number(2, 2) + entry(0x0201, 4, 1, number(106, 4)) + entry(0x0202, 4, 1, number(6, 4)) + number(0, 4)
        bytes += number(1, 2) + entry(0x9003, 2, 20, number(86, 4)) + number(0, 4)
        bytes += Array("2026:11:21 08:09:10\0".utf8)
        return bytes + [0xFF, 0xD8, 1, 2, 0xFF, 0xD9]
    }

    private func read(_ bytes: [UInt8]) -> EXIF {
        var reader = HeaderReader(ByteSource(bytes))
        return EXIF(&reader, at: 0, end: bytes.count)
    }

    @Test(arguments: [false, true])
    func fieldsAreFound(bigEndian: Bool) throws {
        let taken = try #require(CaptureTime(exif: "2026:11:21 08:09:10".utf8))
        for orientation in 1...8 {
            let bytes = block(bigEndian: bigEndian, orientation: orientation)
            #expect(read(bytes).orientation == orientation)
            #expect(read(bytes).facts.taken == taken)
            #expect(EXIF.thumbnail(in: bytes) == 106..<112)
        }
    }

    /// Some programs write it behind the frame header; browsers turn these pictures, too.
    @Test func betweenTheFrameAndTheScan() throws {
        let jpeg = JPEGEncoder.encode(PixelBuffer(width: 30, height: 20, format: .rgb), quality: 80)
        let exif = Array("Exif\0\0".utf8) + block(bigEndian: true, orientation: 6)
        let segment = [0xFF, 0xE1, UInt8((exif.count + 2) >> 8), UInt8((exif.count + 2) & 255)] + exif
        for marker in [UInt8](arrayLiteral: 0xC0, 0xC4, 0xDA) {
            var bytes = jpeg
            let place = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == marker })
            bytes.insert(contentsOf: segment, at: place)
            let header = try ImageHeader.read(from: ByteSource(bytes))
            #expect(header.orientation == 6 && header.taken != nil && header.width == 30, "before \(marker)")
        }
        // What is missing there leaves the size.
        let start = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC4 })
        for end in start...start + 6 {
            #expect(try ImageHeader.read(from: ByteSource(Array(jpeg[..<end]))).width == 30)
        }
    }

    @Test func valuesOutOfRangeCountAsAbsent() {
        #expect(read(block(bigEndian: false, orientation: 9)).orientation == 1)
        #expect(read(block(bigEndian: false, orientation: 0)).orientation == 1)
        for bytes in [[], Array("II*".utf8), Array("not a TIFF header".utf8)] {
            #expect(read(bytes) == .none)
            #expect(EXIF.thumbnail(in: bytes) == nil)
        }
    }

    /// Directories that point to themselves or each other are read once each.
    @Test func circlesEnd() {
        var bytes = block(bigEndian: false, orientation: 6)
        bytes.replaceSubrange(34..<38, with: [8, 0, 0, 0])
        #expect(read(bytes).orientation == 6)
        #expect(EXIF.thumbnail(in: bytes) == nil)
    }

    /// Of a directory that is cut off the entries before the cut count.
    @Test func everyTruncationAndEveryByteIsSurvived() {
        let bytes = block(bigEndian: true, orientation: 3)
        for count in 0..<bytes.count {
            let part = Array(bytes.prefix(count))
            #expect(EXIF.thumbnail(in: part) == nil)
            #expect(read(part).orientation == (count < 22 ? 1 : 3), "cut to \(count)")
        }
        for index in bytes.indices {
            for value in [UInt8(0), 0x7F, 0x80, 0xFF] {
                var changed = bytes
                changed[index] = value
                if let thumbnail = EXIF.thumbnail(in: changed) { #expect(thumbnail.upperBound <= bytes.count) }
                #expect((1...8).contains(read(changed).orientation))
            }
        }
    }
}
