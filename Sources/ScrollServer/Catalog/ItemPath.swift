// Where an item's file lies.

/// The path of an item's file, for lists and archives.
///
/// Links on it are not resolved.
package struct ItemPath: Sendable, Equatable {
    /// The path from the root of the file system.
    package let absolute: [UInt8]
    /// The path from the collection's folder; the absolute one for a file outside of it.
    package let relative: [UInt8]

    private init(absolute: [UInt8], relative: [UInt8]) { (self.absolute, self.relative) = (absolute, relative) }

    /// Makes the path of a file from that of the collection's folder, without a slash at its end.
    init(_ relative: [UInt8], in folder: some Sequence<UInt8>) {
        self.relative = relative
        absolute = Array(folder) + [UInt8(ascii: "/")] + relative
    }

    /// Makes a path from an absolute one, which may lie in the collection's folder.
    init(absolute: [UInt8], folder: [UInt8]) {
        self.absolute = absolute
        let isInside =
            absolute.count > folder.count && absolute.starts(with: folder)
            && absolute[folder.count] == UInt8(ascii: "/")
        relative = isInside ? Array(absolute[(folder.count + 1)...]) : absolute
    }

    /// The path of another file in the same folder.
    package func sibling(_ name: [UInt8]) -> ItemPath {
        ItemPath(
            absolute: absolute.dropLast(self.name.count) + name, relative: relative.dropLast(self.name.count) + name)
    }

    /// The name of the file.
    package var name: ArraySlice<UInt8> {
        absolute[(absolute.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    }
}
