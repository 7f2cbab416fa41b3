// Raw files beside the pictures that were made of them, and what else belongs to a picture.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import Platform

@Suite struct CompanionTests {
    private static func picture(_ number: Int) -> [UInt8] {
        var noise = RepeatableNoise(seed: UInt64(number))
        return JPEGEncoder.encode(
            PixelBuffer(width: 24, height: 16, format: .rgb, bytes: noise.bytes(24 * 16 * 3)), quality: 80)
    }

    private static func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for (number, name) in [
            "a.jpg", "a.dng", "b.NEF", "c.JPG", "c.ARW", "d.heic.dng", "e.png", "e.cr2", "ä ?#.jpeg", "ä ?#.raf",
        ].enumerated() {
            try folder.write(name, Self.picture(number))
        }
        for name in ["a.xmp", "a.dng.xmp", "c.JPG.xmp", "c.ARW.XMP", "a.txt", "b.xmp"] {
            try folder.write(name, [1, 2])
        }
        return folder
    }

    private static func collection(_ folder: ScratchFolder, pairs: Bool) throws -> FolderCollection {
        let collection = try FolderCollection(
            root: folder.path, id: "f", name: "F", hidesPairedRaws: pairs, watch: FileSystem.makeWatch())
        collection.waitForScan()
        return collection
    }

    @Test func aRawAndItsPictureAreOneIfThatIsWanted() throws {
        let folder = try Self.folder()
        #expect(try Self.collection(folder, pairs: false).status.count == 10)
        let names = ["a.jpg", "b.NEF", "c.JPG", "d.heic.dng", "e.cr2", "e.png", "ä ?#.jpeg"]
        #expect(try Self.collection(folder, pairs: true).names.sorted() == names.sorted())
    }

    /// With its picture a raw file comes and goes, also where another program deletes one of them.
    @Test func pairsAreFollowed() throws {
        let folder = try Self.folder()
        let collection = try Self.collection(folder, pairs: true)
        collection.start()
        let picture = try folder.bytes("a.jpg")
        #expect(eventually { collection.names.contains("a.jpg") && !collection.names.contains("a.dng") })
        #expect(unlink(folder.path + "/a.jpg") == 0)
        #expect(eventually { !collection.names.contains("a.jpg") && collection.names.contains("a.dng") })
        try folder.write("a.jpg", picture)
        #expect(eventually { collection.names.contains("a.jpg") && !collection.names.contains("a.dng") })
        #expect(rename(folder.path + "/c.JPG", folder.path + "/b.jpg") == 0)
        #expect(
            eventually {
                let names = Set(collection.names)
                return names.isSuperset(of: ["b.jpg", "c.ARW"]) && names.isDisjoint(with: ["b.NEF", "c.JPG"])
            })
        #expect(collection.status.count == 7)
    }

    /// A camera's thumbnail of a film or picture is none of its own, whether pairs are wanted or not; alone it is.
    @Test(arguments: [false, true]) func aThumbnailBesideItsFilmIsNotListed(pairs: Bool) throws {
        let folder = try ScratchFolder()
        let film: [UInt8] = [0, 0, 0, 24] + Array("ftypisom".utf8) + [0, 0, 2, 0] + Array("isommp41".utf8)
        try folder.write("MVI_1.MP4", film)
        for (number, name) in ["MVI_1.THM", "a.thm", "a.cr2", "b.JPG", "b.THM", "alone.thm", "c.thm"].enumerated() {
            try folder.write(name, Self.picture(number))
        }
        try folder.write("c.txt", [1, 2])
        let collection = try Self.collection(folder, pairs: pairs)
        #expect(collection.names.sorted() == ["MVI_1.MP4", "a.cr2", "alone.thm", "b.JPG", "c.thm"])
        collection.start()
        #expect(unlink(folder.path + "/MVI_1.MP4") == 0)
        #expect(eventually { collection.names.sorted() == ["MVI_1.THM", "a.cr2", "alone.thm", "b.JPG", "c.thm"] })
        try folder.write("MVI_1.MP4", film)
        #expect(eventually { collection.names.sorted() == ["MVI_1.MP4", "a.cr2", "alone.thm", "b.JPG", "c.thm"] })
        #expect(rename(folder.path + "/b.JPG", folder.path + "/alone.jpg") == 0)
        #expect(eventually { collection.names.sorted() == ["MVI_1.MP4", "a.cr2", "alone.jpg", "b.THM", "c.thm"] })
    }

    @Test func whatBelongsToAPictureCanBeHad() throws {
        let folder = try Self.folder()
        let collection = try Self.collection(folder, pairs: true)
        let client = try APIClient([collection])
        func companions(_ name: String) throws -> [[String: Any]] {
            let id = try collection.id(named: name)
            let answer = try client.get("/api/collections/f/items/\(id)/companions").object()
            return try #require(answer["companions"] as? [[String: Any]])
        }
        func names(_ name: String) throws -> [String] { try companions(name).compactMap { $0["name"] as? String } }
        #expect(try names("a.jpg") == ["a.dng", "a.xmp", "a.dng.xmp"])
        #expect(try names("c.JPG") == ["c.ARW", "c.JPG.xmp", "c.ARW.XMP"])
        #expect(try names("b.NEF") == ["b.xmp"])
        #expect(try names("e.png") == ["e.cr2"])
        #expect(try names("d.heic.dng") == [])
        let raw = try #require(try companions("ä ?#.jpeg").first)
        let url = try #require(raw["url"] as? String)
        let reply = try client.get(url)
        let bytes = try folder.bytes("ä ?#.raf")
        #expect(reply.status == 200 && reply.body == bytes && raw["bytes"] as? Int == bytes.count)
        #expect(reply.headers["Content-Disposition"] == "attachment")
        // Nothing else of the folder, and nothing outside of it.
        let start = url.replacingOccurrences(of: "/companions/.*", with: "/companions/", options: .regularExpression)
        for other in ["a.dng", "b.NEF", "..%2Fa.jpg", "a.txt", "%2Fetc%2Fpasswd"] {
            #expect(try client.get(start + other).status == 404, "\(other)")
        }
        #expect(try client.get("/api/collections/f/items/nothing/companions").status == 404)
    }
}
