import { expect, test } from "vitest";
import { NetworkShare } from "./network-share.ts";

test("each network has its share of a window, and a new one in the next", () => {
  const share = new NetworkShare(2, 1_000);
  const taken = [0, 1, 2].map((at) => share.take("192.0.2.1", at));
  expect(taken).toEqual([true, true, false]);
  expect(share.take("192.0.2.2", 3)).toBe(true);
  // Of IPv6 a whole /64 is one client's.
  expect(["2001:db8::1", "2001:db8::2", "2001:db8::3"].map((address) => share.take(address, 4))).toEqual([
    true,
    true,
    false,
  ]);
  expect(share.take("192.0.2.1", 1_000)).toBe(true);
});
