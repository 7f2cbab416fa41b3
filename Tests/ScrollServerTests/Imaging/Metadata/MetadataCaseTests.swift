// Pictures of public bug reports whose EXIF other programs misread, compared with exiftool.

import Foundation
import Testing

@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite struct MetadataCaseTests {
    /// Each field of each file in two sets equals what exiftool reads.
    ///
    /// Only where exiftool has a percentage are stars read, as Windows shows them.
    @Test(.needs(.cases))
    func `EXIF and PNG`() throws {
        for set in ["04-png", "14-gps"] {
            let folder = Corpus.cases.appendingPathComponent(set)
            let output = try Data(contentsOf: folder.appendingPathComponent("exiftool.json"))
            for entry in try JSONReader.value(of: Array(output)).elements {
                guard let name = entry["SourceFile"]?.text, !name.hasSuffix("json"),
                    let bytes = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
                else { continue }
                let header = try ImageHeader.read(from: ByteSource(Array(bytes)), name: Array(name.utf8))
                let facts = header.facts ?? .none
                func text(_ names: String...) -> String? { names.lazy.compactMap { entry[$0]?.text }.first }
                func number(_ names: String...) -> Double? { names.lazy.compactMap { entry[$0]?.number }.first }
                #expect(Double(header.orientation) == number("IFD0:Orientation") ?? 1, "\(set) \(name)")
                #expect(facts.iso == number("ExifIFD:ISO"), "\(name)")
                #expect(
                    facts.rating == number("XMP-xmp:Rating", "IFD0:Rating")
                        ?? number("IFD0:RatingPercent").map { _ in 3 },
                    "\(name)")
                #expect(facts.title == text("XMP-dc:Title", "PNG:Title"), "\(name)")
                #expect(
                    facts.caption
                        == text(
                            "IPTC:Caption-Abstract", "PNG:Description", "IFD0:ImageDescription", "ExifIFD:UserComment",
                            "IFD0:XPSubject"), "\(name)")
                // Exiftool reads degrees without a value as 0, 0.
                let position = [
                    number("Composite:GPSLatitude", "GPS:GPSLatitude"),
                    number("Composite:GPSLongitude", "GPS:GPSLongitude"),
                ]
                let known = position == [0, 0] ? [nil, nil] : position
                for (found, expected) in zip([facts.latitude, facts.longitude], known) {
                    #expect(
                        (found == nil) == (expected == nil) && abs((found ?? 0) - (expected ?? 0)) < 1e-9, "\(name)")
                }
                #expect(
                    (facts.taken != nil) == (text("ExifIFD:DateTimeOriginal", "PNG:CreationTime") != nil), "\(name)")
            }
        }
    }
}
