import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@kinora/db/connect.ts";
import { startEmbeddedPostgres } from "@kinora/db/embedded/embedded-postgres.ts";
import { freePort } from "@kinora/db/free-port.ts";
import { migrate } from "@kinora/db/migrate.ts";
import { readSchemaState } from "@kinora/db/schema-state.ts";
import { sql } from "kysely";
import { readSecrets } from "../apps/server/src/platform/secrets/secrets.ts";
import { startKinora } from "./environment.ts";
import { patient } from "./patience.ts";
import { expect, test } from "./product.ts";

/** The last migration of the oldest data folders that are opened here. */
const OLDEST = "0038-words-of-any-script";
const HASH = "0123456789abcdef";
const PLAYLIST = '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="init.mp4"\n#EXT-X-ENDLIST\n';

let dataDir: string;
test.beforeAll(() => {
  // A short path, readable by the account the database runs under.
  dataDir = mkdtempSync(join(tmpdir(), "kinora-old-"));
  chmodSync(dataDir, 0o755);
});
test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Does something with the database of the data folder while no Kinora runs. */
async function withDatabase<Result>(work: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const { postgresPassword: password } = readSecrets(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, port: await freePort(), password });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/** Leaves a data folder as that release did: its schema, a published video, and the files of it. */
async function leaveOldFolder(): Promise<void> {
  const videoId = await withDatabase(async (url) => {
    await migrate(url, OLDEST);
    const db = connect(url, { maximumConnections: 1 });
    try {
      const { rows } = await sql<{ id: number }>`
        with account as (insert into accounts (name, cell) values ('Harbour Pictures', 'local') returning id),
          owner as (insert into users (email, first_name, last_name) values ('owner@example.com', 'Old', 'Owner') returning id),
          owns as (insert into account_owners (account_id, user_id) select account.id, owner.id from account, owner),
          project as (insert into projects (account_id, hash, name, domain)
            select id, 'quayquayquayquay', 'Quay', 'example.com' from account returning id, account_id),
          video as (insert into videos (project_id, account_id, hash, title, status, published, playable, version, duration_seconds)
            select id, account_id, ${HASH}, 'An old film', 'complete', true, true, 1, 4 from project returning id, project_id, account_id),
          transcode as (insert into transcodes (project_id, account_id, video_id, version, plan, state)
            select project_id, account_id, id, 1, '{"targetDurationSeconds":4}', 'complete' from video returning id, video_id, account_id),
          rendition as (insert into renditions (transcode_id, video_id, account_id, version, kind, label, height, width, codecs,
              frame_rate, bitrate_average, bitrate_peak, state)
            select id, video_id, account_id, 1, 'video', '180p', 180, 320, 'avc1.64000d', 25, 100000, 200000, 'complete' from transcode)
        select id from video`.execute(db);
      return rows[0]?.id ?? 0;
    } finally {
      await db.destroy();
    }
  });
  const folder = join(dataDir, `media/assets/${videoId}/v1/180p`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.m3u8"), PLAYLIST);
}

test("a data folder of an older release opens with its videos, and one of a newer release is refused and stays as it is", async () => {
  test.setTimeout(patient(240_000));
  await leaveOldFolder();
  const kinora = await startKinora({ dataDir });
  try {
    expect(await (await fetch(`${kinora.urls.edge}/v/${HASH}`)).text()).toContain("An old film");
    const master = await (await fetch(`${kinora.urls.edge}/hls/${HASH}/master.m3u8`)).text();
    expect(master).toContain("v1/180p/index.m3u8");
    expect(await (await fetch(`${kinora.urls.edge}/hls/${HASH}/v1/180p/index.m3u8`)).text()).toBe(PLAYLIST);
    const ready = await fetch(`${kinora.urls.api}/readyz`);
    expect(await ready.json()).toMatchObject({ status: "ok" });
    expect(await readSchemaState(kinora.databaseUrl)).toMatchObject({ pending: [], unknown: [] });
  } finally {
    await kinora.stop();
  }

  const before = await withDatabase(async (url) => {
    const db = connect(url, { maximumConnections: 1 });
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(db);
    await db.destroy();
    return readSchemaState(url);
  });
  await expect(startKinora({ dataDir })).rejects.toThrow(
    /exit code 8 [^]*A newer version has migrated the database: 9999-later\. Start that version, or restore a backup that this one made\./,
  );
  expect(await withDatabase(readSchemaState)).toEqual(before);
});
