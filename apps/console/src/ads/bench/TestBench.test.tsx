import { defaultAdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "../../platform/session.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig, aUser, aVideo, aVideoPage } from "../../testing/videos.ts";
import type { AdTagTest, ProjectAds } from "../queries.ts";
import { TestBench } from "./TestBench.tsx";

const EDGE = "http://localhost:4003";
const DEMO = `${EDGE}/demo/vast/wrapper.xml`;
const ads: ProjectAds = {
  ...defaultAdSettings,
  id: null,
  name: "Default",
  is_default: true,
  version: 0,
  categories: [],
  updated_at: null,
  excluded: { categories: [], tags: [] },
  demo_tags: [{ name: "Two wrappers", url: DEMO }],
};
const step = { url: DEMO, http_status: 200, took_ms: 12, size_bytes: 900, version: "4.0", error: null };
const tested: AdTagTest = {
  url: DEMO,
  steps: [
    { ...step, depth: 0, kind: "wrapper" },
    { ...step, depth: 1, kind: "failed", http_status: 500, error: "The ad server answered with HTTP 500." },
  ],
  ads: [],
  breaks: [],
  errors: [{ code: 301, text: "The tag did not answer in time, or with an error." }],
  took_ms: 31,
};
let answered: AdTagTest;
let videos: ReturnType<typeof aVideo>[];

beforeEach(() => {
  signedIn();
  answered = tested;
  videos = [aVideo()];
  answerFetch(async (_, { pathname }) => {
    const answer = (body: object, status = 200) => Response.json(body, { status });
    if (pathname.endsWith("/ads/test")) return answer({ data: answered });
    if (/\/videos\/\d+$/.test(pathname))
      return answer({ data: { ...aVideo(), preview_url: `${EDGE}/embed/8f3a21?token=abc` } });
    return answer(aVideoPage(videos));
  });
});

const show = () => renderPart(<TestBench projectId={3} ads={ads} allowed />);
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

/** The frame of the preview, and what the page in it gets. */
async function theFrame() {
  const frame = (await screen.findByTitle("Harbor atlas with the tested ad tag")) as HTMLIFrameElement;
  const page = frame.contentWindow;
  if (!page) throw new Error("The frame has no page.");
  const sent: { message: unknown; to: unknown }[] = [];
  vi.spyOn(page, "postMessage").mockImplementation((message: unknown, to: unknown) => void sent.push({ message, to }));
  const say = (origin: string, source: MessageEventSource = page) =>
    window.dispatchEvent(new MessageEvent("message", { data: { kinora: 1, event: "ready" }, origin, source }));
  return { frame, sent, say };
}

test("a tag's chain is shown with its times and errors", async () => {
  await show();
  await press("Test tag");
  expect(await screen.findByText("Request chain · 31 ms")).toBeTruthy();
  expect(screen.getByText("The ad server answered with HTTP 500.")).toBeTruthy();
  expect(screen.getByText("301 · The tag did not answer in time, or with an error.")).toBeTruthy();
});

test("the tag plays in the embed of the newest video, which gets it from the console once it is ready", async () => {
  await show();
  await press("Test tag");
  expect(document.querySelector("iframe")).toBeNull();
  await press("Play tag");
  const { frame, sent, say } = await theFrame();
  expect(frame.src).toBe(`${EDGE}/embed/8f3a21?token=abc&ads=draft`);
  say("https://elsewhere.example");
  say(EDGE, window);
  expect(sent).toEqual([]);
  say(EDGE);
  expect(sent).toMatchObject([
    { message: { command: "play_ads", ads: { breaks: [{ tags: [DEMO] }], vmap_tag: null, report: null } }, to: EDGE },
  ]);
  say(EDGE);
  expect(sent[1]).toEqual({ message: { kinora: 1, command: "play" }, to: EDGE });
});

test("a VMAP document names its breaks in the preview, too", async () => {
  answered = { ...tested, steps: [{ ...step, depth: 0, kind: "vmap" }] };
  await show();
  await press("Test tag");
  await press("Play tag");
  const { sent, say } = await theFrame();
  say(EDGE);
  expect(sent).toMatchObject([{ message: { ads: { breaks: [], vmap_tag: DEMO } } }]);
});

test("without a video, or without leave to see videos, it says what playing needs", async () => {
  videos = [];
  await show();
  await press("Test tag");
  await press("Play tag");
  expect(await screen.findByText("Upload a video to play the tag in it.")).toBeTruthy();
  session.set({
    config: aConfig(
      {},
      PERMISSIONS.filter((permission) => permission !== "video_view"),
    ),
    user: aUser(),
  });
  await waitFor(() => expect(screen.getByText("Playing needs the “View videos” permission.")).toBeTruthy());
});
