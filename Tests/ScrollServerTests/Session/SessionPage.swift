// A page, as far as a live session knows it.

import Testing
import Tiling

@testable import Platform

/// What a page makes of the messages it gets; `wrongs` says what it could not make sense of.
struct SessionPage {
    struct Shown: Equatable {
        var number: Int
        var url: String
        var index: Int
        var isSent: Bool
        /// In the content, as zoomed.
        var x: Double
        var y: Double
        /// What its cell says; nil for nothing.
        var badge: JSONValue?
        /// The value that it is sorted by; nil for none.
        var sortValue: JSONValue?
        var isSelected = false
    }

    /// A stretch of content in colours.
    struct Band: Equatable {
        /// In the content, as zoomed.
        var frame: Rect
        var columns: Int
        var rows: Int
        /// Column, row, columns, rows and colour of each.
        var patches: [Int]
        /// Where the picture of each patch is, as far as the page draws any.
        var pictures: [Picture] = []

        var colours: [Int] { stride(from: 4, to: patches.count, by: 5).map { patches[$0] } }
    }

    /// A picture on a contact sheet.
    struct Picture: Equatable {
        var sheet: Int
        var cell: Int
        /// Column, row, columns and rows of all of the item, where a part lies beyond the band.
        var whole: [Int]?
    }

    /// The numbers of the tiles that contact sheets are, by the sheets' own.
    var sheets: [Int: Int] = [:]
    /// The side of a picture on them, in pixels.
    var sheetSide = 0
    /// Plans so far.
    var plan = 0
    var bands: [Int: Band] = [:]
    /// How often each band was sent.
    var bandCounts: [Int: Int] = [:]
    /// The report that the newest plan or problem answers.
    var report = 0
    var offset = (x: 0.0, y: 0.0)
    var slots: [Int: Shown] = [:]
    /// Bytes of the tiles it holds, by number.
    var held: [Int: [UInt8]] = [:]
    /// Numbers of the tiles that plans have shown.
    var shownNumbers: Set<Int> = []
    /// What it brings from an earlier connection, by URL.
    var kept: [String: [UInt8]] = [:]
    var lastMessage = 0
    /// Tiles of each binary message.
    var batches: [Int] = []
    var failed: [Int] = []
    var problems: [String] = []
    var wrongs: [String] = []

    var heldByteCount: Int { held.values.reduce(0) { $0 + $1.count } }
    /// Indices of the items of which it holds tiles that a `PlainTileMaker` has made of a `StagedCollection`.
    var heldItems: Set<Int> {
        Set(
            held.values.compactMap { bytes in
                Int(String(decoding: bytes.dropFirst().prefix { $0 != 0x20 }, as: UTF8.self))
            })
    }

    mutating func take(text: [UInt8]) {
        guard let message = try? JSONReader.value(of: text) else { return wrongs.append("not JSON") }
        if case .list(let numbers)? = message["drop"] {
            for number in numbers.compactMap(\.integer) where held.removeValue(forKey: number) == nil {
                wrongs.append("tile \(number) is dropped and not held")
            }
        }
        for named in list("numbers", of: message) {
            guard let url = named["url"]?.text, let number = named["number"]?.integer, let bytes = kept[url] else {
                wrongs.append("a tile is numbered that was not held")
                continue
            }
            held[number] = bytes
        }
        if let number = message["failed"]?.integer { failed.append(number) }
        if let number = message["report"]?.integer { report = number }
        if let problem = message["problem"]?["detail"]?.text { problems.append(problem) }
        if message["place"] != nil { take(plan: message) }
    }

    private mutating func take(plan message: JSONValue) {
        plan += 1
        if message["fresh"] == .bool(true) { (slots, bands) = ([:], [:]) }
        let place = message["place"]?["contentOffset"]
        offset = (place?["x"]?.number ?? 0, place?["y"]?.number ?? 0)
        if let bands = message["bands"] { take(bands: bands) }
        if let sheets = message["sheets"] { take(sheets: sheets) }
        for slot in list("free", of: message).compactMap(\.integer) where slots.removeValue(forKey: slot) == nil {
            wrongs.append("slot \(slot) is freed and shows nothing")
        }
        for shown in list("show", of: message) {
            guard let slot = shown["slot"]?.integer, let number = shown["number"]?.integer, let tile = shown["tile"],
                let x = tile["x"]?.number, let y = tile["y"]?.number
            else {
                wrongs.append("a tile is shown without all it needs")
                continue
            }
            shownNumbers.insert(number)
            slots[slot] = Shown(
                number: number, url: tile["url"]?.text ?? "", index: tile["index"]?.integer ?? -1,
                isSent: shown["sent"] == .bool(true), x: x + offset.x, y: y + offset.y, badge: tile["badge"],
                sortValue: tile["sortValue"], isSelected: tile["selected"] == .bool(true))
        }
        for moved in list("move", of: message) {
            guard let slot = moved["slot"]?.integer, slots[slot] != nil, let x = moved["x"]?.number,
                let y = moved["y"]?.number
            else {
                wrongs.append("a slot is moved that shows nothing")
                continue
            }
            slots[slot]?.x = x + offset.x
            slots[slot]?.y = y + offset.y
            slots[slot]?.badge = moved["badge"]
            slots[slot]?.sortValue = moved["sortValue"]
            slots[slot]?.isSelected = moved["selected"] == .bool(true)
        }
        if Set(slots.values.map(\.url)).count != slots.count { wrongs.append("a tile is shown twice") }
    }

