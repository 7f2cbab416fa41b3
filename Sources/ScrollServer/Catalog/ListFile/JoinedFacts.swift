// The facts in a table beside a folder about the folder's pictures.

import Charts
import Pixels
import Platform
import Synchronization

/// A snapshot of a table with a column of paths, whose other columns are facts of the files at these paths.
package final class JoinedFacts: Sendable {
    /// The fields of pictures, followed by those of the table (see `ListColumns`).
    var fields: [FactField] { columns.fields }
    let columns: ListColumns
    /// The table's values, a row for each record with a path.
    private let table: FactTable
    /// The row of each path, by the hash of its bytes; the last one where a path occurs twice.
    private let rows: [UInt64: UInt32]
    /// The paths of the rows, to detect hash collisions.
    private let paths: TextChunks

    /// Number of distinct paths.
    var count: Int { rows.count }

    /// Reads a table.
    ///
    /// Paths are relative to `root` or to the list itself, or absolute below `root`. `options` tells how the table
    /// writes numbers and dates where it is ambiguous; `mappings` where the files of another computer's paths are.
    /// Columns in `known`, from an earlier reading, keep their kinds. Throws `unreadable` where the file cannot be
    /// read, or has no column of paths.
    package init(
        path: String, root: String, options: TableOptions = TableOptions(), mappings: [ForeignPath.Mapping] = [],
        known: ListColumns? = nil
    ) throws(ImageError) {
        guard let real = FileSystem.realPath(path), let systemPath = SystemPath(real.utf8) else {
            throw .unreadable("the file does not exist")
        }
        guard let format = ListFormat(path: path) else { throw .unreadable("it is not a table by its name") }
        let opened = try ListFileCollection.Opened(systemPath, format)
        let inside = PathSpelling.canonical(Self.inside(root))
        let folder = PathSpelling.canonical(Array((real.lastIndex(of: "/").map { String(real[...$0]) } ?? "/").utf8))
        var (reader, columns, table, paths) = (
            opened.reader(format), ListColumns(options: options), FactTable(), TextChunks()
        )
        var rows: [UInt64: UInt32] = [:]
        var hasNextPage = true
        while hasNextPage {
            let page = try mapError(try reader.nextPage(opened.read, limit: 1 << 14), ImageError.init(reading:))
            hasNextPage = page.hasNextPage
            if let known, columns.names.isEmpty, reader.columns.starts(with: known.names) { columns = known.unused }
            columns.add(
                reader.columns, sample: Array(page.entries.prefix(ListReader.pageSize)),
                delimiter: reader.column.delimiter)
            table.setFields(columns.fields)
            for entry in page.entries where entry.error == nil {
                let row = table.rowCount
                table.insert(row)
                for (column, value) in columns.take(entry) { table.set(value, row: row, column: column) }
                let local = ForeignPath.isLikely(entry.path) ? ForeignPath.local(entry.path, mappings) : nil
                let own = Self.below(local ?? entry.path, inside, folder)
                paths.set(own, at: row)
                rows[StableHash.of(own)] = UInt32(row)
            }
        }
        for notice in columns.notices { Log.warning("guesses in tables of facts", "\(path): \(notice)") }
        (self.columns, self.table, self.rows, self.paths) = (columns, table.snapshot, rows, paths)
    }

    /// A folder's path with a slash at its end.
    private static func inside(_ root: String) -> [UInt8] {
        let real = FileSystem.realPath(root) ?? root
        return Array((real.hasSuffix("/") ? real : real + "/").utf8)
    }

    /// Makes a path relative to the root, in canonical spelling, in which `root` and the list's `folder` must be, too.
    private static func below(_ path: [UInt8], _ root: [UInt8], _ folder: [UInt8]) -> [UInt8] {
        let path = PathSpelling.canonical(path)
        let slash = UInt8(ascii: "/")
        if path.starts(with: root) { return Array(path.dropFirst(root.count)) }
        let plain = path.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }.joined(separator: [slash])
        // A list beside or above the folder may include the folder's name in its paths.
        if path.first != slash, root.starts(with: folder), root.count > folder.count {
            let rest = Array(root.dropFirst(folder.count))
            if plain.starts(with: rest) { return Array(plain.dropFirst(rest.count)) }
        }
        return Array(plain)
    }

    /// Adds the table's facts of the file at `path`, from the root, to a row of a folder's facts with the same
    /// `fields`.
    ///
    /// - Returns: the table's row; nil where it has no facts of the file.
    @discardableResult
    func add(to facts: inout FactTable, row: Int, path: [UInt8]) -> Int? {
        let own = self.row(of: path)
        if let own { set(own, in: &facts, row: row) }
        return own
    }

    /// Replaces the facts of a file from an older table.
    ///
    /// - Returns: the table's row; nil where it has no facts of the file.
    func replace(in facts: inout FactTable, row: Int, path: [UInt8]) -> Int? {
        let own = self.row(of: path)
        set(own, in: &facts, row: row)
        return own
    }

    private func row(of path: [UInt8]) -> Int? {
        // Windows paths were stored with slashes.
        let path = PathSpelling.canonical(ForeignPath.slashed(path))
        return rows[StableHash.of(path)].map(Int.init).flatMap { paths[$0].elementsEqual(path) ? $0 : nil }
    }

    private func set(_ own: Int?, in facts: inout FactTable, row: Int) {
        for column in FactField.ofPictures.count..<fields.count {
            facts.set(own.flatMap { table.value(row: $0, column: column) }, row: row, column: column)
        }
    }
}
