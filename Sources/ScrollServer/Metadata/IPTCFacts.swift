// Reads the facts in an IPTC record.

/// Reads the descriptive datasets of IPTC-IIM 4.2, also from the image resources in which Photoshop stores them.
enum IPTCFacts {
    /// Signatures of image resources: Photoshop's, ImageReady's, and those of older programs.
    private static let signatures = ["8BIM", "PHUT", "DCSR", "AgHg", "MeSa"].map { Array($0.utf8) }
    /// Most datasets that are kept.
    private static let datasetLimit = 1024

    /// Reads image resource blocks (Adobe Photoshop File Formats Specification, "Image Resources").
    static func read(resources: ArraySlice<UInt8>) -> PictureFacts {
        var rest = resources
        while rest.count >= 12 {
            guard signatures.contains(where: { rest.starts(with: $0) }) else {
                // Some programs omit the padding of a name or of data, or add a byte too many.
                guard rest.first == 0, signatures.contains(where: { rest.dropFirst().starts(with: $0) }) else { break }
                rest = rest.dropFirst()
                continue
            }
            let start = rest.startIndex
            let identifier = Int(rest[start + 4]) << 8 | Int(rest[start + 5])
            // A Pascal string, padded to an even length.
            let nameCount = (Int(rest[start + 6]) + 2) & ~1
            let sizeStart = start + 6 + nameCount
            guard sizeStart + 4 <= rest.endIndex else { break }
            let count = rest[sizeStart..<sizeStart + 4].reduce(0) { $0 << 8 | Int($1) }
            let dataStart = sizeStart + 4
            // Of a truncated block, the rest is read.
            let data = rest[dataStart..<(dataStart + min(count, rest.endIndex - dataStart))]
            if identifier == 0x0404 { return read(data) }
            guard data.count == count else { break }
            let isPadded = count & 1 == 1 && !signatures.contains { rest[data.endIndex...].starts(with: $0) }
            rest = rest[min(data.endIndex + (isPadded ? 1 : 0), rest.endIndex)...]
        }
        return .none
    }

    /// Reads a sequence of datasets.
    static func read(_ datasets: ArraySlice<UInt8>) -> PictureFacts {
        let values = application(datasets)
        guard !values.isEmpty else { return .none }
        let charset = IPTCCharset(guessedFrom: values.lazy.map(\.value))
        var facts = PictureFacts()
        var (creators, dates): ([String], [UInt8: String]) = ([], [:])
        for (dataset, value) in values {
            guard let text = charset.text(value) else { continue }
            switch dataset {
            case 5: facts.title = facts.title ?? text
            case 25:
                if facts.keywords.count < PictureFacts.mostKeywords, !facts.keywords.contains(text) {
                    facts.keywords.append(text)
                }
            case 55, 60, 62, 63: dates[dataset] = dates[dataset] ?? text
            case 80: if creators.count < 16 { creators.append(text) }
            case 90: facts.city = facts.city ?? text
            case 92: facts.sublocation = facts.sublocation ?? text
            case 95: facts.state = facts.state ?? text
            case 101: facts.country = facts.country ?? text
            case 105: facts.headline = facts.headline ?? text
            case 116: facts.copyright = facts.copyright ?? text
            case 120: facts.caption = facts.caption ?? text
            default: break
            }
        }
        if !creators.isEmpty { facts.creator = PictureFacts.text(creators.joined(separator: "; ")) }
        for (date, time, source) in [(55, 60, DateSource.iptcCreated), (62, 63, .digitized)] as [(UInt8, UInt8, _)] {
            guard let text = moment(dates[date], dates[time]), let (time, zone) = CaptureTime.parsed(text.utf8) else {
                continue
            }
            facts.setTaken(time, zone: zone, from: source)
        }
        return facts
    }

    /// The datasets of the application record that are read.
    private static let wanted: Set<UInt8> = [5, 25, 55, 60, 62, 63, 80, 90, 92, 95, 101, 105, 116, 120]

