// JSON Schemas of what no page sends or reads: contents of requests by scripts, and answers for other viewers.

import Tiling

/// The schemas besides those of wire.d.ts.
enum DescribedSchemas {
    /// Each as JSON, by name.
    static let all: [String: String] = [
        "NewList": """
        {"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":50},\
        "from":{"type":"string"},"items":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":10000},\
        "selected":{"type":"boolean"}},"required":["name"]}
        """,
        "ListName": """
        {"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":50}},"required":["name"]}
        """,
        "NewItem": """
        {"type":"object","properties":{"collection":{"type":"string"},"item":{"type":"string"}},\
        "required":["collection","item"]}
        """,
        "Box": """
        {"type":"object","properties":{"width":{"type":"integer","minimum":1,"maximum":8192},\
        "height":{"type":"integer","minimum":1,"maximum":8192}},"required":["width","height"]}
        """,
        "NewItems": """
        {"type":"object","properties":{"items":{"type":"array","minItems":1,"maxItems":1000,\
        "items":{"anyOf":[{"$ref":"#/components/schemas/NewItem"},{"$ref":"#/components/schemas/Box"}]}},\
        "index":{"type":"integer","minimum":0}},"required":["items"]}
        """,
        "ItemsToAdd": """
        {"anyOf":[{"$ref":"#/components/schemas/NewItems"},{"$ref":"#/components/schemas/ListAddition"}]}
        """,
        "ItemRun": """
        {"type":"object","properties":{"first":{"type":"integer","minimum":0},\
        "count":{"type":"integer","minimum":0},"to":{"type":"integer","minimum":0}},\
        "required":["first","count","to"]}
        """,
        "ItemsToMove": """
        {"anyOf":[{"$ref":"#/components/schemas/ItemRun"},{"$ref":"#/components/schemas/ListRemoval"},\
        {"$ref":"#/components/schemas/ListMove"}]}
        """,
        "NewState": """
        {"type":"object","properties":{"collection":{"type":"string"},\
        "layout":{"$ref":"#/components/schemas/Layout"},\
        "columns":{"type":["integer","null"],"minimum":1,"maximum":\(DensityZoom.mostColumns)},\
        "lead":{"type":["integer","null"],"minimum":0,"maximum":\(DensityZoom.mostColumns - 1)},\
        "order":{"type":["string","null"]},"group":{"type":["string","null"]},\
        "q":{"type":["string","null"]},"item":{"type":["string","null"]},\
        "rowHeight":{"type":["number","null"],"minimum":\(PlanRequest.rowHeights.lowerBound),\
        "maximum":\(PlanRequest.rowHeights.upperBound)},\
        "zoomScale":{"type":["number","null"],"minimum":\(PlanRequest.zoomScales.lowerBound),\
        "maximum":\(PlanRequest.zoomScales.upperBound)},\
        "contentInset":{"anyOf":[{"$ref":"#/components/schemas/Edges"},{"type":"null"}]},\
        "contentOffset":{"anyOf":[{"$ref":"#/components/schemas/Point"},{"type":"null"}]},\
        "anchor":{"type":["object","null"],"properties":{"item":{"type":"string"},"fractionX":{"type":"number"},"fractionY":{"type":"number"}},\
        "required":["item","fractionX","fractionY"]}},"required":["collection","layout"],\
        "additionalProperties":false}
        """,
        "AnnotationChange": """
        {"type":"object","properties":{"items":{"type":"array","items":{"type":"string"},"maxItems":10000},\
        "selected":{"type":"boolean"},"all":{"type":"boolean"},"rating":{"type":["integer","null"],"minimum":0,"maximum":5},\
        "flag":{"enum":["pick","reject","none","best",null]},\
        "label":{"enum":["red","yellow","green","blue","purple","none",null]},\
        "keywords":{"type":["object","null"],"properties":{\
        "add":{"type":"array","items":{"type":"string","minLength":1},"maxItems":100},\
        "remove":{"type":"array","items":{"type":"string","minLength":1},"maxItems":100}},\
        "additionalProperties":false},"dryRun":{"type":"boolean"}},"additionalProperties":false}
        """,
        "CollectionsOrOne": """
        {"anyOf":[{"$ref":"#/components/schemas/Collections"},{"$ref":"#/components/schemas/CollectionDetails"}]}
        """,
        "Regions": """
        {"type":"object","properties":{"regions":{"type":"array","items":{"type":"object","properties":{\
        "type":{"type":"string"},"name":{"type":["string","null"]},"x":{"type":"number"},"y":{"type":"number"},\
        "width":{"type":"number"},"height":{"type":"number"}},\
        "required":["type","name","x","y","width","height"]}}},"required":["regions"]}
        """,
        "ImageInformation": """
        {"type":"object","properties":{"@context":{"type":"string"},"id":{"type":"string"},"type":{"type":"string"},\
        "protocol":{"type":"string"},"profile":{"type":"string"},"width":{"type":"integer"},\
        "height":{"type":"integer"},"maxWidth":{"type":"integer"},"maxArea":{"type":"integer"},\
        "sizes":{"type":"array","items":{"type":"object"}},"tiles":{"type":"array","items":{"type":"object"}}},\
        "required":["@context","id","type","protocol","profile","width","height"]}
        """,
        "ImageInformation2": """
        {"type":"object","properties":{"@context":{"type":"string"},"@id":{"type":"string"},\
        "protocol":{"type":"string"},"profile":{"type":"array","items":{}},"width":{"type":"integer"},\
        "height":{"type":"integer"},"sizes":{"type":"array","items":{"type":"object"}},\
        "tiles":{"type":"array","items":{"type":"object"}}},\
        "required":["@context","@id","protocol","profile","width","height"]}
        """,
        "Presentation": """
        {"type":"object","properties":{"@context":{"type":"string"},"id":{"type":"string"},\
        "type":{"enum":["Manifest","Collection"]},"label":{"type":"object"},\
        "items":{"type":"array","items":{"type":"object"}}},"required":["@context","id","type","label","items"]}
        """,
        "DeepZoomImage": """
        {"type":"object","properties":{"Image":{"type":"object","properties":{"xmlns":{"type":"string"},\
        "Url":{"type":"string"},"Format":{"type":"string"},"Overlap":{"type":"string"},\
        "TileSize":{"type":"string"},"Size":{"type":"object","properties":{"Width":{"type":"string"},\
        "Height":{"type":"string"}},"required":["Width","Height"]}},\
        "required":["xmlns","Url","Format","Overlap","TileSize","Size"]}},"required":["Image"]}
        """,
        "OpenAPI": """
        {"type":"object","required":["openapi","info","paths"]}
        """,
    ]
}
