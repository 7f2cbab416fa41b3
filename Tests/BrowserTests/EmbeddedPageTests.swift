// The copy of the page inside the program.

import Foundation
import Testing

@testable import ScrollServer

@Suite struct EmbeddedPageTests {
    @Test("It is what Public holds (.ci/embed-page writes it)")
    func isCurrent() throws {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { package.deleteLastPathComponent() }
        let folder = package.appendingPathComponent("Public")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == Set(EmbeddedPage.files.keys))
        for name in names {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            #expect(EmbeddedPage.files[name] == text, "\(name) differs; run .ci/embed-page")
        }
    }
}
