import assert from "node:assert/strict";
import { test } from "node:test";
import { Shuffle } from "./Public/values/shuffle.js";

test("a shuffled order has every number once before one comes again", () => {
  for (const count of [2, 3, 4, 7, 24, 100, 1000, 4096, 5000]) {
    const shuffle = new Shuffle();
    const seen = [];
    for (let number = count >> 1; seen.length < count; seen.push(number)) number = shuffle.after(number, count);
    assert.deepEqual(seen.slice().sort((one, other) => one - other), [...Array(count).keys()]);
    assert.equal(shuffle.after(seen.at(-1), count), seen[0]);
  }
});

test("it is not the order of the numbers, and another show has another order", () => {
  const orderOf = shuffle => {
    const order = [0];
    while (order.length < 200) order.push(shuffle.after(order.at(-1), 200));
    return order;
  };
  const [one, other] = [orderOf(new Shuffle()), orderOf(new Shuffle())];
  const neighbours = one.filter((number, place) => place && Math.abs(number - one[place - 1]) === 1).length;
  assert.ok(neighbours < 60, `${neighbours} of 200 follow their neighbour`);
  assert.notDeepEqual(one, other);
});

test("four numbers have many orders, too", () => {
  const orders = new Set();
  for (let turn = 0; turn < 60; turn += 1) {
    const shuffle = new Shuffle();
    const order = [0];
    while (order.length < 4) order.push(shuffle.after(order.at(-1), 4));
    orders.add(order.join());
  }
  assert.ok(orders.size >= 4, [...orders].join(" "));
});

test("a thousand million and more are no list, and a count that changes is followed", () => {
  const shuffle = new Shuffle();
  let number = 0;
  for (let turn = 0; turn < 1000; turn += 1) {
    number = shuffle.after(number, 2 ** 40 + 3);
    assert.ok(Number.isSafeInteger(number) && number >= 0 && number < 2 ** 40 + 3);
  }
  number = shuffle.after(number, 5);
  assert.ok(number < 5);
  assert.equal(shuffle.after(0, 1), 0);
  assert.equal(shuffle.after(0, 0), 0);
});
