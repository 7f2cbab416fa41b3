// Reads the facts in a PNG's text chunks.

import Pixels

/// A text of the chunks tEXt, zTXt and iTXt (PNG §11.3.3).
struct PNGText {
    /// Most bytes of a chunk that is read.
    static let longest = 1 << 19
    /// Most bytes of an inflated text.
    private static let longestInflated = 1 << 19

    /// The text's name, such as `Title`.
    let keyword: String
    let bytes: ArraySlice<UInt8>

    /// Decodes a chunk's `data`, where `type` is the chunk's name as a number; nil where it is damaged.
    init?(_ type: Int, _ data: [UInt8]) {
        guard let end = data.firstIndex(of: 0), (1..<80).contains(end) else { return nil }
        keyword = String(decoding: data[..<end], as: UTF8.self)
        switch type {
        case 0x7445_5874: bytes = data[(end + 1)...]  // tEXt
        case 0x7A54_5874:  // zTXt
            guard end + 2 <= data.count, data[end + 1] == 0, let text = Self.inflate(data[(end + 2)...]) else {
                return nil
            }
            bytes = text
        case 0x6954_5874:  // iTXt: compressed?, method, language, translated keyword, text
            guard end + 3 <= data.count, let language = data[(end + 3)...].firstIndex(of: 0),
                let translated = data[(language + 1)...].firstIndex(of: 0)
            else { return nil }
            guard data[end + 1] == 1 else {
                bytes = data[(translated + 1)...]
                return
            }
            guard data[end + 2] == 0, let text = Self.inflate(data[(translated + 1)...]) else { return nil }
            bytes = text
        default: return nil
        }
    }

    private static func inflate(_ data: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let (text, isComplete) = Inflater.inflated(data, limit: longestInflated)
        // Text inflated before an error is valid by itself.
        return isComplete || !text.isEmpty ? text[...] : nil
    }
}

/// Reads the facts in a PNG's texts.
///
/// Editors store titles there, and generators of pictures the prompt.
enum PNGTextFacts {
    /// Returns the facts of one text.
    ///
    /// Descriptions, comments and a generator's texts are added to `generated`, since they depend on each other.
    static func facts(_ text: PNGText, _ generated: inout GeneratedPicture) -> PictureFacts {
        var facts = PictureFacts()
        if generated.add(keyword: text.keyword, bytes: text.bytes) { return facts }
        guard let value = PictureFacts.text(text.bytes), !GeneratorJSON.isData(value) else { return facts }
        switch text.keyword.lowercased() {
        case "title": facts.title = value
        case "author", "artist": facts.creator = value
        case "copyright": facts.copyright = value
        case "keywords", "subject":
            facts.keywords = value.split { $0 == "," || $0 == ";" }
                .prefix(PictureFacts.mostKeywords).compactMap { PictureFacts.text(String($0)) }
        // `date:create`, which ImageMagick writes, is the time of the file that it read.
        case "creation time", "create-date":
            if let (time, zone) = CaptureTime.parsed(value.utf8) { facts.setTaken(time, zone: zone, from: .created) }
        default: break
        }
        return facts
    }
}
