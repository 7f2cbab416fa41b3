// Flags and colours of other programs in XMP, as they are read and written.

import Foundation
import Testing

@testable import Metadata
@testable import Platform

@Suite struct XMPFlagTests {
    private static let declarations = """
        xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmlns:xmpDM='http://ns.adobe.com/xmp/1.0/DynamicMedia/' \
        xmlns:digiKam='http://www.digikam.org/ns/1.0/' xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/' \
        xmlns:photomechanic='http://ns.camerabits.com/photomechanic/1.0/' xmlns:darktable='http://darktable.sf.net/'
        """

    /// A sidecar of one description.
    private static func sidecar(_ attributes: String, _ inner: String = "") -> [UInt8] {
        Array(
            ("<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
                + "<rdf:Description rdf:about='' \(declarations) \(attributes)>\(inner)</rdf:Description></rdf:RDF>"
                + "</x:xmpmeta>").utf8)
    }

    private static func facts(_ attributes: String) -> PictureFacts { XMPFacts.read(sidecar(attributes)[...]) }

    // MARK: Reading

    @Test(arguments: [
        // Lightroom with a catalogue, and without one.
        ("xmpDM:pick='1'", PictureFlag.pick), ("xmpDM:pick='-1'", .reject), ("xmpDM:pick='1' xmpDM:good='true'", .pick),
        ("xmpDM:good='True'", .pick), ("xmpDM:good='False'", .reject), ("xmpDM:pick='0'", nil),
        ("xmpDM:pick='0' xmpDM:good='True'", nil), ("xmpDM:pick='2'", nil), ("xmpDM:pick='yes'", nil),
        // DigiKam, whose pending pictures have no flag.
        ("digiKam:PickLabel='3'", .pick), ("digiKam:PickLabel='1'", .reject), ("digiKam:PickLabel='2'", nil),
        ("digiKam:PickLabel='0'", nil), ("digiKam:PickLabel='4'", nil), ("digiKam:PickLabel='nan'", nil),
        // Photo Mechanic, whose other pictures have no flag.
        ("photomechanic:Tagged='True'", .pick), ("photomechanic:Tagged='False'", nil),
        // Several: 0 hides no flag of another program, and of two flags the first counts.
        ("xmpDM:pick='0' digiKam:PickLabel='3'", .pick), ("digiKam:PickLabel='0' xmpDM:pick='-1'", .reject),
        ("digiKam:PickLabel='3' xmpDM:pick='-1'", .reject),
        ("digiKam:PickLabel='1' photomechanic:Tagged='True'", .reject),
        // A rating of −1 rejects, also what another program has picked before.
        ("xmp:Rating='-1'", .reject), ("xmp:Rating='-1' xmpDM:pick='1'", .reject),
        ("xmp:Rating='-1' xmpDM:pick='0'", .reject), ("xmp:Rating='5' digiKam:PickLabel='1'", .reject),
    ]) func flagsAreRead(attributes: String, flag: PictureFlag?) {
        #expect(Self.facts(attributes).shownFlag == flag)
    }

    @Test func elementsAreRead() {
        let inner = "<xmpDM:pick> 1 </xmpDM:pick>"
        #expect(XMPFacts.read(Self.sidecar("", inner)[...]).shownFlag == .pick)
        let undeclared = "<x:xmpmeta><rdf:RDF><rdf:Description xmpDM:pick='-1'/></rdf:RDF></x:xmpmeta>"
        #expect(XMPFacts.read(Array(undeclared.utf8)[...]).shownFlag == .reject)
    }

