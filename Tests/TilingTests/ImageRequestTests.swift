// What the paths of the IIIF Image API ask for, in both versions.

import Testing

@testable import Tiling

@Suite struct ImageRequestTests {
    private static let limits = ImageLimits(side: 8000, area: 1_000_000)
    private static let picture = PixelSize(width: 6001, height: 4003)

    /// Region and size, or why there is no image.
    private static func resolved(
        _ version: ImageAPIVersion, _ region: String, _ size: String, of picture: PixelSize = picture,
        _ limits: ImageLimits = limits
    ) -> Result<ResolvedImage, ImageRequestError> {
        Result { () throws(ImageRequestError) in
            try ResolvedImage(
                ImageRequest(version, region: region, size: size, rotation: "0", file: "default.jpg"), of: picture,
                limits)
        }
    }

    @Test(
        arguments: [
            ("full", (0, 0, 6001, 4003)), ("square", (999, 0, 4003, 4003)), ("0,0,1,1", (0, 0, 1, 1)),
            ("6000,4002,1,1", (6000, 4002, 1, 1)), ("6000,4002,9,9", (6000, 4002, 1, 1)),
            ("100,200,99999999999999999999999,7", (100, 200, 5901, 7)), ("pct:0,0,100,100", (0, 0, 6001, 4003)),
            ("pct:50,50,50,50", (3001, 2002, 3000, 2001)), ("pct:10,20,200,300", (600, 801, 5401, 3202)),
            ("pct:0,0,0.0001,0.0001", (0, 0, 1, 1)), ("pct:99.9999,99.9999,1,1", (6000, 4002, 1, 1)),
            ("pct:.5,1.,1.50,0100", (30, 40, 90, 3963)),
        ] as [(String, (Int, Int, Int, Int))])
    func regions(text: String, expected: (Int, Int, Int, Int)) throws {
        let (x, y, width, height) = expected
        for version in ImageAPIVersion.allCases {
            let image = try Self.resolved(version, text, "1,1").get()
            #expect(image.region == PixelRect(x: x, y: y, width: width, height: height), "\(version)")
        }
    }

    @Test(arguments: [
        "", "Full", "full ", "1,2,3", "1,2,3,4,5", "1,2,3,", ",,,", "-1,0,1,1", "+1,0,1,1", "1.5,0,1,1", "1e2,0,1,1",
        "0x1,0,1,1", "pct:", "pct:1,2,3", "pct:1,2,3,4,5", "pct:-1,0,1,1", "pct:+1,0,1,1", "pct:1e1,0,1,1",
        "pct:1..2,0,1,1", "pct:.,0,1,1", "pct:inf,0,1,1", "pct:nan,0,1,1", "PCT:0,0,1,1", "١,٢,٣,٤", "0, 0,1,1",
    ])
    func badRegions(text: String) {
        for version in ImageAPIVersion.allCases {
            #expect(Self.resolved(version, text, "1,1") == .failure(.malformed(.region, text)))
        }
    }

    @Test(arguments: [
        "0,0,0,1", "0,0,1,0", "6001,0,1,1", "0,4003,1,1", "99999999999999999999,0,1,1", "pct:0,0,0,1", "pct:0,0,1,0",
        "pct:100,0,1,1", "pct:0,100.0,1,1",
    ])
    func emptyRegions(text: String) {
        for version in ImageAPIVersion.allCases {
            #expect(Self.resolved(version, text, "1,1") == .failure(.emptyRegion))
        }
    }

    private enum Expected {
        case size(Int, Int)
        case upscaled, tooLarge, empty, malformed
    }

