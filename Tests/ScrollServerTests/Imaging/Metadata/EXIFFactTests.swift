// EXIF blocks as different programs write them: types, references, comments, texts, times.

import Testing

@testable import Metadata

@Suite struct EXIFFactTests {
    @Test(arguments: [true, false]) func `numbers of any type`(isLittleEndian: Bool) {
        var block = EXIFBlock(isLittleEndian: isLittleEndian)
        for type in [1, 3, 4, 6, 8, 9, 13] {
            block.main = [block.numbers(0x0112, type, [6]), block.numbers(0x4746, type, [3])]
            block.exif = [block.numbers(0x8827, type, [100])]
            for pointerType in [4, 9, 13] {
                block.pointerType = pointerType
                #expect(block.read.orientation == 6 && block.facts.rating == 3 && block.facts.iso == 100, "\(type)")
            }
        }
        block.main = [block.fractions(0x0112, [6, 1]), block.text(0x4746, "4")]
        block.exif = [
            block.text(0x8827, "400"), block.text(0x829A, "1/250"), block.floats(0x829D, [2.8]),
            block.doubles(0x920A, [35]),
        ]
        let facts = block.facts
        #expect(block.read.orientation == 6 && facts.rating == 4 && facts.iso == 400 && facts.exposure == 0.004)
        #expect(abs((facts.aperture ?? 0) - 2.8) < 1e-6 && facts.focal == 35)
        block.main = [block.numbers(0x4746, 9, [-1])]
        #expect(block.facts.rating == -1)
        // A negative pointer is ignored.
        block.pointerType = 9
        block.main = [block.numbers(0x8769, 9, [-8])]
        block.exif = []
        #expect(block.facts == .none)
    }

    @Test func `stars from percent`() {
        var block = EXIFBlock()
        for (percent, stars) in [(0, 0.0), (1, 1), (25, 2), (50, 3), (75, 4), (99, 5), (100, 5)] {
            block.main = [block.numbers(0x4749, 3, [percent])]
            #expect(block.facts.rating == stars, "\(percent)")
        }
        block.main = [block.numbers(0x4746, 3, [2]), block.numbers(0x4749, 3, [99])]
        #expect(block.facts.rating == 2)
    }

    @Test func `logarithms where the values are missing`() {
        var block = EXIFBlock()
        block.exif = [block.fractions(0x9201, [8, 1], type: 10), block.fractions(0x9202, [3, 1])]
        #expect(block.facts.exposure == 1.0 / 256)
        #expect(abs((block.facts.aperture ?? 0) - 2.828427) < 1e-5)
        block.exif += [block.fractions(0x829A, [1, 100]), block.fractions(0x829D, [4, 1])]
        #expect(block.facts.exposure == 0.01 && block.facts.aperture == 4)
    }

    @Test(arguments: [
        ("N", "E", 33.5, 70.25), ("s", "w", -33.5, -70.25), ("South", "West", -33.5, -70.25), ("S", "", -33.5, 70.25),
        ("", "", 33.5, 70.25),
    ])
    func `references`(north: String, east: String, latitude: Double, longitude: Double) {
        var block = EXIFBlock()
        let references = [(1, north), (3, east)].filter { !$0.1.isEmpty }.map { block.text($0.0, $0.1) }
        let places = [
            [block.fractions(2, [33, 1, 30, 1, 0, 1]), block.fractions(4, [70, 1, 15, 1, 0, 1])],
            // The reference alone gives the sign; cameras do not write signed degrees.
            [block.fractions(2, [33, 1, 30, 1, 0, 1], type: 10), block.fractions(4, [70, 1, 15, 1, 0, 1], type: 10)],
            [block.doubles(2, [33, 30, 0]), block.doubles(4, [70.25])],
            [block.text(2, "33 30 0"), block.text(4, "70/1 900/60 0/1")],
        ]
        for place in places {
            block.gps = references + place
            #expect(block.facts.latitude == latitude && block.facts.longitude == longitude)
        }
    }

    @Test func `invalid positions`() {
        var block = EXIFBlock()
        for parts in [[33, 1, 5213, 100, 0, 0], [33, 0, 52, 0, 8, 0], [95, 1, 0, 1, 0, 1]] {
            block.gps = [block.fractions(2, parts), block.fractions(4, [70, 1, 40, 1, 9, 1])]
            #expect(block.facts.latitude == nil && block.facts.longitude == nil, "\(parts)")
        }
    }

