// The suite of all tests that look at the page in a real browser.

import Foundation
import Testing

/// One browser serves them all, one after the other.
///
/// They are skipped where no Chromium and chromedriver are installed. In CI they fail there: `.ci/install` installs them.
/// They are skipped in a debug build, too, which makes tiles too slowly for what a reader would wait.
@Suite(
    .serialized, .inBrowser,
    .enabled(if: BrowserTrait.isOptimised, "needs an optimised build: SCROLLSERVER_OPTIMISED=1 swift test"),
    .enabled(
        if: ChromeDriver.Programs.installed != nil || BrowserTrait.isRequired,
        "chromedriver and Chromium are not installed (Debian: chromium, chromium-driver)"))
enum BrowserTests {}

/// Runs a suite with a browser at hand.
struct BrowserTrait: SuiteTrait, TestScoping {
    static let isRequired = ProcessInfo.processInfo.environment["CI"] != nil

    /// Whether the server is optimised.
    static let isOptimised: Bool = {
        #if !OPTIMISED
            false
        #else
            true
        #endif
    }()

    /// The browser of the suite that runs.
    @TaskLocal static var browser: WebDriver?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let programs = try #require(ChromeDriver.Programs.installed, "chromedriver and Chromium are not installed")
        let driver = try ChromeDriver(programs)
        defer { driver.stop() }
        let browser = try await WebDriver(driver, browser: programs.browser)
        do {
            try await Page.prepare(browser)
            try await Self.$browser.withValue(browser) { try await function() }
        } catch {
            try? await browser.quit()
            throw error
        }
        try await browser.quit()
    }
}

extension Trait where Self == BrowserTrait {
    static var inBrowser: Self { BrowserTrait() }
}
