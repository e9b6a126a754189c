import type { Executor } from "@kinora/db/connect.ts";
import { ownedFolder, type OwnedFolder } from "@kinora/domain/operations/reclaim.ts";
import type { StoredFile } from "@kinora/storage/storage.ts";
import { sql } from "kysely";

/** A folder with a file that is younger is left alone: its row may be on its way. */
const YOUNG_MS = 3_600_000;

/** The table whose rows own the folders of a kind. */
const OWNERS = { assets: "videos", live: "streams", watermarks: "projects" } as const satisfies Record<
  OwnedFolder,
  string
>;

interface Folder {
  folder: string;
  kind: OwnedFolder;
  id: number;
  files: number;
  bytes: number;
  newestAt: Date;
}

/** Sums files up by the folder of the row they belong to; files of no row's folder are left out. */
export class FolderSums {
  readonly #folders = new Map<string, Folder>();

  add({ key, sizeBytes, modifiedAt }: StoredFile): void {
    const owned = ownedFolder(key);
    if (!owned) return;
    const sum = this.#folders.get(owned.folder) ?? { ...owned, files: 0, bytes: 0, newestAt: modifiedAt };
    sum.files += 1;
    sum.bytes += sizeBytes;
    if (modifiedAt > sum.newestAt) sum.newestAt = modifiedAt;
    this.#folders.set(owned.folder, sum);
  }

  get size(): number {
    return this.#folders.size;
  }

  /** Takes the sums out. */
  take(): Folder[] {
    const all = [...this.#folders.values()];
    this.#folders.clear();
    return all;
  }
}

/** Of these rows, those that exist. */
async function existing(db: Executor, kind: OwnedFolder, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom(OWNERS[kind]).select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Adds the folders without a row to what a search found. The files of one folder may come in several parts. */
export async function addOrphans(db: Executor, scanId: number, folders: readonly Folder[]): Promise<void> {
  for (const [kind, some] of Map.groupBy(folders, (folder) => folder.kind)) {
    const known = await existing(
      db,
      kind,
      some.map(({ id }) => id),
    );
    const orphans = some.filter(({ id }) => !known.has(id));
    if (orphans.length === 0) continue;
    await db
      .insertInto("storage_orphans")
      .values(
        orphans.map(({ folder, files, bytes, newestAt }) => ({
          ...{ scan_id: scanId, folder, files, bytes, newest_at: newestAt },
        })),
      )
      .onConflict((seen) =>
        seen.columns(["scan_id", "folder"]).doUpdateSet({
          files: sql`storage_orphans.files + excluded.files`,
          bytes: sql`storage_orphans.bytes + excluded.bytes`,
          newest_at: sql`greatest(storage_orphans.newest_at, excluded.newest_at)`,
        }),
      )
      .execute();
  }
}

/** Forgets folders with young files: what is being written is no orphan. */
export async function dropYoung(db: Executor, scanId: number, now: Date): Promise<void> {
  await db
    .deleteFrom("storage_orphans")
    .where("scan_id", "=", scanId)
    .where("newest_at", ">", new Date(now.getTime() - YOUNG_MS))
    .execute();
}

/** Whether a folder has no row now. */
export async function isOrphan(db: Executor, folder: string): Promise<boolean> {
  const owned = ownedFolder(`${folder}/file`);
  if (!owned) return false;
  return !(await existing(db, owned.kind, [owned.id])).has(owned.id);
}
