import { composed } from "@kinora/domain/composed.ts";
import { IMPORT_PLAYLISTS_MAX, type ImportEntry } from "@kinora/domain/imports/imports.ts";
import { PLAYLIST_NAME_MAX } from "@kinora/domain/playlists/playlists.ts";
import { CAPTIONS_MAX } from "@kinora/domain/videos/captions.ts";
import { CATEGORY_NAME_MAX } from "@kinora/domain/videos/categories.ts";
import { canonicalLanguage } from "@kinora/domain/videos/languages.ts";
import { TAG_NAME_MAX, VIDEO_TAGS_MAX } from "@kinora/domain/videos/tags.ts";
import { VIDEO_DESCRIPTION_MAX, VIDEO_TITLE_MAX } from "@kinora/domain/videos/videos.ts";

const KEY_MAX = 1_000;

/** An entry within the limits of the product: texts plain, languages known, each label once. What is cut or left out is noted. */
export function tidyEntry(entry: ImportEntry): ImportEntry {
  const notes = entry.notes.map(oneLine);
  const title = cut(oneLine(entry.title), VIDEO_TITLE_MAX) || "Untitled";
  const whole = plain(entry.description);
  const description = cut(whole, VIDEO_DESCRIPTION_MAX);
  if (description !== whole) notes.push(`The description is cut to ${VIDEO_DESCRIPTION_MAX} characters.`);
  const tags = named(entry.tags, TAG_NAME_MAX, VIDEO_TAGS_MAX);
  const leftOut = named(entry.tags).length - tags.length;
  if (leftOut > 0) notes.push(`${leftOut} ${leftOut === 1 ? "tag" : "tags"} are too many or too long and left out.`);
  const category = oneLine(entry.category ?? "");
  if (category.length > CATEGORY_NAME_MAX) notes.push("The name of its category is too long.");
  return {
    ...entry,
    key: cut(oneLine(entry.key), KEY_MAX),
    title,
    description,
    tags,
    category: category === "" || category.length > CATEGORY_NAME_MAX ? null : category,
    date: validDate(entry.date),
    captions: tidyCaptions(entry.captions, notes),
    playlists: named(
      entry.playlists.map((name) => cut(oneLine(name), PLAYLIST_NAME_MAX)),
      PLAYLIST_NAME_MAX,
      IMPORT_PLAYLISTS_MAX,
    ),
    notes,
  };
}

function tidyCaptions(captions: ImportEntry["captions"], notes: string[]): ImportEntry["captions"] {
  const byLanguage = new Map<string, ImportEntry["captions"][number]>();
  for (const { language: written, file } of captions) {
    const language = canonicalLanguage(written);
    if (language === null)
      notes.push(`Captions of the unknown language “${oneLine(written).slice(0, 40)}” are left out.`);
    else if (byLanguage.has(language)) notes.push(`There are several captions in ${language}: the first is taken.`);
    else byLanguage.set(language, { language, file });
  }
  return [...byLanguage.values()].slice(0, CAPTIONS_MAX);
}

/** Names that are not empty, each once whatever its case. */
function named(names: readonly string[], longest = Number.MAX_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): string[] {
  const found = new Map<string, string>();
  for (const name of names.map(oneLine))
    if (name !== "" && name.length <= longest && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), name);
  return [...found.values()].slice(0, most);
}

function validDate(text: string | null): string | null {
  const moment = text === null ? Number.NaN : Date.parse(text);
  // PostgreSQL takes other years than JavaScript; films are younger than 1800.
  const isPlausible = moment > Date.UTC(1800, 0) && moment < Date.UTC(9999, 0);
  return isPlausible ? new Date(moment).toISOString() : null;
}

/** Line ends stay, other control characters go; PostgreSQL stores no NUL. */
const plain = (text: string): string =>
  composed(text.toWellFormed())
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

const oneLine = (text: string): string => plain(text).replaceAll(/\s+/g, " ").trim();

const cut = (text: string, longest: number): string => text.slice(0, longest).toWellFormed().trim();
