import { randomBytes } from "node:crypto";
import { isAccountEvent } from "@kinora/domain/webhooks/events.ts";
import { OLD_SECRET_HOURS, webhookState, WEBHOOKS_MAX } from "@kinora/domain/webhooks/limits.ts";
import type { Context, Services } from "../context.ts";
import { presentPerson } from "../platform/access/person.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { changesBetween } from "../platform/events/changes.ts";
import { notify } from "../platform/events/events.ts";
import { isClosedHost } from "../platform/http/public-address.ts";
import { requireFeature } from "../platform/installation/features.ts";
import { change, remove } from "../platform/nouns/change.ts";
import { create } from "../platform/nouns/create.ts";
import { missing, type Noun } from "../platform/nouns/noun.ts";
import { Refusal } from "../platform/refusal.ts";
import { seal } from "../platform/secrets/sealed.ts";
import { changedHeaders, headerChanges, openHeaders, sealHeaders, type HeaderSetting } from "./own-headers.ts";
import { findWebhooks, type WebhookRow } from "./queries.ts";
import { DELIVERIES_QUEUED, queuePing } from "./queue.ts";
import { newWebhookSecret, WEBHOOK_SECRET } from "./signature.ts";
import { requireSubjects } from "./subjects.ts";

const HOUR_MS = 3_600_000;

/** What people set of a webhook. */
export interface WebhookSettings {
  name: string;
  /** Null for an inbox on this installation, and for an address that stays. */
  url: string | null;
  events: string[];
  /** Left out: they stay; a new webhook has none. */
  categoryIds?: readonly number[] | undefined;
  streamIds?: readonly number[] | undefined;
  headers?: readonly HeaderSetting[] | undefined;
}

export const WEBHOOK: Noun<"webhooks"> = {
  table: "webhooks",
  name: "webhook",
  title: ({ name }) => name,
  most: WEBHOOKS_MAX,
};

/** The webhooks of a project, the newest first. */
export async function listWebhooks(context: Context, projectId: number) {
  const rows = await findWebhooks(context.db, projectId, context.clock.now());
  return rows.map((row) => present(context, row));
}

/** One webhook. @throws Refusal `not_found`. */
export async function readWebhook(context: Context, projectId: number, id: number) {
  const [row] = await findWebhooks(context.db, projectId, context.clock.now(), id);
  if (!row) throw missing(WEBHOOK);
  return present(context, row);
}

/**
 * Creates a webhook; without an address it sends to an inbox on this installation. Its secret is sealed: it is in this
 * answer alone.
 * @throws Refusal `invalid` for an address that is not encrypted or not of the public web and for what is not of the project,
 *   `forbidden` for events of the account that none of its owners chooses, `conflict` at `WEBHOOKS_MAX` webhooks.
 */
export async function createWebhook(context: Context, grant: ProjectGrant, settings: WebhookSettings) {
  await requireFeature(context, grant.accountId, "webhooks");
  const { caller, secrets } = context;
  const secret = newWebhookSecret();
  const token = settings.url === null ? newInboxToken() : null;
  const url = settings.url ?? inboxUrl(context, token ?? "");
  if (token === null) requireReachable(context, url, await isClosedAddress(context, url));
  const { name, events, categoryIds = [], streamIds = [] } = settings;
  const headers = changedHeaders([], settings.headers ?? []);
  requireOwnersChoice(grant, [], events);
  const id = await context.db.transaction().execute(async (tx) => {
    await requireSubjects(tx, grant.projectId, { categoryIds, streamIds });
    const values = {
      ...{ name, events, url },
      ...{ category_ids: [...categoryIds], stream_ids: [...streamIds], headers_sealed: sealHeaders(secrets, headers) },
      inbox_token: token,
      secret_sealed: seal(secrets.encryptionKey, WEBHOOK_SECRET, secret),
      created_by: caller.kind === "user" ? caller.userId : null,
    };
    const row = await create(context, tx, WEBHOOK, grant, values, {
      ...(token === null ? { events, url } : { events, inbox: true }),
      ...(categoryIds.length > 0 ? { category_ids: categoryIds } : {}),
      ...(streamIds.length > 0 ? { stream_ids: streamIds } : {}),
      ...(headers.length > 0 ? { headers: headers.map((each) => each.name) } : {}),
    });
    return row.id;
  });
  return { data: await readWebhook(context, grant.projectId, id), secret };
}

/**
 * Changes the name, the address, the events, the filters and the headers of a webhook. Deliveries that wait go to the new address. Saving what is stored
 * does nothing.
 * @throws Refusal `not_found`, `invalid` for a new address that is not encrypted or not of the public web, for what is not of the project, and for a header
 *   without a value where the address is of another server than before; `forbidden` for events of the account that it did not have,
 *   unless one of its owners chooses them; `conflict` for another version.
 */
