// The namespaces of the properties that are read from XMP.

/// A namespace (Namespaces in XML 1.0) with properties of interest; all others are `other`.
enum XMPNamespace: UInt8, CaseIterable {
    case other, rdf, xml, xmp, dc, exif, exifEX, tiff, aux, photoshop, lightroom, digiKam, microsoft, people, peopleInfo
    case personRegion, regions, area, keywords, iptcCore, iptcExtension, acdsee, darktable, dynamicMedia, photoMechanic
    case gainMap, depthMap, pixelData, googleCamera, container, containerItem, note

    /// By name, without the `/` or `#` at the end, which some programs leave out.
    private static let names: [String: XMPNamespace] = [
        "http://www.w3.org/1999/02/22-rdf-syntax-ns": .rdf,
        "http://www.w3.org/XML/1998/namespace": .xml,
        "http://ns.adobe.com/xap/1.0": .xmp,
        "http://purl.org/dc/elements/1.1": .dc,
        "http://purl.org/dc/1.1": .dc,
        "http://ns.adobe.com/exif/1.0": .exif,
        "http://cipa.jp/exif/1.0": .exifEX,
        "http://ns.adobe.com/tiff/1.0": .tiff,
        "http://ns.adobe.com/exif/1.0/aux": .aux,
        "http://ns.adobe.com/photoshop/1.0": .photoshop,
        "http://ns.adobe.com/lightroom/1.0": .lightroom,
        "http://www.digikam.org/ns/1.0": .digiKam,
        "http://ns.microsoft.com/photo/1.0": .microsoft,
        "http://ns.microsoft.com/photo/1.2": .people,
        "http://ns.microsoft.com/photo/1.2/t/RegionInfo": .peopleInfo,
        "http://ns.microsoft.com/photo/1.2/t/Region": .personRegion,
        "http://www.metadataworkinggroup.com/schemas/regions": .regions,
        "http://ns.adobe.com/xmp/sType/Area": .area,
        "http://www.metadataworkinggroup.com/schemas/keywords": .keywords,
        "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns": .iptcCore,
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29": .iptcExtension,
        "http://ns.acdsee.com/iptc/1.0": .acdsee,
        "http://darktable.sf.net": .darktable,
        "http://ns.adobe.com/xmp/1.0/DynamicMedia": .dynamicMedia,
        "http://ns.camerabits.com/photomechanic/1.0": .photoMechanic,
        "http://ns.adobe.com/xmp/note": .note,
        "http://ns.adobe.com/hdr-gain-map/1.0": .gainMap,
        "http://ns.google.com/photos/1.0/depthmap": .depthMap,
        "http://ns.apple.com/pixeldatainfo/1.0": .pixelData,
        "http://ns.google.com/photos/1.0/camera": .googleCamera,
        "http://ns.google.com/photos/1.0/container": .container,
        "http://ns.google.com/photos/1.0/container/item": .containerItem,
    ]

    /// The namespaces of common prefixes, for packets that do not declare them.
    private static let usualPrefixes: [String: XMPNamespace] = [
        "rdf": .rdf, "xml": .xml, "xmp": .xmp, "xap": .xmp, "dc": .dc, "exif": .exif, "exifEX": .exifEX, "tiff": .tiff,
        "aux": .aux, "photoshop": .photoshop, "lr": .lightroom, "digiKam": .digiKam, "MicrosoftPhoto": .microsoft,
        "MP": .people, "MPRI": .peopleInfo, "MPReg": .personRegion, "mwg-rs": .regions, "stArea": .area,
        "mwg-kw": .keywords, "Iptc4xmpCore": .iptcCore, "Iptc4xmpExt": .iptcExtension, "acdsee": .acdsee,
        "darktable": .darktable, "xmpDM": .dynamicMedia, "photomechanic": .photoMechanic, "xmpNote": .note,
        "hdrgm": .gainMap, "GDepth": .depthMap, "apdi": .pixelData, "GCamera": .googleCamera,
        "Container": .container, "Item": .containerItem,
    ]

    /// Returns the namespace that a declaration names.
    static func named(_ name: ArraySlice<UInt8>) -> XMPNamespace {
        var name = name
        while let last = name.last, last == UInt8(ascii: "/") || last == UInt8(ascii: "#") { name.removeLast() }
        guard name.count <= 64 else { return .other }
        return names[String(decoding: name, as: UTF8.self)] ?? .other
    }

    static func usual(_ prefix: ArraySlice<UInt8>) -> XMPNamespace {
        guard prefix.count <= 15 else { return .other }
        return usualPrefixes[String(decoding: prefix, as: UTF8.self)] ?? .other
    }
}

/// The prefixes that are declared at the current element of a packet.
struct XMPPrefixes {
    /// Most declarations in force at once.
    private static let limit = 128

    /// The declared prefixes, as ranges of the packet's bytes, outermost first.
    private var declared: [(prefix: Range<Int>, namespace: XMPNamespace)] = []
    /// The last prefix looked up, since neighbouring names mostly have the same one.
    private var last: (prefix: Range<Int>, namespace: XMPNamespace)?

    var count: Int { declared.count }

    /// Keeps the first `count` declarations, and drops those of elements that have ended.
    mutating func keep(_ count: Int) {
        guard count < declared.count else { return }
        declared.removeLast(declared.count - count)
        last = nil
    }

    /// Declares a prefix; an empty one declares the namespace of elements without a prefix.
    mutating func declare(_ prefix: Range<Int>, _ name: Range<Int>, in bytes: [UInt8]) {
        guard declared.count < Self.limit else { return }
        declared.append((prefix, .named(bytes[name])))
        last = nil
    }

    /// Returns the namespace of a prefix.
    mutating func namespace(of prefix: Range<Int>, in bytes: [UInt8]) -> XMPNamespace {
        if let last, Self.areEqual(last.prefix, prefix, bytes) { return last.namespace }
        let found = declared.last { Self.areEqual($0.prefix, prefix, bytes) }?.namespace
        let namespace = found ?? (prefix.isEmpty ? .other : .usual(bytes[prefix]))
        last = (prefix, namespace)
        return namespace
    }

    /// Returns whether two ranges have the same bytes.
    static func areEqual(_ first: Range<Int>, _ second: Range<Int>, _ bytes: [UInt8]) -> Bool {
        guard first.count == second.count else { return false }
        for offset in 0..<first.count where bytes[first.lowerBound + offset] != bytes[second.lowerBound + offset] {
            return false
        }
        return true
    }
}
