import { posix } from "node:path";
import { IMPORT_ITEMS_MAX, plainEntry, type ImportEntry } from "@kinora/domain/imports/imports.ts";
import { isFilmOrSoundName, withoutFilmEnding } from "@kinora/domain/uploads/media-files.ts";
import { languageOfFileName } from "@kinora/domain/videos/language-of-file.ts";
import { FetchProblem } from "../../uploads/import/fetch-url.ts";
import { segmentsOf } from "./hls-segments.ts";
import { readSidecar } from "./sidecar-json.ts";

/** Files of a folder or a bucket, and a way to read one. */
export interface Listing {
  /** From the folder on, with `/`. */
  paths: readonly string[];
  /** Identifies the item of a path in later imports. */
  keyOf: (path: string) => string;
  /** Reads a small file. @throws FetchProblem. */
  read: (path: string, maximumBytes: number) => Promise<Buffer>;
}

const CAPTIONS = /\.(?:vtt|srt)$/i;
const PICTURE = /\.(?:jpe?g|png|webp)$/i;
const CHAPTERS = /\.chapters?\.(?:vtt|srt|txt|csv)$/i;
const JSON_FILE = /\.json$/i;
const SIDECAR_MAXIMUM_BYTES = 2_000_000;

/** Files of a source that are listed; others beside films and sidecars count. */
export const FILES_MAX = 20 * IMPORT_ITEMS_MAX;

/**
 * Each media file is an item, named as its file, with what files of the same name say about it (`film.mp4`,
 * `film.pt-BR.srt`, `film.json`, `film.jpg`). Files of a subfolder are a playlist. Hidden files are left out, and segments of HLS.
 */
export async function readFilms(listing: Listing): Promise<ImportEntry[]> {
  const sorted = listing.paths
    .filter((path) => path.split("/").every((part) => part !== "" && !part.startsWith(".")))
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const segments = await segmentsOf(listing, sorted);
  const folders = Map.groupBy(
    sorted.filter((path) => !segments.has(path)),
    (path) => path.slice(0, path.lastIndexOf("/") + 1),
  );
  const entries: ImportEntry[] = [];
  for (const [folder, paths] of folders) entries.push(...(await readGroup(listing, folder, paths)));
  return entries;
}

/** The items of one folder. A sidecar belongs to the film with the longest name that its own begins with. */
async function readGroup(listing: Listing, folder: string, paths: readonly string[]): Promise<ImportEntry[]> {
  const media = paths.filter(isFilmOrSoundName);
  const bases = new Set(media.map(withoutFilmEnding));
  const sidecars = Map.groupBy(
    paths.filter((path) => !isFilmOrSoundName(path)),
    (path) => longestBase(bases, path),
  );
  const entries: ImportEntry[] = [];
  for (const path of media)
    entries.push(await readItem(listing, folder, path, sidecars.get(withoutFilmEnding(path)) ?? []));
  return entries;
}

/** The longest of the names that a path begins with up to a dot; empty for none. */
function longestBase(bases: ReadonlySet<string>, path: string): string {
  for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) {
    const base = path.slice(0, dot);
    if (bases.has(base)) return base;
  }
  return "";
}

async function readItem(
  listing: Listing,
  folder: string,
  path: string,
  sidecars: readonly string[],
): Promise<ImportEntry> {
  const entry: ImportEntry = {
    ...plainEntry(listing.keyOf(path), posix.basename(withoutFilmEnding(path)).replaceAll("_", " ")),
    media: { path },
    playlists: folder === "" ? [] : [folder.slice(0, -1).split("/").join(" / ")],
  };
  const picture = sidecars.find((name) => PICTURE.test(name));
  const chapters = sidecars.find((name) => CHAPTERS.test(name));
  if (picture !== undefined) entry.picture = { path: picture };
  if (chapters !== undefined) entry.chapters = { path: chapters };
  for (const sidecar of sidecars.filter((name) => CAPTIONS.test(name) && !CHAPTERS.test(name))) {
    // Of the part after the film's own name, which may end as a language does.
    const language = languageOfFileName(`film${sidecar.slice(withoutFilmEnding(path).length)}`);
    if (language === null)
      entry.notes.push(`${posix.basename(sidecar)} names no language, as film.en.srt does: it is left out.`);
    else entry.captions.push({ language, file: { path: sidecar } });
  }
  const json = sidecars.find((name) => JSON_FILE.test(name));
  return json === undefined ? entry : withSidecar(listing, entry, json);
}

async function withSidecar(listing: Listing, entry: ImportEntry, path: string): Promise<ImportEntry> {
  const fileName = posix.basename(path);
  try {
    const bytes = await listing.read(path, SIDECAR_MAXIMUM_BYTES);
    return readSidecar(entry, bytes.toString("utf8"), fileName);
  } catch (error) {
    if (!(error instanceof FetchProblem) || error.passing) throw error;
    return { ...entry, notes: [...entry.notes, `${fileName}: ${error.message}`] };
  }
}
