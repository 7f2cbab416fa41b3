// Finds the prompt in a graph of nodes, as ComfyUI and InvokeAI write it.

import Platform

/// The nodes that generated a picture, and the links between them.
///
/// Three forms are read: ComfyUI's executed nodes (`class_type`, `inputs`), its editor's `nodes` and `links`, and
/// InvokeAI's graph, of which only the texts are read.
struct NodeGraph {
    /// One node.
    struct Node {
        var type = ""
        /// The user's name for the node.
        var title = ""
        /// Values of inputs without a link, by name.
        var values: [String: JSONValue] = [:]
        /// The nodes linked to other inputs, by the inputs' names.
        var links: [String: String] = [:]

        /// Whether its type or title says that it holds the negative prompt.
        fileprivate var isNegative: Bool { "\(type) \(title)".lowercased().contains("negative") }
    }

    /// Most nodes that are read.
    private static let nodeLimit = 4096

    private(set) var nodes: [String: Node] = [:]
    /// Identifiers of the nodes, ordered by their numbers.
    private(set) var order: [String] = []

    /// Reads a graph of any form; nil where the object has no nodes.
    init?(_ object: [String: JSONValue]) {
        switch object["nodes"] {
        case .list(let list): readEditor(list, links: object["links"])
        case .object(let members): readInvokeAI(members)
        default: readRun(object)
        }
        guard !nodes.isEmpty else { return nil }
        order = nodes.keys.sorted { Self.precedes($0, $1) }
    }

    /// Returns whether an identifier such as `12` or `12:3` precedes another.
    private static func precedes(_ first: String, _ second: String) -> Bool {
        func numbers(_ name: String) -> [Int] { name.split(separator: ":").map { Int($0) ?? Int.max } }
        let (firstNumbers, secondNumbers) = (numbers(first), numbers(second))
        return firstNumbers == secondNumbers
            ? first < second : firstNumbers.lexicographicallyPrecedes(secondNumbers)
    }

    // MARK: Reading

    private mutating func readRun(_ members: [String: JSONValue]) {
        for (key, value) in members.prefix(Self.nodeLimit) {
            guard case .object(let inputs)? = value["inputs"] else { continue }
            var node = Node(type: value["class_type"]?.text ?? "", title: value["_meta"]?["title"]?.text ?? "")
            for (name, input) in inputs {
                // A link is a list of the source node and the number of its output.
                if case .list(let parts) = input {
                    guard parts.count == 2, parts[1].number != nil, let source = GeneratorJSON.plain(parts[0]),
                        members[source] != nil
                    else { continue }
                    node.links[name] = source
                } else {
                    node.values[name] = input
                }
            }
            nodes[key] = node
        }
    }

    private mutating func readEditor(_ list: [JSONValue], links: JSONValue?) {
        var sources: [String: String] = [:]
        if case .list(let links)? = links {
            for link in links {
                // Either a list (link, from node, from output, to node, …) or an object.
                if case .list(let parts) = link, parts.count >= 4 {
                    if let key = GeneratorJSON.plain(parts[0]) { sources[key] = GeneratorJSON.plain(parts[1]) }
                } else if let key = GeneratorJSON.plain(link["id"]) {
                    sources[key] = GeneratorJSON.plain(link["origin_id"])
                }
            }
        }
        for value in list.prefix(Self.nodeLimit) {
            // Modes 2 and 4 are disabled nodes.
            guard let key = GeneratorJSON.plain(value["id"]), value["mode"]?.number != 2, value["mode"]?.number != 4
            else { continue }
            var node = Node(type: value["type"]?.text ?? "", title: value["title"]?.text ?? "")
            if case .list(let inputs)? = value["inputs"] {
                for input in inputs {
                    guard let name = input["name"]?.text, let link = GeneratorJSON.plain(input["link"]) else {
                        continue
                    }
                    node.links[name] = sources[link]
                }
            }
            switch value["widgets_values"] {
            case .object(let values)?: node.values = values
            case .list(let values)?: node.values = Self.named(values, type: node.type)
            default: break
            }
            nodes[key] = node
        }
    }

    /// Names the values of an editor's node, which are stored in the order that its type defines.
    private static func named(_ values: [JSONValue], type: String) -> [String: JSONValue] {
        let names: [String]
        switch type {
        case "KSampler": names = ["seed", "", "steps", "cfg", "sampler_name"]
        case "KSamplerAdvanced": names = ["", "noise_seed", "", "steps", "cfg", "sampler_name"]
        case "SamplerCustom": names = ["", "noise_seed"]
        case "RandomNoise": names = ["noise_seed"]
        case "KSamplerSelect": names = ["sampler_name"]
        case "CLIPTextEncodeFlux": names = ["clip_l", "t5xxl"]
        case _ where type.contains("CheckpointLoader"): names = ["ckpt_name"]
        case "UNETLoader", "UnetLoaderGGUF": names = ["unet_name"]
        case _ where isText(type: type):
            guard let text = values.first(where: { $0.text != nil }) else { return [:] }
            return ["text": text]
        default: return [:]
        }
        return Dictionary(zip(names, values).filter { !$0.0.isEmpty }, uniquingKeysWith: { first, _ in first })
    }

