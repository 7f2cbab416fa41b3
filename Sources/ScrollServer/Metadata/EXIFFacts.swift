// Reads the facts in an EXIF block.

import Foundation
import Platform

/// Reads the entries of a TIFF structure's directories that describe the picture (CIPA DC-008-2019, §4.6).
///
/// Numbers may have any type, as in exiftool: some programs write them as text, signed, or in floating point.
enum EXIFFacts {
    /// Versions of TIFF 6.0 and BigTIFF, and those that Panasonic's and Olympus' raw files have instead.
    static let versions: Set<Int> = [42, 43, 0x55, 0x4F52, 0x5352]

    /// The role of the first directory, in a structure that has only a part of the facts, as in a CR3.
    enum Part {
        case main, photograph, position
    }

    /// Reads the facts of the structure in bytes `start ..< end` of the file; whatever is damaged counts as missing.
    static func read(_ reader: inout HeaderReader, at start: Int, end: Int, part: Part = .main) -> PictureFacts {
        guard let directory = try? TIFFDirectory(firstOf: &reader, at: start, end: end, versions: versions) else {
            return .none
        }
        return read(&reader, directory, part: part)
    }

    /// Reads the facts of a directory and those it points to.
    static func read(_ reader: inout HeaderReader, _ directory: TIFFDirectory, part: Part = .main) -> PictureFacts {
        var facts = PictureFacts()
        switch part {
        case .main: readMain(&reader, directory, into: &facts)
        case .photograph: readPhotograph(&reader, directory, into: &facts)
        case .position: readPosition(&reader, directory, into: &facts)
        }
        return facts
    }

    private static func readMain(
        _ reader: inout HeaderReader, _ main: TIFFDirectory, into facts: inout PictureFacts
    ) {
        var generated = GeneratedPicture()
        facts.camera = PictureFacts.camera(
            make: text(0x010F, main, &reader, &generated), model: text(0x0110, main, &reader, &generated))
        facts.caption = text(0x010E, main, &reader, &generated)
        if !generated.isEmpty { facts.complete(with: generated.facts) }
        facts.rating =
            PictureFacts.rating(main.value(0x4746, &reader))
            ?? PictureFacts.rating(percent: main.value(0x4749, &reader))
        facts.creator = main.text(0x013B, &reader)
        facts.copyright = copyright(main, &reader)
        // The texts of Windows: XPTitle, XPComment, XPAuthor and XPKeywords; XPSubject below.
        facts.title = main.wideText(0x9C9B, &reader)
        facts.caption = facts.caption ?? main.wideText(0x9C9C, &reader)
        facts.creator = facts.creator ?? main.wideText(0x9C9D, &reader)
        facts.keywords = (main.wideText(0x9C9E, &reader)?.split(separator: ";") ?? [])
            .prefix(PictureFacts.mostKeywords).compactMap { PictureFacts.text(String($0)) }
        if let exif = main.directory(0x8769, &reader) { readPhotograph(&reader, exif, into: &facts) }
        // TIFF/EP (ISO 12234-2) and some programs have the same tags in the first directory.
        readPhotograph(&reader, main, into: &facts)
        // DNG 1.7: LensInfo.
        facts.lens = facts.lens ?? PictureFacts.lens(main.values(0xC630, &reader, limit: 4))
        facts.caption = facts.caption ?? main.wideText(0x9C9F, &reader)
        if let gps = main.directory(0x8825, &reader) { readPosition(&reader, gps, into: &facts) }
        facts.setScale(
            PixelScale(main, &reader, facts: facts), orientation: main.orientation(&reader) ?? 1,
            width: main.number(256, &reader) ?? 0, height: main.number(257, &reader) ?? 0)
    }

