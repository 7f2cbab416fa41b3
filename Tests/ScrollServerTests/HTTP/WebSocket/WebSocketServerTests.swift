// WebSockets over real sockets: upgrade, messages, closing.

import Foundation
import Testing

@testable import HTTP

@Suite struct WebSocketServerTests {
    @Test(arguments: [0, 1, 125, 126, 65535, 65536, 300_000])
    func messagesComeBack(count: Int) throws {
        let server = try WebSocketTestServer()
        let client = try server.client("/echo")
        #expect(client.status == 101)
        let text = String(repeating: "a", count: count)
        let binary = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        client.send(.text(text), ClientFrame(2, binary))
        #expect(client.receive() == .text(text))
        #expect(client.receive() == .init(opcode: 2, payload: binary))
        #expect(server.server.statistics.upgrades == 1)
    }

    @Test func framesBehindTheHeadAreRead() throws {
        let server = try WebSocketTestServer()
        let client = try server.client("/echo", behind: ClientFrame.text("early").bytes + [0x81])
        #expect(client.receive() == .text("early"))
        client.raw.send(Array(ClientFrame.text("late").bytes.dropFirst()))
        #expect(client.receive() == .text("late"))
    }

    @Test func bytesThatComeOneByOneAreRead() throws {
        let server = try WebSocketTestServer()
        let client = try RawClient(port: server.port)
        for byte in WebSocketClient.head("/echo") + ClientFrame.text("hi").bytes { client.send([byte]) }
        #expect(client.receive()?.status == 101)
        #expect(client.receiveBytes(4) == [0x81, 2, 0x68, 0x69])
    }