    private mutating func readInvokeAI(_ members: [String: JSONValue]) {
        for (key, value) in members.prefix(Self.nodeLimit) {
            guard let text = value["prompt"]?.text else { continue }
            nodes[key] = Node(
                type: "prompt", title: "\(key) \(value["id"]?.text ?? "")", values: ["prompt": .text(text)])
        }
    }

    // MARK: Facts

    /// The facts of the node that sampled the picture and of the nodes linked to its inputs.
    ///
    /// If no links lead to a text, the texts of all nodes, in order, are the prompt.
    var facts: PictureFacts {
        var facts = PictureFacts()
        let samplers = self.samplers
        for key in samplers where facts.prompt == nil {
            facts = PictureFacts()
            let texts = texts(of: .positive, from: key)
            facts.prompt = GeneratedPicture.prompt(texts.joined(separator: "\n"))
            let others = self.texts(of: .negative, from: key)
            facts.negative = others == texts ? nil : GeneratedPicture.prompt(others.joined(separator: "\n"))
            readDetails(of: key, into: &facts)
        }
        if facts.prompt == nil {
            let texts = allTexts()
            facts.prompt = GeneratedPicture.prompt(texts.shown.joined(separator: "\n"))
            facts.negative = facts.negative ?? GeneratedPicture.prompt(texts.hidden.joined(separator: "\n"))
            for key in samplers { readDetails(of: key, into: &facts) }
        }
        if facts.model == nil {
            // Without links to follow, the model is known if all loaders name the same one.
            let names = Set(order.compactMap { nodes[$0]?.values["ckpt_name"]?.text })
            if names.count == 1 { facts.model = names.first.flatMap { GeneratedPicture.modelName($0) } }
        }
        return facts
    }

    private static let samplerLimit = 16

    /// The sampling nodes: first those that start from noise, then those that refine, each in order.
    private var samplers: [String] {
        let all = order.filter { key in
            guard let node = nodes[key] else { return false }
            let names = ["positive", "guider", "conditioning"].filter { has($0, node) }
            return !names.isEmpty && node.type.contains("ampler")
                || names.first == "positive" && (has("seed", node) || has("noise_seed", node))
        }
        func refines(_ key: String) -> Bool {
            let values = nodes[key]?.values
            return (values?["denoise"]?.number ?? 1) < 1 || (values?["start_at_step"]?.number ?? 0) > 0
        }
        return Array((all.filter { !refines($0) } + all.filter { refines($0) }).prefix(Self.samplerLimit))
    }

    private func has(_ name: String, _ node: Node) -> Bool { node.links[name] != nil || node.values[name] != nil }

    private func readDetails(of key: String, into facts: inout PictureFacts) {
        facts.model =
            facts.model
            ?? value(
                ["ckpt_name", "unet_name", "model_name", "gguf_name", "ckpt"],
                through: ["model", "guider", "model1", "base_model", "ckpt_name", "unet_name", "pipe"], from: key
            )?.text.flatMap { GeneratedPicture.modelName($0) }
        facts.seed =
            facts.seed
            ?? GeneratorJSON.plain(
                value(
                    ["seed", "noise_seed", "value", "int", "number"],
                    through: ["seed", "noise_seed", "noise", "value"], from: key))
        facts.sampler =
            facts.sampler
            ?? value(["sampler_name", "sampler", "value", "string"], through: ["sampler_name", "sampler"], from: key)
            .flatMap { $0.text.flatMap { PictureFacts.text($0) } }
    }

    /// Returns the first value with one of the names, in a node or in those linked to its given inputs.
    private func value(_ names: [String], through links: [String], from start: String) -> JSONValue? {
        var waiting = [start]
        var next = 0
        var seen: Set<String> = []
        while next < waiting.count, seen.count < Walk.nodeLimit {
            let key = waiting[next]
            next += 1
            guard seen.insert(key).inserted, let node = nodes[key] else { continue }
            if let value = names.lazy.compactMap({ node.values[$0] }).first { return value }
            // A node with a single link passes its input on, whatever the input is called.
            let isPassage = node.links.count == 1 && key != start
            waiting += isPassage ? Array(node.links.values) : links.compactMap { node.links[$0] }
        }
        return nil
    }

    // MARK: Texts

    private enum Role: String {
        case positive, negative
    }

