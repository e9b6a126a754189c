/** A stream attached to a video element. */
export interface AttachedStream {
  /** Reloads the multivariant playlist and resumes at `seconds`. */
  reload(seconds: number): void;
  /** Plays another multivariant playlist in the same element, from `seconds` on. */
  load(source: string, seconds: number): void;
  destroy(): void;
}
