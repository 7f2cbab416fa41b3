// The error of a malformed request.

/// A request that cannot be accepted. The server closes the connection after it, since it is not certain where the next
/// request begins.
struct RequestError: Error, Equatable, Sendable {
    /// The status code to answer with.
    let status: Int
    /// What was found and what is expected, in one sentence.
    let detail: String
    /// The byte offset of the mistake within the request.
    let offset: Int

    init(_ status: Int, _ detail: String, offset: Int) {
        self.status = status
        self.detail = detail
        self.offset = offset
    }
}
