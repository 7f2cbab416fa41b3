// What XMP says about a film and other files behind a picture.

/// Collects the items of a file (Android's Motion Photo format 1.0, `Container:Directory`) and the older offset.
struct XMPContainer {
    /// Most items of a file.
    private static let itemLimit = 64
    /// Longest item, in bytes: a sum of lengths stays far below the range of `Int`.
    private static let byteLimit = 1 << 48

    private struct Item {
        var isFilm = false
        /// Nil where no length, or an impossible one, is stated.
        var byteCount: Int?
    }

    private var items: [Item] = []
    private var open: Item?
    /// `GCamera:MicroVideoOffset`: the distance of the film from the end.
    private var offset: Int?
    /// Whether the picture is called a motion photo; false where it is said to be none.
    private var isMotionPhoto: Bool?

    mutating func beginItem() { open = Item() }

    mutating func endItem() {
        if let open, items.count < Self.itemLimit { items.append(open) }
        open = nil
    }

    /// Records the value of a property; returns false for other properties.
    mutating func record(_ property: XMPProperty, _ text: String) -> Bool {
        switch property {
        case .motionPhoto: isMotionPhoto = isMotionPhoto ?? (text != "0")
        case .microVideoOffset: offset = offset ?? Self.byteCount(text)
        case .itemSemantic: open?.isFilm = text == "MotionPhoto"
        case .itemLength: open?.byteCount = Self.byteCount(text)
        default: return false
        }
        return true
    }

    private static func byteCount(_ text: String) -> Int? {
        Int(text).flatMap { (1...byteLimit).contains($0) ? $0 : nil }
    }

    /// What is said about a film; nil where nothing is, or the picture is said to be no motion photo.
    ///
    /// Items are packed in the order of the directory, so the film is as far from the file's end as its own and all
    /// later items are long.
    var film: EmbeddedFilm.Claim? {
        if isMotionPhoto == false { return nil }
        if let first = items.firstIndex(where: \.isFilm), let byteCount = items[first].byteCount {
            let distance = items[first...].reduce(0) { $0 + ($1.byteCount ?? 0) }
            return EmbeddedFilm.Claim(distance: distance, byteCount: byteCount)
        }
        if let offset { return EmbeddedFilm.Claim(distance: offset, byteCount: nil) }
        return isMotionPhoto == true ? EmbeddedFilm.Claim(distance: nil, byteCount: nil) : nil
    }
}