    /// What was asked before the upgrade is answered before it; what comes behind is no HTTP any more.
    @Test func requestsArePipelinedAroundTheUpgrade() throws {
        let server = try WebSocketTestServer()
        let client = try RawClient(port: server.port)
        let before = Array(
            "GET /one HTTP/1.1\r\nHost: localhost\r\n\r\nGET /two HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        client.send(before + WebSocketClient.head("/echo") + before)
        #expect(client.receive()?.text == "/one")
        #expect(client.receive()?.text == "/two")
        #expect(client.receive()?.status == 101)
        // 'G' is a frame with reserved bits.
        #expect(client.receiveBytes(4)?.suffix(2) == [0x03, 0xEA])
        #expect(server.log.state.comesTrue { $0.closed == [.protocolError] })
    }

    @Test func aRefusedUpgradeLeavesHTTPAsItWas() throws {
        let server = try WebSocketTestServer()
        let client = try RawClient(port: server.port)
        let head = String(
            decoding: WebSocketClient.head("/echo", fields: "Origin: http://evil.example\r\n"), as: UTF8.self)
        client.send(head + "GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(client.receive()?.status == 403)
        #expect(client.receive()?.text == "/next")
        client.send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let plain = client.receive()
        #expect(plain?.status == 426)
        #expect(plain?.headers["sec-websocket-version"] == "13")
        #expect(server.log.connections.isEmpty)
    }

    @Test func pingsAreAnswered() throws {
        let server = try WebSocketTestServer()
        let client = try server.client("/echo")
        client.send(.text("a", isFinal: false), ClientFrame(9, [1, 2]), ClientFrame(0, [0x62]))
        #expect(client.receive() == .init(opcode: 10, payload: [1, 2]))
        #expect(client.receive() == .text("ab"))
    }

    // MARK: Closing

    @Test(arguments: [1000, 1001, 4999]) func closingIsAnswered(code: UInt16) throws {
        let server = try WebSocketTestServer()
        let client = try server.client("/echo")
        client.send(.text("last"), .close(code, "bye"), .text("never"))
        #expect(client.receive() == .text("last"))
        #expect(client.receive() == .close(code))
        #expect(client.raw.isAtEnd())
        #expect(server.log.closed == [WebSocketCloseCode(rawValue: code)])
        #expect(server.log.state.current.texts == ["last"])
    }

    @Test func closingWithoutACodeIsAnswered() throws {
        let server = try WebSocketTestServer()
        let client = try server.client("/echo")
        client.send(ClientFrame(8))
        #expect(client.receive() == .init(opcode: 8, payload: []))
        #expect(client.raw.isAtEnd())
        #expect(server.log.closed == [.noStatus])
    }

    @Test func breachesEndTheConnection() throws {
        let server = try WebSocketTestServer(messageLimit: 10)
        for (frame, code): (ClientFrame, UInt16) in [
            (.text("a").with { $0.isMasked = false }, 1002), (ClientFrame(1, [0xFF]), 1007),
            (.text("longer than ten"), 1009),
        ] {
            let client = try server.client("/echo")
            client.send(.text("before"), frame, .text("after"))
            #expect(client.receive() == .text("before"))
            let close = client.receive()
            #expect(close?.opcode == 8)
            #expect(close?.payload.prefix(2) == [UInt8(code >> 8), UInt8(code & 0xFF)])
            #expect(client.raw.isAtEnd())
        }
        #expect(server.log.closed.map(\.rawValue) == [1002, 1007, 1009])
    }

    @Test func theServerCloses() throws {
        let server = try WebSocketTestServer()
        let client = try server.client("/held")
        let connection = try #require(server.log.first())
        #expect(connection.send(text: "one"))
        connection.close(WebSocketCloseCode(rawValue: 4001), "enough")
        connection.close(.normal)
        #expect(!connection.send(text: "two"))
        #expect(client.receive() == .text("one"))
        #expect(client.receive() == .init(opcode: 8, payload: [0x0F, 0xA1] + Array("enough".utf8)))
        // What comes before the client's answer is not for the handler any more.
        client.send(.text("late"), .close(4001))
        #expect(client.raw.isAtEnd())
        #expect(server.log.closed == [WebSocketCloseCode(rawValue: 4001)])
        #expect(server.log.state.current.texts.isEmpty)
    }

    @Test func aClientThatDoesNotAnswerACloseIsLeft() throws {
        let server = try WebSocketTestServer { $0.timeouts.close = 30 * HTTPConfiguration.Timeouts.millisecond }
        let client = try server.client("/held")
        server.log.first()?.close()
        #expect(client.receive() == .close(1000))
        #expect(client.raw.isAtEnd())
        #expect(server.log.closed == [.abnormal])
    }

    @Test func aClientThatIsGoneIsNoticed() throws {
        let server = try WebSocketTestServer()
        try server.client("/held").raw.reset()
        try server.client("/held").raw.close()
        #expect(server.log.state.comesTrue { $0.closed == [.abnormal, .abnormal] })
        expectEventually(0) { server.server.statistics.open }
        #expect(server.log.connections.allSatisfy { !$0.send(text: "anybody?") && $0.queuedByteCount == 0 })
    }

    @Test func stoppingSaysSo() throws {
        let server = try WebSocketTestServer()
        let clients = try (0..<20).map { _ in try server.client("/held") }
        let stopped = Promise<Bool>()
        Thread.detachNewThread { stopped.keep(server.server.shutdown(within: 20)) }
        for client in clients {
            #expect(client.receive() == .init(opcode: 8, payload: [0x03, 0xE9] + Array("the server is stopping".utf8)))
            client.send(.close(1001))
            #expect(client.raw.isAtEnd())
            client.raw.close()
        }
        #expect(stopped.wait() == true)
        #expect(server.log.closed == [WebSocketCloseCode](repeating: .goingAway, count: 20))
    }

    @Test func stoppingDoesNotWaitForClientsThatAreSilent() throws {
        let server = try WebSocketTestServer { $0.timeouts.close = 30 * HTTPConfiguration.Timeouts.millisecond }
        let client = try server.client("/held")
        #expect(server.server.shutdown(within: 20))
        #expect(server.log.closed == [.abnormal])
        #expect(client.receive()?.opcode == 8)
    }
}
