import { lowSoundOf } from "@kinora/domain/videos/audio-tracks.ts";
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
}

/**
 * The renditions of sound that a plan makes: `audio`, `audio-2`, …, the main one first, then each at the low bitrate where the plan has one.
 * Pure.
 */
export function soundsOf({ facts, encoding }: Pick<StoredPlan, "facts" | "encoding">): PlannedSound[] {
  const { audio, otherSounds = [] } = facts;
  if (!audio) return [];
  const { audioBitrateKbps: bitrateKbps, lowAudioBitrateKbps: lowKbps } = encoding;
  const sounds = [audio, ...otherSounds].map((each, index) => {
    const label = index === 0 ? MAIN_SOUND : `${MAIN_SOUND}-${index + 1}`;
    return { label, soundLabel: label, audio: each, bitrateKbps };
  });
  if (lowKbps === undefined) return sounds;
  return [...sounds, ...sounds.map((each) => ({ ...each, label: lowSoundOf(each.label), bitrateKbps: lowKbps }))];
}
