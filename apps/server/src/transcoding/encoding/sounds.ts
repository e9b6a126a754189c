import { isForSurround, lowSoundOf, surroundSoundOf } from "@kinora/domain/videos/audio-tracks.ts";
import { MAIN_SOUND } from "@kinora/domain/videos/videos.ts";
import type { AudioFacts } from "@kinora/media/probe/facts.ts";
import type { StoredPlan } from "./transcode.ts";

/** A rendition of sound that a plan makes. */
export interface PlannedSound {
  label: string;
  /** Of the sound that it is, which another bitrate has as well. */
  soundLabel: string;
  audio: AudioFacts;
  /** As `EncodingPlan.audioBitrateKbps`. */
  bitrateKbps: number | undefined;
  /** In 5.1 instead of stereo. */
  surround: boolean;
}

/**
 * The renditions of sound that a plan makes: `audio`, `audio-2`, …, the main one first, then each at the low bitrate where the plan has one,
 * and those of enough channels in surround sound where the plan has that. Pure.
 */
export function soundsOf({ facts, encoding }: Pick<StoredPlan, "facts" | "encoding">): PlannedSound[] {
  const { audio, otherSounds = [] } = facts;
  if (!audio) return [];
  const { audioBitrateKbps: bitrateKbps, lowAudioBitrateKbps: lowKbps, surroundBitrateKbps: surroundKbps } = encoding;
  const sounds = [audio, ...otherSounds].map((each, index) => {
    const label = index === 0 ? MAIN_SOUND : `${MAIN_SOUND}-${index + 1}`;
    return { label, soundLabel: label, audio: each, bitrateKbps, surround: false };
  });
  const low =
    lowKbps === undefined
      ? []
      : sounds.map((each) => ({ ...each, label: lowSoundOf(each.label), bitrateKbps: lowKbps }));
  const surround =
    surroundKbps === undefined
      ? []
      : sounds
          .filter((each) => isForSurround(each.audio.channels))
          .map((each) => ({ ...each, label: surroundSoundOf(each.label), bitrateKbps: surroundKbps, surround: true }));
  return [...sounds, ...low, ...surround];
}
