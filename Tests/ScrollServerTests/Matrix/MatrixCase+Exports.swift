// What is exported of a source.

import Foundation

@testable import Platform

extension MatrixCase {
    /// The paths, table and archive are of what is listed, in the same order.
    func checkExports(_ query: String) throws {
        let reply = try http.get("/export?as=paths.txt&null=true&\(query)")
        guard collection["links"]?["export"] != nil else {
            if reply.status != 404 { note("\(query): an export that is not offered is answered with \(reply.status)") }
            return
        }
        let paths = reply.text.split(separator: "\0").map(String.init)
        // What a list draws on demand has no length, and nothing is wrong with it.
        let names = items.filter { $0.json["bytes"] ?? .null != .null || $0.json["error"] != nil }.map(\.name)
        if paths.count != names.count || collection["kind"] == .text("folder") && paths != names {
            note("\(query): \(paths) are exported of \(names)")
        }
        if collection["links"]?["facets"] != nil {
            let table = try http.get("/export?as=table.jsonl&fields=name&\(query)").text.split(separator: "\n")
            let rows = table.compactMap { try? JSONReader.value(of: Array($0.utf8))["path"] }
            if rows != paths.map({ .text($0) }) { note("\(query): a table of \(rows), but paths \(paths)") }
        }
        let archive = try http.get("/export?as=files.zip&companions=true&\(query)")
        if archive.status != 200 || archive.byteCount != archive.body.count {
            note("\(query): an archive of \(archive.byteCount) bytes has \(archive.body.count), \(archive.status)")
        }
    }
}
