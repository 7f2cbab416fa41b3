import assert from "node:assert/strict";
import test from "node:test";
import { dateRange, dateText } from "./Public/values/dates.js";

const utc = (options, text) => new Intl.DateTimeFormat(undefined, { ...options, timeZone: "UTC" }).format(new Date(text));

test("a date is written as exactly as it is known, in the reader's style", () => {
  assert.equal(dateText("2019"), utc({ year: "numeric" }, "2019-01-01"));
  assert.equal(dateText("2019-05"), utc({ year: "numeric", month: "long" }, "2019-05-01"));
  assert.equal(dateText("2019-05-03"), utc({ dateStyle: "medium" }, "2019-05-03"));
  assert.equal(dateText("2019-05-03T23:30:00", "day"), utc({ dateStyle: "medium" }, "2019-05-03"));
  assert.equal(dateText("2019-05", "monthAlone"), utc({ month: "short" }, "2019-05-01"));
});

test("of a year or a month alone nothing finer is written", () => {
  for (const step of ["day", "monthAlone", "month", "second"]) assert.equal(dateText("1943", step), dateText("1943"), step);
  for (const step of ["day", "minute", "second"]) assert.equal(dateText("1943-05", step), dateText("1943-05"), step);
  assert.equal(dateText("1943-05", "year"), dateText("1943"));
  assert.doesNotMatch(dateText("1943", "day"), /Jan|1[^9]/);
});

test("the first hundred years are themselves", () => {
  assert.equal(dateText("0033-04-03"), utc({ dateStyle: "medium" }, "0033-04-03"));
  assert.equal(dateText("0001"), utc({ year: "numeric" }, "0001-01-01"));
});

test("a camera's clock is written as it stood, whatever the reader's zone", () => {
  const style = { dateStyle: "medium", timeStyle: "medium" };
  assert.equal(dateText("2019-05-03T23:30:05"), utc(style, "2019-05-03T23:30:05Z"));
  assert.equal(dateText("2019-05-03 23:30:05"), utc(style, "2019-05-03T23:30:05Z"));
});

test("a moment with a zone is written by the reader's clock", () => {
  const text = "2019-05-03T23:30:05Z";
  assert.equal(dateText(text), new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(text)));
});

test("what is no date stays as it is", () => { assert.equal(dateText("no date"), "no date"); });

test("a range that is one date names it once", () => {
  const at = text => Date.parse(`${text}T00:00:00Z`) / 1000;
  assert.equal(dateRange(at("2019-05-03"), at("2019-05-03") + 86_399, "day"), dateText("2019-05-03"));
  assert.match(dateRange(at("2019-05-03"), at("2019-05-05"), "day"), /3.*5.*2019|2019.*3.*5/);
});
