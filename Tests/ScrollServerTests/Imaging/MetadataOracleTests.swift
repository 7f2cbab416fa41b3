// The metadata of every file of the corpus and of the cases, compared with exiftool.

import Foundation
import Testing

@testable import Metadata
@testable import Pixels
@testable import Platform

/// Each field of each file equals exiftool's, apart from a few deliberate differences, whose counts are checked.
@Suite struct MetadataOracleTests {
    /// A deliberate difference from exiftool.
    struct Difference: CustomStringConvertible {
        let reason: String
        /// Number of fields that differ for this reason in files of the corpus, and of the cases.
        let corpus: Int
        let cases: Int
        let applies: @Sendable (Comparison) -> Bool

        var description: String { reason }
    }

    /// A field of a file with exiftool's value and ours; nil for no value.
    struct Comparison: CustomStringConvertible {
        let file: String
        let field: String
        let expected: String?
        let found: String?
        /// Whether exiftool's value comes only from the comment of a JPEG.
        var isComment = false

        var description: String { "\(file) \(field): \(found ?? "nothing") instead of \(expected ?? "nothing")" }
    }

    @Test(.needs(.corpus), .needs(.cases), .needs(.exiftool), arguments: [false, true])
    func fieldsAgree(areCases: Bool) throws {
        let folder = areCases ? Corpus.cases : Corpus.folder
        var comparisons: [Comparison] = []
        for tags in try Self.tags(of: folder.path) {
            guard let path = tags["SourceFile"] as? String, let bytes = FileManager.default.contents(atPath: path),
                let header = try? ImageHeader.read(from: ByteSource(Array(bytes)), name: Array(path.utf8)),
                !header.format.isVideo
            else { continue }
            let name = String(path.dropFirst(folder.path.count + 1))
            let expected = ExpectedFacts(tags)
            let found = header.facts ?? .none
            for (field, value) in expected.all {
                let own = field == "taken" ? header.taken?.iso8601 : Self.text(found[keyPathOf: field])
                if own != value {
                    comparisons.append(
                        Comparison(
                            file: name, field: field, expected: value, found: own,
                            isComment: field == "caption" && expected.isComment))
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
            #expect(count == (areCases ? difference.cases : difference.corpus), "\(difference)")
        }
    }

    static let deliberate = [
        Difference(reason: "a generator's text is no caption and no camera", corpus: 8, cases: 10) {
            ["caption", "camera"].contains($0.field) && $0.found == nil && isOfGenerator($0.expected)
        },
        Difference(reason: "exiftool takes MacRoman for Latin-1", corpus: 3, cases: 1) {
            $0.file.hasSuffix("iptc-macroman.jpg") || $0.file.hasSuffix("xdensity-out-of-range-zero.jpg")
        },
        Difference(reason: "ACDSee's categories, which are XML in a text, are keywords", corpus: 0, cases: 1) {
            $0.field == "keywords" && $0.file.contains("acdsee")
        },
        Difference(reason: "comments of JPEG files, mostly names of programs, are no captions", corpus: 27, cases: 0) {
            $0.isComment && $0.found == nil
        },
        Difference(reason: "of EXIF split over several segments only the first is read", corpus: 2, cases: 0) {
            $0.file.hasSuffix("multiple_exif.jpg") || $0.file.hasSuffix("jfif_unit_cm.jpg")
        },
        Difference(reason: "exiftool's JSON has ? for bytes that are not UTF-8", corpus: 4, cases: 0) {
            guard let expected = $0.expected, let found = $0.found, expected.contains("?") else { return false }
            return expected.filter { $0.isASCII && $0 != "?" } == found.filter { $0.isASCII && $0 != "?" }
        },
        Difference(reason: "at most 256 keywords are kept", corpus: 1, cases: 0) {
            $0.file.hasSuffix("long-keywords.jpg")
        },
        Difference(reason: "PNG's texts count in any language", corpus: 14, cases: 0) {
            $0.expected == nil && $0.file.hasSuffix(".png")
        },
        Difference(reason: "maker notes are not read", corpus: 2, cases: 0) {
            $0.file.hasSuffix("sony-powershota5.jpg") && $0.found == nil
        },
        Difference(reason: "of CRW and X3F only sizes and previews are read", corpus: 7, cases: 0) {
            ($0.file.hasSuffix(".crw") || $0.file.hasSuffix(".x3f")) && $0.found == nil
        },
        Difference(
            reason: "damaged files are read up to the damage, and a number is no name", corpus: 2, cases: 0
        ) {
            ["damaged-cut.dng", "issue_839_poc.rw2"].contains { [file = $0.file] in file.hasSuffix($0) }
        },
    ]

    private static func isOfGenerator(_ text: String?) -> Bool {
        text.map { text in
            text.hasPrefix("{") || ["Steps: ", "Job ID: ", "a lighthouse at dusk"].contains { text.contains($0) }
                || text.lowercased().hasPrefix("workflow:")
        } ?? false
    }

    /// All tags of all files in a folder.
    private static func tags(of folder: String) throws -> [[String: Any]] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Requirement.path(of: "exiftool")))
        process.arguments = ["-j", "-n", "-G1", "-struct", "-q", "-q", "-r", "--ext", "json", folder]
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

/// The values of fields according to exiftool's tags and the guidelines of the Metadata Working Group.
private struct ExpectedFacts {
    private let tags: [String: Any]

