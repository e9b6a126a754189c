import type Hls from "hls.js";
import type { ErrorData, HlsConfig } from "hls.js";
import type { AttachedStream } from "./attached-stream.ts";
import { CodecMix } from "./codecs.ts";
import { showDigitalCaptions } from "./digital-captions/show.ts";
import { bandwidthSettings, keepBandwidth } from "./known-bandwidth.ts";
import type * as liveFollowing from "./live-following.ts";
import { tellLostAppends } from "./lost-appends.ts";
import { levelsAboveCap, startLevel, type QualityBounds } from "./quality.ts";
import type { RenditionList } from "./rendition-list.ts";
import type { SoundList } from "./sound-list.ts";
import type { StreamOptions, StreamProblem } from "./stream-options.ts";
import { chooseChannels, listSounds } from "./surround.ts";

// It is fetched with hls.js: until a video is played, its page does without either.

/** What only livestreams need. */
export type LiveFollowing = typeof liveFollowing;

const RECOVERY_WINDOW_MS = 10_000;

const settings: Partial<HlsConfig> = {
  // Fragmented MP4 goes to the decoder as it is: there is no work a worker could take over.
  enableWorker: false,
  lowLatencyMode: false,
  capLevelToPlayerSize: true,
  backBufferLength: 60,
  // Captions within the picture, where the playlist does not name them: hls.js calls the first two English and Spanish.
  captionsTextTrack1Label: "Closed captions",
  captionsTextTrack1LanguageCode: "",
  captionsTextTrack2Label: "Closed captions (CC2)",
  captionsTextTrack2LanguageCode: "",
  captionsTextTrack3Label: "Closed captions (CC3)",
  captionsTextTrack4Label: "Closed captions (CC4)",
};

/**
 * Whether a file is gone, refused, or taken down. hls.js requests it from every other rendition, and again for seconds after the
 * buffer is empty. Parts of a livestream are deleted as they age.
 */
const isMissing = ({ response }: ErrorData): boolean => [404, 403, 451].includes(response?.code ?? 0);

function problemOf({ ErrorTypes }: typeof Hls, data: ErrorData): StreamProblem {
  if (isMissing(data)) return "gone";
  return data.type === ErrorTypes.NETWORK_ERROR ? "unreachable" : "unplayable";
}

function hlsFor(HlsPlayer: typeof Hls, following: LiveFollowing | null, startSeconds: number): Hls {
  // A playlist that still grows counts as live; 0 keeps it from starting near its end.
  const hls = new HlsPlayer({
    ...settings,
    ...bandwidthSettings(),
    ...(following?.liveSettings ?? { startPosition: startSeconds }),
  });
  keepBandwidth(HlsPlayer, hls);
  tellLostAppends(HlsPlayer, hls);
  following?.awaitCaptions(HlsPlayer, hls);
  return hls;
}

/** Attaches a playlist through hls.js. `following` is what a livestream needs besides. */
export function openWithHls(
  HlsPlayer: typeof Hls,
  following: LiveFollowing | null,
  video: HTMLVideoElement,
  options: StreamOptions,
): AttachedStream {
  let { source } = options;
  let recoveredAt = -Infinity;
  const mix = new CodecMix();
  let inSurround = false;
  let hls = create(options.startSeconds);

  function create(startSeconds: number): Hls {
    const next = hlsFor(HlsPlayer, following, startSeconds);
    showDigitalCaptions(HlsPlayer, next, video);
    inSurround = offerWhenRead(HlsPlayer, next, options, mix);
    next.on(HlsPlayer.Events.ERROR, (_event, data) => onError(next, data));
    next.loadSource(source);
    next.attachMedia(video);
    return next;
  }

  function onError(failed: Hls, data: ErrorData): void {
    if (failed !== hls) return;
    if (!data.fatal) return isMissing(data) && !options.live ? options.onMissing() : undefined;
    const isMedia = data.type === HlsPlayer.ErrorTypes.MEDIA_ERROR;
    if (isMedia && mix.fallBack()) hls = beginAgain(video, failed, create);
    else if (isMedia && performance.now() - recoveredAt > RECOVERY_WINDOW_MS) {
      recoveredAt = performance.now();
      failed.recoverMediaError();
    } else {
      failed.stopLoad();
      options.onProblem(problemOf(HlsPlayer, data));
    }
    return undefined;
  }

  const openAgain = () => (hls = beginAgain(video, hls, create));
  const changeChannels = () => options.sounds.wantsSurround !== inSurround && openAgain();
  const letGoOfChoices = followChoices(() => hls, options, changeChannels);
  const letGo = following?.followLive(() => hls, video, options);
  return {
    reload(seconds) {
      hls.destroy();
      hls = create(seconds);
    },
    load(next, seconds) {
      source = next;
      hls.config.startPosition = seconds;
      hls.loadSource(next);
    },
    destroy() {
      for (const end of [letGo, letGoOfChoices]) end?.();
      hls.destroy();
    },
  };
}

