import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { preferencesQuery } from "../platform/preferences.ts";
import { inProgressVideosQuery, recentVideosQuery, type Video } from "../platform/videos.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { aVideo, aVideoPage } from "../testing/videos.ts";
import DashboardPage from "./DashboardPage.tsx";
import { overviewQuery, type Overview } from "./overview-query.ts";

const NO_WEEK = { now: 0, before: 0 };
const overview: Overview = {
  videos: 0,
  storage: { project_bytes: 0, account_bytes: 0, limit_bytes: null },
  uploaded: NO_WEEK,
  encoded_minutes: NO_WEEK,
  watched: { plays: NO_WEEK, hours: NO_WEEK },
  attention: [],
  onboarding: { video: false, embed: false, invite: false },
};

beforeEach(() => {
  signedIn();
  // Livestreams and plays, of which there are none.
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) =>
    Response.json({ data: new Request(input).url.includes("/streams") ? [] : { series: [] } }),
  );
});

/** Shows the dashboard of a project with these videos. */
async function show(videos: Video[], change: Partial<Overview> = {}, onboarding: string[] = []): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(overviewQuery(3).queryKey, { ...overview, ...change });
  client.setQueryData(preferencesQuery.queryKey, { onboarding });
  client.setQueryData(inProgressVideosQuery(3).queryKey, aVideoPage([]));
  client.setQueryData(recentVideosQuery(3).queryKey, aVideoPage(videos));
  await renderPart(<DashboardPage />, client);
}

test("a project without anything shows its first steps, and no figure of zero", async () => {
  await show([]);
  expect(await screen.findByText("First steps")).toBeTruthy();
  expect(screen.queryByText("Plays")).toBeNull();
  expect(screen.queryByText("No videos yet")).toBeNull();
  expect(screen.getAllByRole("link", { name: "Upload video" })).toHaveLength(2);
});

test("who put the first steps away is offered the upload where the videos will be", async () => {
  await show([], {}, ["dismissed"]);
  expect(await screen.findByText("No videos yet")).toBeTruthy();
  expect(screen.queryByText("First steps")).toBeNull();
});

test("a project with a video shows its figures", async () => {
  await show([aVideo({ title: "Harbor atlas" })], { onboarding: { video: true, embed: false, invite: false } });
  expect(await screen.findByText("Harbor atlas")).toBeTruthy();
  expect(screen.getByText("Plays")).toBeTruthy();
});

test("a failed video says why, and its file is replaced from there where another try cannot help", async () => {
  const trouble = (id: number, title: string, message: string, retryable: boolean) => ({
    kind: "video_failed" as const,
    message,
    video: { id, title, retryable },
    at: "2026-09-21T10:00:00.000Z",
  });
  const attention = [
    trouble(1, "Silent film", "This file has no video.", false),
    trouble(2, "Long film", "The worker stopped.", true),
  ];
  await show([aVideo()], { attention });
  await screen.findByText("Needs attention");
  const row = (text: string) => within(screen.getByText(text).closest("li") ?? document.body);
  expect(row("This file has no video.").getByRole("link", { name: "Silent film" })).toBeTruthy();
  expect(row("The worker stopped.").getByRole("button", { name: "Retry Long film" })).toBeTruthy();
  const replace = row("This file has no video.").getByRole("button", { name: "Replace the file of Silent film" });
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ data: { ...aVideo(), id: 1 } }));
  fireEvent.click(replace);
  expect(await screen.findByRole("dialog")).toBeTruthy();
});
