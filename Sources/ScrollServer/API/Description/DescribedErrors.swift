// The errors that operations answer with, as HTTPAPI.md lists them.

import Platform

/// The status codes of errors, what they mean, and which operations have them.
enum DescribedErrors {
    /// The schema of an error.
    static let schema = "Problem"

    static let meanings: [Int: String] = [
        400: "a parameter or the content is wrong; `parameter` names it",
        401: "the token is missing or wrong",
        403: "the program was started with `--read-only`, another site's page asks, or paths are not told",
        404: "there is no such collection, item, tile or file",
        405: "this collection does not know the method; see `Allow`",
        406: "`Accept` allows none of the answer's media types",
        408: "the request came too slowly",
        409: "the edit contradicts the collection's contents, or the collection is no list",
        410: "the cursor is too old; begin again without it",
        411: "the request has no length",
        412: "`If-Match` names another revision",
        413: "the content is too large",
        414: "the address is too long",
        415: "the picture's format is not decoded here",
        416: "the range lies outside the file",
        421: "the server is not known by this name",
        422: "the picture is damaged or too large",
        426: "the address is for WebSockets",
        431: "the header is too large",
        503: "something cannot be read just now; ask again, after `Retry-After` seconds where that is given",
        507: "the disk refuses what was to be saved",
    ]

    /// What may meet any request.
    private static let always = [400, 401, 403, 414, 421, 431]
    /// What may meet a request with content besides.
    private static let ofContents = [408, 411, 413]
    /// What may happen where a collection is named.
    private static let ofCollections = [404, 503]

    /// The status codes of all errors of an operation, in ascending order.
    static func statuses(of operation: Operation, at template: String) -> [Int] {
        var statuses = Set(always + operation.errors)
        if operation.method.bringsContent { statuses.formUnion(ofContents) }
        if template.contains("{") { statuses.formUnion(ofCollections) }
        return statuses.sorted()
    }

    /// Writes the members of an answer's description.
    static func write(_ status: Int, into json: inout JSONWriter) {
        json.member("description", APIDescription.sentence(meanings[status] ?? ""))
        json.object("content") { json in
            json.key("application/problem+json")
            json.object { json in
                json.object("schema") { $0.member("$ref", "#/components/schemas/\(schema)") }
            }
            guard status == 404 else { return }
            // Where a browser asks for a page.
            json.key("text/html")
            json.object { _ in }
        }
    }
}
