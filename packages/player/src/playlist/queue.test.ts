import { expect, test } from "vitest";
import { PlayQueue } from "./queue.ts";

function played(queue: PlayQueue, most: number): number[] {
  const order = [queue.current];
  while (order.length < most && queue.next !== null) {
    queue.goTo(queue.next);
    order.push(queue.current);
  }
  return order;
}

test("videos play in order from the chosen one on, and end", () => {
  expect(played(new PlayQueue({ length: 4, first: 1, loop: false, shuffle: false }), 9)).toEqual([1, 2, 3]);
});

test("a loop begins again after the last video", () => {
  expect(played(new PlayQueue({ length: 3, first: 1, loop: true, shuffle: false }), 6)).toEqual([1, 2, 0, 1, 2, 0]);
});

test("a single video in a loop follows itself", () => {
  expect(new PlayQueue({ length: 1, first: 0, loop: true, shuffle: false }).next).toBe(0);
});

test("what cannot play is left out in both directions", () => {
  const queue = new PlayQueue({ length: 4, first: 0, loop: false, shuffle: false });
  queue.skip(1);
  expect(queue.next).toBe(2);
  queue.goTo(2);
  expect(queue.previous).toBe(0);
  queue.skip(3);
  expect(queue.next).toBeNull();
});

test("a loop of videos that cannot play ends", () => {
  const queue = new PlayQueue({ length: 2, first: 0, loop: true, shuffle: false });
  queue.skip(0);
  queue.skip(1);
  expect(queue.next).toBeNull();
});

test("a random order has every video once and begins with the one that plays", () => {
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const order = played(new PlayQueue({ length: 20, first: 5, loop: false, shuffle: true, random }), 99);
  expect(order[0]).toBe(5);
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(order).not.toEqual(order.toSorted((a, b) => a - b));
});

test("switching the random order off goes on in the list's order", () => {
  const queue = new PlayQueue({ length: 4, first: 2, loop: false, shuffle: true });
  queue.shuffle = false;
  expect(queue.current).toBe(2);
  expect(queue.next).toBe(3);
  expect(queue.previous).toBe(1);
});
