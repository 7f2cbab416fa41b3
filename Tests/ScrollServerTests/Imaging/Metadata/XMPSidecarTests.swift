// Sidecars that are changed or made, as exiftool and the program's own reader read them.

import Foundation
import Testing

@testable import Metadata
@testable import Platform

@Suite struct XMPSidecarTests {
    private static let rdf = "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
    private static let xmp = "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\""
    private static let dc = "xmlns:dc=\"http://purl.org/dc/elements/1.1/\""

    private static func edit(
        _ rating: XMPEdit.Value = .kept, label: XMPEdit.Value = .kept, added: [String] = [], removed: [String] = []
    ) -> XMPEdit {
        var edit = XMPEdit()
        (edit[.rating], edit[.label], edit.added, edit.removed) = (rating, label, added, removed)
        return edit
    }

    private static func changed(_ text: String, _ edit: XMPEdit) throws -> String {
        let bytes = try #require(try XMPSidecar.bytes(of: Array(text.utf8), changedBy: edit))
        #expect(try XMPSidecar.bytes(of: bytes, changedBy: edit) == bytes, "a second time is no change")
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(.needs(.exiftool)) func aNewSidecarIsReadByOtherPrograms() throws {
        let words = ["a & b", "<été>", "\"quoted\" 'words'", "]]>", "日本"]
        let edit = Self.edit(.set("-1"), label: .set("Purple"), added: words)
        let bytes = try #require(try XMPSidecar.bytes(of: nil, changedBy: edit))
        let folder = try TemporaryFolder()
        let path = try folder.write("a.jpg.xmp", bytes)
        let read = try JSONSerialization.jsonObject(with: SidecarTests.exiftool(["-json", path])) as? [[String: Any]]
        let tags = try #require(read?.first)
        #expect(tags["Rating"] as? Int == -1 && tags["Label"] as? String == "Purple")
        #expect(tags["Subject"] as? [String] == words)
        let facts = XMPFacts.read(bytes[...])
        #expect(facts.rating == -1 && facts.label == "Purple" && facts.keywords == words)
        #expect(try XMPSidecar.bytes(of: bytes, changedBy: edit) == bytes)
    }

    @Test func nothingToSayMakesNoSidecar() throws {
        #expect(try XMPSidecar.bytes(of: nil, changedBy: XMPEdit()) == nil)
        #expect(try XMPSidecar.bytes(of: nil, changedBy: Self.edit(.set(nil), removed: ["a"])) == nil)
    }

    /// What stands around a property stays, in whichever form it is written.
    @Test(arguments: [
        // Attributes, with any quotes, prefix and number.
        ("<D \(xmp) xmp:Rating=\"3\" a='1'/>", "<D \(xmp) xmp:Rating=\"5\" a='1'/>"),
        (
            "<D\n xmlns:xap='http://ns.adobe.com/xap/1.0/'\n xap:Rating = '3' />",
            "<D\n xmlns:xap='http://ns.adobe.com/xap/1.0/'\n xap:Rating = '5' />"
        ),
        ("<D \(xmp) xmp:Rating=\"5.0\"/>", "<D \(xmp) xmp:Rating=\"5.0\"/>"),
        // Elements.
        ("<D \(xmp)><xmp:Rating>3</xmp:Rating><!-- 3 --></D>", "<D \(xmp)><xmp:Rating>5</xmp:Rating><!-- 3 --></D>"),
        ("<D \(xmp)>\n <xmp:Rating />\n</D>", "<D \(xmp)>\n <xmp:Rating >5</xmp:Rating>\n</D>"),
        // Several descriptions, and the same name inside of another property.
        (
            "<D><b><xmp:Rating \(xmp)>1</xmp:Rating></b></D><D \(xmp) xmp:Rating='2'/>",
            "<D><b><xmp:Rating \(xmp)>1</xmp:Rating></b></D><D \(xmp) xmp:Rating='5'/>"
        ),
        // Not there.
        ("<D a='1'/>", "<D a='1' \(xmp) xmp:Rating=\"5\"/>"),
        ("<D a='1'/><D \(xmp)/>", "<D a='1'/><D \(xmp) xmp:Rating=\"5\"/>"),
        (
            "<D xmlns:xmp='another'/>",
            "<D xmlns:xmp='another' xmlns:xmp1=\"http://ns.adobe.com/xap/1.0/\" xmp1:Rating=\"5\"/>"
        ),
        (
            "<D \(xmp) xmp:Label='&quot;'\r\n  b='2'></D>",
            "<D \(xmp) xmp:Label='&quot;'\r\n  b='2'\r\n  xmp:Rating=\"5\"></D>"
        ),
    ]) func ratings(before: String, after: String) throws {
        func whole(_ inner: String) -> String {
            let inner = inner.replacing("<D", with: "<rdf:Description").replacing("</D", with: "</rdf:Description")
            return "\u{FEFF}<?xpacket begin='' ?>\n<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF \(Self.rdf)>\(inner)"
                + "</rdf:RDF></x:xmpmeta>\n   \n<?xpacket end='w'?>"
        }
        #expect(try Self.changed(whole(before), Self.edit(.set("5"))) == whole(after))
    }

    @Test func propertiesCanBeRemoved() throws {
        let text =
            "<rdf:RDF \(Self.rdf)>\n <rdf:Description \(Self.xmp)\n  xmp:Rating='2' a='1'>\n"
            + "  <xmp:Label>Red</xmp:Label>\n  <b/>\n </rdf:Description>\n</rdf:RDF>"
        let bare =
            "<rdf:RDF \(Self.rdf)>\n <rdf:Description \(Self.xmp) a='1'>\n  <b/>\n </rdf:Description>\n</rdf:RDF>"
        #expect(try Self.changed(text, Self.edit(.set(nil), label: .set(nil))) == bare)
        #expect(try Self.changed(text, Self.edit(.replaced("2", by: nil), label: .replaced("Red", by: nil))) == bare)
        // Another program has changed it since.
        #expect(try Self.changed(text, Self.edit(.replaced("4", by: nil), label: .replaced("Blue", by: "Red"))) == text)
    }

    @Test(arguments: [
        (
            "<dc:subject><rdf:Bag><rdf:li>a</rdf:li></rdf:Bag></dc:subject>",
            "<dc:subject><rdf:Bag><rdf:li>a</rdf:li><rdf:li>x</rdf:li></rdf:Bag></dc:subject>"
        ),
        (
            "<dc:subject>\n <rdf:Seq>\n  <rdf:li>gone</rdf:li>\n  <rdf:li>&#97;</rdf:li>\n </rdf:Seq>\n</dc:subject>",
            "<dc:subject>\n <rdf:Seq>\n  <rdf:li>&#97;</rdf:li>\n  <rdf:li>x</rdf:li>\n </rdf:Seq>\n</dc:subject>"
        ),
        ("<dc:subject><rdf:Bag/></dc:subject>", "<dc:subject><rdf:Bag><rdf:li>x</rdf:li></rdf:Bag></dc:subject>"),
        (
            "<dc:subject>a</dc:subject>",
            "<dc:subject><rdf:Bag><rdf:li>a</rdf:li><rdf:li>x</rdf:li></rdf:Bag></dc:subject>"
        ),
        (
            "<dc:subject><rdf:Bag><rdf:li>x</rdf:li></rdf:Bag></dc:subject>",
            "<dc:subject><rdf:Bag><rdf:li>x</rdf:li></rdf:Bag></dc:subject>"
        ),
        (
            "<dc:subject><rdf:Bag><rdf:li>gone</rdf:li></rdf:Bag></dc:subject>",
            "<dc:subject><rdf:Bag><rdf:li>x</rdf:li></rdf:Bag></dc:subject>"
        ),
        ("", "<dc:subject><rdf:Bag><rdf:li>x</rdf:li></rdf:Bag></dc:subject>"),
    ]) func keywords(before: String, after: String) throws {
        func whole(_ inner: String) -> String {
            "<rdf:RDF \(Self.rdf) \(Self.dc)><rdf:Description>\(inner)</rdf:Description></rdf:RDF>"
        }
        #expect(try Self.changed(whole(before), Self.edit(added: ["x"], removed: ["gone"])) == whole(after))
    }

    /// Programs that know paths read them first, so words go into each list that is there, as it writes paths.
    @Test func listsOfOtherPrograms() throws {
        func whole(_ subjects: [String], _ paths: [String], _ tags: [String]) -> String {
            func list(_ name: String, _ words: [String]) -> String {
                "<\(name)><rdf:Bag>\(words.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Bag></\(name)>"
            }
            return "<rdf:RDF \(Self.rdf) \(Self.dc) xmlns:lr='http://ns.adobe.com/lightroom/1.0/' "
                + "xmlns:digiKam='http://www.digikam.org/ns/1.0/'><rdf:Description>"
                + list("dc:subject", subjects) + list("lr:hierarchicalSubject", paths) + list("digiKam:TagsList", tags)
                + "</rdf:Description></rdf:RDF>"
        }
        let before = whole(["Rome", "AC/DC"], ["Places|Rome"], ["Places/Rome", "AC/DC"])
        #expect(try XMPSidecar.marks(of: Array(before.utf8)).keywords == ["Rome", "AC/DC", "Places|Rome"])
        let edit = Self.edit(added: ["Food|Ice", "TCP/IP"], removed: ["Places|Rome"])
        let after = whole(
            ["Rome", "AC/DC", "Food|Ice", "TCP/IP"], ["Food|Ice", "TCP/IP"], ["AC/DC", "Food/Ice"])
        #expect(try Self.changed(before, edit) == after)
        let emptied = try Self.changed(before, Self.edit(removed: ["Rome", "AC/DC", "Places|Rome"]))
        #expect(emptied == whole([], [], []).replacing("<dc:subject><rdf:Bag></rdf:Bag></dc:subject>", with: ""))
        let back = try Self.changed(emptied, Self.edit(added: ["Places|Rome"]))
        #expect(
            XMPFacts.read(Array(back.utf8)[...]).keywords == ["Places|Rome"] && back.contains("<rdf:li>Places/Rome<"))
    }

