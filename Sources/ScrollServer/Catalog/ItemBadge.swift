// What a cell says about its picture besides the name.

import Metadata
import Tiling

/// The few facts about an item that a page writes on its cell.
package struct ItemBadge: Sendable, Equatable {
    /// What kind of picture it is, where that is worth a word.
    package enum Kind: String, Sendable {
        case raw, video, animated
        /// A photo with its film, in its file or beside it.
        case live
    }

    /// nil for an ordinary picture.
    package var kind: Kind?
    /// How many pages the picture has; nil unless there are several.
    package var pages: Int?
    /// The rating: −1 (rejected) or 1 to 5 stars; nil where nobody has rated it.
    package var rating: Int?
    /// Whether it is picked or rejected, by the reader or else by the file.
    package var flag: Annotation.Flag?
    /// The colour label, the reader's or the file's, where it is one of the five colours.
    package var label: Annotation.Label?

    /// Whether there is nothing to say.
    package var isEmpty: Bool { self == ItemBadge(nil) }

    /// Takes the facts as headers, sidecar files and tables tell them: those that are out of range are left out.
    package init(_ format: MediaFormat?, pages: Double? = nil, rating: Double? = nil) {
        if let format {
            kind = format == .raw ? .raw : format.isVideo ? .video : format.isAnimated ? .animated : nil
        }
        if let pages, pages >= 2 { self.pages = Int(clamping: pages) }
        if let rating, (-1...5).contains(rating), case let whole = Int(clamping: rating.rounded()), whole != 0 {
            self.rating = whole
        }
    }
}

extension FactTable {
    /// The badge of a row's item; O(1).
    func badge(row: Int, _ format: MediaFormat?) -> ItemBadge {
        var badge = ItemBadge(
            format, pages: number(row: row, field: "pages"), rating: number(row: row, field: "rating"))
        if badge.kind == nil, format?.mayBeLive == true, has(PictureFacts.filmWord, row: row, field: "extras") {
            badge.kind = .live
        }
        if let flag = text(row: row, field: "flag") { badge.flag = Annotation.Flag(shown: flag) }
        if let label = text(row: row, field: "label") { badge.label = Annotation.Label(shown: label) }
        return badge
    }

    /// Whether a row has a keyword in a field; O(keywords).
    private func has(_ word: String, row: Int, field: String) -> Bool {
        guard let column = columnIndex(of: field), columns[column].field.kind == .keywords,
            case .words(let words)? = columns[column].value(row: row)
        else { return false }
        return words.contains { $0.elementsEqual(word.utf8) }
    }

    /// A category of a row by its field's name; nil where it has none, or the field holds no categories; O(1).
    private func text(row: Int, field: String) -> [UInt8]? {
        guard let column = columnIndex(of: field), columns[column].field.kind == .category,
            case .text(let text)? = columns[column].value(row: row)
        else { return nil }
        return text
    }

    /// A number of a row by its field's name; nil where it has none, or the field holds no numbers; O(1).
    private func number(row: Int, field: String) -> Double? {
        guard let column = columnIndex(of: field), columns[column].field.kind == .number else { return nil }
        return columns[column].number(row: row)
    }
}
