// The official validator of the IIIF Image API against the running program.

import Foundation
import Testing

@testable import HTTP
@testable import ScrollServer

@Suite(.needs(.iiifValidator)) struct ImageAPIValidatorTests {
    /// The one test of 3.0 that contradicts the specification: it wants a 400 for `!w,h` above the region's size.
    ///
    /// 3.0 §4.2: "as large as possible but not larger than the extracted region".
    private static let contradicting: Set = ["size_noup"]

    /// Draws the picture that the validator knows.
    private static let drawing = """
        import contextlib, io, sys
        from PIL import Image
        with contextlib.redirect_stdout(sys.stderr):
            from iiif_validator.validator import ValidationInfo
        picture = Image.new('RGB', (1000, 1000))
        for x, column in enumerate(ValidationInfo().colorInfo):
            for y, colour in enumerate(column):
                picture.paste(colour, (x * 100, y * 100, x * 100 + 100, y * 100 + 100))
        file = io.BytesIO()
        picture.save(file, 'PNG')
        sys.stdout.buffer.write(file.getvalue())
        """

    /// Runs all tests of a version up to level 2: their names, with `fine` or what failed.
    private static func run(_ version: String, port: Int, prefix: String, identifier: String) throws -> [String: String]
    {
        let output = try PythonOracle.run(
            """
            import contextlib, sys
            with contextlib.redirect_stdout(sys.stderr):
                from iiif_validator.validator import ImageAPI, TestSuite, ValidationInfo
            tests = TestSuite(ValidationInfo()).list_tests('\(version)')
            for name in sorted(tests):
                if tests[name]['level'] > 2: continue
                result = ImageAPI('\(identifier)', 'localhost:\(port)', '\(prefix)', 'http', '', '\(version)', debug=False)
                try:
                    TestSuite(ValidationInfo()).run_test(name, result)
                    failure = result.exception and str(result.exception)
                except Exception as error:
                    failure = repr(error)
                print(name, 'fine' if not failure else ' '.join(failure.split()))
            """)
        return String(decoding: output, as: UTF8.self).split(separator: "\n").reduce(into: [:]) { results, line in
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            if parts.count == 2 { results[parts[0]] = parts[1] }
        }
    }

    @Test func everyTestUpToLevel2() throws {
        let folder = try TemporaryFolder()
        // The validator escapes a hyphen in the name.
        try folder.write("test-pictures/squares.png", try PythonOracle.run(Self.drawing))
        let application = try Application(
            try Options([
                "--port=0", "--cache-limit=0", "--state=\(folder.path)/state", "--allow-origin=*",
                "\(folder.path)/test-pictures",
            ]), page: .program)
        defer { application.stop(within: 1) }
        let port = try application.start().port
        for scan in application.scans { scan.waitForScan() }
        let list = try APIClient.ask(application.router, .get, "/api/collections").object()
        let collection = try #require((list["collections"] as? [[String: Any]])?.first?["id"] as? String)
        let page = try APIClient.ask(application.router, .get, "/api/collections/\(collection)/items")
        let item = try #require((try page.object()["items"] as? [[String: Any]])?.first?["id"] as? String)
        for (version, prefix, count) in [("3.0", "iiif/3", 33), ("2.0", "iiif/2", 30)] {
            let results = try Self.run(version, port: port, prefix: prefix, identifier: "\(collection)~\(item)")
            #expect(results.count == count, "\(version): \(results.keys.sorted())")
            for (name, result) in results.sorted(by: { $0.key < $1.key }) where !Self.contradicting.contains(name) {
                #expect(result == "fine", "\(version) \(name)")
            }
        }
    }
}