    @Test(arguments: [
        // The colour beside a label in another language.
        ("xmp:Label='Violett' photoshop:LabelColor='purple'", "Purple"), ("photoshop:LabelColor='red'", "Red"),
        ("photoshop:LabelColor='#ff0000'", nil), ("xmp:Label='Violett'", "Violett"),
        ("xmp:Label='Wichtig' photoshop:LabelColor='#ff0000'", "Wichtig"),
        // One that another program has given since.
        ("photoshop:LabelColor='red' xmp:Label='Blue'", "Blue"),
        ("digiKam:ColorLabel='1'", "Red"), ("digiKam:ColorLabel='2'", "Orange"), ("digiKam:ColorLabel='6'", "Purple"),
        ("digiKam:ColorLabel='9'", "White"), ("digiKam:ColorLabel='0'", nil), ("digiKam:ColorLabel='10'", nil),
        ("digiKam:ColorLabel='4' xmp:Label='Blue'", "Blue"),
    ]) func coloursAreRead(attributes: String, label: String?) { #expect(Self.facts(attributes).label == label) }

    /// A sidecar counts before the picture: its 0 hides a flag, and its flag a rating of −1.
    @Test(arguments: [
        ("xmpDM:pick='0'", "xmpDM:pick='1'", nil, nil), ("xmpDM:pick='1'", "xmp:Rating='-1'", PictureFlag.pick, nil),
        ("digiKam:PickLabel='0'", "xmp:Rating='-1'", nil, nil), ("xmp:Rating='-1'", "xmpDM:pick='1'", .reject, -1),
        ("xmp:Rating='3'", "xmpDM:pick='1'", .pick, 3), ("xmp:Rating='3'", "xmp:Rating='-1'", nil, 3),
        ("xmp:Label='Red'", "digiKam:PickLabel='1'", .reject, nil), ("xmp:Label='Red'", "xmp:Rating='-1'", .reject, -1),
        ("xmpDM:pick='-1' xmp:Rating='4'", "xmp:Rating='2'", .reject, 4.0),
    ]) func sidecarsCountFirst(sidecar: String, picture: String, flag: PictureFlag?, rating: Double?) {
        var facts = Self.facts(picture)
        facts.prefer(Self.facts(sidecar))
        facts.complete(with: Self.facts(sidecar))
        #expect(facts.shownFlag == flag && facts.rating == rating)
        var completed = Self.facts(sidecar)
        completed.complete(with: Self.facts(picture))
        #expect(completed.shownFlag == flag && completed.rating == rating)
    }

    // MARK: Writing

    private static func edit(_ flag: PictureFlag) -> XMPEdit {
        var edit = XMPEdit()
        for mark in XMPMark.flags { edit[mark] = .set(mark.text(of: flag)) }
        return edit
    }

    private static func changed(_ bytes: [UInt8]?, _ edit: XMPEdit) throws -> [UInt8] {
        let new = try #require(try XMPSidecar.bytes(of: bytes, changedBy: edit))
        #expect(try XMPSidecar.bytes(of: new, changedBy: edit) == new, "a second time is no change")
        return new
    }

    /// Whatever was there, the flag is read again; without it, all else is as it was.
    @Test(arguments: ["", "xmpDM:pick='0'", "xmpDM:good='true' own='1'", "digiKam:PickLabel=\"2\"", "xmp:Rating='3'"])
    func flagsAreWritten(attributes: String) throws {
        let before = Self.sidecar(attributes, "<own xmlns='urn:own'>&lt;</own><!-- mine -->")
        for flag in [PictureFlag.pick, .reject] {
            let after = try Self.changed(before, Self.edit(flag))
            #expect(XMPFacts.read(after[...]).shownFlag == flag)
            let none = try Self.changed(after, Self.edit(.none))
            #expect(XMPFacts.read(none[...]).shownFlag == nil)
            let bare = Self.sidecar(
                attributes.contains("own") ? " own='1'" : attributes.contains("Rating") ? attributes : "",
                "<own xmlns='urn:own'>&lt;</own><!-- mine -->")
            #expect(Self.squeezed(none) == Self.squeezed(bare))
        }
    }

    private static func squeezed(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).split(separator: " ").joined(separator: " ").replacing(" >", with: ">")
    }

