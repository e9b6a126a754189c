import { ALL_FEATURES } from "@kinora/domain/operations/features.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { PERMISSIONS, permissionSet, type Permission } from "@kinora/domain/people/permissions.ts";
import type { Config, User } from "../platform/session.ts";
import type { Video, VideoPage } from "../platform/videos.ts";

/** A finished video as the API tells it, for tests. */
export const aVideo = (change: Partial<Video> = {}): Video => ({
  id: 1,
  hash: "8f3a21",
  title: "Harbor atlas",
  description: "",
  status: "complete",
  error: null,
  published: false,
  taken_down: null,
  playable: true,
  plays_upload: false,
  image_urls: {},
  category: null,
  tags: [],
  file_id: null,
  file_name: "harbor.mp4",
  upload_progress: null,
  progress: null,
  eta: null,
  queue_position: null,
  duration_seconds: 60,
  width: 1280,
  height: 720,
  sound_only: false,
  size_bytes: 8_000_000,
  resolutions: ["360p", "720p"],
  created_at: "2026-09-21T10:00:00.000Z",
  updated_at: "2026-09-21T10:00:00.000Z",
  published_at: null,
  storyboard_url: null,
  completed_at: "2026-09-21T10:05:00.000Z",
  ...change,
});

export const aVideoPage = (data: Video[]): VideoPage => ({
  data,
  pagination: { ...pagination(1, 30, data.length), more: false },
});

/** A config of one account with one project, in which the caller holds `granted`. */
export const aConfig = (change: Partial<Config> = {}, granted: Iterable<Permission> = PERMISSIONS): Config => ({
  account_id: 1,
  project_id: 3,
  accounts: [{ id: 1, name: "Acme Media", owner: true }],
  projects: [{ id: 3, name: "Orchard News", hash: "a1b2c3", domain: "example.com", timezone: "UTC" }],
  categories: [],
  countries: [],
  permissions: permissionSet(granted),
  standing: null,
  view_as: null,
  maintenance: null,
  features: ALL_FEATURES,
  acting: null,
  owners: [{ first_name: "Mara", last_name: "Voss" }],
  realtime_url: "ws://localhost:4002/realtime/app/kinora",
  edge_url: "http://localhost:4003",
  upload: { max_bytes: 1e10, used_bytes: 0, limit_bytes: null, disk_bytes: null, disk_free_bytes: null },
  ...change,
});

export const aUser = (change: Partial<User> = {}): User => ({
  id: 5,
  first_name: "Mara",
  last_name: "Voss",
  email: "mara@example.com",
  avatar_url: null,
  superuser: false,
  role: { title: "Owner" },
  ...change,
});
