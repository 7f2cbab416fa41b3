// The parser: what it accepts, what it refuses and with which status, in any split.

import Testing

@testable import HTTP

@Suite struct RequestParserTests {
    /// A request that should be refused, or accepted (0), and why.
    struct Case: Sendable, CustomTestStringConvertible {
        let status: Int
        let text: String
        let testDescription: String

        init(_ status: Int, _ text: String, _ description: String) {
            self.status = status
            self.text = text
            testDescription = description
        }
    }

    // MARK: Accepted

    @Test func aRequestIsTakenApart() throws {
        let request = try Request(
            .get, "/a%20b/c%2Fd/?x=1&y=a+b%2B&x=2&flag", headers: [("Host", "localhost:8080"), ("X-Thing", "  v w\t")])
        #expect(request.method == .get)
        #expect(request.pathSegments == ["a b", "c/d", ""])
        #expect(request.target == "/a%20b/c%2Fd/?x=1&y=a+b%2B&x=2&flag")
        #expect(request.query["x"] == "1")
        #expect(request.query.isRepeated("x"))
        #expect(request.query["y"] == "a b+")
        #expect(request.query["flag"]?.isEmpty == true)
        #expect(request.query["z"] == nil)
        #expect(request.headers["x-THING"] == "v w")
        #expect(request.host == "localhost:8080")
        #expect(request.keepsAlive)
    }

    @Test(
        arguments: [
            ("/", []), ("/a", ["a"]), ("/a/", ["a", ""]), ("/a//b", ["a", "", "b"]), ("/%2e%2e%2fetc", ["../etc"]),
            ("/..a/b..", ["..a", "b.."]), ("/%25", ["%"]), ("/%252e%252e", ["%2e%2e"]), ("/a+b", ["a+b"]),
            ("/%F0%9F%8C%8D", ["🌍"]), ("/?", []), ("http://localhost/a?b", ["a"]), ("http://localhost", []),
            ("http://localhost?x=1", []), ("/a;b=c,d", ["a;b=c,d"]),
        ] as [(String, [String])])
    func pathsAreDecodedOnce(target: String, segments: [String]) throws {
        #expect(try Request(.get, target).pathSegments == segments)
    }

    @Test func repeatedFieldsAreJoined() throws {
        let request = try Request(.get, "/", headers: [("If-None-Match", "\"a\""), ("if-none-match", "\"b\"")])
        #expect(request.headers["If-None-Match"] == "\"a\", \"b\"")
        #expect(request.headers.hasConditions)
    }

    @Test func anAbsoluteTargetOverridesHost() throws {
        let request = try Request(.get, "http://Example.org:81/x", headers: [("Host", "localhost")])
        #expect(request.host == "Example.org:81")
        #expect(request.target == "/x")
    }

    @Test(arguments: [
        ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
        ("HTTP/1.1", "Connection: x, Close\r\n", false), ("HTTP/1.0", "", false),
        ("HTTP/1.0", "Connection: keep-alive\r\n", true), ("HTTP/1.0", "Connection: keep-alive, close\r\n", false),
    ])
    func persistence(version: String, fields: String, keepsAlive: Bool) throws {
        var parser = RequestParser()
        parser.append(Array("GET / \(version)\r\nHost: a\r\n\(fields)\r\n".utf8))
        guard case .request(let request) = try parser.next() else {
            Issue.record("no request")
            return
        }
        #expect(request.keepsAlive == keepsAlive)
    }

