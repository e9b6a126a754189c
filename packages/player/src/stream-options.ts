import type { WatchReport } from "./options.ts";
import type { QualityBounds } from "./quality.ts";
import type { RenditionList } from "./rendition-list.ts";
import type { SoundList } from "./sound-list.ts";

/** Why a stream stopped for good, as far as the viewer can do something about it. */
export type StreamProblem = "unreachable" | "unplayable" | "gone";

export interface StreamOptions {
  source: string;
  startSeconds: number;
  live: boolean;
  renditions: RenditionList;
  sounds: SoundList;
  /** As in the options of a player. */
  onWatched?: ((report: WatchReport) => void) | undefined;
  fades?: (() => boolean) | undefined;
  whep?: (() => string | null) | undefined;
  /** Where the quality begins and ends. */
  quality(): QualityBounds;
  /** A file of a video is elsewhere by now, or refused. What is loaded still plays, and other renditions are tried. */
  onMissing(): void;
  onProblem(problem: StreamProblem): void;
}