export async function updateWebhook(
  context: Context,
  grant: ProjectGrant,
  id: number,
  settings: WebhookSettings,
  version?: number,
) {
  // Looked up before the row is locked: a name server may be slow.
  const isClosed = settings.url !== null && (await isClosedAddress(context, settings.url));
  await change(context, WEBHOOK, grant, { id, version }, async (before, tx) => {
    const url = before.inbox_token === null ? (settings.url ?? before.url) : before.url;
    const { name, events, categoryIds = before.category_ids, streamIds = before.stream_ids } = settings;
    requireOwnersChoice(grant, before.events, events);
    const stored = openHeaders(context.secrets, before.headers_sealed);
    // Who changes the address must not learn what is sent to it: another server gets no value that is not written again.
    const kept = new URL(url).origin === new URL(before.url).origin ? stored : [];
    const headers = changedHeaders(kept, settings.headers ?? stored.map((header) => ({ name: header.name })));
    const set = { name, url, events, category_ids: [...categoryIds], stream_ids: [...streamIds] };
    const changes = { ...changesBetween(before, set), ...headerChanges(stored, headers) };
    if (Object.keys(changes).length === 0) return null;
    if ("url" in changes) requireReachable(context, url, isClosed);
    if ("category_ids" in changes) await requireSubjects(tx, grant.projectId, { categoryIds, streamIds: [] });
    if ("stream_ids" in changes) await requireSubjects(tx, grant.projectId, { categoryIds: [], streamIds });
    return { set: { ...set, headers_sealed: sealHeaders(context.secrets, headers) }, changes };
  });
  return readWebhook(context, grant.projectId, id);
}

/**
 * Gives a webhook a new secret, which is in this answer alone. Messages are signed with the one before as well for
 * `OLD_SECRET_HOURS`; an older one ends now.
 * @throws Refusal `not_found`.
 */
export async function rotateWebhookSecret(context: Context, grant: ProjectGrant, id: number) {
  const secret = newWebhookSecret();
  await change(context, WEBHOOK, grant, { id }, (before) => {
    const until = new Date(context.clock.now().getTime() + OLD_SECRET_HOURS * HOUR_MS);
    const sealed = seal(context.secrets.encryptionKey, WEBHOOK_SECRET, secret);
    return {
      set: { secret_sealed: sealed, old_secret_sealed: before.secret_sealed, old_secret_until: until },
      action: "rotated",
      changes: { old_secret_until: until },
    };
  });
  return { data: await readWebhook(context, grant.projectId, id), secret };
}

/**
 * Pauses a webhook or enables it again; doing it twice does nothing. Enabling sends what waits, and forgets since when it
 * failed. @throws Refusal `not_found`, `forbidden` for enabling while webhooks are switched off.
 */
export async function setWebhookDisabled(context: Context, grant: ProjectGrant, id: number, disabled: boolean) {
  if (!disabled) await requireFeature(context, grant.accountId, "webhooks");
  await change(context, WEBHOOK, grant, { id }, async (before, tx) => {
    if ((before.disabled_at !== null) === disabled) return null;
    if (disabled)
      return {
        set: { disabled_at: context.clock.now(), disabled_reason: "paused" as const },
        action: "paused",
        changes: {},
      };
    await notify(tx, DELIVERIES_QUEUED, "");
    return { set: { disabled_at: null, disabled_reason: null, failing_since: null }, action: "enabled", changes: {} };
  });
  return readWebhook(context, grant.projectId, id);
}

/** Deletes a webhook with its deliveries. @throws Refusal `not_found`. */
export const deleteWebhook = (context: Context, grant: ProjectGrant, id: number): Promise<void> =>
  remove(context, WEBHOOK, grant, { id }, ({ url }) => ({ url }));

/** Sends a test to a webhook; returns the id of the delivery. @throws Refusal `not_found`, `conflict` while it is disabled. */
export async function testWebhook(context: Context, grant: ProjectGrant, id: number): Promise<number> {
  await requireFeature(context, grant.accountId, "webhooks");
  let deliveryId = 0;
  await change(context, WEBHOOK, grant, { id }, async (before, tx) => {
    if (before.disabled_at !== null) throw new Refusal("conflict", "Enable the webhook first.");
    deliveryId = await queuePing(tx, grant.projectId, id);
    return { action: "tested", changes: {} };
  });
  return deliveryId;
}

/** Bills are for owners: only they let a project's webhook report them. Others who edit it later may keep them. */
function requireOwnersChoice({ owner }: ProjectGrant, before: readonly string[], wanted: readonly string[]): void {
  const added = wanted.filter((type) => isAccountEvent(type) && !before.includes(type));
  if (owner || added.length === 0) return;
  const message = `Only owners of the account may choose ${added.join(", ")}.`;
  throw new Refusal("forbidden", message, { fields: { events: [message] } });
}

/** Whether deliveries to an address would be refused, because it leads to this machine or its network. */
const isClosedAddress = async ({ config }: Context, url: string): Promise<boolean> =>
  !config.allowPrivateUrls && (await isClosedHost(new URL(url).hostname));

/** Receivers in a network of the operator's own may have no certificate. */
function requireReachable({ config }: Context, url: string, isClosed: boolean): void {
  const message =
    !config.allowPrivateUrls && new URL(url).protocol !== "https:"
      ? "Write an address that begins with https://."
      : isClosed
        ? "This address is on this server's machine or network, where nothing is delivered to. Write one of the public web."
        : null;
  if (message !== null) throw new Refusal("invalid", message, { fields: { url: [message] } });
}

function present(context: Context, { creator, disabled_at, headers_sealed: sealed, ...row }: WebhookRow) {
  return {
    ...row,
    header_names: openHeaders(context.secrets, sealed).map(({ name }) => name),
    state: webhookState({ disabled_at, failing_since: row.failing_since }),
    created_by: creator && presentPerson(context, creator),
  };
}

/** The secret part of the address of a new inbox. */
const newInboxToken = (): string => randomBytes(24).toString("base64url");

/** The address of an inbox on this installation. */
const inboxUrl = ({ config }: Pick<Services, "config">, token: string): string => `${config.urls.api}/inbox/${token}`;
