import { STEREO_CHANNELS, SURROUND_CHANNELS, surroundName } from "@kinora/domain/videos/audio-tracks.ts";
import type { DashPicture, DashRepresentation, DashSound } from "@kinora/media/packaging/dash-elements.ts";
import { dashManifest, type DashText, type DashThumbnails } from "@kinora/media/packaging/dash-manifest.ts";
import { segmentHeadBytes } from "@kinora/media/packaging/key-frame-playlist.ts";
import { readSegmentTimeline, type SegmentTimeline } from "@kinora/media/packaging/segment-timeline.ts";
import { segmentFileName } from "@kinora/media/packaging/segment.ts";
import { readStoryboard, STORYBOARD_SHEET } from "@kinora/media/pictures/storyboard.ts";
import { LRUCache } from "lru-cache";
import type { PlaybackCaptions, PlaybackVideo } from "./playback-video.ts";
import { bitrates } from "./playlists.ts";
import type { PlayableRendition, PlayableSet } from "./renditions.ts";
import type { StoredFiles } from "./stored-files.ts";

export const MANIFEST_TYPE = "application/dash+xml";

/** Capacity of the cache of timelines, counted in runs of equal segments: sound has about one for every two segments. */
const KEPT_RUNS = 500_000;
/** How templates write what `segmentFileName` and the names of storyboards have. */
const NUMBER = "$Number%05d$";

/** Writes the DASH manifests of videos, beside their master playlists. */
export class VideoManifests {
  readonly #files: Pick<StoredFiles, "read" | "readHead" | "sizeBytes">;
  /** By the folder of a rendition: what is stored there never changes once it is complete. */
  readonly #timelines = new LRUCache<string, SegmentTimeline>({
    maxSize: KEPT_RUNS,
    sizeCalculation: ({ runs }) => Math.max(1, runs.length),
  });

  constructor(files: Pick<StoredFiles, "read" | "readHead" | "sizeBytes">) {
    this.#files = files;
  }

  /**
   * The manifest of what plays; null until a rendition and its sound are complete, because a manifest that grows would be
   * played as a livestream, from its end.
   */
  async write(video: PlaybackVideo, set: PlayableSet): Promise<string | null> {
    const variants = set.variants.filter(({ complete }) => complete);
    if (variants.length === 0 || set.audio?.complete === false) return null;
    const sounds = set.audio ? [set.audio, ...set.otherSounds] : [];
    const surround = sounds.flatMap(({ label, sound }) => {
      const found = set.surroundSounds.get(label);
      return found ? [{ ...found, sound }] : [];
    });
    return dashManifest({
      pictures: await Promise.all(variants.map((rendition) => this.#picture(video, rendition))),
      sounds: await Promise.all([
        ...sounds.map((rendition) => this.#sound(video, rendition, set.lowSounds.get(rendition.label))),
        ...surround.map((rendition) => this.#surroundSound(video, rendition)),
      ]),
      texts: video.captions.map(textOf),
      thumbnails: video.storyboard ? await this.#thumbnails(video) : null,
      closedCaptions: variants.map((rendition) => rendition.closedCaptions),
    });
  }

  async #picture(video: PlaybackVideo, rendition: PlayableRendition): Promise<DashPicture> {
    const { width, height, frameRate, hdr } = rendition;
    return {
      ...(await this.#representation(video, rendition)),
      width: width ?? 0,
      height: height ?? 0,
      hdr,
      frameRate: frameRate === null ? null : frameRateOf(frameRate),
    };
  }

  async #sound(video: PlaybackVideo, rendition: PlayableRendition, low?: PlayableRendition): Promise<DashSound> {
    const { sound } = rendition;
    const made = low ? [rendition, low] : [rendition];
    return {
      label: sound?.name ?? "Audio",
      language: sound?.language ?? null,
      describesPictures: sound?.kind === "description",
      channels: STEREO_CHANNELS,
      representations: await Promise.all(made.map((each) => this.#representation(video, each))),
    };
  }

  /** A set of its own: players choose it for its channels, and not by the connection. */
  async #surroundSound(video: PlaybackVideo, rendition: PlayableRendition): Promise<DashSound> {
    const stereo = await this.#sound(video, rendition);
    return { ...stereo, label: surroundName(stereo.label ?? "Audio"), channels: SURROUND_CHANNELS };
  }

  async #representation({ id }: PlaybackVideo, rendition: PlayableRendition): Promise<DashRepresentation> {
    const { label, folder, codecs } = rendition;
    const timeline = await this.#timeline(`assets/${id}/${folder}`);
    return {
      id: label,
      codecs: codecs ?? "",
      bandwidth: bitrates(rendition).peakBitrate,
      segments: { init: `${folder}/init.mp4`, media: `${folder}/${NUMBER}.m4s`, firstNumber: 0, timeline },
    };
  }

  /** @throws NotStored */
  async #timeline(folder: string): Promise<SegmentTimeline> {
    const known = this.#timelines.get(folder);
    if (known) return known;
    const [playlist, init, firstHead] = await Promise.all([
      this.#files.read(`${folder}/index.m3u8`),
      this.#files.read(`${folder}/init.mp4`),
      this.#files.readHead(`${folder}/${segmentFileName(0)}`, segmentHeadBytes),
    ]);
    const timeline = readSegmentTimeline({
      playlist: playlist.bytes.toString("utf8"),
      init: init.bytes,
      firstHead,
    });
    this.#timelines.set(folder, timeline);
    return timeline;
  }

  /** @throws NotStored */
  async #thumbnails({ id, version, durationSeconds }: PlaybackVideo): Promise<DashThumbnails | null> {
    const folder = `v${version}/storyboard`;
    const { bytes } = await this.#files.read(`assets/${id}/${folder}/storyboard.vtt`);
    const pieces = readStoryboard(bytes.toString("utf8"));
    const [first, second] = pieces;
    if (!first) return null;
    const { columns, rows } = STORYBOARD_SHEET;
    const seconds = Math.ceil(second?.startSeconds ?? durationSeconds ?? 1) * columns * rows;
    return {
      media: `${folder}/sprite-${NUMBER}.jpg`,
      sheets: new Set(pieces.map(({ fileName }) => fileName)).size,
      ...{ seconds, columns, rows, width: first.width, height: first.height },
      bandwidth: ((await this.#files.sizeBytes(`assets/${id}/${folder}/${first.fileName}`)) * 8) / seconds,
    };
  }
}

const textOf = ({ id, revision, label, language, kind }: PlaybackCaptions): DashText => ({
  uri: `captions/${id}-${revision}.vtt`,
  label,
  language,
  describesSound: kind === "captions",
});

/** Rates of television are a thousandth below whole numbers (ISO/IEC 23009-1 §5.3.7.2, FrameRateType). */
function frameRateOf(frameRate: number): string {
  const whole = Math.round(frameRate);
  if (Math.abs(frameRate - whole) < 0.001) return String(whole);
  const television = Math.round(frameRate * 1.001);
  return Math.abs(frameRate - television / 1.001) < 0.001
    ? `${television * 1000}/1001`
    : `${Math.round(frameRate * 1000)}/1000`;
}
