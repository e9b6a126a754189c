/** A part of the sound as a file. */
export interface AudioSegment {
  url: string;
  /** Seconds from the beginning of the video. */
  start: number;
  end: number;
}

/** The sound of a video as its playlist lists it. */
export interface AudioPlaylist {
  /** What every segment begins with. */
  initUrl: string;
  segments: AudioSegment[];
}

/** The address of a video's main playlist, of that of its preview, whose pass it takes over; null for another address. Pure. */
export function mainPlaylistOf(previewUrl: string): string | null {
  if (!URL.canParse(previewUrl)) return null;
  const { origin, pathname, searchParams } = new URL(previewUrl);
  const hash = /^\/embed\/([0-9a-z]+)$/.exec(pathname)?.[1];
  if (hash === undefined) return null;
  const pass = searchParams.get("token");
  return `${origin}/hls/${pass === null ? "" : `~${pass}/`}${hash}/master.m3u8`;
}

/** The address of the playlist of the sound that a main playlist names (RFC 8216 §4.3.4.1); null where there is none. Pure. */
export function soundPlaylistOf(main: string, mainUrl: string): string | null {
  const line = main.split("\n").find((each) => each.startsWith("#EXT-X-MEDIA:") && /[:,]TYPE=AUDIO(?:,|$)/.test(each));
  const uri = line === undefined ? undefined : /[:,]URI="([^"]+)"/.exec(line)?.[1];
  return uri === undefined ? null : new URL(uri, mainUrl).href;
}

/** The segments of a playlist of sound (RFC 8216 §4.3.2); null where they have no common beginning. Pure. */
export function readAudioPlaylist(text: string, url: string): AudioPlaylist | null {
  const init = /^#EXT-X-MAP:.*?URI="([^"]+)"/m.exec(text)?.[1];
  if (init === undefined) return null;
  const segments: AudioSegment[] = [];
  let seconds = 0;
  let duration = 0;
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line.startsWith("#EXTINF:")) duration = Number.parseFloat(line.slice("#EXTINF:".length)) || 0;
    else if (line !== "" && !line.startsWith("#")) {
      segments.push({ url: new URL(line, url).href, start: seconds, end: seconds + duration });
      seconds += duration;
    }
  }
  return { initUrl: new URL(init, url).href, segments };
}
