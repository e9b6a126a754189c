import { languageName } from "@kinora/domain/videos/languages.ts";
import { MAIN_SOUND } from "@kinora/domain/videos/videos.ts";
import {
  masterPlaylist,
  measureBitrates,
  mediaPlaylist,
  type MasterAudio,
  type MasterVariant,
} from "@kinora/media/packaging/playlist.ts";
import { segmentFileName } from "@kinora/media/packaging/segment.ts";
import type { PlaybackCaptions } from "./playback-video.ts";
import type { PlayableRendition, PlayableSet } from "./renditions.ts";

export const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";

/** Writes the master playlist of a version; its URLs are relative, so they inherit a pass in the path. */
export function writeMaster(version: number, set: PlayableSet, captions: readonly PlaybackCaptions[] = []): string {
  return masterPlaylist({
    variants: set.variants.map((rendition) => variant(version, rendition)),
    audio: set.audio && audio(version, set.audio),
    otherSounds: set.otherSounds.map((sound) => audio(version, sound)),
    subtitles: captions.map(({ id, revision, language, label, kind, automatic, by_default: byDefault }) => ({
      uri: `captions/${id}-${revision}/index.m3u8`,
      name: label,
      language,
      byDefault,
      describesSound: kind === "captions",
      automatic,
    })),
  });
}

/** Writes the playlist of a growing rendition: the finished segments, without an end. */
export function writeGrowing(rendition: PlayableRendition): string {
  return mediaPlaylist({
    segments: rendition.grown.map(({ durationSeconds }, index) => ({ uri: segmentFileName(index), durationSeconds })),
    targetDurationSeconds: rendition.targetDurationSeconds,
    ended: false,
  });
}

function variant(version: number, rendition: PlayableRendition): MasterVariant {
  return {
    uri: address(version, rendition),
    width: rendition.width ?? 0,
    height: rendition.height ?? 0,
    fps: { numerator: Math.round((rendition.frameRate ?? 30) * 1000), denominator: 1000 },
    codec: rendition.codecs ?? "",
    ...bitrates(rendition),
    closedCaptions: rendition.closedCaptions,
    keyFrames:
      rendition.keyFrameBitrate === null
        ? null
        : { uri: `v${version}/${rendition.label}/key-frames.m3u8`, peakBitrate: rendition.keyFrameBitrate },
  };
}

function audio(version: number, rendition: PlayableRendition): MasterAudio {
  return {
    uri: address(version, rendition),
    codec: rendition.codecs ?? "",
    name: soundName(rendition),
    describesPictures: rendition.describesPictures,
    ...(rendition.language === null ? {} : { language: rendition.language }),
    channels: 2,
    ...bitrates(rendition),
  };
}

/** What players list a sound as: what its source calls it, else its language. */
export function soundName({ label, language, title, describesPictures }: PlayableRendition): string {
  const name = title || (language === null ? null : languageName(language));
  if (name === null) return label === MAIN_SOUND ? "Audio" : `Audio ${label.slice(-1)}`;
  return describesPictures && !title ? `${name} (audio description)` : name;
}

const address = (version: number, { label }: PlayableRendition) => `v${version}/${label}/index.m3u8`;

/** Bits per second of a rendition. */
export function bitrates(rendition: PlayableRendition): { peakBitrate: number; averageBitrate: number } {
  if (rendition.grown.length > 0) return measureBitrates(rendition.grown);
  const { bitrateAverage, bitratePeak, sizeBytes, durationSeconds } = rendition;
  const averageBitrate = bitrateAverage ?? Math.round((sizeBytes * 8) / Math.max(durationSeconds, 1));
  return { averageBitrate, peakBitrate: Math.max(bitratePeak ?? averageBitrate, averageBitrate) };
}