/** Lists the levels and the sounds of a stream as soon as they are known; returns whether those in surround sound play. */
function offerWhenRead({ Events }: typeof Hls, hls: Hls, options: StreamOptions, mix: CodecMix): boolean {
  const { wantsSurround } = options.sounds;
  hls.on(Events.MANIFEST_PARSED, () => {
    chooseChannels(hls, wantsSurround);
    mix.choose(hls);
    offerLevels(hls, options.renditions, options.quality());
  });
  hls.on(Events.AUDIO_TRACKS_UPDATED, () => offerSounds(hls, options.sounds));
  return wantsSurround;
}

/** Opens a stream again at its current position. */
function beginAgain(video: HTMLVideoElement, failed: Hls, create: (startSeconds: number) => Hls): Hls {
  const { currentTime, paused } = video;
  failed.destroy();
  const next = create(currentTime);
  // Another source pauses the video; where the browser wants a click for each, the viewer has the button.
  if (!paused) video.play().catch(() => undefined);
  return next;
}

/**
 * Plays what viewers choose in the menus of quality and sound; returns what ends that.
 * @param changeChannels opens the stream again in stereo or in surround sound, where the other one was chosen; false where it was not
 */
function followChoices(
  current: () => Hls,
  { renditions, sounds }: StreamOptions,
  changeChannels: () => Hls | false,
): () => void {
  const onRendition = () => {
    const hls = current();
    if (hls.levels.length > 0 && hls.nextLevel !== renditions.selectedIndex) hls.nextLevel = renditions.selectedIndex;
  };
  const onSound = () => {
    if (sounds.selected && !changeChannels()) playTrack(current(), sounds.selected.track);
  };
  renditions.addEventListener("change", onRendition);
  sounds.addEventListener("change", onSound);
  return () => {
    renditions.removeEventListener("change", onRendition);
    sounds.removeEventListener("change", onSound);
  };
}

/** Lists the sounds, and plays the one that is enabled. */
function offerSounds(hls: Hls, sounds: SoundList): void {
  const first = hls.audioTracks.findIndex((track) => track.default);
  sounds.replace(listSounds(hls.audioTracks, hls.allAudioTracks), first);
  if (sounds.selected) playTrack(hls, sounds.selected.track);
}

function playTrack(hls: Hls, track: number): void {
  if (hls.audioTracks.length > 1 && hls.audioTrack !== track) hls.audioTrack = track;
}

/** Keeps the levels within the bounds, lists them as renditions, and begins at the chosen one. */
function offerLevels(hls: Hls, renditions: RenditionList, { start_quality: start, quality_cap: cap }: QualityBounds) {
  const heights = () => hls.levels.map(({ height }) => height);
  for (const index of levelsAboveCap(heights(), cap)) hls.removeLevel(index);
  hls.startLevel = startLevel(heights(), start);
  renditions.replace(
    hls.levels.map(({ width, height, bitrate }, index) => ({ id: String(index), width, height, bitrate })),
  );
  if (renditions.selectedIndex >= 0) hls.startLevel = renditions.selectedIndex;
  hls.nextLevel = renditions.selectedIndex;
}
