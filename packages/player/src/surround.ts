import { STEREO_CHANNELS, surroundName } from "@kinora/domain/videos/audio-tracks.ts";
import type Hls from "hls.js";
import type { Sound } from "./sound-list.ts";

/** A sound of a playlist's group. */
interface GroupedTrack {
  groupId: string;
  name: string;
  lang?: string | undefined;
  /** CHANNELS of the playlist, which counts them first: `6`, `6/-/BINAURAL`. */
  channels?: string | undefined;
}

/** A variant of a playlist, which names its groups. */
interface GroupedLevel {
  audioGroups?: readonly (string | undefined)[] | undefined;
}

const isInSurround = ({ channels }: GroupedTrack) =>
  Number.parseInt(channels ?? String(STEREO_CHANNELS), 10) > STEREO_CHANNELS;

/**
 * Indexes of the levels that play with surround sound, or of those that do not where it is wanted and there; last first. hls.js tells
 * levels of one codec apart by their bitrate alone, and would change to surround sound on a fast connection.
 */
export function levelsOfOtherChannels(
  levels: readonly GroupedLevel[],
  tracks: readonly GroupedTrack[],
  wantsSurround: boolean,
): number[] {
  const groups = new Set<string | undefined>(tracks.filter(isInSurround).map(({ groupId }) => groupId));
  const isSurround = ({ audioGroups = [] }: GroupedLevel) => audioGroups.some((group) => groups.has(group));
  const kept = wantsSurround && levels.some(isSurround);
  const others = levels.flatMap((level, index) => (isSurround(level) === kept ? [] : [index]));
  return others.length < levels.length ? others.reverse() : [];
}

/**
 * The sounds that viewers choose among, of those of the group that plays: each in stereo, and in surround sound where there is that.
 * Groups have the same sounds in the same order (RFC 8216bis §4.4.6.1.1).
 */
export function listSounds(playing: readonly GroupedTrack[], all: readonly GroupedTrack[]): Sound[] {
  return playing.flatMap(({ name, lang: language = "" }, track) => {
    const stereo = { name, language, track, surround: false };
    const has = all.some((other) => other.name === name && isInSurround(other));
    return has ? [stereo, { ...stereo, name: surroundName(name), surround: true }] : [stereo];
  });
}

/** Keeps the levels in stereo or in surround sound. */
export function chooseChannels(hls: Hls, wantsSurround: boolean): void {
  for (const index of levelsOfOtherChannels(hls.levels, hls.allAudioTracks, wantsSurround)) hls.removeLevel(index);
}
