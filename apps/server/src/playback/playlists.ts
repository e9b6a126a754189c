import { STEREO_CHANNELS, SURROUND_CHANNELS } from "@kinora/domain/videos/audio-tracks.ts";
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
export function writeMaster(set: PlayableSet, captions: readonly PlaybackCaptions[] = []): string {
  return masterPlaylist({
    variants: set.variants.map(variant),
    audio: set.audio && audio(set.audio, set),
    otherSounds: set.otherSounds.map((sound) => audio(sound, set)),
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

function variant(rendition: PlayableRendition): MasterVariant {
  return {
    uri: address(rendition),
    width: rendition.width ?? 0,
    height: rendition.height ?? 0,
    fps: { numerator: Math.round((rendition.frameRate ?? 30) * 1000), denominator: 1000 },
    codec: rendition.codecs ?? "",
    hdr: rendition.hdr,
    ...bitrates(rendition),
    closedCaptions: rendition.closedCaptions,
    keyFrames:
      rendition.keyFrameBitrate === null
        ? null
        : { uri: `${rendition.folder}/key-frames.m3u8`, peakBitrate: rendition.keyFrameBitrate },
  };
}

function audio(rendition: PlayableRendition, { lowSounds, surroundSounds }: PlayableSet): MasterAudio {
  const { sound, label } = rendition;
  const low = lowSounds.get(label);
  const surround = surroundSounds.get(label);
  return {
    uri: address(rendition),
    codec: rendition.codecs ?? "",
    name: sound?.name ?? "Audio",
    describesPictures: sound?.kind === "description",
    ...(sound?.language ? { language: sound.language } : {}),
    channels: STEREO_CHANNELS,
    ...bitrates(rendition),
    ...(low ? { low: otherRendition(low) } : {}),
    ...(surround ? { surround: { ...otherRendition(surround), channels: SURROUND_CHANNELS } } : {}),
  };
}

const otherRendition = (rendition: PlayableRendition) => ({
  uri: address(rendition),
  codec: rendition.codecs ?? "",
  ...bitrates(rendition),
});

const address = ({ folder }: PlayableRendition) => `${folder}/index.m3u8`;

/** Bits per second of a rendition. */
export function bitrates(rendition: PlayableRendition): { peakBitrate: number; averageBitrate: number } {
  if (rendition.grown.length > 0) return measureBitrates(rendition.grown);
  const { bitrateAverage, bitratePeak, sizeBytes, durationSeconds } = rendition;
  const averageBitrate = bitrateAverage ?? Math.round((sizeBytes * 8) / Math.max(durationSeconds, 1));
  return { averageBitrate, peakBitrate: Math.max(bitratePeak ?? averageBitrate, averageBitrate) };
}
