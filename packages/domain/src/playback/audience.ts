/** What an edge knows of those who watch a livestream through it. Sums only grow, and begin again when everybody left. */
export interface EdgeAudience {
  viewers: number;
  /** Everything sent to viewers: playlists, parts, segments and their headers. */
  sent_bytes: number;
  watched_seconds: number;
  stalled_seconds: number;
  /** Mean of what players reported lately; null while none did. */
  latency_seconds: number | null;
}