    private static func readPhotograph(
        _ reader: inout HeaderReader, _ exif: TIFFDirectory, into facts: inout PictureFacts
    ) {
        facts.exposure = facts.exposure ?? exposure(exif, &reader)
        facts.aperture = facts.aperture ?? aperture(exif, &reader)
        // At high speeds, cameras write 65535 here, and the speed elsewhere.
        let iso = PictureFacts.positive(exif.value(0x8827, &reader), below: 1e8)
        facts.iso =
            facts.iso
            ?? (iso == 65_535 ? PictureFacts.positive(exif.value(0x8832, &reader), below: 1e9) ?? iso : iso)
        facts.focal = facts.focal ?? PictureFacts.positive(exif.value(0x920A, &reader), below: 1e5)
        facts.lens =
            facts.lens ?? exif.text(0xA434, &reader) ?? PictureFacts.lens(exif.values(0xA432, &reader, limit: 4))
        // DateTimeOriginal and DateTimeDigitized, each with its fraction of a second and its offset from universal time.
        readTime(0x9003, fraction: 0x9291, zone: 0x9011, .exifOriginal, exif, &reader, into: &facts)
        readTime(0x9004, fraction: 0x9292, zone: 0x9012, .digitized, exif, &reader, into: &facts)
        readComment(exif, &reader, into: &facts)
    }

    // MARK: Numbers

    /// Returns ExposureTime, else ShutterSpeedValue, which is a logarithm (DC-008 annex C).
    private static func exposure(_ exif: TIFFDirectory, _ reader: inout HeaderReader) -> Double? {
        PictureFacts.exposure(exif.value(0x829A, &reader))
            ?? PictureFacts.exposure(exif.value(0x9201, &reader).flatMap { abs($0) < 100 ? pow(2, -$0) : nil })
    }

    /// Returns FNumber, else ApertureValue, which is a logarithm (DC-008 annex C).
    private static func aperture(_ exif: TIFFDirectory, _ reader: inout HeaderReader) -> Double? {
        PictureFacts.positive(exif.value(0x829D, &reader), below: 1000)
            ?? PictureFacts.positive(
                exif.value(0x9202, &reader).flatMap { $0 > 0 && $0 < 20 ? pow(2, $0 / 2) : nil }, below: 1000)
    }

    // MARK: Texts

    /// Reads a text; nil if a generator of pictures wrote it, which adds it to `generated` in full length.
    private static func text(
        _ tag: Int, _ directory: TIFFDirectory, _ reader: inout HeaderReader, _ generated: inout GeneratedPicture
    ) -> String? {
        guard let text = directory.text(tag, &reader) else { return nil }
        guard GeneratedPicture.mayBeGenerated(text),
            let bytes = directory.bytes(tag, ofTypes: [2, 7, 129], &reader, limit: GeneratedPicture.longest)
        else { return text }
        return generated.add(comment: bytes) ? nil : text
    }

    /// Joins the photographer's and the editor's notices (DC-008 §4.6.4, Copyright).
    private static func copyright(_ main: TIFFDirectory, _ reader: inout HeaderReader) -> String? {
        guard let bytes = main.bytes(0x8298, ofTypes: [2, 7, 129], &reader, limit: PictureFacts.longestText) else {
            return nil
        }
        let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).prefix(2)
        let texts = parts.compactMap { PictureFacts.text($0) }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    /// Reads UserComment: a generator's prompt, or a caption where there is none.
    private static func readComment(
        _ exif: TIFFDirectory, _ reader: inout HeaderReader, into facts: inout PictureFacts
    ) {
        guard let bytes = exif.bytes(0x9286, ofTypes: [1, 2, 7, 129], &reader, limit: UserComment.longest),
            let text = UserComment.text(bytes, isLittleEndian: exif.structure.isLittleEndian)
        else { return }
        if let generated = GeneratedPicture.facts(comment: text) {
            facts.complete(with: generated)
        } else {
            facts.caption = facts.caption ?? PictureFacts.text(text)
        }
    }

    // MARK: Times

