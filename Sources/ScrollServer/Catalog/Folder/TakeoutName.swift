// Matches Google Takeout's JSON files with pictures by name.

/// The part that the names of a picture and of its JSON file have in common.
///
/// Takeout writes `IMG.jpg.json`, since 2024 `IMG.jpg.supplemental-metadata.json`. It cuts the part before `.json` to
/// 46 characters, then adds the number of `IMG(1).jpg`: `IMG.jpg.supplemental-metadata(1).json`. Pictures edited in
/// Google Photos, such as `IMG-edited.jpg`, have no file of their own. Names are folded: see `PathSpelling.folded`.
struct TakeoutName: Equatable {
    /// Most characters of a JSON file's name before `.json`, without the number.
    private static let longest = 46
    /// Most characters of a picture's name, without its extension.
    private static let longestStem = 47
    private static let ending = Array("supplemental-metadata".utf8)
    /// The suffixes of edited pictures in Google Photos, in several languages; folded.
    private static let edits = [
        "-edited", "-effects", "-bearbeitet", "-bewerkt", "-edytowane", "-modifié", "-modificato", "-editado",
        "-ha editado", "-editat", "-redigerad", "-redigeret", "-編集済み", "-已修改", "-수정됨", "-изменено",
    ].map { Array($0.utf8) }

    /// The start of the name of the picture, with its extension unless that was cut off.
    let base: [UInt8]
    /// The digits in parentheses; empty without any.
    let number: [UInt8]

    /// Whether the picture's name may be longer than `base`.
    var isCut: Bool { Self.characterCount(base[...]) >= Self.longest - 1 }

    private init(_ base: [UInt8], number: [UInt8] = []) {
        self.base = Self.withoutEnding(Self.cut(base))
        self.number = number
    }

    /// Reads the name of a JSON file; nil for other names.
    init?(sidecar name: [UInt8]) {
        guard Self.isName(name) else { return nil }
        let (base, number) = Self.numbered(name.dropLast(5))
        self.init(Array(base), number: Array(number))
    }

    /// Returns whether a name ends with `.json`, in any case.
    static func isName(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.count > 5 && name.suffix(5).lazy.map { $0 | 0x20 }.elementsEqual(".json".utf8)
    }

    /// Returns the names of files that may belong to a picture, the likeliest first; at most four.
    static func all(of picture: [UInt8]) -> [TakeoutName] {
        var names = [TakeoutName(picture)]
        let dot = picture.lastIndex(of: UInt8(ascii: ".")) ?? picture.endIndex
        let ending = picture[dot...]
        func add(_ stem: ArraySlice<UInt8>, _ number: ArraySlice<UInt8>) {
            let name = TakeoutName(Array(stem) + ending, number: Array(number))
            if !stem.isEmpty, !names.contains(name) { names.append(name) }
        }
        let (stem, number) = numbered(picture[..<dot])
        add(stem, number)
        if let original = unedited(stem) {
            add(original, number)
            if number.isEmpty {
                let (original, number) = numbered(original)
                add(original, number)
            }
        }
        return names
    }

    /// Returns whether a title is only the name of the picture's file, perhaps from before Takeout renamed that.
    ///
    /// Takeout adds numbers, cuts names, and replaces some characters by `_`.
    static func isTitle(_ title: [UInt8], of picture: [UInt8]) -> Bool {
        let title = stem(title)
        var stem = stem(picture)
        if matches(stem, title) { return true }
        stem = numbered(stem).base
        if matches(stem, title) { return true }
        if let original = unedited(stem), matches(original, title) { return true }
        return characterCount(stem) >= longest && matches(stem.prefix(cut(Array(stem)).count), title, asStart: true)
    }

    private static func stem(_ name: [UInt8]) -> ArraySlice<UInt8> {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, (2...5).contains(name.count - dot) else {
            return name[...]
        }
        return name[..<dot]
    }

    /// Returns whether a name is a title, or its start, with any characters replaced by `_`.
    private static func matches(
        _ name: ArraySlice<UInt8>, _ title: ArraySlice<UInt8>, asStart isStart: Bool = false
    ) -> Bool {
        let (name, title) = (
            String(decoding: name, as: UTF8.self).unicodeScalars, String(decoding: title, as: UTF8.self).unicodeScalars
        )
        guard isStart ? title.count >= name.count : title.count == name.count else { return false }
        return zip(name, title).allSatisfy { $0 == $1 || $0 == "_" }
    }

    private static func characterCount(_ name: ArraySlice<UInt8>) -> Int {
        name.count { $0 & 0xC0 != 0x80 }
    }

    /// Returns the first `longest` characters of a name in UTF-8.
    private static func cut(_ name: [UInt8]) -> [UInt8] {
        guard name.count > longest else { return name }
        var count = 0
        let end = name.firstIndex { byte in
            if byte & 0xC0 != 0x80 { count += 1 }
            return count > longest
        }
        return Array(name[..<(end ?? name.endIndex)])
    }

    /// Returns a name without `.supplemental-metadata`, also where that is cut off.
    private static func withoutEnding(_ name: [UInt8]) -> [UInt8] {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, ending.starts(with: name[(dot + 1)...]) else {
            return name
        }
        return Array(name[..<dot])
    }

    /// Returns a name without its number in parentheses, and that number's digits.
    private static func numbered(_ name: ArraySlice<UInt8>) -> (base: ArraySlice<UInt8>, number: ArraySlice<UInt8>) {
        guard name.last == UInt8(ascii: ")"), let open = name.lastIndex(of: UInt8(ascii: "(")) else {
            return (name, [])
        }
        let digits = name[(open + 1)...].dropLast()
        guard (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return (name, [])
        }
        return (name[..<open], digits)
    }

    /// Returns the original's name for an edited picture, both without extension; nil for other pictures.
    private static func unedited(_ stem: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        for edit in edits where stem.count > edit.count && stem.suffix(edit.count).elementsEqual(edit) {
            return stem.dropLast(edit.count)
        }
        // In the longest names the end of the suffix is cut off.
        guard characterCount(stem) == longestStem, let dash = stem.lastIndex(of: UInt8(ascii: "-")),
            stem.count - dash > 1, edits.contains(where: { $0.starts(with: stem[dash...]) })
        else { return nil }
        return stem[..<dash]
    }
}
