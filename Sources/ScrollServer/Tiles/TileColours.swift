// Colour management for a file's tiles.

import Imaging
import Pixels
import Synchronization

/// How tiles get the colours of their file: a small profile is embedded in each, others are applied to the pixels.
///
/// With an embedded profile, the screen shows all colours that it can. High dynamic range is mapped to what an ordinary
/// screen shows.
package struct TileColours: Sendable {
    /// The maximum size in bytes of an embedded profile, enough for those of cameras, phones and displays.
    ///
    /// Larger ones are too much for tiles of some thousand bytes.
    private static let travelLimit = 1024
    /// The maximum deviation from sRGB, in levels, of a profile that counts as sRGB.
    private static let tolerance = 1.0
    /// How far linear sRGB components may be outside 0 … 1 for a colour that counts as inside the gamut.
    private static let gamutTolerance = 0.01

    /// The ICC profile embedded in each tile; nil for sRGB.
    var profile: [UInt8]?
    /// Converts the file's pixels to those of tiles; nil if they are the same.
    var conversion: ColourConversion?
    /// Converts tiles' pixels to sRGB; nil if they are sRGB.
    var average: ColourConversion?
    /// Converts four inks, within the decoder.
    var inks: ColourConversion?

    /// Makes the colours for sRGB files and for files without colour information.
    init() {}

    /// Makes the colours for a profile; `space` is the colour space of the file's samples.
    private init(_ profile: ColourProfile, _ space: ColourProfile.Space) {
        let toSRGB = ColourConversion(profile, to: .sRGB)
        switch (space, profile.space) {
        case (.cmyk, .cmyk): inks = toSRGB
        case (.gray, .gray), (.gray, .rgb):
            if !Self.isSRGB(toSRGB, isGray: true) { conversion = toSRGB }
        case (.rgb, .rgb):
            if Self.isSRGB(toSRGB, isGray: false) { return }
            if !Self.isWide(profile) {
                conversion = toSRGB
            } else if case .matrix = profile.model, profile.bytes.count <= Self.travelLimit {
                (self.profile, average) = (profile.bytes, toSRGB)
            } else if let displayP3 = Self.displayP3 {
                conversion = ColourConversion(profile, to: .displayP3)
                (self.profile, average) = (displayP3.bytes, ColourConversion(displayP3, to: .sRGB))
            }
        // The profile is for other samples than the file has: ignore it, as browsers do.
        default: break
        }
    }

    /// Makes the colours for a profile of high dynamic range; nil for other profiles.
    private init?(bright icc: [UInt8], _ space: ColourProfile.Space) {
        guard space != .cmyk, let (mapping, wide) = ColourConversion.toneMapping(icc) else { return nil }
        conversion = mapping
        // Gray has the same light in all of them.
        guard space == .rgb, let wide, let shown = ColourProfile(icc: wide) else { return }
        (profile, average) = (wide, ColourConversion(shown, to: .sRGB))
    }

    private static let displayP3 = ColourProfile(.displayP3, .sRGB)

    /// Returns whether a conversion changes no colour.
    private static func isSRGB(_ conversion: ColourConversion, isGray: Bool) -> Bool {
        let samples: [UInt8] = [0, 16, 64, 128, 200, 255]
        func isSame(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Bool {
            let found = conversion.converted([red, green, blue, 0])
            return zip([red, green, blue], [found[0], found[1], found[2]]).allSatisfy {
                abs(Double($0) - Double($1)) <= tolerance
            }
        }
        if isGray { return samples.allSatisfy { isSame($0, $0, $0) } }
        return samples.allSatisfy { red in
            samples.allSatisfy { green in samples.allSatisfy { isSame(red, green, $0) } }
        }
    }

    /// Returns whether some of a profile's colours are outside sRGB's gamut.
    private static func isWide(_ profile: ColourProfile) -> Bool {
        (0..<27).contains { number in
            let samples = SIMD4(Double(number % 3), Double(number / 3 % 3), Double(number / 9), 0) / 2
            let light = ColourConversion.light(of: samples, profile, .sRGB)
            return light.min() < -gamutTolerance || light.max() > 1 + gamutTolerance
        }
    }

    /// Returns the colours for a profile's bytes; sRGB if it is damaged or not for samples of `space`.
    static func of(_ icc: [UInt8]?, _ space: ColourProfile.Space) -> TileColours {
        guard let icc else { return TileColours() }
        return known.colours(icc, space) {
            TileColours(bright: icc, space) ?? ColourProfile(icc: icc).map { TileColours($0, space) } ?? TileColours()
        }
    }

    /// Returns the colours of a decoder's picture.
    static func of(_ decoder: some RowSource) -> TileColours { of(decoder.profile, decoder.profileSpace) }

    /// Returns the colours of a JPEG.
    static func of(_ header: JPEGHeader, in source: ByteSource) -> TileColours {
        of(
            header.profile(in: source),
            header.components.count == 1 ? .gray : header.components.count == 4 ? .cmyk : .rgb)
    }

    private static let known = KnownColours()

    /// Returns the average colour of a tile's pixels, 0xRRGGBB in sRGB; nil if they have alpha.
    func colour(of pixels: PixelBuffer) -> UInt32? {
        pixels.averageColour { average?.converted($0) ?? $0 }
    }

    /// Converts the file's pixels to sRGB.
    package func shown(_ pixels: PixelBuffer) -> PixelBuffer {
        let tile = converted(pixels)
        return average?.converted(tile) ?? tile
    }

    func converted(_ pixels: PixelBuffer) -> PixelBuffer { conversion?.converted(pixels) ?? pixels }
}

/// Caches the colours of the last profiles, since one camera's photographs share theirs.
///
/// Thread-safe.
private final class KnownColours: Sendable {
    private struct Entry {
        let icc: [UInt8]
        let space: ColourProfile.Space
        let colours: TileColours
    }

    private static let limit = 8
    /// Guards the entries, the last used at the end; not held while one is made.
    private let entries = Mutex<[Entry]>([])

    func colours(_ icc: [UInt8], _ space: ColourProfile.Space, make: () -> TileColours) -> TileColours {
        let known = entries.withLock { entries -> TileColours? in
            guard let index = entries.lastIndex(where: { $0.space == space && $0.icc == icc }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.colours
        }
        if let known { return known }
        let made = make()
        entries.withLock { entries in
            entries.append(Entry(icc: icc, space: space, colours: made))
            if entries.count > Self.limit { entries.removeFirst() }
        }
        return made
    }
}
