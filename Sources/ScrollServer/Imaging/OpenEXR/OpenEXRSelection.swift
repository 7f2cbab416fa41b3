// Which channels of an OpenEXR file are shown.

import Metadata

/// The channels that are shown, by their places in the file's list; nil for those that are missing.
struct OpenEXRSelection: Equatable {
    /// What the channels are.
    enum Kind: Equatable {
        /// One channel.
        case gray
        case rgb
        /// Brightness, and how much red and blue differ from it in proportion.
        case luminance
    }

    let kind: Kind
    /// One for gray, else three.
    let colours: [Int?]
    let alpha: Int?

    /// The channels of a layer: their places by the last part of their names, in capitals.
    private typealias Layer = [String: Int]

    /// Chooses channels without a layer before those of the first layer, and colours before brightness.
    ///
    /// Where there are neither, the first channel is shown in grey.
    init(_ channels: [OpenEXRChannel]) {
        var (names, layers): ([String], [String: Layer]) = ([""], ["": [:]])
        for (index, channel) in channels.enumerated() {
            let end = channel.name.lastIndex(of: ".")
            let layer = end.map { String(channel.name[..<$0]) } ?? ""
            let name = end.map { String(channel.name[channel.name.index(after: $0)...]) } ?? channel.name
            if layers[layer] == nil { names.append(layer) }
            layers[layer, default: [:]][name.uppercased()] = index
        }
        let inOrder = names.compactMap { layers[$0] }
        for layer in inOrder where layer["R"] != nil || layer["G"] != nil || layer["B"] != nil {
            (kind, colours, alpha) = (.rgb, [layer["R"], layer["G"], layer["B"]], layer["A"])
            return
        }
        // X, Y and Z are a place or a direction.
        for layer in inOrder where layer["X"] == nil {
            guard let brightness = layer["Y"] else { continue }
            let isColoured = layer["RY"] != nil && layer["BY"] != nil
            kind = isColoured ? .luminance : .gray
            colours = isColoured ? [layer["RY"], brightness, layer["BY"]] : [brightness]
            alpha = layer["A"]
            return
        }
        (kind, colours, alpha) = (.gray, [channels.isEmpty ? nil : 0], nil)
    }
}
