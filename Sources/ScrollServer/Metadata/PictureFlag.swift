// Whether a picture is picked or rejected.

/// A flag of a picture.
package enum PictureFlag: String, Sendable {
    case pick, reject
    /// No flag, whatever a source of lower rank says.
    case none
}

extension PictureFacts {
    /// The name of the flag.
    var flagName: String? {
        get { flag?.rawValue }
        set { flag = newValue.flatMap { PictureFlag(rawValue: $0) } }
    }

    /// The flag to show; nil for none.
    ///
    /// A rating of −1 rejects as well (ISO 16684-1 §8.4).
    package var shownFlag: PictureFlag? { (rating ?? 0) < 0 ? .reject : flag == PictureFlag.none ? nil : flag }

    /// Lets a rating of −1 count before the flag of the same source.
    ///
    /// Another program may have rejected the picture after it was flagged.
    mutating func settleFlag() { if (rating ?? 0) < 0 { flag = nil } }

    /// Takes the rating and the flag of a source of higher rank where it has them.
    mutating func preferMarks(_ edited: PictureFacts) {
        // What it says of flags replaces a rejection by the rating.
        if let flag = edited.flag {
            self.flag = flag
            if (rating ?? 0) < 0 { rating = nil }
        }
        rating = edited.rating ?? rating
        settleFlag()
    }

    /// Adds the rating and the flag of a source of lower rank where there are none.
    mutating func completeMarks(with other: PictureFacts) {
        let isRejectedThere = (other.rating ?? 0) < 0
        if rating == nil, flag == nil || !isRejectedThere { rating = other.rating }
        flag = flag ?? other.flag
        settleFlag()
    }
}
