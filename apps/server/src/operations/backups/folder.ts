import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../platform/config.ts";

/** Where backups are written. */
export const folderOf = ({ backupDir, dataDir }: Config): string => backupDir ?? join(dataDir, "backups");

/** Why no backup can be made on this machine; null when one can. */
export async function obstacleOf({ databaseIsEmbedded, backupDir }: Config): Promise<string | null> {
  if (!databaseIsEmbedded)
    return "The database is not Kinora's own (DATABASE_URL). Back it up with pg_dump or your provider's tools, and copy secrets.json and the media.";
  return backupDir === null ? null : folderProblem(backupDir);
}

/** Why a folder that the operator named takes no files; null when it does. It is not created: its disk may not be mounted. */
export async function folderProblem(folder: string): Promise<string | null> {
  try {
    if ((await stat(folder)).isDirectory()) return null;
    return `KINORA_BACKUP_DIR is ${folder}, which is a file. Name a folder.`;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR")
      return `The folder ${folder} of KINORA_BACKUP_DIR does not exist on this machine. Create it, or mount its disk.`;
    if (code === "EACCES")
      return `The folder ${folder} of KINORA_BACKUP_DIR cannot be opened by the account that Kinora runs as.`;
    throw error;
  }
}
