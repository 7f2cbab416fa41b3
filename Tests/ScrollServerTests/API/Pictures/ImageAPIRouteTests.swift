// The IIIF Image API as its clients see it: addresses, status codes, sizes and header fields.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Platform
@testable import ScrollServer
@testable import Tiles

@Suite struct ImageAPIRouteTests {
    /// What follows the picture's name, and the size of the image or the status, in 3.0 and in 2.1.
    private static let requests: [(String, three: Expected, two: Expected)] = [
        ("full/max/0/default.jpg", .size(700, 500), .size(700, 500)),
        ("full/full/0/default.jpg", .status(400), .size(700, 500)),
        ("full/350,/0/default.jpg", .size(350, 250), .size(350, 250)),
        ("full/,100/0/default.png", .size(140, 100), .size(140, 100)),
        ("full/!200,200/0/color.jpg", .size(200, 143), .size(200, 143)),
        ("full/!2000,3000/0/default.jpg", .size(700, 500), .size(700, 500)),
        ("full/33,77/0/default.jpg", .size(33, 77), .size(33, 77)),
        ("full/pct:10/0/default.jpg", .size(70, 50), .size(70, 50)),
        ("full/701,/0/default.jpg", .status(400), .size(701, 501)),
        ("full/^1400,/0/default.jpg", .size(1400, 1000), .status(400)),
        ("full/^pct:150/0/default.jpg", .size(1050, 750), .status(400)),
        ("square/max/0/default.jpg", .size(500, 500), .size(500, 500)),
        ("512,0,188,500/max/0/default.jpg", .size(188, 500), .size(188, 500)),
        ("600,400,1000,1000/max/0/default.jpg", .size(100, 100), .size(100, 100)),
        ("699,499,1,1/max/0/default.png", .size(1, 1), .size(1, 1)),
        ("pct:10,20,30,40/max/0/default.jpg", .size(210, 200), .size(210, 200)),
        ("full/350,250/90/default.jpg", .size(250, 350), .size(250, 350)),
        ("full/350,250/!180/default.jpg", .size(350, 250), .size(350, 250)),
        ("full/350,250/!270/gray.png", .size(250, 350), .size(250, 350)),
        ("full/350,250/360/bitonal.jpg", .size(350, 250), .size(350, 250)),
        ("full/350,250/0/default.webp", .size(350, 250), .size(350, 250)),
        ("3,3,300,300/!99,99/90/gray.webp", .size(99, 99), .size(99, 99)),
        ("full/max/45/default.jpg", .status(400), .status(400)),
        ("full/max/361/default.jpg", .status(400), .status(400)),
        ("full/max/0/native.jpg", .status(400), .status(400)),
        ("full/max/0/default.gif", .status(400), .status(400)),
        ("full/max/0/default", .status(400), .status(400)),
        ("700,0,1,1/max/0/default.jpg", .status(400), .status(400)),
        ("0,0,0,1/max/0/default.jpg", .status(400), .status(400)),
        ("[frob]/max/0/default.jpg", .status(400), .status(400)),
        ("full/;=@^/0/default.jpg", .status(400), .status(400)),
        ("full/0,/0/default.jpg", .status(400), .status(400)),
        ("full/^9999,9999/0/default.jpg", .status(400), .status(400)),
        ("0,0,1000000000,1000000000/1000000000,/0/default.jpg", .status(400), .status(400)),
        ("full/max/0", .status(404), .status(404)), ("full/max/0/default.jpg/", .status(404), .status(404)),
        ("full/max/0/a/default.jpg", .status(404), .status(404)), ("", .status(404), .status(404)),
        ("info.xml", .status(404), .status(404)),
    ]

    private enum Expected {
        case size(Int, Int)
        case status(Int)
    }

    @Test func statusAndSizeOfBothVersions() throws {
        let folder = try PictureFolder(["p.png": PNGEncoder.encode(PictureFolder.photograph(width: 700, height: 500))])
        for (rest, three, two) in Self.requests {
            for (version, expected) in [(ImageAPIVersion.three, three), (.two, two)] {
                let reply = try folder.image(rest, of: "p.png", version)
                switch expected {
                case .status(let status): #expect(reply.status == status, "\(rest) in \(version): \(reply.text)")
                case .size(let width, let height):
                    #expect(reply.status == 200, "\(rest) in \(version): \(reply.text)")
                    guard reply.status == 200 else { continue }
                    let pixels = try PictureFolder.decoded(reply)
                    #expect(pixels.width == width && pixels.height == height, "\(rest) in \(version)")
                    let ending = rest.split(separator: ".").last.map(String.init)
                    #expect(reply.headers["Content-Type"] == "image/\(ending == "jpg" ? "jpeg" : ending ?? "")")
                    // A WebP has three colours.
                    let isGray = (rest.contains("gray") || rest.contains("bitonal")) && ending != "webp"
                    #expect(pixels.format == (isGray ? .gray : .rgb), "\(rest)")
                    if rest.contains("bitonal"), rest.hasSuffix("png") {
                        #expect(pixels.bytes.allSatisfy { $0 == 0 || $0 == 255 })
                    }
                }
            }
        }
    }

