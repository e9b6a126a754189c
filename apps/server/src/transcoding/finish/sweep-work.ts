import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Chore } from "../../platform/jobs/chores.ts";
import { workFolder } from "../encoding/transcode.ts";
import { SOURCES } from "../source/source.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes files that killed workers left in this machine's work folder: folders of inactive jobs, and copies of sources
 * whose transcode has ended.
 */
export const sweepWork: Chore = {
  name: "transcoding.sweep_work",
  does: "Removes files that interrupted transcodes left behind.",
  everySeconds: 15,
  async run(services) {
    const { config, db } = services;
    const jobIds = (await folders(workFolder(config))).filter((name) => UUID.test(name));
    const claimed = await idsOf(jobIds, () =>
      db.selectFrom("job_claims").select("job_id as id").where("job_id", "in", jobIds).execute(),
    );
    for (const id of jobIds) if (!claimed.has(id)) await remove(join(workFolder(config), id));
    const copies = await folders(join(workFolder(config), SOURCES));
    const live = await idsOf(copies, () =>
      db
        .selectFrom("transcodes")
        .select("id")
        .where("id", "in", copies.map(Number))
        .where("state", "in", ["queued", "running"])
        .execute(),
    );
    for (const name of copies) if (!live.has(name)) await remove(join(workFolder(config), SOURCES, name));
  },
};

async function idsOf(asked: readonly string[], read: () => Promise<{ id: string | number }[]>): Promise<Set<string>> {
  return new Set(asked.length === 0 ? [] : (await read()).map(({ id }) => String(id)));
}

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

async function folders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
