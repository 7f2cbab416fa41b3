import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { breakpoints, motion } from "./Public/values/tokens.js";

const folder = new URL("./Public/styles/", import.meta.url);
const plain = text => text.replaceAll(/\/\*.*?\*\//gs, "");
const tokens = plain(readFileSync(new URL("tokens.css", folder), "utf8"));
/** On paper sizes are in millimetres. */
const sheets = readdirSync(folder).filter(name => !["tokens.css", "print.css"].includes(name))
  .map(name => ({ name, text: plain(readFileSync(new URL(name, folder), "utf8")) }));

/** Returns the declarations whose property a pattern matches: `{ property, value, where }`. */
function declarations(pattern) {
  return sheets.flatMap(({ name, text }) => [...text.matchAll(/(?<![\w-])([a-z-]+):\s*([^;{}]+?)\s*(?=[;}])/g)]
    .filter(([, property]) => pattern.test(property)).map(([, property, value]) => ({ property, value, where: `${name}: ${property}: ${value}` })));
}

/** Asserts that values of some properties name their sizes. @param allowed is what may stand without a name. */
function named(pattern, allowed) {
  const found = declarations(pattern).filter(({ value }) => /\d/.test(value.replaceAll(/var\(--[\w-]+\)/g, "").replaceAll(allowed, "")));
  assert.deepEqual(found.map(({ where }) => where), []);
}

test("sizes of text are the three of the tokens", () => named(/^font-size$/, /\b0\b|\d+cqmin/g));

test("weights are two", () => {
  assert.deepEqual([...new Set(declarations(/^font-weight$/).map(({ value }) => value))].sort(), ["400", "600"]);
});

test("distances are those of the tokens", () => named(/^(padding|margin|gap|row-gap|column-gap)/, /\b0\b|-?\d+cqmin|\d+vw|\b[12] \*/g));

test("corners are those of the tokens", () => named(/^border(-\w+)*-radius$/, /\b0\b|50%/g));

test("what lies over what is named", () => named(/^z-index$/, /^$/g));

test("things move as the token says, which scripts have too", () => {
  named(/^transition/, /^$/g);
  assert.match(tokens, new RegExp(`--motion: ${motion.duration}ms ${motion.easing.replaceAll(/[.()]/g, "\\$&")};`));
});

test("no token is without a use, and none is used that is not there", () => {
  const all = [...sheets.map(({ text }) => text), tokens].join("\n");
  const set = new Set([...tokens.matchAll(/(?<![\w-])(--[\w-]+):/g)].map(([, name]) => name));
  const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  // Scripts read these two.
  assert.deepEqual([...set].filter(name => !used.has(name) && !["--wait", "--paper"].includes(name)), []);
  for (const kind of ["text", "space", "radius", "layer"]) {
    assert.deepEqual([...used].filter(name => name.startsWith(`--${kind}`) && !set.has(name)), []);
  }
});

test("every class and id that a rule asks for is in the page or in a script", () => {
  const root = new URL("./Public/", import.meta.url);
  const sources = readdirSync(root, { recursive: true }).map(String).filter(name => /\.(js|html)$/.test(name))
    .map(name => readFileSync(new URL(name, root), "utf8")).join("\n");
  const words = new Set(sources.match(/[\w-]+/g));
  const unknown = sheets.flatMap(({ name, text }) => [...text.matchAll(/([^{}]+)\{/g)].flatMap(([, selector]) =>
    [...selector.matchAll(/[.#]([a-z][\w-]*)/g)].filter(([, word]) => !selector.trim().startsWith("@") && !words.has(word))
      .map(([word]) => `${name}: ${word} in ${selector.trim()}`)));
  assert.deepEqual(unknown, []);
});

test("the page is arranged anew at the widths that scripts know", () => {
  const widths = new Set(Object.values(breakpoints));
  for (const { name, text } of sheets) {
    for (const [query, width] of text.matchAll(/@media[^{]*\(max-width: ([\d.]+)px\)/g)) assert.ok(widths.has(Number(width)), `${name}: ${query}`);
  }
});

// With such a rule, each change within the element makes Chromium style all of it anew.
test("no rule depends on what the whole page, the view or a picture's place contains", () => {
  const found = sheets.flatMap(({ name, text }) => [...text.matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selector]) => [...selector.matchAll(/(?:html|body|:root|\.view|\.runway|\.slots?)(?![\w-])[^\s>~+,]*:has\(/g)].map(([rule]) => `${name}: ${rule}`)));
  assert.deepEqual(found, []);
});
