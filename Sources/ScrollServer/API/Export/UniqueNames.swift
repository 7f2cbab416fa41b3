// Names that no other file of an export has.

import Catalog
import Platform

/// Gives each file a name of its own, also on file systems that ignore case or the composition of accents.
///
/// Takes some 16 bytes a name. Two names with the same hash, of 64 bits, count as the same; then one gets a number.
struct UniqueNames {
    private var taken: Set<UInt64> = []

    private mutating func take(_ name: some Collection<UInt8>) -> Bool {
        taken.insert(StableHash.of(PathSpelling.folded(name))).inserted
    }

    /// Returns `path`, or where it is taken, `path` with a number before its extension: `a (2).jpg`.
    mutating func name(for path: [UInt8]) -> [UInt8] {
        guard !take(path) else { return path }
        let slash = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        var dot = path.endIndex
        if let last = path[slash...].lastIndex(of: UInt8(ascii: ".")), last > slash { dot = last }
        var number = 2
        while true {
            let name = path[..<dot] + Array(" (\(number))".utf8) + path[dot...]
            if take(name) { return Array(name) }
            number += 1
        }
    }
}
