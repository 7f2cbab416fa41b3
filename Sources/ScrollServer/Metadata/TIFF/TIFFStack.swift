// How the pages of a microscope's TIFF are ordered by depth, time and channel: OME-TIFF (ome-model, "OME-TIFF
// specification") and the description that ImageJ writes.

import Pixels

/// A direction in which the pages of a stack follow one another.
package struct StackAxis: Sendable, Equatable {
    /// What changes from page to page.
    package enum Name: String, Sendable {
        case z, t, c
    }

    package let name: Name
    /// Places along the axis, at least 2.
    package let count: Int
    /// The pages from one place to the next.
    package let step: Int
    /// The names of the channels; empty where the file has none.
    package var labels: [String] = []
    /// The colours of the channels, 0xRRGGBB; empty where the file has none.
    package var colours: [UInt32] = []

    /// Makes an axis of places without names.
    package init(name: Name, count: Int, step: Int) { (self.name, self.count, self.step) = (name, count, step) }

    /// Whether the places are channels that can be shown together.
    package var isOfChannels: Bool {
        name == .c && count <= SampleChannel.limit && (count - 1) * step <= Self.farthestChannel
    }

    /// The most pages between the first channel and the last.
    private static let farthestChannel = 1 << 14
}

extension TIFFFields {
    /// The axis along which the pages are channels; nil where there is none, or pages are JPEGs.
    package var channelAxis: StackAxis? {
        guard case let compression = number(259) ?? 1, compression != 6, compression != 7 else { return nil }
        return TIFFStack(self)?.axes.first(where: \.isOfChannels)
    }

    /// The samples of a pixel that are channels of their own; nil where they are gray or RGB, with or without alpha.
    package var channelSampleCount: Int? {
        // SamplesPerPixel, PhotometricInterpretation, Compression, ExtraSamples.
        guard let count = number(277), (2...SampleChannel.limit).contains(count), let kind = number(262), kind <= 2,
            count > (kind == 2 ? 3 : 1),
            case let compression = number(259) ?? 1, compression != 6, compression != 7
        else { return nil }
        guard let extra = numbers(338) else { return count }
        return (0..<min(extra.count, count)).contains { extra[$0] == 1 || extra[$0] == 2 } ? nil : count
    }
}

/// The axes of a stack of pages of the same size.
package struct TIFFStack: Sendable, Equatable {
    /// Those with several places: depth, time, channel.
    package let axes: [StackAxis]
    /// The pages of the whole stack.
    package let pageCount: Int

    /// The longest description that is read, in bytes: an OME-TIFF describes each page.
    private static let byteLimit = 1 << 23
    private static let (placeLimit, labelLimit) = (1 << 20, 64)

    /// Reads the description of a file's first picture; nil where it tells of no stack.
    package init?(_ fields: TIFFFields) {
        guard let description = fields.text(270, limit: Self.byteLimit) else { return nil }
        self.init(description: description)
    }

    /// Reads a description; nil where it tells of no stack, or of one in an order of its own.
    init?(description: [UInt8]) {
        if description.starts(with: "ImageJ=".utf8) {
            self.init(imageJ: String(decoding: description.prefix(4096), as: UTF8.self))
        } else if description.prefix(4096).contains(UInt8(ascii: "<")), let pixels = OMEPixels(description) {
            guard let stack = TIFFStack(pixels.places, labels: pixels.labels, colours: pixels.colours),
                pixels.isInOrder(stack)
            else { return nil }
            self = stack
        } else {
            return nil
        }
    }

    /// Reads ImageJ's lines of `name=value`: channels change first, then slices, then frames.
    private init?(imageJ text: String) {
        var values: [Substring: Int] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            if parts.count == 2, let value = Int(parts[1]), values[parts[0]] == nil { values[parts[0]] = value }
        }
        self.init([(.c, values["channels"] ?? 1), (.z, values["slices"] ?? 1), (.t, values["frames"] ?? 1)])
    }

    /// Makes a stack of places, those that change first at the beginning; nil where it would have a single page.
    fileprivate init?(
        _ places: [(name: StackAxis.Name, count: Int)], labels: [String] = [], colours: [UInt32] = []
    ) {
        var (step, axes): (Int, [StackAxis]) = (1, [])
        for (name, count) in places {
            guard (1...Self.placeLimit).contains(count) else { return nil }
            var axis = StackAxis(name: name, count: count, step: step)
            if name == .c, count <= Self.labelLimit {
                if labels.count == count { axis.labels = labels }
                // White stands for no colour.
                if colours.count == count, colours.contains(where: { $0 != 0xFF_FFFF }) { axis.colours = colours }
            }
            if count > 1 { axes.append(axis) }
            let (next, isTooMuch) = step.multipliedReportingOverflow(by: count)
            guard !isTooMuch, next <= Self.placeLimit else { return nil }
            step = next
        }
        guard step > 1 else { return nil }
        let order: [StackAxis.Name] = [.z, .t, .c]
        self.axes = order.compactMap { name in axes.first { $0.name == name } }
        pageCount = step
    }
}