    @Test func chunkedContentIsPutTogether() throws {
        let text =
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
            + "5;ext=\"a b\"\r\nhello\r\n00A ;x\r\n, chunked!\r\n0\r\nTrailer: x\r\n\r\n"
        var parser = RequestParser()
        parser.append(Array((text + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n").utf8))
        guard case .request(let first) = try parser.next(), case .request(let second) = try parser.next() else {
            Issue.record("no two requests")
            return
        }
        #expect(String(decoding: first.body, as: UTF8.self) == "hello, chunked!")
        #expect(first.headers["Trailer"] == nil)
        #expect(second.pathSegments == ["next"])
        #expect(second.body.isEmpty)
    }

    /// Without a length there is no content: what follows is the next request (RFC 9112 §6.3).
    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "GET"]) func withoutALengthThereIsNoContent(
        method: String
    ) throws {
        var parser = RequestParser()
        let first = "\(method) /first HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n"
        parser.append(Array((first + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n").utf8))
        guard case .request(let first) = try parser.next(), case .request(let second) = try parser.next() else {
            Issue.record("no two requests")
            return
        }
        #expect(first.method.name == method && first.body.isEmpty && first.keepsAlive)
        #expect(second.pathSegments == ["next"])
    }

    @Test func expectationsOnlyCountWithContent() throws {
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: "
        #expect(transcript(of: head + "2\r\n\r\n").first?.hasPrefix("continue? PUT") == true)
        #expect(transcript(of: head + "0\r\n\r\n").first?.hasPrefix("PUT") == true)
        let old = "PUT / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx"
        #expect(transcript(of: old).first?.hasPrefix("PUT") == true)
    }

    // MARK: Refused

    private static let host = "Host: localhost\r\n"

    static let requestLines: [Case] = [
        Case(0, "GET / HTTP/1.1\r\n\(host)\r\n", "plain"),
        Case(0, "\r\nGET / HTTP/1.1\r\n\(host)\r\n", "an empty line before"),
        Case(400, "\r\n\r\nGET / HTTP/1.1\r\n\(host)\r\n", "two empty lines before"),
        Case(400, "\nGET / HTTP/1.1\r\n\(host)\r\n", "a bare LF before"),
        Case(400, "GET / HTTP/1.1\n\(host)\r\n", "a bare LF as its end"),
        Case(400, "GET /\rHTTP/1.1\r\n\(host)\r\n", "a bare CR within"),
        Case(400, "GET  / HTTP/1.1\r\n\(host)\r\n", "two spaces"),
        Case(400, "GET / HTTP/1.1 \r\n\(host)\r\n", "a space at its end"),
        Case(400, " GET / HTTP/1.1\r\n\(host)\r\n", "a space at its beginning"),
        Case(400, "GET\t/\tHTTP/1.1\r\n\(host)\r\n", "tabs"),
        Case(400, "GET /\r\n\(host)\r\n", "no version"),
        Case(400, "GET\r\n\(host)\r\n", "no target"),
        Case(400, "G(T / HTTP/1.1\r\n\(host)\r\n", "a method that is no token"),
        Case(501, "BREW / HTTP/1.1\r\n\(host)\r\n", "an unknown method"),
        Case(501, "get / HTTP/1.1\r\n\(host)\r\n", "a method in small letters is another one"),
        Case(501, "CONNECT a:80 HTTP/1.1\r\n\(host)\r\n", "CONNECT"),
        Case(0, "TRACE / HTTP/1.1\r\n\(host)\r\n", "TRACE is for the router to refuse"),
        Case(505, "GET / HTTP/2.0\r\n\(host)\r\n", "version 2"),
        Case(505, "GET / HTTP/0.9\r\n\(host)\r\n", "version 0.9"),
        Case(400, "GET / http/1.1\r\n\(host)\r\n", "version in small letters"),
        Case(400, "GET / HTTP/11\r\n\(host)\r\n", "version without a dot"),
        Case(400, "GET / HTTP/1.10\r\n\(host)\r\n", "version with three digits"),
        Case(400, "GET * HTTP/1.1\r\n\(host)\r\n", "an asterisk for GET"),
        Case(0, "OPTIONS * HTTP/1.1\r\n\(host)\r\n", "an asterisk for OPTIONS"),
        Case(400, "GET a HTTP/1.1\r\n\(host)\r\n", "a relative target"),
        Case(400, "GET ftp://a/ HTTP/1.1\r\n\(host)\r\n", "another scheme"),
        Case(400, "GET http:///a HTTP/1.1\r\n\(host)\r\n", "an absolute target without host"),
        Case(400, "GET http://u@a/ HTTP/1.1\r\n\(host)\r\n", "user information"),
        Case(400, "GET /#f HTTP/1.1\r\n\(host)\r\n", "a fragment"),
        Case(400, "GET /\u{7F} HTTP/1.1\r\n\(host)\r\n", "a control character"),
        Case(400, "GET /ü HTTP/1.1\r\n\(host)\r\n", "a byte beyond ASCII"),
        Case(400, "GET /% HTTP/1.1\r\n\(host)\r\n", "an escape without digits"),
        Case(400, "GET /%4 HTTP/1.1\r\n\(host)\r\n", "an escape with one digit"),
        Case(400, "GET /%zz HTTP/1.1\r\n\(host)\r\n", "an escape that is none"),
        Case(400, "GET /?a=%+1 HTTP/1.1\r\n\(host)\r\n", "a wrong escape in the query"),
        Case(400, "GET /a%00b HTTP/1.1\r\n\(host)\r\n", "NUL"),
        Case(400, "GET /?a=%00 HTTP/1.1\r\n\(host)\r\n", "NUL in the query"),
        Case(400, "GET /%FF HTTP/1.1\r\n\(host)\r\n", "bytes that are not UTF-8"),
        Case(400, "GET /%C0%AE%C0%AE/ HTTP/1.1\r\n\(host)\r\n", "dots in overlong UTF-8"),
        Case(400, "GET /a/../b HTTP/1.1\r\n\(host)\r\n", "dot segments"),
        Case(400, "GET /. HTTP/1.1\r\n\(host)\r\n", "a dot segment"),
        Case(400, "GET /%2e%2E/b HTTP/1.1\r\n\(host)\r\n", "encoded dot segments"),
        Case(400, "GET /a/.%2e HTTP/1.1\r\n\(host)\r\n", "half encoded dot segments"),
    ]

    static let fields: [Case] = [
        Case(400, "GET / HTTP/1.1\r\n\r\n", "no Host"),
        Case(0, "GET / HTTP/1.0\r\n\r\n", "no Host in 1.0"),
        Case(400, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "Host twice"),
        Case(400, "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", "two Hosts"),
        Case(400, "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", "two Hosts in 1.0"),
        Case(400, "GET / HTTP/1.1\r\nHost:\r\n\r\n", "an empty Host"),
        Case(400, "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "a space in Host"),
        Case(400, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "a path in Host"),
        Case(400, "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", "a user in Host"),
        Case(400, "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", "a port that is no number"),
        Case(400, "GET / HTTP/1.1\r\nHost: a:70000\r\n\r\n", "a port too great"),
        Case(400, "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", "half an IPv6 address"),
        Case(0, "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "an IPv6 address"),
        Case(400, "GET http://a/ HTTP/1.1\r\n\r\n", "an absolute target without Host"),
        Case(400, "GET / HTTP/1.1\r\n\(host)A : b\r\n\r\n", "white space before the colon"),
        Case(400, "GET / HTTP/1.1\r\n\(host)A\t: b\r\n\r\n", "a tab before the colon"),
        Case(400, "GET / HTTP/1.1\r\n\(host) A: b\r\n\r\n", "a folded line"),
        Case(400, "GET / HTTP/1.1\r\n\(host)A: b\r\n\tc\r\n\r\n", "a line folded with a tab"),
        Case(400, "GET / HTTP/1.1\r\n A: b\r\n\(host)\r\n", "white space before the first field"),
        Case(400, "GET / HTTP/1.1\r\n\(host)A\r\n\r\n", "no colon"),
        Case(400, "GET / HTTP/1.1\r\n\(host): b\r\n\r\n", "no name"),
        Case(400, "GET / HTTP/1.1\r\n\(host)A(: b\r\n\r\n", "a name that is no token"),
        Case(400, "GET / HTTP/1.1\r\n\(host)Ä: b\r\n\r\n", "a name beyond ASCII"),
        Case(400, "GET / HTTP/1.1\r\n\(host)A: b\rc\r\n\r\n", "a bare CR in a value"),
        Case(400, "GET / HTTP/1.1\r\n\(host)A: b\nB: c\r\n\r\n", "a bare LF in a value"),
        Case(400, "GET / HTTP/1.1\r\n\(host)A: b\r\r\n\r\n", "CR CR LF"),
        Case(400, "GET / HTTP/1.1\r\n\(host)A: b\0\r\n\r\n", "NUL in a value"),
        Case(400, "GET / HTTP/1.1\r\n\(host)A: \u{7F}\r\n\r\n", "DEL in a value"),
        Case(400, "GET / HTTP/1.1\r\n\(host)A: b\r\n\n", "a bare LF as the head's end"),
        Case(0, "GET / HTTP/1.1\r\n\(host)A:\r\n\r\n", "an empty value"),
        Case(0, "GET / HTTP/1.1\r\n\(host)A: ü\tx\r\n\r\n", "obs-text and a tab in a value"),
        // This is content of no request: a second request that is none.
        Case(400, "POST / HTTP/1.1\r\n\(host)\r\n{}\r\n", "content without a length"),
        Case(417, "PUT / HTTP/1.1\r\n\(host)Expect: a\r\nContent-Length: 1\r\n\r\n", "another expectation"),
    ]

    static let framing: [Case] = [
        Case(0, "POST / HTTP/1.1\r\n\(host)\r\n", "POST without a length"),
        Case(0, "PUT / HTTP/1.1\r\n\(host)\r\n", "PUT without a length"),
        Case(0, "PATCH / HTTP/1.1\r\n\(host)\r\n", "PATCH without a length"),
        Case(411, "POST / HTTP/1.0\r\n\r\n", "POST without a length in 1.0"),
        Case(0, "DELETE / HTTP/1.1\r\n\(host)\r\n", "DELETE without a length"),
        Case(0, "POST / HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n", "a length of 0"),
        Case(0, "GET / HTTP/1.1\r\n\(host)Content-Length: 1\r\n\r\nx", "GET with content"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx", "two lengths"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 1\r\n\r\nx", "a length twice"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Content-Length: 1, 1\r\n\r\nx", "a list of lengths"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Content-Length: +1\r\n\r\nx", "a length with +"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\nx", "a length with -"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Content-Length: 0x1\r\n\r\nx", "a hexadecimal length"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Content-Length: 1 1\r\n\r\nx", "a length with a space"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Content-Length: 1.0\r\n\r\nx", "a length with a dot"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Content-Length:\r\n\r\n", "an empty length"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Content-Length: 18446744073709551617\r\n\r\nx", "2⁶⁴ + 1"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Content-Length: 9223372036854775808\r\n\r\nx", "2⁶³"),
        Case(413, "POST / HTTP/1.1\r\n\(host)Content-Length: 9223372036854775807\r\n\r\nx", "2⁶³ - 1"),
        Case(
            400, "POST / HTTP/1.1\r\n\(host)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "a length beside chunks"),
        Case(
            400, "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
            "chunks beside a length"),
        Case(
            400, "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "chunked twice"),
        Case(501, "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "gzip, chunked"),
        Case(501, "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", "chunked, gzip"),
        Case(501, "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", "xchunked"),
        Case(501, "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: identity\r\n\r\n", "identity"),
        Case(501, "POST / HTTP/1.1\r\n\(host)Transfer-Encoding:\r\n\r\n", "an empty coding"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "a space before its colon"),
        Case(400, "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: \u{0B}chunked\r\n\r\n0\r\n\r\n", "a vertical tab"),
        Case(400, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "chunks in 1.0"),
    ]

    private static let chunked = "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n"

    static let chunks: [Case] = [
        Case(0, chunked + "0\r\n\r\n", "none"),
        Case(0, chunked + "1\r\nx\r\n0\r\n\r\n", "one"),
        Case(0, chunked + "1;a=b;c\r\nx\r\n0;d\r\nT: u\r\n\r\n", "extensions and a trailer"),
        Case(400, chunked + "\r\n", "no size"),
        Case(400, chunked + "g\r\n", "a size that is no number"),
        Case(400, chunked + "0x1\r\nx\r\n0\r\n\r\n", "a size with 0x"),
        Case(400, chunked + "-1\r\n", "a negative size"),
        Case(400, chunked + " 1\r\nx\r\n0\r\n\r\n", "a space before the size"),
        Case(400, chunked + "1 \r\nx\r\n0\r\n\r\n", "a space behind the size"),
        Case(400, chunked + "1 1\r\nx\r\n0\r\n\r\n", "two sizes"),
        Case(400, chunked + "1\nx\r\n0\r\n\r\n", "a size that ends in a bare LF"),
        Case(400, chunked + "1;\u{01}\r\nx\r\n0\r\n\r\n", "a control character in an extension"),
        Case(400, chunked + "1\r\nxx\r\n0\r\n\r\n", "a chunk longer than its size"),
        Case(400, chunked + "2\r\nx\r\n0\r\n\r\n", "a chunk shorter than its size"),
        Case(400, chunked + "1\r\nx\n0\r\n\r\n", "data that end in a bare LF"),
        Case(400, chunked + "0\r\n T: u\r\n\r\n", "a folded trailer"),
        Case(400, chunked + "0\r\nT : u\r\n\r\n", "white space before a trailer's colon"),
        Case(413, chunked + "fffffffffffffffff\r\n", "a size that overflows"),
        Case(413, chunked + "100001\r\n", "a size over the limit"),
        Case(400, chunked + "1;" + String(repeating: "a", count: 300) + "\r\nx\r\n0\r\n\r\n", "a long extension"),
        Case(431, chunked + "0\r\n" + String(repeating: "T: u\r\n", count: 101) + "\r\n", "101 trailers"),
        Case(431, chunked + "0\r\nT: " + String(repeating: "u", count: 33_000) + "\r\n\r\n", "a long trailer"),
    ]

    @Test(arguments: requestLines + fields + framing + chunks)
    func statusOfOneRequest(_ one: Case) {
        #expect(status(of: one.text) == one.status)
    }

    /// What is refused in one piece is refused byte by byte, for the same reason at the same place.
    @Test(arguments: requestLines + fields + framing + chunks)
    func byteByByteIsTheSame(_ one: Case) {
        let bytes = Array(one.text.utf8)
        #expect(transcript(of: bytes.map { [$0] }) == transcript(of: [bytes]))
    }

    // MARK: Limits

    @Test func limitsHoldToTheByte() {
        var limits = RequestParser.Limits()
        limits.requestLine = 40
        limits.fieldBytes = 60
        limits.fieldCount = 3
        limits.body = 5
        func target(_ count: Int) -> String {
            "GET /\(String(repeating: "a", count: count - 14)) HTTP/1.1\r\nHost: a\r\n\r\n"
        }
        #expect(status(of: target(40), limits: limits) == 0)
        #expect(status(of: target(41), limits: limits) == 414)
        #expect(status(of: "GET /" + String(repeating: "a", count: 100), limits: limits) == 414)
        func section(_ count: Int) -> String {
            "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "b", count: count - 14) + "\r\n\r\n"
        }
        #expect(status(of: section(60), limits: limits) == 0)
        #expect(status(of: section(63), limits: limits) == 431)
        #expect(status(of: "GET / HTTP/1.1\r\n" + String(repeating: "a", count: 100), limits: limits) == 431)
        func fields(_ count: Int) -> String {
            "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: b\r\n", count: count - 1) + "\r\n"
        }
        #expect(status(of: fields(3), limits: limits) == 0)
        #expect(status(of: fields(4), limits: limits) == 431)
        func content(_ count: Int) -> String {
            "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n" + String(repeating: "x", count: count)
        }
        #expect(status(of: content(5), limits: limits) == 0)
        #expect(status(of: content(6), limits: limits) == 413)
        limits.fieldBytes = 100
        let head = "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(status(of: head + "2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n", limits: limits) == 0)
        #expect(status(of: head + "2\r\nab\r\n4\r\ncdef\r\n0\r\n\r\n", limits: limits) == 413)
    }

    /// FlyingFox took 2.3 s of CPU for such a header.
    ///
    /// Here no byte is searched twice.
    @Test func aLongHeaderInSmallPiecesIsSearchedOnce() throws {
        var limits = RequestParser.Limits()
        limits.fieldBytes = 128 << 10
        var parser = RequestParser(limits: limits)
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [UInt8](repeating: 0x61, count: 64 << 10)
        var searched = 0
        for byte in bytes {
            parser.append([byte])
            searched += parser.buffer.count - parser.searched
            #expect(try parser.next() == nil)
        }
        #expect(searched == bytes.count)
    }

    @Test func aLongBodyInSmallPiecesIsNotKeptTwice() throws {
        var parser = RequestParser()
        parser.append(Array("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n".utf8))
        var body: [UInt8] = []
        for number in 0..<1000 {
            parser.append([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 100))
            if case .request(let request) = try parser.next() { body = request.body }
            #expect(parser.bufferedCount == 0)
        }
        #expect(body == (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 100) })
    }
}
