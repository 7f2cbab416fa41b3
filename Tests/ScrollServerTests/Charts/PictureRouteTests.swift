// The view of a chart as one picture.

import Foundation
import Testing

@testable import Charts
@testable import HTTP

@Suite struct PictureRouteTests {
    private func client(_ count: Int) throws -> APIClient {
        try APIClient([
            try StagedSeries(
                (0..<count).map { Double($0) * 3600 },
                [(0..<count).map { Double($0 * 7919 % 101) }, (0..<count).map { $0 % 10 == 0 ? .nan : 5 }]
            ).collection
        ])
    }

    @Test(.needs(.python), arguments: [2, 60, 5000]) func aPictureWithWords(count: Int) throws {
        let client = try client(count)
        for query in ["zoomTo=item", "lineGap=24&x=100&scheme=dark", "scale=2&start=end"] {
            let reply = try client.get("/api/collections/c/picture?width=800&height=400&\(query)")
            #expect(reply.status == 200 && reply.headers["Content-Type"] == "image/svg+xml")
            // It is well-formed, has the view's size, and the names of both lines.
            let program = """
                import sys, xml.etree.ElementTree as tree
                root = tree.fromstring(sys.stdin.read())
                assert root.tag.endswith('svg') and root.get('width') == '800' and root.get('height') == '400'
                texts = [t.text for t in root.iter('{http://www.w3.org/2000/svg}text')]
                assert 'Line 1' in texts and 'Line 2' in texts and len(texts) > 4, texts
                assert 'nan' not in tree.tostring(root, 'unicode') and 'inf' not in tree.tostring(root, 'unicode')
                """
            _ = try PythonOracle.run(program, input: reply.body)
        }
    }

    @Test func aPictureOfPixels() throws {
        let reply = try client(100).get("/api/collections/c/picture?width=320&height=200&scale=2&format=png")
        #expect(reply.status == 200 && reply.headers["Content-Type"] == "image/png")
        #expect(Array(reply.body[16..<24]) == [0, 0, 2, 128, 0, 0, 1, 144])
    }

    @Test(arguments: ["format=jpeg", "width=0", "scale=x", "frm=1"]) func badParameters(query: String) throws {
        let size = query.hasPrefix("width") ? "height=200" : "width=320&height=200"
        #expect(try client(10).get("/api/collections/c/picture?\(size)&\(query)").status == 400)
    }

    /// Names from a table are text, whatever they hold.
    @Test func namesAreEscaped() {
        #expect(SVGText.escaped("a<b>&\"\u{1}c\"") == "a&lt;b&gt;&amp;&quot;c&quot;")
        #expect(
            SVGText.number(-0.001) == "0" && SVGText.number(1.005e3) == "1005"
                && SVGText.number(.infinity) == "1000000000")
    }
}
