// The request methods that the server knows (RFC 9110 §9).

/// A request method; the parser answers methods outside RFC 9110 and RFC 5789 with 501.
package enum Method: Sendable, Hashable {
    case get
    case head
    case post
    case put
    case patch
    case delete
    case options
    /// A registered method that no resource supports (`TRACE`); the router answers 405.
    case other(String)

    /// The token used in the request line.
    package var name: String {
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

    /// Whether the method is safe (RFC 9110 §9.2.1), so that requests caused by another site's page do no harm.
    var isSafe: Bool {
        switch self {
        case .get, .head, .options: true
        case .post, .put, .patch, .delete: false
        case .other(let token): token == "TRACE"
        }
    }

    /// Whether a request with this method has content (RFC 9110 §9.3), even if empty.
    package var bringsContent: Bool {
        switch self {
        case .post, .put, .patch: true
        default: false
        }
    }
}
