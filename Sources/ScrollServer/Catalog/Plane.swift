// The planes of a view: its items by the values of two fields.

import Platform
import Tiling

/// The fields that place the items of a plane.
package struct PlaneFields: Sendable, Hashable {
    package struct Axis: Sendable, Hashable {
        /// The name of the field.
        package var field: String
        /// nil where its values decide (see `PlaneAxes`).
        package var isLogarithmic: Bool?

        package init(field: String, isLogarithmic: Bool? = nil) {
            (self.field, self.isLogarithmic) = (field, isLogarithmic)
        }
    }

    /// From left to right.
    package var x: Axis
    /// Upwards; nil for bars, in which pictures of about the same value are stacked.
    package var y: Axis?

    package init(x: Axis, y: Axis?) { (self.x, self.y) = (x, y) }

    /// The names of the fields.
    var names: [String] { [x, y].compactMap { $0?.field } }

    /// The fields that can place items: numbers, times, and categories.
    package static func placing(_ fields: [FactField]) -> [FactField] { fields.filter(canPlace) }

    private static func canPlace(_ field: FactField) -> Bool {
        switch field.kind {
        case .number, .time, .category: field.name != FactField.alike
        default: false
        }
    }

    /// Whether two of these fields can place items; asked for each plan.
    package static func arePossible(with fields: [FactField]) -> Bool {
        fields.lazy.filter(canPlace).dropFirst().first != nil
    }

    /// The fields that are used where none is chosen: the first two measurements of a list or table, else when a
    /// picture was taken, or changed, and how many pixels it has.
    ///
    /// `facts` tells which fields have values. nil where no two fields can place items.
    package init?(standardOf fields: [FactField], facts: FactTable? = nil) {
        let placing = Self.placing(fields).filter { facts?.hasValues(of: $0.name) ?? true }
        let known = Set(FactField.ofPictures.map(\.name))
        let own = placing.filter { !known.contains($0.name) && $0.kind != .category }.map(\.name)
        let usual = ["taken", "modified", "megapixels", "bytes"].filter { name in placing.contains { $0.name == name } }
        let time = usual.first { ["taken", "modified"].contains($0) }
        let size = usual.first { ["megapixels", "bytes"].contains($0) }
        let found = [time, size].compactMap(\.self)
        let names = own.count > 1 ? own : found.count > 1 ? found : placing.map(\.name)
        guard names.count > 1 else { return nil }
        self.init(x: Axis(field: names[0]), y: Axis(field: names[1]))
    }
}

/// The numbers by which a field places items, in the order of a view.
package struct FieldValues: Sendable {
    package var kind: FactKind
    /// For each item its number, seconds since 1970, or the number of its category; NaN for none.
    package var numbers: [Double]
    /// Only for categories: their names, in their order.
    package var names: [String] = []
    /// Only for positions, whose `numbers` lead from the west to the east: from the north to the south.
    package var heights: [Double] = []
}

/// Of which moment some fields' values are, in the order of a view.
package struct FieldStamp: Sendable {
    /// When the order of the items changed last.
    var orderRevision: Int
    var columns: [Int]
    /// How often the values of each column have changed.
    var changeCounts: [Int]
    /// That of the items.
    var revision: Int

    /// Whether the values are the same, and in the same order.
    func isOfSameValues(as other: FieldStamp) -> Bool {
        (orderRevision, columns, changeCounts) == (other.orderRevision, other.columns, other.changeCounts)
    }
}

extension FactTable.Column {
    /// The values by which the column places rows; O(rows + distinct values × log).
    func values(of rows: [UInt32]) -> FieldValues {
        guard field.kind != .category else { return categories(of: rows) }
        guard field.kind != .position else { return positions(of: rows) }
        let parts = Parallel.map(rows.count, minimumRun: 1 << 16) { run in
            rows[run].map { row in
                if field.kind == .number { return number(row: Int(row)) ?? .nan }
                let key = field.kind == .time ? keys[Int(row)] : KeyColumn.none
                return key == KeyColumn.none ? .nan : Double(key)
            }
        }
        var numbers: [Double] = []
        numbers.reserveCapacity(rows.count)
        for part in parts { numbers += part }
        return FieldValues(kind: field.kind, numbers: numbers)
    }

