import { ARCHIVE_PART_BYTES } from "@kinora/domain/imports/archive.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import ImportJobPage from "./ImportJobPage.tsx";
import type { ImportItem, ImportJob } from "./job-queries.ts";
import { importItemsView } from "./job-view.ts";

let job: ImportJob;
let items: ImportItem[];
let sent: string[];

const NONE = { waiting: 0, running: 0, done: 0, skipped: 0, failed: 0, cancelled: 0 };
const aJob = (change: Partial<ImportJob>): ImportJob => ({
  id: 7,
  kind: "feed",
  archive: null,
  source: "https://example.com/feed.xml",
  name: "Harbour talks",
  options: { publish: "source", playlists: false, labels: true },
  state: "ready",
  items: NONE,
  message: null,
  user: null,
  created_at: "2026-09-01T10:00:00.000Z",
  started_at: null,
  finished_at: null,
  ...change,
});
const anItem = (change: Partial<ImportItem>): ImportItem => ({
  id: 1,
  position: 0,
  title: "Anchor",
  date: "2020-03-03T07:30:00.000Z",
  category: null,
  tags: ["sea"],
  playlists: [],
  captions: ["de"],
  chapters: true,
  picture: false,
  state: "waiting",
  reason: null,
  notes: [],
  video: null,
  ...change,
});

beforeEach(() => {
  signedIn();
  items = [anItem({})];
  sent = [];
  answerFetch(async (request, { pathname }) => {
    if (request.method !== "GET") {
      sent.push(pathname.split("/").at(-1) ?? "");
      return Response.json({ message: "Done.", data: job }, { status: 202 });
    }
    if (pathname.endsWith("/items")) return Response.json({ data: items, pagination: pagination(1, 30, items.length) });
    return Response.json({ data: job });
  });
});

const show = (change: Partial<ImportJob>) => {
  job = aJob(change);
  return renderPart(
    <ImportJobPage />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    "/upload/imports/7",
    importItemsView.read,
    "/upload/imports/$importId",
  );
};

test("an import that was read says what it will do, and starts", async () => {
  await show({ items: { ...NONE, waiting: 1 } });
  expect(await screen.findByText("1 item will be imported. Nothing has been imported yet.")).toBeDefined();
  const table = await screen.findByRole("table", { name: "Items of the import" });
  expect(within(table).getByText("Captions (de) · Chapters · 1 tag")).toBeDefined();
  // No item is a video yet.
  expect(within(table).queryByRole("columnheader", { name: "Video" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Import 1 video" }));
  await waitFor(() => expect(sent).toEqual(["start"]));
});

test("an import in progress shows how far it is and has no way to start it again", async () => {
  await show({ state: "running", items: { ...NONE, waiting: 2, running: 1, done: 3, skipped: 2 } });
  expect(await screen.findByText(/^5 of 8 items\./)).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Cancel import" })).toBeDefined();
});

test("an import that ended names what failed and retries it", async () => {
  items = [
    anItem({ id: 2, state: "done", video: { id: 12, title: "Buoy", status: "in_queue" } }),
    anItem({ state: "failed", reason: "The server answered with HTTP 404.", notes: ["Chapters: none."] }),
  ];
  await show({ state: "complete", items: { ...NONE, done: 2, failed: 1 } });
  expect(await screen.findByText("The server answered with HTTP 404. Chapters: none.")).toBeDefined();
  expect(screen.getByRole("columnheader", { name: "Video" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Download report" }).getAttribute("href")).toMatch(
    /\/projects\/\d+\/import-jobs\/7\/items\.csv$/,
  );
  fireEvent.click(screen.getByRole("button", { name: "Retry 1 item" }));
  await waitFor(() => expect(sent).toEqual(["retry"]));
});

test("an import whose source could not be read says why and reads it again", async () => {
  items = [];
  await show({ state: "failed", message: "There is no feed in RSS or Atom at this address." });
  expect(await screen.findByText("The import failed: There is no feed in RSS or Atom at this address.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(sent).toEqual(["retry"]));
});

test("an archive that stopped arriving continues with its next part, once the same file is chosen", async () => {
  items = [];
  const file = new File([new Uint8Array(ARCHIVE_PART_BYTES + 3)], "export.zip");
  const archive = { size_bytes: file.size, parts_received: 1 };
  const { container } = await show({ kind: "archive", source: "export.zip", name: "", state: "receiving", archive });
  expect(
    await screen.findByText("The upload stopped at 4.2 MB of 4.2 MB. Choose the same file to continue."),
  ).toBeDefined();
  const chooser = container.querySelector<HTMLInputElement>('input[type="file"]');
  if (!chooser) throw new Error("There is no way to choose a file.");
  fireEvent.change(chooser, { target: { files: [new File(["other"], "other.zip")] } });
  expect(await screen.findByText(/^This is another file\./)).toBeDefined();
  fireEvent.change(chooser, { target: { files: [file] } });
  await waitFor(() => expect(sent).toEqual(["parts"]));
});