    @Test func `comments in four encodings`() {
        let text = "Zürich, 東京"
        func big(_ text: String) -> [UInt8] { text.utf16.flatMap { TinyImage.big(Int($0), 2) } }
        func little(_ text: String) -> [UInt8] { text.utf16.flatMap { TinyImage.little(Int($0), 2) } }
        let unicode = Array("UNICODE\0".utf8)
        let cases: [([UInt8], String)] = [
            (Array("ASCII\0\0\0plain".utf8), "plain"), (Array("ASCII   plain  ".utf8), "plain"),
            (Array("ASCII\0\0\0".utf8) + Array(text.utf8), text),
            ([UInt8](repeating: 0, count: 8) + Array(text.utf8), text),
            ([UInt8](repeating: 0, count: 8) + [0x5A, 0xFC, 0x72, 0x69, 0x63, 0x68], "Zürich"),
            (unicode + big(text), text), (unicode + little(text), text),
            (unicode + [0xFE, 0xFF] + big("東"), "東"), (unicode + [0xFF, 0xFE] + little("東"), "東"),
            (unicode + little("a\0b"), "a"), (Array("Unicode\0plain".utf8), "plain"),
            (Array("JIS\0\0\0\0\0".utf8) + [0x45, 0x6C, 0x35, 0x7E], "東京"),
            (Array("JIS\0\0\0\0\0".utf8) + [0x6C, 0x45, 0x7E, 0x35, 0, 0], "東京"),
            (Array("A name is missing".utf8), "A name is missing"), (Array("short".utf8), "short"),
        ]
        for isLittleEndian in [true, false] {
            for (bytes, expected) in cases {
                var block = EXIFBlock(isLittleEndian: isLittleEndian)
                block.exif = [block.bytes(0x9286, bytes)]
                #expect(block.facts.caption == expected, "\(bytes)")
            }
        }
        var block = EXIFBlock()
        for bytes in [
            [UInt8](repeating: 0, count: 64), Array("ASCII\0\0\0      ".utf8), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        ] {
            block.exif = [block.bytes(0x9286, bytes)]
            #expect(block.facts == .none, "\(bytes)")
        }
        block.main = [block.text(0x010E, "described")]
        block.exif = [block.bytes(0x9286, cases[0].0)]
        #expect(block.facts.caption == "described")
    }

    @Test func `texts of Windows, author and copyright`() {
        var block = EXIFBlock()
        block.main = [
            block.wide(0x9C9B, "A tïtle"), block.wide(0x9C9C, "A comment"), block.wide(0x9C9D, "An author"),
            block.wide(0x9C9E, "sea; sun;; 東京"), block.wide(0x9C9F, "A subject"),
            block.bytes(0x8298, Array("Photographer \0Editor\0".utf8), type: 2),
        ]
        var facts = block.facts
        #expect(facts.title == "A tïtle" && facts.caption == "A comment" && facts.creator == "An author")
        #expect(facts.keywords == ["sea", "sun", "東京"] && facts.copyright == "Photographer Editor")
        block.main = [block.text(0x013B, "An artist"), block.text(0x8298, "Mine"), block.wide(0x9C9F, "A subject")]
        facts = block.facts
        #expect(facts.creator == "An artist" && facts.copyright == "Mine" && facts.caption == "A subject")
        block.main = [block.bytes(0x8298, Array(" \0Editor\0".utf8), type: 2)]
        #expect(block.facts.copyright == "Editor")
    }

    @Test func `lenses`() {
        var block = EXIFBlock()
        let cases = [
            ([24, 1, 70, 1, 28, 10, 28, 10], "24-70mm f/2.8"), ([24, 1, 70, 1, 28, 10, 4, 1], "24-70mm f/2.8-4"),
            ([50, 1, 50, 1, 18, 10, 18, 10], "50mm f/1.8"), ([85, 10, 0, 1, 19, 10, 0, 1], "8.5mm f/1.9"),
            ([24, 1, 70, 1, 0, 0, 0, 0], "24-70mm f/?"),
        ]
        for (parts, name) in cases {
            block.exif = [block.fractions(0xA432, parts)]
            #expect(block.facts.lens == name)
        }
        block.exif = [block.fractions(0xA432, [0, 0, 0, 0, 0, 0, 0, 0])]
        #expect(block.facts.lens == nil)
        block.exif = [block.fractions(0xA432, [24, 1, 70, 1, 28, 10, 28, 10]), block.text(0xA434, "A lens")]
        #expect(block.facts.lens == "A lens")
    }

