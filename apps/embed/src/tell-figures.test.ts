// @vitest-environment jsdom
import type { DemoMessage } from "@kinora/domain/playback/demo.ts";
import type { Player } from "@kinora/player/options.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { tellFigures } from "./tell-figures.ts";

const CONSOLE = "https://console.example.com";

/** A player whose figures are told, and what its page says. */
function aPlayer() {
  let entries: (list: { getEntries(): object[] }) => void = () => undefined;
  class Observer {
    constructor(listen: typeof entries) {
      entries = listen;
    }
    observe() {}
    disconnect() {}
  }
  class Timing {}
  vi.stubGlobal("PerformanceObserver", Observer);
  vi.stubGlobal("PerformanceResourceTiming", Timing);
  const said: { message: DemoMessage; to: unknown }[] = [];
  vi.spyOn(window.parent, "postMessage").mockImplementation(
    (message: unknown, to: unknown) => void said.push({ message: message as DemoMessage, to }),
  );
  const root = document.createElement("div");
  const video = document.createElement("video");
  Object.assign(video, { getVideoPlaybackQuality: () => ({ totalVideoFrames: 90, droppedVideoFrames: 2 }) });
  const stop = tellFigures({ video, root } as unknown as Player, CONSOLE, false);
  onTestFinished(() => {
    stop();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const file = (name: string, bytes: number, ms: number) =>
    entries({
      getEntries: () => [
        Object.assign(new Timing(), {
          name,
          transferSize: bytes,
          requestStart: 10,
          responseStart: 12,
          responseEnd: 10 + ms,
        }),
      ],
    });
  return { video, root, said, stop, file };
}

test("figures are for the console alone, and have the bandwidth of the media files that came last", async () => {
  const { said, file } = aPlayer();
  expect(said[0]).toMatchObject({
    to: CONSOLE,
    message: {
      event: "figures",
      figures: { first_frame_ms: null, frames: 90, dropped_frames: 2, bits_per_second: null },
    },
  });
  file("https://edge.example/assets/player.js", 9_999, 1);
  file("https://edge.example/hls/a/v1/720p/00001.m4s", 125_000, 250);
  await vi.waitFor(() =>
    expect(said.at(-1)?.message).toMatchObject({ event: "figures", figures: { bits_per_second: 4_000_000 } }),
  );
  expect(new Set(said.map(({ to }) => to))).toEqual(new Set([CONSOLE]));
});

test("waiting, problems and ads are told, until it is stopped", () => {
  const { video, root, said, stop } = aPlayer();
  video.dispatchEvent(new Event("waiting"));
  root.dispatchEvent(new CustomEvent("kinora-problem", { detail: "gone" }));
  root.dispatchEvent(new CustomEvent("kinora-ad", { detail: { event: "impression" } }));
  const names = () => said.flatMap(({ message }) => (message.event === "noted" ? [message.name] : []));
  expect(names()).toEqual(["waiting", "problem: gone", "ad impression"]);
  stop();
  video.dispatchEvent(new Event("waiting"));
  expect(names()).toHaveLength(3);
});
