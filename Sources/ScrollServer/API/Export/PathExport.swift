// The paths of items, one a line.

import Catalog

/// Writes paths as text or as a playlist.
///
/// Items that are no files are left out.
struct PathExport: Sendable {
    /// Whether it is an extended M3U, with a line of title before each path.
    let isPlaylist: Bool
    let isAbsolute: Bool
    /// The byte after each path: a line feed, or 0 for programs such as `xargs -0`.
    let end: UInt8
    let collection: any ItemCollection

    var head: [UInt8] { isPlaylist ? Array("#EXTM3U\n".utf8) : [] }

    /// The line of one item; empty for items that are no files, and for a path with a line feed in it, which a list of
    /// lines cannot hold.
    func line(of item: ItemDetails) -> [UInt8] {
        guard let path = collection.path(ofItem: item.id) else { return [] }
        let bytes = isAbsolute ? path.absolute : path.relative
        guard end == 0 || !bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return [] }
        guard isPlaylist else { return bytes + [end] }
        let title = item.isTitled ? item.name : String(decoding: path.name, as: UTF8.self)
        let line = title.map { $0.isNewline ? " " : $0 }
        // A path that begins with # would be a comment.
        let isComment = bytes.first == UInt8(ascii: "#")
        return Array("#EXTINF:-1,\(String(line))\n".utf8) + (isComment ? Array("./".utf8) : []) + bytes + [end]
    }
}