    init(_ tags: [String: Any]) { self.tags = tags }

    /// Each field with its value; nil for none.
    var all: [(field: String, value: String?)] {
        [
            ("taken", taken), ("rating", rating), ("keywords", keywords),
            ("label", label),
            ("title", first("XMP-dc:Title", "IPTC:ObjectName", "IPTC2:ObjectName", "IFD0:XPTitle", "PNG:Title")),
            ("headline", first("XMP-photoshop:Headline", "IPTC:Headline")),
            ("caption", caption ?? first("File:Comment")),
            ("creator", first("XMP-dc:Creator", "IPTC:By-line", "IFD0:Artist", "IFD0:XPAuthor", "PNG:Author")),
            ("copyright", first("XMP-dc:Rights", "IPTC:CopyrightNotice", "IFD0:Copyright", "PNG:Copyright")),
            ("sublocation", first("XMP-iptcCore:Location", "IPTC:Sub-location")),
            ("city", first("XMP-photoshop:City", "IPTC:City")),
            ("state", first("XMP-photoshop:State", "IPTC:Province-State")),
            ("country", first("XMP-photoshop:Country", "IPTC:Country-PrimaryLocationName")),
            ("camera", camera), ("lens", first("ExifIFD:LensModel", "XMP-exifEX:LensModel", "XMP-aux:Lens")),
            ("focal", positive("ExifIFD:FocalLength", "XMP-exif:FocalLength")),
            ("aperture", positive("ExifIFD:FNumber", "XMP-exif:FNumber", "Composite:Aperture")),
            ("exposure", exposure),
            ("iso", positive("ExifIFD:ISO", "XMP-exif:ISO")),
            ("latitude", angle("Latitude")), ("longitude", angle("Longitude")),
        ]
    }

    /// Whether the only caption is the comment of a JPEG.
    var isComment: Bool { caption == nil && first("File:Comment") != nil }

    /// Adobe's colour counts before a label in the reader's words, and digiKam's number last.
    private var label: String? {
        let label = first("XMP-xmp:Label")
        let adobe = first("XMP-photoshop:LabelColor")?.capitalized
        let colours = ["Red", "Yellow", "Green", "Blue", "Purple"]
        if let adobe, colours.contains(adobe), !colours.contains(label?.capitalized ?? "") { return adobe }
        let digiKam = ["Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Gray", "Black", "White"]
        let number = first("XMP-digiKam:ColorLabel").flatMap { Int($0) } ?? 0
        return label ?? (digiKam.indices.contains(number - 1) ? digiKam[number - 1] : nil)
    }

