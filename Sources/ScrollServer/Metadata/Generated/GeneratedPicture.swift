// Reads what a generator of pictures wrote about its picture.

import Platform

/// Collects the texts with which programs describe the pictures they generate: prompt, negative prompt, model, seed and
/// sampler.
///
/// Some programs write several texts: NovelAI its name and its settings, ComfyUI the executed nodes and the editor's
/// view of them. None of the formats has a specification; they are read as in the programs' sources and files.
struct GeneratedPicture {
    /// Most bytes of a text that is read.
    static let longest = 1 << 18
    /// Most bytes of a prompt that is kept.
    static let longestPrompt = 1 << 14

    /// The facts of texts that are complete by themselves.
    private var parsedFacts = PictureFacts()
    /// Texts whose meaning depends on others, by normalised keyword.
    private var pendingTexts: [String: String] = [:]
    /// Whether no text has been accepted.
    private(set) var isEmpty = true
    /// How many texts of JSON these texts lie in.
    private let depth: Int

    init(depth: Int = 0) { self.depth = depth }

    /// The facts of texts that count only beside a prompt, by normalised keyword; the first present counts.
    private static let details: [(name: String, path: WritableKeyPath<PictureFacts, String?> & Sendable)] = [
        ("negativeprompt", \.negative), ("seed", \.seed), ("sampler", \.sampler), ("samplername", \.sampler),
        ("usestablediffusionmodel", \.model), ("stablediffusionmodel", \.model), ("model", \.model),
    ]

    // MARK: Texts with a keyword

    /// Adds a text with its keyword, as in a PNG; returns false for keywords that are not read here.
    ///
    /// Descriptions and comments are among them, because some are generators'. The first text of a keyword counts.
    mutating func add(keyword: String, text: String) -> Bool {
        let name = GeneratorJSON.normalised(keyword)
        switch name {
        case "parameters", "prompt", "generationdata", "invokeaimetadata", "sdmetadata", "invokeai":
            if GeneratorJSON.isData(text) {
                parsedFacts.complete(with: Self.facts(comment: text) ?? .none)
            } else if let facts = GeneratorText.parameters(text, isKnown: true) {
                parsedFacts.complete(with: facts)
            }
        case "dream": parsedFacts.complete(with: GeneratorText.dream(text))
        case "workflow", "invokeaigraph", "description", "comment", "software", "source":
            keepPending(name, text)
        default:
            guard Self.details.contains(where: { $0.name == name }) else { return false }
            keepPending(name, text)
        }
        isEmpty = false
        return true
    }

    /// Adds a text in UTF-8 or Windows-1252 with its keyword, as in a PNG.
    mutating func add(keyword: String, bytes: some Collection<UInt8>) -> Bool {
        add(keyword: keyword, text: String(validating: bytes, as: UTF8.self) ?? Windows1252.text(bytes))
    }

    private mutating func keepPending(_ name: String, _ text: String) {
        if pendingTexts[name] == nil, text.utf8.count <= Self.longest { pendingTexts[name] = text }
    }

    /// The facts of all texts, with the description or comment of a person as the caption.
    var facts: PictureFacts {
        var facts = parsedFacts
        if pendingTexts.isEmpty { return facts }
        if pendingTexts["software"]?.hasPrefix("NovelAI") == true {
            completeNovelAI(&facts)
        } else {
            for text in [pendingTexts["description"], pendingTexts["comment"]].compactMap({ $0 }) {
                if let generated = Self.facts(comment: text, depth: depth) {
                    facts.complete(with: generated)
                } else {
                    facts.caption = facts.caption ?? PictureFacts.text(text)
                }
            }
        }
        // The editor's view counts last, since it has fewer values than the executed nodes.
        for text in [pendingTexts["workflow"], pendingTexts["invokeaigraph"]].compactMap({ $0 })
        where facts.prompt == nil {
            facts.complete(with: Self.facts(comment: text, depth: depth) ?? .none)
        }
        if facts.prompt != nil {
            for (name, path) in Self.details where facts[keyPath: path] == nil {
                facts[keyPath: path] = pendingTexts[name].flatMap { Self.detail(path, $0) }
            }
        }
        return facts
    }

    private static func detail(
        _ path: WritableKeyPath<PictureFacts, String?> & Sendable, _ text: String
    ) -> String? {
        if path == \PictureFacts.model { return modelName(text) }
        return path == \PictureFacts.negative ? prompt(text) : PictureFacts.text(text)
    }

    /// NovelAI's Comment is JSON, its Description the prompt, and its Source the model.
    private func completeNovelAI(_ facts: inout PictureFacts) {
        if let comment = pendingTexts["comment"], case .object(let members)? = GeneratorJSON.value(of: comment) {
            facts.complete(with: GeneratorJSON.settings(members) ?? .none)
        }
        facts.prompt = facts.prompt ?? pendingTexts["description"].flatMap { Self.prompt($0) }
        facts.model = facts.model ?? pendingTexts["source"].flatMap { PictureFacts.text($0) }
    }

    // MARK: Texts without a keyword

    /// Reads a comment, description or other free text, which lies in `depth` texts of JSON.
    ///
    /// - Returns: nil where a person wrote the text; facts, perhaps empty, where a generator did, or it is JSON.
    static func facts(comment text: String, depth: Int = 0) -> PictureFacts? {
        guard text.utf8.count <= longest else { return GeneratorJSON.isData(text) ? PictureFacts.none : nil }
        guard GeneratorJSON.isData(text) else {
            return GeneratorText.parameters(text, isKnown: false) ?? GeneratorText.midjourney(text)
        }
        guard let value = GeneratorJSON.value(of: text) else { return PictureFacts.none }
        return GeneratorJSON.facts(value, depth: depth) ?? PictureFacts.none
    }

    /// Adds a text without a keyword; returns false where a person wrote it.
    mutating func add(comment text: String) -> Bool {
        if GeneratorJSON.isData(text), GeneratorJSON.label(text) == "workflow" {
            keepPending("workflow", text)
        } else if let facts = Self.facts(comment: text) {
            parsedFacts.complete(with: facts)
        } else {
            return false
        }
        isEmpty = false
        return true
    }

    /// Adds a text in UTF-8 or Windows-1252 up to the first zero; returns false where a person wrote it.
    mutating func add(comment bytes: [UInt8]) -> Bool {
        let bytes = Array(bytes.prefix { $0 != 0 })
        return add(comment: String(validating: bytes, as: UTF8.self) ?? Windows1252.text(bytes))
    }

    /// Returns whether a text may be a generator's, or JSON; fast enough for every picture.
    static func mayBeGenerated(_ text: String) -> Bool {
        GeneratorJSON.isData(text) || GeneratorText.mayBeGenerated(text)
    }

    // MARK: Checking

    /// Returns a prompt without control characters and outer spaces; nil where nothing is left.
    static func prompt(_ text: String) -> String? { PictureFacts.text(text, limit: longestPrompt) }

    /// Returns the name of a model without folders and file extension.
    static func modelName(_ text: String) -> String? {
        let name = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map { String($0) } ?? text
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
            ["safetensors", "ckpt", "gguf", "sft", "pt", "pth", "bin", "onnx"].contains(name[dot...].dropFirst())
        else { return PictureFacts.text(name) }
        return PictureFacts.text(String(name[..<dot]))
    }
}
