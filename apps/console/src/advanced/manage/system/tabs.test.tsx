import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answerFetch } from "../../../testing/answer-fetch.ts";
import { renderPart } from "../../../testing/render-page.tsx";
import { signedIn } from "../../../testing/signed-in.ts";
import { BackupsTab } from "./BackupsTab.tsx";
import { JobsTab } from "./JobsTab.tsx";
import { StorageTab } from "./StorageTab.tsx";
import { SystemTab } from "./SystemTab.tsx";

/** What the API answers by path; a number is a failure with this status. */
let answers: Record<string, object | number>;
let asked: string[];

beforeEach(() => {
  signedIn();
  asked = [];
  answerFetch(async (request, { pathname }) => {
    asked.push(`${request.method} ${pathname}`);
    const answer = answers[pathname] ?? 404;
    const [status, body] = typeof answer === "number" ? [answer, { message: "It is away.", code: "x" }] : [200, answer];
    return Response.json(body, { status });
  });
});

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

const SCAN = {
  ...{ state: "complete", requested_at: "2030-01-01T10:00:00Z", finished_at: "2030-01-01T10:01:00Z" },
  ...{ files: 1_200, bytes: 5e9, expected_bytes: 9e9, problem: null, deletion: null, deletion_problem: null },
  candidates: [
    { kind: "trash", count: 2, bytes: 3e9, largest: [{ video_id: 7, title: "Old film", label: null, bytes: 2e9 }] },
    { kind: "failed", count: 0, bytes: 0, largest: [] },
    {
      kind: "rarely_watched",
      count: 1,
      bytes: 1e9,
      largest: [{ video_id: 8, title: "Film", label: "1080p", bytes: 1e9 }],
    },
  ],
  orphans: {
    ...{ folders: 2, files: 9, bytes: 4e8, deleted: 0, kept: 0 },
    largest: [{ folder: "assets/90", files: 5, bytes: 3e8, newest_at: "2029-01-01T10:00:00Z" }],
  },
};
const storage = (scan: object | null, used = 92, state = "uploads_refused") => ({
  data: {
    ...{ host: "media-1", bucket: null, scan },
    disks: [
      {
        folders: [
          { name: "data", path: "/srv/kinora" },
          { name: "media", path: "/srv/kinora/media" },
        ],
        ...{ free_bytes: 8e9, total_bytes: 100e9, used_percent: used, state },
      },
    ],
  },
});

test("a disk says what its use has led to, and each candidate where it is dealt with", async () => {
  answers = { "/advanced/storage": storage(SCAN) };
  await renderPart(<StorageTab />, client());
  const disks = await screen.findByRole("list", { name: "Disks of media-1" });
  expect(within(disks).getByText("92% used, 8 GB free of 100 GB")).toBeTruthy();
  expect(within(disks).getByText("New uploads are refused")).toBeTruthy();
  const kinds = screen.getByRole("list", { name: "Reclaimable space" });
  expect(within(kinds).getByText("2, 3 GB")).toBeTruthy();
  expect(within(kinds).getByRole("link", { name: "Show videos" }).getAttribute("href")).toContain("state=trash");
  expect(within(kinds).getByRole("link", { name: "Film, 1080p" }).getAttribute("href")).toBe("/advanced/videos/8");
  const orphans = screen.getByRole("region", { name: "Orphaned files" });
  expect(within(orphans).getByText("2 folders, 400 MB")).toBeTruthy();
  expect(within(orphans).getByText("assets/90")).toBeTruthy();
});

test("a search shows how far it is, and is cancelled", async () => {
  const running = { ...SCAN, state: "running", finished_at: null, candidates: [], bytes: 4.5e9 };
  answers = {
    "/advanced/storage": storage(running, 50, "enough"),
    "/advanced/storage/scan/cancel": { message: "Done." },
  };
  await renderPart(<StorageTab />, client());
  const progress = await screen.findByRole("progressbar", { name: "Progress of the search" });
  expect(progress.getAttribute("aria-valuenow")).toBe("50");
  fireEvent.click(screen.getByRole("button", { name: "Cancel search" }));
  await vi.waitFor(() => expect(asked).toContain("POST /advanced/storage/scan/cancel"));
  expect(screen.queryByRole("region", { name: "Orphaned files" })).toBeNull();
});

test("a tab that fails says why and tries again", async () => {
  answers = { "/advanced/storage": 500 };
  await renderPart(<StorageTab />, client());
  expect((await screen.findByRole("alert")).textContent).toContain("It is away.");
  answers = { "/advanced/storage": storage(null) };
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText(/Deletes nothing\./)).toBeTruthy();
});

const CHORE = {
  ...{ name: "audit.trim", does: "Deletes old entries.", every_seconds: 3_600, running: false, requested: false },
  ...{ started_at: "2030-01-01T10:00:00Z", finished_at: "2030-01-01T10:00:01Z", duration_ms: 1_000 },
  ...{ failure: null as string | null, next_at: "2030-01-01T11:00:01Z" },
};

test("a recurring job that failed says why, one that runs cannot be run, and without a worker none is due", async () => {
  answers = {
    "/advanced/chores": {
      workers: 0,
      data: [
        { ...CHORE, failure: "The disk is gone." },
        { ...CHORE, name: "webhooks.trim", running: true },
      ],
    },
    "/advanced/chores/audit.trim/run": { message: "The job runs now." },
  };
  await renderPart(<JobsTab />, client());
  expect(await screen.findByText("The disk is gone.")).toBeTruthy();
  expect(screen.getByText(/No worker is running/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run webhooks.trim now" }).disabled).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Run audit.trim now" }));
  await vi.waitFor(() => expect(asked).toContain("POST /advanced/chores/audit.trim/run"));
});

