// What a chart's file was like to read.

extension Series {
    /// Writes the member `table`: how far the file has been read, and every row that was left out, as far as they are kept,
    /// by its line.
    func writeTable(into json: inout JSONWriter) {
        let (view, status) = (self.view, self.status)
        json.name("table")
        json.beginObject()
        json.name("points")
        json.value(view.count)
        json.name("lines")
        json.values(view.lines)
        json.name("bytesRead")
        json.value(status.bytesRead)
        json.name("byteCount")
        json.value(status.byteCount)
        json.name("badRowCount")
        json.value(status.badRowCount)
        json.name("badRows")
        json.beginArray()
        for row in status.badRows {
            json.beginObject()
            json.name("line")
            json.value(row.line)
            json.name("reason")
            json.value(row.reason)
            json.endObject()
        }
        json.endArray()
        json.name("notices")
        json.values(status.notices)
        json.name("failure")
        if let failure = status.failure { json.value("\(failure)") } else { json.null() }
        json.endObject()
    }
}
