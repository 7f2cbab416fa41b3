// The server over real sockets: what clients do, in order and out of order.

import Foundation
import Testing

@testable import HTTP
@testable import Platform

@Suite struct HTTPServerTests {
    private static let hello = "GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func aRequestIsAnswered() throws {
        let server = try TestServer()
        let client = try server.client()
        client.get("/hello")
        let answer = try #require(client.receive())
        #expect(answer.status == 200)
        #expect(answer.text == "hello")
        #expect(answer.headers["content-length"] == "5")
        #expect(answer.headers["connection"] == nil)
        let date = try #require(answer.headers["date"].flatMap { HTTPDate.seconds($0, now: 0) })
        #expect(abs(date - System.unixSeconds()) < 60)
    }

    /// Head and body in two writes without TCP_NODELAY cost FlyingFox 44 ms an answer, by the client's delayed ACK.
    @Test func anAnswerIsOneWrite() throws {
        let server = try TestServer()
        let client = try server.client()
        for _ in 0..<20 {
            client.get("/hello")
            #expect(client.receive()?.status == 200)
        }
        #expect(server.server.statistics.requests == 20)
        #expect(server.server.statistics.writes == 20)
    }

    @Test func pipelinedRequestsAreAnsweredInOrderTogether() throws {
        let server = try TestServer()
        let client = try server.client()
        let requests = (0..<100).map { number in
            "PUT /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\nno.\(number + 100)"
        }
        client.send(requests.joined())
        for number in 0..<100 { #expect(client.receive()?.text == "no.\(number + 100)") }
        #expect(server.server.statistics.requests == 100)
        #expect(server.server.statistics.writes < 20)
    }

    @Test func pipelinedRequestsOfAllKindsAreAnsweredInOrder() throws {
        let folder = try TemporaryFolder()
        let file = try OpenFile(path: folder.write("x", Array("from a file".utf8)))
        let server = try TestServer(file: file)
        let client = try server.client()
        let targets = (0..<60).map { ["/echo?", "/work?", "/file?", "/hello?"][$0 % 4] + String($0) }
        client.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
        for (number, target) in targets.enumerated() {
            let answer = client.receive()
            #expect(answer?.status == 200)
            switch number % 4 {
            case 0: #expect(answer?.headers["x-target"] == target)
            case 1: #expect(answer?.text == target)
            case 2: #expect(answer?.text == "from a file")
            default: #expect(answer?.text == "hello")
            }
        }
    }

    @Test func bytesOneAtATime() throws {
        let server = try TestServer()
        let client = try server.client()
        let text =
            Self.hello + "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n" + Self.hello
        for byte in text.utf8 { client.send([byte]) }
        #expect(client.receive()?.text == "hello")
        #expect(client.receive()?.text == "abcde")
        #expect(client.receive()?.text == "hello")
    }

    /// The parser's refusals, as a client sees them: the answer can be read, and the connection ends.
    @Test(arguments: RequestParserTests.requestLines + RequestParserTests.framing + RequestParserTests.chunks)
    func refusalsOverASocket(_ one: RequestParserTests.Case) throws {
        guard one.status != 0 else { return }
        let server = try Self.shared.get()
        let client = try server.client()
        client.send(one.text)
        let answer = try #require(client.receive())
        #expect(answer.status == one.status)
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(answer.headers["connection"] == "close")
        let problem = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
        #expect(problem["status"] as? Int == one.status)
        #expect((problem["detail"] as? String)?.isEmpty == false)
        #expect(client.isAtEnd())
    }

    /// One server for the many small cases.
    private static let shared = Result { try TestServer() }

    @Test func nothingAfterARefusedRequestIsAnswered() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send(
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello" + Self.hello
        )
        #expect(client.receive()?.status == 400)
        #expect(client.isAtEnd())
        #expect(server.server.statistics.requests == 0)
    }

    /// An answer that says no before all content has come must not be lost to a reset.
    @Test func aRefusalIsReadableWhileContentIsStillSent() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n\r\n")
        // The server takes what it does not want rather than reset the connection, which on some systems discards the
        // answer.
        #expect(client.send([UInt8](repeating: 0x61, count: 4_000_000)))
        #expect(client.receive()?.status == 413)
    }

    @Test func headHasNoContent() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("HEAD /hello HTTP/1.1\r\nHost: localhost\r\n\r\n" + Self.hello)
        let head = try #require(client.receive(head: true))
        #expect(head.headers["content-length"] == "5")
        #expect(client.receive()?.text == "hello")
    }

    @Test func notModifiedHasNoContentAndNoLength() throws {
        let server = try TestServer()
        let client = try server.client()
        client.get("/hello", fields: "If-None-Match: W/\"h\"\r\n")
        let answer = try #require(client.receive())
        #expect(answer.status == 304)
        #expect(answer.headers["content-length"] == nil)
        #expect(answer.headers["etag"] == "\"h\"")
        client.get("/hello")
        #expect(client.receive()?.text == "hello")
    }

    @Test func halfClosedClientsGetTheirAnswers() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send(Self.hello + "GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n" + Self.hello)
        client.endWriting()
        #expect(client.receive()?.text == "hello")
        for finish in server.heldRequests(1) { finish(Response(text: "at last")) }
        #expect(client.receive()?.text == "at last")
        let last = client.receive()
        #expect(last?.text == "hello")
        #expect(last?.headers["connection"] == "close")
        #expect(client.isAtEnd())
    }

    @Test func halfARequestIsAnsweredWhenTheClientEndsItsSide() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("GET /hello HT")
        client.endWriting()
        #expect(client.receive()?.status == 400)
        #expect(client.isAtEnd())
    }

    @Test func expectationsAreAnsweredBeforeTheContent() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("PUT /echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        #expect(client.receive()?.status == 100)
        client.send("abc")
        #expect(client.receive()?.text == "abc")
        client.send(
            "PUT /echo HTTP/1.1\r\nHost: evil.example\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
        #expect(client.receive()?.status == 421)
        #expect(client.isAtEnd())
    }

    @Test func http10IsAnsweredAndClosed() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(client.receive()?.headers["connection"] == "keep-alive")
        client.send("GET /hello HTTP/1.0\r\n\r\n")
        #expect(client.receive()?.headers["connection"] == "close")
        #expect(client.isAtEnd())
    }

    @Test func asteriskIsForTheServer() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = client.receive()
        #expect(answer?.status == 204)
        #expect(answer?.headers["allow"]?.contains("GET") == true)
    }

    /// A browser that was made to take our address for its site's name, and pages of other sites that write.
    @Test func othersPagesAreRefused() throws {
        let server = try TestServer()
        let client = try server.client()
        client.send("GET /hello HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        #expect(client.receive()?.status == 421)
        client.send(
            "POST /echo HTTP/1.1\r\nHost: localhost:1\r\nOrigin: http://localhost:2\r\nContent-Length: 0\r\n\r\n")
        #expect(client.receive()?.status == 403)
        client.send(
            "POST /echo HTTP/1.1\r\nHost: localhost:1\r\nOrigin: http://localhost:1\r\nContent-Length: 0\r\n\r\n")
        #expect(client.receive()?.status == 200)
    }

    @Test func largeBodiesFromMemoryAndFromFiles() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(file: OpenFile(path: folder.write("large", TestServer.large)))
        for target in ["/large", "/file"] {
            let client = try server.client(receiveBuffer: 16 << 10)
            client.get(target)
            client.get("/hello")
            #expect(client.receive()?.body == TestServer.large)
            #expect(client.receive()?.text == "hello")
        }
    }

    @Test func rangesOfFiles() throws {
        let folder = try TemporaryFolder()
        let server = try TestServer(file: OpenFile(path: folder.write("x", Array("0123456789".utf8))))
        let client = try server.client()
        client.get("/file", fields: "Range: bytes=3-5\r\n")
        let part = client.receive()
        #expect(part?.status == 206)
        #expect(part?.text == "345")
        #expect(part?.headers["content-range"] == "bytes 3-5/10")
        #expect(part?.headers["accept-ranges"] == "bytes")
        client.get("/file", fields: "Range: bytes=10-\r\n")
        #expect(client.receive()?.status == 416)
    }

    @Test func aFileThatShrinksEndsTheConnection() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("x", TestServer.large)
        let file = try OpenFile(path: path)
        try folder.write("y", [])
        let server = try TestServer(file: file)
        try #require(truncate(path, 1000) == 0)
        let client = try server.client()
        client.get("/file")
        #expect(client.receive() == nil)
    }

    @Test func deferredAnswersOfManyConnections() throws {
        let server = try TestServer()
        let clients = try (0..<30).map { _ in try server.client() }
        for round in 0..<5 {
            for (number, client) in clients.enumerated() { client.get("/work?\(round).\(number)") }
            for (number, client) in clients.enumerated() {
                #expect(client.receive()?.text == "/work?\(round).\(number)")
            }
        }
    }

    @Test func aSecondFinishIsNotHeard() throws {
        let server = try TestServer()
        let client = try server.client()
        client.get("/held")
        let first = try #require(server.heldRequests(1).first)
        first(Response(text: "one"))
        first(Response(text: "two"))
        #expect(client.receive()?.text == "one")
        client.get("/held")
        let second = try #require(server.heldRequests(2).last)
        first(Response(text: "three"))
        second(Response(text: "four"))
        #expect(client.receive()?.text == "four")
    }

    @Test func responsesCannotBeSplit() throws {
        let server = try TestServer()
        let client = try server.client()
        var response = Response(text: "x")
        response.headers["X-Name"] = "a\r\nSet-Cookie: b\0"
        client.get("/held")
        for finish in server.heldRequests(1) { finish(response) }
        let answer = client.receive()
        #expect(answer?.headers["x-name"] == "a  Set-Cookie: b")
        #expect(answer?.headers["set-cookie"] == nil)
    }
}
