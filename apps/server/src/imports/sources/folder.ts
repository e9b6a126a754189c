import { constants } from "node:fs";
import { access, readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { IMPORT_ITEMS_MAX, plainEntry, type ImportEntry } from "@kinora/domain/imports/imports.ts";
import { languageOfFileName } from "@kinora/domain/videos/language-of-file.ts";
import { GiveUp } from "../../platform/refusal.ts";
import { FetchProblem } from "../../uploads/import/fetch-url.ts";
import { readLocalFile } from "../../uploads/import/local-file.ts";
import type { FoundItems } from "./found-items.ts";
import { readSidecar } from "./sidecar-json.ts";

const MEDIA =
  /\.(?:mp4|m4v|mov|mkv|webm|avi|mpe?g|m2?ts|mts|wmv|flv|f4v|ogv|3gp|3g2|mxf|vob|asf|mp3|m4[ab]|flac|og[ag]|opus|wav|aiff?|aac|caf|wma|mka)$/i;
const CAPTIONS = /\.(?:vtt|srt)$/i;
const PICTURE = /\.(?:jpe?g|png|webp)$/i;
const CHAPTERS = /\.chapters?\.(?:vtt|srt|txt|csv)$/i;
const JSON_FILE = /\.json$/i;
const SIDECAR_MAXIMUM_BYTES = 2_000_000;
/** Files of the folder that are read; others beside films and sidecars count. */
const FILES_MAX = 20 * IMPORT_ITEMS_MAX;

/**
 * Reads a folder of the server's machine: each media file is an item, named as its file, with what files of the same name say
 * about it (`film.mp4`, `film.pt-BR.srt`, `film.json`, `film.jpg`). Files of a subfolder are a playlist. Links are not followed.
 * @throws GiveUp when the folder cannot be read.
 */
export async function readFolder(root: string): Promise<FoundItems> {
  const files = await listFiles(root);
  const folders = Map.groupBy(files, (path) => path.slice(0, path.lastIndexOf("/") + 1));
  const entries: ImportEntry[] = [];
  for (const [folder, paths] of folders) entries.push(...(await readGroup(root, folder, paths)));
  return { name: basename(root), entries };
}

/** Paths from the folder on, with `/`, in the order of their names; hidden files and links are left out. */
async function listFiles(root: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    const inside = await readdir(join(root, folder), { withFileTypes: true });
    for (const each of inside.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))) {
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

/** The items of one folder. A sidecar belongs to the film with the longest name that its own begins with. */
async function readGroup(root: string, folder: string, paths: readonly string[]): Promise<ImportEntry[]> {
  const media = paths.filter((path) => MEDIA.test(path));
  const bases = media.map(baseOf);
  const sidecars = Map.groupBy(
    paths.filter((path) => !MEDIA.test(path)),
    (path) =>
      bases
        .filter((base) => path.startsWith(`${base}.`))
        .reduce((best, base) => (base.length > best.length ? base : best), ""),
  );
  const entries: ImportEntry[] = [];
  for (const path of media) entries.push(await readItem(root, folder, path, sidecars.get(baseOf(path)) ?? []));
  return entries;
}

const baseOf = (path: string): string => path.replace(MEDIA, "");

async function readItem(root: string, folder: string, path: string, sidecars: readonly string[]): Promise<ImportEntry> {
  const entry: ImportEntry = {
    ...plainEntry(`folder:${path}`, basename(baseOf(path)).replaceAll("_", " ")),
    media: { path },
    playlists: folder === "" ? [] : [folder.slice(0, -1).split("/").join(" / ")],
  };
  const picture = sidecars.find((name) => PICTURE.test(name));
  const chapters = sidecars.find((name) => CHAPTERS.test(name));
  if (picture !== undefined) entry.picture = { path: picture };
  if (chapters !== undefined) entry.chapters = { path: chapters };
  for (const sidecar of sidecars.filter((name) => CAPTIONS.test(name) && !CHAPTERS.test(name))) {
    // Of the part behind the film's own name, which may end as a language does.
    const language = languageOfFileName(`film${sidecar.slice(baseOf(path).length)}`);
    if (language === null)
      entry.notes.push(`${basename(sidecar)} names no language, as film.en.srt does: it is left out.`);
    else entry.captions.push({ language, file: { path: sidecar } });
  }
  const json = sidecars.find((name) => JSON_FILE.test(name));
  if (json === undefined) return entry;
  try {
    const bytes = await readLocalFile({ path: join(root, json), entry: null }, SIDECAR_MAXIMUM_BYTES);
    return readSidecar(entry, bytes.toString("utf8"), basename(json));
  } catch (error) {
    if (!(error instanceof FetchProblem)) throw error;
    return { ...entry, notes: [...entry.notes, `${basename(json)}: ${error.message}`] };
  }
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
