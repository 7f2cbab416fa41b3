// The reading state of a chart's file, as JSON.

import Platform

extension Series {
    /// Writes the member `table`: how much of the file has been read, and the rows that were left out, each by its line
    /// in the file (the first `SeriesStatus.badRowLimit` of them).
    package func writeTable(into json: inout JSONWriter) {
        let (view, status) = (self.view, self.status)
        json.object("table") { json in
            json.member("points", view.count)
            json.member("lines", view.lines)
            json.member("units", view.units.isEmpty ? view.lines.map { _ in "" } : view.units)
            json.member("xName", view.xName)
            json.member("isLong", view.isSparse)
            json.member("bytesRead", status.bytesRead)
            json.member("byteCount", status.byteCount)
            json.member("badRowCount", status.badRowCount)
            json.objects("badRows", of: status.badRows) { json, row in
                json.member("line", row.line)
                json.member("reason", row.reason)
            }
            json.member("notices", status.notices)
            json.member("failure", status.failure.map { "\($0)" })
        }
    }
}
