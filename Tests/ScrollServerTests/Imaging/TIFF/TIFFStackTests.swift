// Stacks of pages beside tifffile, which writes OME's and ImageJ's descriptions.

import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

@Suite struct TIFFStackTests {
    private struct Sample: Decodable {
        let name: String
        let file: String
        /// Places by axis; empty where no stack may be found.
        let sizes: [String: Int]
        let labels: [String]
    }

    /// The value of a page is 100 · time + 10 · depth + channel.
    @Test(.needs(.numpy), .needs(.tifffile)) func `every page is where tifffile has put it`() throws {
        let samples = try PythonOracle.run(Self.program).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Sample.self, from: Data($0))
        }
        #expect(samples.count > 12)
        for sample in samples {
            let source = ByteSource([UInt8](try #require(Data(base64Encoded: sample.file))))
            var chain = try TIFFPageChain(source)
            let stack = chain.stack
            var values: [Int] = []
            while let page = try chain.nextPage() {
                var decoder = try TIFFFile(source: source.page(at: page.offset)).decoder()
                values.append(Int(try decoder.readAll().bytes[0]))
            }
            guard !sample.sizes.isEmpty else {
                #expect(stack == nil, "\(sample.name)")
                continue
            }
            let axes = try #require(stack, "\(sample.name)").axes
            #expect(stack?.pageCount == values.count, "\(sample.name)")
            #expect(
                Dictionary(uniqueKeysWithValues: axes.map { ($0.name.rawValue, $0.count) }) == sample.sizes,
                "\(sample.name)")
            #expect(axes.first { $0.name == .c }?.labels ?? [] == sample.labels, "\(sample.name)")
            let weights = [StackAxis.Name.t: 100, .z: 10, .c: 1]
            for (index, value) in values.enumerated() {
                let expected = axes.reduce(0) { $0 + index / $1.step % $1.count * (weights[$1.name] ?? 0) }
                #expect(value == expected, "\(sample.name), page \(index)")
            }
        }
    }

    @Test(arguments: [
        "", "ImageJ=", "ImageJ=1\nslices=1", "ImageJ=1\nslices=0", "ImageJ=1\nslices=-4", "ImageJ=1\nslices=x",
        "ImageJ=1\nslices=1048577", "ImageJ=1\nslices=1048576\nframes=2", "ImageJ=1\nframes=9223372036854775807",
        "<OME>", "<OME><Pixels/>", #"<OME><Pixels DimensionOrder="XYZCT" SizeZ="3" SizeC="1"/></OME>"#,
        #"<OME><Pixels DimensionOrder="XYZZT" SizeZ="3" SizeC="1" SizeT="1"/></OME>"#,
        #"<OME><Pixels DimensionOrder="XYZCT" SizeZ="3" SizeC="0" SizeT="1"/></OME>"#,
        // Its pages are somewhere else.
        #"<OME><Pixels DimensionOrder="XYZCT" SizeZ="3" SizeC="1" SizeT="1"><TiffData IFD="2"/></Pixels></OME>"#,
        #"<OME><Pixels DimensionOrder="XYZCT" SizeZ="3" SizeC="1" SizeT="1"><TiffData IFD="0" FirstZ="1"/></Pixels></OME>"#,
    ]) func whatTellsOfNoStack(description: String) {
        #expect(TIFFStack(description: Array(description.utf8)) == nil)
    }

    @Test func `channels of one page are no pages`() {
        let text =
            #"<o:OME xmlns:o="u"><o:Pixels DimensionOrder="XYCZT" SizeZ="3" SizeC="3" SizeT="2">"#
            + #"<o:Channel Name="a &amp; b" SamplesPerPixel="3"/></o:Pixels></o:OME>"#
        let stack = TIFFStack(description: Array(text.utf8))
        #expect(stack?.axes == [StackAxis(name: .z, count: 3, step: 1), StackAxis(name: .t, count: 2, step: 3)])
        #expect(stack?.pageCount == 6)
    }

    private static let program = #"""
        import base64, io, json
        import numpy as np
        import tifffile

        def made(axes, sizes):
            shape = [sizes.get(axis, 1) for axis in axes] + [16, 16]
            values = np.zeros(shape, np.uint8)
            weights = {"T": 100, "Z": 10, "C": 1}
            for at in np.ndindex(*shape[:-2]): values[at] = sum(place * weights[axis] for place, axis in zip(at, axes))
            return values

        def tell(name, sizes, labels, *arguments, **more):
            out = io.BytesIO()
            tifffile.imwrite(out, *arguments, **more)
            print(json.dumps({"name": name, "file": base64.b64encode(out.getvalue()).decode(),
                "sizes": {axis.lower(): count for axis, count in sizes.items() if count > 1}, "labels": labels}))

        cases = [{"T": 2, "Z": 3, "C": 2}, {"T": 1, "Z": 5, "C": 1}, {"T": 2, "Z": 1, "C": 3}, {"T": 2, "Z": 4, "C": 1}]
        for sizes in cases:
            for axes in ("TZC", "TCZ", "CZT", "ZTC"):
                names = [f"Channel {number} & more" for number in range(sizes["C"])]
                tell(f"ome {axes} {sizes}", sizes, names if sizes["C"] > 1 else [], made(axes, sizes), ome=True,
                     photometric="minisblack", metadata={"axes": axes + "YX", "Channel": {"Name": names}})
            tell(f"ImageJ {sizes}", sizes, [], made("TZC", sizes), imagej=True, metadata={"axes": "TZCYX"})
        # A stack in an order of its own, and pages without one.
        tell("plain", {}, [], made("TZC", cases[0]).reshape(-1, 16, 16), photometric="minisblack", metadata=None)
        """#
}
