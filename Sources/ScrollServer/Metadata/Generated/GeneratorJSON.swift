// Reads the JSON in which generators of pictures write their settings.

import Platform

/// Reads settings by their names, which differ from program to program.
enum GeneratorJSON {
    /// Names of settings without case, `_`, `-` and spaces; the first one present counts.
    private enum Names {
        static let prompt = [
            "prompt", "positiveprompt", "rawprompt", "positive", "positiveconditioning", "inputprompt", "c",
            "fullprompt",
        ]
        static let negative = [
            "negativeprompt", "uc", "negative", "rawnegativeprompt", "negativeconditioning", "fullnegativeprompt",
        ]
        static let model = [
            "model", "basemodel", "basemodelname", "usestablediffusionmodel", "stablediffusionmodel", "modelweights",
            "sdmodelname", "modelname", "ckptname", "checkpoint",
        ]
        static let modelParts = ["name", "modelname", "modelfilename"]
        static let seed = ["seed", "noiseseed"]
        // InvokeAI calls its sampler a scheduler.
        static let sampler = [
            "samplername", "sampler", "comfyuisampler", "autowebuisampler", "samplermethod", "scheduler",
        ]
        /// Further settings that programs write beside a prompt.
        static let others = ["steps", "cfgscale", "scale", "size", "width", "v2"]
    }