    @Test func whatIsNotThere() throws {
        let folder = try PictureFolder([
            "good.png": PictureFolder.squares(width: 9, height: 9), "bad.png": Array("no picture".utf8),
            "drawn.svg": TinyImage.svg("width='10' height='10'"),
        ])
        let good = try folder.name("good.png")
        for version in ImageAPIVersion.allCases {
            let start = "/iiif/\(version.rawValue)"
            for name in [
                "x", "f", "f~", "~", "f~zzz", "g~\(good.dropFirst(2))", "f~~\(good.dropFirst(2))", "a%2Fb", "[frob]",
            ] {
                for rest in ["", "/info.json", "/full/max/0/default.jpg"] {
                    #expect(try folder.client.get("\(start)/\(name)\(rest)").status == 404, "\(name)\(rest)")
                }
            }
            _ = try folder.client.get("\(start)/\(good)/x/max/0/default.jpg").problem(400)
            for rest in ["info.json", "full/max/0/default.jpg"] {
                _ = try folder.image(rest, of: "bad.png", version).problem(422)
                _ = try folder.image(rest, of: "drawn.svg", version).problem(415)
            }
            for method in [HTTP.Method.post, .put, .delete, .options] {
                _ = try folder.client.ask(method, "\(start)/\(good)/info.json").problem(405)
            }
        }
        for rest in [".dzi", ".json", "_files/0/0_0.jpg"] {
            #expect(try folder.client.get("/dzi/\(good)\(rest)").status == 200, "\(rest)")
            #expect(try folder.client.get("/dzi/f~zzz\(rest)").status == 404, "\(rest)")
            #expect(try folder.client.get("/dzi/\(folder.name("bad.png"))\(rest)").status == 422, "\(rest)")
        }
        for rest in ["", ".xml", "_files/5/0_0.jpg", "_files/0/1_0.jpg", "_files/0/0_0.png", "_files/0/0.jpg"] {
            #expect(try folder.client.get("/dzi/\(good)\(rest)").status == 404, "\(rest)")
        }
        for rest in ["_files/x/0_0.jpg", "_files/0/x_0.jpg", "_files/0/-1_0.jpg", ".dzi?w=1"] {
            #expect(try folder.client.get("/dzi/\(good)\(rest)").status == 400, "\(rest)")
        }
    }

    @Test func information() throws {
        let folder = try PictureFolder(["p.png": PictureFolder.squares(width: 1100, height: 700)])
        let name = try folder.name("p.png")
        let three = try folder.image("info.json", of: "p.png", .three)
        #expect(three.text.hasPrefix(#"{"@context":"http://iiif.io/api/image/3/context.json","#))
        let object = try three.object()
        #expect(object["id"] as? String == "http://localhost/iiif/3/\(name)")
        #expect(object["type"] as? String == "ImageService3" && object["profile"] as? String == "level2")
        #expect(object["protocol"] as? String == "http://iiif.io/api/image")
        #expect(object["width"] as? Int == 1100 && object["height"] as? Int == 700)
        #expect(object["maxWidth"] as? Int == 65535 && object["maxArea"] as? Int == 16_777_216)
        let sizes = try #require(object["sizes"] as? [[String: Int]])
        #expect(sizes == [(275, 175), (550, 350), (1100, 700)].map { ["width": $0.0, "height": $0.1] })
        let tiles = try #require(object["tiles"] as? [[String: Any]])
        #expect(tiles.count == 1 && tiles[0]["width"] as? Int == 512)
        #expect(tiles[0]["scaleFactors"] as? [Int] == [1, 2, 4])
        #expect(object["extraFormats"] as? [String] == ["webp"])
        #expect(object["extraQualities"] as? [String] == ["color", "gray", "bitonal"])
        let two = try folder.image("info.json", of: "p.png", .two).object()
        #expect(two["@id"] as? String == "http://localhost/iiif/2/\(name)")
        #expect(two["@context"] as? String == "http://iiif.io/api/image/2/context.json")
        let profile = try #require(two["profile"] as? [Any])
        #expect(profile[0] as? String == "http://iiif.io/api/image/2/level2.json")
        #expect((profile[1] as? [String: Any])?["maxArea"] as? Int == 16_777_216)
    }

