// Prompts in graphs of nodes, as ComfyUI writes them.

import Testing

@testable import Metadata

@Suite struct NodeGraphTests {
    /// The executed nodes: a chain of every kind of link.
    static let run = #"""
        {"3":{"class_type":"KSampler","inputs":{"seed":18446744073709551615,"sampler_name":"euler","denoise":1.0,
        "model":["10",0],"positive":["20",0],"negative":["7",0],"latent_image":["5",0]},"is_changed":[NaN]},
        "2":{"class_type":"KSampler","inputs":{"seed":2,"sampler_name":"ddim","denoise":0.5,
        "model":["10",0],"positive":["7",0],"negative":["7",0],"latent_image":["3",0]}},
        "10":{"class_type":"LoraLoader","inputs":{"lora_name":"x","model":["4",0],"clip":["4",1]}},
        "4":{"class_type":"CheckpointLoaderSimple","inputs":{"ckpt_name":"ill\\wai.safetensors"}},
        "20":{"class_type":"ControlNetApplyAdvanced","inputs":{"positive":["21",0],"negative":["7",0],"image":["9",0]}},
        "21":{"class_type":"ConditioningConcat","inputs":{"conditioning_to":["6",0],"conditioning_from":["8",0]}},
        "6":{"class_type":"CLIPTextEncode","inputs":{"text":["30",0],"clip":["4",1]}},
        "30":{"class_type":"StringConcatenate","inputs":{"string_a":"a light","string_b":["31",0],"delimiter":","}},
        "31":{"class_type":"PrimitiveString","inputs":{"value":"house \ud83d\ude00"}},
        "8":{"class_type":"CLIPTextEncode","inputs":{"text":"dusk","clip":["4",1]}},
        "7":{"class_type":"CLIPTextEncode","inputs":{"text":"blurry","clip":["4",1]}}}
        """#

    /// The editor's nodes and links.
    static let editor = """
        {"nodes":[{"id":3,"type":"KSampler","inputs":[{"name":"model","link":1},{"name":"positive","link":4},\
        {"name":"negative","link":6}],"widgets_values":[156680208700286,"randomize",20,8,"euler","normal",1]},\
        {"id":4,"type":"CheckpointLoaderSimple","widgets_values":["v1-5.ckpt"]},\
        {"id":6,"type":"CLIPTextEncode","widgets_values":["a cat"]},\
        {"id":7,"type":"CLIPTextEncode","widgets_values":["dog"]}],\
        "links":[[1,4,0,3,0,"MODEL"],[4,6,0,3,1,"CONDITIONING"],[6,7,0,3,2,"CONDITIONING"]],"version":0.4}
        """

    private func settings(_ keyword: String, _ text: String) -> [String?] {
        let facts = GeneratedPicture.facts(keyword: keyword, text: text) ?? .none
        return [facts.prompt, facts.negative, facts.model, facts.seed, facts.sampler]
    }

    @Test func linksAreFollowedFromTheSampler() {
        #expect(
            settings("prompt", Self.run) == ["a light house 😀 dusk", "blurry", "wai", "18446744073709551615", "euler"])
        #expect(settings("workflow", Self.editor) == ["a cat", "dog", "v1-5", "156680208700286", "euler"])
    }

    @Test func guidersLeadToTheirConditioning() {
        let text = """
            {"1":{"class_type":"SamplerCustomAdvanced","inputs":{"noise":["2",0],"guider":["3",0],"sampler":["4",0]}},
            "2":{"class_type":"RandomNoise","inputs":{"noise_seed":77}},
            "3":{"class_type":"BasicGuider","inputs":{"model":["5",0],"conditioning":["6",0]}},
            "4":{"class_type":"KSamplerSelect","inputs":{"sampler_name":"euler"}},
            "5":{"class_type":"UNETLoader","inputs":{"unet_name":"flux1-dev.safetensors"}},
            "6":{"class_type":"FluxGuidance","inputs":{"guidance":3.5,"conditioning":["7",0]}},
            "7":{"class_type":"CLIPTextEncodeFlux","inputs":{"clip_l":"a cat","t5xxl":"a cat","clip":["8",0]}}}
            """
        #expect(settings("prompt", text) == ["a cat", nil, "flux1-dev", "77", "euler"])
    }

    @Test func aZeroedConditioningHasNoText() {
        let text = """
            {"1":{"class_type":"KSampler","inputs":{"positive":["2",0],"negative":["3",0],"seed":["4",0]}},
            "2":{"class_type":"CLIPTextEncode","inputs":{"text":"a cat"}},"4":{"inputs":{"value":9}},
            "3":{"class_type":"ConditioningZeroOut","inputs":{"conditioning":["2",0]}}}
            """
        #expect(settings("prompt", text) == ["a cat", nil, nil, "9", nil])
    }

    @Test func aNodeHasTheTextsOfBothKinds() {
        let text = """
            {"1":{"class_type":"KSampler (Efficient)","inputs":{"positive":["2",1],"negative":["2",2],"model":["2",0]}},
            "2":{"class_type":"Efficient Loader","inputs":{"ckpt_name":"a.ckpt","positive":"a cat","negative":"dog"}}}
            """
        #expect(settings("prompt", text) == ["a cat", "dog", "a", nil, nil])
    }

    @Test func allTextsAreThePromptWithoutLinks() {
        let loop = """
            {"1":{"class_type":"KSampler","inputs":{"positive":["2",0],"seed":1}},
            "2":{"class_type":"ConditioningCombine","inputs":{"conditioning_1":["2",0],"conditioning_2":["1",0]}},
            "10":{"class_type":"CLIPTextEncode","inputs":{"text":"right"}},
            "9":{"class_type":"CLIPTextEncode","inputs":{"text":"left"}},
            "8":{"class_type":"CLIPTextEncode","inputs":{"text":"dog"},"_meta":{"title":"Negative"}}}
            """
        #expect(settings("prompt", loop) == ["left right", "dog", nil, "1", nil])
        #expect(settings("prompt", #"{"6":{"inputs":{"text":"a cat"}}}"#).first == "a cat")
    }

    /// The executed nodes count first, then the editor's.
    @Test func executedNodesPrecedeTheEditors() {
        var picture = GeneratedPicture()
        for text in ["Workflow: " + Self.editor, "Prompt:" + Self.run] {
            let isRead = picture.add(comment: text)
            #expect(isRead)
        }
        #expect(picture.facts.prompt == "a light house 😀 dusk" && picture.facts.seed == "18446744073709551615")
        #expect(GeneratedPicture.facts(comment: "Workflow: " + Self.editor)?.prompt == "a cat")
    }

    /// Searches of long chains and of loops end.
    @Test func longGraphsAreBounded() {
        let nodes = (0..<3000).map {
            #""\#($0)":{"inputs":{"conditioning_1":["\#($0 + 1)",0],"conditioning_2":["\#($0 * 7 % 3000)",0]}}"#
        }
        let text = #"{"s":{"class_type":"KSampler","inputs":{"positive":["0",0],"seed":["0",0]}},"#
        #expect(settings("prompt", text + nodes.joined(separator: ",") + "}") == [nil, nil, nil, nil, nil])
    }
}
