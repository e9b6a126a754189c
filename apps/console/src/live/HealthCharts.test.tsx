import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import { sampleOf, samplesOf } from "./health.ts";
import { HealthCharts } from "./HealthCharts.tsx";

beforeEach(signedIn);
afterEach(cleanup);

const stats = { bitrate_kbps: 4500, frame_rate: 30, keyframe_seconds: 2, encode_speed: null, viewers: 3 };

test.each(["minutes", "hour", "session"] as const)("looks of a short session are a line over %s", async (span) => {
  const looks = [0, 1, 2, 3, 4, 5].map((at) => sampleOf(stats, at * 4000));
  await renderPart(<HealthCharts samples={samplesOf([], looks, span)} span={span} />);
  const line = screen.getByRole("img", { name: /^Bitrate/ }).lastElementChild?.getAttribute("d");
  expect(line).toMatch(/^M[^M]*L[^M]*$/);
});

test("what players tell is drawn once one told", async () => {
  await renderPart(<HealthCharts samples={[sampleOf(stats, 1000)]} span="minutes" />);
  expect(screen.getByText("Viewers")).toBeTruthy();
  expect(screen.queryByText("Latency of viewers")).toBeNull();
  expect(screen.queryByText("Rebuffering of viewers")).toBeNull();
  cleanup();
  const told = sampleOf({ ...stats, latency_seconds: 0.74, rebuffer_percent: 1.25 }, 2000);
  await renderPart(<HealthCharts samples={[sampleOf(stats, 1000), told]} span="minutes" />);
  expect(screen.getByText("Latency of viewers").nextSibling?.textContent).toBe("0.74 s");
  expect(screen.getByText("Rebuffering of viewers").nextSibling?.textContent).toBe("1.3 %");
});
