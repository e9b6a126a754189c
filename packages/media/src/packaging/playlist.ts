import type { HdrRange } from "@kinora/domain/transcoding/picture-codecs.ts";
import { LOW_SOUND_LINES_MAX } from "@kinora/domain/videos/audio-tracks.ts";
import {
  declareClosedCaptions,
  mergedClosedCaptions,
  type ClosedCaptions,
  type ClosedCaptionsDeclaration,
} from "./closed-captions.ts";

/** A segment as the playlist needs it. */
export interface PlaylistSegment {
  /** Relative to the playlist. */
  uri: string;
  durationSeconds: number;
}

/** A media playlist (RFC 8216bis §4.4.3). */
export interface MediaPlaylistOptions {
  segments: readonly PlaylistSegment[];
  /** Must never change while the playlist grows. */
  targetDurationSeconds: number;
  /** False while more segments will come (EVENT), true at the end (VOD, ENDLIST). */
  ended: boolean;
  /** `init.mp4` unless said. */
  initUri?: string;
}

/** Writes a media playlist: EVENT, played from its start, while growing; VOD when ended. */
export function mediaPlaylist({ segments, targetDurationSeconds, ended, initUri }: MediaPlaylistOptions): string {
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${targetDurationSeconds}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    `#EXT-X-PLAYLIST-TYPE:${ended ? "VOD" : "EVENT"}`,
    "#EXT-X-INDEPENDENT-SEGMENTS",
    // Players join a growing playlist near its end by default.
    ...(ended ? [] : ["#EXT-X-START:TIME-OFFSET=0,PRECISE=YES"]),
    `#EXT-X-MAP:URI=${quoted(initUri ?? "init.mp4")}`,
    ...segments.flatMap(({ uri, durationSeconds }) => [`#EXTINF:${durationSeconds.toFixed(6)},`, uri]),
    ...(ended ? ["#EXT-X-ENDLIST"] : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** One video rendition of the master playlist, with figures from its real segments. */
export interface MasterVariant {
  /** Playlist, relative to the master. */
  uri: string;
  width: number;
  height: number;
  fps: { numerator: number; denominator: number };
  codec: string;
  /** Largest segment, bits per second. */
  peakBitrate: number;
  /** Over all segments, bits per second. */
  averageBitrate: number;
  /** The curve of its HDR; SDR where it is not said. */
  hdr?: HdrRange | null;
  /** Its I-frame playlist, relative to the master, and the most bits per second in it; none where it has none. */
  keyFrames?: { uri: string; peakBitrate: number } | null;
  /** Captions within its pictures. */
  closedCaptions: ClosedCaptions;
}

/** An audio rendition of the master playlist. */
export interface MasterAudio {
  uri: string;
  codec: string;
  peakBitrate: number;
  averageBitrate: number;
  name: string;
  /** BCP 47, when known. */
  language?: string;
  channels: number;
  /** The same at a lower bitrate, for small pictures and for the sound alone. */
  low?: OtherAudio;
  /** The same in surround sound, for players that prefer it. */
  surround?: OtherAudio & Pick<MasterAudio, "channels">;
  /** Made for people who do not see: describes the picture, too. */
  describesPictures?: boolean;
}

type OtherAudio = Pick<MasterAudio, "uri" | "codec" | "peakBitrate" | "averageBitrate">;

/** A subtitle rendition of the master playlist. */
export interface MasterSubtitles {
  uri: string;
  name: string;
  language?: string;
  /** Shown unless the viewer chose otherwise. */
  byDefault: boolean;
  forced?: boolean;
  /** Made for people who are deaf: describes sounds other than speech, too. */
  describesSound?: boolean;
  /** Made by machine. */
  automatic?: boolean;
}

/** The whole master playlist. */
export interface MasterPlaylistOptions {
  variants: readonly MasterVariant[];
  audio: MasterAudio | null;
  /** Sounds that viewers can choose instead; none unless said. */
  otherSounds?: readonly MasterAudio[];
  subtitles: readonly MasterSubtitles[];
}

/** What a viewer's connection is taken to carry before anything is known of it (HLS Authoring Specification §9.14). */
const firstBitrate = 2_000_000;

/**
 * Writes a master playlist (RFC 8216bis §4.4.6): first the variant players begin with, in H.264 where there are several codecs,
 * then the others from the lowest on, and after them those with surround sound.
 */
export function masterPlaylist({ variants, audio, otherSounds = [], subtitles }: MasterPlaylistOptions): string {
  const ascending = variants.toSorted((a, b) => a.averageBitrate - b.averageBitrate);
  const distance = ({ peakBitrate }: MasterVariant) =>
    Math.abs(Math.log((peakBitrate + (audio?.peakBitrate ?? 0)) / firstBitrate));
  const inH264 = ascending.filter(({ codec }) => codec.startsWith("avc"));
  const [first] = (inH264.length > 0 ? inH264 : ascending).toSorted((a, b) => distance(a) - distance(b));
  const ordered = ascending.toSorted((a, b) => Number(b === first) - Number(a === first));
  const groups: Groups = {
    audio: groupsOf(audio ? [audio, ...otherSounds] : []),
    hasSubtitles: subtitles.length > 0,
    hasHdr: variants.some(({ hdr }) => hdr),
    closedCaptions: declareClosedCaptions(mergedClosedCaptions(variants.map((variant) => variant.closedCaptions))),
  };
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    ...Object.values(groups.audio).flatMap(groupLines),
    ...subtitles.map(subtitlesLine),
    ...groups.closedCaptions.media,
    ...ordered.flatMap((variant) => [variantLine(variant, groups, usualSound(variant, groups)), variant.uri]),
    ...withSurround(ordered, groups),
    ...(ordered.length > 0 ? soundAlone(groups) : []),
    ...ascending.flatMap((variant) => (variant.keyFrames ? [keyFramesLine(variant, variant.keyFrames)] : [])),
  ];
  return `${lines.join("\n")}\n`;
}

/** What every variant plays with. */
interface Groups {
  audio: AudioGroups;
  hasSubtitles: boolean;
  /** Every variant says its range where one of them is HDR. */
  hasHdr: boolean;
  closedCaptions: ClosedCaptionsDeclaration;
}

/** A group of sounds; the first one is its default. */
interface AudioGroup {
  id: string;
  sounds: readonly MasterAudio[];
}

/** The groups of sounds: the usual one, that of the low bitrate, and that of surround sound; null where there is none. */
interface AudioGroups {
  usual: AudioGroup | null;
  low: AudioGroup | null;
  surround: AudioGroup | null;
}

/** Groups have the same sounds (RFC 8216bis §4.4.6.1.1): one without a second rendition is in each of them as it is. */
function groupsOf(listed: readonly MasterAudio[]): AudioGroups {
  const sounds = withNames(listed);
  const groupOf = (id: string, kind: "low" | "surround") =>
    sounds.some((sound) => sound[kind]) ? { id, sounds: sounds.map((sound) => ({ ...sound, ...sound[kind] })) } : null;
  return {
    usual: sounds.length > 0 ? { id: "audio", sounds } : null,
    low: groupOf("audio-low", "low"),
    surround: groupOf("audio-surround", "surround"),
  };
}

/** Names within a group must differ (RFC 8216bis §4.4.6.1.1). */
function withNames(sounds: readonly MasterAudio[]): MasterAudio[] {
  const taken = new Set<string>();
  return sounds.map((sound) => {
    let name = quoted(sound.name).slice(1, -1);
    for (let number = 2; taken.has(name); number += 1) name = `${sound.name} ${number}`;
    taken.add(name);
    return { ...sound, name };
  });
}

const groupLines = (group: AudioGroup | null) =>
  group ? group.sounds.map((sound, index) => audioLine(group.id, sound, index === 0)) : [];

function audioLine(group: string, audio: MasterAudio, byDefault: boolean): string {
  return `#EXT-X-MEDIA:${attributes([
    ["TYPE", "AUDIO"],
    ["GROUP-ID", quoted(group)],
    ["NAME", quoted(audio.name)],
    ["LANGUAGE", audio.language === undefined ? null : quoted(audio.language)],
    ["DEFAULT", byDefault ? "YES" : "NO"],
    ["AUTOSELECT", "YES"],
    ["CHARACTERISTICS", audio.describesPictures ? quoted("public.accessibility.describes-video") : null],
    ["CHANNELS", quoted(String(audio.channels))],
    ["URI", quoted(audio.uri)],
  ])}`;
}

/** What makes subtitles captions (RFC 8216bis §4.4.6.1, CHARACTERISTICS). */
const accessible = "public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound";

/** What Apple's players tell viewers of subtitles that no person wrote (AVMediaCharacteristicMachineGenerated). */
const machineMade = "public.machine-generated";

function subtitlesLine(track: MasterSubtitles): string {
  const traits = [...(track.describesSound ? [accessible] : []), ...(track.automatic ? [machineMade] : [])];
  return `#EXT-X-MEDIA:${attributes([
    ["TYPE", "SUBTITLES"],
    ["GROUP-ID", quoted("subtitles")],
    ["NAME", quoted(track.name)],
    ["LANGUAGE", track.language === undefined ? null : quoted(track.language)],
    ["DEFAULT", track.byDefault ? "YES" : "NO"],
    ["AUTOSELECT", "YES"],
    ["FORCED", track.forced ? "YES" : "NO"],
    ["CHARACTERISTICS", traits.length > 0 ? quoted(traits.join(",")) : null],
    ["URI", quoted(track.uri)],
  ])}`;
}

/** What a variant says of its group: the codec and the rates of its default. */
const ratesOf = ({ sounds }: AudioGroup) => sounds[0] ?? null;

const isSmall = ({ width, height }: MasterVariant) => Math.min(width, height) <= LOW_SOUND_LINES_MAX;
const usualSound = (variant: MasterVariant, { audio }: Groups) => (isSmall(variant) && audio.low) || audio.usual;

/** The variants with surround sound: all but the small ones, of whose bits it would be the most, or the largest of those. */
function withSurround(variants: readonly MasterVariant[], groups: Groups): string[] {
  const { surround } = groups.audio;
  if (!surround) return [];
  const ascending = variants.toSorted((a, b) => a.averageBitrate - b.averageBitrate);
  const large = ascending.filter((variant) => !isSmall(variant));
  const carrying = large.length > 0 ? large : ascending.slice(-1);
  return carrying.flatMap((variant) => [variantLine(variant, groups, surround), variant.uri]);
}

function variantLine(
  variant: MasterVariant,
  { hasSubtitles, hasHdr, closedCaptions }: Groups,
  group: AudioGroup | null,
): string {
  const audio = group && ratesOf(group);
  const codecs = audio ? `${variant.codec},${audio.codec}` : variant.codec;
  return `#EXT-X-STREAM-INF:${attributes([
    ["BANDWIDTH", String(Math.ceil(variant.peakBitrate + (audio?.peakBitrate ?? 0)))],
    ["AVERAGE-BANDWIDTH", String(Math.ceil(variant.averageBitrate + (audio?.averageBitrate ?? 0)))],
    ["CODECS", quoted(codecs)],
    ["RESOLUTION", `${variant.width}x${variant.height}`],
    ["FRAME-RATE", (variant.fps.numerator / variant.fps.denominator).toFixed(3)],
    ["VIDEO-RANGE", hasHdr ? (variant.hdr ?? "SDR") : null],
    ["AUDIO", group ? quoted(group.id) : null],
    ["SUBTITLES", hasSubtitles ? quoted("subtitles") : null],
    ["CLOSED-CAPTIONS", closedCaptions.attribute],
  ])}`;
}

/** The sound alone, for connections that carry no picture: a variant without a size (RFC 8216bis §4.4.6.2). */
function soundAlone({ audio: { low, usual }, hasSubtitles, closedCaptions }: Groups): string[] {
  const group = low ?? usual;
  const audio = group && ratesOf(group);
  if (!group || !audio) return [];
  const line = `#EXT-X-STREAM-INF:${attributes([
    ["BANDWIDTH", String(Math.ceil(audio.peakBitrate))],
    ["AVERAGE-BANDWIDTH", String(Math.ceil(audio.averageBitrate))],
    ["CODECS", quoted(audio.codec)],
    ["AUDIO", quoted(group.id)],
    ["SUBTITLES", hasSubtitles ? quoted("subtitles") : null],
    // All variants say NONE, or none does.
    ["CLOSED-CAPTIONS", closedCaptions.attribute === "NONE" ? "NONE" : null],
  ])}`;
  return [line, audio.uri];
}

/** An I-frame playlist of a variant (RFC 8216bis §4.4.6.3), with which players show pictures while they wind. */
function keyFramesLine(variant: MasterVariant, { uri, peakBitrate }: { uri: string; peakBitrate: number }): string {
  return `#EXT-X-I-FRAME-STREAM-INF:${attributes([
    ["BANDWIDTH", String(Math.ceil(peakBitrate))],
    ["CODECS", quoted(variant.codec)],
    ["RESOLUTION", `${variant.width}x${variant.height}`],
    ["VIDEO-RANGE", variant.hdr ?? null],
    ["URI", quoted(uri)],
  ])}`;
}

function attributes(pairs: readonly (readonly [string, string | null])[]): string {
  return pairs.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`])).join(",");
}

/** A quoted string may hold neither double quotes nor line breaks (RFC 8216bis §4.2), and some parsers trip over single ones. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["']/g, "’").replaceAll(/[\r\n]+/g, " ")}"`;
}

/** A WebVTT file as one subtitle segment. */
export function subtitlePlaylist(uri: string, durationSeconds: number): string {
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(durationSeconds))}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    `#EXTINF:${durationSeconds.toFixed(6)},`,
    uri,
    "#EXT-X-ENDLIST",
  ];
  return `${lines.join("\n")}\n`;
}

/** Peak (of any segment) and average bits per second of a rendition, for the master playlist. */
export function measureBitrates(segments: readonly { sizeBytes: number; durationSeconds: number }[]): {
  peakBitrate: number;
  averageBitrate: number;
} {
  let sizeBytes = 0;
  let durationSeconds = 0;
  let peakBitrate = 0;
  for (const segment of segments) {
    sizeBytes += segment.sizeBytes;
    durationSeconds += segment.durationSeconds;
    // The last segment may be a few frames long, which is no rate anybody has to sustain.
    if (segment.durationSeconds >= 0.5 || segments.length === 1)
      peakBitrate = Math.max(peakBitrate, (segment.sizeBytes * 8) / segment.durationSeconds);
  }
  const averageBitrate = durationSeconds > 0 ? Math.ceil((sizeBytes * 8) / durationSeconds) : 0;
  return { peakBitrate: Math.max(Math.ceil(peakBitrate), averageBitrate), averageBitrate };
}
