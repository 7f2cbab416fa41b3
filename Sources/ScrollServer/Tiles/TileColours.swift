// How the colours of a file come into its tiles.

import Imaging
import Synchronization

/// What tiles need to look as their file does: a small profile goes with each of them, so that the reader's screen shows all
/// that it can; by others the pixels are converted.
package struct TileColours: Sendable {
    /// Profiles up to this size travel in tiles: those of cameras, phones and displays. More than that is too much for tiles
    /// of some thousand bytes.
    private static let travelLimit = 1024
    /// How far from sRGB, in levels, a profile may be that is taken for it.
    private static let tolerance = 1.0
    /// How far beyond sRGB's lights, as a part of one, colours may be that count as within.
    private static let gamutTolerance = 0.01

    /// The ICC profile that each tile carries; nil for none, which means sRGB.
    var profile: [UInt8]?
    /// From the file's pixels to those of tiles; nil where they are the same.
    var conversion: ColourConversion?
    /// From tiles' pixels to sRGB; nil where they are sRGB.
    var average: ColourConversion?
    /// Of four inks, which the decoder converts.
    var inks: ColourConversion?

    /// For sRGB, and for files that do not say what their colours are.
    init() {}

    /// - Parameter space: what the samples in the file are.
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
        // Of other samples than the file has: browsers ignore it, too.
        default: break
        }
    }

    private static let displayP3 = ColourProfile(.displayP3, .sRGB)

    /// Whether no colour changes by it.
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

    /// Whether some of its colours are beyond sRGB's lights.
    private static func isWide(_ profile: ColourProfile) -> Bool {
        (0..<27).contains { number in
            let samples = SIMD4(Double(number % 3), Double(number / 3 % 3), Double(number / 9), 0) / 2
            let light = ColourConversion.light(of: samples, profile, .sRGB)
            return light.min() < -gamutTolerance || light.max() > 1 + gamutTolerance
        }
    }

    /// The colours of the file whose profile has these bytes; sRGB where it is of another kind than the pixels, or damaged.
    ///
    /// - Parameter space: what the samples in the file are.
    static func of(_ icc: [UInt8]?, _ space: ColourProfile.Space) -> TileColours {
        guard let icc else { return TileColours() }
        return known.colours(icc, space) {
            ColourProfile(icc: icc).map { TileColours($0, space) } ?? TileColours()
        }
    }

    /// The colours of a JPEG.
    static func of(_ header: JPEGHeader, in source: ByteSource) -> TileColours {
        of(
            header.profile(in: source),
            header.components.count == 1 ? .gray : header.components.count == 4 ? .cmyk : .rgb)
    }

    private static let known = KnownColours()

    /// The average colour of a tile's pixels, 0xRRGGBB in sRGB; nil where they have alpha.
    func colour(of pixels: PixelBuffer) -> UInt32? {
        pixels.averageColour { average?.converted($0) ?? $0 }
    }

    /// What the file's pixels look like, in sRGB.
    package func shown(_ pixels: PixelBuffer) -> PixelBuffer {
        let tile = converted(pixels)
        return average?.converted(tile) ?? tile
    }

    func converted(_ pixels: PixelBuffer) -> PixelBuffer { conversion?.converted(pixels) ?? pixels }
}

/// The colours of the profiles met last: the photographs of one camera have one. Safe on any thread.
private final class KnownColours: Sendable {
    private struct Entry {
        let icc: [UInt8]
        let space: ColourProfile.Space
        let colours: TileColours
    }

    private static let limit = 8
    /// Guards the entries, the one met last at the end. Not held while one is made.
    private let entries = Mutex<[Entry]>([])

    func colours(_ icc: [UInt8], _ space: ColourProfile.Space, make: () -> TileColours) -> TileColours {
        let known = entries.withLock { entries -> TileColours? in
            guard let place = entries.lastIndex(where: { $0.space == space && $0.icc == icc }) else { return nil }
            let entry = entries.remove(at: place)
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
