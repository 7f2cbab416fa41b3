// The directories of a folder, and the order in which their files come.

import Platform

/// The directories of a folder, by number; the root is number 0.
///
/// The number of a removed directory is reused. Takes some 150 bytes a directory plus the name: too much for files,
/// which are far more numerous.
struct DirectoryTree: Sendable {
    private struct Directory: Sendable {
        var parent: Int
        /// The name without slashes; empty for the root, and for a removed directory.
        var name: [UInt8]
        /// Hash of the directory's path from the root, with a slash behind each name.
        var hash: StableHash
        /// Number of steps up to the root.
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
    private var numbers: [Key: Int] = [:]
    private var free: [Int] = []

    /// Whether the directory exists, that is, has not been removed.
    func contains(_ directory: Int) -> Bool {
        directory == Self.root || directory < directories.count && !directories[directory].name.isEmpty
    }

    /// The direct subdirectories of a directory, unordered.
    func children(of directory: Int) -> Set<Int> { directories[directory].children }
    func name(of directory: Int) -> [UInt8] { directories[directory].name }
    func parent(of directory: Int) -> Int { directories[directory].parent }
    /// Hash of the directory's path from the root, with a slash behind each name.
    func hash(of directory: Int) -> StableHash { directories[directory].hash }

    /// The number of the subdirectory of this name in `parent`; nil when it is not known; O(1).
    func directory(named name: [UInt8], in parent: Int) -> Int? {
        numbers[Key(parent: parent, name: name)]
    }

    /// Returns the number of the subdirectory of this name in `parent`, and adds it if it is not known; O(1).
    ///
    /// - Returns: nil when the tree is full (2³² − 1 directories), or the name is empty or longer than 4096 bytes.
    mutating func append(_ name: [UInt8], in parent: Int) -> Int? {
        if let known = directory(named: name, in: parent) { return known }
        guard directories.count < Self.limit, !name.isEmpty, name.count <= NameArena.nameLimit else { return nil }
        var hash = directories[parent].hash
        hash.add(name)
        hash.add(CollectionOfOne(UInt8(ascii: "/")))
        let new = Directory(parent: parent, name: name, hash: hash, depth: directories[parent].depth + 1)
        let number: Int
        if let freed = free.popLast() {
            number = freed
            directories[number] = new
        } else {
            number = directories.count
            directories.append(new)
        }
        numbers[Key(parent: parent, name: name)] = number
        directories[parent].children.insert(number)
        return number
    }

    /// Removes a directory and all below it; for the root only what is below it.
    ///
    /// - Returns: the numbers of the removed directories.
    @discardableResult
    mutating func remove(_ directory: Int) -> [Int] {
        var gone: [Int] = []
        var waiting = directory == Self.root ? Array(directories[Self.root].children) : [directory]
        while let next = waiting.popLast() {
            waiting += directories[next].children
            let (parent, name) = (directories[next].parent, directories[next].name)
            numbers[Key(parent: parent, name: name)] = nil
            directories[parent].children.remove(next)
            directories[next].children = []
            directories[next].name = []
            gone.append(next)
        }
        free += gone
        return gone
    }

    /// The path from the root, with a slash behind each name; empty for the root itself; O(depth).
    func path(of directory: Int) -> [UInt8] {
        var chain: [Int] = []
        var current = directory
        while current != Self.root {
            chain.append(current)
            current = directories[current].parent
        }
        var path: [UInt8] = []
        for directory in chain.reversed() {
            path += directories[directory].name
            path.append(UInt8(ascii: "/"))
        }
        return path
    }

    /// Whether `directory` is `ancestor` or lies below it; O(depth).
    func isWithin(_ directory: Int, _ ancestor: Int) -> Bool {
        var current = directory
        while directories[current].depth > directories[ancestor].depth { current = directories[current].parent }
        return current == ancestor
    }

    /// Whether the files in `first` come before those in `second`; nil when the directories are the same.
    ///
    /// A directory's own files come before those of its subdirectories, which follow each other in natural order.
    /// O(depth).
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
            return NaturalOrder.precedes(directories[a].name[...], directories[b].name[...])
        }
    }
}
