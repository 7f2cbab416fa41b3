// What the filler lets collections find out about pictures that have become known.

import Catalog

extension AtlasFiller {
    /// Ranks what could not be ranked before, and finds alike pictures.
    ///
    /// - Returns: whether nothing is left to do.
    func rankAll(_ collections: [any ItemCollection]) -> Bool {
        var isDone = !hasBatches
        for collection in collections {
            collection.rankUnranked()
            findAlike(in: collection)
            if !collection.isAlikeFound { isDone = false }
        }
        return isDone
    }

    /// Finds alike pictures and equal files of a collection while the server is otherwise idle, if it is time.
    func findAlike(in collection: any ItemCollection) {
        let pause = { [self] in
            waitWhileBusy()
            return isStopped
        }
        collection.findAlike(pause: pause)
        collection.findDuplicates(pause: pause)
    }
}
