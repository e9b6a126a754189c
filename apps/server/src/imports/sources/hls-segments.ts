import { posix } from "node:path";
import { isFilmOrSoundName } from "@kinora/domain/uploads/media-files.ts";
import { FetchProblem } from "../../uploads/import/fetch-url.ts";

const PLAYLIST = /\.m3u8$/i;
const TRANSPORT_STREAM = /\.ts$/i;
/** Files that are segments as often as whole. */
const UNCERTAIN = /\.(?:ts|aac)$/i;
const PLAYLIST_MAXIMUM_BYTES = 2_000_000;
/** Playlists of one source that are read. */
const PLAYLISTS_READ = 2_000;

/** Reads a small file. @throws FetchProblem. */
type Read = (path: string, maximumBytes: number) => Promise<Buffer>;

/**
 * The files among paths that are segments of HLS: transport streams beside a playlist, and what playlists in any folder name
 * (RFC 8216 §4.3). Playlists are read only while there are files that may be segments. One of whole films, as players of films
 * write it, has no segments.
 */
export async function segmentsOf({ read }: { read: Read }, paths: readonly string[]): Promise<Set<string>> {
  const playlists = paths.filter((path) => PLAYLIST.test(path));
  const folders = new Set(playlists.map(folderOf));
  const segments = new Set(paths.filter((path) => TRANSPORT_STREAM.test(path) && folders.has(folderOf(path))));
  const open = new Set(paths.filter((path) => UNCERTAIN.test(path) && !segments.has(path)));
  for (const playlist of playlists.slice(0, PLAYLISTS_READ)) {
    if (open.size === 0) break;
    for (const path of await namedBy(read, playlist)) {
      segments.add(path);
      open.delete(path);
    }
  }
  return segments;
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** The media files that a playlist of HLS names, as paths of the listing; none where it cannot be read. */
async function namedBy(read: Read, playlist: string): Promise<string[]> {
  let text: string;
  try {
    text = (await read(playlist, PLAYLIST_MAXIMUM_BYTES)).toString("utf8");
  } catch (error) {
    if (!(error instanceof FetchProblem) || error.passing) throw error;
    return [];
  }
  if (!/^#EXT-X-TARGETDURATION:/m.test(text)) return [];
  const names = text.split(/\r\n|[\r\n]/).filter((line) => line !== "" && !line.startsWith("#"));
  const paths = names.flatMap((name) => pathOf(playlist, name) ?? []).filter(isFilmOrSoundName);
  // A film in one file, of which the playlist lists ranges of bytes, is whole.
  return new Set(paths).size > 1 ? paths : [];
}

/** Where a playlist finds a file; null for one on another host, and for names that are none. */
function pathOf(playlist: string, name: string): string | null {
  if (/^(?:[a-z][\w+.-]*:|\/)/i.test(name)) return null;
  try {
    return posix.join(folderOf(playlist), decodeURIComponent(name.replace(/[?#].*$/, "")));
  } catch {
    return null;
  }
}
