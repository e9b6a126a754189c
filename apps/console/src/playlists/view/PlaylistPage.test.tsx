import { pagination } from "@kinora/domain/pages.ts";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { session } from "../../platform/session.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { aPlaylistDetail, anItem } from "../../testing/playlists.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import type { PlaylistDetail, PlaylistItem } from "../queries.ts";
import PlaylistPage from "./PlaylistPage.tsx";

let sent: { method: string; path: string; body: unknown }[];

/** The server with one playlist. @param status of its answer about the playlist. */
function aServer(playlist: PlaylistDetail, items: readonly PlaylistItem[], status = 200): void {
  sent = [];
  answerFetch(async (request, { pathname: path }) => {
    if (request.method !== "GET") {
      sent.push({ method: request.method, path, body: await request.json().catch(() => null) });
      return Response.json({ message: "Done.", data: playlist });
    }
    if (path.endsWith("/streams"))
      return Response.json({ data: [{ id: 3, name: "Channel" }], pagination: pagination(1, 20, 1) });
    if (path.endsWith("/loop")) {
      const choices = { shuffle: true, fade: false, before_live: true, on_disconnect: false, when_paused: true };
      return Response.json({ data: { ...choices, items: [], playlist: null, since: null } });
    }
    if (path.endsWith("/players/options"))
      return Response.json({
        data: [
          { hash: "first123", title: "Default player", is_default: true },
          { hash: "kiosk123", title: "Kiosk", is_default: false },
        ],
      });
    if (path.endsWith("/playlist-plays")) return Response.json({ data: [{ id: playlist.id, plays: 1 }] });
    if (path.endsWith("/embed-pages")) return Response.json({ data: [], pagination: pagination(1, 30, 0) });
    if (path.endsWith("/items")) return Response.json({ data: items, matches: null, more: false });
    if (status !== 200) return Response.json({ message: "The database is busy.", code: "unavailable" }, { status });
    return Response.json({ data: playlist });
  });
}

beforeEach(signedIn);

const show = () =>
  renderPart(
    <PlaylistPage />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    "/playlist/7",
    (raw) => raw,
    "/playlist/$playlistId",
  );

test("a playlist shows its player, its videos with what keeps them from viewers, and where it is embedded", async () => {
  aServer(aPlaylistDetail(), [anItem(1, "Anchor"), anItem(2, "Beacon", { problem: "unpublished" })]);
  await show();
  expect(await screen.findByTitle("Preview of Evening")).toBeTruthy();
  const videos = await screen.findByRole("list", { name: "Videos" });
  expect(videos.textContent).toMatch(/1Anchor1:002BeaconUnpublished1:00/);
  expect(await screen.findByText("2 videos · 2:00 · 1 play in 28 days")).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "Where it is embedded" })).toBeTruthy();
  expect(await screen.findByText("No embeds yet")).toBeTruthy();
});

test("the codes of a playlist name another player of the project", async () => {
  const playlist = aPlaylistDetail();
  aServer(playlist, [anItem(1, "Anchor")]);
  await show();
  const code = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "JS embed code" }).value;
  const field = await screen.findByRole("combobox", { name: "Player" });
  expect(code()).toBe(playlist.embed.script);
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole("option", { name: "Kiosk" }));
  await waitFor(() => expect(code()).toContain(`data-video="${playlist.hash}" data-player="kiosk123" data-width=`));
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole("option", { name: "Default player" }));
  await waitFor(() => expect(code()).toBe(playlist.embed.script));
});

test("a playlist becomes the loop content of a livestream, whose other choices stay", async () => {
  aServer(aPlaylistDetail(), [anItem(1, "Anchor")]);
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Actions for Evening" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Use as loop content of a livestream" }));
  fireEvent.click(await screen.findByRole("button", { name: "Set loop" }));
  expect(await screen.findByText("Choose a livestream.")).toBeTruthy();
  fireEvent.click(screen.getByRole("combobox", { name: "Livestream" }));
  fireEvent.click(await screen.findByRole("option", { name: "Channel" }));
  fireEvent.click(screen.getByRole("button", { name: "Set loop" }));
  const choices = { shuffle: true, fade: false, before_live: true, on_disconnect: false, when_paused: true };
  await waitFor(() =>
    expect(sent).toEqual([{ method: "PUT", path: "/streams/3/loop", body: { playlist_id: 7, ...choices } }]),
  );
});

test("an empty playlist says where its videos come from", async () => {
  aServer(aPlaylistDetail({ type: "smart" }), []);
  await show();
  expect(await screen.findByText("No published video matches the rules.")).toBeTruthy();
});

test("a failure can be tried again, and what is missing leads back to the list", async () => {
  aServer(aPlaylistDetail(), [], 503);
  await show();
  expect(await screen.findByText("The database is busy.")).toBeTruthy();
  aServer(aPlaylistDetail(), [], 404);
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("This playlist does not exist")).toBeTruthy();
  expect(screen.getByRole("link", { name: "All playlists" }).getAttribute("href")).toBe("/playlist");
});

test("who may only look at playlists is offered no change", async () => {
  session.set({ config: aConfig({}, ["player_view"]), user: aUser() });
  aServer(aPlaylistDetail(), [anItem(1, "Anchor")]);
  await show();
  expect(await screen.findByRole("list", { name: "Videos" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Manage" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Actions for Evening" })).toBeNull();
});
