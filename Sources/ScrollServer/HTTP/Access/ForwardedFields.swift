// What a proxy says of the request that it passes on (RFC 7239, and the fields from before it).

/// The name and the protocol that a reader used, as the nearest proxy tells. Only to be read from a trusted proxy: any
/// client can send these fields.
package struct ForwardedFields: Sendable, Equatable {
    /// Host and port; nil where the proxy does not say.
    var host: String?
    /// Whether the reader's connection to the proxy is encrypted.
    var isSecure = false

    /// Reads `X-Forwarded-Host` and `X-Forwarded-Proto`, which most proxies set, and where one is missing `Forwarded`.
    /// Of a list the last entry counts: the nearest proxy added it, the others may be anybody's.
    init(_ headers: RequestHeaders) {
        let entry = headers["forwarded"].map { Self.parameters(ofLastEntry: $0) } ?? [:]
        host = headers["x-forwarded-host"].map(Self.last) ?? entry["host"]
        if host?.isEmpty == true { host = nil }
        let scheme = headers["x-forwarded-proto"].map(Self.last) ?? entry["proto"]
        isSecure = scheme?.lowercased() == "https"
    }

    /// Whether a proxy has passed a request on, or somebody says so.
    package static func isForwarded(_ headers: RequestHeaders) -> Bool {
        ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"]
            .contains { headers[$0] != nil }
    }

    /// The last part of a list.
    private static func last(_ field: String) -> String {
        String(field.split(separator: ",", omittingEmptySubsequences: false).last ?? "").trimmed
    }

    /// The parameters of the last entry, names in lower case, values without their quotes (RFC 7239 §4). An entry is no
    /// longer than a name and a protocol, so none of its quoted texts holds a comma, a semicolon or a backslash.
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
    /// Without the spaces and tabs at its ends.
    fileprivate var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
