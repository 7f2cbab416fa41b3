// Keeps the filters' fields in their places while counts change.

/** A field of which nothing is found any more. @param {Wire.Facet} field @param {number} missing @returns {Wire.Facet} */
const emptied = (field, missing) => /** @type {Wire.Facet} */ ({
  ...field, present: 0, missing, otherValues: 0, otherCount: 0,
  ...(field.values ? { values: field.values.map(value => ({ ...value, count: 0 })) } : null),
  ...(field.bars ? { bars: field.bars.map(bar => ({ ...bar, count: 0, atLeast: 0, atMost: 0 })) } : null),
});

/** Keeps the rows below one star. @param {Wire.RangeFacet} before @param {Wire.RangeFacet} now */
function withoutStars(before, now) {
  const gone = before.bars.filter(({ lower }) => lower <= 0 && !now.bars.some(bar => bar.lower === lower));
  return [...gone.map(bar => ({ ...bar, count: 0 })), ...now.bars].sort((one, other) => one.lower - other.lower);
}

/**
 * Returns fields in the places of those before; what is new comes last, and what is not found any more stays with counts of 0.
 * @param {Wire.Facet[]} before @param {Wire.Facet[]} now
 * @param {Wire.Facet[]} counted all fields, those that are not found as well @returns {Wire.Facet[]}
 */
export function inPlace(before, now, counted) {
  const kept = before.map(old => {
    const field = now.find(({ name }) => name === old.name) ?? emptied(old, counted.find(({ name }) => name === old.name)?.missing ?? 0);
    return old.name === "rating" && old.bars && field.bars ? { ...field, bars: withoutStars(old, /** @type {Wire.RangeFacet} */ (field)) } : field;
  });
  return /** @type {Wire.Facet[]} */ ([...kept, ...now.filter(({ name }) => !before.some(old => old.name === name))]);
}

/**
 * Returns a field's values in the places of those before. Values that were not there come last, where no button leads to them.
 * @param {{texts: string[], hasMore: boolean}} before are the rows that were shown, and whether there was a button for more.
 * @param {Wire.ValueFacet["values"]} now @param {boolean} hasOthers says that there are values which were not counted one by one.
 * @param {number} most is how many rows there are, with those that are added.
 * @returns {{text: string, count: number | null}[]} a count is null where it is not known.
 */
export function rowsInPlace({ texts, hasMore }, now, hasOthers, most) {
  const kept = texts.map(text => now.find(value => value.text === text) ?? { text, count: hasOthers ? null : 0 });
  const added = hasMore ? [] : now.filter(({ text }) => !texts.includes(text));
  return [...kept, ...added.slice(0, Math.max(0, most - kept.length))];
}