/// The first `Pixels` of an OME document.
private struct OMEPixels {
    /// The sizes besides x and y, those that change first at the beginning.
    private(set) var places: [(name: StackAxis.Name, count: Int)] = []
    /// The channels' names; fewer than channels where some have none.
    private(set) var labels: [String] = []
    /// The channels' colours, 0xRRGGBB; fewer than channels where some have none.
    private(set) var colours: [UInt32] = []
    /// Where pages are said to be: their number, and their first places.
    private var blocks: [(page: Int, places: [StackAxis.Name: Int])] = []

    /// Reads the document; nil where it has no pixels in one of OME's orders.
    init?(_ bytes: [UInt8]) {
        var reader = XMLReader(bytes)
        var samples = 1
        var sizes: [String: String] = [:]
        reading: while true {
            switch reader.next() {
            case .finish: break reading
            case .text: continue
            case .end:
                if !sizes.isEmpty, Self.name(reader) == "Pixels" { break reading }
            case .start:
                let values = Self.attributes(reader)
                switch Self.name(reader) {
                case "Pixels" where sizes.isEmpty: sizes = values
                case "Channel" where !sizes.isEmpty:
                    samples = max(1, values["SamplesPerPixel"].flatMap { Int($0) } ?? 1)
                    if let name = values["Name"], !name.isEmpty { labels.append(name) }
                    // Red is in the highest byte, alpha in the lowest.
                    if let colour = values["Color"].flatMap({ Int32($0) }) {
                        colours.append(UInt32(bitPattern: colour) >> 8)
                    }
                case "TiffData" where !sizes.isEmpty:
                    guard let page = Int(values["IFD"] ?? "0") else { return nil }
                    let first = ["FirstZ": StackAxis.Name.z, "FirstT": .t, "FirstC": .c]
                    var places: [StackAxis.Name: Int] = [:]
                    for (attribute, name) in first { places[name] = Int(values[attribute] ?? "0") ?? 0 }
                    blocks.append((page, places))
                default: break
                }
            }
        }
        guard let order = sizes["DimensionOrder"], order.count == 5, order.hasPrefix("XY") else { return nil }
        for letter in order.dropFirst(2) {
            guard let name = StackAxis.Name(rawValue: letter.lowercased()), let text = sizes["Size\(letter)"],
                let count = Int(text), !places.contains(where: { $0.name == name })
            else { return nil }
            // The samples of one page count as channels.
            places.append((name, name == .c ? count / samples : count))
        }
    }

    /// Whether the pages are where the order says.
    func isInOrder(_ stack: TIFFStack) -> Bool {
        blocks.allSatisfy { page, places in
            places.reduce(into: 0) { sum, place in
                let step = stack.axes.first { $0.name == place.key }?.step ?? 0
                sum &+= place.value &* step
            } == page
        }
    }

    private static func name(_ reader: XMLReader) -> String {
        let name = reader.bytes[reader.name]
        return String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? name, as: UTF8.self)
    }

    private static func attributes(_ reader: XMLReader) -> [String: String] {
        reader.attributes.reduce(into: [:]) { values, attribute in
            var value: [UInt8] = []
            reader.append(attribute.value, to: &value)
            let name = String(decoding: reader.bytes[attribute.name], as: UTF8.self)
            values[name] = String(decoding: value, as: UTF8.self)
        }
    }
}
