// XMP as programs write it: prefixes, structures, encodings, and damage.

import Foundation
import Testing

@testable import Metadata
@testable import Platform

@Suite struct XMPFactsTests {
    private static let declarations =
        [
            "xmp": "http://ns.adobe.com/xap/1.0/", "dc": "http://purl.org/dc/elements/1.1/",
            "lr": "http://ns.adobe.com/lightroom/1.0/", "digiKam": "http://www.digikam.org/ns/1.0/",
            "MicrosoftPhoto": "http://ns.microsoft.com/photo/1.0/", "photoshop": "http://ns.adobe.com/photoshop/1.0/",
            "exif": "http://ns.adobe.com/exif/1.0/", "acdsee": "http://ns.acdsee.com/iptc/1.0/",
            "aux": "http://ns.adobe.com/exif/1.0/aux/", "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
            "Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/",
            "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
            "mwg-rs": "http://www.metadataworkinggroup.com/schemas/regions/",
            "mwg-kw": "http://www.metadataworkinggroup.com/schemas/keywords/",
            "MP": "http://ns.microsoft.com/photo/1.2/", "MPRI": "http://ns.microsoft.com/photo/1.2/t/RegionInfo#",
            "MPReg": "http://ns.microsoft.com/photo/1.2/t/Region#", "xmpNote": "http://ns.adobe.com/xmp/note/",
        ]
        .sorted { $0.key < $1.key }.map { "xmlns:\($0.key)=\"\($0.value)\"" }.joined(separator: " ")

    /// A packet of descriptions.
    static func packet(of descriptions: String) -> String {
        """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" \(declarations)>\(descriptions)</rdf:RDF>
        </x:xmpmeta><?xpacket end="w"?>
        """
    }

    /// A packet of one description.
    static func packet(_ properties: String, attributes: String = "") -> String {
        packet(of: "<rdf:Description rdf:about=\"\" \(attributes)>\(properties)</rdf:Description>")
    }

    private static func facts(_ properties: String, attributes: String = "") -> PictureFacts {
        XMPFacts.read(Array(packet(properties, attributes: attributes).utf8)[...])
    }

    private static func list(_ items: String...) -> String {
        "<rdf:Bag>\(items.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Bag>"
    }

    // MARK: RDF

