import assert from "node:assert/strict";
import test from "node:test";
import { conditionOf, conditionsOf, excludedBy, excluding, fieldOf, isAbout, replaced, valuesOf, whole, without, wordsOf } from "./Public/values/conditions.js";

test("blanks part conditions, but not within quotation marks and brackets", () => {
  assert.deepEqual(conditionsOf("  sea camera:\"X 100\" (a b) -rating:<3 "), ["sea", "camera:\"X 100\"", "(a b)", "-rating:<3"]);
  assert.deepEqual(conditionsOf(""), []);
  assert.deepEqual(conditionsOf("a | b c"), ["a | b c"]);
  assert.deepEqual(conditionsOf("(a | b) c"), ["(a | b)", "c"]);
  assert.deepEqual(conditionsOf("\"a | b\" c"), ["\"a | b\"", "c"]);
});

test("values come back from the condition that they make", () => {
  for (const values of [["Canon"], ["Canon", "a \"quoted\" one", "with | bar and (brackets)"]]) {
    assert.deepEqual(valuesOf(conditionOf("camera", values)), { field: "camera", values });
  }
  assert.equal(conditionOf("camera", []), null);
  assert.equal(valuesOf("camera:canon"), null);
  assert.equal(valuesOf("(camera:=\"a\" | lens:=\"b\")"), null);
});

test("a condition takes the place of those about its field", () => {
  const query = "sea camera:=\"A\" -camera:=\"B\" rating:>3";
  assert.equal(replaced(query, "camera", whole("camera", "C")), "sea -camera:=\"B\" rating:>3 camera:=\"C\"");
  assert.equal(replaced(query, "rating", null), "sea camera:=\"A\" -camera:=\"B\"");
  assert.equal(without(query, 0), "camera:=\"A\" -camera:=\"B\" rating:>3");
});

test("values that are left out come back from their conditions, which replace those before", () => {
  const query = "sea -camera:=\"A\" camera:=\"B\" -camera:canon";
  assert.deepEqual(conditionsOf(query).flatMap(excludedBy), ["A"]);
  assert.equal(excluding(query, "camera", ["C", "a \"b\""]), "sea camera:=\"B\" -camera:canon -camera:=\"C\" -camera:=\"a \"\"b\"\"\"");
  assert.equal(excluding(query, "camera", []), "sea camera:=\"B\" -camera:canon");
  assert.deepEqual(["-(label:=\"a\" | label:=\"b\")", "-flag:reject", "-flag:pick", "label:=\"a\""].map(excludedBy), [["a", "b"], ["reject"], [], []]);
  // As the menu's “Hide rejected pictures” has it.
  assert.equal(excluding("", "flag", ["reject", "pick"]), "-flag:reject -flag:=\"pick\"");
});

test("which field a condition asks about", () => {
  assert.deepEqual(["rating:>3", "-taken:2019", "sea", "\"a:b\""].map(fieldOf), ["rating", "taken", null, null]);
  assert.equal(wordsOf("(camera:=\"A\" | camera:=\"B\")"), "camera: A or B");
  assert.equal(wordsOf("rating:>3"), "rating:>3");
});

test("whether a sentence has a word that is looked for", () => {
  const sentence = "1 table is not shown, 'Métier/values.csv'.";
  for (const query of ["values", "sea VALUES", "\"is not\"", "metier"]) assert.ok(isAbout(sentence, query), query);
  for (const query of ["", "red", "is:duplicate", "-values", "camera:values"]) assert.ok(!isAbout(sentence, query), query);
});
