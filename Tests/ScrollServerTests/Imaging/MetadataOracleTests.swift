// What every file of the corpora and of the cases says of itself, against exiftool.

import Foundation
import Testing

@testable import Imaging
@testable import Platform

/// Each field of each file equals what exiftool reads, or is one of a few deliberate differences, which are counted.
@Suite struct MetadataOracleTests {
    /// Where we say something else than exiftool on purpose.
    struct Difference: CustomStringConvertible {
        let reason: String
        /// How many fields of files differ for it.
        let count: Int
        let applies: @Sendable (Comparison) -> Bool

        var description: String { reason }
    }

    /// A field of a file; nil for nothing.
    struct Comparison: CustomStringConvertible {
        let file: String
        let field: String
        let expected: String?
        let found: String?

        var description: String { "\(file) \(field): \(found ?? "nothing") instead of \(expected ?? "nothing")" }
    }

    /// Inputs of bug reports, beside the corpus.
    static let cases = Corpus.folder.deletingLastPathComponent().appendingPathComponent("cases/pictures")

    @Test(.needs(.corpus), .needs(.exiftool), arguments: [false, true])
    func fieldsAgree(areCases: Bool) throws {
        let folder = areCases ? Self.cases : Corpus.folder
        var comparisons: [Comparison] = []
        for tags in try Self.tags(of: folder.path) {
            guard let path = tags["SourceFile"] as? String, let bytes = FileManager.default.contents(atPath: path),
                let header = try? ImageHeader.read(from: ByteSource(Array(bytes)), name: Array(path.utf8)),
                !header.format.isVideo, header.format != .raw
            else { continue }
            let name = String(path.dropFirst(folder.path.count + 1))
            let expected = ExpectedFacts(tags)
            let found = header.facts ?? .none
            for (field, value) in expected.all {
                let own = field == "taken" ? header.taken?.iso8601 : Self.text(found[keyPathOf: field])
                if own != value {
                    comparisons.append(Comparison(file: name, field: field, expected: value, found: own))
                }
            }
        }
        var counts = [Int](repeating: 0, count: Self.deliberate.count)
        var faults: [Comparison] = []
        for comparison in comparisons {
            if let index = Self.deliberate.firstIndex(where: { $0.applies(comparison) }) {
                counts[index] += 1
            } else {
                faults.append(comparison)
            }
        }
        #expect(faults.isEmpty, "\(faults.count) fields differ:\n\(faults.map(\.description).joined(separator: "\n"))")
        for (difference, count) in zip(Self.deliberate, counts) {
            print("exiftool │ \(areCases ? "cases" : "corpus") │ \(difference) │ \(count)")
        }
    }

    static let deliberate: [Difference] = []

    /// All tags of all files in a folder.
    private static func tags(of folder: String) throws -> [[String: Any]] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "exiftool")))
        process.arguments = ["-j", "-n", "-G1", "-struct", "-q", "-q", "-r", folder]
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    }

    private static func text(_ value: Any?) -> String? {
        switch value {
        case let text as String: text
        case let number as Double: ExpectedFacts.number(number)
        case let words as [String]: words.isEmpty ? nil : Set(words).sorted().joined(separator: "; ")
        default: nil
        }
    }
}

extension PictureFacts {
    /// A fact by its field's name.
    fileprivate subscript(keyPathOf field: String) -> Any? {
        Mirror(reflecting: self).children.first { $0.label == field }.flatMap { child in
            let mirror = Mirror(reflecting: child.value)
            return mirror.displayStyle == .optional ? mirror.children.first?.value : child.value
        }
    }
}

/// What exiftool's tags mean for each field, by the guidelines of the Metadata Working Group.
private struct ExpectedFacts {
    private let tags: [String: Any]

    init(_ tags: [String: Any]) { self.tags = tags }

    /// Each field with its value; nil for none.
    var all: [(field: String, value: String?)] {
        [
            ("taken", taken), ("rating", rating), ("keywords", keywords), ("people", nil),
            ("label", first("XMP-xmp:Label")),
            ("title", first("XMP-dc:Title", "IPTC:ObjectName", "IFD0:XPTitle", "PNG:Title")),
            ("headline", first("XMP-photoshop:Headline", "IPTC:Headline")),
            (
                "caption",
                first(
                    "XMP-dc:Description", "IPTC:Caption-Abstract", "IFD0:ImageDescription", "ExifIFD:UserComment",
                    "IFD0:XPComment", "PNG:Description", "PNG:Comment", "GIF:Comment", "File:Comment")
            ),
            ("creator", first("XMP-dc:Creator", "IPTC:By-line", "IFD0:Artist", "IFD0:XPAuthor", "PNG:Author")),
            ("copyright", first("XMP-dc:Rights", "IPTC:CopyrightNotice", "IFD0:Copyright", "PNG:Copyright")),
            ("sublocation", first("XMP-iptcCore:Location", "IPTC:Sub-location")),
            ("city", first("XMP-photoshop:City", "IPTC:City")),
            ("state", first("XMP-photoshop:State", "IPTC:Province-State")),
            ("country", first("XMP-photoshop:Country", "IPTC:Country-PrimaryLocationName")),
            ("camera", camera), ("lens", first("ExifIFD:LensModel", "XMP-exifEX:LensModel", "XMP-aux:Lens")),
            ("focal", positive("ExifIFD:FocalLength", "XMP-exif:FocalLength")),
            ("aperture", positive("ExifIFD:FNumber", "XMP-exif:FNumber")),
            ("exposure", exposure),
            ("iso", positive("ExifIFD:ISO", "XMP-exif:ISO")),
            ("latitude", angle("Latitude")), ("longitude", angle("Longitude")),
        ]
    }

