// The browser's own WebSocket against ours.

import Foundation
import Testing

@testable import HTTP

extension BrowserTests {
    @Suite struct WebSocketTests {
        @Test("Messages come back whole and in order, and closing is agreed on")
        func echo() async throws {
            let browser = try #require(BrowserTrait.browser)
            let server = HTTPServer(configuration: Self.configuration, respond: Self.respond)
            defer { server.shutdown(within: 0) }
            try await browser.go(to: try server.start().url)
            let said: [String] = try await browser.runAsync(
                """
                const done = arguments[arguments.length - 1];
                const socket = new WebSocket(`ws://${location.host}/echo`);
                socket.binaryType = "arraybuffer";
                const said = [`extensions '${socket.extensions}'`];
                const large = new Uint8Array(300000).map((_, index) => index * 31);
                socket.onopen = () => {
                    socket.send("Grüße, 世界 🌍");
                    socket.send(large);
                    socket.send("");
                };
                socket.onmessage = ({ data }) => {
                    if (typeof data === "string") said.push(data);
                    else said.push(String(new Uint8Array(data).every((byte, index) => byte === large[index])
                        && data.byteLength));
                    if (data === "") socket.close(4000, "enough");
                };
                socket.onclose = ({ code, reason, wasClean }) => done([...said, `${code} ${reason} ${wasClean}`]);
                """)
            #expect(said == ["extensions ''", "Grüße, 世界 🌍", "300000", "", "4000  true"])
        }

        @Test("A stopping server says so")
        func stopping() async throws {
            let browser = try #require(BrowserTrait.browser)
            let server = HTTPServer(configuration: Self.configuration, respond: Self.respond)
            defer { server.shutdown(within: 0) }
            try await browser.go(to: try server.start().url)
            let opened: Bool = try await browser.runAsync(
                """
                const done = arguments[arguments.length - 1];
                const socket = new WebSocket(`ws://${location.host}/echo`);
                socket.onopen = () => done(true);
                socket.onerror = () => done(false);
                socket.onclose = ({ code, wasClean }) => { window.closing = `${code} ${wasClean}`; };
                """)
            #expect(opened)
            #expect(server.shutdown(within: 2))
            let closing: String = try await browser.runAsync(
                """
                const done = arguments[arguments.length - 1];
                const look = () => window.closing ? done(window.closing) : requestAnimationFrame(look);
                look();
                """)
            #expect(closing == "1001 true")
        }

        private static let configuration = {
            var configuration = HTTPConfiguration()
            configuration.port = 0
            return configuration
        }()

        private static func respond(_ request: Request) -> Answer {
            guard request.pathSegments == ["echo"] else {
                return .now(
                    Response(contentType: "text/html; charset=utf-8", text: "<!doctype html><title>echo</title>"))
            }
            var upgrade = WebSocketUpgrade { Echo() }
            upgrade.messageLimit = 1 << 20
            return .upgrade(upgrade)
        }
    }
}

/// Sends back what comes.
private final class Echo: WebSocketHandler {
    private var connection: WebSocketConnection?

    func opened(_ connection: WebSocketConnection) { self.connection = connection }
    func received(text: String) { connection?.send(text: text) }
    func received(binary: [UInt8]) { connection?.send(binary: [binary]) }
    func drained() {}
    func closed(_ code: WebSocketCloseCode) {}
}