    /// A value of another program stays, however it spells the one that was written.
    @Test func valuesAreTakenBack() throws {
        var edit = XMPEdit()
        edit[.good] = .replaced("True", by: nil)
        edit[.pick] = .replaced("1", by: "0")
        edit[.digiKamPick] = .replaced("3", by: nil)
        let marks = try XMPSidecar.marks(
            of: Self.changed(Self.sidecar("xmpDM:good='true' xmpDM:pick='1' digiKam:PickLabel='1'"), edit))
        #expect(marks[.good] == nil && marks[.pick] == "0" && marks[.digiKamPick] == "1")
    }

    /// Colours follow the label only where they are, so that no program shows an old one.
    @Test func coloursFollowWhereTheyAre() throws {
        var edit = XMPEdit()
        for mark in XMPMark.labels { edit[mark] = .set(mark.text(ofLabel: "Blue")) }
        let bare = try XMPSidecar.marks(of: Self.changed(nil, edit))
        #expect(bare[.label] == "Blue" && bare[.labelColour] == nil && bare[.digiKamLabel] == nil)
        let old = Self.sidecar("xmp:Label='Rot' photoshop:LabelColor='red' digiKam:ColorLabel='1'")
        let marks = try XMPSidecar.marks(of: Self.changed(old, edit))
        #expect(marks[.label] == "Blue" && marks[.labelColour] == "blue" && marks[.digiKamLabel] == "5")
        for mark in XMPMark.labels { edit[mark] = .set(nil) }
        #expect(try XMPFacts.read(Self.changed(old, edit)[...]).label == nil)
    }

    // MARK: exiftool

    /// Older versions of exiftool do not know what Lightroom writes.
    private static let config = """
        %Image::ExifTool::UserDefined = (
            'Image::ExifTool::XMP::xmpDM' => { pick => { Writable => 'integer' } },
            'Image::ExifTool::XMP::photoshop' => { LabelColor => { } },
        );
        1;
        """

    private static func exiftool(_ folder: TemporaryFolder, _ arguments: [String]) throws -> Data {
        let config = try folder.write("exiftool.config", Array(config.utf8))
        return try SidecarTests.exiftool(["-config", config, "-q"] + arguments)
    }

    private static func bytes(_ folder: TemporaryFolder, _ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)))
    }

    private static let names = ["-XMP-xmpDM:pick", "-XMP-xmpDM:good", "-XMP-digiKam:PickLabel"]

    @Test(.needs(.exiftool)) func exiftoolReadsThem() throws {
        let folder = try TemporaryFolder()
        for (flag, texts) in [(PictureFlag.pick, ["1", "True", "3"]), (.reject, ["-1", "False", "1"]), (.none, [])] {
            let before = flag == .none ? try Self.bytes(folder, "a.xmp") : nil
            let path = try folder.write("a.xmp", try Self.changed(before, Self.edit(flag)))
            let read = String(decoding: try Self.exiftool(folder, ["-s3"] + Self.names + [path]), as: UTF8.self)
            #expect(read.split(separator: "\n").map { String($0) } == texts)
        }
    }

    @Test(.needs(.exiftool)) func whatExiftoolWritesIsRead() throws {
        let folder = try TemporaryFolder()
        func facts(_ name: String, _ values: [String]) throws -> PictureFacts {
            _ = try Self.exiftool(folder, ["-o", folder.path + "/" + name] + values)
            return XMPFacts.read(try Self.bytes(folder, name)[...])
        }
        #expect(try facts("a.xmp", ["-XMP-xmpDM:pick=-1"]).shownFlag == .reject)
        #expect(try facts("b.xmp", ["-XMP-xmpDM:good=True"]).shownFlag == .pick)
        let digiKam = try facts("c.xmp", ["-XMP-digiKam:PickLabel=3", "-XMP-digiKam:ColorLabel=5"])
        #expect(digiKam.shownFlag == .pick && digiKam.label == "Blue")
        #expect(try facts("d.xmp", ["-XMP-photomech:Tagged=Yes"]).shownFlag == .pick)
        #expect(try facts("e.xmp", ["-XMP-photoshop:LabelColor=green", "-XMP-xmp:Label=Grün"]).label == "Green")
    }
}
