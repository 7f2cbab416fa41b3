// The error of a malformed request.

/// A request that cannot be parsed.
///
/// The server then closes the connection, since it cannot know where the next request begins.
struct RequestError: Error, Equatable, Sendable {
    /// The status code to answer with.
    let status: Int
    /// What was found and what is expected, in one sentence.
    let detail: String
    /// The byte offset of the error within the request.
    let offset: Int

    init(_ status: Int, _ detail: String, offset: Int) {
        self.status = status
        self.detail = detail
        self.offset = offset
    }
}
