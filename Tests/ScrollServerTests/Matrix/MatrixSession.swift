// A page of the matrix on a live session, which keeps of each tile all that the session says of it.

import Testing

@testable import Platform

/// Reports one place after the other on one connection, as a reader who looks around does.
final class MatrixSession {
    /// What a page shows after a report.
    struct Shown {
        /// The plan without its tiles.
        var place: JSONValue
        /// Tiles by their URL.
        var tiles: [String: JSONValue]
        /// The bytes that came for a tile, by its URL.
        var bytes: [String: [UInt8]]
        /// Tiles that were said to fail.
        var failed: Set<String>
        /// The problem that took the plan's place.
        var problem: JSONValue?
    }

    private let socket: WebSocketClient
    private var page = SessionPage()
    private var report = 0
    private var place = JSONValue.null
    private var problem: JSONValue?
    private struct Slot {
        var number: Int
        var isSent: Bool
        var tile: [String: JSONValue]
        /// In the content, as zoomed.
        var x: Double
        var y: Double

        mutating func put(at offset: (x: Double, y: Double)) {
            x = offset.x + (tile["x"]?.number ?? .nan)
            y = offset.y + (tile["y"]?.number ?? .nan)
        }
    }

    /// What stands in each slot.
    private var slots: [Int: Slot] = [:]

    init(_ socket: WebSocketClient) {
        self.socket = socket
    }

    deinit {
        socket.raw.close()
    }

    /// What the session has said that makes no sense.
    var wrongs: [String] { page.wrongs }

    /// Says where the reader is, and waits for the plan and all of its tiles.
    func look(_ query: String) throws -> Shown {
        report += 1
        problem = nil
        socket.send(.text(#"{"report":\#(report),"plan":"\#(query)"}"#))
        while !isSettled {
            let frame = try #require(socket.receive(), "the session ended at '\(query)': \(page.wrongs)")
            if frame.opcode == 1 { read(frame.payload) }
            guard frame.opcode == 2 else { continue }
            page.take(binary: frame.payload)
            socket.send(.text(#"{"acknowledged":\#(page.lastMessage)}"#))
        }
        var shown = Shown(place: place, tiles: [:], bytes: [:], failed: [], problem: problem)
        for slot in slots.values {
            var tile = slot.tile
            // What is neither shown nor moved stays in the content.
            tile["x"] = .number(slot.x - page.offset.x)
            tile["y"] = .number(slot.y - page.offset.y)
            let url = tile["url"]?.text ?? ""
            shown.tiles[url] = .object(tile)
            shown.bytes[url] = page.held[slot.number]
            if page.failed.contains(slot.number) { shown.failed.insert(url) }
        }
        return shown
    }

    private var isSettled: Bool {
        guard page.report == report else { return false }
        return problem != nil
            || slots.values.allSatisfy { !$0.isSent || page.held[$0.number] != nil || page.failed.contains($0.number) }
    }

    private func read(_ text: [UInt8]) {
        page.take(text: text)
        guard let message = try? JSONReader.value(of: text) else { return }
        if let problem = message["problem"] { self.problem = problem }
        guard message["place"] != nil else { return }
        place = message["place"] ?? .null
        if message["fresh"] == .bool(true) { slots = [:] }
        for slot in message["free"]?.elements.compactMap(\.integer) ?? [] { slots[slot] = nil }
        for shown in message["show"]?.elements ?? [] {
            guard let slot = shown["slot"]?.integer, let number = shown["number"]?.integer,
                case .object(let tile)? = shown["tile"]
            else { continue }
            slots[slot] = Slot(number: number, isSent: shown["sent"] == .bool(true), tile: tile, x: 0, y: 0)
            slots[slot]?.put(at: page.offset)
        }
        for moved in message["move"]?.elements ?? [] {
            guard let slot = moved["slot"]?.integer, case .object(let new) = moved else { continue }
            let replaced = ["clip", "name", "duration", "badge", "sortValue", "selected", "count"]
            for name in ["index", "x", "y", "width", "height"] + replaced { slots[slot]?.tile[name] = new[name] }
            slots[slot]?.put(at: page.offset)
        }
    }
}
