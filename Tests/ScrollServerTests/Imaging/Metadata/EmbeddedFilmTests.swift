// The films in motion photos, beside exiftool and ffmpeg, and what is wrongly said about them.

import Foundation
import Testing

@testable import Metadata
@testable import Pixels

@Suite struct EmbeddedFilmTests {
    private typealias File = MotionPhotoFile

    private static func facts(_ file: [UInt8]) throws -> PictureFacts {
        try ImageHeader.read(from: ByteSource(file)).facts ?? .none
    }

    /// The bytes of the film, where the picture has one; the fact says the same.
    private static func film(_ file: [UInt8]) throws -> [UInt8]? {
        let facts = try facts(file)
        #expect(facts.extras.contains("film") == (facts.film != nil))
        return facts.film.map { Array(file[$0.range]) }
    }

    @Test("What exiftool writes about a film leads to it", .needs(.exiftool), .needs(.ffmpeg))
    func microVideo() throws {
        let film = try File.film()
        let tags = ["-XMP-GCamera:MicroVideo=1", "-XMP-GCamera:MicroVideoOffset=\(film.count)"]
        let jpeg = try File.tagged(MultiPictureFile.grey(90, 60), named: "a.jpg", tags) + film
        #expect(try Self.film(jpeg) == film)
        #expect(try Self.facts(jpeg).film?.format == .mp4)
        #expect(try Self.film(File.microVideo(film)) == film)
    }

    @Test("The film of Samsung's trailer is what exiftool extracts", .needs(.exiftool), .needs(.ffmpeg))
    func samsung() throws {
        let film = try File.film()
        let still = try File.tagged(
            MultiPictureFile.grey(90, 60), named: "a.jpg", ["-Make=samsung", "-Model=SM-G930F"])
        let file = still + File.samsungTrailer(film)
        let folder = try TemporaryFolder()
        let path = try folder.write("a.jpg", file)
        #expect(try MultiPictureFile.extracted("EmbeddedVideoFile", from: path) == film)
        #expect(try Self.film(file) == film)
        // Other cameras' files are not searched for it.
        #expect(try Self.film(MultiPictureFile.grey(90, 60) + File.samsungTrailer(film)) == nil)
        // Every byte of the directory may be wrong.
        var noise = RepeatableNoise(seed: TestSeed.seed())
        for _ in 0..<300 {
            var broken = file
            broken[broken.count - 1 - Int(noise.next() % 44)] = UInt8(truncatingIfNeeded: noise.next())
            if let found = try Self.film(broken) { #expect(found[4..<8].elementsEqual("ftyp".utf8)) }
        }
    }

    @Test("The film in a HEIC's box is what exiftool extracts", .needs(.exiftool), .needs(.ffmpeg))
    func heic() throws {
        let film = try File.film()
        for tags in [["-XMP-GCamera:MicroVideo=1"], ["-XMP-GCamera:MicroVideoOffset=\(film.count)"]] {
            let file = try File.tagged(TinyImage.heic, named: "a.heic", tags) + TinyImage.box("mpvd", film)
            let folder = try TemporaryFolder()
            let path = try folder.write("a.heic", file)
            #expect(try MultiPictureFile.extracted("MotionPhotoVideo", from: path) == film)
            #expect(try Self.film(file) == film)
        }
        #expect(try Self.film(TinyImage.heic + TinyImage.box("mpvd", film)) == nil)
    }

    @Test("Items behind the film count, and only the item that is the film's")
    func directories() throws {
        let film = File.tinyFilm
        let (before, behind) = ([UInt8](repeating: 1, count: 50), [UInt8](repeating: 2, count: 33))
        let items = [
            (semantic: "GainMap", byteCount: 50), (semantic: "MotionPhoto", byteCount: film.count),
            (semantic: "Other", byteCount: 33),
        ]
        let said = "GCamera:MotionPhoto=\"1\""
        let file = File.jpeg(said, File.directory(items), film: before + film + behind)
        #expect(try Self.film(file) == film)
        // Without the flag, too; but not where it says that this is no motion photo.
        #expect(try Self.film(File.jpeg("", File.directory(items), film: before + film + behind)) == film)
        let refused = File.jpeg("GCamera:MotionPhoto=\"0\"", File.directory(items), film: before + film + behind)
        #expect(try Self.film(refused) == nil)
        // As other programs write structures.
        let long = """
            <Container:Directory><rdf:Seq><rdf:li><rdf:Description><Container:Item rdf:parseType="Resource">
            <Item:Semantic>MotionPhoto</Item:Semantic><Item:Length>\(film.count)</Item:Length></Container:Item>
            </rdf:Description></rdf:li></rdf:Seq></Container:Directory>
            """
        #expect(try Self.film(File.jpeg(said, long, film: film)) == film)
        let primary = File.directory([(semantic: "Depth", byteCount: film.count)])
        #expect(try Self.film(File.jpeg(said, primary, film: film)) == nil)
    }

    @Test("There is no film where the place that is said has none")
    func lies() throws {
        let film = File.tinyFilm
        for offset in [
            "0", "-5", "1", "\(film.count - 1)", "\(film.count + 1)", "99999999", "9223372036854775807",
            "99999999999999999999", "x", "",
        ] {
            #expect(try Self.film(File.microVideo(film, offset: offset)) == nil, "\(offset)")
        }
        for byteCount in [0, -1, 7, film.count - 1, film.count + 1, Int.max] {
            let items = File.directory([(semantic: "MotionPhoto", byteCount: byteCount)])
            #expect(try Self.film(File.jpeg("", items, film: film)) == nil, "\(byteCount)")
        }
        let endless = Array(repeating: (semantic: "MotionPhoto", byteCount: Int.max), count: 200)
        #expect(try Self.film(File.jpeg("", File.directory(endless), film: film)) == nil)
        // Not a film, sound alone, a picture, a box that is longer than the film, and a film that is cut off early.
        let head = TinyImage.big(20, 4)
        for wrong in [
            [UInt8](repeating: 0x41, count: 60), head + [UInt8]("ftypM4A \0\0\0\0mp41".utf8), TinyImage.heic,
            TinyImage.big(4000, 4) + film.dropFirst(4), Array(film.prefix(12)),
        ] as [[UInt8]] {
            #expect(try Self.film(File.microVideo(wrong)) == nil)
        }
        // A film that was taken out by an editor.
        #expect(try Self.film(File.microVideo([], offset: "\(film.count)")) == nil)
    }

    @Test("A QuickTime film is one, too")
    func quickTime() throws {
        let film = TinyImage.box("ftyp", [UInt8]("qt  ".utf8) + TinyImage.big(0, 8)) + TinyImage.box("mdat", [1, 2, 3])
        #expect(try Self.facts(File.microVideo(film)).film?.format == .quickTime)
        #expect(try Self.film(File.microVideo(film)) == film)
    }
}
