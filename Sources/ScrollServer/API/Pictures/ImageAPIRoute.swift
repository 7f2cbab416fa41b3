// GET /iiif/{version}/{collection}~{item}…: the IIIF Image API, versions 3.0 and 2.1, both at level 2.

import Catalog
import HTTP
import Metadata
import Pixels
import Platform
import Tiles
import Tiling

/// Answers requests of one version of the IIIF Image API.
struct ImageAPIRoute: Sendable {
    let version: ImageAPIVersion
    let lookup: PictureLookup
    let maker: RegionMaker

    /// The position of the picture's name in the path.
    private static let identifierIndex = 2

    // MARK: Images

    /// Answers with an image of a region.
    func image(_ request: Request) throws(Problem) -> Answer {
        try lookup.answer(request.pathSegments[Self.identifierIndex]) { (picture) throws(Problem) in
            try image(request, of: picture)
        }
    }

    private func image(_ request: Request, of picture: FoundPicture) throws(Problem) -> Answer {
        let parts = request.pathSegments[(Self.identifierIndex + 1)...].map(\.self)
        let resolved: ResolvedImage
        do throws(ImageRequestError) {
            let asked = try ImageRequest(version, region: parts[0], size: parts[1], rotation: parts[2], file: parts[3])
            resolved = try ResolvedImage(asked, of: picture.size, maker.limits)
        } catch {
            throw Problem(error)
        }
        if resolved.format == .webp, max(resolved.size.width, resolved.size.height) > WebPEncoder.greatestSide {
            throw .badParameter(
                "size", "a WebP has at most \(WebPEncoder.greatestSide) pixels a side; take another format")
        }
        let image = RegionImage(
            region: resolved.region, size: resolved.size, orientation: Orientation(resolved.rotation),
            tone: resolved.quality.tone, format: resolved.format.encoding)
        let address = "\(service(request))/\(resolved.canonicalPath)"
        let size = resolved.size
        let fields: ResponseHeaders = [
            "ETag":
                "\"\(picture.item.version)-\(version.rawValue)-\(size.width)x\(size.height)-\(resolved.canonicalPath)\"",
            "Cache-Control": "no-cache",
            "Link": "<\(address)>;rel=\"canonical\", <\(version.profile)>;rel=\"profile\"",
        ]
        return lookup.image(image, of: picture, by: maker, request, fields: fields) { (picture) throws(Problem) in
            try self.image(request, of: picture)
        }
    }

    // MARK: Information

    /// Leads from a picture's address to the information about it.
    func redirection(_ request: Request) throws(Problem) -> Answer {
        try lookup.item(request.pathSegments[Self.identifierIndex]) { _, _ in
            .now(
                Response(303, headers: ["Location": "\(service(request))/info.json", "Cache-Control": "no-cache"]))
        }
    }

    /// Answers with what can be asked of a picture.
    func information(_ request: Request) throws(Problem) -> Answer {
        try lookup.answer(request.pathSegments[Self.identifierIndex]) { picture in
            .now(information(request, of: picture))
        }
    }

    private func information(_ request: Request, of picture: FoundPicture) -> Response {
        let limits = maker.limits
        let information = ImageInformation(of: picture.pyramid, limits)
        let bytes = JSONWriter.object(capacity: 1024) { json in
            json.key("@context")
            json.value(version.context)
            json.key(version == .three ? "id" : "@id")
            json.value(service(request))
            if version == .three { json.member("type", "ImageService3") }
            json.member("protocol", "http://iiif.io/api/image")
            if version == .three {
                json.member("profile", "level2")
            } else {
                json.array("profile") { json in
                    json.value(version.profile)
                    json.object { json in
                        json.member("formats", ["webp"])
                        json.member("qualities", ["default", "color", "gray", "bitonal"])
                        json.member("supports", version.extraFeatures)
                        Self.write(limits, into: &json)
                    }
                }
            }
            json.member("width", picture.size.width)
            json.member("height", picture.size.height)
            if version == .three { Self.write(limits, into: &json) }
            json.write(information)
            if version == .three {
                json.member("extraFormats", ["webp"])
                json.member("extraQualities", ["color", "gray", "bitonal"])
                json.member("extraFeatures", version.extraFeatures)
            }
        }
        return .linkedData(bytes, as: version.mediaType, isPreferred: version == .three, to: request)
    }

