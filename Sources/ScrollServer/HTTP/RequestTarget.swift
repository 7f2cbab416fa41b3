// Parses and decodes the request target (RFC 9112 §3.2) in origin, absolute and asterisk form.

import Platform

/// The target of a request: its path and query, decoded once.
package struct RequestTarget: Sendable, Equatable {
    /// An error in a target, with its byte offset.
    package struct Failure: Error {
        package let detail: String
        let offset: Int
    }

    /// The target from its path on, as received.
    var text = "/"
    package var segments: [String] = []
    package var query = Query()
    /// The authority of a target in absolute form.
    var authority: String?

    init() {}

    /// Parses a target, which must not be empty or contain spaces; only `OPTIONS` may have the target `*`.
    package init(_ bytes: ArraySlice<UInt8>, method: Method) throws(Failure) {
        let hasEscapes = try Self.check(bytes)
        var path = bytes
        if bytes.first != 0x2F {
            if ASCII.isExactly(bytes, "*"), method == .options {
                text = "*"
                return
            }
            path = try readAuthority(bytes)
        }
        text = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
        var end = path.endIndex
        if let mark = path.index(of: 0x3F) {
            end = mark
            if mark == path.startIndex { text = "/" + text }
            query = try Self.query(path[(mark + 1)...], hasEscapes, offset: mark + 1 - bytes.startIndex)
        }
        segments = try Self.segments(
            path[path.startIndex..<end], hasEscapes, offset: path.startIndex - bytes.startIndex)
    }

    /// Refuses bytes that have to be encoded.
    ///
    /// - Returns: whether there is one that may stand for another: `%`, or `+` in a query.
    private static func check(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Bool {
        var hasEscapes = false
        for index in bytes.indices {
            let byte = bytes[index]
            // RFC 3986 forbids a few more bytes, but browsers send those in queries.
            guard byte > 0x20, byte < 0x7F, byte != 0x23 else {
                throw Failure(
                    detail: "the target holds a byte that has to be percent-encoded", offset: index - bytes.startIndex)
            }
            if byte == 0x25 || byte == 0x2B { hasEscapes = true }
        }
        return hasEscapes
    }

    /// Parses the part of a target after its question mark.
    fileprivate static func query(_ bytes: ArraySlice<UInt8>) throws(Failure) -> Query {
        try query(bytes, try check(bytes), offset: 0)
    }

    /// Reads `http://authority` and returns the rest.
    private mutating func readAuthority(_ bytes: ArraySlice<UInt8>) throws(Failure) -> ArraySlice<UInt8> {
        let scheme = bytes.prefix { $0 != 0x3A }
        let rest = bytes.dropFirst(scheme.count)
        guard ASCII.equal(scheme, "http") || ASCII.equal(scheme, "https"), rest.starts(with: "://".utf8) else {
            throw Failure(detail: "the target begins neither with '/' nor with 'http://'", offset: 0)
        }
        let afterSlashes = rest.dropFirst(3)
        let name = afterSlashes.prefix { $0 != 0x2F && $0 != 0x3F }
        guard !name.isEmpty, Authority.isValid(name) else {
            throw Failure(detail: "the target names no valid host", offset: afterSlashes.startIndex - bytes.startIndex)
        }
        authority = String(decoding: name, as: UTF8.self)
        return afterSlashes.dropFirst(name.count)
    }

    /// Returns the decoded segments of an absolute path.
    ///
    /// Dot segments are rejected after decoding, so that none reaches the file system in any spelling.
    private static func segments(
        _ path: ArraySlice<UInt8>, _ hasEscapes: Bool, offset: Int
    ) throws(Failure) -> [String] {
        guard path.count > 1 else { return [] }
        var segments: [String] = []
        // Reserve room for the longest path of the API, to allocate only once.
        segments.reserveCapacity(8)
        var first = path.startIndex + 1
        while true {
            let end = path[first...].index(of: 0x2F) ?? path.endIndex
            let position = offset + first - path.startIndex
            let segment = try decoded(path[first..<end], hasEscapes, plusIsSpace: false, offset: position)
            guard segment.utf8.count > 2 || segment != "." && segment != ".." else {
                throw Failure(detail: "the path holds a '.' or '..' segment", offset: position)
            }
            segments.append(segment)
            guard end < path.endIndex else { return segments }
            first = end + 1
        }
    }

    /// Parses form parameters: `name=value` separated by ampersands; empty ones are skipped.
    private static func query(
        _ bytes: ArraySlice<UInt8>, _ hasEscapes: Bool, offset: Int
    ) throws(Failure) -> Query {
        var parameters: [Query.Parameter] = []
        parameters.reserveCapacity(8)
        var first = bytes.startIndex
        while first < bytes.endIndex {
            let end = bytes[first...].index(of: 0x26) ?? bytes.endIndex
            if end > first {
                let equals = bytes[first..<end].index(of: 0x3D) ?? end
                let (name, value) = (bytes[first..<equals], bytes[min(equals + 1, end)..<end])
                let position = offset + first - bytes.startIndex
                parameters.append(
                    Query.Parameter(
                        name: try decoded(name, hasEscapes, plusIsSpace: true, offset: position),
                        value: try decoded(value, hasEscapes, plusIsSpace: true, offset: position)))
            }
            first = end + 1
        }
        return Query(parameters)
    }

    /// Percent-decodes once (RFC 3986 §2.4), unless nothing is encoded; the result must be UTF-8 without NUL.
    private static func decoded(
        _ bytes: ArraySlice<UInt8>, _ hasEscapes: Bool, plusIsSpace: Bool, offset: Int
    ) throws(Failure) -> String {
        if !hasEscapes { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == 0x25 {
                guard bytes.endIndex - index > 2, let high = ASCII.hexadecimal(bytes[index + 1]),
                    let low = ASCII.hexadecimal(bytes[index + 2]), high | low != 0
                else {
                    throw Failure(
                        detail: "'%' is not followed by two hexadecimal digits of a byte other than 0",
                        offset: offset + index - bytes.startIndex)
                }
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(plusIsSpace && byte == 0x2B ? ASCII.space : byte)
                index += 1
            }
        }
        guard let text = String(validating: result, as: UTF8.self) else {
            throw Failure(detail: "percent-encoded bytes are not UTF-8", offset: offset)
        }
        return text
    }
}

extension Query {
    /// Parses a query as it stands after the question mark of a request target.
    package init(text: String) throws(RequestTarget.Failure) {
        self = try RequestTarget.query(Array(text.utf8)[...])
    }
}
