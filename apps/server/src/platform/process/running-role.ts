/** A role that serves. */
export interface RunningRole {
  /** Takes no new work, finishes what it has started and closes its ports. */
  close(): Promise<void>;
}
