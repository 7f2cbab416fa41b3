// EXIF blocks, sound and not.

import Testing

@testable import ScrollServer

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

    @Test(arguments: [false, true])
    func fieldsAreFound(bigEndian: Bool) throws {
        for orientation in 1...8 {
            let bytes = block(bigEndian: bigEndian, orientation: orientation)
            for prefix in [[], Array("Exif\0\0".utf8)] {
                let exif = try #require(EXIF(prefix + bytes))
                #expect(exif.orientation == orientation)
                #expect(exif.dateTimeOriginal == "2026:11:21 08:09:10")
                #expect(exif.thumbnail == 106..<112)
            }
        }
    }

    @Test func valuesOutOfRangeCountAsAbsent() throws {
        #expect(try #require(EXIF(block(bigEndian: false, orientation: 9))).orientation == 1)
        #expect(try #require(EXIF(block(bigEndian: false, orientation: 0))).orientation == 1)
        #expect(EXIF([]) == nil)
        #expect(EXIF(Array("II*".utf8)) == nil)
        #expect(EXIF(Array("not a TIFF header".utf8)) == nil)
    }

    /// Directories that point to themselves or each other are read once each.
    @Test func circlesEnd() throws {
        var bytes = block(bigEndian: false, orientation: 6)
        bytes.replaceSubrange(34..<38, with: [8, 0, 0, 0])
        #expect(try #require(EXIF(bytes)).orientation == 6)
        #expect(try #require(EXIF(bytes)).thumbnail == nil)
    }

    @Test func everyTruncationAndEveryByteIsSurvived() {
        let bytes = block(bigEndian: true, orientation: 3)
        for count in 0..<bytes.count {
            let exif = EXIF(Array(bytes.prefix(count)))
            #expect(exif?.thumbnail == nil)
        }
        for index in bytes.indices {
            for value in [UInt8(0), 0x7F, 0x80, 0xFF] {
                var changed = bytes
                changed[index] = value
                if let thumbnail = EXIF(changed)?.thumbnail { #expect(thumbnail.upperBound <= bytes.count) }
            }
        }
    }
}
