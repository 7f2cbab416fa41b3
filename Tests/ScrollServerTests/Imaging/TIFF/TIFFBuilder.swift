// Writes TIFFs without compression, in every layout.

/// A TIFF of samples of 8 bits, as a test wants it stored.
struct TIFFBuilder: Sendable {
    var width: Int
    var height: Int
    /// Of a pixel.
    var sampleCount = 3
    var photometric = 2
    /// Of tiles; nil for strips.
    var tile: (width: Int, height: Int)?
    var rowsPerStrip = 4
    var isPlanar = false
    var isBig = false
    var isLittleEndian = true
    /// Further entries, and those that take the place of others: a tag and its values, each of 16 bits, or of 32 where one is
    /// larger.
    var others: [Int: [Int]] = [:]
    /// Further entries that are texts.
    var texts: [Int: String] = [:]
    /// What a strip or tile holds instead.
    var chunk: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Which strips or tiles are not written.
    var isSparse: @Sendable (Int) -> Bool = { _ in false }
    /// Which strips or tiles are said to be beyond the file's end.
    var isLost: @Sendable (Int) -> Bool = { _ in false }
    /// Whether further pictures stand in SubIFDs rather than behind the first.
    var hasSubdirectories = false

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittleEndian ? bytes : bytes.reversed()
    }

    /// The file of these samples, interleaved.
    ///
    /// `others`: further pictures, each with its samples, of files of the same kind.
    /// `end`: where the last directory leads; 0 for nowhere.
    func file(_ samples: [UInt8], _ others: [(TIFFBuilder, [UInt8])] = [], end: Int = 0) -> [UInt8] {
        let order: [UInt8] = isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
        // The others come first in the file, from the last one on, so that each knows where its next one is.
        var body: [UInt8] = []
        var (next, directories): (Int, [Int]) = (end, [])
        for (builder, samples) in others.reversed() {
            let (bytes, directory) = builder.part(
                samples, at: (isBig ? 16 : 8) + body.count, next: hasSubdirectories ? end : next)
            body += bytes
            directories.insert(directory, at: 0)
            next = directory
        }
        var first = self
        if hasSubdirectories { first.others[330] = directories }
        let (bytes, directory) = first.part(
            samples, at: (isBig ? 16 : 8) + body.count, next: hasSubdirectories ? end : next)
        let header =
            isBig
            ? order + number(43, 2) + number(8, 2) + number(0, 2) + number(directory, 8)
            : order + number(42, 2) + number(directory, 4)
        return header + body + bytes
    }

    /// One picture and its directory.
    ///
    /// `start`: where in the file it begins.
    /// `next`: where its directory leads.
    private func part(_ samples: [UInt8], at start: Int, next: Int) -> (bytes: [UInt8], directory: Int) {
        let (chunkWidth, chunkHeight) = tile.map { ($0.width, $0.height) } ?? (width, rowsPerStrip)
        let planes = isPlanar ? Array(0..<sampleCount) : [0]
        var data: [UInt8] = []
        var (offsets, counts): ([Int], [Int]) = ([], [])
        for plane in planes {
            for top in stride(from: 0, to: height, by: chunkHeight) {
                for left in stride(from: 0, to: width, by: chunkWidth) {
                    let rows = tile == nil ? min(chunkHeight, height - top) : chunkHeight
                    var bytes: [UInt8] = []
                    for row in top..<top + rows {
                        for column in left..<left + chunkWidth {
                            // Beyond the picture there is something else.
                            for sample in isPlanar ? plane..<plane + 1 : 0..<sampleCount {
                                bytes.append(
                                    row < height && column < width
                                        ? samples[(row * width + column) * sampleCount + sample] : 77)
                            }
                        }
                    }
                    if isSparse(offsets.count) {
                        offsets.append(0)
                        counts.append(0)
                        continue
                    }
                    if isLost(offsets.count) {
                        offsets.append(0x7FFF_FFFF)
                        counts.append(bytes.count)
                        continue
                    }
                    bytes = chunk(bytes)
                    offsets.append(start + data.count)
                    counts.append(bytes.count)
                    data += bytes
                }
            }
        }
        var entries: [Int: [Int]] = [
            256: [width], 257: [height], 258: Array(repeating: 8, count: sampleCount), 259: [1], 262: [photometric],
            277: [sampleCount], 284: [isPlanar ? 2 : 1],
        ]
        if let tile {
            entries.merge([322: [tile.width], 323: [tile.height], 324: offsets, 325: counts]) { $1 }
        } else {
            entries.merge([278: [rowsPerStrip], 273: offsets, 279: counts]) { $1 }
        }
        entries.merge(others) { $1 }
        return (data + self.directory(entries, at: start + data.count, next: next), start + data.count)
    }

    private func directory(_ entries: [Int: [Int]], at directory: Int, next: Int) -> [UInt8] {
        let (wide, room) = isBig ? (8, 8) : (4, 4)
        var values: [UInt8] = []
        let texts = texts.mapValues { [UInt8]($0.utf8) + [0] }
        let end = directory + (isBig ? 8 : 2) + (entries.count + texts.count) * (isBig ? 20 : 12) + wide
        var fields: [UInt8] = []
        for tag in (Array(entries.keys) + Array(texts.keys)).sorted() {
            let numbers = entries[tag] ?? []
            let isShort = numbers.allSatisfy { (0..<65_536).contains($0) }
            let bytes = texts[tag] ?? numbers.flatMap { number($0, isShort ? 2 : 4) }
            fields += number(tag, 2) + number(texts[tag] != nil ? 2 : isShort ? 3 : 4, 2)
            fields += number(texts[tag]?.count ?? numbers.count, wide)
            if bytes.count <= room {
                fields += bytes + [UInt8](repeating: 0, count: room - bytes.count)
            } else {
                fields += number(end + values.count, wide)
                values += bytes
            }
        }
        return number(entries.count + texts.count, isBig ? 8 : 2) + fields + number(next, wide) + values
    }
}
