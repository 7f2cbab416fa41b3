// The facts of picture files that a folder's scan and the files' headers provide.

import Metadata
import Platform
import Tiling

extension FactTable {
    /// The columns of `FactField.ofPictures`, which every table of files begins with.
    private enum ColumnIndex {
        static let all: [String: Int] = FactTable().columnIndices
        static func of(_ name: String) -> Int { all[name] ?? 0 }
        static let name = of("name"), folder = of("folder"), taken = of("taken"), orientation = of("orientation")
        static let width = of("width"), height = of("height"), megapixels = of("megapixels"), format = of("format")
        static let bytes = of("bytes"), modified = of("modified"), title = of("title"), duration = of("duration")
        static let rating = of("rating"), flag = of("flag")
        static let position = of("gps"), alike = of("alike")
        /// The fields that only the header's own facts fill, apart from the position and the flag.
        static let pictures = PictureFacts.properties.filter { $0.name != "flag" }
            .map { (property: $0.property, column: of($0.name)) }
    }

    /// Adds a file of `store` in the unused row of its handle.
    mutating func insertFile(_ handle: UInt32, of store: ItemStore) {
        let row = Int(handle)
        insert(row)
        selection.recognize(store.id(of: handle), as: row)
        set(.text(Array(store.name(of: handle))), row: row, column: ColumnIndex.name)
        let folder = store.directories.path(of: store.directory(of: handle))
        let path = folder.last == UInt8(ascii: "/") ? Array(folder.dropLast()) : folder
        if !path.isEmpty { set(.text(path), row: row, column: ColumnIndex.folder) }
    }

    /// Replaces all facts of a file except its name.
    ///
    /// Modification times are shown on the clocks of `zone`. A `title` given by somebody else overrides the file's own.
    /// `isUndecodable` says that the file counts as unreadable, whatever its header says.
    mutating func setFile(
        _ row: Int, _ finding: ItemStore.Finding, zone: ZoneOffsets, title: [UInt8]? = nil,
        isUndecodable: Bool = false
    ) {
        let header = finding.header
        setUnreadable(isUndecodable || finding.error?.isOfUnreadable == true, row: row)
        let isKnown = finding.stamp != 0
        let format = header?.format ?? finding.format
        set(format.map { .text(Array($0.name.utf8)) }, row: row, column: ColumnIndex.format)
        let byteCount = fileByteCounts[row]
        set(isKnown ? .number(Double(finding.byteCount)) : nil, row: row, column: ColumnIndex.bytes)
        selection.resize(
            row, from: Self.fileByteCount(byteCount), to: Self.fileByteCount(fileByteCounts[row]))
        set(
            isKnown ? .time(Int64(finding.modified.onClocks(of: zone).seconds)) : nil, row: row,
            column: ColumnIndex.modified)
        set(
            (header?.taken).map { .time(Int64($0.secondsSince1970), detail: $0.detail) }, row: row,
            column: ColumnIndex.taken)
        let (width, height) = (header?.orientedWidth ?? 0, header?.orientedHeight ?? 0)
        let isMeasured = width > 0 && height > 0
        set(isMeasured ? .number(Double(width)) : nil, row: row, column: ColumnIndex.width)
        set(isMeasured ? .number(Double(height)) : nil, row: row, column: ColumnIndex.height)
        let megapixels = Double(width) * Double(height) / 1e6
        // Two decimals below one, and one below a hundred: more would make every size a distinct value.
        let parts: Double = megapixels < 1 ? 100 : megapixels < 100 ? 10 : 1
        let rounded = (megapixels * parts).rounded() / parts
        set(isMeasured ? .number(rounded) : nil, row: row, column: ColumnIndex.megapixels)
        set(
            isMeasured ? .text(Array(Self.orientation(width, height).utf8)) : nil, row: row,
            column: ColumnIndex.orientation)
        let facts = header?.facts
        for (property, column) in ColumnIndex.pictures { set(facts?[property], row: row, column: column) }
        set(facts?.position, row: row, column: ColumnIndex.position)
        set((facts?.shownFlag).map { .text(Array($0.rawValue.utf8)) }, row: row, column: ColumnIndex.flag)
        if let title { set(.text(title), row: row, column: ColumnIndex.title) }
    }

    /// The row of the first picture of the group that looks like this one; nil where nothing does.
    func firstAlike(row: Int) -> UInt32? {
        columns.indices.contains(ColumnIndex.alike)
            ? columns[ColumnIndex.alike].number(row: row).map { UInt32(clamping: Int(clamping: $0) - 1) } : nil
    }

    /// Notes a row's group by the row of its first picture; nil for none.
    mutating func set(firstAlike first: UInt32?, row: Int) {
        set(first.map { .number(Double($0) + 1) }, row: row, column: ColumnIndex.alike)
    }

    /// Whether a field tells the groups of alike pictures.
    func isAlike(_ field: String) -> Bool { columnIndex(of: field) == ColumnIndex.alike }

    /// The ranks by which the best of alike pictures comes first: of rating, of pixels, and of time, each negative.
    func bestRanks(row: Int) -> [Int64] {
        func number(_ column: Int) -> Double { columns[column].number(row: row) ?? 0 }
        let pixels = number(ColumnIndex.width) * number(ColumnIndex.height)
        let taken = columns[ColumnIndex.taken].keys[row]
        let time = taken == KeyColumn.none ? columns[ColumnIndex.modified].keys[row] : taken
        return [
            -(Int64(exactly: number(ColumnIndex.rating).rounded()) ?? 0),
            -(Int64(exactly: pixels.rounded()) ?? 0), time == KeyColumn.none ? Int64.max - 1 : -time,
        ]
    }

    /// The lengths of the files, by row.
    var fileByteCounts: KeyColumn {
        columns.indices.contains(ColumnIndex.bytes) ? columns[ColumnIndex.bytes].keys : KeyColumn()
    }

    /// A file's length by its key in `fileByteCounts`; 0 where it is not known.
    static func fileByteCount(_ key: Int64) -> UInt64 { UInt64(clamping: key) }

    /// The length of a video in seconds; nil where its header does not contain it.
    func duration(row: Int) -> Double? { columns[ColumnIndex.duration].number(row: row) }

    /// The facts of a row that come only from its header, without what the reader has noted; nil where there are none.
    func pictureFacts(row: Int) -> PictureFacts? {
        var facts = PictureFacts()
        for (property, column) in ColumnIndex.pictures { facts[property] = fileValue(row: row, column: column) }
        facts.position = value(row: row, column: ColumnIndex.position)
        if case .text(let flag)? = fileValue(row: row, column: ColumnIndex.flag) {
            facts.flag = PictureFlag(rawValue: String(decoding: flag, as: UTF8.self))
        }
        return facts == .none ? nil : facts
    }

    /// Names the orientation: a panorama is at least twice as wide as high; a square's sides differ by at most 2 %.
    private static func orientation(_ width: Int, _ height: Int) -> String {
        let (width, height) = (Double(width), Double(height))
        if width >= 2 * height { return "panorama" }
        if max(width, height) <= 1.02 * min(width, height) { return "square" }
        return width > height ? "landscape" : "portrait"
    }
}
