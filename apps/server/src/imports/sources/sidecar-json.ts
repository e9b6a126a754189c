import type { ImportEntry } from "@kinora/domain/imports/imports.ts";
import { z } from "zod";
import { tidyChapters } from "./chapters-json.ts";

const names = z
  .union([z.array(z.coerce.string()), z.string().transform((text) => text.split(","))])
  .nullish()
  .catch(null);
const text = z.string().nullish().catch(null);

/** Fields that people write, and those of yt-dlp's `film.info.json`. A field of another type is as one that is missing. */
const sidecar = z.object({
  title: text,
  description: text,
  category: text,
  categories: names,
  tags: names,
  /** ISO 8601; `upload_date` is YYYYMMDD. */
  date: text,
  upload_date: text,
  published: z.boolean().nullish().catch(null),
  playlists: names,
  chapters: z
    .array(
      z.object({
        start_seconds: z.number().min(0).optional(),
        start_time: z.number().min(0).optional(),
        title: z.string(),
      }),
    )
    .nullish()
    .catch(null),
});

/** An item with what the JSON file beside its film says. */
export function readSidecar(entry: ImportEntry, json: string, fileName: string): ImportEntry {
  const read = sidecar.safeParse(parsed(json));
  if (!read.success) return { ...entry, notes: [...entry.notes, `${fileName} is no JSON object: it is left out.`] };
  const {
    title,
    description,
    category,
    categories,
    tags,
    date,
    upload_date: day,
    published,
    playlists,
    chapters,
  } = read.data;
  const chapterList = chapters?.map((chapter) => ({
    start_seconds: chapter.start_seconds ?? chapter.start_time ?? 0,
    title: chapter.title,
  }));
  return {
    ...entry,
    title: title?.trim() ? title : entry.title,
    description: description ?? "",
    category: category ?? categories?.[0] ?? null,
    tags: tags ?? [],
    date: date ?? day?.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3") ?? null,
    published: published ?? null,
    playlists: [...entry.playlists, ...(playlists ?? [])],
    chapters: chapterList && chapterList.length > 0 ? tidyChapters(chapterList) : entry.chapters,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}
