import { constants } from "node:fs";
import { access, readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { GiveUp } from "../../platform/refusal.ts";
import { readLocalFile } from "../../uploads/import/local-file.ts";
import { FILES_MAX, readFilms } from "./films.ts";
import type { FoundItems } from "./found-items.ts";

/** Reads the films of a folder of the server's machine. Links are not followed. @throws GiveUp when it cannot be read. */
export async function readFolder(root: string): Promise<FoundItems> {
  const entries = await readFilms({
    paths: await listFiles(root),
    keyOf: (path) => `folder:${path}`,
    read: (path, maximumBytes) => readLocalFile({ path: join(root, path), entry: null }, maximumBytes),
  });
  return { name: basename(root), entries };
}

/** Paths from the folder on, with `/`; hidden files and links are left out. */
async function listFiles(root: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const each of await readdir(join(root, folder), { withFileTypes: true })) {
      if (each.name.startsWith(".")) continue;
      if (each.isDirectory()) await walk(`${folder}${each.name}/`);
      else if (each.isFile()) found.push(`${folder}${each.name}`);
      if (found.length > FILES_MAX) throw new GiveUp("invalid", `The folder has more than ${FILES_MAX} files.`);
    }
  };
  try {
    await walk("");
  } catch (error) {
    if (error instanceof GiveUp) throw error;
    throw new GiveUp("invalid", `The folder cannot be read: ${error instanceof Error ? error.message : ""}`);
  }
  return found;
}

/** The folder or the archive that an operator names, in full and without links. @throws GiveUp when it cannot be read. */
export async function resolveLocalSource(path: string, kind: "folder" | "peertube"): Promise<string> {
  try {
    const whole = await realpath(path);
    await access(whole, constants.R_OK);
    const facts = await stat(whole);
    if (kind === "folder" ? facts.isDirectory() : facts.isFile()) return whole;
  } catch (error) {
    throw new GiveUp("invalid", `${path} cannot be read: ${error instanceof Error ? error.message : ""}`);
  }
  throw new GiveUp("invalid", kind === "folder" ? `${path} is no folder.` : `${path} is no file.`);
}
