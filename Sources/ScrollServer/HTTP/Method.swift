// The request methods we know (RFC 9110 §9).

/// A request method. Tokens outside RFC 9110 and RFC 5789 never get this far: the parser answers them with 501.
enum Method: Sendable, Hashable {
    case get
    case head
    case post
    case put
    case patch
    case delete
    case options
    /// A registered method that no resource of ours supports (`TRACE`); a router answers 405.
    case other(String)

    /// The token as it stands in the request line.
    var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .other(let token): token
        }
    }

    /// Whether the method only reads (RFC 9110 §9.2.1), so that another site's page may cause it without harm.
    var isSafe: Bool {
        switch self {
        case .get, .head, .options: true
        case .post, .put, .patch, .delete: false
        case .other(let token): token == "TRACE"
        }
    }

    /// Whether a request with this method is expected to bring content (RFC 9110 §9.3), even if it is empty.
    var bringsContent: Bool {
        switch self {
        case .post, .put, .patch: true
        default: false
        }
    }
}
