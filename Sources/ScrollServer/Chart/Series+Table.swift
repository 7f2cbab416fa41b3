// What a chart's file was like to read.

extension Series {
    /// Writes the member `table`: how far the file has been read, and every row that was left out, as far as they are kept,
    /// by its line.
    func writeTable(into json: inout JSONWriter) {
        let (view, status) = (self.view, self.status)
        json.object("table") { json in
            json.member("points", view.count)
            json.member("lines", view.lines)
            json.member("bytesRead", status.bytesRead)
            json.member("byteCount", status.byteCount)
            json.member("badRowCount", status.badRowCount)
            json.array("badRows") { json in
                for row in status.badRows {
                    json.object { json in
                        json.member("line", row.line)
                        json.member("reason", row.reason)
                    }
                }
            }
            json.member("notices", status.notices)
            json.member("failure", status.failure.map { "\($0)" })
        }
    }
}