const SCHEDULE = { daily: false, hour: 3, time_zone: "UTC", keep: 7 };
const backups = (change: object) => ({
  ...{ data: [], folder: "/srv/kinora/backups", obstacle: null, schedule: SCHEDULE, next_at: null },
  ...change,
});

const BACKUP = {
  ...{ id: 3, scheduled: false, state: "complete", host: "media-1", file: "/srv/kinora/backups/kinora-1.tar" },
  ...{ requested_at: "2030-01-01T10:00:00Z", finished_at: "2030-01-01T10:01:00Z", bytes: 2e9, expected_bytes: 4e9 },
  ...{ problem: null, verification: "wrong", verified_at: "2030-01-01T11:00:00Z" },
  verification_problem: "The file is not what was written.",
};

test("a damaged backup is named, and one that is being made shows how far it is", async () => {
  const running = { ...BACKUP, id: 4, state: "running", verification: null, verification_problem: null };
  answers = { "/advanced/backups": backups({ data: [running, BACKUP] }) };
  await renderPart(<BackupsTab />, client());
  expect(await screen.findByText("Damaged")).toBeTruthy();
  expect(screen.getByText("The file is not what was written.")).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "New backup" }).getAttribute("aria-valuenow")).toBe("50");
  expect(screen.getByRole("button", { name: "Cancel backup" })).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /^Verify / })).toHaveLength(1);
});

test("where no backup can be made, the page says why", async () => {
  answers = { "/advanced/backups": backups({ obstacle: "The database is not Kinora's own." }) };
  await renderPart(<BackupsTab />, client());
  expect(await screen.findByText("The database is not Kinora's own.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Back up now" }).disabled).toBe(true);
  expect(screen.getByText("No backups yet")).toBeTruthy();
});

test("the schedule says when its next backup begins, and is not saved with a number that none is", async () => {
  answers = {
    "/advanced/backups": backups({
      schedule: { ...SCHEDULE, daily: true },
      next_at: "2999-01-02T03:00:00Z",
      data: [{ ...BACKUP, state: "deleted", scheduled: true, verification: null, verification_problem: null }],
    }),
    "/advanced/backups/schedule": { message: "Backups are made daily." },
  };
  await renderPart(<BackupsTab />, client());
  expect(await screen.findByText(/^Next scheduled backup: .*2999/)).toBeTruthy();
  expect(screen.getByText("media-1, scheduled")).toBeTruthy();
  expect(screen.getByText("Deleted")).toBeTruthy();
  const keep = screen.getByRole("textbox", { name: "Backups kept" });
  fireEvent.change(keep, { target: { value: "0" } });
  fireEvent.click(await screen.findByRole("button", { name: "Save changes" }));
  expect(await screen.findByText("Enter a whole number from 1 to 365.")).toBeTruthy();
  fireEvent.change(keep, { target: { value: "3" } });
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  await vi.waitFor(() => expect(asked).toContain("PUT /advanced/backups/schedule"));
});

const SYSTEM = {
  data: {
    ...{ version: "1.2.3", node: "24.1.0", postgres: "18.1", schema: "0204-backups" },
    hosts: ["console", "login", "api", "edge"].map((name) => ({ name, url: `https://${name}.example.com` })),
    ingest: [
      { protocol: "rtmp", url: "rtmp://live.example.com", port: 1935 },
      { protocol: "rtmps", url: "rtmps://live.example.com", port: null },
    ],
    live_hosts: [],
    mail: { relay: "smtp://mail.example.com", from: "Kinora <no-reply@example.com>" },
    countries: {
      built_at: null,
      source: "setting",
      name: null,
      problem: "KINORA_GEO_DATABASE must be a country database.",
    },
  },
};

test("the system names its addresses, and what is wrong with certificates, mail and the country database", async () => {
  answers = {
    "/advanced/system": SYSTEM,
    "/advanced/mail/test": 503,
    "/advanced/certificates": {
      data: [
        {
          ...{ name: "edge", place: "https://edge.example.com", valid_to: "2020-01-01T00:00:00Z", issuer: "A CA" },
          problem: "Clients refuse it: CERT_HAS_EXPIRED.",
        },
      ],
    },
    "/advanced/doctor": {
      data: [{ state: "failed", subject: "ffmpeg", message: "ffmpeg was not found.", fix: "Install ffmpeg." }],
    },
  };
  await renderPart(<SystemTab />, client());
  expect(await screen.findByText("https://edge.example.com")).toBeTruthy();
  expect(screen.getByText("rtmps://live.example.com, behind a proxy")).toBeTruthy();
  expect(screen.getByText(/encoders can.t connect/)).toBeTruthy();
  expect(screen.getByText("KINORA_GEO_DATABASE must be a country database.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Check certificates" }));
  expect(await screen.findByText("Clients refuse it: CERT_HAS_EXPIRED.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Check now" }));
  expect(await screen.findByText("ffmpeg: failed")).toBeTruthy();
  expect(screen.getByText("Install ffmpeg.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Send me a test email" }));
  expect(await screen.findByText("It is away.")).toBeTruthy();
});
