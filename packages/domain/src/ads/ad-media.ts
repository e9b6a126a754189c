/** A file of a VAST ad, as its MediaFile element says. */
export interface AdMediaFile {
  url: string;
  /** MIME type. */
  type: string;
  /** Pixels; 0 when unknown. */
  width: number;
  height: number;
  /** Kilobits per second; 0 when unknown. */
  bitrate: number;
  /** Null for plain media; VPAID and SIMID are programs. */
  api_framework: string | null;
}

/** More than this is not worth its waiting time before a video. */
const BITRATE_MAX_KBPS = 3_500;

/** Whether a file is media that a player plays: a program, a relative address and an unknown type are not. */
export const isAdMedia = (
  { url, type, api_framework: api }: AdMediaFile,
  { canPlay }: { canPlay(type: string): boolean },
): boolean => !api && isHttp(url) && canPlay(type);

/**
 * The file that fits a player best: playable, no program, not larger than needed, close to its width in pixels. Null when there
 * is none (VAST error 403).
 */
export function chooseAdMedia<File extends AdMediaFile>(
  files: readonly File[],
  player: { widthPixels: number; canPlay(type: string): boolean },
): File | null {
  const usable = files.filter((file) => isAdMedia(file, player));
  const light = usable.filter(({ bitrate }) => bitrate <= BITRATE_MAX_KBPS);
  const distance = ({ width }: File) => Math.abs(width - player.widthPixels);
  const [best] = (light.length > 0 ? light : usable).toSorted(
    (one, other) => distance(one) - distance(other) || one.bitrate - other.bitrate,
  );
  return best ?? null;
}

/**
 * Whether browsers play media of a type, where none is there to ask: files of MP4, WebM and Ogg, and HLS, which some play themselves.
 * Without a type none does.
 */
export const browsersPlay = (type: string): boolean =>
  /^\s*(?:video\/(?:mp4|webm|ogg)|application\/(?:vnd\.apple\.mpegurl|x-mpegurl))\s*(?:;|$)/i.test(type);

const isHttp = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** What a player says of skipping: as the ad or else its break says (`ad`), never, or in place of the break after these seconds. */
export type AdSkip = "ad" | "never" | number;

/** When an ad can be skipped, in seconds. Null: never. */
export const skipAfter = (ofAd: number | null, ofBreak: number | null, ofPlayer: AdSkip): number | null =>
  ofPlayer === "never" ? null : (ofAd ?? (ofPlayer === "ad" ? ofBreak : ofPlayer));

/** Short sentences for the error codes of VAST 4 (section 2.3.6.3) that players and the test bench meet. */
export const VAST_ERRORS: Record<number, string> = {
  100: "The document is not valid XML.",
  101: "The document is not VAST.",
  102: "This version of VAST is not supported.",
  200: "The ad is of a kind the player does not play.",
  301: "The tag did not answer in time, or with an error.",
  302: "There are more than 5 wrappers, or they lead in a circle.",
  303: "There is no ad.",
  400: "The ad's media could not be played.",
  401: "The ad's media file was not found.",
  402: "The ad's media did not load in time.",
  403: "The ad has no media file that browsers can play.",
  405: "The ad's media file is broken.",
  900: "The ad failed for an unknown reason.",
};

/** The sentence for a VAST error code. */
export const vastErrorText = (code: number): string => VAST_ERRORS[code] ?? `VAST error ${code}.`;

/** Wrappers that are followed until an ad must come. */
export const AD_WRAPPERS_MAX = 5;
