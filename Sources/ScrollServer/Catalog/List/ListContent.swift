// What the items of a list are, and how that is kept in few bytes.

import Platform
import Tiling

/// The content of one item of a list.
package enum ListContent: Sendable, Hashable {
    /// An item of another collection: the ids of that collection and of the item.
    case reference(collection: String, item: String)
    /// A generated picture of this size in pixels, with `number` written on it.
    case box(PixelSize, number: Int)

    /// Width and height that a generated picture may have, in pixels.
    package static let sideRange = 1...8192
    /// Most pixels that a generated picture may have: 2²⁴.
    package static let largestBox = 1 << 24
    /// The longest id of a collection or an item, in bytes of UTF-8.
    static let longestID = 64

    /// Parses `{"collection","item"}` or `{"width","height"}`; nil for anything else, and for values out of range.
    package init?(_ value: JSONValue, number: Int) {
        if let collection = value["collection"]?.text, let item = value["item"]?.text {
            guard collection.utf8.count <= Self.longestID, item.utf8.count <= Self.longestID else { return nil }
            self = .reference(collection: collection, item: item)
        } else if let size = Self.size(value) {
            self = .box(size, number: min(max(number, 0), 999_999_999))
        } else {
            return nil
        }
    }

    /// Parses `width` and `height` in pixels; nil when they are missing, or out of a generated picture's range.
    package static func size(_ value: JSONValue) -> PixelSize? {
        guard let width = value["width"]?.integer, let height = value["height"]?.integer else { return nil }
        return size(width, height)
    }

    static func size(_ width: Int, _ height: Int) -> PixelSize? {
        guard sideRange.contains(width), sideRange.contains(height), width * height <= largestBox else { return nil }
        return PixelSize(width: width, height: height)
    }
}

/// The collections that items of a list come from, and the ids there, kept in 12 bytes an item.
struct ListOrigins: Sendable {
    /// How an item's id is kept in 8 bytes.
    enum Spelling: UInt8, Sendable {
        /// No item: a generated picture.
        case box
        /// The number that 13 digits of `Base32` spell.
        case number
        /// Up to 8 bytes, none of which is 0.
        case short
        /// The index in a table of texts.
        case text
    }

    struct Origin: Sendable, Hashable {
        var collection = ""
        var spelling = Spelling.box
    }

    /// A content in 12 bytes: the index of its origin, and the id.
    struct Packed: Sendable, Hashable {
        var origin: UInt32
        var item: UInt64

        /// A hash, by which the content is found.
        var key: UInt64 { StableHash.mix(item ^ StableHash.mix(UInt64(origin))) }
    }

    /// The first one is that of generated pictures.
    private var origins = [Origin()]
    private var numbers = [Origin(): UInt32(0)]
    private var latest: UInt32 = 0
    private var texts: [String] = []
    private var textNumbers: [String: UInt64] = [:]

    subscript(number: UInt32) -> Origin { origins[Int(number)] }

    /// The number of an origin, made where it has none; O(1).
    mutating func number(of origin: Origin) -> UInt32 {
        if origins[Int(latest)] == origin { return latest }
        latest = numbers[origin] ?? UInt32(origins.count)
        if latest == origins.count {
            origins.append(origin)
            numbers[origin] = latest
        }
        return latest
    }

    mutating func pack(_ content: ListContent) -> Packed {
        switch content {
        case .box(let size, let number):
            let sides = UInt64(UInt16(clamping: size.width)) << 48 | UInt64(UInt16(clamping: size.height)) << 32
            return Packed(origin: 0, item: sides | UInt64(UInt32(clamping: number)))
        case .reference(let collection, let item):
            if let number = Base32.decode64(item) {
                return Packed(origin: self.number(of: Origin(collection: collection, spelling: .number)), item: number)
            }
            let bytes = item.utf8
            if bytes.count <= 8, !bytes.contains(0) {
                return Packed(
                    origin: number(of: Origin(collection: collection, spelling: .short)),
                    item: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
            }
            return Packed(
                origin: number(of: Origin(collection: collection, spelling: .text)), item: self.number(ofText: item))
        }
    }

    private mutating func number(ofText text: String) -> UInt64 {
        if let number = textNumbers[text] { return number }
        let number = UInt64(texts.count)
        texts.append(text)
        textNumbers[text] = number
        return number
    }

    func content(_ packed: Packed) -> ListContent {
        let origin = self[packed.origin]
        let item: String
        switch origin.spelling {
        case .box:
            let size = PixelSize(width: Int(packed.item >> 48), height: Int(packed.item >> 32 & 0xFFFF))
            return .box(size, number: Int(packed.item & 0xFFFF_FFFF))
        case .number: item = Base32.encode(packed.item, length: 13)
        case .short:
            var (bytes, rest): ([UInt8], UInt64) = ([], packed.item)
            while rest != 0 {
                bytes.append(UInt8(truncatingIfNeeded: rest))
                rest >>= 8
            }
            item = String(decoding: bytes, as: UTF8.self)
        case .text: item = texts[Int(packed.item)]
        }
        return .reference(collection: origin.collection, item: item)
    }

    // MARK: In a journal

    /// Writes what `read` reads: a text, or eight bytes.
    func write(_ packed: Packed, to writer: inout IndexWriter) {
        if self[packed.origin].spelling == .text {
            writer.put(texts[Int(packed.item)])
        } else {
            writer.put(packed.item)
        }
    }

    /// Reads the id of an item of an origin; nil where the bytes end.
    mutating func read(_ origin: UInt32, from reader: inout IndexReader) -> Packed? {
        switch self[origin].spelling {
        case .text: reader.text().map { Packed(origin: origin, item: number(ofText: $0)) }
        case .box:
            reader.number().map { item in
                // From outside: a size out of range becomes the least one.
                let isFit = ListContent.size(Int(item >> 48), Int(item >> 32 & 0xFFFF)) != nil
                return Packed(origin: origin, item: isFit ? item : 1 << 48 | 1 << 32 | item & 0xFFFF_FFFF)
            }
        case .number, .short: reader.number().map { Packed(origin: origin, item: $0) }
        }
    }
}
