import { streamSettings } from "@kinora/contract/live/streams.ts";
import { STREAM_LABELS } from "@kinora/domain/live/stream-states.ts";
import type { Restream, StreamDetail } from "../live/queries.ts";

const { category_id: _category, tags: _tags, ...settings } = streamSettings.parse({ name: "Harbour" });

/** A livestream that is live, as the server answers it. */
export const aStream = (change: Partial<StreamDetail> = {}): StreamDetail => ({
  ...settings,
  id: 7,
  version: 1,
  project_id: 3,
  hash: "8f3a21",
  category: null,
  tags: [],
  state: "live",
  label: STREAM_LABELS.live,
  enabled: true,
  paused: false,
  on_air: "live",
  switched_to: "live",
  ad_break_until: null,
  ads_on_cue: true,
  can_loop: false,
  start_at: null,
  time_zone: "Europe/Paris",
  captions_available: false,
  pictures: { paused: null, offline: null, countdown: null },
  testing: false,
  ingest: null,
  viewers: 12,
  recording: false,
  recording_since: null,
  restreams: { total: 0, connected: 0 },
  started_at: "2026-09-21T10:00:00.000Z",
  last_live_at: null,
  created_at: "2026-09-21T10:00:00.000Z",
  rtmp_url: "rtmp://localhost:1935/live",
  rtmps_url: null,
  srt_url: null,
  whip_url: null,
  session_id: 1,
  embed: { script: "", iframe: "", link: "" },
  player_url: "http://localhost:4003/embed/8f3a21",
  preview_url: "http://localhost:4003/embed/8f3a21?token=x",
  playlist_url: "http://localhost:4003/hls/8f3a21/master.m3u8",
  ...change,
});

/** A restream target that is on and waits for an encoder. */
export const aRestream = (change: Partial<Restream> = {}): Restream => ({
  id: 5,
  name: "Elsewhere",
  platform: "custom",
  url: "rtmp://elsewhere.example/live",
  enabled: true,
  state: "idle",
  detail: "",
  attempts: 0,
  sent_kbps: null,
  profile: "source",
  connected_at: null,
  created_at: "2026-09-21T10:00:00.000Z",
  ...change,
});
