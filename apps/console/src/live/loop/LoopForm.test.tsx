import { pagination } from "@kinora/domain/pages.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "../../platform/session.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aStream } from "../../testing/streams.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import type { StreamLoop } from "../queries.ts";
import { LoopForm } from "./LoopForm.tsx";

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
  playlist: null,
  shuffle: false,
  fade: false,
  before_live: true,
  on_disconnect: true,
  when_paused: false,
  since: "2026-09-21T10:00:00.000Z",
};

beforeEach(signedIn);

const titles = () =>
  within(screen.getByRole("table", { name: "Loop videos, in order" }))
    .getAllByRole("link")
    .map((link) => link.textContent);

test("each video of a loop says what of it does not fit the livestream", async () => {
  await renderPart(
    <SettingsArea>
      <LoopForm stream={aStream()} loop={aLoop} />
    </SettingsArea>,
  );
  expect(screen.getByText("Has no 1080p. The nearest resolution plays instead.")).toBeTruthy();
  expect(screen.getByText("Has no audio. It plays with silence.")).toBeTruthy();
  expect(screen.getByText("This video is not complete yet. It joins the loop once it is.")).toBeTruthy();
  // What is passed over takes no time of the loop.
  expect(screen.getByText("3 videos · repeats every 2:00")).toBeTruthy();
});

test("videos are moved and removed, announced to screen readers, and saved as one", async () => {
  const sent = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => Response.json({ message: "Loop is saved.", data: aLoop }));
  await renderPart(
    <SettingsArea>
      <LoopForm stream={aStream()} loop={aLoop} />
    </SettingsArea>,
  );
  fireEvent.keyDown(screen.getByRole("button", { name: "Move Harbour; use the arrow keys" }), { key: "ArrowUp" });
  expect(titles()).toEqual(["Harbour", "Opening", "Unfinished"]);
  expect(screen.getByText("Harbour is now 1 of 3")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove Unfinished" }));
  fireEvent.click(screen.getByRole("switch", { name: /^Shuffle/ }));
  fireEvent.click(screen.getByRole("switch", { name: /^Fade/ }));
  fireEvent.click(screen.getByRole("switch", { name: /^While paused/ }));
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

test("who may not change livestreams sees the loop and cannot change it", async () => {
  session.set({ config: aConfig({}, ["streams_view"]), user: aUser() });
  await renderPart(
    <SettingsArea>
      <LoopForm stream={aStream()} loop={aLoop} />
    </SettingsArea>,
  );
  expect(titles()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Remove Opening" })).toBeNull();
  expect(screen.getByText("You need the “Manage livestreams” permission to change the loop.")).toBeTruthy();
});

test("a playlist takes the place of the list and is saved with it", async () => {
  const evening = { id: 7, name: "Evening" };
  const calls: { method: string; path: string; body: unknown }[] = [];
  answerFetch(async (request, { pathname: path }) => {
    if (request.method === "GET") return Response.json({ data: [evening], pagination: pagination(1, 20, 1) });
    calls.push({ method: request.method, path, body: await request.json() });
    return Response.json({ message: "Loop is saved.", data: { ...aLoop, playlist: evening } });
  });
  await renderPart(
    <SettingsArea>
      <LoopForm stream={aStream()} loop={aLoop} />
    </SettingsArea>,
  );
  fireEvent.click(screen.getByRole("radio", { name: "Playlist" }));
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText("Choose a playlist.")).toBeTruthy();
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole("combobox", { name: "Playlist" }));
  fireEvent.click(await screen.findByRole("option", { name: "Evening" }));
  expect(screen.getByText("Save the loop to see which videos play.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(calls).toHaveLength(1));
  const { shuffle, fade, before_live, on_disconnect, when_paused } = aLoop;
  expect(calls[0]?.body).toEqual({ playlist_id: 7, shuffle, fade, before_live, on_disconnect, when_paused });
});

test("a followed playlist's videos are shown, not changed, and an empty one says when the loop starts", async () => {
  const playlist = { id: 7, name: "Evening" };
  const shown = await renderPart(
    <SettingsArea>
      <LoopForm stream={aStream()} loop={{ ...aLoop, playlist }} />
    </SettingsArea>,
  );
  expect(titles()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Remove Opening" })).toBeNull();
  expect(screen.getByRole("link", { name: "Open “Evening”" }).getAttribute("href")).toBe("/playlist/7");
  shown.unmount();
  await renderPart(
    <SettingsArea>
      <LoopForm stream={aStream()} loop={{ ...aLoop, items: [], playlist }} />
    </SettingsArea>,
  );
  expect(screen.getByText("The loop starts when the playlist has a published, completed video.")).toBeTruthy();
});

test("a loop whose playlist was deleted says so and keeps its videos", async () => {
  await renderPart(
    <SettingsArea>
      <LoopForm stream={aStream()} loop={{ ...aLoop, playlist: { id: null, name: "Evening" } }} />
    </SettingsArea>,
  );
  expect(screen.getByText(/^The playlist “Evening” was deleted\. The loop keeps the videos it had\./)).toBeTruthy();
  expect(titles()).toHaveLength(3);
  expect(screen.getByRole("button", { name: "Remove Opening" })).toBeTruthy();
});
