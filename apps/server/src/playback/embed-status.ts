import type { Availability, EmbedStatus } from "@kinora/domain/playback/embed-page.ts";
import { canCancel } from "@kinora/domain/videos/videos.ts";
import { arrivingAddress } from "./addresses.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { PlaybackVideo } from "./playback-video.ts";

/** The state of an embed page, and whether it should poll; the addresses in it carry the pass `token`. */
export async function embedStatus(
  rules: PlaybackRules,
  hash: string,
  found: { video: PlaybackVideo | null; availability: Availability; takenDown: string | null },
  token: string | null,
): Promise<EmbedStatus> {
  const { video, takenDown } = found;
  if (takenDown !== null)
    return { availability: "taken_down", progress: 0, renditions: [], settled: true, message: takenDown };
  if (!video) {
    const availability = (await rules.isSuspended(hash)) ? "suspended" : "missing";
    return { availability, progress: 0, renditions: [], settled: true };
  }
  const set = found.availability === "playable" ? await rules.playable(video) : null;
  const arriving = found.availability === "processing" ? arrivingAddress(video, token) : null;
  return {
    // The flag may be set before the first segments are stored; until then the video is still being prepared.
    availability: found.availability === "playable" && !set ? "processing" : found.availability,
    progress: Math.round(Math.min(1, Math.max(0, video.progress)) * 100),
    renditions: set?.variants.map(({ label }) => label) ?? [],
    settled: !canCancel(video.status),
    ...(arriving && video.arriving ? { arriving: { source: arriving, type: video.arriving.head.mediaType } } : {}),
  };
}
