import { expect, test } from "vitest";
import { Arrivals } from "./arrivals.ts";

/** A door and who was closed at it. */
function aDoor() {
  const arrivals = new Arrivals();
  const closed: string[] = [];
  let count = 0;
  const arrive = (address: string, times = 1) => {
    for (let each = 0; each < times; each += 1) {
      const name = `${address} ${(count += 1)}`;
      arrivals.arrive(name, address, () => void closed.push(name));
    }
    return `${address} ${count}`;
  };
  return { arrivals, closed, arrive };
}

test("two networks that keep connecting close only their own oldest connections", () => {
  const { arrive, closed } = aDoor();
  arrive("192.0.2.7");
  arrive("198.51.100.1", 300);
  // A network of IPv6 is one, however many addresses it has.
  for (let host = 0; host < 300; host += 1) arrive(`2001:db8:a:b::${host.toString(16)}`);
  expect(closed).toHaveLength(500);
  expect(closed).not.toContain("192.0.2.7 1");
  expect(closed[0]).toBe("198.51.100.1 2");
});

test("connections of many networks make room for the newest, and admitted ones stay", () => {
  const { arrivals, arrive, closed } = aDoor();
  for (let each = 0; each < 500; each += 1) {
    const address = `10.0.${each >> 8}.${each & 255}`;
    arrivals.admit(arrive(address), address);
  }
  expect(arrivals.hasRoomFor("192.0.2.7")).toBe(false);
  for (let each = 0; each < 450; each += 1) arrive(`172.16.${each >> 8}.${each & 255}`);
  expect(closed).toHaveLength(50);
  expect(closed.every((name) => name.startsWith("172.16."))).toBe(true);
});

test("300 of one network publish and no more, until one disconnects", () => {
  const { arrivals, arrive } = aDoor();
  let last = "";
  for (let each = 0; each < 300; each += 1) {
    const address = `2001:db8:a:b::${each.toString(16)}`;
    expect(arrivals.hasRoomFor(address)).toBe(true);
    last = arrive(address);
    arrivals.admit(last, address);
  }
  expect(arrivals.hasRoomFor("2001:db8:a:b:ffff::1")).toBe(false);
  expect(arrivals.hasRoomFor("2001:db8:a:c::1")).toBe(true);
  arrivals.leave(last);
  expect(arrivals.hasRoomFor("2001:db8:a:b:ffff::1")).toBe(true);
});
