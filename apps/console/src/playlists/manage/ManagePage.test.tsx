import { pagination } from "@kinora/domain/pages.ts";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "../../platform/session.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { aPlaylistDetail, anItem } from "../../testing/playlists.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig, aUser, aVideo } from "../../testing/videos.ts";
import ManagePage from "./ManagePage.tsx";

const LIBRARY = 45;
let asked: URL[];
let sent: { method: string; path: string; body: unknown }[];
let libraryFails: boolean;

beforeEach(() => {
  signedIn();
  asked = [];
  sent = [];
  libraryFails = false;
  const playlist = aPlaylistDetail();
  answerFetch(async (request, url) => {
    const { pathname: path } = url;
    const restriction = { profile: null, from: null, rules: [] };
    if (request.method !== "GET") {
      sent.push({ method: request.method, path, body: await request.json().catch(() => null) });
      const data = path.endsWith("/restriction") ? restriction : playlist;
      return Response.json({ message: "Done.", added: 1, data });
    }
    if (path.endsWith("/restriction")) return Response.json({ data: restriction });
    if (path.endsWith("/restrictions")) return Response.json({ data: [{ id: 4, name: "Members" }] });
    if (path.endsWith("/options")) return Response.json({ data: [] });
    if (path.endsWith("/videos")) {
      asked.push(url);
      if (libraryFails) return Response.json({ message: "The library is busy.", code: "unavailable" }, { status: 503 });
      const page = Number(url.searchParams.get("page") ?? 1);
      const videos = page === 1 ? [aVideo({ id: 1, title: "Anchor" }), aVideo({ id: 2, title: "Beacon" })] : [];
      const others = page === 2 ? [aVideo({ id: 31, title: "Drydock" })] : [];
      return Response.json({
        data: [...videos, ...others],
        pagination: { ...pagination(page, 30, LIBRARY), more: false },
      });
    }
    if (path.endsWith("/items")) return Response.json({ data: [anItem(2, "Beacon")], matches: null, more: false });
    return Response.json({ data: playlist });
  });
});

const show = () =>
  renderPart(
    <ManagePage />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    "/playlist/7/manage",
    (raw) => raw,
    "/playlist/$playlistId/manage",
  );
const library = () => screen.findByRole("table", { name: "Library" });
const added = () => sent.filter(({ path }) => path === "/playlists/7/items").map(({ body }) => body);

test("a restriction profile is chosen for the playlist's page", async () => {
  await show();
  fireEvent.click(await screen.findByRole("combobox", { name: "Restriction profile" }));
  fireEvent.click(await screen.findByRole("option", { name: "Members" }));
  await waitFor(() =>
    expect(sent).toEqual([{ method: "PUT", path: "/playlists/7/restriction", body: { profile_id: 4 } }]),
  );
});

test("a video of the library is added with a press or Enter, and one that is in the playlist is not", async () => {
  await show();
  const table = await library();
  fireEvent.click(within(table).getByRole("button", { name: "Add Anchor" }));
  await waitFor(() => expect(added()).toEqual([{ video_ids: [1] }]));
  expect(within(table).getByRole<HTMLButtonElement>("button", { name: "Beacon is in the playlist" }).disabled).toBe(
    true,
  );
  const row = within(table).getByText("Anchor").closest<HTMLElement>("[data-row]");
  row?.focus();
  fireEvent.keyDown(row ?? table, { key: "Enter" });
  await waitFor(() => expect(added()).toHaveLength(2));
});

test("videos that are selected on several pages are added together", async () => {
  await show();
  const table = await library();
  fireEvent.click(within(table).getByRole("checkbox", { name: "Select Anchor" }));
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Drydock" }));
  expect(asked.at(-1)?.searchParams.get("page")).toBe("2");
  fireEvent.click(screen.getByRole("button", { name: "Add 2 videos" }));
  await waitFor(() => expect(added()).toEqual([{ video_ids: [1, 31] }]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Add 2 videos" })).toBeNull());
});

test("a failing library can be tried again beside the order, which stays", async () => {
  libraryFails = true;
  await show();
  expect(await screen.findByText("The library is busy.")).toBeTruthy();
  expect(screen.getByRole("list", { name: "Order" }).textContent).toContain("Beacon");
  libraryFails = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await library()).toBeTruthy();
});

test("who may not manage playlists sees the order without the library", async () => {
  session.set({ config: aConfig({}, ["player_view"]), user: aUser() });
  await show();
  expect(await screen.findByRole("list", { name: "Order" })).toBeTruthy();
  expect(screen.queryByRole("table", { name: "Library" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Remove Beacon" })).toBeNull();
  expect(screen.getByText("You need the “Manage playlists” permission to change this playlist.")).toBeTruthy();
});

test("on a narrow screen one sees the order first, and the library where one adds videos", async () => {
  const wide = window.matchMedia;
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    Object.assign(wide(query), { matches: query.includes("959.98") }),
  );
  await show();
  expect(await screen.findByRole("list", { name: "Order" })).toBeTruthy();
  expect(screen.queryByRole("table", { name: "Library" })).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "Add videos" }));
  expect(await screen.findByRole("table", { name: "Library" })).toBeTruthy();
  expect(screen.queryByRole("list", { name: "Order" })).toBeNull();
});
