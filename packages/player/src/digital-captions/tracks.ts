import type { FragParsingUserdataData, MediaPlaylist } from "hls.js";
import { DigitalCaptionReader, type DigitalCaption } from "./reader.ts";

/** The tracks of a video in which its services are shown, as the menu of captions lists them. */
export class DigitalCaptionTracks {
  readonly #reader = new DigitalCaptionReader();
  readonly #tracks = new Map<string, { element: HTMLTrackElement; cues: VTTCue[] }>();
  #last: { cc: number; sn: number; seconds: number } | null = null;

  /** @param services the captions of a master playlist that name a service. */
  constructor(video: HTMLVideoElement, services: readonly MediaPlaylist[]) {
    for (const { instreamId = "", name, lang } of services) {
      const element = trackElement(name, lang);
      video.append(element);
      this.#tracks.set(instreamId, { element, cues: [] });
    }
  }

  /** Shows the captions of a fragment, or of a part of one. */
  read({ frag, samples }: Pick<FragParsingUserdataData, "frag" | "samples">): void {
    const [first, end] = [Math.min(...samples.map(({ pts }) => pts)), Math.max(...samples.map(({ pts }) => pts))];
    const sn = Number(frag.sn);
    const last = this.#last;
    if (!last || frag.cc !== last.cc || sn < last.sn || sn > last.sn + 1 || first < last.seconds) this.#reader.reset();
    this.#last = { cc: frag.cc, sn, seconds: end };
    for (const caption of this.#reader.read(samples)) this.#add(caption);
  }

  /** Takes the tracks out of the video. */
  remove(): void {
    for (const { element } of this.#tracks.values()) element.remove();
  }

  #add(caption: DigitalCaption): void {
    const { service, startSeconds, endSeconds, text } = caption;
    const track = this.#tracks.get(service);
    // Fragments are loaded again in another quality, or after their buffer was given up.
    if (!track || track.cues.some((cue) => isMostlyWithin(caption, cue))) return;
    const cue = new VTTCue(startSeconds, endSeconds, text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
    track.cues.push(cue);
    track.element.track.addCue(cue);
  }
}

function isMostlyWithin({ startSeconds, endSeconds }: DigitalCaption, { startTime, endTime }: VTTCue): boolean {
  const common = Math.min(endSeconds, endTime) - Math.max(startSeconds, startTime);
  return common > (endSeconds - startSeconds) / 2;
}

/** A track of captions that is listed and not shown. */
function trackElement(label: string, language: string | undefined): HTMLTrackElement {
  const element = document.createElement("track");
  element.kind = "captions";
  element.label = label;
  if (language) element.srclang = language;
  // Without a source, Safari takes its cues away with its first change of mode; hls.js does the same.
  element.src = "data:,WEBVTT";
  element.track.mode = "hidden";
  return element;
}
