// Still pictures with a film in their file, as cameras write them.

import Foundation
import Testing

/// Files of which a part is a film.
enum MotionPhotoFile {
    /// The smallest file that begins like an MP4.
    static let tinyFilm =
        TinyImage.box("ftyp", [UInt8]("isom".utf8) + TinyImage.big(512, 4) + [UInt8]("mp41".utf8))
        + TinyImage.box("mdat", [UInt8](repeating: 7, count: 90))

    /// A film that ffmpeg has made: half a second of 64 × 48 pixels.
    static func film() throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/film.mp4"
        let run = try ToolRun(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x48:d=0.5:r=10", "-c:v", "mpeg4", "-pix_fmt",
                "yuv420p", path,
            ])
        try #require(run.status == 0, "\(run.output)")
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// A JPEG with a packet, which holds a description of these attributes and contents, and bytes behind it.
    static func jpeg(_ attributes: String, _ contents: String = "", film: [UInt8]) -> [UInt8] {
        let packet = """
            http://ns.adobe.com/xap/1.0/\0<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
            xmlns:Container="http://ns.google.com/photos/1.0/container/"
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \(attributes)>\(contents)</rdf:Description></rdf:RDF>
            """
        let segment = MultiPictureFile.segment(0xE1, Array(packet.utf8))
        return MultiPictureFile.grey(90, 300, 200, segments: segment) + film
    }

    /// The older form: a distance from the end.
    static func microVideo(_ film: [UInt8], offset: String? = nil) -> [UInt8] {
        let distance = offset ?? "\(film.count)"
        return jpeg("GCamera:MicroVideo=\"1\" GCamera:MicroVideoOffset=\"\(distance)\"", film: film)
    }

    /// The items of Android's Motion Photo format 1.0 behind a primary picture: their meanings and lengths.
    static func directory(_ items: [(semantic: String, byteCount: Int)]) -> String {
        let primary = "<Container:Item Item:Mime=\"image/jpeg\" Item:Semantic=\"Primary\" Item:Length=\"0\"/>"
        let others = items.map { item in
            "<Container:Item Item:Mime=\"x/y\" Item:Semantic=\"\(item.semantic)\" Item:Length=\"\(item.byteCount)\"/>"
        }
        let entries = ([primary] + others).map { "<rdf:li rdf:parseType=\"Resource\">\($0)</rdf:li>" }
        return "<Container:Directory><rdf:Seq>\(entries.joined())</rdf:Seq></Container:Directory>"
    }

    /// Blocks behind a JPEG as Samsung's cameras write them: another one, the film, and their directory.
    static func samsungTrailer(_ film: [UInt8]) -> [UInt8] {
        let little = TinyImage.little
        func block(_ type: Int, _ name: String, _ data: [UInt8]) -> [UInt8] {
            little(0, 2) + little(type, 2) + little(name.utf8.count, 4) + [UInt8](name.utf8) + data
        }
        let blocks = [
            (type: 0x0A01, bytes: block(0x0A01, "Image_UTC_Data", [UInt8]("1600000000000".utf8))),
            (type: 0x0A30, bytes: block(0x0A30, "MotionPhoto_Data", film)),
        ]
        var distance = blocks.reduce(0) { $0 + $1.bytes.count }
        var directory = [UInt8]("SEFH".utf8) + little(107, 4) + little(blocks.count, 4)
        for block in blocks {
            directory += little(0, 2) + little(block.type, 2) + little(distance, 4) + little(block.bytes.count, 4)
            distance -= block.bytes.count
        }
        return blocks.flatMap(\.bytes) + directory + little(directory.count, 4) + [UInt8]("SEFT".utf8)
    }

    /// Has exiftool write tags into a picture.
    static func tagged(_ picture: [UInt8], named name: String, _ tags: [String]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = try folder.write(name, picture)
        try SidecarTests.exiftool(["-q", "-overwrite_original"] + tags + [path])
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
