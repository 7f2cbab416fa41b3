// Computes a plan of pictures.

import Catalog
import HTTP
import Tiles
import Tiling

/// A plan of pictures, and the items in it that have not been measured.
struct PictureResult: Sendable {
    /// The most items in a plan's window.
    ///
    /// A larger plan is refused: its pictures would be too small to see, and its JSON would take megabytes.
    static let largestWindow = 20_000
    /// The most items in the window of a plan that an event loop makes: some 2 ms.
    ///
    /// Larger ones are left to a worker, so that they do not hold up the plans of others.
    private static let quickWindow = 2000

    let result: PlanResult
    /// Ids of items in the window whose size is not known, the most needed first.
    let unmeasured: [String]
    /// The item at the viewport's top, as an anchor; nil where all items are measured.
    private let top: PlanRequest.Anchor?

    /// The request for planning again once more items are measured.
    ///
    /// The item at the viewport's top keeps its place. A request with a zoom, a target or a comparison needs no such
    /// anchor: each of them fixes the place again.
    var anchoredRequest: PlanRequest {
        var request = result.request
        if request.zoom == nil, request.target == nil, request.comparison == nil {
            request.anchor = request.anchor ?? top
        }
        return request
    }

    /// Makes the plan, its names and its colours from `view`; nil where the layout is in use and is not waited for.
    ///
    /// Throws a 400 where more items would be shown than a plan may have.
    init?(
        _ asked: PlanRequest, _ collection: any ItemCollection, _ view: CatalogView, _ plans: Plans,
        _ access: LayoutIndex.Access
    ) throws(Problem) {
        let status = view.items.status
        let footer = asked.footer(of: collection)
        var parameters = asked
        parameters.request.hasFooter = footer != nil
        guard var resolved = try ResolvedRequest(parameters, view, collection.id, revision: status.revision, access)
        else {
            return nil
        }
        resolved.request.pace = plans.pipeline.pace(of: collection.id)
        let limit = access == .ifFree ? Self.quickWindow : Self.largestWindow
        let outcome = view.layouts.withGroups(resolved.layoutRequest, access) { layout, groups in
            let draft = PictureDraft(
                asked: asked, resolved: resolved, footer: footer, status: status, collection: collection, view: view,
                plans: plans, layout: layout, groups: groups)
            return draft.result(atMost: limit).map { Outcome.made($0) } ?? .tooLarge
        }
        switch outcome {
        case nil: return nil
        case .tooLarge? where access == .ifFree: return nil
        case .tooLarge?: throw Self.refusal(asked.layoutRequest)
        case .made(let result)?: self = result
        }
    }

    private enum Outcome {
        case made(PictureResult)
        /// More items would be in the window than the plan may have.
        case tooLarge
    }

    init(result: PlanResult, unmeasured: [String], top: PlanRequest.Anchor?) {
        (self.result, self.unmeasured, self.top) = (result, unmeasured, top)
    }

    /// A 400 for a plan with too many items, which names the parameter to change.
    private static func refusal(_ layoutRequest: LayoutRequest) -> Problem {
        let name =
            switch layoutRequest.kind {
            case .grid where layoutRequest.columns != nil: "columns"
            case .justified where layoutRequest.rowHeight != nil: "rowHeight"
            default: "zoom"
            }
        return .badParameter(
            name, "more than \(largestWindow) pictures would be seen at once; show fewer, larger ones")
    }
}
