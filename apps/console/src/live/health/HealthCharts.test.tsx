import { cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { sampleOf, samplesOf } from "./health-samples.ts";
import { HealthCharts } from "./HealthCharts.tsx";

// A canvas is drawn in browsers only.
vi.mock("uplot", () => ({
  default: class {
    setData() {}
    setSize() {}
    destroy() {}
    redraw() {}
  },
}));

beforeEach(signedIn);

const stats = { bitrate_kbps: 4500, frame_rate: 30, keyframe_seconds: 2, encode_speed: null, viewers: 3 };

test.each(["minutes", "hour", "session"] as const)(
  "a short session has its values in the table of its chart over %s",
  async (span) => {
    const looks = [0, 1, 2, 3, 4, 5].map((at) => sampleOf(stats, at * 4000));
    await renderPart(<HealthCharts samples={samplesOf([], looks, span)} span={span} since={null} />);
    expect(screen.getByRole("img", { name: "Bitrate: now 4.5 Mbps, lowest 4.5 Mbps, highest 4.5 Mbps" })).toBeTruthy();
    fireEvent.click(screen.getByText("Bitrate as a table"));
    const table = (await screen.findAllByRole("table"))[0];
    expect(table?.textContent).toContain("4.5 Mbps");
  },
);

test("what players report is drawn once one has reported", async () => {
  await renderPart(<HealthCharts samples={[sampleOf(stats, 1000)]} span="minutes" since={null} />);
  expect(screen.getByText("Viewers")).toBeTruthy();
  expect(screen.queryByText("Viewer latency")).toBeNull();
  expect(screen.queryByText("Viewer rebuffering")).toBeNull();
  cleanup();
  const reported = sampleOf({ ...stats, latency_seconds: 0.74, rebuffer_percent: 1.25 }, 2000);
  await renderPart(<HealthCharts samples={[sampleOf(stats, 1000), reported]} span="minutes" since={null} />);
  expect(screen.getByText("Viewer latency").nextSibling?.textContent).toBe("now 0.74 s");
  expect(screen.getByText("Viewer rebuffering").nextSibling?.textContent).toBe("now 1.3%");
});
