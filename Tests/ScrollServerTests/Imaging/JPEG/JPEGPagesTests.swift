// Which pictures of a JPEG are its pages, beside exiftool; indices that lie.

import Foundation
import Testing

@testable import Metadata
@testable import Pixels

@Suite struct JPEGPagesTests {
    private typealias File = MultiPictureFile

    private static func pages(_ file: [UInt8]) -> [[UInt8]] {
        JPEGPages(ByteSource(file)).pages.map { Array(file[$0]) }
    }

    private static func facts(_ file: [UInt8]) throws -> PictureFacts {
        try ImageHeader.read(from: ByteSource(file)).facts ?? .none
    }

    @Test("The pictures are those that exiftool extracts", .needs(.exiftool), arguments: [true, false])
    func beside(isLittleEndian: Bool) throws {
        let types = [File.panorama, File.disparity, File.angle, File.undefined, File.panorama]
        let others = types.enumerated().map { number, type in
            (type: type, bytes: File.grey(UInt8(40 * number), 20 + number))
        }
        let file = File.file(File.grey(10, 20), others, isLittleEndian: isLittleEndian)
        let folder = try TemporaryFolder()
        let path = try folder.write("a.mpo", file)
        let pages = Self.pages(file)
        try #require(pages.count == 6)
        #expect(pages[0] == Array(file[..<(file.count - others.reduce(0) { $0 + $1.bytes.count })]))
        for number in 2...6 { #expect(try File.extracted("MPImage\(number)", from: path) == pages[number - 1]) }
        #expect(try Self.facts(file).pages == 6 && Self.facts(file).extras == [])
    }

    /// Of three and more pictures Pillow writes wrong lengths, so the last one is said to be longer than the file.
    @Test("Pillow's pictures are pages, the last one as long as the file", .needs(.pillow), .needs(.exiftool))
    func pillow() throws {
        let folder = try TemporaryFolder()
        for count in 1...3 {
            let path = "\(folder.path)/\(count).mpo"
            _ = try PythonOracle.run(
                """
                from PIL import Image
                images = [Image.new("RGB", (40 + n, 30), (80 * n, 90, 200)) for n in range(\(count))]
                images[0].save("\(path)", "MPO", save_all=True, append_images=images[1:])
                """)
            let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            let pages = Self.pages(file)
            try #require(pages.count == count)
            #expect(pages.joined().elementsEqual(file))
            if count > 1 { #expect(try File.extracted("MPImage2", from: path) == pages[1]) }
            #expect(try Self.facts(file).pages == (count > 1 ? Double(count) : nil))
            for (number, page) in pages.enumerated() {
                #expect(try ImageHeader.read(from: ByteSource(page)).width == 40 + number)
            }
        }
    }

    @Test("Large thumbnails and gain maps are no pages, and a gain map is a fact")
    func others() throws {
        let (first, second) = (File.grey(10, 20), File.grey(90, 30))
        let adobe = File.xmp("xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" hdrgm:Version=\"1.0\"")
        let apple = File.xmp(
            "xmlns:apdi=\"http://ns.apple.com/pixeldatainfo/1.0/\" "
                + "apdi:AuxiliaryImageType=\"urn:com:apple:photo:2020:aux:hdrgainmap\"")
        let iso = File.segment(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0])
        for map in [adobe, apple, iso].map({ File.grey(90, 10, segments: $0) }) {
            let file = File.file(first, [(File.undefined, map)])
            #expect(Self.pages(file).count == 1)
            #expect(try Self.facts(file).pages == nil && Self.facts(file).extras == ["gain map"])
            let both = File.file(first, [(File.undefined, map), (File.angle, second), (File.thumbnail, second)])
            #expect(Self.pages(both).dropFirst() == [second])
            #expect(try Self.facts(both).pages == 2 && Self.facts(both).extras == ["gain map"])
        }
        let typed = File.file(first, [(File.gainMap, second)])
        #expect(Self.pages(typed).count == 1)
        #expect(try Self.facts(typed).extras == ["gain map"])
        for type in [File.thumbnail, 0x01_0001, 0x04_0000, File.primary, 0x02_0004] {
            #expect(Self.pages(File.file(first, [(type, second)])).count == 1)
        }
        // What stands in the picture's own segments is known without an index.
        #expect(try Self.facts(File.grey(10, 20, segments: iso)).extras == ["gain map"])
        // Flags above the type say nothing about it, and another format is left out.
        #expect(Self.pages(File.file(first, [(0xC000_0000 | File.disparity, second)])).count == 2)
        #expect(Self.pages(File.file(first, [(0x0100_0000 | File.disparity, second)])).count == 1)
    }

    @Test("Entries outside of the file, in one another, or of no JPEG are left out, and that is said")
    func lies() throws {
        let first = File.grey(10, 20)
        let others = (1...4).map { (type: File.angle, bytes: File.grey(UInt8(40 * $0), 20 + $0)) }
        func left(_ change: (inout [File.Entry]) -> Void) -> (count: Int, error: ImageError?) {
            let found = JPEGPages(ByteSource(File.file(first, others, change: change)))
            return (found.pages.count, found.error)
        }
        #expect(left { _ in } == (5, nil))
        for wrong in [5, 1 << 20, Int(UInt32.max), 3, 60] {
            let (count, error) = left { $0[2].offset = wrong }
            #expect(count == 4, "\(wrong)")
            guard case .damaged(let text, _)? = error else {
                Issue.record("\(wrong): \(String(describing: error))")
                continue
            }
            #expect(text == "1 entry of its index leads to no picture of its own")
        }
        // Twice the same, all the same, and one around all others.
        #expect(left { $0[2] = $0[3] }.count == 4)
        #expect(left { for entry in 1...4 { $0[entry].offset = $0[1].offset } }.count == 2)
        #expect(left { $0[1].byteCount = Int(UInt32.max) }.count == 2)
        #expect(left { $0[3].byteCount = 0 }.count == 4)
        // Back to the first picture.
        #expect(left { $0[3].offset = 0 } == (4, nil))
        // The first picture's own length does not matter if it cannot be true.
        for length in [0, 1, Int(UInt32.max)] {
            let file = File.file(first, others) { $0[0].byteCount = length }
            let pages = JPEGPages(ByteSource(file)).pages
            #expect(pages.count == 5 && pages[0] == 0..<file.count)
        }
    }

    @Test("An index that claims a million pictures has as many as its segment holds")
    func million() throws {
        let second = File.grey(90, 30)
        var file = File.file(File.grey(10, 20), [(File.angle, second)])
        // The number of pictures, and the length of the entries.
        file.replaceSubrange(File.indexOffset + 30..<File.indexOffset + 34, with: TinyImage.little(1_000_000, 4))
        file.replaceSubrange(File.indexOffset + 38..<File.indexOffset + 42, with: TinyImage.little(16_000_000, 4))
        #expect(Self.pages(file).dropFirst() == [second])
        // As many entries as there is room for, all of the same picture.
        let many = File.file(File.grey(10, 20), Array(repeating: (File.undefined, [UInt8]()), count: 4080)) { entries in
            for entry in 1..<entries.count {
                (entries[entry].byteCount, entries[entry].offset) = (second.count, 80_000 - File.indexOffset)
            }
        }
        let padded = many + [UInt8](repeating: 0, count: 80_000 - many.count) + second
        let source = CountedSource(padded)
        #expect(JPEGPages(source.source).pages == [0..<many.count, 80_000..<padded.count])
        #expect(source.readByteCount < 1 << 18)
        // One small picture after the other.
        let small = File.grey(90, 8, 8)
        let stack = File.file(File.grey(10, 20), Array(repeating: (File.undefined, small), count: 1000))
        #expect(JPEGPages(ByteSource(stack)).pages.count == 1001)
        #expect(try Self.facts(stack).pages == 1001)
    }

    @Test("A file that ends early has the pages that begin before its end")
    func cut() throws {
        let others = (1...4).map { (type: File.undefined, bytes: File.grey(UInt8(40 * $0), 20 + $0)) }
        let file = File.file(File.grey(10, 20), others)
        var known = 0
        for length in stride(from: 0, through: file.count, by: 3) {
            let found = JPEGPages(ByteSource(Array(file.prefix(length))))
            #expect(found.pages.count >= known && found.pages.allSatisfy { $0.upperBound <= length })
            known = found.pages.count
        }
        #expect(known == 5)
    }

    @Test("Whatever the index says, pages are apart, in the file, and begin like pictures")
    func noise() throws {
        var noise = RepeatableNoise(seed: TestSeed.seed())
        let others = (1...5).map { (type: File.undefined, bytes: File.grey(UInt8(40 * $0), 20 + $0)) }
        let sound = File.file(File.grey(10, 20), others)
        for _ in 0..<400 {
            var file = sound
            for _ in 0...Int(noise.next() % 4) {
                let place = Int(noise.next() % 160)
                file[place] = noise.next() % 2 == 0 ? UInt8(truncatingIfNeeded: noise.next()) : [0, 0xFF][place & 1]
            }
            let pages = JPEGPages(ByteSource(file)).pages
            #expect(pages.first?.lowerBound == 0 && pages.allSatisfy { $0.upperBound <= file.count })
            let further = pages.dropFirst().sorted { $0.lowerBound < $1.lowerBound }
            #expect(zip(further, further.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
            #expect(further.allSatisfy { file[$0].starts(with: [0xFF, 0xD8, 0xFF]) })
            // The same pages count where the header is read.
            if let facts = try? ImageHeader.read(from: ByteSource(file)).facts, let count = facts.pages {
                #expect(Int(count) == pages.count)
            }
        }
    }
}
