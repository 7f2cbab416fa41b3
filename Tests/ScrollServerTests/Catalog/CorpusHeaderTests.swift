// Every file of the corpus, beside what Pillow reads from it.

import Testing

@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite(.needs(.corpus))
struct CorpusHeaderTests {
    /// Where we differ from Pillow on purpose.
    private static let differences = [
        // Its compression method does not exist; browsers, libpng and our decoder refuse it.
        "imagetestsuite/a1d1aafb5bca660229f8e9fc65291eab.png",
        // Pillow gives the size of a TIFF as it is shown, we as it is stored: 56 × 64 and 88 × 590, turned.
        "cantaloupe/tif-rotated.tif", "pillow/crash-74d2a78403a5a59db1fb0a2b8735ac068a75f6e3.tif",
    ]

    @Test func agreesWithPillow() throws {
        var agreeing = 0
        var refused = 0
        for entry in CatalogCorpus.entries {
            let header = try? ImageHeader.read(from: ByteSource(CatalogCorpus.bytes(entry.path)))
            guard let format = entry.format else {
                // Pillow opens these not at all. Whatever we make of them, it must be possible.
                if let header { #expect(header.width > 0 && header.height > 0) } else { refused += 1 }
                continue
            }
            // 0 and the like are no orientations.
            let orientation = entry.orientation.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
            if let header, header.format.name.uppercased() == format, header.width == entry.width,
                header.height == entry.height, header.orientation == orientation
            {
                agreeing += 1
            } else {
                #expect(
                    Self.differences.contains(entry.path),
                    "\(entry.path): \(String(describing: header)), Pillow: \(entry)")
            }
        }
        #expect(agreeing == CatalogCorpus.entries.count { $0.format != nil } - Self.differences.count)
        #expect(refused < 90)
    }

    @Test func truncatedSmallFiles() throws {
        let paths = [
            "pngsuite/basn0g02.png", "libvips/blankpage.svg", "image-rs/rgb24rle24.bmp", "pillow/hopper.avif",
            "probe/cheers_1440x960.heic", "cantaloupe/tif-rotated.tif", "pillow/rot1mir1.avif",
        ]
        for path in paths {
            let bytes = try CatalogCorpus.bytes(path)
            let whole = try ImageHeader.read(from: ByteSource(bytes))
            for count in 0..<min(bytes.count, 700) {
                let header = try? ImageHeader.read(from: ByteSource([UInt8](bytes.prefix(count))))
                // With the part that holds its turn cut off, a picture may have lost that, but not its size.
                #expect(header.map { ($0.width, $0.height) == (whole.width, whole.height) } ?? true)
            }
        }
    }

    /// Bytes changed at random in the headers of real files are answered, with a size or an error.
    ///
    /// The same in every run; a debug build would take too long.
    @Test(.optimised())
    func randomDamage() throws {
        var state: UInt64 = 1
        func random(_ limit: Int) -> Int {
            state = StableHash.mix(state)
            return Int(state % UInt64(limit))
        }
        var sound = 0
        for entry in CatalogCorpus.entries {
            let bytes = try CatalogCorpus.bytes(entry.path)
            guard bytes.count > 4 else { continue }
            for _ in 0..<200 {
                var damaged = bytes
                for _ in 0...random(6) { damaged[random(min(bytes.count, 1500))] = UInt8(random(256)) }
                if let header = try? ImageHeader.read(from: ByteSource(damaged)) {
                    #expect(header.width > 0 && header.height > 0 && (1...8).contains(header.orientation))
                    sound += 1
                }
            }
        }
        #expect(sound > 1000)
    }
}
