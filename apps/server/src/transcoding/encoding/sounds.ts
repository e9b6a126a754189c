import { MAIN_SOUND } from "@kinora/domain/videos/videos.ts";
import type { AudioFacts, SourceFacts } from "@kinora/media/probe/facts.ts";

/** The renditions of sound that a source has, by their labels: `audio`, `audio-2`, …, the main one first. Pure. */
export function soundsOf({ audio, otherSounds = [] }: SourceFacts): { label: string; audio: AudioFacts }[] {
  if (!audio) return [];
  return [
    { label: MAIN_SOUND, audio },
    ...otherSounds.map((other, index) => ({ label: `${MAIN_SOUND}-${index + 2}`, audio: other })),
  ];
}
