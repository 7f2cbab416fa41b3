// Size, format and orientation of an image, from its header alone.

import Pixels
import Platform
import Tiling

/// What an image's header declares.
package struct ImageHeader: Sendable, Equatable {
    package var format: MediaFormat
    /// Stored size in pixels (for an SVG, CSS pixels), at least 1.
    package var width: Int
    package var height: Int
    /// EXIF orientation, 1...8; 5 to 8 exchange width and height.
    package var orientation = 1
    /// When the picture was taken, from the best source (see `DateSource`); nil where the file does not say so.
    ///
    /// Equal to `facts.taken`.
    package var taken: CaptureTime?
    /// Whether `taken` is universal time, as in videos, rather than a camera's local clock.
    var isTakenUniversal = false
    /// The longer side, in pixels, of a smaller copy of the picture in its file that is shown in cells; 0 for none.
    package var copySide = 0
    /// The tiles of a TIFF that are sent as they are stored; nil where there are none.
    package var storedTiles: StoredTiles?
    /// Whether the samples are gray or RGB of more values than a screen has levels, so that a window applies to them.
    package var hasDeepSamples = false
    /// Whether a TIFF has channels that can be shown together, each in a colour: samples of a pixel, or pages.
    package var hasChannels = false
    /// Further facts in the header; nil where there are none.
    package var facts: PictureFacts?
    /// Why the picture cannot be shown, where its header can still be read.
    ///
    /// Its size is then the claimed one, or 0 × 0.
    package var problem: ImageError?

    package init(
        format: MediaFormat, width: Int, height: Int, orientation: Int = 1, taken: CaptureTime? = nil,
        facts: PictureFacts? = nil, problem: ImageError? = nil
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
        self.taken = taken
        self.facts = facts
        self.problem = problem
    }

    package var orientedWidth: Int { orientation >= 5 ? height : width }
    package var orientedHeight: Int { orientation >= 5 ? width : height }

    /// Returns the header with `taken` in the local time of a zone.
    package func onClocks(of zone: ZoneOffsets) -> ImageHeader {
        guard isTakenUniversal, let taken else { return self }
        var header = self
        header.taken = taken.onClocks(of: zone)
        header.facts?.putOnClocks(of: zone)
        header.isTakenUniversal = false
        return header
    }

    /// Reads the header of an image in any of the formats of `MediaFormat`.
    ///
    /// Cost: a few reads of 1 KiB; at most 1 MiB whatever the file claims. An SVGZ is read whole, up to 16 MiB.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - name: the file's name, needed for a TGA without a signature.
    /// - Returns: the header.
    /// - Throws: `notAnImage`, `damaged` with the offset, `unsupported`.
    package static func read(from source: ByteSource, name: some BidirectionalCollection<UInt8> = []) throws(ImageError)
        -> ImageHeader
    {
        var reader = HeaderReader(source)
        return try read(&reader, name: name)
    }

    /// Reads the header if it lies in `prefix`, the first bytes of a file of `count` bytes.
    ///
    /// - Returns: nil when the prefix is too short or damaged; `read(from:)` then finds out which.
    package static func read(prefix: [UInt8], count: Int, name: some BidirectionalCollection<UInt8> = [])
        -> ImageHeader?
    {
        var reader = HeaderReader(prefix: prefix, count: count)
        // A part beyond the prefix (an orientation, say) must not count as missing from the file.
        guard let header = try? read(&reader, name: name), !reader.needsMoreThanPrefix else {
            return nil
        }
        return header
    }

    private static func read(_ reader: inout HeaderReader, name: some BidirectionalCollection<UInt8>)
        throws(ImageError) -> ImageHeader
    {
        guard reader.count > 0 else { throw .notAnImage("the file is empty") }
        let start = try reader.bytes(at: 0, limit: MediaFormat.signatureByteCount)
        let format: MediaFormat
        if let recognised = MediaFormat.sniff(start) ?? MediaFormat.sniff(start, named: name) {
            format = recognised
        } else if try isTGA(start, &reader, TGAHeader.isName(name)) {
            format = .tga
        } else if SVGProbe.mayBegin(start) {
            format = .svg
        } else {
            throw .notAnImage("the file is not an image of a known format")
        }
        var header = try format.traits.header(&reader)
        header.agreeOnTaken()
        if header.problem != nil { return header }
        try ImageError.checkSize(header.width, header.height, offset: 0)
        guard header.width <= Int(UInt32.max), header.height <= Int(UInt32.max) else {
            throw .tooLarge("a size of \(header.width) × \(header.height) pixels is too large")
        }
        return header
    }

    /// Gives the header and its facts the same capture time: that of the facts, or else that of the probe.
    private mutating func agreeOnTaken() {
        if let known = facts?.taken {
            taken = known
        } else if let taken {
            var dated = facts ?? .none
            dated.setTaken(taken, zone: nil, from: .created)
            facts = dated
        }
    }

    private static func isTGA(_ start: [UInt8], _ reader: inout HeaderReader, _ isNamedTGA: Bool) throws(ImageError)
        -> Bool
    {
        try TGAHeader.begins(start, isNamedTGA: isNamedTGA) { () throws(ImageError) in
            try reader.bytes(at: reader.count - TGAHeader.footer.count, limit: TGAHeader.footer.count)
        }
    }
}
