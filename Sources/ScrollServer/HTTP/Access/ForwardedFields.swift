// What a proxy reports about the request that it forwards (RFC 7239, and the older `X-Forwarded-…` fields).

/// The host name and the protocol that a client used, as reported by the nearest proxy.
///
/// Read these only from a trusted proxy: any client can send the fields.
package struct ForwardedFields: Sendable, Equatable {
    /// Host and port; nil if the proxy does not report them.
    var host: String?
    /// Whether the client's connection to the proxy is encrypted.
    var isSecure = false

    /// Reads `X-Forwarded-Host` and `X-Forwarded-Proto`, which most proxies set; `Forwarded` replaces a missing one.
    ///
    /// The last entry of a list counts: the nearest proxy added it, and others may be forged.
    init(_ headers: RequestHeaders) {
        let entry = headers["forwarded"].map { Self.parameters(ofLastEntry: $0) } ?? [:]
        host = headers["x-forwarded-host"].map(Self.last) ?? entry["host"]
        if host?.isEmpty == true { host = nil }
        let scheme = headers["x-forwarded-proto"].map(Self.last) ?? entry["proto"]
        isSecure = scheme?.lowercased() == "https"
    }

    /// Returns whether a request has a field that proxies add; clients can forge it.
    package static func isForwarded(_ headers: RequestHeaders) -> Bool {
        ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"]
            .contains { headers[$0] != nil }
    }

    /// Returns the last element of a list.
    private static func last(_ field: String) -> String {
        String(field.split(separator: ",", omittingEmptySubsequences: false).last ?? "").trimmed
    }

    /// Returns the last entry's parameters, with lower-case names and unquoted values (RFC 7239 §4).
    ///
    /// Hosts and protocols contain no comma, semicolon or backslash, so quoted values need no further parsing.
    private static func parameters(ofLastEntry field: String) -> [String: String] {
        var parameters: [String: String] = [:]
        for parameter in last(field).split(separator: ";") {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2 else { continue }
            var value = parts[1][...]
            if value.count > 1, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
            parameters[parts[0].lowercased()] = String(value)
        }
        return parameters
    }
}

extension String {
    /// The string without the spaces and tabs at its ends.
    fileprivate var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
