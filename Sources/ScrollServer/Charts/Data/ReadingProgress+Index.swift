// A reader's progress as bytes, and back.

import Platform
import Tiling

extension ReadingProgress {
    /// Encodes everything that a later start needs to continue, except the blocks; nil where some blocks are in no
    /// file.
    func index(of source: SeriesSource, in file: SeriesFile) -> [UInt8]? {
        var writer = IndexWriter()
        writer.put(source)
        writer.put(format)
        writer.put(position.rows.report)
        let counts = position.rows.keyCounts
        writer.put(counts.count)
        for entry in counts {
            writer.put(entry.value)
            writer.put(entry.count)
        }
        writer.put(position.offset)
        writer.put(position.isSkipping)
        writer.put(builder.shift)
        writer.put(builder.disorderCount)
        writer.put(builder.generation)
        writer.put(builder.blocks.count)
        for (number, block) in builder.blocks.enumerated() {
            guard let location = block.location, location.file == file.number, let sum = block.sum else { return nil }
            writer.put(location.offset)
            writer.put(sum)
            switch block.form.x {
            case .stored: writer.put(false)
            case .even(let start, let step):
                writer.put(true)
                writer.put(start)
                writer.put(step)
            }
            let extents = builder.tree.extents[number]
            let sums = builder.tree.moments[number]
            for (line, (extent, sums)) in zip(block.form.lines, zip(extents, sums)) {
                writer.put(line.isSingle)
                writer.put(extent.min)
                writer.put(extent.max)
                writer.put(sums.count)
                for sum in [sums.meanX, sums.mean, sums.squareX, sums.product] { writer.put(sum) }
            }
        }
        writer.put(builder.tailCount)
        let count = builder.tailCount
        builder.tail.readX(0..<count) { writer.put($0) }
        for line in 0..<builder.lineCount {
            builder.tail.readDoubles(line: line) { writer.put($0.extracting(..<count)) }
        }
        return writer.bytes
    }

    /// Reads the output of `index`; nil where it is incomplete or contradicts itself.
    ///
    /// `file` holds blocks up to `end`, and is at least as long. `store` takes further blocks.
    init?(
        _ reader: inout IndexReader, file: SeriesFile, end: Int, store: any SeriesStore
    ) {
        guard let format = reader.format(), let report = reader.report(),
            let keyCounts = reader.list(each: 16, { $0.keyCount() }), let offset = reader.integer(),
            let isSkipping = reader.bool(), let shift = reader.integer(), (4...24).contains(shift), shift % 4 == 0,
            let disorderCount = reader.integer(), let generation = reader.number(), offset >= 0,
            report.unreadableCells.count == format.lineCount, report.firstUnreadable.count == format.lineCount
        else { return nil }
        let capacity = 1 << shift
        let lineCount = format.columnCount
        // One mapping for all blocks: they lie before the index.
        guard let memory = try? SeriesMemory(descriptor: file.descriptor, offset: 0, byteCount: end) else { return nil }
        let blocks = reader.list(each: 17 + 57 * lineCount) {
            reader -> (block: SeriesBlock, extents: [ValueExtent], sums: [LineMoments])? in
            guard let blockOffset = reader.integer(), let sum = reader.number(), let isEven = reader.bool() else {
                return nil
            }
            var x = BlockForm.X.stored
            if isEven {
                guard let start = reader.double(), let step = reader.double() else { return nil }
                x = .even(start: start, step: step)
            }
            var singles: [Bool] = []
            var extents: [ValueExtent] = []
            var sums: [LineMoments] = []
            for _ in 0..<lineCount {
                guard let isSingle = reader.bool(), let min = reader.double(), let max = reader.double() else {
                    return nil
                }
                singles.append(isSingle)
                extents.append(ValueExtent(min: min, max: max))
                guard let line = reader.moments(), (0...capacity).contains(line.count) else { return nil }
                sums.append(line)
            }
            let form = BlockForm(capacity: capacity, x: x, singles: singles)
            let block = SeriesBlock(
                form: form, memory: memory, offset: blockOffset,
                location: BlockLocation(file: file.number, offset: blockOffset),
                sum: sum, isChecked: false)
            return block.map { ($0, extents, sums) }
        }
        guard let blocks, let tailCount = reader.count(each: 8 * (lineCount + 1)), tailCount < capacity,
            let tail = try? SeriesBlock.empty(capacity: capacity, lineCount: lineCount)
        else { return nil }
        for column in 0...lineCount {
            let values = (0..<tailCount).compactMap { _ in reader.double() }
            guard values.count == tailCount else { return nil }
            if column == 0 {
                tail.storeX(values.span, at: 0)
            } else {
                tail.storeValues(line: column - 1, values.span, at: 0)
            }
        }
        guard reader.isAtEnd else { return nil }
        let builder = SeriesBuilder(
            lineCount: lineCount, shift: shift, store: store, blocks: blocks, tail: tail, tailCount: tailCount,
            disorderCount: disorderCount, generation: generation)
        self.init(
            format: format,
            position: TableRows.Position(
                rows: format.makeReader(report, keyCounts: keyCounts), offset: offset, isSkipping: isSkipping),
            builder: builder, keptBlockCount: blocks.count)
    }
}

