import { randomUUID } from "node:crypto";
import type { Contract } from "@kinora/contract/contract.ts";
import { defaultAdSettings, defaultVideoAds } from "@kinora/domain/ads/ad-settings.ts";
import { NO_PROVIDERS } from "@kinora/domain/analytics/providers.ts";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { defaultProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { defaultWatermarkLayout } from "@kinora/domain/transcoding/watermark.ts";

export interface Things {
  account: number;
  project: number;
  video: number;
  upload: string;
  transcode: number;
  role: number;
  /** A role of the account's own, which nobody has. */
  ownRole: number;
  /** A second owner of the account. */
  coOwner: number;
  member: number;
  /** A person who is blocked in the project. */
  blocked: number;
  invitation: number;
  trashed: number;
  category: number;
  otherCategory: number;
  tag: number;
  otherTag: number;
  otherVideo: number;
  captions: number;
  rendition: number;
  bulkJob: number;
  stream: number;
  restream: number;
  recording: number;
  player: number;
  restriction: number;
  signingKey: number;
  playlist: number;
  apiKey: number;
  uploadToken: number;
  webhook: number;
  delivery: number;
}

export interface Sample {
  path: Record<string, number | string>;
  query?: string;
  body?: object;
}

type OperationName = { [Room in keyof Contract]: `${Room}.${keyof Contract[Room] & string}` }[keyof Contract];

const LADDER_RUNGS = defaultProjectLadder.rungs.map(({ height, enabled, crf, maxBitrateKbps }) => ({
  height,
  enabled,
  crf,
  max_bitrate_kbps: maxBitrateKbps,
}));
const LADDER = { rungs: LADDER_RUNGS, max_fps: 60, audio_kbps: 128, mp4: true, remux: false, remux_max_kbps: 12_000 };
const RANGE = { from: "2030-01-01", to: "2030-01-07" };
const RESTREAM = { name: "Elsewhere", platform: "custom", url: "rtmp://192.0.2.1/live", key: "secret" };
const CAPTIONS = { language: "en", label: "English", kind: "captions" };
const PICTURE = { picture: Buffer.from("ffd8ff", "hex").toString("base64") };
const POLICY = { policy: OPEN_POLICY };
const WEBHOOK = { url: "https://192.0.2.1/hook", events: ["video.ready"] };
const SPAN = { from_seconds: 0, to_seconds: 2 };
export const CAPTIONS_FILE = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n";

/**
 * Input fields that cannot be derived from the schema (`sampleCalls`): ids of
 * rows that are not in the path, texts with a format, and fields that depend on each other.
 */
export const oddFields: Partial<Record<OperationName, (things: Things) => Record<string, unknown>>> = {
  "projects.createProject": () => ({ domain: "example.com" }),
  "projects.updateProject": () => ({ domain: "example.com" }),
  "categories.mergeCategory": ({ otherCategory }) => ({ into_id: otherCategory }),
  "categories.deleteCategories": ({ category }) => ({ ids: [category] }),
  "tags.mergeTag": ({ otherTag }) => ({ into_id: otherTag }),
  "resolutions.saveLadder": () => LADDER,
  "resolutions.uploadWatermark": () => PICTURE,
  "resolutions.saveWatermark": () => ({ enabled: true, ...defaultWatermarkLayout }),
  "library.getDeletionImpact": ({ video }) => ({ ids: [video] }),
  "preferences.savePreference": () => ({ value: ["size"] }),
  "bulk.bulkPublish": ({ video }) => ({ ids: [video], published: true }),
  "bulk.bulkEdit": ({ video }) => ({ ids: [video], category_id: null }),
  "bulk.bulkDelete": ({ video }) => ({ ids: [video] }),
  "imports.createImports": () => ({ items: [{ url: "https://example.com/a.mp4" }] }),
  "imports.previewImports": () => ({ csv: "url\nhttps://example.com/a.mp4" }),
  "imports.findDuplicates": () => ({ files: [{ size_bytes: 1, fingerprint: "0".repeat(64) }] }),
  "advanced.createAccount": () => ({ owner_email: "nobody@example.com" }),
  "accounts.saveAccountDetails": () => ({ billing_email: "billing@example.com", vat_number: "", country: "DE" }),
  "accounts.getAccountStatistics": () => ({ month: "2030-01" }),
  "analytics.getPlayersReport": () => RANGE,
  "analytics.getTopVideosReport": () => RANGE,
  "analytics.getTopLivestreamsReport": () => RANGE,
  "analytics.getBandwidthReport": () => RANGE,
  "analytics.getVideoRetention": () => RANGE,
  "analytics.getTranscodeReport": () => RANGE,
  "owners.addOwner": ({ member }) => ({ user_id: member }),
  "users.inviteUser": () => ({ email: `${randomUUID()}@example.com` }),
  "users.inviteUsers": () => ({ emails: [`${randomUUID()}@example.com`] }),
  "videos.publishVideo": () => ({ published: true }),
  "videoDetails.copyDetails": ({ otherVideo }) => ({ from_id: otherVideo }),
  "captions.addCaptions": () => ({ ...CAPTIONS, label: "New", file: CAPTIONS_FILE }),
  "captions.updateCaptions": () => CAPTIONS,
  "posters.uploadPoster": () => PICTURE,
  "streams.labelStreams": ({ stream, tag }) => ({ ids: [stream], action: "add_tags", tag_ids: [tag] }),
  "streams.setStreamLoop": () => ({ video_ids: [] }),
  "streams.uploadStreamPicture": () => PICTURE,
  "recordings.clipStream": () => ({ seconds: 30 }),
  "recordings.planTrim": () => SPAN,
  "recordings.trimRecording": () => SPAN,
  "ads.saveAds": () => ({ ...defaultAdSettings }),
  "ads.saveVideoAds": () => ({ ...defaultVideoAds }),
  // An address of nobody: the test of a tag does not wait for an answer.
  "ads.testAdTag": () => ({ tag: "http://192.0.2.1/vast.xml" }),
  "players.uploadPlayerPicture": () => PICTURE,
  "players.savePlayer": () => ({ settings: {} }),
  "players.revertPlayer": () => ({ version: 1 }),
  "restrictions.createRestriction": () => POLICY,
  "restrictions.updateRestriction": () => POLICY,
  "restrictions.uploadRestrictionPicture": () => PICTURE,
  "restrictions.allowReferrer": () => ({ referrer: "example.com" }),
  "restrictions.assignVideoRestriction": ({ restriction }) => ({ profile_id: restriction }),
  "restrictions.assignStreamRestriction": ({ restriction }) => ({ profile_id: restriction }),
  "restrictions.assignPlaylistRestriction": ({ restriction }) => ({ profile_id: restriction }),
  "restrictions.assignCategoryRestriction": ({ restriction }) => ({ profile_id: restriction }),
  "apiKeys.createApiKey": () => ({ scopes: ["api_manage"] }),
  "apiKeys.updateApiKey": () => ({ scopes: ["api_manage"] }),
  "analytics.saveAnalyticsProviders": () => ({ ...NO_PROVIDERS }),
  "analytics.testAnalyticsProviders": () => ({
    google: NO_PROVIDERS.google,
    matomo: NO_PROVIDERS.matomo,
    pixel: NO_PROVIDERS.pixel,
  }),
  "uploadTokens.createUploadToken": ({ category, tag }) => ({
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    category_id: category,
    tag_ids: [tag],
  }),
  "webhooks.createWebhook": () => WEBHOOK,
  "webhooks.updateWebhook": () => WEBHOOK,
  "playlists.addPlaylistItems": ({ otherVideo }) => ({ video_ids: [otherVideo] }),
  "playlists.addToPlaylists": ({ playlist, otherVideo }) => ({ playlist_ids: [playlist], video_ids: [otherVideo] }),
  "playlists.previewRules": () => ({ rules: {} }),
  "restreams.createRestream": () => RESTREAM,
  "restreams.updateRestream": () => RESTREAM,
  "restreams.tryRestream": ({ restream }) => ({ id: restream, url: RESTREAM.url, key: RESTREAM.key }),
};
