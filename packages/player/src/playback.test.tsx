import { DEFAULT_PLAYER_SETTINGS } from "@kinora/domain/players/settings.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Controls } from "./controls.ts";
import type { PlayerOptions } from "./options.ts";
import { Playback } from "./playback.ts";
import type { ActiveSettings } from "./player-settings.ts";
import type { StreamOptions } from "./stream-options.ts";

const { opened, reload, load } = vi.hoisted(() => ({
  opened: [] as StreamOptions[],
  reload: vi.fn<(seconds: number) => void>(),
  load: vi.fn<(source: string, seconds: number) => void>(),
}));
vi.mock("./stream.ts", () => ({
  hasMediaSource: () => true,
  openStream: (_video: HTMLVideoElement, options: StreamOptions) => {
    opened.push(options);
    return Promise.resolve({ reload, load, destroy: () => undefined });
  },
}));
vi.mock("./load-menus.ts", () => ({ loadMenus: () => undefined }));

let root: HTMLElement;
let video: HTMLVideoElement;
let playback: Playback;
let now: number;

beforeEach(async () => {
  now = 1_000_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  await playing({ source: "/master.m3u8", title: "A film" });
});
afterEach(() => {
  opened.length = 0;
  reload.mockReset();
  load.mockReset();
});

/** A player of its own that plays. */
async function playing(options: PlayerOptions): Promise<void> {
  [root, video] = [document.createElement("div"), document.createElement("video")];
  const controller = document.createElement("div");
  root.append(controller, video);
  Object.defineProperty(video, "readyState", { value: HTMLMediaElement.HAVE_FUTURE_DATA, configurable: true });
  vi.spyOn(video, "play").mockResolvedValue();
  vi.spyOn(video, "pause").mockReturnValue();
  const controls: Controls = { root, controller, video };
  const settings = { now: DEFAULT_PLAYER_SETTINGS } as ActiveSettings;
  playback = new Playback(controls, options, settings, () => undefined);
  await playback.play();
}
/** Plays an upload, whose status stays as it is. */
function playingUpload(): Promise<void> {
  const upload = { source: "/progressive.mp4", labels: [] };
  const check = () => Promise.resolve({ ...upload, settled: false, available: true });
  return playing({ source: upload.source, title: "A film", renditions: { ...upload, check } });
}

/** The stream misses a file, and plays what is loaded to its end. */
async function missing(): Promise<void> {
  opened.at(-1)?.onMissing();
  await endOfLoaded();
}
/** What an exchange does, it does once the stream is open. */
async function endOfLoaded(): Promise<void> {
  video.dispatchEvent(new Event("waiting"));
  await playback.open();
}
/** The stream cannot go on without the file. */
async function gone(): Promise<void> {
  opened.at(-1)?.onProblem("gone");
  await playback.open();
}
const alert = () => root.querySelector("[role=alert]")?.textContent ?? null;

test.each([
  [30, 60, 30],
  [60, 60, 0],
  [90, 60, 0],
  [90, undefined, 90],
])("a start at %d s of a video of %s s begins at %d s", async (startSeconds, durationSeconds, begins) => {
  const length = durationSeconds === undefined ? {} : { durationSeconds };
  await playing({ source: "/master.m3u8", title: "A film", startSeconds, ...length });
  expect(opened.at(-1)?.startSeconds).toBe(begins);
});

test("an edge that refuses a file for good makes a player read the playlist again once in ten seconds, not in a loop", async () => {
  for (let times = 0; times < 50; times += 1) {
    await missing();
    now += 100;
  }
  expect(reload).toHaveBeenCalledTimes(1);
  now += 10_000;
  await missing();
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a file that stays away after both looks ends in a notice, which stays", async () => {
  await missing();
  await gone();
  expect(reload).toHaveBeenCalledTimes(2);
  opened.at(-1)?.onMissing();
  await gone();
  expect(alert()).toContain("This video is not available");
  now += 60_000;
  await endOfLoaded();
  expect(reload).toHaveBeenCalledTimes(2);
  expect(alert()).toContain("This video is not available");
});

test("what one video misses does not reload the next one, nor a player that is gone", async () => {
  opened.at(-1)?.onMissing();
  playback.load("/other.m3u8", 0);
  await endOfLoaded();
  expect(load).toHaveBeenCalledExactlyOnceWith("/other.m3u8", 0);
  expect(reload).not.toHaveBeenCalled();
  await missing();
  expect(reload).toHaveBeenCalledTimes(1);
  opened.at(-1)?.onMissing();
  playback.destroy();
  now += 60_000;
  await endOfLoaded();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("where nothing is loaded, a missing file changes nothing until the stream gives up", async () => {
  Object.defineProperty(video, "readyState", { value: HTMLMediaElement.HAVE_CURRENT_DATA, configurable: true });
  await missing();
  expect(reload).not.toHaveBeenCalled();
  expect(alert()).toBeNull();
});

test("an upload that is late is checked again, and gives way to renditions at the same moment", async () => {
  await playingUpload();
  Object.defineProperty(video, "currentTime", { value: 7, configurable: true });
  opened.at(-1)?.onProblem("unplayable");
  await vi.waitFor(() => expect(reload).toHaveBeenCalledExactlyOnceWith(7));
  expect(alert()).toBeNull();
  playback.onRenditions({ available: true, source: "/master.m3u8" });
  await vi.waitFor(() => expect(opened.at(-1)).toMatchObject({ source: "/master.m3u8", startSeconds: 7 }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test("an upload that fails again at once ends in a notice", async () => {
  await playingUpload();
  opened.at(-1)?.onProblem("unplayable");
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(alert()).toBeNull();
  opened.at(-1)?.onProblem("unplayable");
  expect(alert()).toContain("could not play the video");
});
