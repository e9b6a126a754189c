/** What webhooks report, with a sentence for people. A type begins with the noun of its object. */
export const WEBHOOK_EVENTS = {
  "video.created": "A video was added.",
  "video.uploaded": "The file of a video arrived.",
  "video.queued": "A video waits to be processed.",
  "video.processing": "The processing of a video began.",
  "video.playable": "The first rendition of a video can be played.",
  "video.ready": "All renditions of a video are ready.",
  "video.failed": "A video could not be processed.",
  "video.cancelled": "The processing of a video was cancelled.",
  "video.retried": "A video is processed again.",
  "video.replaced": "A video got a new file.",
  "video.published": "A video was published.",
  "video.unpublished": "A video was unpublished.",
  "video.taken_down": "The operator took a video down.",
  "video.reinstated": "The operator reinstated a video that was taken down.",
  "video.updated": "Details, captions, chapters, the poster or the schedule of a video changed.",
  "video.deleted": "A video was deleted.",
  "video.restored": "A video was restored from the trash.",
  "captions.ready": "Captions of a video were created automatically.",
  "captions.failed": "Captions of a video could not be created automatically.",
  "audio_track.ready": "An uploaded audio track of a video can be heard.",
  "audio_track.failed": "An uploaded audio track of a video could not be encoded.",
  "rendition.ready": "A rendition of a video is complete.",
  "upload.cancelled": "An upload was cancelled.",
  "upload.failed": "An upload or import ended without a file.",
  "import.complete": "Every item of an import was imported, skipped or failed.",
  "import.failed": "The source of an import could not be read, or an import stopped early.",
  "stream.created": "A livestream was created.",
  "stream.connected": "An encoder connected to a livestream.",
  "stream.live": "Viewers can see a livestream.",
  "stream.paused": "A livestream was paused.",
  "stream.unpaused": "A paused livestream continues.",
  "stream.loop_started": "The loop of a livestream began to play.",
  "stream.disconnected": "The encoder of a livestream disconnected.",
  "stream.ended": "A session of a livestream ended.",
  "stream.updated": "Settings of a livestream changed.",
  "stream.deleted": "A livestream was deleted.",
  "recording.ready": "A recording, clip or trim became a video.",
  "restream.connected": "A livestream is sent to another platform.",
  "restream.disconnected": "A livestream is not sent to another platform any more.",
  "restream.error": "A livestream cannot be sent to another platform; Kinora keeps trying.",
  "playlist.created": "A playlist was created.",
  "playlist.updated": "A playlist or its videos changed.",
  "playlist.deleted": "A playlist was deleted.",
  "player.created": "A player was created.",
  "player.updated": "A player was saved, published or made the default.",
  "player.deleted": "A player was deleted.",
  "category.created": "A category was created.",
  "category.updated": "A category changed.",
  "category.deleted": "A category was deleted.",
  "tag.created": "A tag was created.",
  "tag.updated": "A tag changed.",
  "tag.deleted": "A tag was deleted.",
  "restriction.created": "A restriction profile was created.",
  "restriction.updated": "A restriction profile changed.",
  "restriction.deleted": "A restriction profile was deleted.",
  "playback.denied": "A restriction refused playback; at most once in ten minutes for each video and reason.",
  "project.updated": "Settings of the project changed.",
  "usage.threshold": "The project stores as much as its soft quota.",
  "user.invited": "A person was invited to the project.",
  "user.added": "A person joined the project.",
  "user.changed": "The role of a person changed.",
  "user.removed": "A person was removed from the project.",
  "api_key.created": "An API key was created.",
  "api_key.updated": "An API key was changed, rotated, enabled or disabled.",
  "api_key.deleted": "An API key was deleted.",
  "signing_key.created": "A signing key was created.",
  "signing_key.updated": "A signing key was rotated or revoked.",
  "webhook.disabled": "A webhook was disabled because its deliveries failed.",
  "invoice.created": "An invoice of the account was issued.",
  "invoice.paid": "An invoice of the account was paid in full.",
  "invoice.overdue": "An invoice of the account was not paid when it was due.",
  "invoice.credited": "A credit note credited a part of an invoice of the account.",
  "invoice.voided": "A credit note voided an invoice of the account.",
  "account.usage_threshold": "The account has used up 50, 80 or 100 % of what its plan includes of something.",
  ping: "A test that a person sent.",
} as const;

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]];
/** What people subscribe to; a test is always sent. */
export const SUBSCRIBED_EVENTS = WEBHOOK_EVENT_TYPES.filter((type) => type !== "ping");
/** Stands for every type of the project, those of later versions included. */
export const ALL_EVENTS = "*";
/** Of the account and not of one project: a webhook gets them when one of the account's owners chose each of them. */
const ACCOUNT_EVENTS: ReadonlySet<string> = new Set<WebhookEvent>([
  "invoice.created",
  "invoice.paid",
  "invoice.overdue",
  "invoice.credited",
  "invoice.voided",
  "account.usage_threshold",
]);
export const isAccountEvent = (type: string): boolean => ACCOUNT_EVENTS.has(type);
/** The version of the bodies: a body of one version may get new fields, but loses none. */
export const WEBHOOK_API_VERSION = "2026-11-01";

/** The noun of an event's object, such as `video`. */
export const nounOf = (type: string): string => type.split(".")[0] ?? type;

/** The types by their noun, in the order of the list. */
export const EVENT_GROUPS: readonly (readonly [noun: string, types: readonly WebhookEvent[]])[] = [
  ...Map.groupBy(SUBSCRIBED_EVENTS, nounOf),
];

/** Events that no webhook reports: steps of the operators' own, and what a single person opened. */
const UNREPORTED = new Set([
  "video.source_deleted",
  "video.purged",
  "signing_key.revealed",
  "project.created",
  "project.deleted",
]);
/** Events of the outbox that webhooks report under another name. */
const REPORTED_AS: Readonly<Record<string, WebhookEvent>> = {
  "tag.unused_deleted": "tag.deleted",
  "invoice.issued": "invoice.created",
  "account.usage_warning": "account.usage_threshold",
};
const isReported = (type: string): type is WebhookEvent => Object.hasOwn(WEBHOOK_EVENTS, type);

/**
 * The type that webhooks report an event of the outbox as, or null. A change without a type of its own is the update of its
 * object, as `video.captions_added` is a `video.updated`.
 */
export function reportedAs(type: string): WebhookEvent | null {
  if (isReported(type)) return type;
  if (UNREPORTED.has(type)) return null;
  if (Object.hasOwn(REPORTED_AS, type)) return REPORTED_AS[type] ?? null;
  const updated = `${nounOf(type)}.updated`;
  return isReported(updated) ? updated : null;
}

/** The types and wildcards by which a webhook is subscribed to a type. */
export const subscriptionsOf = (type: WebhookEvent): string[] => (isAccountEvent(type) ? [type] : [type, ALL_EVENTS]);

/** A choice of types without those that another one already covers; types of the account stay beside the wildcard. */
export const chosenEvents = (types: readonly string[]): string[] => {
  const once = [...new Set(types)];
  return once.includes(ALL_EVENTS) ? [ALL_EVENTS, ...once.filter(isAccountEvent)] : once;
};