    /// Returns a name in lower case, without `_`, `-` and spaces.
    static func normalised(_ name: String) -> String {
        String(name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
    }

    /// Returns whether a text looks like JSON, perhaps after a label such as `workflow:`.
    static func isData(_ text: String) -> Bool {
        var rest = text.utf8.drop { $0 <= 0x20 }
        switch rest.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): break
        case UInt8(ascii: "w"), UInt8(ascii: "W"), UInt8(ascii: "p"), UInt8(ascii: "P"):
            // Fast path: cameras begin with these letters too.
            guard let colon = rest.prefix(9).firstIndex(of: UInt8(ascii: ":")), label(text) != nil else { return false }
            rest = rest[colon...].dropFirst().drop { $0 <= 0x20 }
        default: return false
        }
        let inner = rest.dropFirst().drop { $0 <= 0x20 }.first
        switch rest.first {
        case UInt8(ascii: "{"): return inner == UInt8(ascii: "\"") || inner == UInt8(ascii: "}")
        case UInt8(ascii: "["): return inner == UInt8(ascii: "{")
        default: return false
        }
    }

    /// Returns the label before JSON, in lower case: `workflow` or `prompt`, as ComfyUI writes into EXIF.
    static func label(_ text: String) -> String? {
        let start = String(decoding: text.utf8.drop { $0 <= 0x20 }.prefix(9), as: UTF8.self).lowercased()
        return ["workflow", "prompt"].first { start.hasPrefix("\($0):") }
    }

    // MARK: Reading

    /// Parses JSON as programs write it, with or without a label; nil where it is damaged.
    static func value(of text: String) -> JSONValue? {
        guard text.utf8.count <= GeneratedPicture.longest else { return nil }
        var bytes = Array(text.utf8)[...]
        if label(text) != nil, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) { bytes = bytes[(colon + 1)...] }
        bytes = bytes[..<(bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? bytes.startIndex)]
        return try? JSONReader.value(of: JSONRepair.repaired(bytes))
    }

    /// Returns the facts of a value; nil where it is not a generator's.
    ///
    /// `depth` counts JSON texts nested in JSON.
    static func facts(_ value: JSONValue, depth: Int = 0) -> PictureFacts? {
        guard case .object(let members) = value, depth < 4 else { return nil }
        // SwarmUI.
        if case .object(let inner)? = members["sui_image_params"] { return settings(inner) }
        // InvokeAI 2: the settings are the image's, the model is not.
        if case .object(let inner)? = members["image"], inner["prompt"] != nil {
            var facts = settings(inner) ?? .none
            let split = GeneratorText.bracketed(facts.prompt ?? "")
            (facts.prompt, facts.negative) = (split.prompt, facts.negative ?? split.negative)
            facts.complete(with: settings(members) ?? .none)
            return facts
        }
        // Civitai writes the user's settings into `extraMetadata`, beside the executed nodes.
        if let extra = nested(members["extraMetadata"]), let facts = facts(extra, depth: depth + 1) { return facts }
        // In formats other than PNG, NovelAI writes its texts as one object.
        if members["Comment"]?.text != nil, members["Software"]?.text != nil || members["Description"]?.text != nil {
            var picture = GeneratedPicture(depth: depth + 1)
            for (name, value) in members {
                if let text = value.text, ["Comment", "Software", "Description", "Source"].contains(name) {
                    _ = picture.add(keyword: name, text: text)
                }
            }
            var facts = picture.facts
            facts.caption = nil
            return facts
        }
        var inner: PictureFacts?
        for name in ["prompt", "workflow"] {
            guard let told = nested(members[name]).flatMap({ facts($0, depth: depth + 1) }) else { continue }
            if told.prompt != nil { return told }
            inner = inner ?? told
        }
        if let inner { return inner }
        if isSettings(members) { return settings(members) }
        return NodeGraph(members)?.facts
    }

    /// Returns an object, also one that is written as a text.
    private static func nested(_ value: JSONValue?) -> JSONValue? {
        switch value {
        case .object: return value
        case .text(let text) where isData(text): return Self.value(of: text)
        default: return nil
        }
    }

    /// Returns whether an object has a prompt; `c` and `positive` count only alone, or beside other settings.
    private static func isSettings(_ members: [String: JSONValue]) -> Bool {
        let members = normalised(members)
        guard let name = Names.prompt.first(where: { prompt(members[$0]) != nil }) else { return false }
        guard name == "c" || name == "positive", members.count > 1 else { return true }
        let others = Names.negative + Names.model + Names.seed + Names.sampler + Names.others
        return others.contains { members[$0] != nil }
    }

    /// Returns members by normalised name; of several with one, the first by its own name counts.
    private static func normalised(_ members: [String: JSONValue]) -> [String: JSONValue] {
        let sorted = members.sorted { $0.key < $1.key }
        return Dictionary(sorted.map { (normalised($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the facts of an object's settings; nil where it has none.
    static func settings(_ members: [String: JSONValue]) -> PictureFacts? {
        let members = normalised(members)
        func first(_ names: [String], _ read: (JSONValue?) -> String?) -> String? {
            for name in names {
                if let text = read(members[name]) { return text }
            }
            return nil
        }
        var facts = PictureFacts()
        facts.prompt = caption(members["v4prompt"]) ?? first(Names.prompt, words)
        facts.negative = caption(members["v4negativeprompt"]) ?? first(Names.negative, words)
        facts.model = first(Names.model, model)
        facts.seed = first(Names.seed, plain)
        facts.sampler = first(Names.sampler, plain)
        return facts == .none ? nil : facts
    }

    /// Returns a prompt that has words.
    private static func words(_ value: JSONValue?) -> String? { prompt(value).flatMap { GeneratedPicture.prompt($0) } }

    /// Returns a prompt: a text, a list of texts, or a list of objects with a text each, as InvokeAI 2 writes.
    private static func prompt(_ value: JSONValue?) -> String? {
        switch value {
        case .text(let text): return text
        case .list(let parts):
            let texts = parts.compactMap { $0.text ?? $0["prompt"]?.text }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        default: return nil
        }
    }

    /// Returns the prompt of NovelAI 4, followed by those of its characters after `|`, as users type them.
    private static func caption(_ value: JSONValue?) -> String? {
        guard let caption = value?["caption"], let base = caption["base_caption"]?.text else { return nil }
        var texts = [base]
        if case .list(let characters)? = caption["char_captions"] {
            texts += characters.compactMap { $0["char_caption"]?.text }.filter { !$0.isEmpty }
        }
        return GeneratedPicture.prompt(texts.joined(separator: " | "))
    }

    private static func model(_ value: JSONValue?) -> String? {
        if case .object(let members)? = value {
            let members = normalised(members)
            let name = Names.modelParts.lazy.compactMap { members[$0]?.text }.first
            return name.flatMap { GeneratedPicture.modelName($0) }
        }
        return value?.text.flatMap { GeneratedPicture.modelName($0) }
    }

    /// Returns a text, or a number as text.
    static func plain(_ value: JSONValue?) -> String? {
        switch value {
        case .text(let text): return PictureFacts.text(text)
        case .number(let number): return Int(exactly: number).map { String($0) } ?? String(number)
        default: return nil
        }
    }
}

/// Repairs the invalid JSON that Python and other programs write.
enum JSONRepair {
    /// Digits that a `Double` always keeps.
    private static let safeDigitCount = 15

    /// Returns `bytes` as valid JSON, in linear time; the result has at most three times as many bytes.
    ///
    /// NaN and infinity become null, and integers beyond a `Double`'s digits texts. In texts, control characters become
    /// spaces, and halves of surrogate pairs U+FFFD.
    static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "\""): text(&rest, into: &result)
            case UInt8(ascii: "N") where rest.starts(with: "NaN".utf8):
                result += "null".utf8
                rest = rest.dropFirst(3)
            case UInt8(ascii: "I") where rest.starts(with: "Infinity".utf8):
                result += "null".utf8
                rest = rest.dropFirst(8)
            case UInt8(ascii: "-") where rest.starts(with: "-Infinity".utf8):
                result += "null".utf8
                rest = rest.dropFirst(9)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): number(&rest, into: &result)
            default:
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, into result: inout [UInt8]) {
        let number = rest.prefix { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        let isLong = number.count > safeDigitCount && number.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
        if isLong { result.append(UInt8(ascii: "\"")) }
        result += number
        if isLong { result.append(UInt8(ascii: "\"")) }
        rest = rest[number.endIndex...]
    }

    private static func text(_ rest: inout ArraySlice<UInt8>, into result: inout [UInt8]) {
        result.append(UInt8(ascii: "\""))
        rest = rest.dropFirst()
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "\""):
                result.append(byte)
                rest = rest.dropFirst()
                return
            case UInt8(ascii: "\\"): escape(&rest, into: &result)
            default:
                result.append(byte < 0x20 ? 0x20 : byte)
                rest = rest.dropFirst()
            }
        }
    }

    private static func escape(_ rest: inout ArraySlice<UInt8>, into result: inout [UInt8]) {
        let first = unit(rest)
        switch first {
        case nil:
            result += rest.prefix(2)
            rest = rest.dropFirst(2)
        case .some(0xD800..<0xDC00):
            guard let second = unit(rest.dropFirst(6)), (0xDC00..<0xE000).contains(second) else { fallthrough }
            result += rest.prefix(12)
            rest = rest.dropFirst(12)
        case .some(0xDC00..<0xE000):
            result += "\\ufffd".utf8
            rest = rest.dropFirst(6)
        default:
            result += rest.prefix(6)
            rest = rest.dropFirst(6)
        }
    }

    /// Returns the UTF-16 unit of an escape such as `\u00e9` at the start; nil for anything else.
    private static func unit(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.starts(with: "\\u".utf8), bytes.count >= 6 else { return nil }
        return Int(String(decoding: bytes.dropFirst(2).prefix(4), as: UTF8.self), radix: 16)
    }
}
