// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { aConfig, aUser } from "../testing/videos.ts";

/** How long the client waits before it tries another way, with room. */
const SECOND_TRY_MS = 10_000;
let tried: string[] = [];

/** A server that answers no connection. */
class SilentSocket {
  constructor(url: string) {
    tried.push(new URL(url).protocol);
  }
  close() {}
}

afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock("pusher-js");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ["ws://localhost:4002/realtime/app/kinora", "ws:"],
  ["wss://video.example/realtime/app/kinora", "wss:"],
])("pushes of %s are asked for by %s alone, which the page's policy allows", async (url, protocol) => {
  tried = [];
  vi.stubGlobal("WebSocket", SilentSocket);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ login_host: "http://x", version: "1" }));
  // Node would be given the build for servers, which brings its own sockets.
  vi.doMock("pusher-js", () => vi.importActual("pusher-js/dist/web/pusher.js"));
  vi.resetModules();
  const [{ listen }, { session }] = [await import("./realtime.ts"), await import("./session.ts")];
  await import("pusher-js");
  session.set({ config: aConfig({ realtime_url: url }), user: aUser() });
  vi.useFakeTimers();
  const stop = listen("transcoding_channel_1", "VideoConversionProgress", () => {});
  await vi.advanceTimersByTimeAsync(SECOND_TRY_MS);
  await vi.waitFor(() => expect(tried).not.toEqual([]));
  await vi.advanceTimersByTimeAsync(SECOND_TRY_MS);
  expect(new Set(tried)).toEqual(new Set([protocol]));
  stop();
});
