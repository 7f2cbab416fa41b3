// The directories of a folder, and which comes before which.

/// A directory of a folder; the root is number 0. Numbers of directories that have gone are used again.
///
/// Some 150 bytes each beside the name. Not for files: of those there are more.
struct DirectoryTree: Sendable {
    private struct Directory: Sendable {
        var parent: Int
        /// Without slashes; empty for the root.
        var name: [UInt8]
        /// Of the path up to and with the slash behind it.
        var hash: StableHash
        /// Steps up to the root.
        var depth: Int
        var children: Set<Int> = []
    }

    private struct Key: Hashable, Sendable {
        var parent: Int
        var name: [UInt8]
    }

    static let root = 0
    private static let limit = Int(UInt32.max)

    private var directories = [Directory(parent: 0, name: [], hash: StableHash(), depth: 0)]
    private var places: [Key: Int] = [:]
    private var free: [Int] = []

    /// Whether it has not been removed.
    func contains(_ directory: Int) -> Bool {
        directory == Self.root || directory < directories.count && !directories[directory].name.isEmpty
    }

    /// Those below a directory, in no order.
    func children(of directory: Int) -> Set<Int> { directories[directory].children }
    func name(of directory: Int) -> [UInt8] { directories[directory].name }
    func parent(of directory: Int) -> Int { directories[directory].parent }
    /// Of the path up to and with the slash behind it.
    func hash(of directory: Int) -> StableHash { directories[directory].hash }

    /// The directory of this name in `parent`, if it is known. O(1).
    func directory(named name: [UInt8], in parent: Int) -> Int? {
        places[Key(parent: parent, name: name)]
    }

    /// The directory of this name in `parent`, which need not have been known. O(1).
    ///
    /// - Returns: nil when no more can be held.
    mutating func append(_ name: [UInt8], in parent: Int) -> Int? {
        if let known = directory(named: name, in: parent) { return known }
        guard directories.count < Self.limit, !name.isEmpty, name.count <= NameArena.nameLimit else { return nil }
        var hash = directories[parent].hash
        hash.add(name)
        hash.add(CollectionOfOne(UInt8(ascii: "/")))
        let new = Directory(parent: parent, name: name, hash: hash, depth: directories[parent].depth + 1)
        let place: Int
        if let freed = free.popLast() {
            place = freed
            directories[place] = new
        } else {
            place = directories.count
            directories.append(new)
        }
        places[Key(parent: parent, name: name)] = place
        directories[parent].children.insert(place)
        return place
    }

    /// Forgets a directory and all below it; the root only loses what is below it.
    ///
    /// - Returns: those that were forgotten.
    @discardableResult
    mutating func remove(_ directory: Int) -> [Int] {
        var gone: [Int] = []
        var waiting = directory == Self.root ? Array(directories[Self.root].children) : [directory]
        while let next = waiting.popLast() {
            waiting += directories[next].children
            let (parent, name) = (directories[next].parent, directories[next].name)
            places[Key(parent: parent, name: name)] = nil
            directories[parent].children.remove(next)
            directories[next].children = []
            directories[next].name = []
            gone.append(next)
        }
        free += gone
        return gone
    }

    /// Relative to the root, with a slash behind each name; empty for the root itself.
    func path(of directory: Int) -> [UInt8] {
        var chain: [Int] = []
        var place = directory
        while place != Self.root {
            chain.append(place)
            place = directories[place].parent
        }
        var path: [UInt8] = []
        for directory in chain.reversed() {
            path += directories[directory].name
            path.append(UInt8(ascii: "/"))
        }
        return path
    }

    /// Whether `directory` is `ancestor` or lies below it. O(depth).
    func isWithin(_ directory: Int, _ ancestor: Int) -> Bool {
        var place = directory
        while directories[place].depth > directories[ancestor].depth { place = directories[place].parent }
        return place == ancestor
    }

    /// Whether the files of one directory come before those of another: a directory's own files come before those of
    /// its subdirectories, and these follow each other in natural order. nil for the same directory. O(depth).
    func precedes(_ first: Int, _ second: Int) -> Bool? {
        var (a, b) = (first, second)
        var (belowA, belowB): (Int?, Int?) = (nil, nil)
        while directories[a].depth > directories[b].depth { (belowA, a) = (a, directories[a].parent) }
        while directories[b].depth > directories[a].depth { (belowB, b) = (b, directories[b].parent) }
        while a != b {
            (belowA, a) = (a, directories[a].parent)
            (belowB, b) = (b, directories[b].parent)
        }
        switch (belowA, belowB) {
        case (nil, nil): return nil
        case (nil, _): return true
        case (_, nil): return false
        case (let a?, let b?):
            return directories[a].name.withUnsafeBytes { a in
                directories[b].name.withUnsafeBytes { b in NaturalOrder.precedes(a, b) }
            }
        }
    }
}
