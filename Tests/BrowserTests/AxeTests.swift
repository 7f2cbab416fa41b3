// What axe-core has to say of the page (https://github.com/dequelabs/axe-core).

import Foundation
import Testing

enum Axe {
    /// axe-core itself, as a wheel from PyPI brings it along.
    static let script: String? = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let find =
            "import importlib.util as u; print(u.find_spec('axe_playwright_python').submodule_search_locations[0])"
        process.arguments = ["python3", "-c", find]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let folder = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let path = folder.trimmingCharacters(in: .whitespacesAndNewlines) + "/axe.min.js"
        return try? String(contentsOfFile: path, encoding: .utf8)
    }()
}

extension BrowserTests {
    @Suite(
        .enabled(
            if: Axe.script != nil || BrowserTrait.isRequired,
            "axe-core is not installed (pip install --no-deps axe-playwright-python)"))
    struct AxeTests {
        @Test(
            "No view breaks a rule, of whatever severity, at a desk or in a hand, light or dark",
            arguments: [
                "collection=demo&layout=grid", "collection=demo&layout=justified", "collection=demo&layout=stack",
                "collection=demo&layout=strip", "collection=demo&layout=pages",
                "collection=demo&layout=item&item=1&zoom=2",
                "collection=weather", "collection=endless-feed",
            ], ["light", "dark"])
        func rules(place: String, scheme: String) async throws {
            let script = try #require(Axe.script, "axe-core is not installed: .ci/install does it")
            try await Page.open([], query: "#\(place)") { page in
                try await page.browser.tool(
                    "Emulation.setEmulatedMedia",
                    ["features": [["name": "prefers-color-scheme", "value": .text(scheme)]]])
                for (width, height) in [(1280, 800), (390, 844)] {
                    try await page.resize(width: width, height: height)
                    try await page.settle(when: "probe.isSharp()")
                    try await page.browser.run(script)
                    let found: [String] = try await page.browser.runAsync(
                        """
                        axe.run({ rules: { "target-size": { enabled: true } } })
                          .then(({ violations }) => violations.flatMap(({ id, impact, nodes }) =>
                            nodes.map(node => `${id} (${impact}): ${node.html.slice(0, 200)}`)))
                          .then(arguments[0]);
                        """)
                    #expect(found.isEmpty, "\(width) px, \(scheme): \(found)")
                }
                try await page.browser.tool("Emulation.setEmulatedMedia", ["features": []])
            }
        }
    }
}
