import type { LiveInput } from "@kinora/media/live/liveEncoder.ts";
import type { Publisher } from "./publisher.ts";

/** What happens to a publisher, told at once. */
export interface PublisherHooks {
  /** What it sends is known well enough to begin, or changed so that it has to begin anew. */
  onReady(publisher: Publisher, input: LiveInput): void;
  onEnd(publisher: Publisher): void;
  /** Nothing can be made of what it sends; the sentence says why. */
  onUseless(publisher: Publisher, reason: string): void;
}

/** FLV tags as they come, and what a decoder needs before the first of them. */
export interface TagSource {
  /** An FLV file's beginning: its header and the descriptions. */
  head(): Buffer;
  /** Hears each tag from now on, and those before it that nobody has taken yet; answers how to stop. */
  listen(listener: TagListener): () => void;
}

/** Somebody who hears each tag, such as a process that sends it on. */
export type TagListener = (tag: Buffer, keyframe: boolean) => void;
