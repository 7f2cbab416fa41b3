// TIFFs that tell how large their pixels are.

import Foundation

/// A gray TIFF of zeros, with any entries.
struct ScaledTIFF: Sendable {
    enum Value: Sendable {
        case text(String)
        case shorts([Int])
        case fractions([Fraction])
        case doubles([Double])
    }

    /// A number as TIFF has it.
    struct Fraction: Sendable {
        let above: UInt32
        let below: UInt32

        init(_ above: UInt32, _ below: UInt32 = 1) { (self.above, self.below) = (above, below) }
    }

    var width = 8
    var height = 6
    var entries: [Int: Value] = [:]

    init(width: Int = 8, height: Int = 6, _ entries: [Int: Value]) {
        (self.width, self.height, self.entries) = (width, height, entries)
    }

    /// With a resolution in pixels for each unit: 1 is none, 2 an inch, 3 a centimetre.
    init(resolution x: UInt32, _ y: UInt32? = nil, unit: Int?, _ more: [Int: Value] = [:]) {
        entries = more
        entries[282] = .fractions([.init(x)])
        entries[283] = .fractions([.init(y ?? x)])
        if let unit { entries[296] = .shorts([unit]) }
    }

    /// A map of UTM's zone 32 north: pixels of 10 × 20 m.
    static let map = ScaledTIFF([
        33_550: .doubles([10, 20, 0]), 33_922: .doubles([0, 0, 0, 500_000, 5_000_000, 0]),
        34_735: .shorts([1, 1, 0, 3, 1024, 0, 1, 1, 3072, 0, 1, 32_632, 3076, 0, 1, 9001]),
    ])

    var bytes: [UInt8] {
        func number(_ value: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        }
        func short(_ value: Int) -> [UInt8] { number(UInt64(value), 2) }
        func long(_ value: Int) -> [UInt8] { number(UInt64(value), 4) }
        var all = entries
        let own: [Int: Value] = [
            256: .shorts([width]), 257: .shorts([height]), 258: .shorts([8]), 259: .shorts([1]), 262: .shorts([1]),
            273: .shorts([8]), 277: .shorts([1]), 278: .shorts([height]),
        ]
        all.merge(own) { $1 }
        let pixels = [UInt8](repeating: 0, count: width * height + width * height % 2)
        let directory = 8 + pixels.count
        // 279, the strip's length, may need 32 bits.
        let count = all.count + 1
        var values: [UInt8] = []
        var fields: [UInt8] = []
        let end = directory + 2 + count * 12 + 4
        for tag in (Array(all.keys) + [279]).sorted() {
            let (type, size, bytes): (Int, Int, [UInt8]) =
                switch all[tag] {
                case .text(let text): (2, 1, Array(text.utf8) + [0])
                case .shorts(let numbers): (3, 2, numbers.flatMap(short))
                case .fractions(let pairs):
                    (5, 8, pairs.flatMap { number(UInt64($0.above), 4) + number(UInt64($0.below), 4) })
                case .doubles(let numbers): (12, 8, numbers.flatMap { number($0.bitPattern, 8) })
                case nil: (4, 4, long(width * height))
                }
            fields += short(tag) + short(type) + long(bytes.count / size)
            if bytes.count <= 4 {
                fields += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
            } else {
                fields += long(end + values.count)
                values += bytes + [UInt8](repeating: 0, count: bytes.count % 2)
            }
        }
        return [0x49, 0x49, 42, 0] + long(directory) + pixels + short(count) + fields + long(0) + values
    }
}
