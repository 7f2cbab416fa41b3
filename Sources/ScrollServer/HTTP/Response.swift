// A response made by the router: status, fields, body.

/// A response to one request.
///
/// The server adds `Date`, `Content-Length` and `Connection`; do not set them here.
package struct Response: Sendable {
    /// The content.
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        case file(FileBody)
        /// Content that is generated while it is sent.
        case stream(StreamBody)
        /// The answer to `HEAD`: this many bytes of content, which are not sent.
        case omitted(count: Int)

        /// The value of `Content-Length`, in bytes; 0 if the length is unknown.
        var count: Int {
            switch self {
            case .none: 0
            case .stream(let stream): stream.count ?? 0
            case .bytes(let bytes): bytes.count
            case .file(let file): file.count
            case .omitted(let count): count
            }
        }

        var isFile: Bool {
            if case .file = self { true } else { false }
        }

        var stream: StreamBody? {
            if case .stream(let body) = self { body } else { nil }
        }
    }

    package var status: Int
    package var headers: ResponseHeaders
    var body: Body
    /// Whether the content omitted for `HEAD` has an unknown length.
    var hasUnknownLength = false
    /// Whether the server closes the connection after this response.
    var closesConnection = false

    package init(_ status: Int = 200, headers: ResponseHeaders = [:], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Makes a response with content of a media type.
    package init(_ status: Int = 200, contentType: String, _ bytes: [UInt8]) {
        self.init(status, headers: ["Content-Type": contentType], body: .bytes(bytes))
    }

    /// Makes a response with UTF-8 text, by default plain.
    package init(_ status: Int = 200, contentType: String = "text/plain; charset=utf-8", text: String) {
        self.init(status, contentType: contentType, Array(text.utf8))
    }
}
