// A value among the filters: a box that asks for it, and a button that leaves its pictures out.

import { button, element, small } from "../elements/element.js";

/**
 * Returns the row of a value. With Alt, a click on its box leaves its pictures out as well.
 * @param {object} row
 * @param {string} row.key by which the row is found again
 * @param {string} row.words @param {number | null} row.count is null where it is not known.
 * @param {Record<string, string>} row.data data attributes of its words
 * @param {boolean} row.isChosen @param {boolean} [row.isExcluded] undefined where it has no button
 * @param {(isOn: boolean) => void} row.choose @param {(isOn: boolean) => void} [row.exclude]
 */
export function valueRow({ key, words, count, data, isChosen, isExcluded = undefined, choose, exclude = undefined }) {
  const box = element("input", { type: "checkbox", checked: isChosen, data: { key } });
  box.addEventListener("change", () => choose(box.checked));
  const number = count === null ? null : small(count);
  const label = element("label", {}, box, element("bdi", { data }, words), number);
  if (!exclude) return label;
  box.addEventListener("click", event => {
    if (!event.altKey) return;
    event.preventDefault();
    exclude(!isExcluded);
  });
  const name = `Not ${words}`;
  const not = button({
    className: "plain not", ariaPressed: String(isExcluded), ariaLabel: name, title: `${name}: leaves these pictures out`, data: { key: `${key}\nnot` },
    on: { click: () => exclude(!isExcluded) },
  }, "not");
  return element("div", { className: `value${isExcluded ? " out" : ""}`, css: { "--digits": number?.textContent?.length ?? 0 } }, label, not);
}
