// Reads where a GeoTIFF lies on the earth.

/// The tags and keys of GeoTIFF 1.1 (OGC 19-008r4) that place a picture on a map.
enum GeoKeys {
    private static let pixelScale = 33_550, tiePoints = 33_922, transformation = 34_264
    private static let directory = 34_735, doubles = 34_736
    /// Most keys that are read.
    private static let keyLimit = 256

    /// EPSG's codes of units of length, and their lengths in metres.
    private static let lengths: [Int: Double] = [
        9001: 1, 9002: 0.3048, 9003: 1200.0 / 3937, 9030: 1852, 9036: 1000, 9093: 1609.344,
    ]
    /// EPSG's code of the degree.
    private static let degree = 9102

    /// Reads the placement; nil for a TIFF without one.
    ///
    /// It needs a transformation, or one tie point and a scale. Several tie points without a scale are not enough: they
    /// would have to be fitted.
    static func placement(_ directory: TIFFDirectory, _ reader: inout HeaderReader) -> MapPlacement? {
        guard directory[transformation] != nil || directory[pixelScale] != nil else { return nil }
        let keys = Self.keys(directory, &reader)
        guard var transform = Self.transform(directory, &reader) else { return nil }
        // GTRasterTypeGeoKey 2, RasterPixelIsPoint: a tie point is a pixel's middle, not its corner (§7.1.2.2).
        if keys[1025] == 2 {
            transform[0] -= (transform[1] + transform[2]) / 2
            transform[3] -= (transform[4] + transform[5]) / 2
        }
        let unit = Self.unit(keys, directory, &reader)
        // GeodeticCRSGeoKey, ProjectedCRSGeoKey; 32767 is a system of the file's own.
        let code = keys[1024] == 2 ? keys[2048] : keys[3072]
        return MapPlacement(
            transform: transform, unit: unit, code: code.flatMap { $0 > 0 && $0 < 32_767 ? $0 : nil })
    }

    /// The transformation of columns and rows, in the order of `MapPlacement.transform` (§7.1.1, annex B.6).
    private static func transform(_ directory: TIFFDirectory, _ reader: inout HeaderReader) -> [Double]? {
        let matrix = directory.values(transformation, &reader, limit: 16)
        if matrix.count == 16 { return [matrix[3], matrix[0], matrix[1], matrix[7], matrix[4], matrix[5]] }
        let scale = directory.values(pixelScale, &reader, limit: 3)
        let tie = directory.values(tiePoints, &reader, limit: 6)
        guard scale.count >= 2, tie.count == 6 else { return nil }
        return [tie[3] - tie[0] * scale[0], scale[0], 0, tie[4] + tie[1] * scale[1], 0, -scale[1]]
    }

    /// The keys with one whole number (§7.1.3: key, location, count and value; location 0 is the value itself).
    private static func keys(_ directory: TIFFDirectory, _ reader: inout HeaderReader) -> [Int: Int] {
        let numbers = directory.numbers(Self.directory, &reader, limit: 4 + 4 * keyLimit)
        guard numbers.count >= 4, numbers[0] == 1 else { return [:] }
        var keys: [Int: Int] = [:]
        for start in stride(from: 4, to: min(numbers.count, 4 + 4 * min(keyLimit, numbers[3])) - 3, by: 4) {
            let (key, location, value) = (numbers[start], numbers[start + 1], numbers[start + 3])
            if location == 0 || location == doubles { keys[key] = keys[key] ?? value }
        }
        return keys
    }

    /// The map's unit; nil where the file does not tell it.
    private static func unit(
        _ keys: [Int: Int], _ directory: TIFFDirectory, _ reader: inout HeaderReader
    ) -> MapPlacement.Unit? {
        switch keys[1024] {  // GTModelTypeGeoKey
        case 1:
            if let code = keys[3076] {  // ProjLinearUnitsGeoKey
                if let length = lengths[code] { return .metres(length) }
                // ProjLinearUnitSizeGeoKey, an index into the parameters that are fractions.
                guard code == 32_767, let index = keys[3077], (0..<keyLimit).contains(index) else { return nil }
                let sizes = directory.values(doubles, &reader, limit: index + 1)
                return sizes.count > index ? .metres(sizes[index]) : nil
            }
            // These systems of EPSG have metres: UTM on WGS 84 and on ETRS89, and Web Mercator.
            let codes: [ClosedRange<Int>] = [32_601...32_660, 32_701...32_760, 25_828...25_838, 3857...3857]
            return keys[3072].flatMap { code in codes.contains { $0.contains(code) } } == true ? .metres(1) : nil
        case 2:
            // GeogAngularUnitsGeoKey; without it, degrees (annex B.4).
            return keys[2054].map { $0 == degree } ?? true ? .degrees : nil
        default: return nil
        }
    }
}