    /// Returns the wanted datasets of the application record (IIM 4.2 §6).
    private static func application(_ datasets: ArraySlice<UInt8>) -> [(dataset: UInt8, value: ArraySlice<UInt8>)] {
        var values: [(dataset: UInt8, value: ArraySlice<UInt8>)] = []
        var rest = datasets
        if isSwapped(rest) { rest = swapped(rest)[...] }
        // IIM 4.2 §1.5: a tag marker, record, dataset and 15 bits of length.
        while rest.count >= 5, values.count < datasetLimit {
            let start = rest.startIndex
            guard rest[start] == 0x1C else {
                guard rest[start] == 0 else { break }
                rest = rest.dropFirst()
                continue
            }
            var count = Int(rest[start + 3]) << 8 | Int(rest[start + 4])
            var valueStart = start + 5
            if count >= 0x8000 {
                // In an extended dataset (§1.5.2) this is the byte count of the length that follows.
                let lengthCount = count & 0x7FFF
                guard (1...4).contains(lengthCount), rest.endIndex - valueStart >= lengthCount else { break }
                count = rest[valueStart..<(valueStart + lengthCount)].reduce(0) { $0 << 8 | Int($1) }
                valueStart += lengthCount
            }
            // A truncated dataset has no value.
            guard count <= rest.endIndex - valueStart else { break }
            let (record, dataset) = (rest[start + 1], rest[start + 2])
            if record == 2, wanted.contains(dataset) {
                values.append((dataset, rest[valueStart..<(valueStart + count)].prefix(PictureFacts.longestText)))
            }
            rest = rest[(valueStart + count)...]
        }
        return values
    }

    /// Whether a block has datasets, in either byte order, rather than image resources.
    static func isRecord(_ block: ArraySlice<UInt8>) -> Bool { block.first == 0x1C || isSwapped(block) }

    /// Whether datasets are numbers of 32 bits in little-endian order, as in some TIFFs.
    private static func isSwapped(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 4 && bytes.first != 0x1C && bytes[bytes.startIndex + 3] == 0x1C
    }

    private static func swapped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let bytes = Array(bytes)
        return bytes.indices.map { index in
            let other = index ^ 3
            return other < bytes.count ? bytes[other] : 0
        }
    }

    /// Joins `20030203` and `040506-0500` (IIM 4.2 §1.6) to `2003-02-03T04:05:06-05:00`; nil without a date.
    ///
    /// A month or a day of 00 is unknown, and omitted.
    static func moment(_ date: String?, _ time: String?) -> String? {
        guard let date = date.map({ Array($0.utf8) }) else { return nil }
        let digits = date.filter { (0x30...0x39).contains($0) }
        guard digits.count == 8 || digits.count == 6 || digits.count == 4 else { return nil }
        let parts = [digits[..<4], digits[4...].prefix(2), digits[min(6, digits.count)...]]
            .map { String(decoding: $0, as: UTF8.self) }
        let known = parts.prefix { !$0.isEmpty && $0 != "00" }
        let day = known.joined(separator: "-")
        guard known.count == 3, let time = time.map({ Array($0.utf8) }) else { return day }
        let clock = time.prefix { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "Z") }
        let clockDigits = clock.filter { (0x30...0x39).contains($0) }
        guard clockDigits.count == 6 || clockDigits.count == 4 else { return day }
        func pair(_ digits: [UInt8], _ index: Int) -> String {
            let pair = digits[min(index, digits.count)...].prefix(2)
            return pair.isEmpty ? "00" : String(decoding: pair, as: UTF8.self)
        }
        var moment = "\(day)T\(pair(clockDigits, 0)):\(pair(clockDigits, 2)):\(pair(clockDigits, 4))"
        let zone = time[clock.endIndex...]
        let zoneDigits = zone.filter { (0x30...0x39).contains($0) }
        if zone.first == UInt8(ascii: "Z") {
            moment += "Z"
        } else if zoneDigits.count >= 4, let sign = zone.first {
            moment += "\(Unicode.Scalar(sign))\(pair(zoneDigits, 0)):\(pair(zoneDigits, 2))"
        }
        return moment
    }
}
