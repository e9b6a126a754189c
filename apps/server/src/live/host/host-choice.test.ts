import { expect, test } from "vitest";
import { hostForPublisher, isRoomiest, type HostRoom } from "./host-choice.ts";

const aHost = (host: string, values: Partial<HostRoom> = {}): HostRoom => ({
  ...{ host, ladders: 4, laddersUsed: 1, draining: false, streams: 0 },
  ...values,
});
const here = (values: Partial<HostRoom> = {}) => aHost("here", values);
const full = { laddersUsed: 4 };
const LADDER = { whole: 1, least: 0.1 };
const PASSED_THROUGH = { whole: 0, least: 0 };

test.each<[string, HostRoom, HostRoom[], typeof LADDER, string | null]>([
  ["stays where there is room, however free others are", here(), [aHost("other", { laddersUsed: 0 })], LADDER, "here"],
  ["goes where there is room", here(full), [aHost("other")], LADDER, "other"],
  ["goes where there is most", here(full), [aHost("some"), aHost("most", { ladders: 9 })], LADDER, "most"],
  ["goes where its whole ladder fits", here({ laddersUsed: 3.5 }), [aHost("other")], LADDER, "other"],
  ["stays with a part of its ladder", here({ laddersUsed: 3.5 }), [aHost("other", full)], LADDER, "here"],
  ["goes where a part of it fits", here(full), [aHost("other", { laddersUsed: 3.5 })], LADDER, "other"],
  ["is refused where nobody has room", here(full), [aHost("other", full)], LADDER, null],
  ["is refused where there is one host", here(full), [], LADDER, null],
  ["stays on a slow host that does nothing", here({ ladders: 0.01, laddersUsed: 0 }), [], LADDER, "here"],
  ["goes to a slow host that does nothing", here(full), [aHost("o", { ladders: 0, laddersUsed: 0 })], LADDER, "o"],
  ["stays where nothing was measured yet", here({ ladders: null, laddersUsed: 9 }), [aHost("other")], LADDER, "here"],
  ["stays when it is passed through", here(full), [aHost("other")], PASSED_THROUGH, "here"],
  ["leaves a host that is drained", here({ draining: true }), [aHost("other")], PASSED_THROUGH, "other"],
  ["goes to none that is drained", here(full), [aHost("other", { draining: true })], LADDER, null],
  ["stays where all are drained", here({ draining: true }), [aHost("other", { draining: true })], LADDER, "here"],
  ["stays on a drained host if others are full", here({ draining: true }), [aHost("other", full)], LADDER, "here"],
  ["is refused by a full host that is drained", here({ ...full, draining: true }), [], LADDER, null],
])("a publisher %s", (_, reached, others, costs, chosen) => {
  expect(hostForPublisher(reached, others, costs)).toBe(chosen);
});

const roomiest = (hosts: HostRoom[]) => hosts.map(({ host }) => host).filter((host) => isRoomiest(host, hosts));

test("what nobody publishes to is on the host with most free capacity; of equal ones any has it", () => {
  expect(roomiest([aHost("a", { laddersUsed: 2 }), aHost("b")])).toEqual(["b"]);
  expect(roomiest([aHost("a"), aHost("b")])).toEqual(["a", "b"]);
  expect(roomiest([aHost("a", { streams: 1 }), aHost("b")])).toEqual(["b"]);
  expect(roomiest([aHost("a", { streams: 21 }), aHost("b", { laddersUsed: 2 })])).toEqual(["b"]);
  expect(roomiest([aHost("a", { ladders: null, laddersUsed: 0 }), aHost("b")])).toEqual(["b"]);
  expect(roomiest([aHost("a", { draining: true, laddersUsed: 0 }), aHost("b")])).toEqual(["b"]);
  expect(roomiest([aHost("a", { draining: true }), aHost("b", { draining: true })])).toEqual(["a", "b"]);
  expect(isRoomiest("not registered", [aHost("a")])).toBe(true);
});
