// @vitest-environment jsdom
import Hls from "hls.js";
import { afterEach, expect, test } from "vitest";
import { bandwidthSettings, keepBandwidth } from "./known-bandwidth.ts";
import { allowStorage } from "./stored.ts";

afterEach(() => {
  allowStorage(true);
  localStorage.clear();
});

/** Plays another segment of a stream whose bandwidth is measured as so much. */
function measure(bitsPerSecond: number): void {
  const hls = new Hls(bandwidthSettings());
  // Its controllers would play for real.
  hls.removeAllListeners();
  keepBandwidth(Hls, hls);
  Object.defineProperty(hls, "bandwidthEstimate", { value: bitsPerSecond });
  hls.trigger(Hls.Events.FRAG_CHANGED, { frag: {} } as never);
}

test("the first stream of a browser measures its bandwidth, the next one begins with what was measured", () => {
  expect(bandwidthSettings()).toEqual({ abrEwmaDefaultEstimate: 3_000_000 });
  measure(8_123_456.7);
  expect(bandwidthSettings()).toEqual({ abrEwmaDefaultEstimate: 8_123_457, testBandwidth: false });
});

test.each([3_000_000, NaN, 0])("a bandwidth of %d that nothing measured is not kept", (bandwidth) => {
  measure(bandwidth);
  expect(bandwidthSettings()).not.toHaveProperty("testBandwidth");
});

test.each(["", "fast", "-1", "Infinity"])("%j in the browser is no bandwidth", (text) => {
  localStorage.setItem("kinora:bandwidth", text);
  expect(bandwidthSettings()).toEqual({ abrEwmaDefaultEstimate: 3_000_000 });
});

test("a player that keeps nothing in browsers keeps no bandwidth, and reads none", () => {
  measure(8_000_000);
  allowStorage(false);
  expect(bandwidthSettings()).not.toHaveProperty("testBandwidth");
  measure(9_000_000);
  allowStorage(true);
  expect(bandwidthSettings()).toMatchObject({ abrEwmaDefaultEstimate: 8_000_000 });
});

test("with a known bandwidth hls.js does not test it", () => {
  measure(8_000_000);
  expect(new Hls(bandwidthSettings()).config.testBandwidth).toBe(false);
});
