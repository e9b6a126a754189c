import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { question } from "../../platform/confirm.ts";
import { preferencesQuery } from "../../platform/preferences.ts";
import { session } from "../../platform/session.ts";
import { toasts } from "../../platform/toasts.ts";
import { recentVideosQuery, type Video, type VideoPage } from "../../platform/videos.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig, aVideo, aVideoPage } from "../../testing/videos.ts";
import { rememberLabels } from "../label-names.ts";
import { FailedList } from "./FailedList.tsx";
import { libraryView, type LibraryAddress } from "./library-view.ts";
import type { LibraryListProps } from "./use-library-list.ts";
import { VideosList } from "./VideosList.tsx";

const video = aVideo({ id: 7, title: "Harbor atlas", published: false });
let page: VideoPage;
let asked: string[];
/** What is answered to everything but reading. */
let changed: () => Response;
const shown = vi.fn<(address: LibraryAddress) => void>();

beforeEach(() => {
  signedIn();
  asked = [];
  changed = () => Response.json({ message: "ok", data: { ...video, published: true } });
  answerFetch(async (request, { pathname }) => {
    if (pathname.endsWith("/video-plays"))
      return Response.json({ data: [{ id: 7, plays: 1_204, watched_seconds: 45_000 }] });
    if (request.method === "GET") return Response.json(pathname.endsWith("/videos") ? page : { data: [] });
    asked.push(`${request.method} ${pathname} ${await request.text()}`.trim());
    return changed();
  });
});

/** Shows a list with these videos, once they are there. */
async function open(
  List: ComponentType<LibraryListProps>,
  videos: Video[],
  address: LibraryAddress = {},
  client = new QueryClient(),
) {
  page = aVideoPage(videos);
  const at = listAddress(libraryView, address, shown);
  await renderPart(<List projectId={3} at={at} peek={{ id: null, onPeek: () => {} }} />, client);
  await screen.findByText(videos[0]?.title ?? "");
}

const newest = () => toasts.get().shown.at(-1);
const publishing = () => screen.getByRole<HTMLInputElement>("switch", { name: "Published: Harbor atlas" });
const row = (title: string) => within(screen.getByRole("row", { name: new RegExp(title) }));

test("publishing shows at once and says so", async () => {
  await open(VideosList, [video]);
  fireEvent.click(publishing());
  await waitFor(() => expect(newest()).toMatchObject({ kind: "positive", message: "Published..." }));
});

test("the switch of a published video hides it at once, says so and can be undone", async () => {
  changed = () => Response.json({ message: "ok", data: { ...video, published: false } });
  await open(VideosList, [{ ...video, published: true }]);
  expect(publishing().checked).toBe(true);
  fireEvent.click(publishing());
  await waitFor(() => expect(newest()).toMatchObject({ message: "Unpublished...", undo: expect.any(Function) }));
  expect(asked).toEqual([`PATCH /videos/7/publish {"published":false}`]);
});

test("a video in which the searched words are said leads to that moment", async () => {
  const said = { start: 83.5, text: "The old lighthouse keeper", language: "en" };
  await open(VideosList, [{ ...video, said }, aVideo({ id: 8, title: "Lighthouse" })], { search: "lighthouse" });
  const link = screen.getByRole("link", { name: "Said at 1:23: The old lighthouse keeper" });
  const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", "http://console");
  expect([pathname, searchParams.get("start"), searchParams.get("search")]).toEqual(["/video/7", "83.5", "lighthouse"]);
  expect(screen.getAllByRole("link", { name: /^Said at/ })).toHaveLength(1);
});

test("status and publication are one column: a word and the switch", async () => {
  await open(VideosList, [video]);
  const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads.filter((head) => head === "Visibility")).toHaveLength(1);
  expect(heads).not.toContain("Status");
  expect(heads).not.toContain("Published");
  expect(publishing().closest('[role="cell"]')?.textContent).toBe("Unpublished");
});

test("plays and watch time are read for those who chose their columns", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(preferencesQuery.queryKey, { library_columns: ["plays", "watched"] });
  await open(VideosList, [video], {}, client);
  await waitFor(() => expect(row("Harbor atlas").getByText("1,204")).toBeDefined());
  expect(row("Harbor atlas").getByText("12.5 h")).toBeDefined();
  cleanup();
  const config = aConfig();
  session.set({ config: { ...config, permissions: { ...config.permissions, analytics_view: false } } });
  await open(VideosList, [video], {}, client);
  expect(screen.queryByRole("columnheader", { name: "Plays, 28 d" })).toBeNull();
});

test("the menu of a row offers what can be done with its video", async () => {
  await open(VideosList, [video]);
  fireEvent.click(screen.getByRole("button", { name: "Actions for Harbor atlas" }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "Preview",
    "Open",
    "Publish",
    "Copy ID",
    "JS embed code",
    "Iframe embed code",
    "Share link",
    "Copy as curl",
    "Download original",
    "Replace file",
    "Copy details from…",
    "Re-encode",
    "Delete",
  ]);
  // Groups: open, share and copy, change, and deleting apart.
  expect(screen.getAllByRole("separator")).toHaveLength(3);
});

