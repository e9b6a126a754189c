import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "../../platform/session.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import PlayerDemoPage from "./PlayerDemoPage.tsx";

const EDGE = "http://localhost:4003";
const item = {
  kind: "video",
  id: 4,
  hash: "8f3a21c9",
  title: "Harbor",
  account: { id: 1, name: "Quay Films" },
  project: { id: 3, name: "Trailers" },
  preview_url: `${EDGE}/embed/8f3a21c9?token=pass`,
  mp4_url: `${EDGE}/hls/~pass/8f3a21c9/v1/mp4/720p.mp4`,
  audio_url: null,
};
const figures = {
  first_frame_ms: 321.4,
  waited_ms: 1_240,
  waits: 2,
  watched_ms: 9_000,
  width: 1280,
  height: 720,
  bits_per_second: 4_500_000,
  frames: 1_200,
  dropped_frames: 3,
  buffered_seconds: 14.04,
};

/** What the server answers to requests for the formats. */
let formats: () => Response;
const answer = (body: object, status = 200) => Response.json(body, { status });

beforeEach(() => {
  signedIn();
  session.set({ config: { ...aConfig(), edge_url: EDGE }, user: aUser() });
  formats = () =>
    answer({
      data: ["hls", "mp4", "live", "audio", "portrait"].map((format) => ({
        format,
        item: format === "hls" || format === "mp4" ? item : null,
      })),
    });
  answerFetch(async (_, { pathname }) => {
    if (pathname.endsWith("/formats")) return formats();
    if (pathname.endsWith("/items")) return answer({ data: [item] });
    if (pathname.endsWith("/restriction")) return answer({ data: { profile: null, from: null, rules: [] } });
    return answer({ data: [] });
  });
});

const show = () => renderPart(<PlayerDemoPage />);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const write = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

/** The frame, what the page sends to it, and a way to speak as its player. */
async function theFrame(title: string) {
  const frame = (await screen.findByTitle(title)) as HTMLIFrameElement;
  const source = frame.contentWindow;
  if (!source) throw new Error("The frame has no page.");
  const sent: unknown[] = [];
  vi.spyOn(source, "postMessage").mockImplementation((message: unknown) => void sent.push(message));
  const say = (data: object, origin = EDGE) =>
    act(() => void window.dispatchEvent(new MessageEvent("message", { data: { kinora: 1, ...data }, origin, source })));
  return { frame, sent, say };
}

test("nothing is loaded at first, and what is missing is said at its field", async () => {
  await show();
  expect(screen.getByText("Nothing loaded yet")).toBeTruthy();
  expect(document.querySelector("iframe")).toBeNull();
  press("Load player");
  expect(await screen.findByText("Choose a video or livestream, or enter a URL.")).toBeTruthy();
});

test("an item plays in its embed page with the ad, and what its player says is shown", async () => {
  await show();
  write("ID or URL", item.hash);
  write("Ad tag", "https://ads.example.com/vast");
  press("Load player");
  const { frame, sent, say } = await theFrame("Player: Harbor");
  expect(frame.src).toBe(`${EDGE}/embed/8f3a21c9?token=pass&ads=draft`);
  say({ event: "ready", current_time: 0 }, "https://elsewhere.example");
  expect(sent).toEqual([]);
  say({ event: "ready", current_time: 0 });
  expect(sent).toMatchObject([
    { command: "measure" },
    { command: "play_ads", ads: { breaks: [{ tags: ["https://ads.example.com/vast"] }] } },
  ]);
  // The player that begins with the ad is measured, and gets no orders.
  say({ event: "ready", current_time: 0 });
  expect(sent[2]).toEqual({ kinora: 1, command: "measure" });
  expect(sent).toHaveLength(3);

  say({ event: "figures", figures });
  say({ event: "noted", name: "waiting", current_time: 2.5 });
  say({ event: "timeupdate", current_time: 2.6 });
  const shown = document.querySelector('dl[aria-label="Playback figures"]')?.textContent;
  for (const words of ["321 ms", "2 × 1.2 s", "4.5 Mbps", "3 of 1,200", "14 s"]) expect(shown).toContain(words);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)[0]).toContain("waiting2.50");
  expect(screen.queryByText("timeupdate")).toBeNull();
  expect(screen.getByText("Embed code")).toBeTruthy();
  expect(await screen.findByText("No restrictions apply.")).toBeTruthy();
});

test("an address of another server is played in the page of a video, which has no codes for it", async () => {
  await show();
  write("ID or URL", "https://other.example/live.m3u8");
  fireEvent.click(screen.getByRole("checkbox", { name: "The URL is a livestream" }));
  press("Load player");
  const { frame, sent, say } = await theFrame("Player: https://other.example/live.m3u8");
  expect(frame.src).toBe(`${EDGE}/embed/8f3a21c9?token=pass&ads=draft`);
  say({ event: "ready", current_time: 0 });
  expect(sent).toContainEqual({
    kinora: 1,
    command: "play_source",
    source: "https://other.example/live.m3u8",
    live: true,
  });
  expect(screen.queryByText("Embed code")).toBeNull();
});

test("the formats are loaded when asked for, what is lacking is said, and all play together", async () => {
  const good = formats;
  formats = () => answer({ message: "The database is away.", code: "unavailable" }, 503);
  await show();
  press("Load the formats");
  expect((await screen.findByRole("alert")).textContent).toContain("The database is away.");
  formats = good;
  press("Retry");
  const { frame, sent, say } = await theFrame("Player: MP4 file");
  expect(frame.src).toBe(item.preview_url);
  for (const lacking of ["No livestream is on air.", "No portrait video."])
    expect(screen.getByText(lacking)).toBeTruthy();
  say({ event: "ready", current_time: 0 });
  expect(sent).toContainEqual({ kinora: 1, command: "play_source", source: item.mp4_url, live: false });
  press("Play all muted");
  expect(sent.slice(-2)).toEqual([
    { kinora: 1, command: "mute" },
    { kinora: 1, command: "play" },
  ]);
});
