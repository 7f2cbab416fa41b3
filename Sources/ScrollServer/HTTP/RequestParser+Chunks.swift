// Content in chunks (RFC 9112 §7.1).

import Platform

extension RequestParser {
    /// Reads `chunk-size [ chunk-ext ]`; extensions are checked for control characters, then ignored.
    mutating func readChunkSize(_ range: Range<Int>) throws(RequestError) {
        var size = 0
        var index = range.lowerBound
        while index < range.upperBound, let digit = ASCII.hexadecimal(buffer[index]) {
            // `limits.body` is below 2⁵⁶, so one more digit cannot overflow.
            size = size << 4 | Int(digit)
            guard size <= limits.body else { throw bodyTooLong(at: index) }
            index += 1
        }
        guard index > range.lowerBound else {
            throw RequestError(400, "a chunk does not begin with its size", offset: offset(index))
        }
        let extensions = buffer[index..<range.upperBound]
        // RFC 9112 §7.1.1: an extension begins with a semicolon; preceding white space is invalid, but occurs.
        guard extensions.isEmpty || extensions.trimmingWhiteSpace().first == 0x3B else {
            throw RequestError(400, "a chunk's size is not a hexadecimal number", offset: offset(index))
        }
        for index in extensions.indices where !ASCII.isFieldValue(buffer[index]) {
            throw RequestError(400, "a chunk extension holds a control character", offset: offset(index))
        }
        guard body.count + size <= limits.body else { throw bodyTooLong(at: range.lowerBound) }
        if size > 0 {
            dropLines()
            state = .chunkData(missing: size)
        } else {
            sectionBytes = 0
            trailerCount = 0
            dropLines()
            state = .trailers
        }
    }
}
