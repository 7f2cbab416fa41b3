// Texts of generators of pictures, in the forms of each program.

import Foundation
import Testing

@testable import Metadata
@testable import Pixels
@testable import Platform

@Suite struct GeneratedPictureTests {
    /// Prompt, negative prompt, model, seed and sampler.
    private func settings(_ facts: PictureFacts?) -> [String?]? {
        facts.map { [$0.prompt, $0.negative, $0.model, $0.seed, $0.sampler] }
    }

    /// The facts of several texts with their keywords.
    private func facts(of texts: KeyValuePairs<String, String>) -> PictureFacts {
        var picture = GeneratedPicture()
        for (keyword, text) in texts { _ = picture.add(keyword: keyword, text: text) }
        return picture.facts
    }

    // MARK: Texts

    private static let parameters = """
        a lighthouse, oil
        Steps: 3, walk up
        Negative prompt: blurry,
        ugly
        Steps: 20, Sampler: "DPM++ 2M, x", Schedule type: Karras, Seed: 1234567890123456789, Model hash: abc, \
        Model: sd/xl.safetensors, Lora hashes: "a: b, Seed: d", Version: f2.0
        """

    @Test func parametersMayLookLikeSettings() {
        let expected: [String?] = [
            "a lighthouse, oil Steps: 3, walk up", "blurry, ugly", "xl", "1234567890123456789", "DPM++ 2M, x",
        ]
        #expect(settings(GeneratedPicture.facts(comment: Self.parameters)) == expected)
        #expect(settings(GeneratedPicture.facts(keyword: "parameters", text: Self.parameters)) == expected)
        // Some programs change line breaks to spaces, or to those of Windows.
        let flat = Self.parameters.replacingOccurrences(of: "\n", with: " ")
        #expect(settings(GeneratedPicture.facts(comment: flat)) == expected)
        let windows = Self.parameters.replacingOccurrences(of: "\n", with: "\r\n")
        #expect(settings(GeneratedPicture.facts(comment: windows))?.suffix(3) == expected.suffix(3))
    }

    @Test func civitaiNamesTheModelAmongItsResources() {
        let text = """
            a cat
            Steps: 20, Sampler: Euler, Model hash: abc, Civitai resources: [{"type":"lora","modelName":"l"},\
            {"type":"checkpoint","modelName":"Juggernaut, XL"}], Seed: 5
            """
        #expect(settings(GeneratedPicture.facts(comment: text)) == ["a cat", nil, "Juggernaut, XL", "5", "Euler"])
    }

    @Test(arguments: [
        "Walk to the church. Steps: 20", "OLYMPUS DIGITAL CAMERA", "Print order. Job ID: 1234", "Prompt: none", "",
        "{our garden}", "Workflow: scan, crop", "[untitled]", "At the sea, 5 steps: up",
    ])
    func textsOfPeopleAreNoPrompts(text: String) {
        #expect(GeneratedPicture.facts(comment: text) == nil)
    }

