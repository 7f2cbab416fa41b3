// Answers with an image of a part of a picture.

import Catalog
import HTTP
import Platform
import Tiles
import Tiling

extension Request {
    /// Scheme, host and port of the server as the client named it, or as a trusted proxy reports it.
    var origin: String { "\(isSecure ? "https" : "http")://\(host.isEmpty ? "localhost" : host)" }
}

extension PictureLookup {
    /// Answers with an image, or a 304 where the client has it; a file that has changed meanwhile is examined once more.
    ///
    /// `fields` are the response's own, with its `ETag`; `again` makes the answer anew for the file as it is then.
    func image(
        _ image: RegionImage, of picture: FoundPicture, by maker: RegionMaker, _ request: Request,
        fields: ResponseHeaders, again: @escaping Answering
    ) -> Answer {
        let isKnown = ConditionalRequest(request).outcome(tag: fields["ETag"], modified: nil) == .notModified
        if isKnown { return .now(Response(headers: fields)) }
        return .later(
            Deferred { finish in
                let chain = CancellationChain()
                chain.add(
                    maker.request(image, of: picture.collection, picture.item) { result in
                        switch result {
                        case .success(let tile):
                            var response = Response(headers: fields, body: .bytes(tile.bytes))
                            response.headers["Content-Type"] = tile.mediaType
                            finish(response)
                        case .failure(.changed) where !picture.isLast:
                            chain.add(examined(picture.item, picture.collection, again).start(finish))
                        case .failure(let error): finish(TileRoute.problem(error).response)
                        }
                    })
                return chain.cancellation
            })
    }
}
