// HEIF files written item by item, around pictures that x265 coded.

import Foundation

@testable import Imaging
@testable import Pixels

/// The items of a HEIF file and what leads from one to another (ISO/IEC 14496-12 §8.11).
struct HEICFile {
    struct Item {
        var type: String
        var data: [UInt8]
        var properties: [[UInt8]]
        /// Whether the data lie in the `idat` box.
        var isInside = false
        /// In how many pieces the data are stored.
        var extentCount = 1
    }

    /// The first has the number 1.
    var items: [Item] = []
    var references: [(type: String, from: Int, to: [Int])] = []
    var primary = 1
    var brand = "heic"

    // MARK: Items

    /// A picture of 64 × 64 pixels and one colour in each corner: for the first `[0xC04040, 0x40A040, 0x4040C0,
    /// 0xA0A040]`.
    static let first = coded(
        "AQNwAAAAAAAAAAAAHvAA/P34+AAADwOgAAEAF0ABDAH//wQIAAADAJ+oAAADAAAeugJAoQABAChCAQEECAAAAwCfqAAAAwAAHqAggQWW6uTK"
            + "5uBAQKCAAAADAIAAAAyEogABAAZEAcFxgRI=",
        "AAAAXigBrwR4PIYv6BV//hr9l7cLGSc9mICidTSYXGPD5/KUbjKc5xfNxjybD+3YWhEl6hwwvIceh5vpIwyY+0DEn2elMjOATt84+quU3V74"
            + "NX/gIWnP9+XQ85y/OWns8bg=")
    static let firstColours = [0xC0_4040, 0x40_A040, 0x40_40C0, 0xA0_A040]

    /// Another one of its kind: `[0x208080, 0x802080, 0x808020, 0xE0E0E0]`.
    static let second = coded(
        "AQNwAAAAAAAAAAAAHvAA/P34+AAADwOgAAEAF0ABDAH//wQIAAADAJ+oAAADAAAeugJAoQABAChCAQEECAAAAwCfqAAAAwAAHqAggQWW6uTK"
            + "5uBAQKCAAAADAIAAAAyEogABAAZEAcFxgRI=",
        "AAAAYCgBrwR4PIYv7D/6/ZP//5fcZZ1u2v/k54VzSXFmRxclpDx+RZMOdPJC8bWhvAiuYJFM8c/btLOzfHRV/HXjW+TvnRmXtu81seudM4mJ"
            + "df/b6QzpAVaCb4V35ijGuP5mfg==")
    static let secondColours = [0x20_8080, 0x80_2080, 0x80_8020, 0xE0_E0E0]

    /// A grey picture of 64 × 64 pixels: black on its left, white on its right.
    static let mask = coded(
        "AQNwAAAAAAAAAAAAHvAA/Pz4+AAADwOgAAEAF0ABDAH//wQIAAADAJ/oAAADAAAeugJAoQABAClCAQEECAAAAwCf6AAAAwAAHsCCBBZbq5Mr"
            + "m4EBAoIAAAMAAgAAAwAyEKIAAQAGRAHBcYES",
        "AAAAdigBrgjwn31v9QQAoG/4eA8Ir3PHjJUPIoHdkp/DK5KfyREq66AAuyQBod0gzPZimm/EZHieQ7uAEgBJ/cJJSC2mVWegORQ0JVZGf6lN"
            + "OqhqAdhTCtiVWU8HrxrM/+KffF4Q3zvtr9SrX9EkVdmQIqIAYj8V+cI=")

    private static func coded(_ configuration: String, _ sample: String) -> Item {
        let bytes = { (text: String) in [UInt8](Data(base64Encoded: text) ?? Data()) }
        return Item(
            type: "hvc1", data: bytes(sample),
            properties: [TinyImage.box("hvcC", bytes(configuration)), extent(64, 64)])
    }

    static func extent(_ width: Int, _ height: Int) -> [UInt8] {
        TinyImage.box("ispe", TinyImage.big(0, 4) + TinyImage.big(width, 4) + TinyImage.big(height, 4))
    }

    static func grid(_ columns: Int, _ rows: Int, _ width: Int, _ height: Int) -> Item {
        let sizes = TinyImage.big(width, 2) + TinyImage.big(height, 2)
        return Item(
            type: "grid", data: [0, 0, UInt8(rows - 1), UInt8(columns - 1)] + sizes,
            properties: [extent(width, height)],
            isInside: true)
    }

