// Finds the real size of pixels in a TIFF structure.

extension PixelScale {
    private static let description = 0x010E
    private static let xResolution = 282, yResolution = 283, resolutionUnit = 296
    /// Hamamatsu marks its slides so: the first of its own tags.
    private static let hamamatsu = 65_420

    /// Dots per inch from which on a resolution is that of a microscope or a scanner.
    ///
    /// Cameras, and programs that prepare pictures for paper, write 72 to 360, and 400 at most.
    static let finest = 400.0

    /// Reads the size from the directory of a picture, or of the EXIF block that describes it.
    ///
    /// In this order: GeoTIFF; the descriptions of Aperio, OME and ImageJ; a resolution that Hamamatsu or a scanner has
    /// written, or above 400 dots per inch. Any other resolution says nothing, and neither does that of a photograph.
    /// `facts` are those read so far.
    init?(_ directory: TIFFDirectory, _ reader: inout HeaderReader, facts: PictureFacts) {
        if let map = GeoKeys.placement(directory, &reader) {
            guard let scale = PixelScale(map) else { return nil }
            self = scale
            return
        }
        if let scale = Self.described(directory, &reader, caption: facts.caption) {
            self = scale
            return
        }
        guard let unit = Self.unitLength(directory, &reader), let pixel = Self.pixel(directory, &reader, unit: unit)
        else { return nil }
        if directory[Self.hamamatsu] != nil {
            self.init(metres: pixel.x, pixel.y, from: .hamamatsu)
        } else if !facts.isPhotograph {
            self.init(resolution: pixel, isScanned: facts.isScanned(directory, &reader))
        } else {
            return nil
        }
    }

    /// Takes the sizes of pixels in metres that a resolution gives; nil where they say nothing.
    init?(resolution pixel: (x: Double, y: Double), isScanned: Bool) {
        let finest = 0.0254 / Self.finest
        guard isScanned || pixel.x < finest && pixel.y < finest else { return nil }
        self.init(metres: pixel.x, pixel.y, from: .resolution)
    }

    /// The size that a description tells; nil where it is not one of those known, or says nothing.
    private static func described(
        _ directory: TIFFDirectory, _ reader: inout HeaderReader, caption: String?
    ) -> PixelScale? {
        guard let caption, let kind = ScaleDescription.Kind(caption),
            let bytes = directory.bytes(description, ofTypes: [1, 2, 7], &reader, limit: ScaleDescription.longest)
        else { return nil }
        switch kind {
        case .aperio: return ScaleDescription.aperio(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
        case .ome: return ScaleDescription.ome(bytes)
        case .imageJ:
            let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            guard let name = ScaleDescription.imageJUnit(text), let unit = LengthUnit.metres(1, name),
                let pixel = Self.pixel(directory, &reader, unit: unit)
            else { return nil }
            return PixelScale(metres: pixel.x, pixel.y, from: .imageJ)
        }
    }

    /// The length of ResolutionUnit in metres (TIFF 6.0 §8): an inch, also where it is missing, or a centimetre.
    private static func unitLength(_ directory: TIFFDirectory, _ reader: inout HeaderReader) -> Double? {
        switch directory.number(resolutionUnit, &reader) {
        case nil, 2: 0.0254
        case 3: 0.01
        default: nil
        }
    }

    /// The size of a pixel in metres by XResolution and YResolution, pixels for each `unit`, in metres.
    private static func pixel(
        _ directory: TIFFDirectory, _ reader: inout HeaderReader, unit: Double
    ) -> (x: Double, y: Double)? {
        guard let x = directory.value(xResolution, &reader), case let y = directory.value(yResolution, &reader) ?? x,
            x > 0, y > 0, x.isFinite, y.isFinite
        else { return nil }
        return (unit / x, unit / y)
    }
}

extension PictureFacts {
    /// Whether a camera has exposed the picture, so that its resolution says nothing.
    var isPhotograph: Bool { exposure != nil || aperture != nil }

    /// What the names of scanners have in them: CanoScan, ScanSnap, Coolscan, Perfection and others.
    private static let scanners = [
        "scan", "plustek", "microtek", "zeutschel", "contex", "flextight", "imacon", "perfection", "expression",
        "opticfilm", "opticbook",
    ]

    /// Whether a scanner has made the picture: by FileSource (CIPA DC-008 §4.6.6.7), or by its name.
    fileprivate func isScanned(_ directory: TIFFDirectory, _ reader: inout HeaderReader) -> Bool {
        if let source = directory.directory(0x8769, &reader)?.number(0xA300, &reader) {
            return source == 1 || source == 2
        }
        guard let name = camera?.lowercased() else { return false }
        return Self.scanners.contains { name.contains($0) }
    }
}