// spec: 8.5
test("a refused publish is taken back, with words", async () => {
  const client = new QueryClient();
  const { queryKey } = recentVideosQuery(3);
  client.setQueryData(queryKey, aVideoPage([video]));
  changed = () => Response.json({ message: "Not yet.", code: "conflict" }, { status: 409 });
  await open(VideosList, [video], {}, client);
  fireEvent.click(publishing());
  await waitFor(() =>
    expect(newest()).toMatchObject({ kind: "negative", message: "Published is not done, there was an error." }),
  );
  expect(client.getQueryData<VideoPage>(queryKey)?.data[0]?.published).toBe(false);
});

test("without the permission to publish, the switch cannot be moved and says why", async () => {
  session.set({ config: aConfig({}, ["video_view"]) });
  await open(VideosList, [video]);
  expect(publishing().disabled).toBe(true);
  expect(screen.getByTitle("You need the “Publish videos” permission to change this.")).toBeTruthy();
});

test("j moves to the next row, x selects it, and what can be done takes the place of the filters", async () => {
  await open(VideosList, [video, aVideo({ id: 8, title: "Second" })]);
  const focused = () => document.activeElement?.getAttribute("data-row");
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press("j");
  expect(focused()).toBe("7");
  press("j");
  expect(focused()).toBe("8");
  press("x");
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select Second" }).checked).toBe(true);
  expect(await screen.findByRole("toolbar", { name: "1 selected" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add filter" })).toBeNull();
});

test("a list that has more videos than are counted shows so", async () => {
  await open(VideosList, [video]);
  cleanup();
  const counted = { page: 1, per_page: 30, from: 1, to: 30, total: 1_000, max: 34, more: true };
  const many = { ...aVideoPage([video]), pagination: counted };
  const client = new QueryClient();
  page = many;
  const at = listAddress(libraryView, { published: "true" }, shown);
  await renderPart(<VideosList projectId={3} at={at} peek={{ id: null, onPeek: () => {} }} />, client);
  expect(await screen.findByText("1–30 of 1,000+")).toBeTruthy();
});

test("a filter is chosen by its name, then its value, and removed by its chip", async () => {
  await open(VideosList, [video], { category: "none", duration_max: 50 });
  fireEvent.click(screen.getByRole("button", { name: "Remove the filter Category None" }));
  expect(shown).toHaveBeenLastCalledWith({ duration_max: 50 }, false);
  fireEvent.click(screen.getByRole("button", { name: "Add filter" }));
  fireEvent.click(await screen.findByRole("option", { name: "Longer than" }));
  fireEvent.change(await screen.findByLabelText("Longer than"), { target: { value: "10" } });
  fireEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect(shown).toHaveBeenLastCalledWith({ category: "none", duration_max: 50, duration_min: 10 }, false);
});

test("each part of an address is a chip that says in words what the list is narrowed to", async () => {
  rememberLabels("category", [{ id: 4, name: "Trailers" }]);
  rememberLabels("tag", [{ id: 5, name: "Sea" }]);
  const address: LibraryAddress = {
    ...{ type: "recent", status: "failed", category: 4, tags: [5, 6], tags_mode: "all", captions: "false" },
    ...{
      from: "2026-11-01",
      to: "2026-11-05",
      duration_min: 10,
      duration_max: 90,
      larger: 5,
      has: "720p",
      missing: "1080p",
    },
  };
  await open(VideosList, [video], address);
  const chips = screen.getAllByRole("button", { name: /^Remove the filter / });
  expect(chips.map((chip) => chip.parentElement?.textContent)).toEqual([
    ...["Category: Trailers", "Tag: Sea", "Tag: #6", "Tags: All", "Status: Failed"],
    ...["Added: Nov 1, 2026 – Nov 5, 2026", "Longer than: 0:10", "Shorter than: 1:30", "Larger than: 5 MB"],
    ...["Has resolution: 720p", "Missing resolution: 1080p", "Captions: No captions"],
  ]);
});

const failed = (id: number, message: string, retryable: boolean) =>
  aVideo({ id, title: `Film ${id}`, status: "failed", error: { code: "x", message, retryable } });
const failures = [failed(1, "This file is damaged.", false), failed(2, "The worker died too often.", true)];

test("each failed video says why, and offers what can help: another try only where one can", async () => {
  await open(FailedList, failures, { type: "failed" });
  expect(row("Film 1").getByText("This file is damaged.")).toBeTruthy();
  expect(row("Film 1").queryByRole("button", { name: "Retry Film 1" })).toBeNull();
  expect(row("Film 1").getByRole("button", { name: "Replace the file of Film 1" })).toBeTruthy();
  fireEvent.click(row("Film 2").getByRole("button", { name: "Retry Film 2" }));
  await vi.waitFor(() => expect(asked).toEqual(["POST /videos/2/retry"]));
  fireEvent.click(row("Film 2").getByRole("button", { name: "Actions for Film 2" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await vi.waitFor(() => expect(question.get().asked?.text).toContain("“Film 2”"));
  question.get().answer(false);
});

test("who may only look is offered nothing", async () => {
  session.set({ config: aConfig({}, ["video_view"]) });
  await open(FailedList, failures, { type: "failed" });
  expect(row("Film 2").queryByRole("button", { name: /^(Retry|Replace|Actions) / })).toBeNull();
});
