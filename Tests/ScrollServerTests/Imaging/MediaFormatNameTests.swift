// What the table of formats says: names that lie about what a file is, and decoders.

import Testing

@testable import Imaging
@testable import Metadata

@Suite struct MediaFormatNameTests {
    @Test func aNameThatClaimsAnotherFormat() {
        for (format, name, ending) in [
            (MediaFormat.webp, "a.png", "png"), (.jpeg, "a b.c.HEIC", "heic"), (.animatedGIF, "x.webp", "webp"),
            (.mp4, "clip.jpg", "jpg"), (.pnm, "a.bmp", "bmp"),
        ] { #expect(format.wrongEnding(of: name) == ending, "\(name)") }
    }

    @Test func aNameThatDoesNot() {
        for (format, name) in [
            (MediaFormat.jpeg, "a.JPG"), (.jpeg, "a"), (.jpeg, ".png"), (.jpeg, "a."), (.jpeg, "a.2019"),
            (.raw, "a.tif"),
            (.tiff, "a.dng"), (.mp4, "a.MOV"), (.quickTime, "a.mp4"), (.matroska, "a.webm"), (.animatedGIF, "a.gif"),
        ] { #expect(format.wrongEnding(of: name) == nil, "\(name)") }
    }

    /// The table of formats and the table of decoders agree.
    @Test func eachFormatFromTheTopHasADecoder() {
        for format in MediaFormat.allCases {
            #expect((format.traits.decoding == .fromTop) == (format.sequentialDecoder != nil), "\(format)")
        }
    }

    /// Whatever is listed by its name has a format that claims the name.
    @Test func eachFormatHasItsNames() {
        for format in MediaFormat.allCases {
            #expect(format.wrongEnding(of: "a.\(format == .jpeg ? "png" : "jpg")") != nil, "\(format)")
        }
    }

    /// A file that cannot be read is reported by its name: `hif` is what Canon and Sony call HEIC.
    @Test func whatIsNamedLikeAPicture() {
        for name in ["a.JPG", "a.hif", "b.c.HIF", "a.m2ts", "a.3GP", "a.qoi"] {
            #expect(MediaFormat.isMediaName(name.utf8.map { $0 }), "\(name)")
        }
        for name in ["a", ".jpg", "a.txt", "jpg", "a.hiff"] {
            #expect(!MediaFormat.isMediaName(name.utf8.map { $0 }), "\(name)")
        }
    }

    /// Whether a format is a video's or decoded is asked by one bit of 64 for each.
    @Test(arguments: MediaFormat.allCases) func bits(format: MediaFormat) {
        #expect(MediaFormat.allCases.count <= 64)
        #expect(format.isVideo == format.mimeType.hasPrefix("video/"))
        #expect(format.isDecoded == [.inParts, .fromTop].contains(format.traits.decoding))
    }
}
