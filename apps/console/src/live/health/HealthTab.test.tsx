import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createStore } from "../../platform/store.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aStream } from "../../testing/streams.ts";
import type { LiveFigures } from "../stream/use-live-stream.ts";
import { sampleOf } from "./health-samples.ts";
import { HealthTab } from "./HealthTab.tsx";

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

const known = { frame_rate: 30, keyframe_seconds: 2, encode_speed: null };

/** The server, which remembers looks of these bitrates, a second apart; answers the spans it was asked for. */
function aServer(bitrates: readonly number[]): (string | null)[] {
  const asked: (string | null)[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input));
    if (!pathname.endsWith("/streams/7/history")) return Promise.reject(new Error(`Nobody answers ${pathname}.`));
    asked.push(searchParams.get("span"));
    const data = bitrates.map((bitrate_kbps, at) => ({
      ...{ ago_ms: (bitrates.length - at) * 1000, bitrate_kbps, ...known, audio_level_db: null, left_out: [] },
      ...{ delay_seconds: 0, segment_seconds: 2, viewers: 1, latency_seconds: null, rebuffer_percent: null },
    }));
    return Promise.resolve(Response.json({ data }));
  });
  return asked;
}

const bitrate = () => screen.getByRole("img", { name: /^Bitrate/ }).getAttribute("aria-label");

test("Health shows how the session did before it was opened, and what is received since", async () => {
  const asked = aServer([3000, 5000]);
  const figures = createStore<LiveFigures>({ stats: null, samples: [] });
  await renderPart(<HealthTab stream={aStream()} figures={figures} />);
  await waitFor(() => expect(bitrate()).toMatch(/5 Mbps.*3 Mbps.*5 Mbps/));
  figures.set({ stats: null, samples: [sampleOf({ bitrate_kbps: 8000, ...known, viewers: 1 }, Date.now() + 1000)] });
  await waitFor(() => expect(bitrate()).toMatch(/8 Mbps.*3 Mbps.*8 Mbps/));
  fireEvent.click(screen.getByRole("radio", { name: "Session" }));
  await waitFor(() => expect(asked).toEqual(["minutes", "session"]));
});

test("without a session there is nothing to see and nobody is asked", async () => {
  const asked = aServer([3000]);
  const figures = createStore<LiveFigures>({ stats: null, samples: [] });
  await renderPart(
    <HealthTab stream={aStream({ state: "not_active", on_air: "nothing", session_id: null })} figures={figures} />,
  );
  expect(screen.getByText("Data appears about 30 s after the first segment.")).toBeTruthy();
  expect(asked).toEqual([]);
});
