// Reads the facts in a PNG's text chunks.

/// Reads the chunks tEXt, zTXt and iTXt (PNG §11.3.3).
///
/// Editors store titles there, and generators of pictures the prompt.
enum PNGTextFacts {
    /// Most bytes of a chunk that is read, and of an inflated text.
    static let longest = GeneratedPicture.longest

    /// Reads a chunk's `data`; `type` is the chunk's name as a number.
    ///
    /// Descriptions, comments and a generator's texts go to `generated`, which tells their meaning once all are read.
    static func read(_ type: Int, _ data: [UInt8], _ generated: inout GeneratedPicture) -> PictureFacts {
        guard let end = data.firstIndex(of: 0), (1..<80).contains(end) else { return .none }
        let keyword = String(decoding: data[..<end], as: UTF8.self)
        var text: [UInt8]
        switch type {
        case 0x7445_5874: text = Array(data[(end + 1)...])  // tEXt
        case 0x7A54_5874:  // zTXt
            guard end + 2 <= data.count, data[end + 1] == 0, let inflated = inflate(data[(end + 2)...]) else {
                return .none
            }
            text = inflated
        case 0x6954_5874:  // iTXt: compressed?, method, language, translated keyword, text
            guard end + 3 <= data.count, let language = data[(end + 3)...].firstIndex(of: 0),
                let translated = data[(language + 1)...].firstIndex(of: 0)
            else { return .none }
            text = Array(data[(translated + 1)...])
            if data[end + 1] == 1 {
                guard data[end + 2] == 0, let inflated = inflate(text[...]) else { return .none }
                text = inflated
            }
        default: return .none
        }
        if keyword == "XML:com.adobe.xmp" { return XMPFacts.read(text[...]) }
        var facts = PictureFacts()
        if generated.add(keyword: keyword, bytes: text) { return facts }
        guard let value = PictureFacts.text(text), !GeneratorJSON.isData(value) else { return facts }
        switch keyword.lowercased() {
        case "title": facts.title = value
        case "keywords", "subject":
            facts.keywords = value.split { $0 == "," || $0 == ";" }.compactMap { PictureFacts.text(String($0)) }
        default: break
        }
        return facts
    }

    private static func inflate(_ data: ArraySlice<UInt8>) -> [UInt8]? {
        let (text, isComplete) = Inflater.inflated(data, limit: longest)
        // Text inflated before an error is valid by itself.
        return isComplete || !text.isEmpty ? text : nil
    }
}
