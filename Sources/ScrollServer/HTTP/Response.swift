// One response, as the router makes it: status, fields, body.

/// What is sent back. `Date`, `Content-Length` and `Connection` are the server's business and not set here.
struct Response: Sendable {
    /// The content, or the promise of it.
    enum Body: Sendable {
        case none
        case bytes([UInt8])
        case file(FileBody)
        /// Content that is not sent, of this many bytes: what `HEAD` leaves of a body.
        case omitted(count: Int)

        /// Length in bytes that `Content-Length` states.
        var count: Int {
            switch self {
            case .none: 0
            case .bytes(let bytes): bytes.count
            case .file(let file): file.count
            case .omitted(let count): count
            }
        }

        var isFile: Bool {
            if case .file = self { true } else { false }
        }
    }

    var status: Int
    var headers: ResponseHeaders
    var body: Body
    /// Whether the connection ends after this response.
    var closesConnection = false

    init(_ status: Int = 200, headers: ResponseHeaders = [:], body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Content of a media type.
    init(_ status: Int = 200, contentType: String, _ bytes: [UInt8]) {
        self.init(status, headers: ["Content-Type": contentType], body: .bytes(bytes))
    }

    /// UTF-8 text, plain unless said otherwise.
    init(_ status: Int = 200, contentType: String = "text/plain; charset=utf-8", text: String) {
        self.init(status, contentType: contentType, Array(text.utf8))
    }
}