extension IndexWriter {
    fileprivate mutating func put(_ source: SeriesSource) {
        put(source.path)
        put(source.identity.device)
        put(source.identity.inode)
        put(source.byteCount)
        put(UInt64(bitPattern: source.modified.nanoseconds))
        put(source.fingerprint.offset)
        put(source.fingerprint.hash)
    }

    fileprivate mutating func put(_ format: TableFormat) {
        switch format.kind {
        case .objects: put(UInt8(0))
        case .arrays: put(UInt8(1))
        case .cells(let delimiter): put(delimiter)
        }
        put(format.decimalSeparator)
        put(format.quote)
        put(format.comment)
        put(format.hasBareReturns)
        put(format.isLatin)
        putX(format.x)
        put(format.names)
        put(format.kinds.map(\.rawValue))
        for role in format.roles {
            switch role {
            case .ignored: put(-2)
            case .x: put(-1)
            case .key: put(-3)
            case .secondKey: put(-4)
            case .part(let part): put(-16 - part)
            case .line(let line): put(line)
            }
        }
        put(format.styles.count)
        for style in format.styles { put(style) }
        put(format.key != nil)
        if let key = format.key {
            put(key.name)
            put(key.values.count)
            for value in key.values { put(value) }
            put(key.measureCount)
            put(key.valueCount)
            put(key.isChosen)
        }
        put(format.hasHeader)
        put(format.firstOffset)
        put(format.firstLine)
        put(format.headerLine)
        put(format.description.lines)
        put(format.description.xKind.rawValue)
        put(format.description.xName)
        put(format.description.units)
        put(format.description.isSparse)
        put(format.description.zone != nil)
        put(format.description.zone ?? 0)
        put(format.description.exactIntegerResiduals.count)
        for line in format.description.exactIntegerResiduals { put(line) }
        put(format.fillsX)
        put(format.description.forms.map(\.digit))
        put(format.description.kinds.map(\.rawValue))
        put(format.nameLines.count)
        for line in format.nameLines { put(line) }
        put(format.unitsLine)
        put(format.findings.count)
        for finding in format.findings { put(finding) }
        put(format.orderGuess != nil)
        if let order = format.orderGuess { put(order) }
    }

    private mutating func put(_ style: NumberStyle) {
        put(style.decimal)
        put(style.thousands)
        put(style.isScaled)
        put(style.isBoolean)
        put(style.prefix)
        put(style.unit)
        put(style.isAccount)
        put(style.isFraction)
        put(style.isBytes)
        put(style.duration.rawValue)
        put(style.hasFlags)
        for index in 0..<Sentinel.limit { put(style.sentinels.indices.contains(index) ? style.sentinels[index] : .nan) }
    }

    private mutating func put(_ reading: DateReading) {
        put(reading.order.code)
        put(reading.firstYear)
        put(reading.form.rawValue)
    }

    private mutating func putX(_ x: TableFormat.X) {
        switch x {
        case .index: put(UInt8(0))
        case .number(let divisor):
            put(UInt8(1))
            put(divisor)
        case .time: put(UInt8(2))
        case .styled(let style):
            put(UInt8(3))
            put(style)
        case .dates(let reading):
            put(UInt8(4))
            put(reading)
        case .clock: put(UInt8(5))
        case .serial: put(UInt8(7))
        case .joined(let time):
            put(UInt8(6))
            put(time.fields.map(\.rawValue))
            put(time.reading)
        }
    }
}

extension IndexReader {
    fileprivate mutating func moments() -> LineMoments? {
        guard let count = integer(), let meanX = double(), let mean = double(), let square = double(),
            let product = double()
        else { return nil }
        var moments = LineMoments()
        (moments.count, moments.meanX, moments.mean) = (count, meanX, mean)
        (moments.squareX, moments.product) = (square, product)
        return moments
    }

    mutating func source() -> SeriesSource? {
        guard let path = text(), let device = number(), let inode = number(), let byteCount = integer(),
            let modified = integer(), let offset = integer(), let hash = number()
        else { return nil }
        return SeriesSource(
            path: path, identity: FileIdentity(device: device, inode: inode), byteCount: byteCount,
            modified: FileTime(nanoseconds: Int64(modified)), fingerprint: Fingerprint(offset: offset, hash: hash))
    }

