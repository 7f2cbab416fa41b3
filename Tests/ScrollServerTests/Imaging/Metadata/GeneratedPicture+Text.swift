// The facts in one text of a generated picture.

@testable import Metadata

extension GeneratedPicture {
    /// Reads one text with its keyword, as in a PNG; nil where it has no facts.
    static func facts(keyword: String, text: String) -> PictureFacts? {
        var picture = GeneratedPicture()
        guard picture.add(keyword: keyword, text: text) else { return nil }
        let facts = picture.facts
        return facts == .none ? nil : facts
    }
}