    /// Pictures on a canvas of one colour with its alpha, each at its place.
    static func overlay(_ width: Int, _ height: Int, fill: [UInt8], _ places: [(x: Int, y: Int)]) -> Item {
        let numbers = [width, height] + places.flatMap { [$0.x & 0xFFFF, $0.y & 0xFFFF] }
        return Item(
            type: "iovl", data: [0, 0] + fill.flatMap { [$0, $0] } + numbers.flatMap { TinyImage.big($0, 2) },
            properties: [extent(width, height)], isInside: true)
    }

    static func identity(_ width: Int, _ height: Int) -> Item {
        Item(type: "iden", data: [], properties: [extent(width, height)])
    }

    static func turn(_ quarters: UInt8) -> [UInt8] { TinyImage.box("irot", [quarters]) }
    static func mirror(_ axis: UInt8) -> [UInt8] { TinyImage.box("imir", [axis]) }
    static let alpha = TinyImage.box(
        "auxC", TinyImage.big(0, 4) + [UInt8]("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0])

    static func crop(_ numbers: [Int]) -> [UInt8] { TinyImage.box("clap", numbers.flatMap { TinyImage.big($0, 4) }) }

    static func codePoints(_ primaries: Int, _ transfer: Int, _ matrix: Int, isFull: Bool) -> [UInt8] {
        TinyImage.box(
            "colr",
            [UInt8]("nclx".utf8) + [primaries, transfer, matrix].flatMap { TinyImage.big($0, 2) } + [isFull ? 0x80 : 0])
    }

    // MARK: File

    var bytes: [UInt8] {
        head(dataAt: head(dataAt: 0).count + 8)
            + TinyImage.box("mdat", items.filter { !$0.isInside }.flatMap(\.data))
    }

    /// Where the data of each item lie in the file, if they are in one piece outside of the header.
    var places: [Range<Int>] {
        var end = head(dataAt: 0).count + 8
        return items.map { item in
            let start = end
            if !item.isInside { end += item.data.count }
            return start..<start + item.data.count
        }
    }

    private func head(dataAt start: Int) -> [UInt8] {
        let big = TinyImage.big
        var (outside, within) = (start, 0)
        var (entries, places, associations, container): ([UInt8], [UInt8], [UInt8], [UInt8]) = ([], [], [], [])
        var known: [[UInt8]: UInt8] = [:]
        for (index, item) in items.enumerated() {
            let id = big(index + 1, 2)
            entries += TinyImage.box("infe", [2, 0, 0, 0] + id + [0, 0] + [UInt8](item.type.utf8) + [0])
            places += id + big(item.isInside ? 1 : 0, 2) + [0, 0] + big(item.extentCount, 2)
            for part in 0..<item.extentCount {
                let first = item.data.count * part / item.extentCount
                let count = item.data.count * (part + 1) / item.extentCount - first
                places += big((item.isInside ? within : outside) + first, 4) + big(count, 4)
            }
            if item.isInside { within += item.data.count } else { outside += item.data.count }
            associations += id + [UInt8(item.properties.count)]
            // Equal properties are stored once.
            for property in item.properties {
                if known[property] == nil {
                    known[property] = UInt8(known.count + 1)
                    container += property
                }
                associations.append(known[property] ?? 0)
            }
        }
        let properties =
            TinyImage.box("ipco", container) + TinyImage.box("ipma", big(0, 4) + big(items.count, 4) + associations)
        let links = references.flatMap { link in
            TinyImage.box(link.type, big(link.from, 2) + big(link.to.count, 2) + link.to.flatMap { big($0, 2) })
        }
        let meta: [[UInt8]] = [
            TinyImage.box("pitm", big(0, 4) + big(primary, 2)),
            TinyImage.box("iinf", big(0, 4) + big(items.count, 2) + entries),
            TinyImage.box("iloc", [1, 0, 0, 0, 0x44, 0] + big(items.count, 2) + places),
            TinyImage.box("iprp", properties), TinyImage.box("iref", big(0, 4) + links),
            TinyImage.box("idat", items.filter(\.isInside).flatMap(\.data)),
        ]
        return TinyImage.box("ftyp", [UInt8](brand.utf8) + big(0, 4)) + TinyImage.box("meta", big(0, 4) + meta.joined())
    }
}
