// Preconditions (RFC 9110 §13) and ranges (§14): what they make of a response.

/// The conditions of a request, weighed against the validators of what it would be answered with.
///
/// A handler that knows the validators before it has made the content can ask for the outcome and spare the work.
struct ConditionalRequest {
    enum Outcome: Equatable {
        case proceed
        /// 304: the client has it already.
        case notModified
        /// 412: it is not what the client takes it for.
        case preconditionFailed
    }

    let request: Request
    /// Seconds since 1970: what dates with two-digit years are understood by.
    private let now: Int64

    init(_ request: Request, now: Int64 = System.unixSeconds()) {
        self.request = request
        self.now = now
    }

    /// In the order of RFC 9110 §13.2.2.
    ///
    /// - Parameters:
    ///   - tag: the value of `ETag`.
    ///   - modified: the value of `Last-Modified`.
    func outcome(tag: String?, modified: String?) -> Outcome {
        guard request.headers.hasConditions else { return .proceed }
        let current = tag.flatMap { EntityTag($0) }
        if let field = request.headers["if-match"] {
            let matches =
                field == "*"
                || current.map { tag in
                    EntityTag.list(field).contains { $0.matchesStrongly(tag) }
                } ?? false
            if !matches { return .preconditionFailed }
        } else if let limit = seconds(request.headers["if-unmodified-since"]), let time = seconds(modified) {
            if time > limit { return .preconditionFailed }
        }
        let reads = request.method == .get || request.method == .head
        if let field = request.headers["if-none-match"] {
            let matches =
                field == "*"
                || current.map { tag in
                    EntityTag.list(field).contains { $0.matchesWeakly(tag) }
                } ?? false
            if matches { return reads ? .notModified : .preconditionFailed }
        } else if reads, let limit = seconds(request.headers["if-modified-since"]), let time = seconds(modified) {
            if time <= limit { return .notModified }
        }
        return .proceed
    }

    /// The part of the content that the client wants; nil for all of it.
    func range(tag: String?, modified: String?, count: Int) -> ByteRange? {
        // RFC 9110 §14.2: range handling is defined for GET alone.
        guard request.headers.hasConditions, request.method == .get, let field = request.headers["range"] else {
            return nil
        }
        if let validator = request.headers["if-range"] {
            let holds =
                if let wanted = EntityTag(validator) {
                    tag.flatMap { EntityTag($0) }.map { wanted.matchesStrongly($0) } ?? false
                } else {
                    // RFC 9110 §13.1.5: an exact match of the date.
                    validator == modified
                }
            guard holds else { return nil }
        }
        let range = ByteRange(field, count: count)
        return range == .ignored ? nil : range
    }

    private func seconds(_ date: String?) -> Int64? {
        date.flatMap { HTTPDate.seconds($0, now: now) }
    }
}

/// The response as it goes out: conditions and ranges applied where it has validators, content left out for `HEAD`.
///
/// - Parameters:
///   - response: the handler's complete answer to `GET`, also where the request is `HEAD`.
/// - Returns: a response whose `Content-Length` is its body's count.
func finish(_ response: Response, for request: Request) -> Response {
    var response = response
    if request.method == .get || request.method == .head {
        if response.status == 200 { response = applyingConditions(of: request, to: response) }
        if request.method == .head { response.body = .omitted(count: response.body.count) }
    }
    if StatusCode.forbidsContent(response.status) { response.body = .none }
    return response
}

private func applyingConditions(of request: Request, to response: Response) -> Response {
    // Most requests ask for no conditions, and only files say that they have ranges.
    guard request.headers.hasConditions || response.body.isFile else { return response }
    let tag = response.headers["ETag"]
    let modified = response.headers["Last-Modified"]
    guard tag != nil || modified != nil else { return response }
    var response = response
    if response.body.isFile { response.headers["Accept-Ranges"] = "bytes" }
    guard request.headers.hasConditions else { return response }

    let conditions = ConditionalRequest(request)
    switch conditions.outcome(tag: tag, modified: modified) {
    case .proceed: break
    case .notModified:
        response.status = 304
        response.body = .none
        response.headers.removeAll { ResponseHeaders.same($0.name, "Content-Type") }
        return response
    case .preconditionFailed:
        var failed = Problem(412, "what is here is not what the request's condition expects; fetch it again").response
        failed.headers["ETag"] = tag
        return failed
    }

    let count = response.body.count
    switch conditions.range(tag: tag, modified: modified, count: count) {
    case .part(let range):
        response.status = 206
        response.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
        switch response.body {
        case .bytes(let bytes): response.body = .bytes(Array(bytes[range.clamped(to: bytes.indices)]))
        case .file(let file): response.body = .file(file.part(range))
        case .none, .omitted: break
        }
    case .unsatisfiable:
        var failed = Problem(416, "the range lies outside the \(count) bytes there are").response
        failed.headers["Content-Range"] = "bytes */\(count)"
        return failed
    case .ignored, nil: break
    }
    return response
}
