import { pagination } from "@kinora/domain/pages.ts";
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { session } from "../../platform/session.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { aPlaylist } from "../../testing/playlists.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import { playlistsView } from "./playlists-view.ts";
import PlaylistsPage from "./PlaylistsPage.tsx";

let asked: URL[];
let answer: () => Response;

beforeEach(() => {
  signedIn();
  asked = [];
  answerFetch(async (_, url) => {
    // Codes that are copied have a player's frame.
    if (url.pathname.endsWith("/players/options")) return Response.json({ data: [] });
    if (url.pathname.endsWith("/playlist-plays"))
      return Response.json({ data: url.searchParams.getAll("ids[]").map((id) => ({ id: Number(id), plays: 1_204 })) });
    asked.push(url);
    return answer();
  });
});

const lists = (...playlists: ReturnType<typeof aPlaylist>[]) => {
  answer = () => Response.json({ data: playlists, pagination: pagination(1, 30, playlists.length) });
};
const show = (address = "/playlist") =>
  renderPart(
    <PlaylistsPage />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    address,
    playlistsView.read,
    "/playlist",
  );
const rowOf = (name: string) => screen.getByRole("link", { name }).closest('[role="row"]') as HTMLElement;

test("each playlist has its pictures, type, videos, duration, status and last change", async () => {
  const images = [1, 2, 3, 4].map((number) => `http://localhost:4003/poster-${number}.jpg`);
  lists(
    aPlaylist({ image_urls: images }),
    aPlaylist({ id: 8, name: "News", type: "smart", published: false, items: null, duration_seconds: null }),
  );
  await show();
  await screen.findByRole("table", { name: "Playlists" });
  const evening = rowOf("Evening");
  expect([...evening.querySelectorAll("img")].map(({ src }) => src)).toEqual(images);
  for (const text of ["Manual", "2", "3:00", "Published"]) expect(within(evening).getByText(text)).toBeTruthy();
  expect(evening.querySelector("time")).not.toBeNull();
  const news = rowOf("News");
  expect(within(news).getByText("Unpublished")).toBeTruthy();
  expect(within(news).getByTitle("Too many videos to count")).toBeTruthy();
  expect(news.querySelector("img")).toBeNull();
});

test("those who may see analytics see how often each playlist was played", async () => {
  lists(aPlaylist());
  await show();
  expect(await screen.findByText("1,204")).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: /Plays, 28 d/ })).toBeTruthy();
  cleanup();
  session.set({ config: aConfig({}, ["player_view"]), user: aUser() });
  await show();
  expect(await screen.findByRole("link", { name: "Evening" })).toBeTruthy();
  expect(screen.queryByText("Plays, 28 d")).toBeNull();
});

test("without playlists it says what they are for, and offers the first one", async () => {
  lists();
  await show();
  expect(await screen.findByText("No playlists yet")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "New playlist" }).length).toBeGreaterThan(0);
});

test("the address narrows the list, and what narrows it can be cleared", async () => {
  lists();
  await show("/playlist?type=smart");
  expect(await screen.findByText("No playlist matches.")).toBeTruthy();
  expect(asked.at(-1)?.searchParams.get("type")).toBe("smart");
  lists(aPlaylist());
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByRole("link", { name: "Evening" })).toBeTruthy();
  expect(asked.at(-1)?.searchParams.has("type")).toBe(false);
});

test("a failure names its reason and can be tried again", async () => {
  answer = () => Response.json({ message: "The database is busy.", code: "unavailable" }, { status: 503 });
  await show();
  expect(await screen.findByText("The database is busy.")).toBeTruthy();
  lists(aPlaylist());
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("link", { name: "Evening" })).toBeTruthy();
});

test("a refused list names the missing permission", async () => {
  answer = () => Response.json({ message: "No.", code: "forbidden" }, { status: 403 });
  await show();
  expect(await screen.findByText(/player_view/)).toBeTruthy();
});

test("who may only look is offered no change", async () => {
  session.set({ config: aConfig({}, ["player_view"]), user: aUser() });
  lists(aPlaylist());
  await show();
  await screen.findByRole("link", { name: "Evening" });
  expect(screen.queryByRole("button", { name: "New playlist" })).toBeNull();
});
