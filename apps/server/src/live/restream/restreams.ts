import type { Tx } from "@kinora/db/connect.ts";
import { RESTREAMS_MAX, type RestreamPlatform, type RestreamProfile } from "@kinora/domain/live/streams.ts";
import type { Context, Services } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { ClosedAddress, resolvePublic } from "../../platform/http/public-address.ts";
import { requireFeature } from "../../platform/installation/features.ts";
import { Refusal } from "../../platform/refusal.ts";
import { seal, unseal } from "../../platform/secrets/sealed.ts";
import { announceChange } from "../streams/announce.ts";
import { readStream, requireStream, type OwnProject } from "../streams/rows.ts";
import { lockStream } from "../streams/service.ts";

const PURPOSE = "restream key";
const COLUMNS = [
  "id",
  "name",
  "platform",
  "url",
  "profile",
  "enabled",
  "state",
  "detail",
  "attempts",
  "sent_kbps",
  "connected_at",
  "created_at",
] as const;

export interface RestreamSettings {
  name: string;
  platform: RestreamPlatform;
  url: string;
  /** Default `source`; for an existing target, its own profile. */
  profile?: RestreamProfile | undefined;
}

/** Decrypts a target's key. */
export const openRestreamKey = ({ secrets }: Pick<Services, "secrets">, sealed: Buffer): string =>
  unseal(secrets.encryptionKey, PURPOSE, sealed);

/** Where a target is added or switched on: its account may lack restreaming. */
type OwnPlace = Pick<ProjectGrant, "projectId" | "accountId">;

/** A stream's restream targets in the order they were added. @throws Refusal `not_found`. */
export async function listRestreams({ db }: Pick<Context, "db">, grant: OwnProject, streamId: number) {
  await requireStream(db, grant, streamId);
  return db.selectFrom("stream_restreams").select(COLUMNS).where("stream_id", "=", streamId).orderBy("id").execute();
}

/** Adds a target, also while the stream is on air. @throws Refusal `conflict` at 5, `invalid` for an address that is not public. */
export async function createRestream(
  context: Context,
  grant: OwnPlace,
  streamId: number,
  { key, enabled, profile = "source", ...settings }: RestreamSettings & { key: string; enabled: boolean },
) {
  await requireFeature(context, grant.accountId, "restreams");
  await requireStream(context.db, grant, streamId);
  await openAddress(context, settings.url);
  return context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, streamId);
    const others = await tx.selectFrom("stream_restreams").select("id").where("stream_id", "=", streamId).execute();
    if (others.length >= RESTREAMS_MAX)
      throw new Refusal("conflict", `A stream can have up to ${RESTREAMS_MAX} restream targets.`);
    const row = await tx
      .insertInto("stream_restreams")
      .values({ ...settings, profile, enabled, stream_id: streamId, key_sealed: sealed(context, key) })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await announce(context, tx, grant, streamId, "restream.created", row);
    return row;
  });
}

/** Changes a target; a missing key or profile stays unchanged. @throws Refusal `not_found`, `invalid` for an address that is not public. */
export async function updateRestream(
  context: Context,
  grant: OwnProject,
  streamId: number,
  id: number,
  { key, profile, ...settings }: RestreamSettings & { key?: string | undefined },
) {
  await requireStream(context.db, grant, streamId);
  await openAddress(context, settings.url);
  if (key === undefined) await requireSameServer(context, grant, streamId, id, settings.url);
  return change(context, grant, streamId, id, "restream.updated", {
    ...settings,
    ...(profile === undefined ? {} : { profile }),
    ...(key === undefined ? {} : { key_sealed: sealed(context, key) }),
  });
}

/** Switches a target on or off, also while the stream is on air. @throws Refusal `not_found`. */
export async function setRestreamEnabled(
  context: Context,
  grant: OwnPlace,
  streamId: number,
  id: number,
  enabled: boolean,
) {
  if (enabled) await requireFeature(context, grant.accountId, "restreams");
  return change(context, grant, streamId, id, enabled ? "restream.enabled" : "restream.disabled", { enabled });
}

/** Removes a target; it is disconnected at once. @throws Refusal `not_found`. */
export async function deleteRestream(context: Context, grant: OwnProject, streamId: number, id: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, streamId);
    const row = await tx
      .deleteFrom("stream_restreams")
      .where("id", "=", id)
      .where("stream_id", "=", streamId)
      .returning(["id", "name", "url"])
      .executeTakeFirst();
    if (!row) throw missingRestream();
    await announce(context, tx, grant, streamId, "restream.deleted", row);
  });
}

/** A target with its sealed key. @throws Refusal `not_found` */
export async function readSavedTarget({ db }: Pick<Context, "db">, grant: OwnProject, streamId: number, id: number) {
  await requireStream(db, grant, streamId);
  const row = await db
    .selectFrom("stream_restreams")
    .select(["name", "url", "key_sealed", "state"])
    .where("id", "=", id)
    .where("stream_id", "=", streamId)
    .executeTakeFirst();
  if (!row) throw missingRestream();
  return row;
}

/** Refuses another address without a key: the saved key is only sent to the server it was saved for. @throws Refusal `not_found`, `invalid` */
async function requireSameServer(
  context: Context,
  grant: OwnProject,
  streamId: number,
  id: number,
  url: string,
): Promise<void> {
  const saved = await readSavedTarget(context, grant, streamId, id);
  const message = "Another address needs its stream key.";
  if (saved.url !== url) throw new Refusal("invalid", message, { fields: { key: [message] } });
}

async function change(
  context: Context,
  grant: OwnProject,
  streamId: number,
  id: number,
  action: string,
  columns: Partial<Omit<RestreamSettings, "profile">> & {
    profile?: RestreamProfile;
    key_sealed?: Buffer;
    enabled?: boolean;
  },
) {
  return context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, streamId);
    const row = await tx
      .updateTable("stream_restreams")
      .set({
        ...columns,
        ...(columns.enabled === false ? { state: "idle" as const, detail: "", attempts: 0, sent_kbps: null } : {}),
      })
      .where("id", "=", id)
      .where("stream_id", "=", streamId)
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) throw missingRestream();
    await announce(context, tx, grant, streamId, action, row);
    return row;
  });
}

const missingRestream = () => new Refusal("not_found", "This restream target does not exist.");
const sealed = ({ secrets }: Context, key: string) => seal(secrets.encryptionKey, PURPOSE, key);

async function announce(
  context: Context,
  tx: Tx,
  grant: OwnProject,
  streamId: number,
  action: string,
  { id, name, url }: { id: number; name: string; url: string },
): Promise<void> {
  await announceChange(context, tx, await readStream(tx, grant, streamId), action, { restream_id: id, name, url });
}

/** Resolves a server's host to an allowed IP address. @throws Refusal `invalid` */
export async function openAddress({ config }: Pick<Context, "config">, url: string): Promise<string> {
  const { hostname, username, password } = new URL(url);
  const wrong = (message: string) => new Refusal("invalid", message, { fields: { url: [message] } });
  if (username || password) throw wrong("The address must not carry a user name or password.");
  try {
    return await resolvePublic(hostname, config.allowPrivateUrls);
  } catch (error) {
    if (error instanceof ClosedAddress) throw wrong(error.message);
    throw error;
  }
}