    /// Size, what it is of a region of 400 × 300 pixels in 3.0, and in 2.1.
    private static let sizes: [(String, three: Expected, two: Expected)] = [
        ("max", .size(400, 300), .size(400, 300)), ("full", .malformed, .size(400, 300)),
        ("^max", .size(1154, 866), .malformed), ("200,", .size(200, 150), .size(200, 150)),
        ("400,", .size(400, 300), .size(400, 300)), ("401,", .upscaled, .size(401, 301)),
        ("^401,", .size(401, 301), .malformed), (",150", .size(200, 150), .size(200, 150)),
        (",301", .upscaled, .size(401, 301)), ("^,301", .size(401, 301), .malformed),
        ("1,", .size(1, 1), .size(1, 1)), ("3,", .size(3, 2), .size(3, 2)), ("0,", .empty, .empty),
        (",0", .empty, .empty), ("9999,", .tooLarge, .tooLarge), ("^9999,", .tooLarge, .malformed),
        ("99999999999999999999999,", .tooLarge, .tooLarge), ("100,100", .size(100, 100), .size(100, 100)),
        ("400,1", .size(400, 1), .size(400, 1)), ("401,1", .upscaled, .size(401, 1)),
        ("^401,1", .size(401, 1), .malformed), ("0,1", .empty, .empty), ("1,0", .empty, .empty),
        ("^1001,1000", .tooLarge, .malformed), ("^1000,1000", .size(1000, 1000), .malformed),
        ("^8001,1", .tooLarge, .malformed), ("!200,200", .size(200, 150), .size(200, 150)),
        ("!200,100", .size(133, 100), .size(133, 100)), ("!2000,3000", .size(400, 300), .size(400, 300)),
        ("^!800,3000", .size(800, 600), .malformed), ("^!80000,30000", .size(1154, 866), .malformed),
        ("!0,1", .empty, .empty), ("!1,1000", .size(1, 1), .size(1, 1)), ("pct:50", .size(200, 150), .size(200, 150)),
        ("pct:100", .size(400, 300), .size(400, 300)), ("pct:100.1", .upscaled, .size(400, 300)),
        ("pct:200", .upscaled, .size(800, 600)), ("^pct:200", .size(800, 600), .malformed),
        ("^pct:50", .size(200, 150), .malformed), ("pct:0", .empty, .empty), ("pct:0.01", .empty, .empty),
        ("pct:0.5", .size(2, 2), .size(2, 2)), ("^pct:99999999999999999999", .tooLarge, .malformed),
        ("", .malformed, .malformed), ("100", .malformed, .malformed), (",", .malformed, .malformed),
        ("1,2,3", .malformed, .malformed), ("-1,", .malformed, .malformed), ("1.5,", .malformed, .malformed),
        ("!100,", .malformed, .malformed), ("!,100", .malformed, .malformed), ("!^1,1", .malformed, .malformed),
        ("^^1,", .malformed, .malformed), ("^", .malformed, .malformed), ("^full", .malformed, .malformed),
        ("pct:", .malformed, .malformed), ("pct:1,2", .malformed, .malformed), ("pct:1e1", .malformed, .malformed),
        ("Max", .malformed, .malformed), ("!pct:50", .malformed, .malformed), ("1,x", .malformed, .malformed),
    ]

