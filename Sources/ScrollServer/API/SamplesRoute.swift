// GET …/items/{item}/samples

import Catalog
import HTTP
import Imaging
import Pixels
import Platform
import Tiles

/// Answers which sample values a picture has, for choosing a window.
struct SamplesRoute: Sendable {
    let counter: SampleCounter

    /// Counts the samples of the picture, or answers what was counted before.
    ///
    /// - Throws: why the item has no samples to which a window applies.
    func answer(of item: ItemSummary, in collection: any ItemCollection) throws(Problem) -> Answer {
        if let error = item.error { throw TileRoute.problem(error) }
        guard item.hasDeepSamples || item.hasChannels, item.isTiled else {
            throw Problem(
                415, "item '\(item.id)' has no samples of more than 8 bits, signed numbers, floats or channels",
                kind: "unsupported")
        }
        return .later(
            Deferred { [counter] finish in
                counter.request(item, of: collection) { result in
                    switch result {
                    case .success(let survey): finish(Self.response(survey))
                    case .failure(let error): finish(TileRoute.problem(error).response)
                    }
                }
            })
    }

    private static func response(_ survey: SampleSurvey) -> Response {
        .json(capacity: 4096) { json in
            json.member("bits", survey.bits)
            json.member("kind", survey.kind.rawValue)
            json.member("complete", survey.isComplete)
            if let stored = survey.stored {
                json.object("stored") { json in
                    json.member("minimum", exactly: stored.minimum)
                    json.member("maximum", exactly: stored.maximum)
                }
            }
            json.array("channels") { json in
                for (index, counts) in survey.channels.enumerated() {
                    json.object { json in
                        if survey.names.indices.contains(index) { json.member("name", survey.names[index]) }
                        if survey.colours.indices.contains(index) {
                            json.text("colour") { text in
                                text.append(plain: "#")
                                text.append(colour: survey.colours[index])
                            }
                        }
                        write(counts, into: &json)
                    }
                }
            }
        }
    }

    /// Writes the members of a channel's counts.
    private static func write(_ counts: SampleCounts?, into json: inout JSONWriter) {
        // A channel of nothing but NaN has no values.
        json.member("counted", counts?.counted ?? 0)
        guard let counts else { return }
        json.member("minimum", exactly: counts.minimum)
        json.member("maximum", exactly: counts.maximum)
        json.array("percentiles") { json in
            for (percent, value) in zip(SampleCounts.shares, counts.percentiles) {
                json.object { json in
                    json.member("percent", exactly: percent)
                    json.member("value", exactly: value)
                }
            }
        }
        json.member("counts", counts.counts)
        json.member("full", counts.full)
    }
}
