// What a picture's header tells about how it was taken and what it shows.

import Platform

/// Facts from EXIF, XMP, IPTC and PNG's texts.
///
/// Of several sources, EXIF takes precedence for what a camera knows; for what people write, XMP precedes IPTC, which
/// precedes EXIF, as in editors. All facts are validated: numbers are finite and plausible, texts have no control
/// characters and at most `longestText` bytes; prompts have at most `GeneratedPicture.longestPrompt`.
package struct PictureFacts: Sendable, Equatable {
    package static let longestText = 4096
    /// Most keywords.
    static let mostKeywords = 256

    package var camera: String?
    package var lens: String?
    /// In millimetres; the actual length, not the 35 mm equivalent.
    package var focal: Double?
    /// The f-number.
    package var aperture: Double?
    /// In seconds.
    package var exposure: Double?
    package var iso: Double?
    /// Duration of a video, in seconds.
    package var duration: Double?
    /// Pages of a TIFF or JPEG with several; a lower bound where a TIFF has `TIFFProbe.directoryLimit` directories.
    package var pages: Double?
    /// The real width of a pixel of the upright picture, in metres; from 10⁻¹² to 10⁷.
    package var pixelSize: Double?
    /// The real size of pixels and what told it; not kept with the other facts.
    package private(set) var scale: PixelScale?
    /// What else the file holds besides the picture, such as `gain map`, `depth map` or `film`.
    package var extras: [String] = []
    /// −1 (rejected)...5.
    package var rating: Double?
    /// The flag of programs that write it besides the rating; see `shownFlag`.
    package var flag: PictureFlag?
    package var label: String?
    package var keywords: [String] = []
    package var title: String?
    package var caption: String?
    /// A short title for publication.
    package var headline: String?
    package var creator: String?
    package var copyright: String?
    package var sublocation: String?
    package var city: String?
    package var state: String?
    package var country: String?
    /// Names of people in the picture.
    package var people: [String] = []
    /// Faces and other parts, in the order written; not kept with the other facts.
    package var regions: [PictureRegion] = []
    /// What the picture says about a film in its file, and the film that is there; not kept with the other facts.
    var claimedFilm: EmbeddedFilm.Claim?
    package var film: EmbeddedFilm?
    /// The prompt from which a picture was generated.
    package var prompt: String?
    /// The negative prompt: what a generated picture should not show.
    package var negative: String?
    /// The model that generated the picture.
    package var model: String?
    /// The seed of a generated picture, as text, since it may have more digits than a `Double`.
    package var seed: String?
    package var sampler: String?
    /// In degrees, north and east positive.
    package var latitude: Double?
    package var longitude: Double?
    /// Zone of the capture time, as `+02:00`.
    package var zone: String?
    /// Capture time from the best source that has one.
    package private(set) var taken: CaptureTime?
    /// The source of `taken`; meaningless without it.
    package private(set) var takenSource = DateSource.satellite

    package init() {}

    package static let none = PictureFacts()

    /// Adds the facts that are missing here.
    package mutating func complete(with other: PictureFacts) {
        camera = camera ?? other.camera
        lens = lens ?? other.lens
        focal = focal ?? other.focal
        aperture = aperture ?? other.aperture
        exposure = exposure ?? other.exposure
        iso = iso ?? other.iso
        duration = duration ?? other.duration
        pages = pages ?? other.pages
        pixelSize = pixelSize ?? other.pixelSize
        scale = scale ?? other.scale
        if extras.isEmpty { extras = other.extras }
        completeMarks(with: other)
        label = label ?? other.label
        if keywords.isEmpty { keywords = other.keywords }
        title = title ?? other.title
        caption = caption ?? other.caption
        headline = headline ?? other.headline
        creator = creator ?? other.creator
        copyright = copyright ?? other.copyright
        sublocation = sublocation ?? other.sublocation
        city = city ?? other.city
        state = state ?? other.state
        country = country ?? other.country
        if people.isEmpty { people = other.people }
        if regions.isEmpty { regions = other.regions }
        claimedFilm = claimedFilm ?? other.claimedFilm
        film = film ?? other.film
        prompt = prompt ?? other.prompt
        negative = negative ?? other.negative
        model = model ?? other.model
        seed = seed ?? other.seed
        sampler = sampler ?? other.sampler
        if latitude == nil || longitude == nil { (latitude, longitude) = (other.latitude, other.longitude) }
        setTaken(other.taken, zone: other.zone, from: other.takenSource)
    }

    /// Sets the capture time and its zone, unless the same or a better source has set them.
    ///
    /// Without a time, the zone is set only if there is none.
    package mutating func setTaken(_ time: CaptureTime?, zone: String?, from source: DateSource) {
        guard let time else {
            self.zone = self.zone ?? zone
            return
        }
        guard taken == nil || source < takenSource else { return }
        (taken, takenSource) = (time, source)
        self.zone = zone ?? self.zone
    }

    /// Sets the real size of the pixels of a picture of `width` × `height` stored pixels, unless it is set.
    mutating func setScale(_ found: PixelScale?, orientation: Int, width: Int, height: Int) {
        guard scale == nil, let found else { return }
        scale = found
        pixelSize = found.metres(orientation: orientation, width: width, height: height)?.x
    }

    /// Converts the capture time from universal time to a zone's clocks.
    mutating func putOnClocks(of zone: ZoneOffsets) { taken = taken?.onClocks(of: zone) }

    /// Takes user-written facts from `edited` where it has them.
    package mutating func prefer(_ edited: PictureFacts) {
        preferMarks(edited)
        label = edited.label ?? label
        if !edited.keywords.isEmpty { keywords = edited.keywords }
        title = edited.title ?? title
        caption = edited.caption ?? caption
        headline = edited.headline ?? headline
        creator = edited.creator ?? creator
        copyright = edited.copyright ?? copyright
        sublocation = edited.sublocation ?? sublocation
        city = edited.city ?? city
        state = edited.state ?? state
        country = edited.country ?? country
        if !edited.people.isEmpty { people = edited.people }
        if !edited.regions.isEmpty { regions = edited.regions }
    }

    // MARK: Checking

    /// Returns a text without control characters and outer spaces, at most `longestText` bytes; nil where nothing is
    /// left.
    ///
    /// Bytes that are not UTF-8 are decoded as Windows-1252, which includes Latin-1.
    package static func text(_ bytes: some Collection<UInt8>) -> String? {
        let bytes = Array(bytes.prefix(longestText).prefix { $0 != 0 })
        // Fast path: most texts are printable ASCII.
        if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return plain(bytes[...]) }
        let whole = String(validating: bytes, as: UTF8.self)
        // A character may have been cut off at the end.
        let cut =
            whole
            ?? (1...3).lazy.compactMap { String(validating: bytes.dropLast($0), as: UTF8.self) }
            .first { _ in bytes.count == longestText }
        return text(cut ?? Windows1252.text(bytes))
    }

    /// Returns a text, of ASCII or UTF-8, without outer spaces; nil where nothing is left.
    static func plain(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let first = bytes.firstIndex(where: { $0 != 0x20 }), let last = bytes.lastIndex(where: { $0 != 0x20 })
        else {
            return nil
        }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// Returns the text without control characters and outer spaces, at most `limit` bytes; nil where nothing is left.
    static func text(_ text: String, limit: Int = longestText) -> String? {
        var scalars = String.UnicodeScalarView()
        var byteCount = 0
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            byteCount += UTF8.width(scalar)
            guard byteCount <= limit else { break }
            scalars.append(isControl ? " " : scalar)
        }
        var rest = Substring(String(scalars))
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest.isEmpty ? nil : String(rest)
    }

    /// Returns a name like `Canon EOS 70D`: the model, preceded by the maker unless it begins with it.
    static func camera(make: String?, model: String?) -> String? {
        guard let model else { return make }
        guard let make, let first = make.split(separator: " ").first else { return model }
        return model.lowercased().hasPrefix(first.lowercased()) ? model : "\(make) \(model)"
    }

    /// Returns a number that is positive and below `limit`; nil for others.
    static func positive(_ number: Double?, below limit: Double) -> Double? {
        number.flatMap { $0 > 0 && $0 < limit && $0.isFinite ? $0 : nil }
    }

    /// Rounds an exposure in seconds as cameras do: fractions of a second to one over a whole number.
    static func exposure(_ seconds: Double?) -> Double? {
        guard let seconds = positive(seconds, below: 1e6), seconds > 1e-7 else { return nil }
        return isFraction(seconds) ? 1 / (1 / seconds).rounded() : seconds
    }

    /// Whether an exposure is written as a fraction of a second: `1/3`, but `0.3` and `0.5`.
    package static func isFraction(_ seconds: Double) -> Bool {
        guard seconds > 0, seconds < 0.4 else { return false }
        return seconds < 0.3 || abs(1 / seconds - (1 / seconds).rounded()) < 0.01
    }

    static func rating(_ number: Double?) -> Double? { number.flatMap { (-1...5).contains($0) ? $0.rounded() : nil } }

    /// Converts Windows' rating of 1, 25, 50, 75 or 99 percent to 1...5 stars, and 0 to 0.
    static func rating(percent: Double?) -> Double? {
        guard let percent, percent == 0 || percent >= 1, percent <= 100 else { return nil }
        if percent == 0 { return 0 }
        // Windows' own limits: 1-12 is one star, 13-37 two, 38-62 three, 63-87 four.
        return 1 + [12.5, 37.5, 62.5, 87.5].reduce(0) { $0 + (percent > $1 ? 1 : 0) }
    }

    /// Formats a lens's shortest and longest focal length and the f-numbers there as exiftool does: `24-70mm f/2.8`.
    ///
    /// Nil where nothing is known.
    static func lens(_ values: [Double]) -> String? {
        guard values.count == 4, values.contains(where: { $0.isFinite && $0 > 0 }) else { return nil }
        let texts = values.map { value in
            guard value.isFinite else { return "?" }
            let rounded = (value * 100).rounded() / 100
            return Int(exactly: rounded).map { String($0) } ?? String(rounded)
        }
        func range(_ first: Int) -> String {
            values[first + 1] == 0 || texts[first + 1] == texts[first]
                ? texts[first] : "\(texts[first])-\(texts[first + 1])"
        }
        return text("\(range(0))mm f/\(range(2))")
    }

    /// Sets a position, unless it is invalid, or 0, 0, which cameras without a fix write.
    mutating func setPosition(latitude: Double?, longitude: Double?) {
        guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180,
            latitude != 0 || longitude != 0
        else { return }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Validates a zone like `+02:00`; nil for anything else.
    static func zone(_ text: String?) -> String? {
        guard let text else { return nil }
        let parts = Array(text.utf8)
        guard parts.count == 6, parts[0] == UInt8(ascii: "+") || parts[0] == UInt8(ascii: "-"),
            parts[3] == UInt8(ascii: ":"),
            [1, 2, 4, 5].allSatisfy({ (0x30...0x39).contains(parts[$0]) })
        else { return nil }
        return text
    }
}
