// Sends tiles as a TIFF stores them, without decoding.

import Catalog
import Imaging
import Metadata
import Pixels
import Synchronization
import Tiling

/// The stored tiles of one version of a TIFF, and the profile that each gets.
struct StoredTileReader: Sendable {
    private let jpegs: TIFFTileJPEGs
    private let profile: [UInt8]?

    /// Finds the tiles of a file; nil where it has none that can be sent.
    ///
    /// A picture whose colours have to be converted has none. Reads the file's directories.
    init?(_ file: TIFFFile) {
        let colours = file.colours
        guard colours.conversion == nil, colours.inks == nil, let jpegs = TIFFTileJPEGs(file) else { return nil }
        (self.jpegs, profile) = (jpegs, colours.profile)
    }

    /// Whether a tile of the pass is stored.
    ///
    /// O(1).
    func contains(_ position: TilePosition, of pass: TilePass) -> Bool {
        jpegs.contains(
            level: position.level, column: position.column, row: position.row,
            side: pass.pyramid.tileSide(of: position.level))
    }

    /// Returns a stored tile; nil where there is none, or it is damaged.
    ///
    /// Blocks.
    func tile(_ position: TilePosition, of pass: TilePass, from source: ByteSource) -> EncodedTile? {
        jpegs.jpeg(
            level: position.level, column: position.column, row: position.row,
            side: pass.pyramid.tileSide(of: position.level), profile: profile, from: source
        ).map { EncodedTile(bytes: $0, mediaType: "image/jpeg", isStored: true) }
    }
}

/// The stored tiles of the TIFFs that were used last.
final class StoredTileTable: Sendable {
    private struct Entry {
        let key: TileKey
        let reader: StoredTileReader?
    }

    private static let limit = 32
    /// Guards the entries, the last used at the end; not held while a file is read.
    private let entries = Mutex<[Entry]>([])

    /// Returns the stored tiles of a pass's picture if it has any and was used lately.
    ///
    /// O(1): does not read the file.
    func knownReader(of pass: TilePass) -> StoredTileReader? { entry(of: key(of: pass))?.reader }

    private func key(of pass: TilePass) -> TileKey { pass.key(TilePosition(level: 0, column: 0, row: 0)) }

    private func entry(of key: TileKey) -> Entry? {
        entries.withLock { entries in
            guard let index = entries.lastIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry
        }
    }

    /// Returns the stored tiles of a pass's picture; nil where it has none.
    ///
    /// Blocks, the first time.
    ///
    /// - Throws: that the file cannot be read, or no TIFF in it.
    func reader(of pass: TilePass, _ source: ByteSource) throws(ImageError) -> StoredTileReader? {
        let key = key(of: pass)
        if let known = entry(of: key) { return known.reader }
        let file = try TIFFFile(source: source)
        let isSame = file.width == pass.size.width && file.height == pass.size.height
        let entry = Entry(key: key, reader: isSame ? StoredTileReader(file) : nil)
        try source.check()
        entries.withLock { entries in
            entries.append(entry)
            if entries.count > Self.limit { entries.removeFirst() }
        }
        return entry.reader
    }
}

extension StoredTileReader {
    /// Emits the wanted tiles of a pass that are stored.
    ///
    /// Blocks.
    ///
    /// - Returns: the stored tiles that are damaged, and whether others are wanted.
    func send(
        _ pass: TilePass, from source: ByteSource, to output: TileOutput
    ) -> (damaged: Set<TilePosition>, needsOthers: Bool) {
        var damaged: Set<TilePosition> = []
        var needsOthers = false
        for level in pass.levels {
            guard let rows = pass.askedRows(of: level) else {
                needsOthers = true
                continue
            }
            for row in rows {
                for column in 0..<pass.pyramid.tileCounts(of: level).columns {
                    let position = TilePosition(level: level, column: column, row: row)
                    guard output.isWanted(position) else { continue }
                    if !contains(position, of: pass) {
                        needsOthers = true
                    } else if let tile = tile(position, of: pass, from: source) {
                        output.emit(position, tile)
                    } else {
                        damaged.insert(position)
                    }
                }
            }
        }
        return (damaged, needsOthers || !damaged.isEmpty)
    }
}
