import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "../platform/session.ts";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import { aStream } from "../testing/streams.ts";
import { aConfig, aUser } from "../testing/videos.ts";
import { LoopForm } from "./LoopForm.tsx";
import type { StreamLoop } from "./queries.ts";

const item = (id: number, title: string, change: Partial<StreamLoop["items"][number]> = {}) => ({
  video_id: id,
  hash: `v${id}`,
  title,
  image_url: null,
  duration_seconds: 60,
  problem: null,
  missing: [],
  has_sound: true,
  ...change,
});

const aLoop: StreamLoop = {
  items: [
    item(1, "Opening"),
    item(2, "Harbour", { missing: ["1080p"], has_sound: false }),
    item(3, "Unfinished", { problem: "This video is not complete yet. It joins the loop once it is." }),
  ],
  shuffle: false,
  fade: false,
  before_live: true,
  on_disconnect: true,
  when_paused: false,
  since: "2026-09-21T10:00:00.000Z",
};

beforeEach(signedIn);
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

const titles = () =>
  within(screen.getByRole("list", { name: "Videos of the loop, in order" }))
    .getAllByRole("link")
    .map((link) => link.textContent);

test("each video of a loop says what of it does not fit the livestream", async () => {
  await renderPart(<LoopForm stream={aStream()} loop={aLoop} />);
  expect(screen.getByText("Has no 1080p: the nearest resolution is played there.")).toBeTruthy();
  expect(screen.getByText("Has no sound: silence is played with it.")).toBeTruthy();
  expect(screen.getByText("This video is not complete yet. It joins the loop once it is.")).toBeTruthy();
  // What is passed over takes no time of the loop.
  expect(screen.getByText("3 videos, 2:00 until they begin again")).toBeTruthy();
  expect(screen.getByText("Next up")).toBeTruthy();
});

test("videos are moved and removed, told to those who do not see it, and saved as one", async () => {
  const sent = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json({ message: "Loop is saved.", data: aLoop }));
  await renderPart(<LoopForm stream={aStream()} loop={aLoop} />);
  fireEvent.click(screen.getByRole("button", { name: "Move Harbour up" }));
  expect(titles()).toEqual(["Harbour", "Opening", "Unfinished"]);
  expect(screen.getByText("Harbour is now number 1 of 3")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove Unfinished" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Shuffle" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Fade" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "While paused" }));
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(sent).toHaveBeenCalled());
  const [, init] = sent.mock.calls[0] ?? [];
  expect(await new Response(init?.body ?? null).json()).toEqual({
    video_ids: [2, 1],
    shuffle: true,
    fade: true,
    before_live: true,
    on_disconnect: true,
    when_paused: true,
  });
});

test("who may not change livestreams sees the loop and can not change it", async () => {
  session.set({ config: aConfig({}, ["streams_view"]), user: aUser() });
  await renderPart(<LoopForm stream={aStream()} loop={aLoop} />);
  expect(titles()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Remove Opening" })).toBeNull();
  expect(screen.getByText("You need the permission streams_manage to change the loop.")).toBeTruthy();
});