    private mutating func take(bands message: JSONValue) {
        for number in list("free", of: message).compactMap(\.integer) where bands.removeValue(forKey: number) == nil {
            wrongs.append("band \(number) is freed and is not there")
        }
        for shown in list("show", of: message) {
            guard let number = shown["band"]?.integer, let x = shown["x"]?.number, let y = shown["y"]?.number,
                let width = shown["width"]?.number, let height = shown["height"]?.number,
                let columns = shown["columns"]?.integer, let rows = shown["rows"]?.integer,
                case .list(let patches)? = shown["patches"], patches.count % 5 == 0
            else {
                wrongs.append("a band is shown without all it needs")
                continue
            }
            bandCounts[number, default: 0] += 1
            bands[number] = Band(
                frame: Rect(x: x + offset.x, y: y + offset.y, width: width, height: height), columns: columns,
                rows: rows, patches: patches.map { $0.integer ?? .min }, pictures: pictures(of: shown))
        }
    }

    private mutating func take(sheets message: JSONValue) {
        let numbers = list("numbers", of: message).compactMap(\.integer)
        guard let side = message["side"]?.integer, numbers.count % 2 == 0, case .bool(let isFresh)? = message["fresh"]
        else {
            return wrongs.append("sheets without all they need")
        }
        if !isFresh, sheetSide != side { wrongs.append("the side of pictures changes on the same sheets") }
        sheetSide = side
        sheets = [:]
        for place in stride(from: 0, to: numbers.count, by: 2) { sheets[numbers[place]] = numbers[place + 1] }
        shownNumbers.formUnion(sheets.values)
    }

    private func pictures(of band: JSONValue) -> [Picture] {
        let (runs, cut) = (list("runs", of: band).compactMap(\.integer), list("cut", of: band).compactMap(\.integer))
        var pictures: [Picture] = []
        for place in stride(from: 0, to: runs.count - 2, by: 3) {
            for cell in runs[place + 1]..<runs[place + 1] + runs[place + 2] {
                pictures.append(Picture(sheet: runs[place], cell: cell))
            }
        }
        for place in stride(from: 0, to: cut.count - 4, by: 5) where pictures.indices.contains(cut[place]) {
            pictures[cut[place]].whole = Array(cut[place + 1...place + 4])
        }
        return pictures
    }

    private func list(_ name: String, of message: JSONValue) -> [JSONValue] {
        guard case .list(let values)? = message[name] else { return [] }
        return values
    }

    mutating func take(binary: [UInt8]) {
        var rest = binary[...]
        func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        guard rest.count >= 8 else { return wrongs.append("a binary message without its head") }
        let message = number(rest.prefix(4))
        let count = number(rest.dropFirst(4).prefix(4))
        if message != lastMessage + 1 { wrongs.append("message \(message) comes after \(lastMessage)") }
        lastMessage = message
        batches.append(count)
        rest = rest.dropFirst(8)
        for _ in 0..<count {
            guard rest.count >= 16 else { return wrongs.append("a tile without its head") }
            let fields = (0..<3).map { number(rest.dropFirst(4 * $0).prefix(4)) }
            rest = rest.dropFirst(16)
            guard rest.count >= fields[2] else { return wrongs.append("a tile without its bytes") }
            if held.updateValue(Array(rest.prefix(fields[2])), forKey: fields[1]) != nil {
                wrongs.append("tile \(fields[1]) is sent and was held")
            }
            if fields[0] != 0xFFFF_FFFF, slots[fields[0]]?.number != fields[1] {
                wrongs.append("tile \(fields[1]) is not that of slot \(fields[0])")
            }
            rest = rest.dropFirst(fields[2])
        }
        if !rest.isEmpty { wrongs.append("\(rest.count) bytes are left over") }
    }
}
