import { xmlElement, xmlText } from "@kinora/domain/xml.ts";
import { mergedClosedCaptions, type ClosedCaptions } from "./closed-captions.ts";
import {
  adaptationSet,
  dashDuration,
  descriptor,
  mpd,
  pictureSets,
  soundSet,
  type DashPicture,
  type DashSound,
} from "./dash-elements.ts";
import { timelineSeconds } from "./segment-timeline.ts";

/** Captions or subtitles: one WebVTT file. */
export interface DashText {
  /** Relative to the manifest. */
  uri: string;
  label: string;
  language: string;
  /** Made for people who are deaf: describes sounds other than speech, too. */
  describesSound: boolean;
}

/** Pictures along the timeline, on sheets that follow one another. */
export interface DashThumbnails {
  /** Relative to the manifest, with `$Number%05d$`. */
  media: string;
  sheets: number;
  /** Of a whole sheet. */
  seconds: number;
  columns: number;
  rows: number;
  /** Pixels of one picture. */
  width: number;
  height: number;
  /** Bits per second of a sheet. */
  bandwidth: number;
}

/** What a manifest lists. */
export interface DashManifestOptions {
  pictures: readonly DashPicture[];
  /** The one that is played first comes first. */
  sounds: readonly DashSound[];
  texts: readonly DashText[];
  thumbnails: DashThumbnails | null;
  closedCaptions: readonly ClosedCaptions[];
}

/** Writes the manifest of a finished video (ISO/IEC 23009-1, type "static"): the segments that its HLS playlists list. */
export function dashManifest({ pictures, sounds, texts, thumbnails, closedCaptions }: DashManifestOptions): string {
  const timelines = [...pictures, ...sounds.flatMap((sound) => sound.representations)].map(
    (one) => one.segments.timeline,
  );
  const longest = Math.max(
    ...timelines.map(
      ({ timescale, runs }) => runs.reduce((most, { durationTicks }) => Math.max(most, durationTicks), 0) / timescale,
    ),
  );
  const sets = [
    ...pictureSets(pictures, mergedClosedCaptions(closedCaptions)),
    ...sounds.map((sound, index) => soundSet(FIRST_SOUND + index, sound, index === 0)),
    ...texts.map((text, index) => textSet(FIRST_TEXT + index, text)),
    ...(thumbnails ? [thumbnailSet(thumbnails)] : []),
  ];
  return mpd(
    {
      type: "static",
      mediaPresentationDuration: dashDuration(Math.max(...timelines.map(timelineSeconds))),
      maxSegmentDuration: dashDuration(longest),
      // The bandwidth of a rendition holds for every segment as a whole (§5.3.5.4).
      minBufferTime: dashDuration(longest),
    },
    [xmlElement("Period", { id: 0, start: "PT0S" }, `\n${sets.join("\n")}\n`)],
  );
}

// Adaptation sets are numbered by what they hold, so that a new one does not rename the others.
export const FIRST_SOUND = 101;
const FIRST_TEXT = 201;
const THUMBNAILS = 301;
/** Bits per second that players reserve for a file they load once. */
const TEXT_BANDWIDTH = 1_000;

function textSet(id: number, { uri, label, language, describesSound }: DashText): string {
  return adaptationSet(
    { id, contentType: "text", mimeType: "text/vtt", lang: language },
    {
      label,
      roles: [describesSound ? "caption" : "subtitle"],
      representations: [
        xmlElement("Representation", { id: `text-${id}`, bandwidth: TEXT_BANDWIDTH }, xmlText("BaseURL", uri)),
      ],
    },
  );
}

/** Tiles of thumbnails (DASH-IF IOP 4.2 §6.2.6). */
function thumbnailSet({ media, sheets, seconds, columns, rows, width, height, bandwidth }: DashThumbnails): string {
  const tiles = descriptor("EssentialProperty", "http://dashif.org/guidelines/thumbnail_tile", `${columns}x${rows}`);
  const template = xmlElement("SegmentTemplate", { media, duration: seconds, startNumber: 0, endNumber: sheets - 1 });
  const sheet = { id: "thumbnails", bandwidth: Math.ceil(bandwidth), width: width * columns, height: height * rows };
  return adaptationSet(
    { id: THUMBNAILS, contentType: "image", mimeType: "image/jpeg" },
    { representations: [xmlElement("Representation", sheet, tiles + template)] },
  );
}
