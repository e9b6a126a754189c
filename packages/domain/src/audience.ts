/** What an edge knows of those who watch a livestream through it. Sums only grow, and begin anew when everybody left. */
export interface EdgeAudience {
  viewers: number;
  /** Everything sent to viewers: playlists, parts, segments and their headers. */
  sent_bytes: number;
  watched_seconds: number;
  stalled_seconds: number;
  /** Mean of what was told lately; null while nobody did. */
  latency_seconds: number | null;
}