    @Test(arguments: [
        "<a:Rating xmlns:a='http://ns.adobe.com/xap/1.0/'>4</a:Rating>",
        "<Rating xmlns='http://ns.adobe.com/xap/1.0/'>4</Rating>",
        "<xmp:Rating rdf:parseType='Resource'><rdf:value>4</rdf:value></xmp:Rating>",
        "<xmp:Rating><rdf:Description><rdf:value>4</rdf:value></rdf:Description></xmp:Rating>",
        "<xmp:Rating><rdf:Description rdf:value='4'/></xmp:Rating>",
        "<xmp:Rating rdf:value='4'/>",
        "<xmp:Rating><![CDATA[4]]></xmp:Rating>",
        "<!-- <xmp:Rating>1</xmp:Rating> --><xmp:Rating>4</xmp:Rating>",
        "<?a <xmp:Rating>1</xmp:Rating> ?><xmp:Rating><!-- 3 -->4</xmp:Rating>",
        "<xmp:Rating>&#52;</xmp:Rating>", "<xmp:Rating>&#x34;</xmp:Rating>",
        "<xmp:Rating>4.0</xmp:Rating>", "<xmp:Rating>\n 4 </xmp:Rating>", "<rdf:Description xmp:Rating='4'/>",
        "<MicrosoftPhoto:Rating>75</MicrosoftPhoto:Rating>", "<acdsee:rating>4</acdsee:rating>",
        "<MicrosoftPhoto:Rating>1</MicrosoftPhoto:Rating><xmp:Rating>4</xmp:Rating>",
    ]) func ratingIsRead(properties: String) { #expect(Self.facts(properties).rating == 4) }

    @Test(arguments: [
        "<xmp:Rating xmlns:xmp='http://example.org/'>4</xmp:Rating>", "<xmp:Rating>6</xmp:Rating>",
        "<xmp:Rating>99</xmp:Rating>", "<xmp:Rating>nan</xmp:Rating>",
        "<xmpMM:Pantry><rdf:Bag><rdf:li rdf:parseType='Resource'><xmp:Rating>4</xmp:Rating></rdf:li></rdf:Bag>"
            + "</xmpMM:Pantry>",
        "<xmpMM:Pantry><rdf:Bag><rdf:li><rdf:Description xmp:Rating='4'/></rdf:li></rdf:Bag></xmpMM:Pantry>",
        "<xmpMM:DerivedFrom xmp:Rating='4'/>",
        "<dc:title><rdf:Description><xmp:Rating>4</xmp:Rating></rdf:Description></dc:title>",
        "<rdf:Description rdf:about='xmp.did:other' xmp:Rating='4'/>",
    ]) func otherRatingsAreIgnored(properties: String) { #expect(Self.facts(properties).rating == nil) }

    @Test func ratingsHaveAllTheirForms() {
        for (text, rating) in [("-1", -1.0), ("-1.000000", -1), ("0", 0), ("5.0", 5)] {
            #expect(Self.facts("", attributes: "xmp:Rating=\"\(text)\"").rating == rating)
        }
        for (percent, rating) in [("1", 1.0), ("25", 2), ("50", 3), ("75", 4), ("99", 5)] {
            #expect(Self.facts("", attributes: "MicrosoftPhoto:Rating=\"\(percent)\"").rating == rating)
        }
        #expect(Self.facts("", attributes: "MicrosoftPhoto:Rating=\"0\"").rating == 0)
    }

    /// Only descriptions with the subject of the first, or without one, count.
    @Test func descriptionsOfOtherSubjectsAreSkipped() {
        let packet = Self.packet(
            of: """
                <rdf:Description rdf:about='uuid:1' xmp:Label='Rot'/>
                <rdf:Description rdf:about='uuid:2' xmp:Rating='1'><dc:subject>\(Self.list("other"))</dc:subject>
                </rdf:Description>
                <rdf:Description about='uuid:1' xmp:Rating='4'/><rdf:Description dc:title='A'/>
                """)
        let facts = XMPFacts.read(Array(packet.utf8)[...])
        #expect(facts.rating == 4 && facts.label == "Rot" && facts.title == "A" && facts.keywords.isEmpty)
    }

    @Test func theDefaultLanguageCountsFirst() {
        func title(_ items: String) -> String? { Self.facts("<dc:title><rdf:Alt>\(items)</rdf:Alt></dc:title>").title }
        let german = "<rdf:li xml:lang='de-DE'>Eins</rdf:li>"
        #expect(title(german + "<rdf:li xml:lang='x-default'>One</rdf:li>") == "One")
        #expect(title("<rdf:li xml:lang='x-default'>One</rdf:li>" + german) == "One")
        #expect(title(german + "<rdf:li xml:lang='fr'>Un</rdf:li>") == "Eins")
        #expect(title(german + "<rdf:li xml:lang='x-default'> </rdf:li>") == "Eins")
    }

    // MARK: Fields

    @Test func keywordsComeFromAllTheirPlaces() {
        func categories(_ text: String) -> String {
            "<acdsee:categories>&lt;Categories>\(text.replacing("<", with: "&lt;"))&lt;/Categories></acdsee:categories>"
        }
        let paths = "<lr:hierarchicalSubject>\(Self.list("Places|Italy|Rome", "sea"))</lr:hierarchicalSubject>"
        let subjects = "<dc:subject>\(Self.list("Rome", "sea", "AC/DC", "sea", "R&amp;B"))</dc:subject>"
        let tags = "<digiKam:TagsList>\(Self.list("Places/Italy/Rome", "AC/DC"))</digiKam:TagsList>"
        #expect(Self.facts(paths + subjects + tags).keywords == ["Rome", "sea", "AC/DC", "R&B", "Places|Italy|Rome"])
        let words = "<MicrosoftPhoto:LastKeywordXMP>\(Self.list("cat", "a/b"))</MicrosoftPhoto:LastKeywordXMP>"
        #expect(Self.facts(words).keywords == ["cat", "a|b"])
        let nested = "<Category Assigned=\"0\">Places<Category Assigned=\"1\">Rome</Category></Category>"
        let assigned = categories(nested + "<Category Assigned=\"1\">cat</Category>")
        #expect(Self.facts(assigned).keywords == ["Places|Rome", "cat"])
        let tree = """
            <mwg-kw:Keywords rdf:parseType='Resource'><mwg-kw:Hierarchy><rdf:Bag><rdf:li rdf:parseType='Resource'>
            <mwg-kw:Keyword>Places</mwg-kw:Keyword><mwg-kw:Children><rdf:Bag><rdf:li rdf:parseType='Resource'>
            <mwg-kw:Keyword>Rome</mwg-kw:Keyword><mwg-kw:Applied>True</mwg-kw:Applied></rdf:li></rdf:Bag></mwg-kw:Children>
            </rdf:li></rdf:Bag></mwg-kw:Hierarchy></mwg-kw:Keywords>
            """
        #expect(Self.facts(tree).keywords == ["Places|Rome"])
    }

    @Test func peopleComeFromRegions() {
        let regions = """
            <mwg-rs:Regions rdf:parseType='Resource'><mwg-rs:RegionList><rdf:Bag>
            <rdf:li rdf:parseType='Resource'><mwg-rs:Name>Anna</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type></rdf:li>
            <rdf:li><rdf:Description mwg-rs:Name='Rex' mwg-rs:Type='Pet'/></rdf:li>
            <rdf:li mwg-rs:Name='Ben' mwg-rs:Type='Face'/></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
            <MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag><rdf:li MPReg:PersonDisplayName='Cem'/>
            <rdf:li MPReg:PersonDisplayName='Anna'/></rdf:Bag></MPRI:Regions></rdf:Description></MP:RegionInfo>
            <Iptc4xmpExt:PersonInImage>\(Self.list("Dora"))</Iptc4xmpExt:PersonInImage>
            """
        #expect(Self.facts(regions).people == ["Anna", "Ben", "Cem", "Dora"])
    }

    @Test func commentsOfGeneratorsAreRead() {
        let comment = "{&quot;c&quot;:&quot;a lighthouse at dusk&quot;,&quot;seed&quot;:5}"
        #expect(Self.facts("", attributes: "exif:UserComment=\"\(comment)\"").prompt == "a lighthouse at dusk")
        #expect(Self.facts("", attributes: "exif:UserComment='plain'").prompt == nil)
    }

    @Test func placesAndTextsAreRead() {
        let facts = Self.facts(
            """
            <dc:creator><rdf:Seq><rdf:li>A</rdf:li><rdf:li>B</rdf:li></rdf:Seq></dc:creator>
            <dc:rights><rdf:Alt><rdf:li xml:lang='x-default'>© A</rdf:li></rdf:Alt></dc:rights>
            <Iptc4xmpExt:LocationCreated><rdf:Bag><rdf:li Iptc4xmpExt:City='Bonn' Iptc4xmpExt:CountryName='Germany'
            Iptc4xmpExt:ProvinceState='NRW'/></rdf:Bag></Iptc4xmpExt:LocationCreated>
            """, attributes: "photoshop:City='Köln' photoshop:Headline='H' Iptc4xmpCore:Location='Dom'")
        #expect(facts.creator == "A; B" && facts.copyright == "© A" && facts.headline == "H")
        #expect(facts.city == "Köln" && facts.country == "Germany" && facts.state == "NRW")
        #expect(facts.sublocation == "Dom")
    }

    @Test func photographsAreRead() {
        let facts = Self.facts(
            "<exif:ISOSpeedRatings><rdf:Seq><rdf:li>200</rdf:li></rdf:Seq></exif:ISOSpeedRatings>",
            attributes: """
                exif:FNumber='28/10' exif:ExposureTime='1/250' aux:LensInfo='24/1 70/1 28/10 28/10'
                exif:GPSLatitude='48,8.25s' exif:GPSLongitude='11.5'
                """)
        #expect(facts.aperture == 2.8 && facts.exposure == 0.004 && facts.iso == 200)
        #expect(facts.lens == "24-70mm f/2.8" && facts.latitude == -48.1375 && facts.longitude == 11.5)
        #expect(XMPValue.lens(range: "50/1 50/1 0/0 0/0") == "50mm f/?")
        #expect(XMPValue.lens(range: "18 55 3.5 5.6") == "18-55mm f/3.5-5.6" && XMPValue.lens(range: "0 0 0 0") == nil)
    }

    @Test func datesHaveTheirOrder() {
        let created = "xmp:CreateDate='2021-01-03T00:21:38-05:00'"
        let original = "exif:DateTimeOriginal='2018-01-02T03:04:05'"
        let photoshop = "photoshop:DateCreated='2016-01-28T12:21:20'"
        let all = Self.facts("", attributes: "\(created) \(original) \(photoshop)")
        #expect(all.taken?.iso8601.hasPrefix("2016-01-28T12:21:20") == true && all.takenSource == .photoshopCreated)
        #expect(Self.facts("", attributes: "\(created) \(original)").takenSource == .xmpOriginal)
        #expect(Self.facts("", attributes: created).takenSource == .created)
        let digitized = "exif:DateTimeDigitized='2018-01-02T03:04:05'"
        #expect(Self.facts("", attributes: digitized).takenSource == .digitized)
    }

    // MARK: Bytes

    @Test func encodingsAreRead() {
        let packet = Self.packet("<dc:title>Ünïcode 猫</dc:title>", attributes: "xmp:Rating='4'")
        func bytes(_ units: some Sequence<some FixedWidthInteger>, _ isLittle: Bool) -> [UInt8] {
            units.flatMap { unit in
                (0..<(unit.bitWidth / 8)).map { index in
                    let shift = isLittle ? index * 8 : unit.bitWidth - 8 - index * 8
                    return UInt8(truncatingIfNeeded: unit >> shift)
                }
            }
        }
        for mark in ["", "\u{FEFF}"] {
            let text = mark + packet
            for encoded in [
                Array(text.utf8), bytes(text.utf16, true), bytes(text.utf16, false),
                bytes(text.unicodeScalars.map(\.value), true), bytes(text.unicodeScalars.map(\.value), false),
            ] {
                let facts = XMPFacts.read(encoded[...], limit: 1 << 20)
                #expect(facts.rating == 4 && facts.title == "Ünïcode 猫")
            }
        }
        let latin = Array(packet.utf8).split(separator: Array("猫".utf8)).joined(separator: [0xE9])
        #expect(XMPFacts.read(Array(latin)[...]).title?.hasSuffix("é") == true)
    }

    @Test func damageKeepsWhatWasBefore() {
        let packet = Self.packet(
            "<dc:title>One</dc:title><dc:description>Two</dc:description>", attributes: "xmp:Rating='4' xmp:Label='Red'"
        )
        func read(until text: String) -> PictureFacts {
            let end = packet.range(of: text)?.lowerBound ?? packet.endIndex
            return XMPFacts.read(Array(packet[..<end].utf8)[...])
        }
        #expect(read(until: "xmp:Label=").rating == 4 && read(until: "Red'").label == nil)
        #expect(read(until: "<dc:description").title == "One" && read(until: "Two").caption == nil)
        // A missing end tag is implied by that of the outer element.
        let open = packet.replacing("</dc:title>", with: "<dc:rights>")
        #expect(XMPFacts.read(Array(open.utf8)[...]).rating == 4)
    }

    @Test func depthIsBounded() {
        let depth = 2000
        let deep = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        #expect(Self.facts(deep + "<xmp:Rating>4</xmp:Rating>").rating == 4)
    }

    /// Packets with any bytes changed are read without a crash, in linear time.
    @Test func mutantsAreRead() {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed)
        let packet = Array(
            Self.packet(
                """
                <dc:subject>\(Self.list("sea", "R&amp;B", "AC/DC"))</dc:subject><dc:title><rdf:Alt>
                <rdf:li xml:lang='x-default'>One</rdf:li></rdf:Alt></dc:title><dc:rights><![CDATA[<x>]]></dc:rights>
                <acdsee:categories>&lt;Categories>&lt;Category Assigned="1">cat&lt;/Category></acdsee:categories>
                <mwg-rs:Regions rdf:parseType='Resource'><mwg-rs:RegionList><rdf:Bag><rdf:li mwg-rs:Name='Ben'/></rdf:Bag>
                </mwg-rs:RegionList></mwg-rs:Regions><!-- c --><exif:GPSLatitude>48,8.25N</exif:GPSLatitude>
                """, attributes: "xmp:Rating='4' aux:LensInfo='24/1 70/1 28/10 28/10'"
            ).utf8)
        let signs = Array("<>/'\"&;:=![]?- \u{0}".utf8)
        for _ in 0..<3000 {
            var broken = packet
            for _ in 0..<Int.random(in: 1...8, using: &noise) {
                let index = Int.random(in: 0..<broken.count, using: &noise)
                switch Int.random(in: 0..<3, using: &noise) {
                case 0: broken[index] = UInt8.random(in: 0...255, using: &noise)
                case 1: broken[index] = signs.randomElement(using: &noise) ?? 0
                default: broken.remove(at: index)
                }
            }
            let facts = XMPFacts.read(broken.prefix(Int.random(in: 0...broken.count, using: &noise)))
            #expect(facts.rating.map { (-1...5).contains($0) } ?? true, "seed \(seed)")
            #expect(facts.latitude.map { abs($0) <= 90 } ?? true, "seed \(seed)")
        }
        for part in ["<", "&", "<a b=\"", "<!--", "<![CDATA[", "<rdf:li>", "</a>", "<a xmlns:b='c'>", "<a/>", "<!a['"] {
            _ = XMPFacts.read(Array(String(repeating: part, count: 60_000 / part.utf8.count).utf8)[...])
        }
    }
}
