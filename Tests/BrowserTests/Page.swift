// The page under test: a server in this process, and what the browser has painted.

import Foundation
import Testing

@testable import HTTP
@testable import ScrollServer
@testable import Tiles

/// The page of one server, open in the browser.
struct Page {
    /// What a slot shows, and where in the viewport.
    struct Tile: Codable, Equatable {
        var index: Int
        var url: String
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    struct Offset: Codable, Equatable {
        var x: Double
        var y: Double
    }

    struct Lapse: Error, CustomStringConvertible {
        let description: String
    }

    let browser: WebDriver
    /// The server, such as `http://127.0.0.1:8080`.
    let address: String

    /// The page's files: those in the program, or in the folder that `SCROLLSERVER_PUBLIC` names.
    ///
    /// So a change of the page is tested without a build.
    static var files: PageFiles.Origin {
        get throws { try PageFiles.find(ProcessInfo.processInfo.environment["SCROLLSERVER_PUBLIC"]) }
    }

    /// Once for the browser: what measures goes into every page before its own scripts run.
    static func prepare(_ browser: WebDriver) async throws {
        try await browser.tool("Page.enable")
        try await browser.tool("Page.addScriptToEvaluateOnNewDocument", ["source": .text(probe)])
    }

    /// Starts a server with these arguments and opens its page in a viewport of this size.
    ///
    /// `isBlank`: whether every tile is a single pixel, for tests that look at places alone: a debug build takes
    /// long to draw.
    /// `maker`: what makes the tiles, instead of both.
    static func open(
        _ arguments: [String], width: Int = 400, height: Int = 300, scale: Double = 1, isBlank: Bool = false,
        maker: (any TileMaker)? = nil, query: String = "", sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (Page) async throws -> Void
    ) async throws {
        let state = try PictureFolder()
        defer { withExtendedLifetime(state) {} }
        let options = try Options(["--port=0", "--cache-limit=0", "--state=\(state.path)"] + arguments)
        let maker: any TileMaker = maker ?? (isBlank ? BlankTileMaker() : PictureTileMaker())
        let application = try Application(options, page: try Self.files, maker: maker)
        defer { application.stop(within: 0) }
        try await show(
            try application.start().url, width: width, height: height, scale: scale, query: query,
            sourceLocation: sourceLocation, body)
    }

    /// Opens the page of a server that runs already.
    static func show(
        _ address: String, width: Int = 400, height: Int = 300, scale: Double = 1, query: String = "",
        sourceLocation: SourceLocation = #_sourceLocation, _ body: (Page) async throws -> Void
    ) async throws {
        let browser = try #require(BrowserTrait.browser)
        let page = Page(browser: browser, address: address)
        // What the test before has left.
        try await browser.tool("Emulation.setTouchEmulationEnabled", ["enabled": false])
        try await browser.tool("Emulation.setEmulatedMedia", ["media": "", "features": []])
        try await page.resize(width: width, height: height, scale: scale)
        try await browser.go(to: "\(address)/\(query)")
        do {
            try await page.settle()
            try await body(page)
        } catch {
            try? await page.photograph("failure")
            try? await browser.release()
            throw error
        }
        let mistakes: [String] = try await browser.run("return probe.mistakes")
        #expect(mistakes.isEmpty, "errors in the page's scripts", sourceLocation: sourceLocation)
        // So that the page asks nothing more of a server that stops.
        try await browser.go(to: "about:blank")
    }

    func resize(width: Int, height: Int, scale: Double = 1) async throws {
        try await browser.tool(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(width), "height": .integer(height), "deviceScaleFactor": .number(scale),
                "mobile": false,
            ])
    }

    /// The value of an expression while the page is printed on a sheet of 700 × 1000 px.
    func onPaper<Value: Decodable>(_ expression: String) async throws -> Value {
        let window: [Int] = try await value("[innerWidth, innerHeight]")
        try await browser.run("dispatchEvent(new Event('beforeprint'))")
        try await browser.tool("Emulation.setEmulatedMedia", ["media": "print"])
        try await resize(width: 700, height: 1000)
        let seen: Value = try await value(expression)
        try await resize(width: window[0], height: window[1])
        try await browser.tool("Emulation.setEmulatedMedia", ["media": ""])
        try await browser.run("dispatchEvent(new Event('afterprint'))")
        return seen
    }

    /// The value of an expression in the page.
    func value<Value: Decodable>(_ expression: String) async throws -> Value {
        try await browser.run("return (\(expression));")
    }

    /// Waits until an expression holds; the page itself looks at it again and again.
    func until(_ condition: String) async throws {
        struct Outcome: Decodable {
            let holds: Bool
            let state: String
        }
        let outcome: Outcome = try await browser.runAsync(
            "probe.until(() => (\(condition)), \(WebDriver.timeout * 1000 - 5000)).then(arguments[0]);")
        guard outcome.holds else { throw Lapse(description: "never came true: \(condition); \(outcome.state)") }
    }

    /// Waits until nothing moves any more and the last plan is painted.
    func settle() async throws { try await until("probe.isSettled()") }

    /// Waits until an expression holds, then until all is at rest.
    func settle(when condition: String) async throws {
        try await until(condition)
        try await settle()
    }

    /// What is painted, by index; as it was at the last rest.
    func painted() async throws -> [Tile] { try await value("probe.painted()") }

    /// contentOffset as the page has it.
    func offset() async throws -> Offset { try await value("scrollServer.scroller.offset") }

    /// Goes to a fraction of the content's length.
    func jump(to fraction: Double) async throws {
        try await browser.run("probe.jump(\(fraction));")
        try await settle()
    }

    /// Asks the server itself, apart from the browser.
    func ask<Value: Decodable>(_ path: String) async throws -> Value {
        let port = try #require(address.split(separator: ":").last.flatMap { Int($0) })
        return try JSONDecoder().decode(Value.self, from: try await HTTPClient.send("GET", port: port, path: path).body)
    }

    /// Puts a picture of what is seen into the folder that `SCROLLSERVER_SCREENSHOTS` names.
    func photograph(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["SCROLLSERVER_SCREENSHOTS"] else { return }
        let place = Test.current.map { "\($0.name.filter { $0.isLetter || $0.isNumber })-" } ?? ""
        try await browser.screenshot().write(to: URL(fileURLWithPath: "\(folder)/\(place)\(name).png"))
    }
}