    @Test func formsThatAreRefused() throws {
        func refusal(_ bytes: [UInt8], _ edit: XMPEdit = Self.edit(.set("1"))) -> XMPEditError? {
            do throws(XMPEditError) {
                _ = try XMPSidecar.bytes(of: bytes, changedBy: edit)
                return nil
            } catch {
                return error
            }
        }
        let text = "<rdf:RDF \(Self.rdf)><rdf:Description/></rdf:RDF>"
        #expect(refusal(Array(text.utf8)) == nil)
        let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(refusal([0xFF, 0xFE] + units) == .encoding("UTF-16") && refusal(units) == .encoding("UTF-16"))
        #expect(refusal(Array("<?xml version='1.0' encoding='ISO-8859-1'?>\(text)".utf8)) == .encoding("ISO-8859-1"))
        #expect(refusal(Array("<!DOCTYPE x>\(text)".utf8)) == .unusual("a document type", offset: 0))
        #expect(refusal([]) != nil && refusal(Array("<a/>".utf8)) == .notXMP)
        for cut in 1..<text.utf8.count { #expect(refusal(Array(text.utf8.prefix(cut))) != nil, "\(cut)") }
        for bad in [
            "<rdf:RDF><rdf:Description/></rdf:RDF>", text + text, text + "x", "<a b='1' b='2'>\(text)</a>",
            "<a>&b;\(text)</a>", "<a b=1>\(text)</a>", "<a b='<'>\(text)</a>",
        ] {
            guard case .malformed? = refusal(Array(bad.utf8)) else {
                Issue.record("\(bad): \(String(describing: refusal(Array(bad.utf8))))")
                continue
            }
        }
        let qualified =
            "<rdf:RDF \(Self.rdf) \(Self.xmp)><rdf:Description><xmp:Rating rdf:parseType='Resource'>"
            + "<rdf:value>3</rdf:value></xmp:Rating></rdf:Description></rdf:RDF>"
        guard case .unusual? = refusal(Array(qualified.utf8)) else {
            Issue.record("a qualified rating is changed")
            return
        }
        #expect(refusal(Array(qualified.utf8), Self.edit(added: ["a"])) == nil)
    }

    // MARK: Random sidecars

    /// A sidecar as some program could have written it, with what it says.
    private struct Sample {
        var text = ""
        var marks = XMPMarks()

        init(_ noise: inout RepeatableNoise) {
            let line = ["", "\n", "\r\n"].randomElement(using: &noise) ?? ""
            func indented(_ depth: Int) -> String { line.isEmpty ? "" : line + String(repeating: " ", count: depth) }
            let (x, d) = (
                ["xmp", "xap", "q"].randomElement(using: &noise) ?? "", ["dc", "e"].randomElement(using: &noise) ?? ""
            )
            let values = [String?.none, "0", "3", "-1"], labels = [String?.none, "Blue", "Own & label"]
            marks[.rating] = values.randomElement(using: &noise) ?? nil
            marks[.label] = labels.randomElement(using: &noise) ?? nil
            let words = ["one", "two", "three & more", "vier", "five"]
            marks.keywords = words.filter { _ in Bool.random(using: &noise) }
            var (attributes, children): ([String], [String]) = (
                ["f:a=\"1 &#62; 0\"", "f:b='x'"], ["<f:c><f:d/>&amp;</f:c>", "<!-- c -->"]
            )
            func add(_ name: String, _ value: String?) {
                guard let value = value?.replacing("&", with: "&amp;") else { return }
                if Bool.random(using: &noise) {
                    attributes.append("\(x):\(name)=\"\(value)\"")
                } else {
                    children.append("<\(x):\(name)>\(value)</\(x):\(name)>")
                }
            }
            add("Rating", marks[.rating])
            add("Label", marks[.label])
            attributes.shuffle(using: &noise)
            children.shuffle(using: &noise)
            if !marks.keywords.isEmpty {
                let items = marks.keywords.map { indented(5) + "<rdf:li>\($0.replacing("&", with: "&amp;"))</rdf:li>" }
                children.append(
                    "<\(d):subject>\(indented(4))<rdf:Bag>\(items.joined())\(indented(4))</rdf:Bag>\(indented(3))</\(d):subject>"
                )
            }
            if Bool.random(using: &noise) {
                let paths = ["one", "Places|Rome"].filter { _ in Bool.random(using: &noise) }
                let items = paths.map { indented(5) + "<rdf:li>\($0)</rdf:li>" }.joined()
                children.append(
                    "<l:hierarchicalSubject>\(indented(4))<rdf:Seq>\(items)\(indented(4))</rdf:Seq>"
                        + "\(indented(3))</l:hierarchicalSubject>")
                marks.keywords += paths.filter { !marks.keywords.contains($0) }
            }
            let inner = children.map { indented(3) + $0 }.joined()
            let description =
                "<rdf:Description rdf:about='' xmlns:f='urn:f' xmlns:l='http://ns.adobe.com/lightroom/1.0/' \(attributes.joined(separator: line.isEmpty ? " " : indented(4)))>"
                + "\(inner)\(indented(2))</rdf:Description>"
            let other = "<rdf:Description rdf:about='' xmlns:g='urn:g' g:Rating='9'><g:h/></rdf:Description>"
            let both = [description, other].shuffled(using: &noise).map { indented(2) + $0 }.joined()
            text =
                "<?xml version='1.0'?>\(line)<x:xmpmeta xmlns:x='adobe:ns:meta/'>\(indented(1))<rdf:RDF "
                + "\(XMPSidecarTests.rdf) xmlns:\(x)='http://ns.adobe.com/xap/1.0/' "
                + "xmlns:\(d)='http://purl.org/dc/elements/1.1/'>\(both)\(indented(1))</rdf:RDF>\(line)</x:xmpmeta>\(line)"
        }
    }

    /// An edit does what it says, once, and taking it back restores every byte.
    @Test func anyEditOfAnySidecar() throws {
        var noise = RepeatableNoise(seed: TestSeed.seed())
        for round in 0..<500 {
            let sample = Sample(&noise)
            let before = Array(sample.text.utf8)
            #expect(try XMPSidecar.marks(of: before) == sample.marks, "\(round): \(sample.text)")
            let ratings = [String?.none, "0", "1", "5", "-1"], labels = [String?.none, "Red", "Green"]
            var wanted = sample.marks
            wanted[.rating] = ratings.randomElement(using: &noise) ?? nil
            wanted[.label] = labels.randomElement(using: &noise) ?? nil
            let new = ["new", "n<w", "five"].filter { _ in Bool.random(using: &noise) }
            wanted.keywords += new.filter { !wanted.keywords.contains($0) }
            let edit = Self.edit(.set(wanted[.rating]), label: .set(wanted[.label]), added: new)
            let after = try #require(try XMPSidecar.bytes(of: before, changedBy: edit))
            // New words come last in each list, and so before those that only later lists have.
            var found = try XMPSidecar.marks(of: after)
            found.keywords.sort()
            wanted.keywords.sort()
            #expect(found == wanted, "\(round): \(String(decoding: after, as: UTF8.self))")
            #expect(try XMPSidecar.bytes(of: after, changedBy: edit) == after, "\(round)")
            // A property that was removed comes back as an attribute, elsewhere.
            let isReversible =
                (wanted[.rating] != nil || sample.marks[.rating] == nil)
                && (wanted[.label] != nil || sample.marks[.label] == nil)
            guard isReversible else { continue }
            let back = Self.edit(
                .set(sample.marks[.rating]), label: .set(sample.marks[.label]),
                removed: new.filter { !sample.marks.keywords.contains($0) })
            let restored = try #require(try XMPSidecar.bytes(of: after, changedBy: back))
            #expect(restored == before, "\(round): \(String(decoding: restored, as: UTF8.self))")
        }
    }

    /// Whatever the bytes are, there is an answer, and what is answered is well-formed.
    @Test func damagedSidecars() throws {
        var noise = RepeatableNoise(seed: TestSeed.seed())
        for _ in 0..<500 {
            var bytes = Array(Sample(&noise).text.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &noise) {
                let place = Int.random(in: bytes.indices, using: &noise)
                switch Int.random(in: 0..<3, using: &noise) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &noise)
                case 1: bytes.remove(at: place)
                default: bytes.insert(Array("<>&'\"/ :".utf8).randomElement(using: &noise) ?? 0, at: place)
                }
            }
            let edit = Self.edit(.set("2"), label: .set("Red"), added: ["new"], removed: ["two"])
            guard let changed = try? XMPSidecar.bytes(of: bytes, changedBy: edit) else { continue }
            #expect(try XMPSidecar.bytes(of: changed, changedBy: edit) == changed)
        }
    }
}