    /// The first text that is not blank.
    private func first(_ names: String...) -> String? {
        for name in names {
            switch tags[name] {
            case let list as [Any]:
                let words = list.compactMap { PictureFacts.text("\($0)") }
                if !words.isEmpty { return words.joined(separator: ", ") }
            case let value?:
                if let text = PictureFacts.text("\(value)") { return text }
            case nil: break
            }
        }
        return nil
    }

    private func number(_ name: String) -> Double? {
        (tags[name] as? NSNumber)?.doubleValue ?? (tags[name] as? String).flatMap { Double($0) }
    }

    static func number(_ value: Double) -> String { String(format: "%.5g", value) }

    private func positive(_ names: String...) -> String? {
        names.lazy.compactMap { number($0) }.first { $0 > 0 }.map(Self.number)
    }

    private var exposure: String? {
        PictureFacts.exposure(number("ExifIFD:ExposureTime") ?? number("XMP-exif:ExposureTime")).map(Self.number)
    }

    private var camera: String? {
        PictureFacts.camera(
            make: first("IFD0:Make", "XMP-tiff:Make"), model: first("IFD0:Model", "XMP-tiff:Model"))
    }

    private func angle(_ name: String) -> String? {
        guard let latitude = number("Composite:GPSLatitude"), let longitude = number("Composite:GPSLongitude"),
            latitude != 0 || longitude != 0
        else { return nil }
        return Self.number(name == "Latitude" ? latitude : longitude)
    }

    private var rating: String? {
        let percent = number("XMP-microsoft:RatingPercent") ?? number("IFD0:RatingPercent")
        let stars = percent.map { $0 <= 0 ? 0 : $0 < 13 ? 1 : $0 < 38 ? 2 : $0 < 63 ? 3 : $0 < 88 ? 4 : 5 }
        return (number("XMP-xmp:Rating") ?? number("IFD0:Rating") ?? stars)
            .flatMap { (-1...5).contains($0) ? Self.number($0) : nil }
    }

    private var keywords: String? {
        func words(_ name: String) -> [String] {
            switch tags[name] {
            case let list as [Any]: list.compactMap { PictureFacts.text("\($0)") }
            case let value?: PictureFacts.text("\(value)").map { [$0] } ?? []
            case nil: []
            }
        }
        for names in [
            ["XMP-dc:Subject"], ["IPTC:Keywords"], ["IFD0:XPKeywords", "PNG:Keywords"],
        ] {
            let found = names.flatMap(words)
            if !found.isEmpty { return Set(found).sorted().joined(separator: "; ") }
        }
        return nil
    }

    /// In the order of the guidelines, as ISO 8601 as precise as it is.
    private var taken: String? {
        let iptc = first("IPTC:DateCreated").map {
            [$0, first("IPTC:TimeCreated")].compactMap(\.self).joined(separator: " ")
        }
        let digital = first("IPTC:DigitalCreationDate").map {
            [$0, first("IPTC:DigitalCreationTime")].compactMap(\.self).joined(separator: " ")
        }
        let candidates = [
            first("ExifIFD:DateTimeOriginal"), first("XMP-photoshop:DateCreated"), iptc,
            first("XMP-exif:DateTimeOriginal"), first("XMP-xmp:CreateDate"), first("PNG:CreationTime"),
            first("ExifIFD:CreateDate"), first("XMP-exif:DateTimeDigitized"), digital, first("Composite:GPSDateTime"),
        ]
        return candidates.lazy.compactMap { $0.flatMap(Self.date) }.first
    }

    private static func date(_ text: String) -> String? {
        let pattern = /^(\d{4})(?:[:-](\d\d)(?:[:-](\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?)?)?/
        guard let match = text.firstMatch(of: pattern), let year = Int(match.1), year > 0 else { return nil }
        func part(_ text: Substring??, _ range: ClosedRange<Int>) -> String? {
            guard let text = text.flatMap(\.self), let number = Int(text), range.contains(number) else { return nil }
            return String(text)
        }
        var iso = String(match.1)
        guard match.2 != nil else { return iso }
        guard let month = part(match.2, 1...12) else { return nil }
        iso += "-" + month
        guard match.3 != nil else { return iso }
        guard let day = part(match.3, 1...31) else { return nil }
        iso += "-" + day
        guard match.4 != nil else { return iso }
        guard let hour = part(match.4, 0...23), let minute = part(match.5, 0...59) else { return nil }
        return iso + "T\(hour):\(minute):" + (part(match.6, 0...59) ?? "00")
    }
}
