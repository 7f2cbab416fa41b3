// A response as the router makes it: status, fields, body.

/// A response. The server adds `Date`, `Content-Length` and `Connection`; do not set them here.
package struct Response: Sendable {
    /// The content.
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        case file(FileBody)
        /// Content that is made while it is sent; how long it is nobody knows before.
        case stream(StreamBody)
        /// The answer to `HEAD`: content of this many bytes, which is not sent.
        case omitted(count: Int)

        /// The value of `Content-Length`, in bytes; 0 for content whose length is not known.
        var count: Int {
            switch self {
            case .none, .stream: 0
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
    /// Whether the content that is left out for `HEAD` is one whose length is not known.
    var hasUnknownLength = false
    /// Whether the server closes the connection after this response.
    var closesConnection = false

    package init(_ status: Int = 200, headers: ResponseHeaders = [:], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Content of a media type.
    package init(_ status: Int = 200, contentType: String, _ bytes: [UInt8]) {
        self.init(status, headers: ["Content-Type": contentType], body: .bytes(bytes))
    }

    /// UTF-8 text, plain unless said otherwise.
    package init(_ status: Int = 200, contentType: String = "text/plain; charset=utf-8", text: String) {
        self.init(status, contentType: contentType, Array(text.utf8))
    }
}
