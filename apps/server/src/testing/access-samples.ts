import { randomInt, randomUUID } from "node:crypto";
import type { Contract } from "@kinora/contract/contract.ts";
import { defaultAdSettings, defaultVideoAds } from "@kinora/domain/ads/ad-settings.ts";
import { NO_PROVIDERS } from "@kinora/domain/analytics/providers.ts";
import { NO_LIMITS, NO_SPECIAL_TERMS } from "@kinora/domain/billing/plans.ts";
import { ALL_FEATURES } from "@kinora/domain/operations/features.ts";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { defaultProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { defaultWatermarkLayout } from "@kinora/domain/transcoding/watermark.ts";

export interface Things {
  account: number;
  project: number;
  video: number;
  upload: string;
  transcode: number;
  /** A name that superusers keep settings of workers under. */
  worker: string;
  liveHost: string;
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
  /** One that waits for its file. */
  audioTrack: number;
  rendition: number;
  bulkJob: number;
  /** One that was read and not started. */
  importJob: number;
  stream: number;
  restream: number;
  guestLink: number;
  recording: number;
  player: number;
  restriction: number;
  /** One that is not the default. */
  adSchedule: number;
  signingKey: number;
  playlist: number;
  apiKey: number;
  uploadToken: number;
  webhook: number;
  delivery: number;
  plan: number;
  invoice: number;
  invoiceRun: number;
  /** A seller beside that of the invoice settings. */
  seller: number;
  /** A mail domain that the account claims and has not proved. */
  mailDomain: string;
  /** A finished backup of the installation. */
  backup: number;
  /** The name of a recurring job. */
  chore: string;
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
const PLAN = { name: "Team", currency: "EUR", price: 2_900, meters: {}, limits: NO_LIMITS };
const TERMS = { effective_from: "2030-01-01", plan_id: null, special: NO_SPECIAL_TERMS, note: "" };
const BILLING = {
  seller: {
    name: "Kinora",
    email: "billing@example.com",
    vat_number: "",
    street: "Main Street 1",
    city: "Springfield",
    postcode: "12345",
    country: "DE",
  },
  prefix: "",
  due_days: 14,
  automatic_day: null,
  payment: "",
  vat_currency: null,
  exchange_rates: {},
  vat_rates: { DE: 1_900 },
};
const { seller: COMPANY, due_days: DUE_DAYS, payment: PAYMENT } = BILLING;
/** Each of its own prefix. */
const aSeller = () => {
  const prefix = `${randomUUID().slice(0, 8).toUpperCase()}-`;
  return { seller: COMPANY, prefix, due_days: DUE_DAYS, payment: PAYMENT };
};
const RANGE = { from: "2030-01-01", to: "2030-01-07" };
const RESTREAM = { name: "Elsewhere", platform: "custom", url: "rtmp://192.0.2.1/live", key: "secret" };
const AUDIO_TRACK = { name: "German", language: "de" };
const CAPTIONS = { language: "en", label: "English", kind: "captions" };
const PICTURE = { picture: Buffer.from("ffd8ff", "hex").toString("base64") };
const POLICY = { policy: OPEN_POLICY };
// An address of nobody: what tries it does not wait for an answer.
const PROVIDER = { issuer: "https://192.0.2.1/staff", client_id: "kinora", client_secret: "another secret" };
const WEBHOOK = { url: "https://hooks.example.com/hook", events: ["video.ready"] };
const SPAN = { from_seconds: 0, to_seconds: 2 };
export const CAPTIONS_FILE = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n";

/**
 * Input fields that cannot be derived from the schema (`sampleCalls`): ids of
 * rows that are not in the path, texts with a format, and fields that depend on each other.
 */
export const oddFields: Partial<Record<OperationName, (things: Things) => Record<string, unknown>>> = {
  "projects.createProject": () => ({ domain: "example.com" }),
  "projects.updateProject": () => ({ domain: "example.com" }),
  "asCode.importProject": () => ({ document: "kinora: 1\nsettings: { trash_days: 7 }\n" }),
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
  "importJobs.createImportJob": () => ({ source: "https://192.0.2.1/feed.xml" }),
  "imports.findDuplicates": () => ({ files: [{ size_bytes: 1, fingerprint: "0".repeat(64) }] }),
  "advanced.changeRoleTemplate": () => ({ permissions: ["users_view", "project_manage", "users_manage"] }),
  "advanced.createAccount": () => ({ owner_email: "nobody@example.com" }),
  // Nothing is switched off or limited: the other operations are called in the same installation.
  "advanced.saveSwitches": () => ({ features: ALL_FEATURES }),
  // No country database: refused, so that the other operations keep theirs.
  "advanced.replaceCountries": () => ({ file: "AAAA", name: "countries.mmdb" }),
  "advanced.saveBackupSchedule": () => ({ daily: false, hour: 3, time_zone: "UTC", keep: 7 }),
  "advanced.saveLimits": () => ({ upload_bytes: null, open_uploads: null }),
  "advanced.saveAccountFeatures": () => ({
    own: {
      ...{ livestreams: null, restreams: null, imports: null, api_keys: null, upload_tokens: null },
      ...{ webhooks: null, downloads: null },
    },
  }),
  "accounts.saveAccountDetails": () => ({ billing_email: "billing@example.com", vat_number: "", country: "DE" }),
  "billing.createSeller": aSeller,
  "billing.changeSeller": aSeller,
  "billing.creditInvoice": () => ({ amount: 1 }),
  "billing.createPlan": () => ({ ...PLAN, code: randomUUID().slice(0, 8) }),
  "billing.changePlan": () => PLAN,
  "billing.saveAccountPricing": () => ({ ...TERMS, time_zone: "UTC" }),
  "billing.previewAccountPricing": ({ plan }) => ({ plan_id: plan, special: NO_SPECIAL_TERMS }),
  "billing.requestPlan": ({ plan }) => ({ plan_id: plan }),
  "billing.saveBillingSettings": () => BILLING,
  "billing.recountUsage": () => ({ month: new Date().toISOString().slice(0, 7) }),
  "billing.issueInvoices": () => ({ month: `20${String(randomInt(10, 25))}-0${String(randomInt(1, 10))}` }),
  "billing.previewInvoices": () => ({ month: "2030-01" }),
  "billing.recordInvoicePayment": () => ({ amount: 100, paid_on: "2030-01-01", reference: randomUUID() }),
  "accounts.getAccountStatistics": () => ({ month: "2030-01" }),
  "accounts.exportAccountStatistics": () => ({ month: "2030-01" }),
  "analytics.getPlayersReport": () => RANGE,
  "analytics.getTopVideosReport": () => RANGE,
  "analytics.getTopLivestreamsReport": () => RANGE,
  "analytics.getBandwidthReport": () => RANGE,
  "analytics.getVideoRetention": () => RANGE,
  "analytics.getTranscodeReport": () => RANGE,
  "analytics.getVideoPlays": ({ video }) => ({ ids: [video] }),
  "analytics.getPlaylistPlays": ({ playlist }) => ({ ids: [playlist] }),
  "analytics.exportPlayersReport": () => RANGE,
  "analytics.exportTopVideosReport": () => RANGE,
  "analytics.exportTopLivestreamsReport": () => RANGE,
  "analytics.exportBandwidthReport": () => RANGE,
  "analytics.exportTranscodeReport": () => RANGE,
  "ownProvider.saveAccountSignIn": () => ({ ...PROVIDER, required: false }),
  "ownProvider.tryAccountSignIn": () => PROVIDER,
  "ownProvider.addSignInDomain": () => ({ domain: `${randomUUID()}.example` }),
  "owners.addOwner": ({ member }) => ({ user_id: member }),
  // No row has an open offer: it would keep the project from being offered.
  "projects.previewOfferedProject": () => ({ transfer_id: 1 }),
  "projects.acceptOfferedProject": () => ({ transfer_id: 1 }),
  "projects.declineOfferedProject": () => ({ transfer_id: 1 }),
  "projects.offerProject": () => ({ email: `${randomUUID()}@example.com` }),
  "users.inviteUser": () => ({ email: `${randomUUID()}@example.com` }),
  "users.inviteUsers": () => ({ emails: [`${randomUUID()}@example.com`] }),
  "videos.publishVideo": () => ({ published: true }),
  "videoDetails.copyDetails": ({ otherVideo }) => ({ from_id: otherVideo }),
  "audioTracks.addAudioTrack": () => AUDIO_TRACK,
  "audioTracks.updateAudioTrack": () => AUDIO_TRACK,
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
  "ads.createAdSchedule": () => ({ ...defaultAdSettings, name: `Ads ${randomUUID()}` }),
  "ads.updateAdSchedule": () => ({ ...defaultAdSettings, name: `Ads ${randomUUID()}` }),
  "ads.saveVideoAds": () => ({ ...defaultVideoAds }),
  // An address of nobody: the test of a tag does not wait for an answer.
  "ads.testAdTag": () => ({ tag: "http://192.0.2.1/vast.xml" }),
  "players.uploadPlayerPicture": () => PICTURE,
  "players.savePlayer": () => ({ settings: {} }),
  "players.revertPlayer": () => ({ version: 1 }),
  "restrictions.createRestriction": () => POLICY,
  "restrictions.updateRestriction": () => POLICY,
  "restrictions.uploadRestrictionPicture": () => PICTURE,
  "restrictions.setDefaultRestriction": () => ({ is_default: true }),
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
  "guestLinks.createGuestLink": () => ({ name: "A guest", ends_at: new Date(Date.now() + 3_600_000).toISOString() }),
  "restreams.createRestream": () => RESTREAM,
  "restreams.updateRestream": () => RESTREAM,
  "restreams.tryRestream": ({ restream }) => ({ id: restream, url: RESTREAM.url, key: RESTREAM.key }),
};
