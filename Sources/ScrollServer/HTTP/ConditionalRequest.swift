// Applies a request's preconditions (RFC 9110 §13) and range (§14) to a response.

import Platform

/// Compares a request's conditions with the validators (`ETag`, `Last-Modified`) of the response.
///
/// A handler that knows the validators before it makes the content can evaluate the outcome first, and skip the work if
/// the client has the content already.
package struct ConditionalRequest {
    package enum Outcome: Equatable {
        case proceed
        /// 304: the client already has the content.
        case notModified
        /// 412: the content is not the version that the client expects.
        case preconditionFailed
    }

    let request: Request
    /// Seconds since 1970, needed to read dates with two-digit years.
    private let now: Int64

    package init(_ request: Request, now: Int64 = System.unixSeconds()) {
        self.request = request
        self.now = now
    }

    /// Evaluates the conditions in the order of RFC 9110 §13.2.2.
    ///
    /// `tag` is the value of `ETag`, `modified` that of `Last-Modified`.
    package func outcome(tag: String?, modified: String?) -> Outcome {
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

    /// Returns the part of the content to send; nil for all of it.
    func range(tag: String?, modified: String?, count: Int) -> ByteRange? {
        // RFC 9110 §14.2: ranges are defined for GET only.
        guard request.headers.hasConditions, request.method == .get, let field = request.headers["range"] else {
            return nil
        }
        if let validator = request.headers["if-range"] {
            let holds =
                if let wanted = EntityTag(validator) {
                    tag.flatMap { EntityTag($0) }.map { wanted.matchesStrongly($0) } ?? false
                } else {
                    // RFC 9110 §13.1.5: the date must match exactly.
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

/// Applies conditions, ranges and `HEAD` to a response, which must be the complete answer to `GET`.
///
/// Conditions and ranges apply to a 200 with validators; `HEAD` omits the content.
///
/// - Returns: a response whose `Content-Length` is its body's count.
func finish(_ response: Response, for request: Request) -> Response {
    var response = response
    if request.method == .get || request.method == .head {
        if response.status == 200 { response = applyingConditions(of: request, to: response) }
        if request.method == .head {
            response.hasUnknownLength = response.body.stream.map { $0.count == nil } ?? false
            response.body = .omitted(count: response.body.count)
        }
    }
    if request.version == .http10, let stream = response.body.stream, stream.count == nil {
        // HTTP/1.0 has no chunks: the body ends when the connection is closed.
        response.body = .stream(stream.plain)
        response.closesConnection = true
    }
    if StatusCode.forbidsContent(response.status) { response.body = .none }
    return response
}

private func applyingConditions(of request: Request, to response: Response) -> Response {
    // Most requests have no conditions, and only files announce ranges.
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
    guard response.body.stream == nil else { return response }
    switch conditions.range(tag: tag, modified: modified, count: count) {
    case .part(let range):
        response.status = 206
        response.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
        switch response.body {
        case .bytes(let bytes): response.body = .bytes(Array(bytes[range.clamped(to: bytes.indices)]))
        case .file(let file): response.body = .file(file.part(range))
        case .none, .omitted, .stream: break
        }
    case .unsatisfiable:
        var failed = Problem(416, "the range lies outside the \(count) bytes there are").response
        failed.headers["Content-Range"] = "bytes */\(count)"
        return failed
    case .ignored, nil: break
    }
    return response
}
