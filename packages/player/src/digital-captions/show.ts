import type Hls from "hls.js";
import type { DigitalCaptionTracks } from "./tracks.ts";

/**
 * Shows CEA-708 captions where a master playlist names no others within its pictures: hls.js decodes CEA-608 only. What decodes
 * them is fetched then; when that fails, the stream plays without them.
 */
export function showDigitalCaptions({ Events }: typeof Hls, hls: Hls, video: HTMLVideoElement): void {
  let use = (_work: (tracks: DigitalCaptionTracks) => void): unknown => undefined;
  hls.on(Events.MANIFEST_LOADED, (_event, { captions = [] }) => {
    if (captions.length === 0 || captions.some(({ instreamId }) => !instreamId?.startsWith("SERVICE"))) return;
    const tracks = import("./tracks.ts").then((part) => new part.DigitalCaptionTracks(video, captions));
    use = (work) => tracks.then(work).catch(() => undefined);
  });
  hls.on(Events.FRAG_PARSING_USERDATA, (_event, data) => use((tracks) => tracks.read(data)));
  for (const event of [Events.MANIFEST_LOADING, Events.DESTROYING] as const)
    hls.on(event, () => use((tracks) => tracks.remove()));
}