    /// The state of a search for texts.
    private struct Walk {
        static let nodeLimit = 512
        static let depthLimit = 64
        /// Most inputs of a node, of values and of links each.
        static let inputLimit = 256

        var seen: Set<String> = []
        var texts: [String] = []

        mutating func add(_ text: String) {
            guard texts.count < 64, text.contains(where: { !$0.isWhitespace }), !texts.contains(text) else { return }
            texts.append(text)
        }
    }

    /// Inputs that never lead to a prompt.
    private static let otherInputs: Set<String> = [
        "clip", "model", "vae", "image", "images", "pixels", "latent", "latent_image", "samples", "mask",
        "control_net", "clip_vision", "clip_vision_output", "style_model", "delimiter", "noise", "sampler", "sigmas",
    ]
    private static let textNames: Set<String> = [
        "clip_l", "clip_g", "t5xxl", "bert", "mt5xl", "llama", "user_prompt", "value", "populated_text",
        "wildcard_text",
        "text_positive", "text_negative", "opt_text", "multiline_text",
    ]

    /// Returns whether an input is a text: `text`, `text_g`, `text1`, `prompt`, `string_a`, or in `textNames`.
    private static func isText(_ name: String) -> Bool {
        if textNames.contains(name) { return true }
        guard let stem = ["text", "prompt", "string"].first(where: { name.hasPrefix($0) }) else { return false }
        let rest = name.dropFirst(stem.count)
        return rest.drop { $0 == "_" }.count <= (rest.hasPrefix("_") ? 2 : 1)
    }

    /// Returns whether a type's name says that its nodes hold a text.
    private static func isText(type: String) -> Bool {
        let type = type.lowercased()
        return ["text", "prompt", "string", "primitive"].contains { type.contains($0) }
    }

    private func texts(of role: Role, from sampler: String) -> [String] {
        guard let node = nodes[sampler] else { return [] }
        var walk = Walk(seen: [sampler])
        if follow([role.rawValue], of: node, role, 0, &walk) { return walk.texts }
        guard let key = node.links["guider"], let guider = nodes[key] else {
            if role == .positive { _ = follow(["conditioning"], of: node, role, 0, &walk) }
            return walk.texts
        }
        if !follow([role.rawValue], of: guider, role, 0, &walk), role == .positive {
            _ = follow(["conditioning", "cond1"], of: guider, role, 0, &walk)
        }
        return walk.texts
    }

    /// Follows inputs to texts; returns whether the node has one of them.
    private func follow(_ names: [String], of node: Node, _ role: Role, _ depth: Int, _ walk: inout Walk) -> Bool {
        var isFound = false
        for name in names {
            if let text = node.values[name]?.text {
                walk.add(text)
                isFound = true
            } else if let source = node.links[name] {
                visit(source, role, depth + 1, &walk)
                isFound = true
            }
        }
        return isFound
    }

    private func visit(_ key: String, _ role: Role, _ depth: Int, _ walk: inout Walk) {
        // `ConditioningZeroOut` discards its text.
        guard depth < Walk.depthLimit, walk.seen.count < Walk.nodeLimit, walk.seen.insert(key).inserted,
            let node = nodes[key], node.type != "ConditioningZeroOut"
        else { return }
        let keys = Array(node.values.keys.prefix(Walk.inputLimit)) + node.links.keys.prefix(Walk.inputLimit)
        let names = keys.sorted()
        // Nodes that pass on both prompts have `positive` or `negative` in the names of their inputs.
        let ofRole = names.filter { $0.lowercased().contains(role.rawValue) }
        if follow(ofRole, of: node, role, depth, &walk) { return }
        // The prompt after its wildcards were filled in.
        if follow(["populated_text"], of: node, role, depth, &walk) { return }
        if follow(names.filter { Self.isText($0) }, of: node, role, depth, &walk) { return }
        let conditionings = ["conditioning_to"] + names.filter { $0.hasPrefix("cond") && $0 != "conditioning_to" }
        if follow(conditionings, of: node, role, depth, &walk) { return }
        _ = follow(
            names.filter { node.links[$0] != nil && !Self.otherInputs.contains($0) }, of: node, role, depth, &walk)
    }

    /// Returns the texts of all nodes in order; `hidden` are those of negative prompts.
    private func allTexts() -> (shown: [String], hidden: [String]) {
        var (shown, hidden) = (Walk(), Walk())
        for key in order {
            guard let node = nodes[key], node.type.isEmpty || Self.isText(type: node.type) else { continue }
            for name in node.values.keys.sorted() where Self.isText(name) && (name != "value" || !node.type.isEmpty) {
                guard let text = node.values[name]?.text else { continue }
                if node.isNegative { hidden.add(text) } else { shown.add(text) }
            }
        }
        return (shown.texts, hidden.texts)
    }
}
