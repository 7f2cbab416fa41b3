// Reads when, for how long, where and with what an MP4 or QuickTime film was taken.

import Pixels

/// Reads the movie header (ISO/IEC 14496-12 §8.2.2, `mvhd`) and the makers' metadata.
///
/// These are QuickTime metadata (QuickTime File Format Specification, "Metadata", with Apple's keys), its older user
/// data (`©xyz` and others), the `meta` box of iTunes and ffmpeg with the same names, and the texts of 3GPP (TS 26.244
/// §8).
struct MovieFacts {
    /// When it was taken: by the camera's clock, or in universal time where only the movie header tells.
    private(set) var taken: CaptureTime?
    private(set) var isTakenUniversal = false
    private(set) var facts = PictureFacts.none
    private var make: String?
    private var model: String?
    /// A comment on the film, used where there is no description.
    private var comment: String?
    /// A day, month or year without a time, used where there is no other capture time.
    private var day: CaptureTime?

    /// Seconds from the start of 1904, the epoch of movies, to that of 1970.
    private static let secondsTo1970 = 2_082_844_800
    private static let entryLimit = 256
    private static let longestValue = 4096

    /// Reads the facts of `movie`, the `moov` box; whatever is damaged counts as missing.
    init(_ movie: ISOBox, _ reader: inout HeaderReader) {
        if let meta = try? movie.child("meta", &reader) { try? readKeys(meta, &reader) }
        if let data = try? movie.child("udta", &reader) { try? readUserData(data, &reader) }
        if let header = try? movie.child("mvhd", &reader) { try? readHeader(header, &reader) }
        taken = taken ?? day
        if facts.duration == nil {
            facts.duration = PictureFacts.positive(MovieFragments.duration(of: movie, &reader), below: 1e8)
        }
        facts.camera = PictureFacts.camera(make: make, model: model)
        facts.caption = facts.caption ?? comment
    }

    private mutating func readHeader(_ box: ISOBox, _ reader: inout HeaderReader) throws(ImageError) {
        let isWide = try reader.byte(box.start) == 1
        let created = isWide ? try reader.uint64(box.start + 4) : try reader.uint32(box.start + 4)
        let scale = try reader.uint32(box.start + (isWide ? 20 : 12))
        let duration = isWide ? try reader.uint64(box.start + 24) : try reader.uint32(box.start + 16)
        // All ones: an unknown duration.
        if scale > 0, duration != (isWide ? .max : 0xFFFF_FFFF) {
            facts.duration = PictureFacts.positive(Double(duration) / Double(scale), below: 1e8)
        }
        // Programs without a clock write 0 or count from 1970.
        guard taken == nil, created > Self.secondsTo1970 else { return }
        taken = CaptureTime(secondsSince1970: created - Self.secondsTo1970)
        isTakenUniversal = taken != nil
    }

    // MARK: Metadata

    /// Reads names from `keys`, and their values by index from `ilst`.
    private mutating func readKeys(_ meta: ISOBox, _ reader: inout HeaderReader) throws(ImageError) {
        let first = try Self.firstBox(of: meta, &reader)
        guard let keys = try meta.child("keys", from: first, &reader),
            let list = try meta.child("ilst", from: first, &reader)
        else { return }
        var names: [String] = []
        var offset = keys.start + 8
        for _ in 0..<Self.entryLimit where offset < keys.end {
            let size = try reader.uint32(offset)
            guard size >= 8, size <= keys.end - offset else { break }
            names.append(String(decoding: try reader.bytes(at: offset + 8, limit: min(size - 8, 256)), as: UTF8.self))
            offset += size
        }
        var items = list.boxes(limit: Self.entryLimit)
        while let item = try items.next(&reader) {
            guard let number = Int(exactly: item.type), names.indices.contains(number - 1),
                let text = try Self.text(of: item, &reader)
            else { continue }
            take(text, as: names[number - 1])
        }
    }

    /// Returns where child boxes begin: after version and flags in ISO files, at once in QuickTime files.
    private static func firstBox(of meta: ISOBox, _ reader: inout HeaderReader) throws(ImageError) -> Int {
        try reader.matches("hdlr", at: meta.start + 4) ? meta.start : meta.start + 4
    }

    /// Returns the text of an item of `ilst`; nil where it is not UTF-8 text.
    private static func text(of item: ISOBox, _ reader: inout HeaderReader) throws(ImageError) -> String? {
        guard let data = try item.child("data", &reader), data.end - data.start >= 8,
            try reader.uint32(data.start) == 1
        else { return nil }
        return PictureFacts.text(
            try reader.bytes(at: data.start + 8, limit: min(data.end - data.start - 8, longestValue)))
    }