    private static func write(_ limits: ImageLimits, into json: inout JSONWriter) {
        json.member("maxWidth", limits.side)
        json.member("maxArea", limits.area)
    }

    /// The address of the picture as the client wrote it, with the name still encoded.
    private func service(_ request: Request) -> String {
        let path = request.target.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        // The parts after the name are the same in either form; those before it include the base path.
        let end = path.count - (request.pathSegments.count - Self.identifierIndex - 1)
        return request.origin + path.prefix(max(0, end)).joined(separator: "/")
    }
}

extension ImageAPIVersion {
    /// The context of the words of `info.json`.
    fileprivate var context: String { "http://iiif.io/api/image/\(rawValue)/context.json" }

    /// The level that is offered, as links name it.
    fileprivate var profile: String { "http://iiif.io/api/image/\(rawValue)/level2.json" }

    /// What is offered beyond level 2.
    fileprivate var extraFeatures: [String] {
        switch self {
        case .two: ["canonicalLinkHeader", "mirroring", "profileLinkHeader", "regionSquare", "sizeAboveFull"]
        case .three: ["canonicalLinkHeader", "mirroring", "profileLinkHeader", "sizeUpscaling"]
        }
    }

    /// The media type of `info.json` as JSON-LD: 3.0 §5.1 prefers it where nothing is asked for, 2.1 §5.1 forbids it there.
    fileprivate var mediaType: String {
        self == .three ? "application/ld+json;profile=\"\(context)\"" : "application/ld+json"
    }
}

extension ImageRequest.Quality {
    fileprivate var tone: RegionImage.Tone {
        switch self {
        case .default, .color: .colour
        case .gray: .gray
        case .bitonal: .bitonal
        }
    }
}

extension ImageRequest.Format {
    fileprivate var encoding: RegionImage.Format {
        switch self {
        case .jpg: .jpeg
        case .png: .png
        case .webp: .webP
        }
    }
}

extension Problem {
    /// A 400 that names the part of the path, and says what it may be.
    init(_ error: ImageRequestError) {
        switch error {
        case .malformed(.region, let text):
            self = .badParameter(
                "region", "'\(text)' is none; give full, square, x,y,w,h in pixels, or pct:x,y,w,h in percent")
        case .malformed(.size, let text):
            self = .badParameter(
                "size",
                "'\(text)' is none; give max, w, as 512,, ,h as ,512, w,h, !w,h or pct:n; "
                    + "version 3 enlarges with a ^ before it, and version 2 has full")
        case .malformed(let part, let text), .unsupported(let part, let text):
            self = .badParameter(part.rawValue, "'\(text)' is not offered; \(Self.choices(of: part))")
        case .emptyRegion: self = .badParameter("region", "it has no pixels within the picture")
        case .emptySize: self = .badParameter("size", "the image would have no pixels")
        case .upscaled(let size):
            self = .badParameter(
                "size",
                "the region has only \(size.width) × \(size.height) pixels; put a ^ before the size to enlarge it")
        case .tooLarge(let limits):
            self = .badParameter(
                "size", "an image has at most \(limits.area) pixels, and \(limits.side) a side; max is the largest size"
            )
        }
    }

    private static func choices(of part: ImageRequest.Part) -> String {
        switch part {
        case .rotation: "give 0, 90, 180, 270 or 360, with a ! before it to mirror the image first"
        case .quality: "give \(ImageRequest.Quality.allCases.map(\.rawValue).joined(separator: ", "))"
        case .format: "give \(ImageRequest.Format.allCases.map(\.rawValue).joined(separator: ", "))"
        case .region, .size: "see the IIIF Image API, section 4"
        }
    }
}
