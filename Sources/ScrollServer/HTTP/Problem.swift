// Error responses of the API: problem details (RFC 9457).

/// An error that becomes an `application/problem+json` response, with a detail that says what to do.
package struct Problem: Error, Sendable, Equatable {
    var status: Int
    /// What happened and what to do, in one sentence.
    var detail: String
    /// The kind of problem for programs, such as `bad-parameter`; nil for `about:blank` (RFC 9457 §4.2.1).
    var kind: String?
    /// Text members in addition to the standard ones.
    var members: [(name: String, value: String)] = []
    /// Header fields of the response, such as `Allow`.
    package var headers: ResponseHeaders = [:]

    package init(_ status: Int, _ detail: String, kind: String? = nil) {
        self.status = status
        self.detail = detail
        self.kind = kind
    }

    /// Makes a 400 for a missing or invalid parameter; `why` says what is expected.
    package static func badParameter(_ name: String, _ why: String) -> Problem {
        var problem = Problem(400, "\(name): \(why)", kind: "bad-parameter")
        problem.members = [("parameter", name)]
        return problem
    }

    package static func badRequest(_ detail: String) -> Problem { Problem(400, detail) }
    package static func forbidden(_ detail: String) -> Problem { Problem(403, detail) }
    package static func notFound(_ detail: String) -> Problem { Problem(404, detail) }
    /// Makes a 503; `retryAfter` is in seconds.
    package static func unavailable(_ detail: String, retryAfter: Int? = nil) -> Problem {
        var problem = Problem(503, detail)
        if let retryAfter { problem.headers["Retry-After"] = String(retryAfter) }
        return problem
    }
    package static func internalError(_ detail: String) -> Problem { Problem(500, detail) }

    /// Makes a 405 with the field `Allow`, which RFC 9110 §15.5.6 requires.
    package static func methodNotAllowed(_ method: Method, allowed: [Method]) -> Problem {
        let names = allowed.map(\.name).joined(separator: ", ")
        var problem = Problem(405, "\(method.name) is not possible here; use \(names)")
        problem.headers["Allow"] = names
        return problem
    }

    /// The problem as one line of JSON, with a final line feed.
    package var json: String {
        var text = #"{"type":""# + (kind.map { "urn:scrollserver:problem:" + $0 } ?? "about:blank")
        text += #"","title":""# + Self.escaped(StatusCode.reason(status))
        text += #"","status":"# + String(status)
        text += #","detail":""# + Self.escaped(detail) + "\""
        for member in members {
            text += ",\"" + Self.escaped(member.name) + "\":\"" + Self.escaped(member.value) + "\""
        }
        return text + "}\n"
    }

    package var response: Response {
        var response = Response(status, headers: headers, body: .bytes(Array(json.utf8)))
        response.headers["Content-Type"] = "application/problem+json"
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    package static func == (left: Problem, right: Problem) -> Bool {
        left.json == right.json && left.headers == right.headers
    }

    /// Escapes text for a JSON string, without the quotes (RFC 8259 §7).
    private static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{00}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
