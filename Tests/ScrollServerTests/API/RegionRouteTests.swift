// Faces and other parts of pictures, as other programs write them.

import Foundation
import Testing

@testable import Catalog
@testable import HTTP
@testable import Imaging
@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite struct RegionRouteTests {
    private struct Region: Decodable, Equatable {
        var type: String
        var name: String?
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    private struct Answer: Decodable { var regions: [Region] }

    private static let metadataWorkingGroup =
        "-XMP-mwg-rs:RegionInfo={AppliedToDimensions={W=40,H=30,Unit=pixel},RegionList=["
        + "{Area={X=0.5,Y=0.25,W=0.25,H=0.5,Unit=normalized},Name=Anna,Type=Face},"
        + "{Area={X=1,Y=0.5,W=0.5,H=0.5,Unit=normalized},Name=Rex,Type=Pet},"
        + "{Area={X=20,Y=15,W=4,H=4,Unit=pixel},Name=Ben,Type=Face}]}"
    private static let microsoft =
        "-XMP-MP:RegionInfoMP={Regions=[{PersonDisplayName=Cem,Rectangle=0.125|, 0.25|, 0.5|, 0.5}]}"

    /// The regions of one picture, after `arguments` were written into a file of this name by exiftool.
    private static func regions(_ arguments: [String], in name: String = "a.jpg") throws -> [Region] {
        let files = try ScratchFolder()
        let pixels = PixelBuffer(width: 40, height: 30, format: .gray, bytes: [UInt8](repeating: 90, count: 1200))
        try files.write("a.jpg", JPEGEncoder.encode(pixels, quality: 80))
        try SidecarTests.exiftool(["-q", "-struct", "-overwrite_original"] + arguments + ["\(files.path)/\(name)"])
        let collection = try FolderCollection(root: files.path, id: "photos", name: "Photos")
        collection.waitForScan()
        let client = try APIClient([collection])
        let id = try #require(collection.details(at: 0)?.id)
        let answer: Answer = try client.get("/api/collections/photos/items/\(id)/regions").decoded()
        return answer.regions
    }

    @Test(.needs(.exiftool), arguments: ["a.jpg", "a.xmp", "a.jpg.xmp"])
    func regionsAreFractionsOfThePicture(file: String) throws {
        let regions = try Self.regions([Self.metadataWorkingGroup], in: file)
        #expect(
            regions == [
                Region(type: "Face", name: "Anna", x: 0.375, y: 0, width: 0.25, height: 0.5),
                // The part that lies in the picture.
                Region(type: "Pet", name: "Rex", x: 0.75, y: 0.25, width: 0.25, height: 0.5),
            ])
    }

    @Test(.needs(.exiftool)) func microsoftsFormIsRead() throws {
        let cem = Region(type: "Face", name: "Cem", x: 0.125, y: 0.25, width: 0.5, height: 0.5)
        #expect(try Self.regions([Self.microsoft]) == [cem])
        // Programs that write both forms describe the same faces.
        #expect(try Self.regions([Self.microsoft, Self.metadataWorkingGroup]).map(\.name) == ["Anna", "Rex"])
    }

    @Test func picturesWithoutRegionsAndOtherItems() throws {
        let client = try APIClient(demo: 3)
        let page: ItemPage = try client.get("/api/collections/demo/items").decoded()
        for item in page.items {
            let answer: Answer = try client.get("/api/collections/demo/items/\(item.id)/regions").decoded()
            #expect(answer.regions.isEmpty)
        }
        #expect(try client.get("/api/collections/demo/items/zzz/regions").status == 404)
    }

    @Test(arguments: [
        "0.5,0.5,0.5", "0.5,0.5,0.5,0.5,0.5", "nan,0,1,1", "0,0,inf,1", "0,0,0,1", "2,2,1,1", "0.1,0.1,-1,1", "a,b,c,d",
    ]) func brokenRectanglesAreNone(rectangle: String) {
        let packet = XMPFactsTests.packet(
            "<MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag><rdf:li MPReg:PersonDisplayName='Cem' "
                + "MPReg:Rectangle='\(rectangle)'/></rdf:Bag></MPRI:Regions></rdf:Description></MP:RegionInfo>")
        let facts = XMPFacts.read(Array(packet.utf8)[...])
        #expect(facts.regions.isEmpty && facts.people == ["Cem"])
    }
}
