// What is wrong with a request, and which status says so.

/// A request that cannot be accepted. The connection ends after it: where the next request begins is not certain.
struct RequestError: Error, Equatable, Sendable {
    /// The status code to answer with.
    let status: Int
    /// What was found and what is expected, in one sentence.
    let detail: String
    /// Byte offset within the request at which it was found.
    let offset: Int

    init(_ status: Int, _ detail: String, offset: Int) {
        self.status = status
        self.detail = detail
        self.offset = offset
    }
}