    private static func readTime(
        _ tag: Int, fraction: Int, zone: Int, _ source: DateSource, _ exif: TIFFDirectory,
        _ reader: inout HeaderReader, into facts: inout PictureFacts
    ) {
        guard var text = exif.text(tag, &reader) else { return }
        // Some phones write only OffsetTime, the zone of the last change.
        let zone = Self.zone(exif.text(zone, &reader) ?? exif.text(0x9010, &reader))
        if text.utf8.count == 19 {
            if let digits = digits(fraction, exif, &reader) { text += ".\(digits)" }
            if let zone { text += zone }
        }
        guard let (time, ownZone) = CaptureTime.parsed(text.utf8) else { return }
        facts.setTaken(time, zone: ownZone ?? zone, from: source)
    }

    /// Returns the first nine or fewer digits of a SubSecTime; nil where there are none.
    private static func digits(_ tag: Int, _ exif: TIFFDirectory, _ reader: inout HeaderReader) -> Substring? {
        guard let entry = exif[tag] else { return nil }
        let text =
            [2, 7, 129].contains(entry.type)
            ? exif.text(tag, &reader) : exif.value(tag, &reader).map { String(Int(clamping: $0)) }
        let digits = text?.prefix(9).prefix { ("0"..."9").contains($0) }
        return digits?.isEmpty == false ? digits : nil
    }

    /// Returns an offset from universal time such as `+02:00`; nil for other texts, and beyond 14:59.
    private static func zone(_ text: String?) -> String? {
        guard let zone = PictureFacts.zone(text), let hours = Int(zone.dropFirst().prefix(2)), hours <= 14,
            let minutes = Int(zone.suffix(2)), minutes < 60
        else { return nil }
        return zone
    }

    // MARK: Position

    private static func readPosition(
        _ reader: inout HeaderReader, _ gps: TIFFDirectory, into facts: inout PictureFacts
    ) {
        facts.setPosition(
            latitude: angle(2, reference: 1, negative: "s", gps, &reader),
            longitude: angle(4, reference: 3, negative: "w", gps, &reader))
        readSatelliteTime(gps, &reader, into: &facts)
    }

    /// Converts degrees, minutes and seconds to degrees; the reference alone gives the sign, as in exiftool.
    private static func angle(
        _ tag: Int, reference: Int, negative: Character, _ gps: TIFFDirectory, _ reader: inout HeaderReader
    ) -> Double? {
        let parts = gps.values(tag, &reader, limit: 3)
        guard let degrees = parts.first, parts.allSatisfy(\.isFinite) else { return nil }
        let minutes = parts.count > 1 ? parts[1] : 0
        let seconds = parts.count > 2 ? parts[2] : 0
        let angle = abs(degrees + (minutes + seconds / 60) / 60)
        return gps.text(reference, &reader)?.lowercased().first == negative ? -angle : angle
    }

    /// Reads GPSDateStamp and GPSTimeStamp, where no other source has a capture time.
    private static func readSatelliteTime(
        _ gps: TIFFDirectory, _ reader: inout HeaderReader, into facts: inout PictureFacts
    ) {
        guard facts.taken == nil, let date = gps.text(29, &reader) else { return }
        let parts = gps.values(7, &reader, limit: 3)
        guard parts.count == 3, parts.allSatisfy({ $0 >= 0 && $0 < 1e5 }) else { return }
        let milliseconds = Int(clamping: ((parts[0] * 60 + parts[1]) * 60_000 + parts[2] * 1000).rounded())
        guard milliseconds < 86_400_000 else { return }
        let seconds = milliseconds / 1000
        let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.digits(2) }
        var text = "\(date.prefix(10)) \(fields.joined(separator: ":"))"
        if milliseconds % 1000 > 0 { text += ".\((milliseconds % 1000).digits(3))" }
        guard let (time, _) = CaptureTime.parsed((text + "Z").utf8) else { return }
        facts.setTaken(time, zone: "+00:00", from: .satellite)
    }
}
