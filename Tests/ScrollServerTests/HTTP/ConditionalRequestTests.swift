// Preconditions, ranges and HEAD, without a socket.

import Testing

@testable import HTTP

@Suite struct ConditionalRequestTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let method: HTTP.Method
        let fields: [(String, String)]
        let status: Int
        var testDescription: String { "\(method.name) \(fields.map { "\($0.0): \($0.1)" }) \(status)" }

        init(_ method: HTTP.Method, _ fields: [(String, String)], _ status: Int) {
            self.method = method
            self.fields = fields
            self.status = status
        }

        init(_ fields: [(String, String)], _ status: Int) {
            self.init(.get, fields, status)
        }
    }

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let earlier = "Sun, 06 Nov 1994 08:49:36 GMT"
    private static let later = "Mon, 07 Nov 1994 08:49:37 GMT"
    private static let content = Array("0123456789".utf8)

    /// `"v1"` last changed at `date`.
    private static func respond(_ request: Request, tag: String? = "\"v1\"") -> Response {
        var response = Response(contentType: "text/plain", content)
        response.headers["ETag"] = tag
        response.headers["Last-Modified"] = date
        response.headers["Cache-Control"] = "no-cache"
        return finish(response, for: request)
    }

    static let cases: [Case] = [
        Case([], 200),
        Case([("If-None-Match", "\"v1\"")], 304),
        Case([("If-None-Match", "W/\"v1\"")], 304),
        Case([("If-None-Match", "\"x\", \"v1\"")], 304),
        Case([("If-None-Match", "\"x\",W/\"a,b\" , \"v1\"")], 304),
        Case([("If-None-Match", "\"x\""), ("If-None-Match", "\"v1\"")], 304),
        Case([("If-None-Match", "*")], 304),
        Case([("If-None-Match", "\"v2\"")], 200),
        Case([("If-None-Match", "v1")], 200),
        Case([("If-None-Match", "")], 200),
        Case(.head, [("If-None-Match", "\"v1\"")], 304),
        Case([("If-Modified-Since", date)], 304),
        Case([("If-Modified-Since", later)], 304),
        Case([("If-Modified-Since", earlier)], 200),
        Case([("If-Modified-Since", "Sunday, 06-Nov-94 08:49:37 GMT")], 304),
        Case([("If-Modified-Since", "Sun Nov  6 08:49:37 1994")], 304),
        Case([("If-Modified-Since", "yesterday")], 200),
        Case([("If-None-Match", "\"v2\""), ("If-Modified-Since", date)], 200),
        Case([("If-Match", "\"v1\"")], 200),
        Case([("If-Match", "*")], 200),
        Case([("If-Match", "W/\"v1\"")], 412),
        Case([("If-Match", "\"v2\", \"v3\"")], 412),
        Case([("If-Unmodified-Since", date)], 200),
        Case([("If-Unmodified-Since", earlier)], 412),
        Case([("If-Match", "\"v1\""), ("If-Unmodified-Since", earlier)], 200),
        Case([("If-Match", "\"v1\""), ("If-None-Match", "\"v1\"")], 304),
        Case([("Range", "bytes=0-0")], 206),
        Case([("Range", "BYTES=0-0")], 206),
        Case([("Range", "bytes=10-")], 416),
        Case([("Range", "bytes=-0")], 416),
        Case([("Range", "bytes=0-1,3-4")], 200),
        Case([("Range", "lines=0-1")], 200),
        Case([("Range", "bytes=5-4")], 200),
        Case([("Range", "bytes=a-b")], 200),
        Case([("Range", "bytes=-")], 200),
        Case([("Range", "bytes")], 200),
        Case(.head, [("Range", "bytes=0-0")], 200),
        Case([("Range", "bytes=0-0"), ("If-Range", "\"v1\"")], 206),
        Case([("Range", "bytes=0-0"), ("If-Range", "\"v2\"")], 200),
        Case([("Range", "bytes=0-0"), ("If-Range", "W/\"v1\"")], 200),
        Case([("Range", "bytes=0-0"), ("If-Range", date)], 206),
        Case([("Range", "bytes=0-0"), ("If-Range", later)], 200),
        Case([("Range", "bytes=0-0"), ("If-None-Match", "\"v1\"")], 304),
        Case(.delete, [("If-Match", "\"v2\"")], 200),
    ]

    @Test(arguments: cases)
    func status(_ one: Case) throws {
        let response = Self.respond(try Request(one.method, "/", headers: one.fields))
        #expect(response.status == one.status)
    }

    @Test(arguments: [
        ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=4-", "456789", "bytes 4-9/10"),
        ("bytes=-3", "789", "bytes 7-9/10"), ("bytes=-99", "0123456789", "bytes 0-9/10"),
        ("bytes=8-99", "89", "bytes 8-9/10"), ("bytes=9-99999999999999999999", "9", "bytes 9-9/10"),
        ("bytes= 1-1 ", "1", "bytes 1-1/10"),
    ])
    func ranges(field: String, content: String, contentRange: String) throws {
        let response = Self.respond(try Request(.get, "/", headers: [("Range", field)]))
        #expect(response.status == 206)
        #expect(response.headers["Content-Range"] == contentRange)
        guard case .bytes(let bytes) = response.body else {
            Issue.record("no content")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self) == content)
    }

    @Test func anUnsatisfiableRangeTellsTheLength() throws {
        let response = Self.respond(try Request(.get, "/", headers: [("Range", "bytes=10-12")]))
        #expect(response.headers["Content-Range"] == "bytes */10")
        #expect(response.headers["Content-Type"] == "application/problem+json")
    }

    @Test func notModifiedKeepsWhatCachesNeed() throws {
        let response = Self.respond(try Request(.get, "/", headers: [("If-None-Match", "*")]))
        #expect(response.headers.fields.map(\.name) == ["ETag", "Last-Modified", "Cache-Control"])
        #expect(response.body.count == 0)
    }

    @Test func headHasTheFieldsOfGetAndNoContent() throws {
        let whole = Self.respond(try Request(.get, "/"))
        let head = Self.respond(try Request(.head, "/"))
        #expect(head.headers == whole.headers)
        guard case .omitted(count: 10) = head.body else {
            Issue.record("\(head.body)")
            return
        }
    }

    @Test func weakTagsMatchWeaklyOnly() throws {
        func status(_ fields: [(String, String)]) throws -> Int {
            Self.respond(try Request(.get, "/", headers: fields), tag: "W/\"v1\"").status
        }
        #expect(try status([("If-None-Match", "\"v1\"")]) == 304)
        #expect(try status([("If-Match", "W/\"v1\"")]) == 412)
        #expect(try status([("Range", "bytes=0-0"), ("If-Range", "W/\"v1\"")]) == 200)
    }

    @Test func withoutValidatorsNothingIsConditional() throws {
        let request = try Request(.get, "/", headers: [("If-None-Match", "*"), ("Range", "bytes=0-0")])
        #expect(finish(Response(text: "a"), for: request).status == 200)
    }

    @Test func errorsAreNotConditional() throws {
        var missing = Problem.notFound("no").response
        missing.headers["ETag"] = "\"v1\""
        #expect(finish(missing, for: try Request(.get, "/", headers: [("If-None-Match", "\"v1\"")])).status == 404)
    }
}

