/** What a role gives back once it serves. */
export interface RunningRole {
  /** Takes no new work, ends what it has begun and frees its ports. */
  close(): Promise<void>;
}
