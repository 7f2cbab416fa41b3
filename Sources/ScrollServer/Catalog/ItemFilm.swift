// The film that belongs to a still picture.

import Metadata
import Pixels
import Platform

/// A film in a picture's file, or in a file beside it.
package struct ItemFilm: Sendable {
    /// An open file, of which the film is a part.
    package let file: OpenFile
    package let range: Range<Int>
    package let format: MediaFormat

    /// The version of the file.
    package var version: String { file.status.version }

    /// Takes a whole file; throws `notAnImage` where it is no film.
    init(_ file: OpenFile) throws(ImageError) {
        let source = file.source
        let format = try source.checked { () throws(ImageError) in MediaFormat.sniff(source.bytes(at: 0, count: 16)) }
        guard let format, format.isVideo else { throw .notAnImage("the file beside the picture is no film") }
        (self.file, self.range, self.format) = (file, 0..<file.count, format)
    }

    /// Finds the film in a picture's file; nil where there is none.
    init?(in file: OpenFile) throws(ImageError) {
        let source = file.source
        let film = try source.checked { () throws(ImageError) in try ImageHeader.read(from: source).facts?.film }
        guard let film else { return nil }
        (self.file, range, format) = (file, film.range, film.format)
    }

    static let missing = ImageError.unreadable("no film belongs to this picture")
}