    fileprivate mutating func format() -> TableFormat? {
        guard let kind = byte(), let separator = byte(), let quote = byte(), let comment = block(),
            let hasBareReturns = bool(), let isLatin = bool(), let x = readX(), let names = texts(),
            let kinds = block(),
            // A line end ends every cell and every comment: see `CellRows`.
            ![kind, separator, quote].contains(0x0A), !comment.contains(0x0A)
        else { return nil }
        var format = TableFormat(kind: kind == 0 ? .objects : kind == 1 ? .arrays : .cells(delimiter: kind))
        (format.decimalSeparator, format.quote, format.comment) = (separator, quote, comment)
        (format.hasBareReturns, format.isLatin, format.x, format.names) = (hasBareReturns, isLatin, x, names)
        format.kinds = kinds.compactMap(ColumnKind.init(rawValue:))
        for _ in names {
            guard let role = integer(), role >= -16 - 8 else { return nil }
            switch role {
            case -1: format.roles.append(.x)
            case -2: format.roles.append(.ignored)
            case -3: format.roles.append(.key)
            case -4: format.roles.append(.secondKey)
            case ...(-16): format.roles.append(.part(-16 - role))
            case 0...: format.roles.append(.line(role))
            default: return nil
            }
        }
        guard let styles = list(each: 4, { $0.style() }), let isLong = bool() else { return nil }
        format.styles = styles
        if isLong {
            guard let name = text(), let values = list(each: 8, { $0.block() }), let measureCount = integer(),
                let valueCount = integer(), let isChosen = bool(), measureCount > 0
            else { return nil }
            format.key = LongKey(
                name: name, values: values, measureCount: measureCount, valueCount: valueCount,
                isChosen: isChosen)
        }
        guard let hasHeader = bool(), let offset = integer(), let line = integer(), let headerLine = integer(),
            let lines = texts(),
            let xKind = byte().flatMap(SeriesXKind.init), let xName = text(), let units = texts(),
            let isSparse = bool(), let hasZone = bool(), let zone = integer(), abs(zone) <= 86_400,
            let exactIntegerResiduals = list(each: 8, { $0.integer() }),
            exactIntegerResiduals.allSatisfy(lines.indices.contains),
            zip(exactIntegerResiduals, exactIntegerResiduals.dropFirst()).allSatisfy(<),
            let fillsX = bool(), let forms = block(), forms.isEmpty || forms.count == lines.count,
            let valueKinds = texts(), valueKinds.isEmpty || valueKinds.count == lines.count,
            let nameLines = list(each: 8, { $0.integer() }), let unitsLine = integer(),
            let findings = list(each: 27, { $0.finding() }), let hasOrderGuess = bool()
        else { return nil }
        if hasOrderGuess {
            guard let order = finding() else { return nil }
            format.orderGuess = order
        }
        // Lines are columns of the batch, and parts are parts of x, so each must exist.
        for case .line(let line) in format.roles where line >= lines.count { return nil }
        var partCount = 0
        if case .joined(let time) = format.x { partCount = time.fields.count }
        for case .part(let part) in format.roles where part >= partCount { return nil }
        if let key = format.key, key.measureCount > lines.count { return nil }
        format.hasHeader = hasHeader
        format.firstOffset = offset
        format.firstLine = line
        format.headerLine = headerLine
        format.description = SeriesDescription(
            lines: lines, xKind: xKind, xName: xName, units: units, isSparse: isSparse,
            zone: hasZone ? zone : nil, exactIntegerResiduals: exactIntegerResiduals,
            forms: forms.map { LineForm(digit: $0) ?? .straight },
            kinds: valueKinds.map { ValueKind(rawValue: $0) ?? .number })
        format.fillsX = fillsX
        (format.nameLines, format.unitsLine, format.findings) = (nameLines, unitsLine, findings)
        return format
    }

    fileprivate mutating func keyCount() -> (value: [UInt8], count: Int)? {
        guard let value = block(), let count = integer(), count >= 0 else { return nil }
        return (value, count)
    }

    private mutating func style() -> NumberStyle? {
        guard let decimal = byte(), let thousands = byte(), let isScaled = bool(), let isBoolean = bool(),
            let prefix = block(), let unit = block(), let isAccount = bool(), let isFraction = bool(),
            let isBytes = bool(), let duration = byte().flatMap(DurationForm.init), let hasFlags = bool()
        else { return nil }
        var sentinels: [Double] = []
        for _ in 0..<Sentinel.limit {
            guard let number = double() else { return nil }
            if !number.isNaN { sentinels.append(number) }
        }
        return NumberStyle(
            decimal: decimal, thousands: thousands, isScaled: isScaled, isBoolean: isBoolean, prefix: prefix,
            unit: unit, isAccount: isAccount, isFraction: isFraction, isBytes: isBytes, duration: duration,
            sentinels: sentinels, hasFlags: hasFlags)
    }

    private mutating func dateReading() -> DateReading? {
        guard let order = byte().flatMap(DateOrder.init(code:)), let firstYear = integer(),
            let form = byte().flatMap(DateForm.init),
            (1...9999).contains(firstYear)
        else { return nil }
        return DateReading(order: order, firstYear: firstYear, form: form)
    }

    private mutating func readX() -> TableFormat.X? {
        switch byte() {
        case 0: return .index
        case 1: return double().map { .number(divisor: $0) }
        case 2: return .time
        case 3: return style().map { .styled($0) }
        case 4: return dateReading().map { .dates($0) }
        case 5: return .clock
        case 7: return .serial
        case 6:
            guard let codes = block(), let reading = dateReading() else { return nil }
            let fields = codes.compactMap(TimeField.init(rawValue:))
            return fields.count == codes.count ? .joined(JoinedTime(fields: fields, reading: reading)) : nil
        default: return nil
        }
    }
}
