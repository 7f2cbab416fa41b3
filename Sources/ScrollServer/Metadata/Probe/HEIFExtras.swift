// What a HEIF file holds beside the picture that it shows.

import Pixels

/// Finds gain maps, depth maps and mattes, which are not shown.
enum HEIFExtras {
    /// Most properties and items that are examined.
    private static let limit = 4096
    /// Most bytes of the name of a kind of auxiliary picture.
    private static let nameLimit = 96

    /// Kinds of auxiliary pictures by how their names begin (`auxC`, ISO/IEC 23008-12 §6.5.8).
    private static let kinds: [(prefix: String, word: String)] = [
        ("urn:com:apple:photo:2020:aux:hdrgainmap", PictureFacts.gainMap),
        ("urn:mpeg:mpegB:cicp:systems:auxiliary:depth", PictureFacts.depthMap),
        ("urn:mpeg:hevc:2015:auxid:2", PictureFacts.depthMap),
        ("urn:com:apple:photo:2018:aux:portraiteffectsmatte", PictureFacts.matte),
        ("urn:com:apple:photo:2019:aux:semantic", PictureFacts.matte),
        ("urn:com:apple:photo:2020:aux:semantic", PictureFacts.matte),
    ]

    /// Returns a word for each kind that is there, sorted; none where the file is damaged.
    static func words(_ meta: ISOBox, from first: Int, _ reader: inout HeaderReader) -> [String] {
        var words = (try? auxiliaries(meta, from: first, &reader)) ?? []
        if (try? hasToneMap(meta, from: first, &reader)) == true { words.insert(PictureFacts.gainMap) }
        return words.sorted()
    }

    private static func auxiliaries(
        _ meta: ISOBox, from first: Int, _ reader: inout HeaderReader
    ) throws(ImageError) -> Set<String> {
        guard let properties = try meta.child("iprp", from: first, &reader),
            let container = try properties.child("ipco", from: properties.start, &reader)
        else { return [] }
        var words: Set<String> = []
        var boxes = container.boxes(limit: limit)
        while let box = try boxes.next(&reader) {
            guard box.type == ISOBox.code("auxC"), box.end - box.start > 4 else { continue }
            let name = try reader.bytes(at: box.start + 4, limit: min(nameLimit, box.end - box.start - 4))
            if let word = word(forKind: name) { words.insert(word) }
        }
        return words
    }

    /// Returns the word for a kind of auxiliary picture; nil for a kind without one.
    static func word(forKind name: some Sequence<UInt8>) -> String? {
        kinds.first { name.starts(with: $0.prefix.utf8) }?.word
    }

    /// Whether an item derives a picture of more range by a gain map (ISO 21496-1).
    private static func hasToneMap(
        _ meta: ISOBox, from first: Int, _ reader: inout HeaderReader
    ) throws(ImageError) -> Bool {
        guard let table = try meta.child("iinf", from: first, &reader) else { return false }
        var types = try HEIFItemTypes(table, limit: limit, &reader)
        while let (_, type) = try types.next(&reader) {
            if try reader.matches("tmap", at: type.lowerBound) { return true }
        }
        return false
    }
}

extension PictureFacts {
    /// How much brighter parts of the picture are on screens of more range.
    static let gainMap = "gain map"
    /// How far away what is shown is.
    static let depthMap = "depth map"
    /// Which parts are a person, hair, skin or sky.
    static let matte = "matte"

    /// Adds a word to the extras, which are sorted then.
    mutating func addExtra(_ word: String) { extras = Set(extras + [word]).sorted() }
}