    private var caption: String? {
        first(
            "XMP-dc:Description", "IPTC:Caption-Abstract", "IFD0:ImageDescription", "ExifIFD:UserComment",
            "IFD0:XPComment", "IFD0:XPSubject", "PNG:Description", "PNG:Comment", "GIF:Comment")
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
        let value = (tags[name] as? [Any])?.first ?? tags[name]
        return (value as? NSNumber)?.doubleValue
            ?? (value as? String).flatMap { Double($0.trimmingCharacters(in: .whitespaces)) }
    }

    static func number(_ value: Double) -> String { String(format: "%.5g", value) }

    private func positive(_ names: String...) -> String? {
        names.lazy.compactMap { number($0) }.first { $0 > 0 }.map(Self.number)
    }

    private var exposure: String? {
        PictureFacts.exposure(
            number("ExifIFD:ExposureTime") ?? number("XMP-exif:ExposureTime") ?? number("Composite:ShutterSpeed")
        ).map(Self.number)
    }

    private var camera: String? {
        PictureFacts.camera(
            make: first("IFD0:Make", "XMP-tiff:Make"), model: first("IFD0:Model", "XMP-tiff:Model"))
    }

    private func angle(_ name: String) -> String? {
        guard
            let latitude = number("Composite:GPSLatitude") ?? number("GPS:GPSLatitude")
                ?? number("XMP-exif:GPSLatitude"),
            let longitude = number("Composite:GPSLongitude") ?? number("GPS:GPSLongitude")
                ?? number("XMP-exif:GPSLongitude"),
            latitude != 0 || longitude != 0
        else { return nil }
        return Self.number(name == "Latitude" ? latitude : longitude)
    }

    private var rating: String? {
        let percent = number("XMP-microsoft:RatingPercent") ?? number("IFD0:RatingPercent")
        let stars: Double? = percent.map { $0 <= 0 ? 0 : $0 < 13 ? 1 : $0 < 38 ? 2 : $0 < 63 ? 3 : $0 < 88 ? 4 : 5 }
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
            ["XMP-dc:Subject", "XMP-lr:HierarchicalSubject", "XMP-microsoft:LastKeywordXMP"], ["IPTC:Keywords"],
            ["IPTC2:Keywords"],
            ["IFD0:XPKeywords", "PNG:Keywords"],
        ] {
            let found = names.flatMap(words)
            if !found.isEmpty { return Set(found).sorted().joined(separator: "; ") }
        }
        return nil
    }

    /// The first date in the order of the guidelines, in ISO 8601 with its own precision.
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
        let pattern =
            /^(\d{4})(?:[ :\/-] ?(\d{1,2})(?:[ :\/-] ?(\d{1,2})(?:[ T] ?(\d\d?): ?(\d\d?)(?:: ?(\d\d?))?)?)?)?/
        guard let match = text.firstMatch(of: pattern), let year = Int(match.1), year > 0 else { return nil }
        // Missing parts are nil; an impossible part makes the whole text no date.
        let parts = [match.2, match.3, match.4, match.5, match.6].map { $0.flatMap { Int($0) } }
        let limits = [1...12, 1...31, 0...23, 0...59, 0...60]
        guard zip(parts, limits).allSatisfy({ part, limit in part.map(limit.contains) ?? true }) else { return nil }
        // A leap second counts as the last second of its minute.
        let two = parts.map { String(format: "%02d", min(59, $0 ?? 0)) }
        if parts[0] == nil { return String(match.1) }
        if parts[1] == nil { return "\(match.1)-\(two[0])" }
        let day = "\(match.1)-\(two[0])-\(two[1])"
        return parts[2] == nil ? day : "\(day)T\(two[2]):\(two[3]):\(two[4])"
    }
}
