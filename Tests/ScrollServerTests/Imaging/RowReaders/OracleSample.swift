// A picture that another program has written, and what it reads of it.

import Foundation
import Testing

@testable import Imaging
@testable import Metadata
@testable import Pixels

/// A line that an oracle's program prints.
struct OracleSample: Decodable {
    let name: String
    private let file: String
    private let width: Int
    private let height: Int
    private let pixels: String

    /// Decodes the picture, whose size has to be the oracle's.
    ///
    /// - Returns: its format, our pixels, and the oracle's; four samples a pixel.
    func decoded() throws -> (format: MediaFormat, pixels: [UInt8], expected: [UInt8]) {
        let source = ByteSource([UInt8](Data(base64Encoded: file) ?? Data()))
        let expected = [UInt8](Data(base64Encoded: pixels) ?? Data())
        let header = try ImageHeader.read(from: source, name: Array(name.utf8))
        #expect((header.width, header.height) == (width, height), "\(name)")
        var decoder = try #require(try SequentialPicture(source, header.format), "\(name)").decoder
        let pixels = try decoder.readAll().rgba
        #expect(!decoder.isPartial && pixels.count == expected.count, "\(name)")
        return (header.format, pixels, expected)
    }
}
