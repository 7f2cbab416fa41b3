// Slides: the pictures that a scanner stores beside the scan, and codecs that are refused.

import Foundation
import Testing
import Tiling

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Pixels
@testable import Platform

@Suite struct SlidePageTests {
    /// A picture as OpenSlide reads it.
    private struct Read: Decodable {
        let name: String
        let width: Int
        let height: Int
        /// Three bytes a pixel.
        let pixels: Data

        static func all(of path: String, region: PixelRect) throws -> [Read] {
            let output = try PythonOracle.run(
                """
                import base64, json, openslide
                slide = openslide.OpenSlide('\(path)')
                region = slide.read_region((\(region.x), \(region.y)), 0, (\(region.width), \(region.height)))
                pictures = dict(slide.associated_images, region=region)
                print(json.dumps([dict(
                    name=name, width=one.width, height=one.height,
                    pixels=base64.b64encode(one.convert('RGB').tobytes()).decode()) for name, one in pictures.items()]))
                """)
            return try JSONDecoder().decode([Read].self, from: Data(output))
        }
    }

    /// The pages of a file: names and ids, in the file's order.
    private struct Pages {
        let collection: String
        private(set) var all: [(name: String, id: String)] = []

        init(of file: String, in folder: PictureFolder) throws {
            let item = try folder.name(file).dropFirst("f~".count)
            let details = try JSONReader.value(of: folder.client.get("/api/collections/f/items/\(item)").body)
            collection = try #require(details["pages"]?["collection"]?.text, "\(details)")
            let address = "/api/collections/\(collection)/items"
            let isThere = try eventually {
                let list = try JSONReader.value(of: folder.client.get(address).body)["items"]?.elements ?? []
                all = list.map { ($0["name"]?.text ?? "", $0["id"]?.text ?? "") }
                return all.count == details["pages"]?["count"]?.integer
            }
            #expect(isThere, "\(all)")
        }

        /// The picture in addresses of IIIF.
        func picture(_ name: String) throws -> String {
            "\(collection)~\(try #require(all.first { $0.name == name }, "\(all)").id)"
        }
    }

    @Test(
        "A slide's thumbnail, label and macro are pages, with OpenSlide's names and pixels", .needs(.tifffile),
        .needs(.imagecodecs), .needs(.pillow), .needs(.openSlide))
    func associatedImages() throws {
        let folder = try PictureFolder(["slide.svs": try TIFFPyramidFile(.aperio, width: 1101, height: 1035).bytes])
        let region = PixelRect(x: 100, y: 90, width: 300, height: 200)
        let theirs = try Read.all(of: folder.path("slide.svs"), region: region)
        #expect(Set(theirs.map(\.name)) == ["thumbnail", "label", "macro", "region"])
        let pages = try Pages(of: "slide.svs", in: folder)
        #expect(pages.all.map(\.name) == ["Page 1", "thumbnail", "label", "macro"])
        for read in theirs {
            let picture =
                try read.name == "region"
                ? "\(folder.name("slide.svs"))/100,90,300,200" : "\(pages.picture(read.name))/full"
            let pixels = try PictureFolder.decoded(try folder.client.get("/iiif/3/\(picture)/max/0/default.png"))
            #expect(pixels.width == read.width && pixels.height == read.height && pixels.format == .rgb)
            let ratio = PictureFolder.ratio(pixels.bytes, Array(read.pixels))
            print("associatedImages: \(read.name): \(ratio) dB")
            // Tiles of many colours are JPEGs of ours.
            #expect(ratio > 42, "\(read.name): \(ratio) dB")
        }
    }

    @Test("A copy that is named as a label is a page; one without a name, a mask and one in tiles are none")
    func declaredCopies() throws {
        let small = [UInt8](repeating: 99, count: 16 * 16 * 3)
        func part(_ kind: Int, _ text: String?, isTiled: Bool = false, isNamed: Bool = false) -> (TIFFBuilder, [UInt8])
        {
            var builder = TIFFBuilder(width: 16, height: 16, others: [254: [kind]])
            if isTiled { builder.tile = (16, 16) }
            builder.texts = text.map { [270: $0] } ?? [:]
            if isNamed { builder.texts[285] = "own" }
            return (builder, small)
        }
        let scan = TIFFBuilder(width: 48, height: 48, tile: (16, 16), texts: [270: "Aperio v1\n48x48"])
        let file = scan.file(
            [UInt8](repeating: 50, count: 48 * 48 * 3),
            [
                part(0, "Aperio v1\n48x48 -> 16x16"), part(1, nil), part(1, "Aperio v1\nlabel 16x16"),
                part(5, "Aperio v1\nmacro 16x16"), part(1, "Aperio v1\nmacro 16x16", isTiled: true),
                part(9, "Aperio v1\r\nmacro 16x16"), part(1, "Label"), part(1, "Labelled by hand"),
                part(1, "own macro"), part(1, "Macro", isNamed: true), part(0, "Aperio v1\n48x48 -> 16x16"),
            ])
        let pages = try Pages(of: "slide.tif", in: try PictureFolder(["slide.tif": file]))
        #expect(pages.all.map(\.name) == ["Page 1", "thumbnail", "label", "macro", "label", "own", "Page 7"])
    }

    @Test(
        "A codec that is not decoded is named, and the label beside it is shown",
        arguments: [(33_003, "JPEG 2000"), (33_005, "JPEG 2000"), (34_712, "JPEG 2000"), (12_345, "compression 12345")])
    func codecs(number: Int, name: String) throws {
        let scan = TIFFBuilder(
            width: 48, height: 48, tile: (16, 16), others: [259: [number]], texts: [270: "Aperio v1\n48x48"])
        let label = TIFFBuilder(width: 20, height: 16, others: [254: [1]], texts: [270: "Aperio v1\nlabel 20x16"])
        let file = scan.file(
            [UInt8](repeating: 50, count: 48 * 48 * 3), [(label, [UInt8](repeating: 99, count: 20 * 16 * 3))])
        let folder = try PictureFolder(["slide.svs": file])
        let pages = try Pages(of: "slide.svs", in: folder)
        let picture = try folder.name("slide.svs")
        let item = picture.dropFirst("f~".count)
        for address in ["/iiif/3/\(picture)/full/max/0/default.jpg", "/api/collections/f/tiles/\(item)/0/0/0"] {
            let reply = try folder.client.get(address)
            #expect(reply.status == 415 && reply.text.contains("a TIFF with \(name) cannot be shown"), "\(reply.text)")
        }
        let page = try folder.client.get("/iiif/3/\(pages.picture("label"))/full/max/0/default.png")
        #expect(try PictureFolder.decoded(page).bytes.allSatisfy { $0 == 99 })
    }
}
