// Takes a query apart into its conditions, and makes those of a list of values. Only the server knows what a query means.

import { folded } from "./fields.js";
import { unrejected } from "./noted.js";

/** Splits a query at blanks outside of quotation marks and brackets. A query with `|` outside of them is one condition. */
export function conditionsOf(/** @type {string} */ query) {
  const found = [];
  let [text, depth, isQuoted, isOne] = ["", 0, false, false];
  for (const sign of query) {
    if (sign === "\"") isQuoted = !isQuoted;
    else if (!isQuoted && sign === "(") depth += 1;
    else if (!isQuoted && sign === ")") depth -= 1;
    else if (!isQuoted && depth === 0 && sign === "|") isOne = true;
    if (/\s/.test(sign) && !isQuoted && depth <= 0) {
      if (text) found.push(text);
      text = "";
    } else text += sign;
  }
  if (text) found.push(text);
  return isOne ? [query.trim()] : found;
}

/** The condition that a field has exactly this value. A quotation mark in the value is doubled. */
export const whole = (/** @type {string} */ field, /** @type {string} */ value) => `${field}:="${value.replaceAll("\"", "\"\"")}"`;
const wholes = /([^\s:"()|=]+):="((?:[^"]|"")*)"/y;

/** The field and the values that a condition of `conditionOf` names; null for any other condition. */
export function valuesOf(/** @type {string} */ condition) {
  const isSeveral = condition.startsWith("(") && condition.endsWith(")");
  const text = isSeveral ? condition.slice(1, -1) : condition;
  const found = [];
  // Read one by one, since a value may contain a bar.
  for (let at = 0; ;) {
    wholes.lastIndex = at;
    const match = wholes.exec(text);
    if (!match || match[1] !== (found[0] ?? match)[1]) return null;
    found.push(match);
    at = wholes.lastIndex;
    if (at === text.length) break;
    if (!isSeveral || !text.startsWith(" | ", at)) return null;
    at += 3;
  }
  return { field: found[0][1], values: found.map(match => match[2].replaceAll("\"\"", "\"")) };
}

/** A condition that a field has one of some values; null for no value. */
export function conditionOf(/** @type {string} */ field, /** @type {string[]} */ values) {
  if (!values.length) return null;
  const each = values.map(value => whole(field, value));
  return each.length === 1 ? each[0] : `(${each.join(" | ")})`;
}

/** The conditions that leave out some values of a field, one for each. @param {string} field @param {Iterable<string>} values */
export const exclusionsOf = (field, values) => [...values].map(value => (field === "flag" && value === "reject" ? unrejected : `-${whole(field, value)}`));

/** The values that a condition leaves out. @param {string} condition @returns {string[]} */
export function excludedBy(condition) {
  if (condition === unrejected) return ["reject"];
  return condition.startsWith("-") ? valuesOf(condition.slice(1))?.values ?? [] : [];
}

/** Replaces what a query leaves out of a field's values. @param {string} query @param {string} field @param {Iterable<string>} values */
export function excluding(query, field, values) {
  const others = conditionsOf(query).filter(condition => fieldOf(condition) !== field || !excludedBy(condition).length);
  return [...others, ...exclusionsOf(field, values)].join(" ");
}

/** The field that a condition asks about; null where it is several, or words. */
export function fieldOf(/** @type {string} */ condition) {
  return valuesOf(condition.replace(/^-/, ""))?.field ?? /^-?([^\s:"()|=]+):/.exec(condition)?.[1] ?? null;
}

/** Whether a sentence has one of the words that a query looks for. @param {string} query as the server read it. */
export function isAbout(/** @type {string} */ sentence, query) {
  const words = conditionsOf(query).filter(condition => fieldOf(condition) === null && !condition.startsWith("-"));
  return words.some(word => folded(sentence).includes(folded(word.replaceAll("\"", ""))));
}

/** Replaces a query's conditions about a field by one. @param condition is null for none. */
export function replaced(/** @type {string} */ query, /** @type {string} */ field, /** @type {string | null} */ condition) {
  const others = conditionsOf(query).filter(other => fieldOf(other) !== field || other.startsWith("-"));
  return [...others, ...(condition ? [condition] : [])].join(" ");
}

/** A query without one of its conditions, by its place. */
export const without = (/** @type {string} */ query, /** @type {number} */ place) => conditionsOf(query).filter((_, other) => other !== place).join(" ");

/** A condition in words, for a chip. */
export function wordsOf(/** @type {string} */ condition) {
  const known = valuesOf(condition);
  return known ? `${known.field}: ${known.values.join(" or ")}` : condition;
}