    @Test func `the better date, and its zone`() {
        var block = EXIFBlock()
        block.exif = [block.text(0x9004, "2021:05:05 10:00:00"), block.text(0x9012, "-03:00")]
        #expect(block.facts.taken?.iso8601.hasPrefix("2021-05-05T10:00:00") == true)
        #expect(block.facts.takenSource == .digitized && block.facts.zone == "-03:00")
        block.exif += [block.text(0x9003, "2020:01:02 03:04:05"), block.text(0x9011, "+02:00")]
        #expect(block.facts.taken?.iso8601.hasPrefix("2020-01-02T03:04:05") == true && block.facts.zone == "+02:00")
        #expect(block.facts.takenSource == .exifOriginal)
        // No zone on Earth has such an offset.
        block.exif = [block.text(0x9003, "2020:01:02 03:04:05"), block.text(0x9011, "+99:99")]
        #expect(block.facts.taken != nil && block.facts.zone == nil)
        // The date of the last change is no capture time.
        block.exif = []
        block.main = [block.text(0x0132, "2012:05:06 07:08:09")]
        #expect(block.facts.taken == nil)
    }

    @Test func `time from satellites`() {
        var block = EXIFBlock()
        block.gps = [block.text(29, "2018:03:04"), block.fractions(7, [5, 1, 6, 1, 7, 1])]
        #expect(block.facts.taken?.iso8601.hasPrefix("2018-03-04T05:06:07") == true)
        #expect(block.facts.takenSource == .satellite && block.facts.zone == "+00:00")
        block.gps[1] = block.text(7, "05:06:07")
        #expect(block.facts.taken?.iso8601.hasPrefix("2018-03-04T05:06:07") == true)
        for parts in [[25, 1, 0, 1, 0, 1], [5, 1, 6, 1, 0, 0], [5, 1]] {
            block.gps[1] = block.fractions(7, parts)
            #expect(block.facts.taken == nil, "\(parts)")
        }
        block.gps[1] = block.fractions(7, [5, 1, 6, 1, 7, 1])
        block.exif = [block.text(0x9003, "2020:01:02 03:04:05")]
        #expect(block.facts.takenSource == .exifOriginal)
    }

    /// Blocks with any byte changed, or cut at any byte, are read without a crash.
    @Test func `damaged blocks`() {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed)
        var block = EXIFBlock()
        block.main = [
            block.numbers(0x0112, 3, [6]), block.text(0x010E, "described"), block.wide(0x9C9B, "A title"),
            block.fractions(0xC630, [24, 1, 70, 1, 28, 10, 4, 1]),
        ]
        block.exif = [
            block.fractions(0x829A, [1, 250]), block.doubles(0x829D, [2.8]), block.text(0x9003, "2020:01:02 03:04:05"),
            block.text(0x9291, "055"), block.bytes(0x9286, Array("UNICODE\0a\0b\0c\0".utf8)),
        ]
        block.gps = [
            block.text(1, "S"), block.fractions(2, [33, 1, 52, 1, 8, 1]), block.text(3, "W"),
            block.text(4, "70 40 9"), block.text(29, "2018:03:04"), block.fractions(7, [5, 1, 6, 1, 7, 1]),
        ]
        let whole = block.encoded
        for _ in 0..<5000 {
            var broken = whole
            for _ in 0..<Int.random(in: 1...8, using: &noise) {
                broken[Int.random(in: 0..<broken.count, using: &noise)] = UInt8.random(in: 0...255, using: &noise)
            }
            let read = EXIF(Array(broken.prefix(Int.random(in: 0...broken.count, using: &noise))))
            #expect((1...8).contains(read.orientation), "seed \(seed)")
            #expect(read.facts.latitude.map { abs($0) <= 90 } ?? true, "seed \(seed)")
            #expect(read.facts.exposure?.isFinite ?? true, "seed \(seed)")
        }
    }
}