    @Test func sizesOfBothVersions() {
        for (text, three, two) in Self.sizes {
            for (version, expected) in [(ImageAPIVersion.three, three), (.two, two)] {
                let result = Self.resolved(version, "8,16,400,300", text)
                switch expected {
                case .size(let width, let height):
                    #expect(
                        (try? result.get())?.size == PixelSize(width: width, height: height),
                        "\(text) in \(version): \(result)")
                case .upscaled: #expect(result == .failure(.upscaled(PixelSize(width: 400, height: 300))), "\(text)")
                case .tooLarge: #expect(result == .failure(.tooLarge(Self.limits)), "\(text) in \(version)")
                case .empty: #expect(result == .failure(.emptySize), "\(text) in \(version)")
                case .malformed: #expect(result == .failure(.malformed(.size, text)), "\(text) in \(version)")
                }
            }
        }
    }

    /// 24 megapixels, where images have at most one.
    @Test func theLargestSizeIsWithinTheLimits() throws {
        for version in ImageAPIVersion.allCases {
            let image = try Self.resolved(version, "full", "max").get()
            #expect(image.size == PixelSize(width: 1224, height: 816))
            #expect(image.canonicalPath == (version == .three ? "full/max/0/default.jpg" : "full/1224,/0/default.jpg"))
        }
        #expect(Self.resolved(.two, "full", "full") == .failure(.tooLarge(Self.limits)))
    }

    @Test(
        arguments: [
            ("0", false, 0, "0"), ("0.0", false, 0, "0"), ("90", false, 1, "90"), ("180.", false, 2, "180"),
            ("270", false, 3, "270"), ("360", false, 0, "0"), ("!0", true, 0, "!0"), ("!90", true, 1, "!90"),
            ("!360", true, 0, "!0"),
        ])
    func rotations(text: String, isMirrored: Bool, turns: Int, canonical: String) throws {
        let request = try ImageRequest(.three, region: "full", size: "max", rotation: text, file: "color.png")
        #expect(request.rotation == ImageRequest.Rotation(isMirrored: isMirrored, quarterTurns: turns))
        let image = try ResolvedImage(request, of: PixelSize(width: 3, height: 2), Self.limits)
        #expect(image.canonicalPath == "full/max/\(canonical)/default.png")
    }

    @Test func whatIsRefused() {
        func error(rotation: String = "0", file: String = "default.jpg") -> ImageRequestError? {
            do throws(ImageRequestError) {
                _ = try ImageRequest(.three, region: "full", size: "max", rotation: rotation, file: file)
                return nil
            } catch {
                return error
            }
        }
        for text in ["", "!", "-90", "+90", "360.1", "361", "x", "90!", "!!0", "1e1", "9999999999999999999"] {
            #expect(error(rotation: text) == .malformed(.rotation, text))
        }
        for text in ["45", "!22.5", "0.1"] { #expect(error(rotation: text) == .unsupported(.rotation, text)) }
        for text in ["", "native", "grey", "Default", "default.x"] {
            #expect(error(file: text + ".jpg") == .unsupported(.quality, text))
        }
        for text in ["", "jpeg", "tif", "gif", "jp2", "pdf", "JPG", "WebP"] {
            #expect(error(file: "gray." + text) == .unsupported(.format, text))
        }
        #expect(error(file: "jpg") == .unsupported(.quality, "jpg"))
        #expect(error() == nil)
    }

    @Test(
        arguments: [
            (.three, "full", "6001,4003", "full/^x"), (.three, "0,0,6001,4003", "300,200", "full/300,200"),
            (.three, "pct:0,0,100,100", "!300,300", "full/300,200"), (.three, "0,0,400,300", "400,", "0,0,400,300/max"),
            (.three, "0,0,400,300", "^800,", "0,0,400,300/^800,600"),
            (.three, "0,0,400,300", "^max", "0,0,400,300/^max"), (.two, "0,0,400,300", "400,300", "0,0,400,300/full"),
            (.two, "0,0,400,300", "200,150", "0,0,400,300/200,"),
            (.two, "0,0,400,300", "200,100", "0,0,400,300/200,100"),
            (.two, "full", ",251", "full/376,"), (.two, "4096,0,1905,4003", "239,", "4096,0,1905,4003/239,"),
        ] as [(ImageAPIVersion, String, String, String)])
    func canonicalForms(version: ImageAPIVersion, region: String, size: String, expected: String) throws {
        guard !expected.hasSuffix("^x") else {
            #expect(Self.resolved(version, region, size) == .failure(.tooLarge(Self.limits)))
            return
        }
        let image = try Self.resolved(version, region, size).get()
        #expect(image.canonicalPath == expected + "/0/default.jpg")
    }

    /// What is canonical asks for the same image, and is canonical; no image is larger than the limits or its box.
    @Test func canonicalFormsAskForTheSame() throws {
        var random = SeededGenerator(seed: seeded())
        for _ in 0..<20_000 {
            let picture = PixelSize(
                width: 1 << Int.random(in: 0...16, using: &random), height: Int.random(in: 1...70_000, using: &random))
            let limits = ImageLimits(
                side: Int.random(in: 1...70_000, using: &random), area: Int.random(in: 1...100_000_000, using: &random))
            let version = Bool.random(using: &random) ? ImageAPIVersion.two : .three
            let up = version == .three && Bool.random(using: &random) ? "^" : ""
            func number(_ most: Int) -> Int { Int.random(in: 0...max(1, most), using: &random) }
            let region =
                [
                    "full", "square", "pct:\(number(99)).\(number(99)),\(number(99)),\(number(120)),\(number(120))",
                    "\(number(picture.width)),\(number(picture.height)),\(number(picture.width)),\(number(picture.height))",
                ].randomElement(using: &random) ?? ""
            let size =
                [
                    "max", "\(number(500)),", ",\(number(500))", "\(number(500)),\(number(500))",
                    "!\(number(90_000)),\(number(90_000))", "pct:\(number(120)).\(number(9))",
                ].randomElement(using: &random) ?? ""
            guard let image = try? Self.resolved(version, region, up + size, of: picture, limits).get() else {
                continue
            }
            #expect(limits.allows(image.size) && image.size.width > 0 && image.size.height > 0)
            #expect(image.region.x + image.region.width <= picture.width && image.region.width > 0)
            #expect(image.region.y + image.region.height <= picture.height && image.region.height > 0)
            if version == .three, up.isEmpty {
                #expect(image.size.width <= image.region.width && image.size.height <= image.region.height)
            }
            let parts = image.canonicalPath.split(separator: "/").map(String.init)
            let again = try Self.resolved(version, parts[0], parts[1], of: picture, limits).get()
            #expect(again == image, "\(region)/\(up)\(size) of \(picture): \(image.canonicalPath)")
        }
    }

    private func seeded(_ test: String = #function) -> UInt64 {
        let seed = UInt64.random(in: .min ... .max)
        print("\(test): seed \(seed)")
        return seed
    }
}
