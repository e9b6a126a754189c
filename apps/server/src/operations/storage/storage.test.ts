import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertRow, selectRow } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { newHash } from "../../platform/secrets/hash.ts";
import { asSuperuser, sharedProject, ownedBy, addVideo } from "../../testing/fixtures.ts";
import { beginDeletion, beginScan, cancelScan, deleteFound, searchStorage } from "./scan.ts";
import { readStorage } from "./storage.ts";

const run = { jobId: "a-search", signal: new AbortController().signal, failures: 0 };
const { services, project } = await sharedProject();
const root = await asSuperuser(services);
beforeEach(() => sql`truncate storage_scans cascade`.execute(services.db));

const scanId = async () => (await selectRow(services, "storage_scans", {}, "id")).id;
const search = async () => searchStorage.run(services, { scanId: await scanId() }, run);
const scanned = async () => {
  await beginScan(root);
  await search();
  return (await readStorage(root)).scan;
};

/** A stored file of a size whose bytes were written long ago, or just now. */
async function aFile(key: string, sizeBytes: number, { young = false } = {}): Promise<void> {
  await services.storage.put(key, Buffer.alloc(sizeBytes));
  if (!young) await utimes(join(services.config.dataDir, "media", key), new Date(2020, 1), new Date(2020, 1));
}

interface VideoFacts {
  status: "complete" | "failed";
  stored: number;
  source?: number;
  deleted?: boolean;
}

async function aVideo(title: string, { status, stored, source, deleted }: VideoFacts): Promise<number> {
  const { id } = await addVideo(services, project, {
    title,
    status,
    stored_bytes: stored,
    source_bytes: source ?? null,
    source_key: source ? "source" : null,
    version: 1,
    playable: status === "complete",
    deleted_at: deleted ? new Date() : null,
  });
  return id;
}

test("disks are listed with the folders on them, and what their use has led to", async () => {
  const { disks, bucket } = await readStorage({
    ...root,
    diskSpace: () => Promise.resolve({ freeBytes: 8e9, totalBytes: 100e9 }),
  });
  expect(bucket).toBeNull();
  expect(disks).toMatchObject([{ free_bytes: 8e9, total_bytes: 100e9, used_percent: 92, state: "uploads_refused" }]);
  expect(disks[0]?.folders).toContainEqual({ name: "data", path: services.config.dataDir });
});

test("a search finds folders without a row, and deletes those that have none when it is asked to", async () => {
  const kept = await aVideo("Kept", { status: "complete", stored: 10 });
  await aFile(`assets/${kept}/v1/720p/0.m4s`, 10);
  await aFile("assets/900001/v1/720p/0.m4s", 100);
  await aFile("assets/900001/v1/720p/1.m4s", 200);
  await aFile("assets/900002/source/a.mp4", 50);
  await aFile("assets/900003/source/a.mp4", 70, { young: true });
  await aFile("live/900004/720p/0.m4s", 30);
  await aFile("live/recordings/900005.flv", 5_000);
  await expect(beginDeletion(root)).rejects.toMatchObject({ code: "conflict" });

  expect(await scanned()).toMatchObject({
    ...{ state: "complete", files: 7, problem: null, deletion: null },
    orphans: {
      ...{ folders: 3, files: 4, bytes: 380, deleted: 0 },
      largest: [
        { folder: "assets/900001", files: 2, bytes: 300 },
        { folder: "assets/900002", files: 1, bytes: 50 },
        { folder: "live/900004", files: 1, bytes: 30 },
      ],
    },
  });

  await beginDeletion(root);
  await beginDeletion(root);
  // It got a row between the search and the deletion.
  await sql`insert into videos (id, project_id, account_id, hash, title, status) overriding system value
    values (900002, ${project.projectId}, ${project.accountId}, ${newHash()}, 'Late', 'in_queue')`.execute(services.db);
  await deleteFound.run(services, { scanId: await scanId() }, run);
  await deleteFound.run(services, { scanId: await scanId() }, run);
  expect((await readStorage(root)).scan).toMatchObject({
    deletion: "complete",
    orphans: { folders: 0, deleted: 2, kept: 1 },
  });
  const left: string[] = [];
  for await (const { key } of services.storage.list("")) left.push(key);
  expect(left.toSorted()).toEqual(
    [
      "assets/900002/source/a.mp4",
      "assets/900003/source/a.mp4",
      `assets/${kept}/v1/720p/0.m4s`,
      "live/recordings/900005.flv",
    ].toSorted(),
  );
  const { rows } = await sql<{ changes: object }>`
    select changes from audit_log where action = 'storage.orphans_deleted'`.execute(services.db);
  expect(rows).toEqual([{ changes: { folders: 3, bytes: 380 } }]);
});