    @Test(arguments: [#"{"PictureEffect":1}"#, #"{"c":"a","z":1}"#, "{}", #"[{"a":"#, #"prompt:{"3""#])
    func dataIsNeitherPromptNorCaption(text: String) {
        #expect(GeneratedPicture.facts(comment: text) == PictureFacts.none)
        #expect(facts(of: ["Comment": text]) == .none)
    }

    @Test func midjourneysOptionsAreRead() {
        let text = "a cat --no dogs, mice --v 6.1 --seed 12 Job ID: 01234567-89ab-cdef-0123-456789abcdef"
        #expect(
            settings(GeneratedPicture.facts(keyword: "Description", text: text))
                == ["a cat --no dogs, mice --v 6.1 --seed 12", "dogs, mice", "Midjourney 6.1", "12", nil])
    }

    @Test func drawThingsWritesADashBeforeTheNegative() {
        let text = "a cat\n-dog\nSteps: 20, Sampler: DPM++, Guidance Scale: 7.0, Seed: 5, Model: a.ckpt"
        #expect(settings(GeneratedPicture.facts(comment: text)) == ["a cat", "dog", "a", "5", "DPM++"])
    }

    @Test func aLongPromptEndsAtACharacter() {
        let text = String(repeating: "é", count: 20_000)
        let prompt = GeneratedPicture.facts(keyword: "prompt", text: "x" + text)?.prompt
        #expect(prompt == "x" + text.prefix((GeneratedPicture.longestPrompt - 1) / 2))
    }

    // MARK: JSON

    /// A keyword, its text, and the settings in it.
    private static let objects: [(keyword: String, text: String, settings: [String?])] = [
        (
            "Dream", #""a cat [dog] \"x\"" -s 50 -S 123 -W512 -A k_lms"#,
            [#"a cat  "x""#, "dog", nil, "123", "k_lms"]
        ),
        (
            "sd-metadata",
            """
            {"model_weights":"sd-1.5","image":{"prompt":[{"prompt":"a cat [dog]","weight":1}],"seed":5,"sampler":"ddim"}}
            """,
            ["a cat", "dog", "sd-1.5", "5", "ddim"]
        ),
        (
            "invokeai_metadata",
            """
            {"positive_prompt":"a cat","negative_prompt":"dog","model":{"key":"k","name":"sdxl"},"seed":12,\
            "scheduler":"euler"}
            """,
            ["a cat", "dog", "sdxl", "12", "euler"]
        ),
        (
            "invokeai_graph",
            """
            {"id":"x","nodes":{"p":{"type":"compel","prompt":"a cat","id":"positive_conditioning"},\
            "n":{"prompt":"dog","id":"negative_conditioning"}},"edges":[]}
            """,
            ["a cat", "dog", nil, nil, nil]
        ),
        (
            "parameters",
            """
            {"sui_image_params":{"prompt":"a cat","negativeprompt":"dog","model":"Official/sd_xl_base_1.0","seed":1,\
            "sampler":"euler"},"sui_extra_data":{}}
            """,
            ["a cat", "dog", "sd_xl_base_1.0", "1", "euler"]
        ),
        (
            "parameters",
            #"{"prompt":"a cat","negative_prompt":"","base_model":"jugg","seed":"1","sampler":"k","fooocus_scheme":"x"}"#,
            ["a cat", nil, "jugg", "1", "k"]
        ),
        (
            "generation_data", "{\"prompt\":\"a cat\",\"negativePrompt\":\"dog\",\"seed\":\"7\"}\u{0}",
            ["a cat", "dog", nil, "7", nil]
        ),
        (
            "Comment", #"{"c":"a cat","uc":"dog","model":"sd_v1.5_f16.ckpt","seed":12,"sampler":"DPM++","v2":{"x":1}}"#,
            ["a cat", "dog", "sd_v1.5_f16", "12", "DPM++"]
        ),
    ]

    @Test(arguments: Self.objects.indices) func objectsNameTheirSettings(index: Int) {
        let (keyword, text, expected) = Self.objects[index]
        #expect(settings(GeneratedPicture.facts(keyword: keyword, text: text)) == expected)
    }

    @Test func novelAITakesSeveralTexts() {
        let comment = """
            {"prompt":"a cat","steps":28,"seed":3,"sampler":"k","uc":"dog","v4_prompt":{"caption":{"base_caption":\
            "a cat","char_captions":[{"char_caption":"girl"}]}}}
            """
        let texts: KeyValuePairs = [
            "Description": "a cat", "Comment": comment, "Software": "NovelAI",
            "Source": "NovelAI Diffusion V4",
        ]
        let facts = facts(of: texts)
        let expected: [String?] = ["a cat | girl", "dog", "NovelAI Diffusion V4", "3", "k"]
        #expect(settings(facts) == expected && facts.caption == nil)
    }

    @Test func easyDiffusionTakesSeveralTexts() {
        let texts: KeyValuePairs = [
            "negative_prompt": "dog", "Seed": "5", "use_stable_diffusion_model": "C:\\models\\sd.ckpt",
            "sampler_name": "ddim", "prompt": "a cat",
        ]
        #expect(settings(facts(of: texts)) == ["a cat", "dog", "sd", "5", "ddim"])
        // Without a prompt these may be of another program, such as a microscope's.
        #expect(facts(of: ["Seed": "5", "Model": "x"]) == .none)
    }

    @Test func descriptionsOfPeopleStayCaptions() {
        #expect(facts(of: ["Comment": "by the sea"]).caption == "by the sea")
        #expect(facts(of: ["Comment": "by the sea", "Description": "Otto", "Software": "GIMP"]).caption == "Otto")
        var picture = GeneratedPicture()
        let isTitleRead = picture.add(keyword: "Title", text: "Otto")
        #expect(!isTitleRead)
    }

    /// NaN, long integers and broken escapes, as Python writes them.
    @Test func jsonIsRepaired() {
        func repaired(_ text: String) -> String {
            String(decoding: JSONRepair.repaired(Array(text.utf8)[...]), as: UTF8.self)
        }
        #expect(repaired("[NaN,-Infinity,Infinity,\"NaN\"]") == "[null,null,null,\"NaN\"]")
        #expect(repaired("[18446744073709551615,-1,1.5e300]") == "[\"18446744073709551615\",-1,1.5e300]")
        #expect(repaired(#"["\ud83d\ude00 \ud83d x \ude00 \\ud83d"]"#) == #"["\ud83d\ude00 \ufffd x \ufffd \\ud83d"]"#)
        #expect(repaired("[\"a\nb") == "[\"a b")
    }

    // MARK: Files

    /// Every picture of the set has its prompt, and no workflow as camera or caption.
    @Test(.needs(.cases)) func casesHaveTheirPrompts() throws {
        let folder = Corpus.cases.appendingPathComponent("05-prompts")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names.sorted() where !name.hasSuffix(".json") {
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            let facts = try ImageHeader.read(from: ByteSource(Array(bytes))).facts ?? .none
            let isParameters = name.hasPrefix("a1111")
            #expect(facts.camera == nil && facts.caption == nil, "\(name)")
            #expect(facts.prompt?.hasPrefix("a lighthouse at dusk") == true, "\(name)")
            #expect(!isParameters || facts.prompt == "a lighthouse at dusk, oil painting", "\(name)")
            #expect(!isParameters || settings(facts)?.dropFirst() == ["blurry", "sdxl", "1234", "Euler a"], "\(name)")
            if name.hasPrefix("easy") || name.hasPrefix("novel") { #expect(facts.negative == "blurry", "\(name)") }
        }
        #expect(names.count >= 16)
    }

    /// Every run of the program tells the same, though its hash tables have another order each time.
    @Test func theFirstOfTwoNamesCounts() {
        let texts = facts(of: [
            "prompt": "a cat", "sampler_name": "b", "Sampler": "a", "model": "c", "stable_diffusion_model": "b",
            "use_stable_diffusion_model": "a",
        ])
        #expect(settings(texts) == ["a cat", nil, "a", nil, "a"])
        let object = #"{"prompt":"a cat","seed":3,"SEED":1,"Seed":2,"negative-prompt":"a","negativePrompt":"b"}"#
        #expect(settings(GeneratedPicture.facts(comment: object)) == ["a cat", "a", nil, "1", nil])
    }

    // MARK: Damage

    /// Texts of JSON within texts of JSON are read to a small depth, and each once.
    @Test(.timeLimit(.minutes(1))) func textsWithinTextsAreReadOnce() {
        var text = #"{"steps":1}"#
        for _ in 0..<30 {
            for name in ["prompt", "Description"] {
                let inner = text.replacing("\\", with: "\\u005c").replacing("\"", with: "\\u0022")
                text = "{\"\(name)\":\"\(inner)\",\"Comment\":\"x\"}"
            }
        }
        #expect(text.utf8.count < GeneratedPicture.longest)
        #expect(GeneratedPicture.facts(comment: text) != nil)
    }

    /// Damaged texts are read without a crash, in bounded time.
    @Test func damagedTextsAreRead() {
        let seed = TestSeed.seed()
        var noise = RepeatableNoise(seed: seed)
        let bases = [Self.parameters, NodeGraphTests.run, NodeGraphTests.editor] + Self.objects.map(\.text)
        let others = ["prompt", "workflow", "Software", "Source", "Description", "seed"]
        let keywords = Self.objects.map(\.keyword) + others
        let bytes = Array("{}[]\",:\\u0d8dNaNInfinity-0123456789eE. \n\0".utf8) + [0x80, 0xC3, 0xED, 0xFF]
        for index in 0..<5000 {
            var text = Array(bases[index % bases.count].utf8)
            for _ in 0..<Int.random(in: 1...8, using: &noise) {
                let index = Int.random(in: 0..<text.count, using: &noise)
                let byte = bytes[Int.random(in: 0..<bytes.count, using: &noise)]
                switch Int.random(in: 0..<3, using: &noise) {
                case 0: text[index] = byte
                case 1: text.insert(byte, at: index)
                default: text.append(contentsOf: text[index...].prefix(40))
                }
            }
            var picture = GeneratedPicture()
            _ = picture.add(keyword: keywords[index % keywords.count], bytes: text)
            _ = picture.add(comment: text)
            let prompt = picture.facts.prompt ?? "-"
            #expect(!prompt.isEmpty && prompt.utf8.count <= GeneratedPicture.longestPrompt, "seed \(seed)")
        }
        // Long hostile texts are read in linear time.
        let parts = ["{", "[{\"", "{\"a\":", "Steps: 1, ", "Negative prompt: ", "Job ID: ", "a:{,", "\n-", "\\ud83d"]
        for part in parts {
            let text = String(repeating: part, count: GeneratedPicture.longest / part.utf8.count)
            _ = GeneratedPicture.facts(comment: text)
            _ = GeneratedPicture.facts(keyword: "parameters", text: "a\nSteps: 1, \(text.dropLast(20))")
        }
    }
}