    @Test func mediaTypesOfInformation() throws {
        let folder = try PictureFolder(["p.png": PictureFolder.squares(width: 9, height: 9)])
        let linked = "application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\""
        let types: [(accept: String?, three: String, two: String)] = [
            (nil, linked, "application/json"), ("*/*", "application/json", "application/json"),
            ("application/json", "application/json", "application/json"),
            ("application/ld+json", linked, "application/ld+json"),
            ("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "application/json", "application/json"),
            ("application/ld+json;profile=\"x\", application/json;q=0.5", linked, "application/ld+json"),
        ]
        for (accept, three, two) in types {
            let fields = accept.map { [("Accept", $0)] } ?? []
            for (version, expected) in [(ImageAPIVersion.three, three), (.two, two)] {
                let reply = try folder.image("info.json", of: "p.png", version, fields)
                #expect(reply.headers["Content-Type"] == expected, "\(accept ?? "nothing") in \(version)")
                #expect(reply.headers["Vary"] == "Accept" && reply.headers["Access-Control-Allow-Origin"] == nil)
            }
        }
    }

    @Test func fieldsOfImages() throws {
        let folder = try PictureFolder(["p.png": PictureFolder.squares(width: 700, height: 500)])
        let name = try folder.name("p.png")
        let reply = try folder.image("pct:0,0,100,100/350,/0/color.jpg", of: "p.png")
        #expect(
            reply.headers["Link"]
                == "<http://localhost/iiif/3/\(name)/full/350,250/0/default.jpg>;rel=\"canonical\", "
                + "<http://iiif.io/api/image/3/level2.json>;rel=\"profile\"")
        #expect(reply.headers["Cache-Control"] == "no-cache")
        let tag = try #require(reply.headers["ETag"])
        let again = try folder.image("full/350,250/0/default.jpg", of: "p.png", .three, [("If-None-Match", tag)])
        #expect(again.status == 304 && again.body.isEmpty && again.headers["ETag"] == tag)
        let other = try folder.image("full/350,250/90/default.jpg", of: "p.png", .three, [("If-None-Match", tag)])
        #expect(other.status == 200 && other.headers["ETag"] != tag)
        let head = try folder.client.ask(.head, "/iiif/3/\(name)/full/350,250/0/default.jpg")
        #expect(head.status == 200 && head.body.isEmpty && head.byteCount == reply.byteCount)
        #expect(
            try folder.image("full/350,/0/default.jpg", of: "p.png", .two).headers["Link"]?.contains("/full/350,/0/")
                == true)
    }

    /// The address is the one that the client used, with the name as it wrote it.
    @Test func addressesAreTheClients() throws {
        let folder = try PictureFolder(["p.png": PictureFolder.squares(width: 9, height: 9)])
        let name = try folder.name("p.png")
        let spelt = name.replacing("~", with: "%7E")
        let fields = [("Host", "pictures.example:8080")]
        for (path, status) in [("", 303), ("/info.json", 200)] {
            let reply = try folder.client.get("/iiif/3/\(spelt)\(path)", fields)
            #expect(reply.status == status)
            if status == 303 {
                #expect(reply.headers["Location"] == "http://pictures.example:8080/iiif/3/\(spelt)/info.json")
            } else {
                #expect(try reply.object()["id"] as? String == "http://pictures.example:8080/iiif/3/\(spelt)")
            }
        }
        var request = try Request(.get, "/iiif/2/\(name)", headers: fields)
        request.isSecure = true
        guard case .now(let response) = folder.client.router.answer(request) else {
            Issue.record("the answer is not there at once")
            return
        }
        #expect(response.headers["Location"] == "https://pictures.example:8080/iiif/2/\(name)/info.json")
    }

    /// An image that is one tile is the tile that plans name, byte for byte.
    @Test func tilesAreNotEncodedAgain() throws {
        let folder = try PictureFolder(["p.png": PNGEncoder.encode(PictureFolder.photograph(width: 1100, height: 700))])
        let item = try folder.name("p.png").dropFirst(2)
        for (image, tile) in [
            ("0,0,512,512/max/0/default.jpg", "0/0/0"), ("1024,512,76,188/76,188/0/default.jpg", "0/2/1"),
            ("1024,0,76,700/38,350/0/default.jpg", "1/1/0"), ("full/275,175/0/default.jpg", "2/0/0"),
        ] {
            let reply = try folder.image(image, of: "p.png")
            let expected = try folder.client.get("/api/collections/f/tiles/\(item)/\(tile)")
            #expect(reply.status == 200 && reply.body == expected.body, "\(image)")
        }
    }

    /// As many sizes as there are, of one picture: only its tiles are kept.
    @Test func newSizesFillNoCache() throws {
        let folder = try PictureFolder(["p.png": PictureFolder.squares(width: 40, height: 40)])
        for number in 0..<(isOptimised ? 10_000 : 400) {
            let size = "^\(number % 100 + 1),\(number / 100 + 1)"
            #expect(try folder.image("full/\(size)/0/default.png", of: "p.png").status == 200)
        }
        #expect(folder.client.pipeline.memory.count <= 2 * Pyramid(PixelSize(width: 40, height: 40)).maximumLevel)
    }
}