test("a search says what the trash, failed videos, originals and rarely watched resolutions take", async () => {
  await aVideo("Thrown away", { status: "complete", stored: 1_000, deleted: true });
  await aVideo("Broken", { status: "failed", stored: 300 });
  const watched = await aVideo("Watched", { status: "complete", stored: 9_000, source: 4_000 });
  const { id: transcode } = await insertRow(services, "transcodes", {
    video_id: watched,
    ...ownedBy(project),
    version: 1,
    state: "complete",
  });
  for (const [height, size] of [
    [360, 100],
    [720, 500],
    [1080, 2_000],
  ] as const)
    await insertRow(services, "renditions", {
      ...{ transcode_id: transcode, video_id: watched, account_id: project.accountId, version: 1, kind: "video" },
      ...{ label: `${height}p`, height, size_bytes: size, state: "complete" },
    });
  await sql`
    insert into delivery_hours (hour, project_id, item_kind, item_id, kind, height, player_id, host, country, requests, bytes, cached)
    select date_trunc('hour', now()), ${project.projectId}, 'video', ${watched}, 'segment', height, 0, '', '', requests, 1, 0
    from (values (360, 2), (720, 500), (1080, 3)) as asked (height, requests)`.execute(services.db);

  const candidates = (await scanned())?.candidates ?? [];
  const of = (kind: string) => candidates.find((candidate) => candidate.kind === kind);
  expect(of("trash")).toMatchObject({ count: 1, bytes: 1_000, largest: [{ title: "Thrown away", label: null }] });
  expect(of("failed")).toMatchObject({ count: 1, bytes: 300 });
  expect(of("originals")).toMatchObject({ count: 1, bytes: 4_000, largest: [{ title: "Watched", bytes: 4_000 }] });
  expect(of("rarely_watched")).toEqual({
    ...{ kind: "rarely_watched", count: 1, bytes: 2_000 },
    largest: [{ video_id: watched, title: "Watched", label: "1080p", bytes: 2_000 }],
  });
});

test("one search runs at a time, and one that is cancelled finds nothing more", async () => {
  await aFile("assets/900010/a", 10);
  await beginScan(root);
  await expect(beginScan(root)).rejects.toMatchObject({ code: "conflict" });
  await cancelScan(root);
  await search();
  expect((await readStorage(root)).scan).toMatchObject({ state: "cancelled", files: 0, orphans: { folders: 0 } });
  await expect(cancelScan(root)).rejects.toMatchObject({ code: "conflict" });
  await expect(beginDeletion(root)).rejects.toMatchObject({ code: "conflict" });
  expect(await scanned()).toMatchObject({ state: "complete" });
});

test("neither a search nor a deletion follows a symbolic link out of the storage", async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), "kinora-elsewhere-"));
  await mkdir(join(elsewhere, "v1"));
  await writeFile(join(elsewhere, "v1", "precious"), "keep");
  const media = join(services.config.dataDir, "media");
  await aFile("assets/900020/a", 10);
  await symlink(elsewhere, join(media, "assets/900020/link"));
  await symlink(elsewhere, join(media, "assets/900021"));
  const scan = await scanned();
  const found = new Map(scan?.orphans.largest.map(({ folder, files }) => [folder, files]));
  expect([found.get("assets/900020"), found.get("assets/900021")]).toEqual([1, undefined]);
  // Named by hand, as if a search had found it.
  await insertRow(services, "storage_orphans", {
    scan_id: await scanId(),
    folder: "assets/900021",
    files: 1,
    bytes: 4,
    newest_at: new Date(2020, 1),
  });
  await beginDeletion(root);
  await deleteFound.run(services, { scanId: await scanId() }, run);
  expect(existsSync(join(media, "assets/900020"))).toBe(false);
  expect(await readFile(join(elsewhere, "v1", "precious"), "utf8")).toBe("keep");
  await rm(join(media, "assets/900021"), { force: true });
});