@Suite struct HTTPDateTests {
    // Checked with `date -u -d @…`.
    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_210_096, "Thu, 29 Feb 2024 12:34:56 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)])
    func bothWays(seconds: Int64, text: String) {
        #expect(HTTPDate.text(seconds) == text)
        #expect(HTTPDate.seconds(text, now: 0) == seconds)
    }

    @Test func everyDayOfFourCenturiesComesBack() {
        for day in stride(from: Int64(-100 * 365), to: 300 * 366, by: 13) {
            let seconds = day * 86400 + 12345
            #expect(HTTPDate.seconds(HTTPDate.text(seconds), now: 0) == seconds)
        }
    }

    @Test(arguments: [
        "", "x", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT",
        "Sun, +6 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    ])
    func refused(text: String) {
        #expect(HTTPDate.seconds(text, now: 0) == nil)
    }

    /// RFC 9110 §5.6.7: more than 50 years ahead means the past.
    ///
    /// The moments are Python's.
    @Test(
        arguments: [
            // 2026-11-22T00:00:00Z
            (1_795_305_600, "Friday, 31-Dec-99 23:59:59 GMT", 946_684_799),
            (1_795_305_600, "Thursday, 01-Jan-70 00:00:00 GMT", 3_155_760_000),
            (1_795_305_600, "Sunday, 22-Nov-76 00:00:00 GMT", 3_373_228_800),
            (1_795_305_600, "Monday, 22-Nov-76 00:00:01 GMT", 217_468_801),
            (1_795_305_600, "Thursday, 01-Jan-77 00:00:00 GMT", 220_924_800),
            // 2080-01-01T00:00:00Z
            (3_471_292_800, "Thursday, 31-Dec-99 23:59:59 GMT", 4_102_444_799),
            (3_471_292_800, "Wednesday, 01-Jan-25 00:00:00 GMT", 4_891_363_200),
            (3_471_292_800, "Tuesday, 01-Jan-30 00:00:01 GMT", 1_893_456_001),
            // The year 2000 had a 29 February, 2100 has none.
            (3_471_292_800, "Tuesday, 29-Feb-00 00:00:00 GMT", 951_782_400),
        ] as [(Int64, String, Int64)])
    func shortYearsAreNotFarAhead(now: Int64, text: String, seconds: Int64) {
        #expect(HTTPDate.seconds(text, now: now) == seconds)
    }

    /// A file of 2075, asked for in 2080 with a date of 2078, which ends in 78.
    @Test func conditionsKnowThePresent() throws {
        let request = try Request(.get, "/", headers: [("If-Modified-Since", "Saturday, 01-Jan-78 00:00:00 GMT")])
        let modified = "Tue, 01 Jan 2075 00:00:00 GMT"
        let (now, before): (Int64, Int64) = (3_471_292_800, 1_795_305_600)
        #expect(ConditionalRequest(request, now: now).outcome(tag: nil, modified: modified) == .notModified)
        #expect(ConditionalRequest(request, now: before).outcome(tag: nil, modified: modified) == .proceed)
    }
}
