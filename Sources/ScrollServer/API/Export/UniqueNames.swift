// Names that no other file of an export has.

import Catalog

/// Gives each file a name of its own, also on file systems that ignore case or the composition of accents.
struct UniqueNames {
    private var taken: Set<[UInt8]> = []

    /// Returns `path`, or where it is taken, `path` with a number before its extension: `a (2).jpg`.
    mutating func name(for path: [UInt8]) -> [UInt8] {
        guard !taken.insert(PathSpelling.folded(path)).inserted else { return path }
        let slash = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        var dot = path.endIndex
        if let last = path[slash...].lastIndex(of: UInt8(ascii: ".")), last > slash { dot = last }
        var number = 2
        while true {
            let name = path[..<dot] + Array(" (\(number))".utf8) + path[dot...]
            if taken.insert(PathSpelling.folded(name)).inserted { return Array(name) }
            number += 1
        }
    }
}
