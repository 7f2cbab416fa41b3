// A thin WebDriver client (W3C WebDriver, and Chromium's own command for its developer tools' protocol).

import Foundation

/// One session: a browser, of whose windows one is driven at a time.
struct WebDriver: Sendable {
    /// What the browser or its driver refused, in its own words.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private struct Reply<Value: Decodable>: Decodable {
        let value: Value
    }

    private struct Refusal: Decodable {
        let error: String
        let message: String
    }

    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }

    private struct Session: Decodable {
        let sessionId: String
    }

    /// The longest that a script may take, in seconds.
    ///
    /// Nothing takes as long but on a machine that is busy otherwise.
    static let timeout = 60

    private let port: Int
    /// The session's path.
    private let base: String

    /// Starts a browser without a window on screen.
    init(_ driver: ChromeDriver, browser: String) async throws {
        let arguments: JSONValue = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
            "--no-first-run", "--mute-audio", "--lang=en-US", "--force-color-profile=srgb",
            // Processes for pages that may come, or come back: each test's page is new, and no other is waited for.
            "--disable-features=BackForwardCache,SpareRendererForSitePerProcess",
            // A mouse, as most desktops have one: without it, the browser says that nothing can hover.
            "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
        ]
        let body: JSONValue = [
            "capabilities": [
                "alwaysMatch": [
                    "browserName": "chrome",
                    "goog:chromeOptions": ["binary": .text(browser), "args": arguments],
                    "timeouts": ["script": .integer(Self.timeout * 1000), "pageLoad": 60000],
                ]
            ]
        ]
        port = driver.port
        let session: Session = try await Self.send("POST", port, "/session", body)
        base = "/session/\(session.sessionId)"
    }

    /// Closes the browser.
    func quit() async throws { let _: Ignored = try await Self.send("DELETE", port, base, nil) }

    /// Loads a page and waits for its load event.
    func go(to url: String) async throws { try await post("/url", ["url": .text(url)]) }

    /// The handle of the window that is driven.
    func window() async throws -> String { try await Self.send("GET", port, base + "/window", nil) }

    /// Opens another window, and drives that from now on.
    func openWindow() async throws {
        struct Window: Decodable { let handle: String }
        let window: Window = try await Self.send("POST", port, base + "/window/new", ["type": "window"])
        try await drive(window.handle)
    }

    /// Drives the window with this handle from now on.
    func drive(_ window: String) async throws { try await post("/window", ["handle": .text(window)]) }

    /// Closes the window that is driven.
    func closeWindow() async throws { let _: [String] = try await Self.send("DELETE", port, base + "/window", nil) }

    func reload() async throws { try await post("/refresh", [:]) }

    /// Runs a function's body in the page and returns what it returns.
    func run<Value: Decodable>(_ script: String) async throws -> Value {
        try await Self.send("POST", port, base + "/execute/sync", ["script": .text(script), "args": []])
    }

    func run(_ script: String) async throws {
        let _: Ignored = try await run(script)
    }

    /// Runs a function's body whose last argument is to be called with the result.
    func runAsync<Value: Decodable>(_ script: String) async throws -> Value {
        try await Self.send("POST", port, base + "/execute/async", ["script": .text(script), "args": []])
    }

    /// Input, as W3C actions.
    func perform(_ sources: [JSONValue]) async throws {
        try await post("/actions", ["actions": .list(sources)])
    }

    /// Lets go of all keys, buttons and fingers.
    func release() async throws { let _: Ignored = try await Self.send("DELETE", port, base + "/actions", nil) }

    /// A command of the developer tools' protocol.
    func tool(_ command: String, _ parameters: JSONValue = [:]) async throws {
        let _: Ignored = try await tool(command, parameters)
    }

    /// A command of the developer tools' protocol, and its answer.
    func tool<Value: Decodable>(_ command: String, _ parameters: JSONValue) async throws -> Value {
        try await Self.send(
            "POST", port, base + "/goog/cdp/execute", ["cmd": .text(command), "params": parameters])
    }

    /// What is seen, as a PNG.
    func screenshot() async throws -> Data {
        let text: String = try await Self.send("GET", port, base + "/screenshot", nil)
        return Data(base64Encoded: text) ?? Data()
    }

    private func post(_ path: String, _ body: JSONValue) async throws {
        let _: Ignored = try await Self.send("POST", port, base + path, body)
    }

    private static func send<Value: Decodable>(
        _ method: String, _ port: Int, _ path: String, _ body: JSONValue?
    ) async throws -> Value {
        let data = try body.map { try JSONEncoder().encode($0) }
        let answer = try await HTTPClient.send(method, port: port, path: path, body: data, timeout: 2 * timeout)
        guard answer.status == 200 else {
            let refusal = try? JSONDecoder().decode(Reply<Refusal>.self, from: answer.body).value
            // The first line says it; the rest is the driver's own stack.
            let text = refusal.map { "\($0.error): \($0.message.prefix { $0 != "\n" })" }
            throw Failure(description: text ?? String(decoding: answer.body, as: UTF8.self))
        }
        return try JSONDecoder().decode(Reply<Value>.self, from: answer.body).value
    }
}
