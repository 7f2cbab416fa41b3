// The properties that are read from XMP, and where they may occur.

/// A property of the picture, or a field of a structure that is such a property.
enum XMPProperty: UInt8 {
    /// The picture itself, which the outermost descriptions describe.
    case picture
    case rating, label, creationDate
    case subject, title, description, creator, rights
    case exifOriginalDate, exifDigitizedDate, aperture, exposure, focal, speed, latitude, longitude, satelliteDate
    case make, model, artist, tiffCopyright, tiffDescription
    case lensModel, lens, lensRange
    case photoshopDate, headline, city, state, country, sublocation
    case hierarchicalSubject, slashedKeyword, categories, acdseeRating, percentRating
    case colourLabel, labelColour, digiKamLabel, extensionIdentifier
    // Flags: a number, a truth value, digiKam's number, and a tag that can only pick.
    case pick, good, digiKamPick, tagged
    /// A version or format that says that there is such a map.
    case gainMap, depthMap
    /// The kind of auxiliary picture that this one is, as in HEIC files.
    case auxiliaryKind
    // Films and other files behind a picture: whether there is a film, its distance from the end, and the directory.
    case motionPhoto, microVideoOffset, containerDirectory, containerItem, itemSemantic, itemLength
    /// EXIF's UserComment, into which generators of pictures write.
    case comment
    // Regions of the MWG guidelines, 2.0 §5.9.
    case regions, regionList, regionName, regionType
    case regionArea, areaX, areaY, areaWidth, areaHeight, areaUnit
    // Regions of Microsoft's People Tags.
    case peopleRegions, regionRectangle
    case personName
    case personDetails
    // The tree of keywords of the MWG guidelines, 2.0 §5.10.
    case keywordTree, keywordNode, nodeKeyword, nodeApplied
    // Locations of IPTC Extension.
    case place, placeCity, placeState, placeCountry, placeSublocation

    /// Returns the property of a name inside of `parent`; nil for those that are not read.
    static func named(_ namespace: XMPNamespace, _ name: String, within parent: XMPProperty) -> XMPProperty? {
        switch parent {
        case .picture: ofPicture(namespace, name)
        case .regions where namespace == .regions && name == "RegionList": .regionList
        case .regionList where namespace == .regions:
            ["Name": .regionName, "Type": .regionType, "Area": .regionArea][name]
        case .regionArea where namespace == .area:
            ["x": .areaX, "y": .areaY, "w": .areaWidth, "h": .areaHeight, "unit": .areaUnit][name]
        case .peopleRegions where namespace == .peopleInfo && name == "Regions": .peopleRegions
        case .peopleRegions where namespace == .personRegion:
            ["PersonDisplayName": .regionName, "Rectangle": .regionRectangle][name]
        case .personDetails where namespace == .iptcExtension && name == "PersonName": .personName
        case .keywordTree where namespace == .keywords && name == "Hierarchy": .keywordNode
        case .keywordNode where namespace == .keywords:
            ["Keyword": .nodeKeyword, "Children": .keywordNode, "Applied": .nodeApplied][name]
        case .containerDirectory where namespace == .container && name == "Item": .containerItem
        case .containerItem where namespace == .containerItem:
            ["Semantic": .itemSemantic, "Length": .itemLength][name]
        case .place where namespace == .iptcExtension:
            [
                "City": .placeCity, "ProvinceState": .placeState, "CountryName": .placeCountry,
                "Sublocation": .placeSublocation,
            ][name]
        default: nil
        }
    }

    private static func ofPicture(_ namespace: XMPNamespace, _ name: String) -> XMPProperty? {
        properties[Int(namespace.rawValue)].first { $0.name == name }?.property
    }

    /// The properties of the picture by namespace.
    private static let properties: [[(name: String, property: XMPProperty)]] = XMPNamespace.allCases.map {
        properties(of: $0)
    }

    private static func properties(of namespace: XMPNamespace) -> [(name: String, property: XMPProperty)] {
        switch namespace {
        case .xmp: [("Rating", .rating), ("Label", .label), ("CreateDate", .creationDate)]
        case .dc:
            [
                ("subject", .subject), ("title", .title), ("description", .description), ("creator", .creator),
                ("rights", .rights),
            ]
        case .exif:
            [
                ("DateTimeOriginal", .exifOriginalDate), ("DateTimeDigitized", .exifDigitizedDate),
                ("FNumber", .aperture), ("ExposureTime", .exposure), ("FocalLength", .focal),
                ("ISOSpeedRatings", .speed), ("GPSLatitude", .latitude), ("GPSLongitude", .longitude),
                ("GPSTimeStamp", .satelliteDate), ("UserComment", .comment),
            ]
        case .exifEX:
            [("PhotographicSensitivity", .speed), ("LensModel", .lensModel), ("LensSpecification", .lensRange)]
        case .tiff:
            [
                ("Make", .make), ("Model", .model), ("Artist", .artist), ("Copyright", .tiffCopyright),
                ("ImageDescription", .tiffDescription),
            ]
        case .aux: [("Lens", .lens), ("LensInfo", .lensRange)]
        case .photoshop:
            [
                ("DateCreated", .photoshopDate), ("Headline", .headline), ("City", .city), ("State", .state),
                ("Country", .country), ("LabelColor", .labelColour),
            ]
        case .lightroom: [("hierarchicalSubject", .hierarchicalSubject)]
        case .digiKam: [("TagsList", .slashedKeyword), ("PickLabel", .digiKamPick), ("ColorLabel", .digiKamLabel)]
        case .microsoft: [("LastKeywordXMP", .slashedKeyword), ("Rating", .percentRating)]
        case .people: [("RegionInfo", .peopleRegions)]
        case .regions: [("Regions", .regions)]
        case .keywords: [("Keywords", .keywordTree)]
        case .iptcCore: [("Location", .sublocation)]
        case .iptcExtension:
            [
                ("LocationCreated", .place), ("LocationShown", .place), ("PersonInImage", .personName),
                ("PersonInImageWDetails", .personDetails),
            ]
        case .acdsee: [("categories", .categories), ("keywords", .subject), ("rating", .acdseeRating)]
        case .darktable: [("colorlabels", .colourLabel)]
        case .dynamicMedia: [("pick", .pick), ("good", .good)]
        case .photoMechanic: [("Tagged", .tagged)]
        case .note: [("HasExtendedXMP", .extensionIdentifier)]
        case .gainMap: [("Version", .gainMap)]
        case .depthMap: [("Format", .depthMap)]
        case .pixelData: [("AuxiliaryImageType", .auxiliaryKind)]
        case .googleCamera:
            [("MotionPhoto", .motionPhoto), ("MicroVideo", .motionPhoto), ("MicroVideoOffset", .microVideoOffset)]
        case .container: [("Directory", .containerDirectory)]
        case .other, .rdf, .xml, .peopleInfo, .personRegion, .area, .containerItem: []
        }
    }
}