    /// Reads the metadata of iTunes and ffmpeg, whose names are in `ilst` itself.
    private mutating func readNamed(_ meta: ISOBox, _ reader: inout HeaderReader) throws(ImageError) {
        let first = try Self.firstBox(of: meta, &reader)
        guard let list = try meta.child("ilst", from: first, &reader) else { return }
        var items = list.boxes(limit: Self.entryLimit)
        while let item = try items.next(&reader) {
            guard let name = Self.name(of: item.type), let text = try Self.text(of: item, &reader) else { continue }
            take(text, as: name)
        }
    }

    /// Returns the meaning of a user data box by its four-character code.
    private static func name(of type: UInt32) -> String? {
        switch type {
        case 0xA978_797A: "location.ISO6709"  // ©xyz
        case 0xA964_6179: "creationdate"  // ©day
        case 0xA96D_616B: "make"  // ©mak
        case 0xA96D_6F64: "model"  // ©mod
        case 0xA96E_616D: "title"  // ©nam
        case 0xA963_6D74: "comment"  // ©cmt
        case ISOBox.code("desc"): "description"
        case ISOBox.code("keyw"): "keywords"
        default: nil
        }
    }

    /// Reads a 3GPP text up to a zero: version and flags, a language, and UTF-8, or UTF-16 with a byte order mark.
    private static func text3GPP(_ box: ISOBox, _ reader: inout HeaderReader) throws(ImageError) -> String? {
        guard box.end - box.start > 6 else { return nil }
        let bytes = try reader.bytes(at: box.start + 6, limit: min(box.end - box.start - 6, longestValue))
        guard bytes.starts(with: [0xFE, 0xFF]) else { return PictureFacts.text(Array(bytes.prefix { $0 != 0 })) }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return PictureFacts.text(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
    }

    /// Reads `©xyz` and other user data: a length, a language, a text.
    private mutating func readUserData(_ data: ISOBox, _ reader: inout HeaderReader) throws(ImageError) {
        var offset = data.start
        for _ in 0..<Self.entryLimit where offset + 8 <= data.end {
            let item = try ISOBox.read(at: offset, within: data.end, &reader)
            offset = item.end
            switch item.type {
            case ISOBox.code("meta"):
                try? readKeys(item, &reader)
                try? readNamed(item, &reader)
                continue
            case ISOBox.code("titl"), ISOBox.code("dscp"):
                if let text = try Self.text3GPP(item, &reader) {
                    take(text, as: item.type == ISOBox.code("titl") ? "title" : "description")
                }
                continue
            default: break
            }
            guard let name = Self.name(of: item.type), item.end - item.start > 4 else { continue }
            let count = try reader.uint16(item.start)
            guard count <= item.end - item.start - 4 else { continue }
            if let text = PictureFacts.text(try reader.bytes(at: item.start + 4, limit: count)) { take(text, as: name) }
        }
    }

    /// Records a text; the first one of each kind counts.
    private mutating func take(_ text: String, as name: String) {
        let apple = "com.apple.quicktime."
        switch name.hasPrefix(apple) ? String(name.dropFirst(apple.count)) : name {
        case "creationdate" where taken == nil:
            guard let (time, zone) = CaptureTime.parsed(text.utf8) else { return }
            guard time.precision == .second else {
                day = day ?? time
                return
            }
            (taken, isTakenUniversal) = (time, zone == "+00:00")
            facts.zone = zone == "+00:00" ? nil : zone
        case "make": make = make ?? text
        case "model": model = model ?? text
        case "title": facts.title = facts.title ?? text
        case "description": facts.caption = facts.caption ?? text
        case "comment": comment = comment ?? text
        case "keywords" where facts.keywords.isEmpty:
            facts.keywords = text.split(separator: ",").prefix(PictureFacts.mostKeywords).compactMap {
                PictureFacts.text(String($0))
            }
        case "location.ISO6709" where facts.latitude == nil:
            guard let (latitude, longitude) = Self.position(text) else { return }
            facts.setPosition(latitude: latitude, longitude: longitude)
        default: break
        }
    }

    /// Parses `+48.8577+002.295/` and longer positions (ISO 6709, degrees).
    private static func position(_ text: String) -> (latitude: Double, longitude: Double)? {
        var numbers: [String] = []
        for character in text {
            if character == "+" || character == "-" {
                numbers.append(String(character))
            } else if character.isNumber || character == ".", !numbers.isEmpty {
                numbers[numbers.count - 1].append(character)
            } else {
                break
            }
        }
        guard numbers.count >= 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1]) else {
            return nil
        }
        return (latitude, longitude)
    }
}
