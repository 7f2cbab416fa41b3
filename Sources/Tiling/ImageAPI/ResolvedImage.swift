// A request for an image, applied to a picture of a known size.

/// Which pixels of a picture become an image, and of what size.
public struct ResolvedImage: Sendable, Equatable {
    /// Within the picture; at least one pixel.
    public let region: PixelRect
    /// In pixels, before the rotation; at least one.
    public let size: PixelSize
    public let rotation: ImageRequest.Rotation
    public let quality: ImageRequest.Quality
    public let format: ImageRequest.Format
    /// The parts of the canonical path, with slashes between them: `full/max/0/default.jpg` (3.0 §4.8, 2.1 §4.7).
    public let canonicalPath: String

    /// Applies a request to a picture of `picture` pixels.
    ///
    /// - Throws: why there is no such image.
    public init(
        _ request: ImageRequest, of picture: PixelSize, _ limits: ImageLimits
    ) throws(ImageRequestError) {
        let region = try Self.region(request.region, of: picture)
        let size = try Self.size(request, region, of: picture, limits)
        (self.region, self.size) = (region, size)
        (rotation, format) = (request.rotation, request.format)
        // All colours are the default.
        quality = request.quality == .color ? .default : request.quality
        let isWhole = region.size == picture
        canonicalPath =
            (isWhole ? "full" : "\(region.x),\(region.y),\(region.width),\(region.height)")
            + "/\(Self.canonicalSize(size, of: region, picture, request.version, limits))"
            + "/\(rotation.isMirrored ? "!" : "")\(90 * rotation.quarterTurns)/\(quality.rawValue).\(format.rawValue)"
    }

    private static func region(
        _ region: ImageRequest.Region, of picture: PixelSize
    ) throws(ImageRequestError) -> PixelRect {
        let asked: PixelRect
        switch region {
        case .full: return PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
        case .square:
            let side = min(picture.width, picture.height)
            return PixelRect(x: (picture.width - side) / 2, y: (picture.height - side) / 2, width: side, height: side)
        case .pixels(let rect): asked = rect
        case .percent(let x, let y, let width, let height):
            guard width > 0, height > 0, x < 100, y < 100 else { throw .emptyRegion }
            // A part of a pixel counts as one, so that thin pictures have regions, too.
            func pixels(_ percent: Double, of length: Int) -> Int {
                min(Int(clamping: (percent * Double(length) / 100).rounded()), ImageNumber.greatest)
            }
            asked = PixelRect(
                x: min(pixels(x, of: picture.width), picture.width - 1),
                y: min(pixels(y, of: picture.height), picture.height - 1),
                width: max(1, pixels(width, of: picture.width)), height: max(1, pixels(height, of: picture.height)))
        }
        guard asked.width > 0, asked.height > 0, asked.x < picture.width, asked.y < picture.height else {
            throw .emptyRegion
        }
        return PixelRect(
            x: asked.x, y: asked.y, width: min(asked.width, picture.width - asked.x),
            height: min(asked.height, picture.height - asked.y))
    }

    private static func size(
        _ request: ImageRequest, _ region: PixelRect, of picture: PixelSize, _ limits: ImageLimits
    ) throws(ImageRequestError) -> PixelSize {
        let own = region.size
        let size: PixelSize
        switch request.size {
        case .full: size = own
        case .maximum:
            let box = request.mayUpscale ? PixelSize(width: limits.side, height: limits.side) : own
            return limits.largest(like: own, within: box)
        case .confined(let box):
            guard box.width > 0, box.height > 0 else { throw .emptySize }
            let inside = PixelSize(width: min(box.width, own.width), height: min(box.height, own.height))
            return limits.largest(like: own, within: request.mayUpscale ? box : inside)
        case .exact(let exact): size = exact
        case .width(let width):
            guard width <= limits.side else { throw .tooLarge(limits) }
            let level = width > 0 ? levelSizes(of: region, picture).first { $0.width == width } : nil
            size = PixelSize(
                width: width,
                height: level?.height ?? ImageLimits.scaled(own.height, by: width, over: own.width))
        case .height(let height):
            guard height <= limits.side else { throw .tooLarge(limits) }
            let level = height > 0 ? levelSizes(of: region, picture).first { $0.height == height } : nil
            size = PixelSize(
                width: level?.width ?? ImageLimits.scaled(own.width, by: height, over: own.height), height: height)
        case .percent(let percent):
            func scaled(_ length: Int) -> Int { Int(clamping: (Double(length) * percent / 100).rounded()) }
            size = PixelSize(width: scaled(own.width), height: scaled(own.height))
            // Too small a difference to change a rounded length is one all the same.
            if percent > 100, !request.mayUpscale { throw .upscaled(own) }
        }
        guard size.width > 0, size.height > 0 else { throw .emptySize }
        guard request.mayUpscale || size.width <= own.width && size.height <= own.height else { throw .upscaled(own) }
        guard limits.allows(size) else { throw .tooLarge(limits) }
        return size
    }

    /// The sizes of a region in the pyramid's levels whose pixels it covers completely, level 0 first.
    ///
    /// A viewer computes a tile's size by rounding up, so these are the lengths that it expects beside a given one.
    private static func levelSizes(of region: PixelRect, _ picture: PixelSize) -> [PixelSize] {
        let pyramid = Pyramid(picture)
        return (0...pyramid.maximumLevel).compactMap { LevelRegion.whole(region, of: pyramid, level: $0)?.size }
    }

    private static func canonicalSize(
        _ size: PixelSize, of region: PixelRect, _ picture: PixelSize, _ version: ImageAPIVersion, _ limits: ImageLimits
    ) -> String {
        let own = region.size
        switch version {
        case .three:
            if size == limits.largest(like: own, within: own) { return "max" }
            let isUpscaled = size.width > own.width || size.height > own.height
            let most = PixelSize(width: limits.side, height: limits.side)
            if isUpscaled, size == limits.largest(like: own, within: most) { return "^max" }
            return "\(isUpscaled ? "^" : "")\(size.width),\(size.height)"
        case .two:
            if size == own { return "full" }
            let level = levelSizes(of: region, picture).first { $0.width == size.width }
            let height = level?.height ?? ImageLimits.scaled(own.height, by: size.width, over: own.width)
            return height == size.height ? "\(size.width)," : "\(size.width),\(size.height)"
        }
    }
}

extension PixelRect {
    /// Width and height.
    public var size: PixelSize { PixelSize(width: width, height: height) }
}
