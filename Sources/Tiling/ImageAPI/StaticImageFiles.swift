// The files of a picture for the IIIF Image API 3.0 at level 0: without a server that makes images on demand.

/// Which images of a picture are kept as files, under the paths by which viewers ask for them.
///
/// These are the tiles of the levels from the first to one that is one tile, and the whole picture in some sizes.
public struct StaticImageFiles: Sendable, Equatable {
    public let pyramid: Pyramid
    /// The coarsest level with tiles: that is one tile.
    public let lastLevel: Int
    /// The level that is also one image, the largest one of the whole picture.
    ///
    /// Its longer side has as many pixels as a tile, or up to twice as many; or it is the picture.
    public let previewLevel: Int

    /// What each image's path ends with.
    private static let ending = "0/default.jpg"

    public init(of pyramid: Pyramid) {
        self.pyramid = pyramid
        lastLevel =
            (0...pyramid.maximumLevel).first { pyramid.tileCounts(of: $0) == (1, 1) } ?? pyramid.maximumLevel
        let side = (0...lastLevel).map { pyramid.tileSide(of: $0) }.max() ?? Pyramid.tileSize
        let sides = (0...lastLevel).map { max(pyramid.size(of: $0).width, pyramid.size(of: $0).height) }
        previewLevel = sides.lastIndex { $0 >= side } ?? 0
    }

    /// The most pixels of a side of an image; nil where the whole picture is one.
    public var maximumSide: Int? { previewLevel == 0 ? nil : Self.longerSide(pyramid.size(of: previewLevel)) }

    /// What `info.json` says of the tiles, and of the sizes of the whole picture.
    public var information: ImageInformation {
        let side = Self.longerSide(pyramid.size(of: previewLevel))
        return ImageInformation(of: pyramid, ImageLimits(side: side, area: .max))
    }

    private static func longerSide(_ size: PixelSize) -> Int { max(size.width, size.height) }

    /// The path of a tile; nil where there is no such tile.
    public func path(level: Int, column: Int, row: Int) -> String? {
        guard level <= lastLevel, let part = pyramid.region(level: level, column: column, row: row) else { return nil }
        let size = pyramid.size(of: level)
        if part.size == size { return wholePath(size) }
        let (x, y) = (part.x << level, part.y << level)
        let width = min((part.x + part.width) << level, pyramid.size.width) - x
        let height = min((part.y + part.height) << level, pyramid.size.height) - y
        return "\(x),\(y),\(width),\(height)/\(part.width),\(part.height)/\(Self.ending)"
    }

    /// The paths of the largest image of the whole picture.
    public var previewPaths: [String] { ["full/max/\(Self.ending)", wholePath(pyramid.size(of: previewLevel))] }

    private func wholePath(_ size: PixelSize) -> String { "full/\(size.width),\(size.height)/\(Self.ending)" }
}
