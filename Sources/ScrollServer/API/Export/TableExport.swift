// The facts of items as a table.

import Catalog
import HTTP
import Platform

/// Writes CSV or JSON lines: the path of each item, then the fields that were asked for.
struct TableExport: Sendable {
    private let collection: any ItemCollection
    private let fields: [FactField]
    private let isCSV: Bool
    private let isAbsolute: Bool

    /// Takes the names of the fields, separated by commas; nil for all.
    ///
    /// - Throws: a 400 for an unknown field, a 404 for a collection without fields.
    init(_ collection: any ItemCollection, fields names: String?, isCSV: Bool, isAbsolute: Bool) throws(Problem) {
        let known = collection.factFields
        guard !known.isEmpty else { throw .notFound("nothing is known of the items of '\(collection.id)'") }
        var fields: [FactField] = []
        for name in names?.split(separator: ",") ?? known.map({ $0.name[...] }) {
            guard let field = known.first(where: { $0.name == name }) else {
                let nearest = NearestName.nearest(to: String(name), among: known.map(\.name))
                throw .badParameter(
                    "fields", "'\(name.prefix(64))' is no field" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
            }
            fields.append(field)
        }
        self.fields = fields
        (self.collection, self.isCSV, self.isAbsolute) = (collection, isCSV, isAbsolute)
    }

    /// The names of the columns.
    var head: [UInt8] {
        isCSV ? Self.line((["path"] + fields.map(\.name)).map { Array($0.utf8) }) : []
    }

    private static func line(_ cells: [[UInt8]]) -> [UInt8] {
        Array(cells.map(CSVText.cell).joined(separator: [UInt8(ascii: ",")])) + [0x0A]
    }

    /// The rows of a run of items, whose headers are read where they are not known yet.
    ///
    /// Blocks.
    func rows(of run: [ItemDetails]) -> [UInt8] {
        let unknown = run.filter { !$0.isMeasured && $0.error == nil }.map(\.id)
        if !unknown.isEmpty { collection.measure(items: unknown) }
        return run.flatMap { row(of: $0) }
    }

    private func row(of item: ItemDetails) -> [UInt8] {
        let place = collection.path(ofItem: item.id)
        let path = place.map { isAbsolute ? $0.absolute : $0.relative }
        var facts = Dictionary(
            collection.facts(ofItem: item.id).map { ($0.field.name, $0.value) }, uniquingKeysWith: { first, _ in first }
        )
        // The name of a file is kept for searching alone.
        facts["name"] = place.map { .text(Array($0.name)) }
        if isCSV { return Self.line([path ?? []] + fields.map { facts[$0.name].map(Self.cell) ?? [] }) }
        return JSONWriter.object { json in
            json.member("path", path.map { String(decoding: $0, as: UTF8.self) })
            for field in fields {
                json.key(field.name)
                if let value = facts[field.name] { Self.write(value, into: &json) } else { json.null() }
            }
        } + [0x0A]
    }

    private static func cell(_ value: FactValue) -> [UInt8] {
        switch value {
        case .text(let text): text
        case .words(let words): Array(words.joined(separator: Array("; ".utf8)))
        case .number(let number): Array(FactText.plain(number).utf8)
        case .time(let seconds, let detail): Array(FactJSON.iso8601(seconds, detail).utf8)
        case .position(let latitude, let longitude): Array("\(latitude), \(longitude)".utf8)
        }
    }

    private static func write(_ value: FactValue, into json: inout JSONWriter) {
        switch value {
        case .text, .time: json.value(String(decoding: cell(value), as: UTF8.self))
        case .words(let words): json.values(words.map { String(decoding: $0, as: UTF8.self) })
        case .number(let number): json.value(exactly: number)
        case .position(let latitude, let longitude):
            json.object { json in
                json.member("latitude", exactly: latitude)
                json.member("longitude", exactly: longitude)
            }
        }
    }
}
