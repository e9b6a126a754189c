import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimPorts } from "../e2e/port-base.ts";
import { InstalledTree } from "./deploy/installed-tree.ts";
import { LATER_MIGRATION, LATER_VERSION, makeLaterRelease } from "./deploy/later-release.ts";
import {
  beginUpload,
  offsetOf,
  playAll,
  readiness,
  sendFrom,
  untilPublished,
  uploadWhole,
  videoOf,
  type ApiCaller,
} from "./deploy/tus-client.ts";
import { patient } from "./setup/patience.mjs";

const root = resolve(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/operations/update.md"), "utf8");
const LONG_MS = patient(600_000);
const TRANSCODED_MS = patient(120_000);
const LONGER = { durationSeconds: 20, width: 640, height: 360 };
const everything = new AsyncDisposableStack();

let folder: string;
let base: number;
let earlier: InstalledTree;
let later: InstalledTree;
let caller: ApiCaller;
let film: Buffer;
let backup: string;
/** Of a finished and published video. */
let played: string;
/** Of an upload that began before the backup, with its first half. */
let half: string;
/** A video whose encoding, as a rule, has not ended when the backup is made and the release is stopped. */
let encoded: number;
/** Of an upload that began in the later release. */
let lateUpload: string;

/** The command of the page that begins so, with the file of this test, as the arguments of `npm run kinora --`. */
function commandOf(name: string): string[] {
  const line = new RegExp(`^ +npm run kinora -- (${name}.*)`, "m").exec(page)?.[1];
  if (!line) throw new Error(`The page has no command ${name}.`);
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  return words.map((word) => (word === "FILE" ? backup : word));
}

async function succeeds(tree: InstalledTree, ...words: string[]): Promise<string> {
  const { code, said } = await tree.kinora(...words);
  expect(code, said).toBe(0);
  return said;
}

/** Waits for the end of a video's way and fetches all of it. */
async function plays(videoId: number): Promise<void> {
  expect(await playAll(caller, await untilPublished(caller, videoId, TRANSCODED_MS))).toBeGreaterThan(1);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kinora-update-"));
  // The account that Kinora leaves root for reads both trees and writes the data.
  chmodSync(folder, 0o755);
  everything.defer(() => rmSync(folder, { recursive: true, force: true }));
  const ports = await claimPorts();
  everything.defer(() => ports.release());
  base = ports.base;
  backup = join(folder, "before.tar");
  makeLaterRelease(join(folder, "later"));
  const env = {
    KINORA_DATA_DIR: join(folder, "data"),
    KINORA_PORT: String(base),
    KINORA_RTMP_PORT: String(ports.rtmp),
    KINORA_LIVE_LADDERS: "1",
    KINORA_UPDATE_URL: pathToFileURL(join(folder, "kinora.json")).href,
  };
  earlier = new InstalledTree(root, env);
  later = new InstalledTree(join(folder, "later"), env);
  everything.defer(() => earlier.stop());
  everything.defer(() => later.stop());
  film = readFileSync(await clip("streamable"));
  await earlier.start(LONG_MS);
  const made = JSON.parse(
    await succeeds(
      earlier,
      ..."user create --email ann@example.com --password".split(" "),
      "violet ladder hums",
      "--owner-of",
      "Ann",
    ),
  ) as { project: { id: number } };
  const key = await succeeds(earlier, "api-key", "create", "--project", String(made.project.id), "--scopes", "full");
  const [api, edge] = [2, 3].map((offset) => `http://127.0.0.1:${base + offset}`) as [string, string];
  caller = { api, edge, projectId: made.project.id, key: key.trim() };
}, LONG_MS);
afterAll(() => everything.disposeAsync(), LONG_MS);

test(
  "before an update the command says that there is a newer release, and what it changes",
  async () => {
    writeFileSync(
      join(folder, "kinora.json"),
      JSON.stringify({ version: LATER_VERSION, changelog: "later/CHANGELOG.md" }),
    );
    const { code, said } = await earlier.kinora(...commandOf("update --check"));
    expect({ code, lines: said.trim().split("\n").slice(1) }).toEqual({
      code: 20,
      lines: [`${LATER_VERSION}: Changed`, "docs/operations/update.md says how to update."],
    });
  },
  LONG_MS,
);

test(
  "a release with a further migration takes the data over, with its videos, its jobs and its unfinished uploads",
  async () => {
    played = await untilPublished(caller, await uploadWhole(caller, "played.mp4", film), TRANSCODED_MS);
    half = await beginUpload(caller, "half.mp4", film.length);
    await sendFrom(caller, half, 0, film.subarray(0, 1_000));
    encoded = await uploadWhole(caller, "encoded.mp4", readFileSync(await clip("streamable", LONGER)));
    await succeeds(earlier, ...commandOf("maintenance on"));
    await expect(beginUpload(caller, "refused.mp4", film.length)).rejects.toThrow(/answered 503: .*maintenance/);
    await succeeds(earlier, ...commandOf("backup"));
    expect((await later.kinora(...commandOf("doctor"))).said).toContain(
      `schema: A start of this version applies one migration: ${LATER_MIGRATION}`,
    );
    await earlier.stop();

    await later.start(LONG_MS);
    expect(await readiness(base)).toEqual([200, 200, 200, 200]);
    await succeeds(later, ...commandOf("maintenance off"));
    expect(await playAll(caller, played)).toBeGreaterThan(1);
    expect(await offsetOf(caller, half)).toBe(1_000);
    await sendFrom(caller, half, 1_000, film.subarray(1_000));
    await plays(await videoOf(caller, half));
    await plays(encoded);
    lateUpload = await beginUpload(caller, "late.mp4", film.length);
    await plays(await uploadWhole(caller, "late-video.mp4", film));
    await later.stop();
  },
  LONG_MS,
);

test(
  "the release before refuses the newer database, and runs again on the backup: what was complete plays, half an upload begins again",
  async () => {
    const refused = await earlier.refusedStart();
    expect(refused.code, refused.said).toBe(8);
    expect(refused.said).toContain(`A newer version has migrated the database: ${LATER_MIGRATION}.`);

    expect(await succeeds(earlier, ...commandOf("restore"))).toContain("Users: 1; videos: 3.");
    expect(readdirSync(join(folder, "data")).filter((name) => name.startsWith("before-restore-"))).toHaveLength(1);
    await earlier.start(LONG_MS);
    expect(await readiness(base)).toEqual([200, 200, 200, 200]);
    expect(await playAll(caller, played)).toBeGreaterThan(1);
    await expect(beginUpload(caller, "refused.mp4", film.length)).rejects.toThrow(/answered 503: .*maintenance/);
    await succeeds(earlier, ...commandOf("maintenance off"));

    expect(await offsetOf(caller, lateUpload)).toBeNull();
    expect(await offsetOf(caller, half)).toBe(0);
    await sendFrom(caller, half, 0, film);
    await plays(await videoOf(caller, half));
    await plays(encoded);
    await plays(await uploadWhole(caller, "fresh.mp4", film));
  },
  LONG_MS,
);
