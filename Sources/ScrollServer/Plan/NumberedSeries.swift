// Files that are a stack by their names: the depths, times and channels of a microscope, a number each.

import Metadata
import Platform

/// A file's name with the numbers that place it in a stack, such as `cells_t02_z017.tif`.
///
/// A number counts where the letters before it are `z`, `t` or `c`, or a word for these. Other numbers do not, since
/// cameras number their pictures, too.
struct SeriesName: Equatable, Sendable {
    /// A number in the name.
    struct Place: Equatable, Sendable {
        let axis: StackAxis.Name
        let digits: Range<Int>
        let value: Int
    }

    private static let words: [String: StackAxis.Name] = [
        "z": .z, "slice": .z, "depth": .z, "t": .t, "time": .t, "frame": .t, "c": .c, "ch": .c, "channel": .c,
    ]
    /// Most digits of a number.
    private static let mostDigits = 9

    /// The whole name, with its folders.
    let bytes: [UInt8]
    /// In the order of the name, at most one of each axis: the last changes first.
    let places: [Place]

    /// Reads a name; nil where no number places it.
    init?(_ name: String) {
        bytes = Array(name.utf8)
        var places: [Place] = []
        var at = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        let end = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.count
        while at < end {
            let start = at
            while at < end, Self.isLetter(bytes[at]) { at += 1 }
            let word = start..<at
            while at < end, Self.isDigit(bytes[at]) { at += 1 }
            let digits = word.upperBound..<at
            if at == start { at += 1 }
            guard !word.isEmpty, !digits.isEmpty, digits.count <= Self.mostDigits,
                let axis = Self.words[String(decoding: bytes[word], as: UTF8.self).lowercased()],
                let value = Int(String(decoding: bytes[digits], as: UTF8.self))
            else { continue }
            guard !places.contains(where: { $0.axis == axis }) else { return nil }
            places.append(Place(axis: axis, digits: digits, value: value))
        }
        guard !places.isEmpty else { return nil }
        self.places = places
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns the name with other numbers of as many digits, in the order of `places`; nil where one has more or is
    /// negative.
    func name(with values: [Int]) -> String? {
        var bytes = bytes
        for (place, value) in zip(places, values) {
            let text = Array("\(value)".utf8)
            guard value >= 0, text.count <= place.digits.count else { return nil }
            let zeros = [UInt8](repeating: 0x30, count: place.digits.count - text.count)
            bytes.replaceSubrange(place.digits, with: zeros + text)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Where the pictures of a stack of files lie in an order: one behind the other, without gaps.
struct NumberedSeries: Sendable, Equatable {
    /// The index of the first picture.
    let first: Int
    /// By depth, time and channel, as those of the pages of a file.
    let axes: [StackAxis]

    /// Fewer pictures are no stack.
    private static let leastCount = 3

    /// Finds the stack around an item with this name; nil where there is none, or some of its pictures are missing.
    ///
    /// O(axes × log items) calls of `nameAt`, which gives the name of an item; nil where there is no such index.
    init?(_ name: String, at index: Int, nameAt: (Int) -> String?) {
        guard let name = SeriesName(name) else { return nil }
        let values = name.places.map(\.value)
        /// Whether an item lies where it has to: `steps` places along one axis, which are `step` items each.
        func isThere(_ place: Int, _ steps: Int, _ step: Int) -> Bool {
            var moved = values
            moved[place] += steps
            let (distance, overflow) = steps.multipliedReportingOverflow(by: step)
            guard !overflow, index + distance >= 0, let wanted = name.name(with: moved) else { return false }
            return nameAt(index + distance) == wanted
        }
        var (step, axes) = (1, [StackAxis]())
        var (firsts, lasts, first) = (values, values, index)
        for place in name.places.indices.reversed() {
            let behind = Self.reach { isThere(place, $0, step) }
            let before = Self.reach { isThere(place, -$0, step) }
            (firsts[place], lasts[place]) = (values[place] - before, values[place] + behind)
            first -= before * step
            let count = before + behind + 1
            if count > 1 { axes.append(StackAxis(name: name.places[place].axis, count: count, step: step)) }
            step *= count
        }
        // Channels alone are no stack: cameras call their films C0001. In order of names all others are there if the
        // corners are.
        guard step >= Self.leastCount, axes.contains(where: { $0.name != .c }),
            nameAt(first) == name.name(with: firsts), nameAt(first + step - 1) == name.name(with: lasts)
        else { return nil }
        self.first = first
        let order: [StackAxis.Name] = [.z, .t, .c]
        self.axes = order.compactMap { name in axes.first { $0.name == name } }
    }

    /// The greatest number of steps that lead to a place that is there, where all nearer ones are.
    private static func reach(_ isThere: (Int) -> Bool) -> Int {
        var (reached, missed) = (0, 1)
        while isThere(missed) { (reached, missed) = (missed, missed * 2) }
        while missed - reached > 1 {
            let middle = (reached + missed) / 2
            if isThere(middle) { reached = middle } else { missed = middle }
        }
        return reached
    }
}

extension JSONWriter {
    /// Writes the member `axes`: those of the pages of a file, or of a stack of files.
    mutating func write(axes: [StackAxis]) {
        objects("axes", of: axes) { json, axis in
            json.member("name", axis.name.rawValue)
            json.member("count", axis.count)
            json.member("step", axis.step)
            if !axis.labels.isEmpty { json.member("labels", axis.labels) }
        }
    }
}