    private func categories(of rows: [UInt32]) -> FieldValues {
        var numbers = [Double](repeating: .nan, count: texts.count + 1)
        var isPresent = [Bool](repeating: false, count: texts.count + 1)
        for row in rows { isPresent[Int(codes[Int(row)])] = true }
        // 0 is the code of no text.
        let present = isPresent.indices.dropFirst().filter { isPresent[$0] }.map { UInt32(truncatingIfNeeded: $0) }
        let order = present.sorted { NaturalOrder.precedes(texts[$0], texts[$1]) }
        for (number, code) in order.enumerated() { numbers[Int(code)] = Double(number) }
        return FieldValues(
            kind: .category, numbers: rows.map { numbers[Int(codes[Int($0)])] },
            names: order.map { String(decoding: texts[$0], as: UTF8.self) })
    }
}

/// The planes of one view that were used last, kept up to date with its items.
struct Planes {
    /// What decides where items lie in a plane, whatever the viewport's size.
    struct Shape: Hashable {
        var fields: PlaneFields
        var isTall: Bool
    }

    struct Plane {
        /// Where one field alone places the items.
        var bars: BarIndex?
        /// Whether values lie beyond the axes, which were kept.
        var isOutgrown = false
        var index: PlaneIndex
        var x: PlaneAxis
        var y: PlaneAxis
        var revision: Int
        /// nil unless it is a map.
        var map: MapArea?
        /// The moment of the values.
        var stamp: FieldStamp?
    }

    /// Most planes that are kept: those of a wide and of a tall window, and of the fields before.
    private static let most = 3

    /// The most recently used first.
    private var planes: [(shape: Shape, plane: Plane)] = []

    /// Whether the plane of a shape is there, of this revision of its items.
    func has(_ shape: Shape, revision: Int, keepsAxes: Bool) -> Bool {
        planes.contains { found in
            found.shape == shape && found.plane.revision == revision && (keepsAxes || !found.plane.isOutgrown)
        }
    }

    /// The plane of these items; nil where they have no such fields.
    ///
    /// O(n) where values or the order have changed since it was made: some 30 ms for 300,000, and 120 for a million. Its
    /// axes then stay as they are, as long as they span all values, or with `keepsAxes` always: so what is seen does not
    /// move. Other changes cost nothing, such as those of thousands of sizes while headers are read.
    mutating func layout(
        _ shape: Shape, of items: any CollectionView, size: Size, keepsAxes: Bool
    ) -> PlaneLayout? {
        let found = planes.firstIndex { $0.shape == shape }
        var before = found.map { planes.remove(at: $0).plane }
        if let stamp = items.stamp(of: shape.fields.names), let known = before?.stamp, known.isOfSameValues(as: stamp) {
            before?.revision = stamp.revision
        }
        var plane = before
        if before?.revision != items.status.revision || before == nil || before?.isOutgrown == true && !keepsAxes {
            // A change between the two is seen next time.
            let stamp = items.stamp(of: shape.fields.names)
            guard var made = Self.plane(shape, of: items, before, keepsAxes: keepsAxes) else { return nil }
            made.stamp = stamp
            plane = made
        }
        guard let plane else { return nil }
        planes.insert((shape, plane), at: 0)
        planes = Array(planes.prefix(Self.most))
        if let bars = plane.bars { return PlaneLayout(bars: bars, size: size) }
        return PlaneLayout(plane.index, x: plane.x, y: plane.y, size: size, map: plane.map)
    }

    private static func plane(
        _ shape: Shape, of items: any CollectionView, _ before: Plane?, keepsAxes: Bool
    ) -> Plane? {
        if shape.fields.isMap { return map(of: items, before?.map, keepsArea: keepsAxes) }
        let names = shape.fields.names
        guard let (values, revision) = items.values(of: names), values.count == names.count else { return nil }
        let x = PlaneAxes.axis(
            of: values[0], isLogarithmic: shape.fields.x.isLogarithmic, isOfBars: values.count == 1,
            before?.x, isKept: keepsAxes)
        guard values.count > 1 else {
            return Plane(
                bars: BarIndex(x.numbers, along: x.axis), isOutgrown: x.isOutgrown,
                index: PlaneIndex(count: 0) { _ in nil }, x: x.axis, y: PlaneAxis(.linear, spanning: 0...1),
                revision: revision)
        }
        let y = PlaneAxes.axis(
            of: values[1], isLogarithmic: shape.fields.y?.isLogarithmic, isOfBars: false, before?.y, isKept: keepsAxes)
        let index = PlaneIndex(count: x.numbers.count, isTall: shape.isTall) { item in
            guard let right = x.axis.share(of: x.numbers[item]), let above = y.axis.share(of: y.numbers[item]) else {
                return nil
            }
            return PlaneIndex.Place(x: right, y: 1 - above)
        }
        return Plane(
            isOutgrown: x.isOutgrown || y.isOutgrown, index: index, x: x.axis, y: y.axis, revision: revision)
    }
}
