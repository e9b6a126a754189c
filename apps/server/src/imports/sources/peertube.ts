import { posix } from "node:path";
import { IMPORT_ITEMS_MAX, plainEntry, type ImportEntry, type ImportFile } from "@kinora/domain/imports/imports.ts";
import { z } from "zod";
import { GiveUp } from "../../platform/refusal.ts";
import { FetchProblem } from "../../uploads/import/fetch-url.ts";
import { tidyChapters } from "./chapters-json.ts";
import type { FoundItems } from "./found-items.ts";

const text = z.string().nullish();
const mediaFile = z.object({ resolution: z.number().nullish(), fileUrl: text });
const video = z.object({
  uuid: z.string(),
  url: text,
  name: text,
  description: text,
  category: z.number().nullish(),
  tags: z.array(z.string()).nullish(),
  privacy: z.number().nullish(),
  isLive: z.boolean().nullish(),
  publishedAt: text,
  originallyPublishedAt: text,
  captions: z.array(z.object({ language: z.string(), fileUrl: text })).nullish(),
  chapters: z.array(z.object({ timecode: z.number(), title: z.string() })).nullish(),
  files: z.array(mediaFile).nullish(),
  streamingPlaylists: z.array(z.object({ files: z.array(mediaFile).nullish() })).nullish(),
  previewUrl: text,
  thumbnailUrl: text,
  archiveFiles: z
    .object({ videoFile: text, thumbnail: text, captions: z.record(z.string(), z.string()).nullish() })
    .nullish(),
});
type Video = z.infer<typeof video>;

const videosFile = z.object({ videos: z.array(video) });
const playlistsFile = z.object({
  videoPlaylists: z.array(
    z.object({
      displayName: z.string(),
      type: z.number().nullish(),
      elements: z.array(z.object({ videoUrl: text })).nullish(),
    }),
  ),
});

/** Folder of the JSON files, from which their paths count. */
const FOLDER = "peertube";
const JSON_MAXIMUM_BYTES = 50_000_000;
/** Of each video there are its file, a thumbnail and captions, beside some lists. */
const FILES_MAX = 20 * IMPORT_ITEMS_MAX;
const PUBLIC = 1;
const UNLISTED = 2;
const REGULAR_PLAYLIST = 1;

/** Names of PeerTube's categories by their numbers. */
const CATEGORIES: Readonly<Record<number, string>> = {
  1: "Music",
  2: "Films",
  3: "Vehicles",
  4: "Art",
  5: "Sports",
  6: "Travels",
  7: "Gaming",
  8: "People",
  9: "Comedy",
  10: "Entertainment",
  11: "News & Politics",
  12: "How To",
  13: "Education",
  14: "Activism",
  15: "Science & Technology",
  16: "Animals",
  17: "Kids",
  18: "Food",
};

/** The files of an archive, and a way to read one. */
export interface Archive {
  fileName: string;
  /** @throws FetchProblem when it cannot be read, or has more files than `most`. */
  names: (most: number) => Promise<Set<string>>;
  /** @throws FetchProblem. */
  read: (entry: string, maximumBytes: number) => Promise<Buffer>;
}

/**
 * Reads the archive that PeerTube (6.1 and later) exports of an account. Videos whose files are not in it are fetched from the
 * instance they are on. @throws GiveUp when it is no such archive.
 */
export async function readPeertubeExport(archive: Archive): Promise<FoundItems> {
  const names = await refuseUnreadable(() => archive.names(FILES_MAX));
  const read = async <Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.infer<Schema> | null> => {
    const entry = `${FOLDER}/${file}`;
    if (!names.has(entry)) return null;
    const bytes = await refuseUnreadable(() => archive.read(entry, JSON_MAXIMUM_BYTES));
    const document = schema.safeParse(parsed(bytes.toString("utf8")));
    if (!document.success) throw new GiveUp("invalid", `The file ${entry} of this archive cannot be read.`);
    return document.data;
  };
  const videos = await read("videos.json", videosFile);
  if (!videos) throw new GiveUp("invalid", "This is no export of a PeerTube account: it has no peertube/videos.json.");
  const lists = await read("video-playlists.json", playlistsFile);
  const playlists = playlistsByVideo(lists?.videoPlaylists ?? []);
  const entries = videos.videos.map((each) => entryOf(each, names, playlists.get(each.url ?? "") ?? []));
  return { name: archive.fileName, entries };
}

function entryOf(video: Video, names: ReadonlySet<string>, playlists: string[]): ImportEntry {
  const media = fileOf(video, names);
  const { archiveFiles, previewUrl, thumbnailUrl, chapters } = video;
  const picture = inArchive(archiveFiles?.thumbnail, names) ?? onTheWeb(previewUrl) ?? onTheWeb(thumbnailUrl);
  return {
    ...plainEntry(`peertube:${video.uuid}`, video.name ?? ""),
    description: video.description ?? "",
    category: CATEGORIES[video.category ?? 0] ?? null,
    tags: video.tags ?? [],
    date: video.originallyPublishedAt ?? video.publishedAt ?? null,
    // People with the address of an unlisted video can watch it, as they can any published video here.
    published: video.privacy === PUBLIC || video.privacy === UNLISTED,
    media,
    captions: (video.captions ?? []).flatMap(({ language, fileUrl }) => {
      const file = inArchive(archiveFiles?.captions?.[language], names) ?? onTheWeb(fileUrl);
      return file ? [{ language, file }] : [];
    }),
    chapters: chapters?.length
      ? tidyChapters(chapters.map(({ timecode, title }) => ({ start_seconds: timecode, title })))
      : null,
    picture,
    playlists,
    problem: video.isLive ? "It is a livestream." : media ? null : "Neither the archive nor the instance has its file.",
  };
}

/** The file in the archive, else the one of the highest resolution on the instance. */
function fileOf({ archiveFiles, files, streamingPlaylists }: Video, names: ReadonlySet<string>): ImportFile | null {
  const there = inArchive(archiveFiles?.videoFile, names);
  if (there) return there;
  const all = [...(files ?? []), ...(streamingPlaylists ?? []).flatMap((playlist) => playlist.files ?? [])];
  const [best] = all
    .filter(({ fileUrl }) => onTheWeb(fileUrl) !== null)
    .toSorted((a, b) => (b.resolution ?? 0) - (a.resolution ?? 0));
  return onTheWeb(best?.fileUrl);
}

/** A path that counts from the folder of the JSON file, when the archive has it. */
function inArchive(path: string | null | undefined, names: ReadonlySet<string>): ImportFile | null {
  const name = path ? posix.join(FOLDER, path) : "";
  return names.has(name) ? { path: name } : null;
}

const onTheWeb = (url: string | null | undefined): ImportFile | null =>
  url && /^https?:\/\//i.test(url) && URL.canParse(url) ? { url } : null;

/** Names of the playlists that people made, by the addresses of their videos. */
function playlistsByVideo(playlists: z.infer<typeof playlistsFile>["videoPlaylists"]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { displayName, type, elements } of playlists) {
    if ((type ?? REGULAR_PLAYLIST) !== REGULAR_PLAYLIST) continue;
    for (const { videoUrl } of elements ?? [])
      if (videoUrl) found.set(videoUrl, [...(found.get(videoUrl) ?? []), displayName]);
  }
  return found;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

async function refuseUnreadable<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FetchProblem) throw new GiveUp("invalid", error.message);
    throw error;
  }
}
